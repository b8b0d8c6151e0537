import type { RequestOf } from '#contract/approvals/approvals.ts'
import { dayOf } from '#contract/billing/days.ts'
import { many } from '#contract/words.ts'
import type { Parsed } from '#contract/index.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { vendorAct } from '#server/areas/billing/public.ts'
import { endAllSubscriptions } from '#server/areas/subscriptions/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { differences, type Ctx } from '#server/platform/services.ts'
import { isCancelEligible } from '../facts.ts'

export const cancelAfterRefundAct = vendorAct<RequestOf<'cancel_after_refund'>>({
  act: 'cancel_after_refund',
  async perform({ ctx, tx, logActivity, vendor_id }) {
    const { next_charge_date } = await tx
      .selectFrom('vendor')
      .select('next_charge_date')
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    if (!(await isCancelEligible(tx, vendor_id, dayOf(ctx.clock.now()))))
      throw conflict('Refund the current period and settle open invoices and pending payments first')
    const endedCount = await endAllSubscriptions(tx, ctx, vendor_id)
    await tx
      .updateTable('vendor')
      .set({ next_charge_date: null, billing_anchor: null })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const text = `${many(endedCount, 'subscription')} ended, next charge cleared`
    await logActivity({
      type: 'payment.cancel',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Canceled after a refund: ${text}`,
      changes: differences({ next_charge_date }, { next_charge_date: null }),
    })
    return text
  },
})

/** Ends all subscriptions of a fully refunded vendor at once, and charges nothing more. */
export async function cancelAfterRefund(ctx: Ctx, { params: { vendor_id } }: Parsed<'cancelAfterRefund'>) {
  return { waiting: await carryOut(ctx, cancelAfterRefundAct, { vendor_id }) }
}
