import type { Parsed } from '#contract/index.ts'
import type { RenewalStep } from '#contract/payments/books.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Services } from '#server/platform/services.ts'
import { refuseStopped } from '../brake/decide-run.ts'
import { delistingsDue } from './delist-suspended.ts'
import { billsDue } from './issue-renewals.ts'
import { retriesDue } from './retry-invoices.ts'
import { runVendorTurn } from './renewal-steps.ts'
import { subscriptionsDue } from './settle-subscriptions.ts'

type Turn = (services: Services, vendorId: number) => ReturnType<typeof runVendorTurn>
const turns: Record<RenewalStep, Turn> = {
  settle: (services, id) => runVendorTurn(services, subscriptionsDue(services), id),
  bill: (services, id) => runVendorTurn(services, billsDue(services), id),
  retry: (services, id) => runVendorTurn(services, retriesDue(services), id),
  delist: (services, id) => runVendorTurn(services, delistingsDue(services), id),
}

/** Runs the failed step of a vendor that is set aside now, with the renewals' own code. */
export async function retryRenewal(ctx: Ctx, { body }: Parsed<'retryRenewal'>) {
  const { vendor_id, step } = body
  if (step !== 'settle') await refuseStopped(ctx.db)
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    const { numUpdatedRows } = await tx
      .updateTable('renewal_trouble')
      .set({ next_try_tm: new Date(ctx.clock.now()).toISOString() })
      .where('vendor_id', '=', vendor_id)
      .where('step', '=', step)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('failed renewal')
    await logActivity({
      type: 'payment.again',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: 'Failed renewal retried',
    })
  })
  return { state: await turns[step](ctx, vendor_id) }
}
