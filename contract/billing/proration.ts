import { dayText } from '../formats.ts'
import { many } from '../words.ts'
import type { BillItem, BillTerms, PlanFee } from './bill.ts'
import { fromCents, toCents, type Cents } from './cents.ts'
import { daysBetween, shareOf } from './days.ts'

/** A billed period. */
export interface BilledPeriod {
  starts: string
  ends: string
  /** null: no plan was billed. */
  plan_name: string | null
  plan_fee: string
  /** What was billed besides the plan, net of promo codes. */
  beside: string
  /** A manual charge paid for it. */
  by_hand: boolean
  invoice_id: number
  /** What was billed for its days, less refunds and disputes. */
  kept: string
}
/** An item for the next bill, with the invoice whose days it settles and what is kept of that invoice. */
export interface PendingItem extends BillItem {
  of_invoice: number | null
  kept: string | null
}

/**
 * The price difference of a plan changed mid-period, for the remaining days out of the whole period, compared
 * with what was really billed (docs/domain/bills.md, Plan changes). null: nothing to settle.
 */
export function prorate(
  periods: readonly BilledPeriod[],
  next: PlanFee | null,
  today: string,
): PendingItem | null {
  const period = periods.find((billedPeriod) => isOfPlan(billedPeriod, today))
  if (!period) return null
  const days = daysBetween(today, period.ends)
  const difference = toCents(next?.monthly_fee ?? '0') - toCents(period.plan_fee)
  const cents = shareOf(difference, days, daysBetween(period.starts, period.ends))
  if (cents === 0) return null
  return {
    kind: 'proration',
    text: `${next?.name ?? 'No plan'} instead of ${period.plan_name}, ${many(days, 'day')} until ${dayText(period.ends)}`,
    amount: fromCents(cents),
    of_invoice: period.invoice_id,
    kept: period.kept,
  }
}
const isOfPlan = ({ plan_name, starts, ends }: BilledPeriod, day: string) =>
  plan_name !== null && starts <= day && day < ends

/** The billed periods after another plan is settled on a day. */
export const withPlanSettled = (
  periods: readonly BilledPeriod[],
  next: PlanFee | null,
  day: string,
): BilledPeriod[] =>
  periods.map((period) =>
    isOfPlan(period, day)
      ? { ...period, plan_name: next?.name ?? 'No plan', plan_fee: next?.monthly_fee ?? '0' }
      : period,
  )
export const samePlan = (a: PlanFee | null, b: PlanFee | null): boolean =>
  a?.name === b?.name && a?.monthly_fee === b?.monthly_fee

/** The one-time items of the next bill: pending ones, and credits for days it comes before. */
export function listBillItems(
  charge: string | null,
  pending: readonly PendingItem[],
  periods: readonly BilledPeriod[],
): BillItem[] {
  return [...pending, ...computeItems(charge, pending, periods)].map(withoutSource)
}
/** The computed items, which aren't stored until they are billed. */
export const computeItems = (
  charge: string | null,
  pending: readonly PendingItem[],
  periods: readonly BilledPeriod[],
): PendingItem[] => [
  ...correctCredits(pending),
  ...(charge === null ? [] : unusedDays(periods, charge, pending)),
]
const withoutSource = ({ of_invoice: _of, kept: _kept, ...item }: PendingItem): BillItem => item

/**
 * Credits the unused days when a charge comes before the paid period ends, up to what is kept of its invoice
 * less pending items of it.
 */
export function unusedDays(
  periods: readonly BilledPeriod[],
  charge: string,
  pending: readonly PendingItem[],
): PendingItem[] {
  const period = periods.find(({ starts, ends }) => starts < charge && charge < ends)
  if (!period) return []
  const {
    starts,
    ends,
    plan_name,
    plan_fee,
    beside: besideFee,
    by_hand,
    invoice_id: of_invoice,
    kept: keptAmount,
  } = period
  const days = daysBetween(charge, ends)
  let leftCents = Math.max(
    0,
    toCents(keptAmount) + sumOf(pending.filter((item) => item.of_invoice === of_invoice)),
  )
  const fees = [
    [plan_name ?? 'Plan', plan_fee],
    [by_hand ? 'Manual charge' : 'Extras and paused suppliers', besideFee],
  ] as const
  return fees.flatMap(([label, fee]): PendingItem[] => {
    const cents = Math.min(leftCents, shareOf(toCents(fee), days, daysBetween(starts, ends)))
    leftCents -= cents
    if (cents <= 0) return []
    const text = `${label}, ${many(days, 'unused day')} until ${dayText(ends)}`
    return [{ kind: 'proration', text, amount: fromCents(-cents), of_invoice, kept: keptAmount }]
  })
}

/** Corrects items so that no more is credited for an invoice's days than is kept of it. */
function correctCredits(pending: readonly PendingItem[]): PendingItem[] {
  const itemsByInvoice = Map.groupBy(
    pending.filter((item) => item.of_invoice !== null),
    (item) => item.of_invoice,
  )
  return [...itemsByInvoice].flatMap(([of_invoice, items]): PendingItem[] => {
    const keptAmount = items[0]?.kept ?? '0'
    const twice = -sumOf(items) - Math.max(0, toCents(keptAmount))
    const text = 'Less amounts already refunded, disputed or written off'
    return twice > 0
      ? [{ kind: 'proration', text, amount: fromCents(twice), of_invoice, kept: keptAmount }]
      : []
  })
}
export const sumOf = (items: readonly BillItem[]): Cents =>
  items.reduce((sum, { amount }) => sum + toCents(amount), 0)

/** How an act of money changes the terms of the next bill. */
export interface MoneyMove {
  /** How much more or less is kept of an invoice. */
  kept?: { invoice_id: number | null; cents: Cents }
  credit?: Cents
  /** A manual charge pays these days; days paid twice are credited on the bill that follows. */
  stands?: { starts: string; ends: string } | null
  /** The new date of the next charge. */
  comes?: string | null
}
interface MovedTerms extends Pick<BillTerms, 'items' | 'credit_available'> {
  next_charge_date: string | null
  pending: PendingItem[]
  periods: BilledPeriod[]
}
/** The terms of the next bill after money has moved. */
export function afterMoney<Terms extends MovedTerms>(
  terms: Terms,
  { kept: keptMove, credit, stands, comes = terms.next_charge_date }: MoneyMove,
): Terms {
  const keptAfter = (invoiceId: number | null, amount: string) =>
    keptMove && invoiceId === keptMove.invoice_id ? fromCents(toCents(amount) + keptMove.cents) : amount
  const periods = terms.periods.map((period) => ({
    ...period,
    kept: keptAfter(period.invoice_id, period.kept),
  }))
  const waits = terms.pending.map((item) => ({
    ...item,
    kept: item.kept && keptAfter(item.of_invoice, item.kept),
  }))
  const pending = stands ? [...waits, ...unusedDays(periods, stands.starts, waits)] : waits
  const next_charge_date = stands ? stands.ends : comes
  return {
    ...terms,
    next_charge_date,
    pending,
    periods,
    credit_available: fromCents(toCents(terms.credit_available) + (credit ?? 0)),
    items: listBillItems(next_charge_date, pending, periods),
  }
}
