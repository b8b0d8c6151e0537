import { dayOf } from '#contract/billing/days.ts'
import { many } from '#contract/words.ts'
import type { Parsed } from '#contract/index.ts'
import { endAllSubscriptions } from '#server/areas/subscriptions/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { isCancelEligible } from '../facts.ts'

/** Ends all subscriptions of a fully refunded vendor at once, and charges nothing more. */
export const cancelAfterRefund = (ctx: Ctx, { params: { vendor_id } }: Parsed<'cancelAfterRefund'>) =>
  write(ctx, async (tx, logActivity) => {
    const before = await lockVendor(ctx, tx, vendor_id)
    if (!(await isCancelEligible(tx, vendor_id, dayOf(ctx.clock.now()))))
      throw conflict('Refund the current period and settle open invoices and pending payments first')
    const endedCount = await endAllSubscriptions(tx, ctx, vendor_id)
    await tx
      .updateTable('vendor')
      .set({ next_charge_date: null, billing_anchor: null })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await logActivity({
      type: 'payment.cancel',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Canceled after a refund: ${many(endedCount, 'subscription')} ended, next charge cleared`,
      changes: differences({ next_charge_date: before.next_charge_date }, { next_charge_date: null }),
    })
  })
