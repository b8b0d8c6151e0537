import { planOn, type PlanFee } from '#contract/billing/bill.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { withPlanSettled, prorate, samePlan, sumOf, type PendingItem } from '#contract/billing/proration.ts'
import { money } from '#contract/formats.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Clock } from '#server/platform/services.ts'
import { billTerms } from './terms.ts'

/** The plan in effect today, to be read before a vendor's plan is changed. */
export const planToday = async (tx: Tx, clock: Clock, vendorId: number): Promise<PlanFee | null> =>
  planOn(await billTerms(tx, clock, vendorId), dayOf(clock.now()))

/**
 * Adds the price difference of a changed plan for the days already paid to the next bill (docs/domain/bills.md, Plan changes). Returns the text about it for the log.
 *
 * @param before the plan in effect before the change
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
  await addBillItem(tx, clock, vendor_id, item)
  const changedPeriods = withPlanSettled(terms.periods, next, today).filter(
    (period) => !terms.periods.includes(period),
  )
  for (const { starts, plan_name, plan_fee } of changedPeriods)
    await tx
      .updateTable('billing_period')
      .set({ plan_name, plan_fee })
      .where('vendor_id', '=', vendor_id)
      .where('starts', '=', starts)
      .execute()
  const movedCents = sumOf((await billTerms(tx, clock, vendor_id)).items) - sumOf(terms.items)
  return movedCents === 0 ? '' : `; on the next bill: ${money(fromCents(movedCents))}`
}

/** Adds a one-time item to a vendor's next bill. */
export const addBillItem = (tx: Tx, clock: Clock, vendor_id: number, item: PendingItem) => {
  const { kind, text, amount, of_invoice } = item
  const insert_tm = new Date(clock.now()).toISOString()
  return tx.insertInto('bill_item').values({ vendor_id, kind, text, amount, of_invoice, insert_tm }).execute()
}
