import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'
import { isUnanswered } from './requests/open-requests.ts'
import { holdSupplier } from './known-subscription.ts'
import { candidates, whyNotAdded } from './suppliers-to-add.ts'

/**
 * Subscribes a vendor to a supplier; the vendor's plan and integrations decide what that costs and sends.
 */
export const addSubscription = (
  ctx: Ctx,
  { params: { vendor_id, did: supplierId } }: Parsed<'addSubscription'>,
) =>
  write(ctx, (tx, logActivity) =>
    subscribeVendor(ctx, tx, logActivity, { vendor_id, dropshipper_id: supplierId }),
  )

/** The same as a part of another act. */
export async function subscribeVendor(
  ctx: Ctx,
  tx: Tx,
  logActivity: (activity: Activity) => Promise<void>,
  { vendor_id, dropshipper_id: supplierId }: { vendor_id: number; dropshipper_id: number },
) {
  const vendor = await lockVendor(ctx, tx, vendor_id)
  await holdSupplier(tx, supplierId)
  const [candidate] = await candidates(tx, vendor_id, sql`d.dropshipper_id = ${supplierId}`)
  const supplier = present(candidate, `Supplier ${supplierId}`)
  const refusal = whyNotAdded(vendor, supplier)
  if (refusal !== undefined) throw invalid({ dropshipper_id: refusal }, refusal)
  const { vendor_supplier_id } = await tx
    .insertInto('subscription')
    .values({ vendor_id, dropshipper_id: supplierId })
    .returning('vendor_supplier_id')
    .executeTakeFirstOrThrow()
  // integrations that had lost their subscription are active again with this one
  await sql`
      update vendor_market_map
      set is_cancel_pending = false, is_pause_pending = false, paused_at = null, last_modified_tm = now()
      where vendor_id = ${vendor_id} and dropshipper_id = ${supplierId}
        and (is_cancel_pending or is_pause_pending or paused_at is not null)`.execute(tx)
  await markStoresOfVendorBehind(tx, vendor_id, [supplierId])
  await sql`
    update customer_request r
    set answered_tm = ${new Date(ctx.clock.now()).toISOString()}, answered_by_name = ${ctx.who.name}, accepted = true
    where r.vendor_id = ${vendor_id} and r.dropshipper_id = ${supplierId} and ${isUnanswered}`.execute(tx)
  await logActivity({
    type: 'subscription.add',
    vendor_id,
    dropshipper_id: supplierId,
    entity: 'vendor',
    entity_id: vendor_id,
    message: `Subscription added: ${supplier.dropshipper_name}`,
    changes: { [supplier.dropshipper_name]: { from: null, to: 'Active' } },
  })
  return { vendor_supplier_id }
}
