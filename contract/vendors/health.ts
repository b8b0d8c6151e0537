import { money } from '../formats.ts'
import { failureLevel } from '../suppliers/failures.ts'
import { many, capitalize } from '../words.ts'
import { isActive, vendorStatus } from './status.ts'

export type FeedTroubles = Readonly<Record<'failing' | 'held' | 'late' | 'flaky', readonly string[]>>

/** What a vendor's health is worked out from (docs/domain/vendor-health.md). */
export interface VendorFacts {
  vendor_status_id: number
  billing_failures: number
  /** The newest charge, where it was declined or failed. */
  declined: { amount: string } | null
  /** Charges that a card's bank has taken back until it is decided; those that it only asks about. */
  disputed: number
  inquired: number
  subscription_count: number
  total_active_integrations: number
  total_frozen: number
  /** Names of suppliers by how their feeds stand; those that nobody needs to look at aren't here. */
  feeds: FeedTroubles
  /** The same of its custom feeds. */
  own_feeds: FeedTroubles
  /** Its stores that refuse us, whose updates are stopped; those with an update that asks a person. */
  stopped: readonly string[]
  held: readonly string[]
  /** Products that markets don't take. */
  refused: number
  /** Active integrations in whose market no store takes anything. */
  unsent: number
  /** Markets whose authorization has ended, and those where it ends within days. */
  auths_ended: readonly string[]
  auths_ending: readonly string[]
  /** Updates of its stores and custom feeds in three days. */
  updates: number
  failed_updates: number
  /** Integrations whose set-up takes longer than five days. */
  stuck: number
  /** Suppliers whose needed configuration isn't filled in, by name. */
  unfilled: readonly string[]
  /** The same of markets, of its active integrations. */
  unfilled_markets: readonly string[]
  /** What the plan that counts and its extras cost a month. */
  billed_monthly: string
  next_charge_date: string | null
  has_account_manager: boolean
}

export const troubleTabs = [
  'basic',
  'subscriptions',
  'integrations',
  'stores',
  'custom_feed',
  'apps',
  'billing_history',
  'log',
] as const
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
/** The words of a score, worst first. */
export const healthLevels = ['poor', 'fair', 'good'] as const
export type HealthLevel = (typeof healthLevels)[number]
/** The least score of a level; what is below fair is poor, and needs attention. */
export const healthFloors = { poor: 0, fair: 60, good: 80 } as const
export const healthLevelOf = (score: number): HealthLevel => {
  if (score >= healthFloors.good) return 'good'
  return score >= healthFloors.fair ? 'fair' : 'poor'
}
/** What each trouble takes; where there can be several, each one and all of them at most. */
export const healthPoints = {
  delisted: 70,
  suspended: 50,
  failed_charge: { each: 10, most: 40 },
  disputed: { each: 15, most: 30 },
  inquired: { each: 5, most: 10 },
  uncharged: 10,
  failing: { each: 5, most: 30 },
  held: { each: 3, most: 15 },
  late: { each: 3, most: 15 },
  flaky: { each: 1, most: 5 },
  stopped: { each: 15, most: 30 },
  held_updates: { each: 5, most: 15 },
  unsent: 15,
  refused: 5,
  auths_ended: { each: 10, most: 20 },
  auths_ending: 3,
  updates_severe: 25,
  updates_moderate: 10,
  onboarding: { each: 10, most: 20 },
  unfilled: { each: 5, most: 15 },
  unfilled_markets: { each: 5, most: 15 },
  no_supplier: 15,
  idle: 15,
  no_manager: 5,
} as const
const takes = ({ each, most }: { each: number; most: number }, times: number): number =>
  Math.min(most, times * each)
/** Days that the set-up of an integration may take. */
export const onboardingDays = 5

/** All that is wrong, what takes most first. A canceled vendor has no troubles any more. */
export function troublesOf(facts: VendorFacts): Trouble[] {
  if (facts.vendor_status_id === vendorStatus.canceled) return []
  return [
    ...billing(facts),
    ...disputes(facts),
    ...feeds(facts.feeds, 'feed', 'subscriptions'),
    ...feeds(facts.own_feeds, 'custom feed', 'custom_feed'),
    ...stores(facts),
    ...auths(facts),
    ...updates(facts),
    ...setUp(facts),
    ...people(facts),
  ].toSorted((a, b) => b.points - a.points)
}

