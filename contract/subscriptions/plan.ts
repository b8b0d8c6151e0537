import { billOn, type BillTerms } from '../billing/bill.ts'
import { frozenByThen, subscriptionState, type SubscriptionFlags } from './standing.ts'
import type { SubscriptionEffects, WantedSubscription } from './subscriptions.ts'

/** A subscription with the counts that depend on it. */
export interface SubscriptionFacts extends SubscriptionFlags {
  dropshipper_id: number
  dropshipper_name: string
  is_legacy: boolean
  has_ebay_access: boolean
  integrations: number
  /** Set up, in a market that is on: active unless frozen. */
  ready_integrations: number
  active_integrations: number
  active_products: number
}
/** A promo code that counts for a bill depending on the vendor's subscriptions at that time. */
export interface HangingCode {
  promo_code_usage_id: number
  /** It requires a subscription to this supplier. */
  supplier: number | null
  /**
   * It requires a running subscription to one of these suppliers, which have integrations set up in its
   * market.
   */
  in_market: readonly number[]
}
/** How its vendor pays. */
export interface PlanFacts {
  terms: BillTerms
  hanging: readonly HangingCode[]
  next_charge_date: string | null
  /** It is Active; otherwise there is no charge on that day. */
  charged: boolean
  /** The day for which the bill is calculated: the next charge's, else today. */
  bill_date: string
  /** The day on which the change takes effect; null: at once. */
  on: string | null
}
interface PlanRequest {
  subscriptions: readonly WantedSubscription[]
  removed: readonly number[]
}
export interface PlannedChange {
  before: SubscriptionFacts
  /** null: it ends at once. */
  after: SubscriptionFacts | null
}

/** The requested changes, and the errors by field; the same before an act and in it. */
export function planChanges(
  rows: readonly SubscriptionFacts[],
  request: PlanRequest,
  { on: chargeDay }: PlanFacts,
  now: string,
) {
  const faults: Record<string, string> = {}
  const changes: PlannedChange[] = []
  const rowOf = (id: number) => rows.find((row) => row.dropshipper_id === id)
  const namedIds = new Set<number>()
  request.removed.forEach((id, i) => {
    const before = rowOf(id)
    if (namedIds.has(id)) faults[`removed.${i}`] = namedTwice
    else if (before) changes.push({ before, after: null })
    else faults[`removed.${i}`] = notSubscribed
    namedIds.add(id)
  })
  request.subscriptions.forEach((want, i) => {
    const before = rowOf(want.dropshipper_id)
    const path = `subscriptions.${i}`
    if (!before) faults[`${path}.dropshipper_id`] = notSubscribed
    else if (namedIds.has(want.dropshipper_id)) faults[`${path}.dropshipper_id`] = namedTwice
    else if (want.is_frozen && (want.is_cancel_pending ?? before.is_cancel_pending) && !isFrozen(before))
      faults[`${path}.is_frozen`] =
        `${before.dropshipper_name} is cancel pending. Reactivate it before freezing it`
    else {
      const after = afterOf(before, want, chargeDay, now)
      if (after === null || !alike(before, after)) changes.push({ before, after })
    }
  })
  return { changes, faults }
}
export const namedTwice = 'Listed twice'
const notSubscribed = 'Not subscribed to this supplier'

const isFrozen = (s: SubscriptionFlags) => s.is_pause_pending || s.paused_at !== null

function afterOf(
  before: SubscriptionFacts,
  { is_frozen, is_cancel_pending = before.is_cancel_pending, ...want }: WantedSubscription,
  chargeDay: string | null,
  now: string,
): SubscriptionFacts | null {
  // a subscription that is ending costs nothing more, so it ends at once
  if (is_cancel_pending && !before.is_cancel_pending && chargeDay === null) return null
  const freezes = is_frozen === true && !isFrozen(before)
  const frozenAt = chargeDay === null ? now : null
  const pause = {
    ...(is_frozen === false && { is_pause_pending: false, paused_at: null }),
    ...(freezes && { is_pause_pending: chargeDay !== null, paused_at: frozenAt }),
  }
  return {
    ...before,
    is_legacy: want.is_legacy ?? before.is_legacy,
    has_ebay_access: want.has_ebay_access ?? before.has_ebay_access,
    is_cancel_pending,
    ...pause,
  }
}

const alike = (a: SubscriptionFacts, b: SubscriptionFacts) =>
  a.is_legacy === b.is_legacy && a.has_ebay_access === b.has_ebay_access && sameState(a, b)
