import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import type { PromoCodeDetails } from '#contract/promo-codes/promo-codes.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { billsOfYear } from '#server/areas/billing/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Clock } from '#server/platform/services.ts'

/** A code without a limit counts as given to all Active vendors, and to at least so many. */
export const leastVendors = 100

const scope = ['billing_plan_id', 'plan_only', 'dropshipper_id', 'market_id'] as const

/** What a new or changed code may take off bills in a year (docs/domain/moving-money.md, What an act may move). */
export async function codeMoved(
  tx: Tx,
  clock: Clock,
  { id, before, after }: { id: number | null; before: PromoCodeDetails | null; after: PromoCodeDetails },
) {
  const today = dayOf(clock.now())
  const [from, to] = [
    before === null ? 0 : await takenInYear(tx, id, before, today),
    await takenInYear(tx, id, after, today),
  ]
  const isElsewhere = before !== null && scope.some((field) => before[field] !== after[field])
  return {
    // for other plans, suppliers or markets it is another code
    amount: isElsewhere ? Math.max(from, to) : Math.abs(to - from),
    changes: [{ name: 'Largest discount in a year', from: money(fromCents(from)), to: money(fromCents(to)) }],
  }
}

/** The most that a code can take in a year: from the highest bill it applies to, for all who can have it. */
async function takenInYear(tx: Tx, id: number | null, code: PromoCodeDetails, today: string): Promise<Cents> {
  const { rows } = await sql<{ fee: string; vendors: number; users: number }>`
    select (
        select coalesce(max(fee), 0)::text
        from (
          select monthly_fee as fee
          from plan_type
          where vendor_plan_type_id = coalesce(${code.billing_plan_id}::int, vendor_plan_type_id)
            and (${code.plan_only}::text is null or families @> array[${code.plan_only}::text])
          union all
          select monthly_fee
          from billing_plan
          where ${code.billing_plan_id}::int is null and ${code.plan_only}::text is null) fees) as fee,
      (select count(*)::int from vendor where vendor_status_id = ${sql.lit(vendorStatus.active)} and not is_staff) as vendors,
      (
        select count(*)::int
        from promo_code_usage
        where promo_code_id = ${id}::int and removed_tm is null) as users`.execute(tx)
  const { fee, vendors, users } = singleRow(rows)
  const perBill = code.percentage_based
    ? Math.round((toCents(fee) * Number(code.discount)) / 100)
    : toCents(code.discount)
  const bills = code.is_recurring ? Math.min(billsOfYear, code.recurring_billing_cycles ?? billsOfYear) : 1
  const isOver = code.ends_on !== null && code.ends_on < today
  const most = code.usage_limit ?? Math.max(leastVendors, vendors)
  return perBill * bills * (isOver ? users : Math.max(users, most))
}