/** What is left of 100 points; none where the vendor is canceled. */
export const healthScore = (facts: VendorFacts, troubles = troublesOf(facts)): number | null =>
  facts.vendor_status_id === vendorStatus.canceled
    ? null
    : Math.max(
        0,
        troubles.reduce((left, { points }) => left - points, fullHealth),
      )

function billing(facts: VendorFacts): Trouble[] {
  const at = { tab: 'billing_history', act: 'View charges' } as const
  const last = facts.declined ? `; last charge of ${money(facts.declined.amount)} declined` : ''
  if (facts.vendor_status_id === vendorStatus.delisted)
    return [
      {
        code: 'delisted',
        points: healthPoints.delisted,
        text: `Billing suspended, products removed from its stores${last}`,
        ...at,
      },
    ]
  if (facts.vendor_status_id === vendorStatus.suspended)
    return [
      {
        code: 'suspended',
        points: healthPoints.suspended,
        text: `Billing suspended, stores not updated${last}`,
        ...at,
      },
    ]
  if (facts.billing_failures === 0) return uncharged(facts)
  const text = `Charge failed ${times(facts.billing_failures)}${last}`
  return [{ code: 'billing', points: takes(healthPoints.failed_charge, facts.billing_failures), text, ...at }]
}

function disputes({ disputed, inquired }: VendorFacts): Trouble[] {
  const trouble = (code: 'disputed' | 'inquired', n: number, one: string, more: string): Trouble[] =>
    n === 0
      ? []
      : [
          {
            code,
            points: takes(healthPoints[code], n),
            text: n === 1 ? one : `${n} ${more}`,
            tab: 'billing_history',
            act: 'View disputes',
          },
        ]
  return [
    ...trouble('disputed', disputed, 'A charge is disputed', 'charges are disputed'),
    ...trouble('inquired', inquired, 'A bank inquiry is open', 'bank inquiries are open'),
  ]
}

/** It is billed something a month, and has no day on which it is charged for it. */
function uncharged(facts: VendorFacts): Trouble[] {
  const { billed_monthly, next_charge_date } = facts
  if (!isActive(facts) || next_charge_date !== null || Number(billed_monthly) === 0) return []
  const text = `Billed ${money(billed_monthly)} a month, but no charge is scheduled`
  return [{ code: 'no_charge', points: healthPoints.uncharged, text, tab: 'basic', act: 'Set next charge' }]
}

const feedWords = {
  failing: 'failing',
  held: 'held for approval',
  late: 'late',
  flaky: 'flaky',
} as const

const feeds = (of: FeedTroubles, what: 'feed' | 'custom feed', tab: Trouble['tab']): Trouble[] =>
  (Object.keys(feedWords) as (keyof typeof feedWords)[]).flatMap((standing) => {
    const names = of[standing]
    if (names.length === 0) return []
    const noun = `${capitalize(what)}${names.length === 1 ? '' : 's'}`
    return [
      {
        code: `${what === 'feed' ? 'feeds' : 'own_feeds'}_${standing}`,
        points: takes(healthPoints[standing], names.length),
        text: `${noun} ${feedWords[standing]}: ${list(names)}`,
        tab,
        act: 'View feeds',
      },
    ]
  })

function stores(facts: VendorFacts): Trouble[] {
  const { stopped, held, refused, unsent } = facts
  const at = { tab: 'stores', act: 'View stores' } as const
  const troubles: Trouble[] = []
  if (stopped.length > 0)
    troubles.push({
      code: 'stopped',
      points: takes(healthPoints.stopped, stopped.length),
      text: `Store updates stopped: ${list(stopped)}`,
      ...at,
    })
  if (held.length > 0)
    troubles.push({
      code: 'held_updates',
      points: takes(healthPoints.held_updates, held.length),
      text: `${held.length === 1 ? 'Store update' : 'Store updates'} held for approval: ${list(held)}`,
      ...at,
    })
  if (unsent > 0 && isActive(facts))
    troubles.push({
      code: 'unsent',
      points: healthPoints.unsent,
      text: `${many(unsent, 'active integration')} ${unsent === 1 ? 'has' : 'have'} no store`,
      tab: 'integrations',
      act: 'View integrations',
    })
  if (refused > 0)
    troubles.push({
      code: 'refused',
      points: healthPoints.refused,
      text: `${many(refused, 'product')} rejected by markets`,
      ...at,
    })
  return troubles
}

