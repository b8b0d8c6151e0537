import { dayText } from '../formats.ts'
import { many } from '../words.ts'
import type { BillItem, PlanFee } from './bill.ts'
import { fromCents, toCents } from './cents.ts'
import { daysBetween, shareOf } from './days.ts'

/** What was billed last, and until when it is paid for. */
export interface BilledPeriod {
  starts: string
  ends: string
  /** null: it was no plan's. */
  plan_name: string | null
  plan_fee: string
  /** What was given back of its bill: no days of that come off another. */
  given_back: string
}
/** Days that aren't used, below nothing, give back no more than is kept of what they cost. */
export const keptOf = ({ plan_fee, given_back }: BilledPeriod, cents: number): number =>
  Math.max(cents, Math.min(0, toCents(given_back) - toCents(plan_fee)))

/**
 * A plan changed in the middle of what was billed: the difference for the days that are left, by day over
 * the whole period, from what was really billed (docs/domain.md, The next bill). null: nothing to settle.
 */
export function prorate(period: BilledPeriod | null, next: PlanFee | null, today: string): BillItem | null {
  if (!period || period.plan_name === null || today < period.starts || today >= period.ends) return null
  const days = daysBetween(today, period.ends)
  const difference = toCents(next?.monthly_fee ?? '0') - toCents(period.plan_fee)
  const cents = keptOf(period, shareOf(difference, days, daysBetween(period.starts, period.ends)))
  if (cents === 0) return null
  return {
    kind: 'proration',
    text: `${next?.name ?? 'No plan'} in place of ${period.plan_name}, ${many(days, 'day')} until ${dayText(period.ends)}`,
    amount: fromCents(cents),
  }
}
export const samePlan = (a: PlanFee | null, b: PlanFee | null): boolean =>
  a?.name === b?.name && a?.monthly_fee === b?.monthly_fee
