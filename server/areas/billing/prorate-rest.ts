import { planOn, type PlanFee } from '#contract/billing/bill.ts'
import { dayOf } from '#contract/billing/days.ts'
import { prorate, samePlan } from '#contract/billing/proration.ts'
import { money } from '#contract/formats.ts'
import type { Tx } from '#server/platform/db.ts'
import type { Clock } from '#server/platform/services.ts'
import { billTerms } from './terms.ts'

/** The plan that counts today: whoever changes a vendor's plan reads it before. */
export const planToday = async (tx: Tx, clock: Clock, vendorId: number): Promise<PlanFee | null> =>
  planOn(await billTerms(tx, vendorId), dayOf(clock.now()))

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
  const terms = await billTerms(tx, vendor_id)
  const today = dayOf(clock.now())
  const next = planOn(terms, today)
  const item = samePlan(before, next) ? null : prorate(terms.period, next, today)
  if (!item) return ''
  await tx
    .insertInto('bill_item')
    .values({
      vendor_id,
      ...item,
      of_invoice: terms.period!.invoice_id,
      insert_tm: new Date(clock.now()).toISOString(),
    })
    .execute()
  await tx
    .updateTable('billing_period')
    .set({ plan_name: next?.name ?? 'No plan', plan_fee: next?.monthly_fee ?? '0' })
    .where('vendor_id', '=', vendor_id)
    .where('starts', '=', terms.period!.starts)
    .execute()
  return `; on the next bill: ${money(item.amount)}`
}