function auths({ auths_ended: ended, auths_ending: ending }: VendorFacts): Trouble[] {
  const at = { tab: 'apps', act: 'View authorizations' } as const
  const of = (names: readonly string[], state: string) =>
    names.length === 1 ? `Authorization ${state}: ${names[0]}` : `Authorizations ${state}: ${list(names)}`
  return [
    ...(ended.length > 0
      ? [
          {
            code: 'auths_ended',
            points: takes(healthPoints.auths_ended, ended.length),
            text: of(ended, 'expired'),
            ...at,
          },
        ]
      : []),
    ...(ending.length > 0
      ? [
          {
            code: 'auths_ending',
            points: healthPoints.auths_ending,
            text: of(ending, 'expiring soon'),
            ...at,
          },
        ]
      : []),
  ]
}

function updates({ updates: all, failed_updates }: VendorFacts): Trouble[] {
  const rate = all === 0 ? 0 : (100 * failed_updates) / all
  const level = failureLevel(rate)
  if (level === 'fine') return []
  const text = `${failed_updates} of ${all} store updates failed in the last 3 days`
  const points = level === 'severe' ? healthPoints.updates_severe : healthPoints.updates_moderate
  return [{ code: 'updates', points, text, tab: 'integrations', act: 'View integrations' }]
}

function setUp(facts: VendorFacts): Trouble[] {
  const at = { tab: 'integrations', act: 'View integrations' } as const
  const troubles: Trouble[] = []
  if (facts.stuck > 0)
    troubles.push({
      code: 'onboarding',
      points: takes(healthPoints.onboarding, facts.stuck),
      text:
        facts.stuck === 1
          ? `An integration has been in onboarding for more than ${onboardingDays} days`
          : `${facts.stuck} integrations have been in onboarding for more than ${onboardingDays} days`,
      ...at,
    })
  const { unfilled } = facts
  if (unfilled.length > 0)
    troubles.push({
      code: 'unfilled',
      points: takes(healthPoints.unfilled, unfilled.length),
      text: `Configuration incomplete: ${list(unfilled)}`,
      tab: 'subscriptions',
      act: 'Complete configuration',
    })
  const { unfilled_markets } = facts
  if (unfilled_markets.length > 0)
    troubles.push({
      code: 'unfilled_markets',
      points: takes(healthPoints.unfilled_markets, unfilled_markets.length),
      text: `Market settings incomplete: ${list(unfilled_markets)}`,
      tab: 'integrations',
      act: 'Complete settings',
    })
  if (!isActive(facts)) return troubles
  if (facts.subscription_count === 0)
    troubles.push({
      code: 'no_supplier',
      points: healthPoints.no_supplier,
      text: 'Paying, but has no subscriptions',
      tab: 'subscriptions',
      act: 'View subscriptions',
    })
  else if (facts.total_active_integrations === 0)
    troubles.push({
      code: 'idle',
      points: healthPoints.idle,
      text: 'No active integrations',
      ...at,
    })
  return troubles
}

const people = (facts: VendorFacts): Trouble[] =>
  facts.has_account_manager
    ? []
    : [
        {
          code: 'no_manager',
          points: healthPoints.no_manager,
          text: 'No account manager',
          tab: 'basic',
          act: 'Choose account manager',
        },
      ]

export const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)
const mostNames = 3
const list = (names: readonly string[]) => {
  const more = names.length - mostNames
  if (names.length === 1) return names[0]!
  if (more > 0) return `${names.slice(0, mostNames).join(', ')} and ${more} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
