import { planOn, type PlanFee } from '#contract/billing/bill.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { periodsWith, prorate, samePlan, sumOf, type PendingItem } from '#contract/billing/proration.ts'
import { money } from '#contract/formats.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Clock } from '#server/platform/services.ts'
import { billTerms } from './terms.ts'

/** The plan that counts today: whoever changes a vendor's plan reads it before. */
export const planToday = async (tx: Tx, clock: Clock, vendorId: number): Promise<PlanFee | null> =>
  planOn(await billTerms(tx, clock, vendorId), dayOf(clock.now()))

/**
 * Puts on the next bill what another plan makes of the days that are paid for (docs/domain.md, The next bill).
 * Answers what the log says of that, after what was changed.
 *
 * @param before the plan that counted before the change
 */
export async function prorateRest(
  tx: Tx,
  clock: Clock,
  vendor_id: number,
  before: PlanFee | null,
): Promise<string> {
  const terms = await billTerms(tx, clock, vendor_id)
  const today = dayOf(clock.now())
  const next = planOn(terms, today)
  const item = samePlan(before, next) ? null : prorate(terms.periods, next, today)
  if (!item) return ''
  await keepForBill(tx, clock, vendor_id, item)
  const settled = periodsWith(terms.periods, next, today).filter((one) => !terms.periods.includes(one))
  for (const { starts, plan_name, plan_fee } of settled)
    await tx
      .updateTable('billing_period')
      .set({ plan_name, plan_fee })
      .where('vendor_id', '=', vendor_id)
      .where('starts', '=', starts)
      .execute()
  const moved = sumOf((await billTerms(tx, clock, vendor_id)).items) - sumOf(terms.items)
  return moved === 0 ? '' : `; on the next bill: ${money(fromCents(moved))}`
}

/** Puts on a vendor's next bill what is on that one alone. */
export const keepForBill = (tx: Tx, clock: Clock, vendor_id: number, item: PendingItem) => {
  const { kind, text, amount, of_invoice } = item
  const insert_tm = new Date(clock.now()).toISOString()
  return tx.insertInto('bill_item').values({ vendor_id, kind, text, amount, of_invoice, insert_tm }).execute()
}
