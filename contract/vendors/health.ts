import { money } from '../formats.ts'
import { failureLevel } from '../suppliers/failures.ts'

/** What a vendor's health is worked out from (docs/domain.md, A vendor's health). */
export interface VendorFacts {
  vendor_status_id: number
  billing_failures: number
  /** The newest charge, where it was declined or failed. */
  declined: { amount: string; tm: string } | null
  subscription_count: number
  total_active_integrations: number
  total_frozen: number
  /** Names of suppliers by how their feeds stand; those that nobody needs to look at aren't here. */
  feeds: Readonly<Record<'failing' | 'held' | 'late' | 'flaky', readonly string[]>>
  /** Updates of its stores and custom feeds in three days. */
  updates: number
  failed_updates: number
  /** Integrations whose set-up takes longer than five days. */
  stuck: number
  has_account_manager: boolean
}

export const troubleTabs = ['basic', 'subscriptions', 'integrations', 'billing_history', 'log'] as const
/** One thing that is wrong: what it takes from the score, and where it is mended. */
export interface Trouble {
  code: string
  text: string
  points: number
  tab: (typeof troubleTabs)[number]
  /** What a person does about it next. */
  act: string
}
export const fullHealth = 100
/** Days that the set-up of an integration may take. */
export const onboardingDays = 5

/** All that is wrong, what takes most first. A canceled vendor has no troubles any more. */
export function troublesOf(facts: VendorFacts): Trouble[] {
  if (facts.vendor_status_id === 4) return []
  return [...billing(facts), ...feeds(facts), ...updates(facts), ...setUp(facts), ...people(facts)].toSorted(
    (a, b) => b.points - a.points,
  )
}

/** What is left of 100 points; none where the vendor is canceled. */
export const healthScore = (facts: VendorFacts, troubles = troublesOf(facts)): number | null =>
  facts.vendor_status_id === 4
    ? null
    : Math.max(
        0,
        troubles.reduce((left, { points }) => left - points, fullHealth),
      )

function billing(facts: VendorFacts): Trouble[] {
  const at = { tab: 'billing_history', act: 'See the charges' } as const
  const last = facts.declined ? `; the last charge of ${money(facts.declined.amount)} was declined` : ''
  if (facts.vendor_status_id === 3)
    return [{ code: 'delisted', points: 70, text: `Suspended, its products are delisted${last}`, ...at }]
  if (facts.vendor_status_id === 2)
    return [{ code: 'suspended', points: 50, text: `Suspended for billing${last}`, ...at }]
  if (facts.billing_failures === 0) return []
  const text = `A charge failed ${times(facts.billing_failures)}${last}`
  return [{ code: 'billing', points: Math.min(40, 10 * facts.billing_failures), text, ...at }]
}

const feedWords = {
  failing: { points: 5, most: 30, says: 'failing' },
  held: { points: 3, most: 15, says: 'held for a decision' },
  late: { points: 3, most: 15, says: 'late' },
  flaky: { points: 1, most: 5, says: 'flaky' },
} as const

const feeds = ({ feeds: of }: VendorFacts): Trouble[] =>
  (Object.keys(feedWords) as (keyof typeof feedWords)[]).flatMap((standing) => {
    const names = of[standing]
    if (names.length === 0) return []
    const { points, most, says } = feedWords[standing]
    const what = names.length === 1 ? `The feed of ${names[0]} is` : `The feeds of ${list(names)} are`
    return [
      {
        code: `feeds_${standing}`,
        points: Math.min(most, points * names.length),
        text: `${what} ${says}`,
        tab: 'subscriptions',
        act: 'See the feeds',
      },
    ]
  })

function updates({ updates: all, failed_updates }: VendorFacts): Trouble[] {
  const rate = all === 0 ? 0 : (100 * failed_updates) / all
  const level = failureLevel(rate)
  if (level === 'fine') return []
  const text = `${failed_updates} of ${all} updates of its stores failed in three days`
  const points = level === 'severe' ? 25 : 10
  return [{ code: 'updates', points, text, tab: 'integrations', act: 'See the integrations' }]
}

function setUp(facts: VendorFacts): Trouble[] {
  const at = { tab: 'integrations', act: 'See the integrations' } as const
  const troubles: Trouble[] = []
  if (facts.stuck > 0)
    troubles.push({
      code: 'onboarding',
      points: Math.min(20, 10 * facts.stuck),
      text:
        facts.stuck === 1
          ? `An integration has been set up for more than ${onboardingDays} days`
          : `${facts.stuck} integrations have been set up for more than ${onboardingDays} days`,
      ...at,
    })
  if (facts.vendor_status_id !== 1) return troubles
  if (facts.subscription_count === 0)
    troubles.push({
      code: 'no_supplier',
      points: 15,
      text: 'It pays and is subscribed to no supplier',
      tab: 'subscriptions',
      act: 'See the subscriptions',
    })
  else if (facts.total_active_integrations === 0)
    troubles.push({ code: 'idle', points: 15, text: 'None of its integrations is active', ...at })
  return troubles
}

const people = (facts: VendorFacts): Trouble[] =>
  facts.has_account_manager
    ? []
    : [
        {
          code: 'no_manager',
          points: 5,
          text: 'Nobody is its account manager',
          tab: 'basic',
          act: 'Choose an account manager',
        },
      ]

const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)
const mostNames = 3
const list = (names: readonly string[]) => {
  const more = names.length - mostNames
  if (more > 0) return `${names.slice(0, mostNames).join(', ')} and ${more} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
