import { money } from '../formats.ts'
import { failureLevel } from '../suppliers/failures.ts'
import { many } from '../words.ts'
import { isActive } from './status.ts'

export type FeedTroubles = Readonly<Record<'failing' | 'held' | 'late' | 'flaky', readonly string[]>>

/** The facts behind a vendor's health (docs/domain.md, A vendor's health). */
export interface VendorFacts {
  vendor_status_id: number
  billing_failures: number
  /** The newest charge, if it was declined or failed. */
  declined: { amount: string; tm: string } | null
  /** Charges in dispute, which the bank has taken back until it is decided; those with an inquiry only. */
  disputed: number
  inquired: number
  subscription_count: number
  total_active_integrations: number
  total_frozen: number
  /** Names of suppliers by the status of their feeds; feeds that need no attention aren't included. */
  feeds: FeedTroubles
  /** The same for its custom feeds. */
  own_feeds: FeedTroubles
  /** Its stores that refuse us, whose updates have stopped; those with an update awaiting approval. */
  stopped: readonly string[]
  held: readonly string[]
  /** Products that marketplaces refuse. */
  refused: number
  /** Active integrations in markets without a connected store. */
  unsent: number
  /** Markets whose authorization has expired, and those where it expires within days. */
  auths_ended: readonly string[]
  auths_ending: readonly string[]
  /** Updates of its stores and custom feeds in three days. */
  updates: number
  failed_updates: number
  /** Integrations whose setup has taken more than five days. */
  stuck: number
  /** Suppliers with missing required configuration, by name. */
  unfilled: readonly string[]
  /** The same for markets of its active integrations. */
  unfilled_markets: readonly string[]
  /** The monthly cost of its current plan and extras. */
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
/** One problem: the points it costs, and where it is fixed. */
export interface Trouble {
  code: string
  text: string
  points: number
  tab: (typeof troubleTabs)[number]
  /** The next step to fix it. */
  act: string
}
export const fullHealth = 100
/** Days that the setup of an integration may take. */
export const onboardingDays = 5

/** All problems, the most serious first. A canceled vendor has none. */
export function troublesOf(facts: VendorFacts): Trouble[] {
  if (facts.vendor_status_id === 4) return []
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

/** The score of 100 points; null if the vendor is canceled. */
export const healthScore = (facts: VendorFacts, troubles = troublesOf(facts)): number | null =>
  facts.vendor_status_id === 4
    ? null
    : Math.max(
        0,
        troubles.reduce((score, { points }) => score - points, fullHealth),
      )

function billing(facts: VendorFacts): Trouble[] {
  const link = { tab: 'billing_history', act: 'See the charges' } as const
  const last = facts.declined ? `; the last charge of ${money(facts.declined.amount)} was declined` : ''
  if (facts.vendor_status_id === 3)
    return [
      {
        code: 'delisted',
        points: 70,
        text: `Suspended, its products are taken out of its stores${last}`,
        ...link,
      },
    ]
  if (facts.vendor_status_id === 2)
    return [
      {
        code: 'suspended',
        points: 50,
        text: `Suspended for billing, its stores aren’t updated${last}`,
        ...link,
      },
    ]
  if (facts.billing_failures === 0) return uncollectedCharges(facts)
  const text = `A charge failed ${times(facts.billing_failures)}${last}`
  return [{ code: 'billing', points: Math.min(40, 10 * facts.billing_failures), text, ...link }]
}

function disputes({ disputed: disputeCount, inquired: inquiryCount }: VendorFacts): Trouble[] {
  const trouble = (code: string, n: number, pointsEach: number, [singular, plural]: [string, string]) => {
    if (n === 0) return []
    return {
      code,
      points: Math.min(2 * pointsEach, n * pointsEach),
      text: n === 1 ? singular : `${n} ${plural}`,
      tab: 'billing_history',
      act: 'See the disputes',
    } as const
  }
  return [
    trouble('disputed', disputeCount, 15, ['A charge is disputed', 'charges are disputed']),
    trouble('inquired', inquiryCount, 5, ['A bank asks about a charge', 'charges are asked about by banks']),
  ].flat()
}

/** It has a monthly bill but no day on which it is charged. */
function uncollectedCharges(facts: VendorFacts): Trouble[] {
  const { billed_monthly, next_charge_date } = facts
  if (!isActive(facts) || next_charge_date !== null || Number(billed_monthly) === 0) return []
  const text = `It is billed ${money(billed_monthly)} a month, and no charge is to come`
  return [{ code: 'no_charge', points: 10, text, tab: 'basic', act: 'Set the next charge' }]
}

const feedWords = {
  failing: { points: 5, most: 30, says: 'failing' },
  held: { points: 3, most: 15, says: 'held for a decision' },
  late: { points: 3, most: 15, says: 'late' },
  flaky: { points: 1, most: 5, says: 'flaky' },
} as const

const feeds = (troubles: FeedTroubles, noun: 'feed' | 'custom feed', tab: Trouble['tab']): Trouble[] =>
  (Object.keys(feedWords) as (keyof typeof feedWords)[]).flatMap((standing) => {
    const names = troubles[standing]
    if (names.length === 0) return []
    const { points, most: mostPoints, says: sentence } = feedWords[standing]
    const subject = names.length === 1 ? `${noun} of ${names[0]} is` : `${noun}s of ${list(names)} are`
    return [
      {
        code: `${noun === 'feed' ? 'feeds' : 'own_feeds'}_${standing}`,
        points: Math.min(mostPoints, points * names.length),
        text: `The ${subject} ${sentence}`,
        tab,
        act: 'See the feeds',
      },
    ]
  })

function stores(facts: VendorFacts): Trouble[] {
  const { stopped: stoppedStores, held: heldStores, refused: refusedCount, unsent } = facts
  const link = { tab: 'stores', act: 'See the stores' } as const
  const troubles: Trouble[] = []
  if (stoppedStores.length > 0)
    troubles.push({
      code: 'stopped',
      points: Math.min(30, 15 * stoppedStores.length),
      text: `The updates of ${list(stoppedStores)} are stopped`,
      ...link,
    })
  if (heldStores.length > 0)
    troubles.push({
      code: 'held_updates',
      points: Math.min(15, 5 * heldStores.length),
      text: `${heldStores.length === 1 ? 'An update' : 'Updates'} of ${list(heldStores)} ${heldStores.length === 1 ? 'waits' : 'wait'} for a decision`,
      ...link,
    })
  if (unsent > 0 && isActive(facts))
    troubles.push({
      code: 'unsent',
      points: 15,
      text: `Nothing is sent for ${many(unsent, 'active integration')}: no store of ${unsent === 1 ? 'its market' : 'their markets'} takes anything`,
      tab: 'integrations',
      act: 'See the integrations',
    })
  if (refusedCount > 0)
    troubles.push({
      code: 'refused',
      points: 5,
      text: `Markets refuse ${many(refusedCount, 'product')}`,
      ...link,
    })
  return troubles
}

function auths({ auths_ended: endedNames, auths_ending: endingNames }: VendorFacts): Trouble[] {
  const link = { tab: 'apps', act: 'See the authorizations' } as const
  const sentenceOf = (names: readonly string[], singular: string, plural: string) =>
    names.length === 1
      ? `The authorization of ${names[0]} ${singular}`
      : `The authorizations of ${list(names)} ${plural}`
  return [
    ...(endedNames.length > 0
      ? [
          {
            code: 'auths_ended',
            points: Math.min(20, 10 * endedNames.length),
            text: sentenceOf(endedNames, 'has ended', 'have ended'),
            ...link,
          },
        ]
      : []),
    ...(endingNames.length > 0
      ? [{ code: 'auths_ending', points: 3, text: sentenceOf(endingNames, 'ends soon', 'end soon'), ...link }]
      : []),
  ]
}

function updates({ updates: all, failed_updates }: VendorFacts): Trouble[] {
  const rate = all === 0 ? 0 : (100 * failed_updates) / all
  const level = failureLevel(rate)
  if (level === 'fine') return []
  const text = `${failed_updates} of ${all} updates of its stores failed in three days`
  const points = level === 'severe' ? 25 : 10
  return [{ code: 'updates', points, text, tab: 'integrations', act: 'See the integrations' }]
}

function setUp(facts: VendorFacts): Trouble[] {
  const link = { tab: 'integrations', act: 'See the integrations' } as const
  const troubles: Trouble[] = []
  if (facts.stuck > 0)
    troubles.push({
      code: 'onboarding',
      points: Math.min(20, 10 * facts.stuck),
      text:
        facts.stuck === 1
          ? `An integration has been in set-up for more than ${onboardingDays} days`
          : `${facts.stuck} integrations have been in set-up for more than ${onboardingDays} days`,
      ...link,
    })
  const { unfilled: unfilledForms } = facts
  if (unfilledForms.length > 0)
    troubles.push({
      code: 'unfilled',
      points: Math.min(15, 5 * unfilledForms.length),
      text: `The configuration of ${list(unfilledForms)} isn’t filled in`,
      tab: 'subscriptions',
      act: 'Fill it in',
    })
  const { unfilled_markets } = facts
  if (unfilled_markets.length > 0)
    troubles.push({
      code: 'unfilled_markets',
      points: Math.min(15, 5 * unfilled_markets.length),
      text: `What ${list(unfilled_markets)} ${unfilled_markets.length === 1 ? 'asks' : 'ask'} isn’t filled in`,
      tab: 'integrations',
      act: 'Fill it in',
    })
  if (!isActive(facts)) return troubles
  if (facts.subscription_count === 0)
    troubles.push({
      code: 'no_supplier',
      points: 15,
      text: 'It pays and is subscribed to no supplier',
      tab: 'subscriptions',
      act: 'See the subscriptions',
    })
  else if (facts.total_active_integrations === 0)
    troubles.push({ code: 'idle', points: 15, text: 'None of its integrations is active', ...link })
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

const timesInWords: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' }
export const times = (n: number): string => timesInWords[n] ?? `${n} times`
const mostNames = 3
const list = (names: readonly string[]) => {
  const hiddenCount = names.length - mostNames
  if (names.length <= 1) return names.join('')
  if (hiddenCount > 0) return `${names.slice(0, mostNames).join(', ')} and ${hiddenCount} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
