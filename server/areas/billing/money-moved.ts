import { billOn, planOn } from '#contract/billing/bill.ts'
import { toCents, type Cents } from '#contract/billing/cents.ts'
import { addMonths, dayOf, daysBetween } from '#contract/billing/days.ts'
import { sumOf } from '#contract/billing/proration.ts'
import { promosTaken } from '#contract/billing/promos.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { isActive } from '#contract/vendors/status.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Clock } from '#server/platform/services.ts'
import { frozenByNextCharge } from './read.ts'
import { billTerms, type VendorTerms } from './terms.ts'

/** What a vendor is charged and owed, as acts change it. */
export interface MoneyState {
  terms: VendorTerms
  frozenCount: number
  vendor_status_id: number
  credit: string
  /** Whether its stores are kept up to date, billed or not. */
  isServed: boolean
  today: string
}

export async function readMoneyState(tx: Tx, clock: Clock, vendorId: number): Promise<MoneyState> {
  const terms = await billTerms(tx, clock, vendorId)
  const { rows } = await sql<{ vendor_status_id: number; credit: string; has_active: boolean }>`
    select v.vendor_status_id, v.credit_available as credit, exists (
      select
      from vendor_market_map m
      where m.vendor_id = v.vendor_id and ${activeIntegration}) as has_active
    from vendor v
    where v.vendor_id = ${vendorId}`.execute(tx)
  const { vendor_status_id, credit, has_active } = singleRow(rows)
  return {
    terms,
    vendor_status_id,
    credit,
    frozenCount: await frozenByNextCharge(tx, vendorId),
    isServed: has_active && unpaidOf(vendor_status_id) === null,
    today: dayOf(clock.now()),
  }
}

/** Bills that count of what has no end: those of a year. */
export const billsOfYear = 12
const longestMonth = 31

/**
 * What an act may move, by what it changed of a vendor's money (docs/domain/moving-money.md, What an act may move).
 * It is the one measure for all acts on a vendor other than charges, refunds and closed invoices.
 */
export const centsMoved = (before: MoneyState, after: MoneyState): Cents =>
  Math.abs(toCents(after.credit) - toCents(before.credit)) +
  billsOfYear * Math.abs(extrasOf(after) - extrasOf(before)) +
  planMoved(before, after) +
  codesMoved(before, after) +
  Math.max(dateMoved(before, after), statusMoved(before, after))

export const extrasOf = ({ terms }: MoneyState): Cents =>
  terms.extras.reduce((sum, { billing_extra_cost: cost }) => sum + toCents(cost), 0)
export const billDay = ({ terms, today }: MoneyState): string => terms.next_charge_date ?? today
const feeOn = ({ terms }: MoneyState, day: string): Cents => toCents(planOn(terms, day)?.monthly_fee ?? '0')

/** The largest change of any future bill, or of a year's bills if it has no price of the list. */
function planMoved(before: MoneyState, after: MoneyState): Cents {
  const planDays = [before, after].flatMap(({ terms: { custom } }) => [
    custom?.custom_billing_plan_start_tm ?? '',
    custom?.billing_plan_expiration_date ?? '',
  ])
  const changes = [billDay(after), ...planDays.filter((day) => day > after.today)].map((day) =>
    Math.abs(feeOn(after, day) - feeOn(before, day)),
  )
  return (
    Math.max(unlistedMoved(before, after), ...changes) +
    Math.abs(sumOf(after.terms.pending) - sumOf(before.terms.pending))
  )
}

/** A custom plan, or none, changes each bill as an extra or a code does. */
function unlistedMoved(before: MoneyState, after: MoneyState): Cents {
  let movedCents = 0
  for (let month = 0; month < billsOfYear; month++) {
    const day = addMonths(billDay(after), month)
    if (!hasListPrice(after, day)) movedCents += Math.abs(feeOn(after, day) - feeOn(before, day))
  }
  return movedCents
}
const hasListPrice = ({ terms }: MoneyState, day: string): boolean =>
  typeof planOn(terms, day)?.vendor_plan_type_id === 'number'

/** What codes take off the bills of a year; one that applies to nothing yet counts as if it did. */
function codesMoved(before: MoneyState, after: MoneyState): Cents {
  const ids = ({ terms }: MoneyState) => terms.promos.map((promo) => promo.promo_code_usage_id).join()
  if (ids(before) === ids(after)) return 0
  return Math.abs(takenInYear(after, after.terms.promos) - takenInYear(after, before.terms.promos))
}

function takenInYear(state: MoneyState, codes: VendorTerms['promos']): Cents {
  const anywhere = { for_plan: null, plan_only: null, for_supplier: null, for_market: null }
  let takenCents = 0
  for (let month = 0; month < billsOfYear; month++) {
    const day = addMonths(billDay(state), month)
    const promos = codes.map(({ bills_left, ...promo }) => ({
      ...promo,
      ...anywhere,
      bills_left: bills_left === null ? null : bills_left - month,
    }))
    for (const { amount } of promosTaken(
      feeOn(state, day) + extrasOf(state),
      planOn(state.terms, day),
      promos,
    ))
      takenCents += toCents(amount)
  }
  return takenCents
}

/** A month's bill, without what is billed once and before credit. */
const monthlyBill = ({ terms, frozenCount }: MoneyState, day: string): Cents =>
  toCents(billOn({ ...terms, items: [], credit_available: '0' }, day, frozenCount).total)

/** How many bills are lost when no more are made: a year's, if it is served all the same. */
const billsLost = ({ isServed }: MoneyState): number => (isServed ? billsOfYear : 1)

/** What is charged earlier or put off. */
function dateMoved(before: MoneyState, after: MoneyState): Cents {
  const { next_charge_date: from } = before.terms
  const { next_charge_date: to } = after.terms
  if (from === to) return 0
  if (to === null) return billsLost(after) * monthlyBill(before, billDay(before))
  if (from === null) return monthlyBill(after, to)
  // a day that has passed is due today
  const days = Math.abs(daysBetween(from < before.today ? before.today : from, to))
  const bills = Math.min(billsOfYear, Math.ceil(days / longestMonth))
  return bills * Math.max(monthlyBill(before, from), monthlyBill(after, to))
}

/** What isn't billed any more, or is billed again. */
function statusMoved(before: MoneyState, after: MoneyState): Cents {
  if (isActive(before) === isActive(after)) return 0
  if (before.terms.next_charge_date === null && after.terms.next_charge_date === null) return 0
  const bill = Math.max(monthlyBill(before, billDay(before)), monthlyBill(after, billDay(after)))
  return isActive(before) ? billsLost(after) * bill : bill
}
