import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseUnderWay } from '../facts.ts'
import { finishMoney } from '../intents/outcome.ts'
import { retryVendor } from './retry-invoices.ts'

/** Charges all open invoices of a vendor to its card now. */
export async function retryPayment(ctx: Ctx, { params: { vendor_id } }: Parsed<'retryPayment'>) {
  const intentIds = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseUnderWay(tx, vendor_id)
    const intents = await retryVendor(ctx, tx, vendor_id)
    if (intents.length === 0) throw conflict('No open invoice to charge')
    await logActivity({
      type: 'payment.retry',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: 'Card retried for open invoices',
    })
    return intents
  })
  return finishMoney(ctx, vendor_id, intentIds)
}