export const sameState = (a: SubscriptionFlags, b: SubscriptionFlags) =>
  a.is_cancel_pending === b.is_cancel_pending &&
  a.is_pause_pending === b.is_pause_pending &&
  a.paused_at === b.paused_at

/** The pending day has come: it ends, or is frozen. */
export const planSettled = (rows: readonly SubscriptionFacts[], now: string): PlannedChange[] =>
  rows.flatMap((before): PlannedChange[] => {
    if (before.is_cancel_pending) return [{ before, after: null }]
    return before.is_pause_pending
      ? [{ before, after: { ...before, is_pause_pending: false, paused_at: now } }]
      : []
  })

/** The effect of changes on integrations, listings and the next charge. */
export function effectsOf(
  rows: readonly SubscriptionFacts[],
  changes: readonly PlannedChange[],
  plan: PlanFacts,
): SubscriptionEffects {
  const rowsAfter = new Map(changes.map(({ before, after }) => [before.dropshipper_id, after]))
  const futureRows = rows.flatMap((row) => {
    const after = rowsAfter.get(row.dropshipper_id)
    return after === undefined ? row : (after ?? [])
  })
  const stopping = changes.filter(stops)
  const resuming = changes.filter(
    ({ before, after }) => after !== null && !goesOn(before) && (goesOn(after) || thaws({ before, after })),
  )
  const sum = (changes: readonly PlannedChange[], n: (facts: SubscriptionFacts) => number) =>
    changes.reduce((total, { before }) => total + n(before), 0)
  const due = (factsList: readonly SubscriptionFacts[]) =>
    billOn(termsWith(plan, factsList), plan.bill_date, frozenByThen(factsList))
  return {
    on: plan.on,
    next_charge_date: plan.next_charge_date,
    charged: plan.charged,
    suppliers: changes.map(({ before, after }) => ({
      dropshipper_id: before.dropshipper_id,
      dropshipper_name: before.dropshipper_name,
      from: subscriptionState(before),
      to: after && subscriptionState(after),
    })),
    stops: { integrations: sum(stopping, (s) => s.active_integrations), listings: sum(stopping, listings) },
    resumes: sum(resuming, (s) => s.ready_integrations),
    deleted_integrations: sum(
      changes.filter(({ before, after }) => after === null || endsAnew(before, after)),
      (s) => s.integrations,
    ),
    next_charge: { before: due(rows), after: due(futureRows) },
  }
}
/** The terms of a bill with these subscriptions, without those that end or freeze on its day. */
function termsWith({ terms, hanging }: PlanFacts, futureRows: readonly SubscriptionFacts[]): BillTerms {
  const stays = (id: number | null) => futureRows.some((s) => s.dropshipper_id === id && !s.is_cancel_pending)
  const runs = (ids: readonly number[]) => futureRows.some((s) => ids.includes(s.dropshipper_id) && goesOn(s))
  const promos = terms.promos.map((promo) => {
    const hangingPromo = hanging.find(
      (promoUsage) => promoUsage.promo_code_usage_id === promo.promo_code_usage_id,
    )
    const { for_supplier, for_market } = promo
    return hangingPromo
      ? {
          ...promo,
          for_supplier: for_supplier && { ...for_supplier, subscribed: stays(hangingPromo.supplier) },
          for_market: for_market && { ...for_market, active: runs(hangingPromo.in_market) },
        }
      : promo
  })
  return { ...terms, promos }
}
/** Its stores are sent at once what they missed; one that is ending, too, until it ends. */
export const thaws = ({ before, after }: PlannedChange): boolean =>
  before.paused_at !== null && after?.paused_at === null
/** One that was already ending doesn't end because of this change. */
const endsAnew = (before: SubscriptionFacts, after: SubscriptionFacts) =>
  after.is_cancel_pending && !before.is_cancel_pending
/** One that is ending or to be frozen is sent until then, so it stops earlier if it ends now. */
const stops = ({ before, after }: PlannedChange) =>
  after === null ? before.paused_at === null : goesOn(before) && !goesOn(after)
/** Its stores are sent changes both today and after the next charge. */
const goesOn = (s: SubscriptionFlags) => subscriptionState(s) === 'active'
/** At most: a product may be left out of a store. */
const listings = (s: SubscriptionFacts) => s.active_integrations * s.active_products
