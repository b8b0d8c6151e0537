import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendors/public.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { candidates, whyNotAdded } from './suppliers-to-add.ts'

/** Subscribes a vendor to a supplier; what it costs and sends is said by its plan and its integrations. */
export const addSubscription = (ctx: Ctx, { params: { vendor_id, did } }: Parsed<'addSubscription'>) =>
  write(ctx, async (tx, logActivity) => {
    const vendor = await lockVendor(tx, vendor_id)
    await holdSupplier(tx, did)
    const [supplier] = await candidates(tx, vendor_id, sql`d.dropshipper_id = ${did}`)
    const refused = whyNotAdded(vendor, supplier!)
    if (refused !== undefined) throw invalid({ dropshipper_id: refused }, refused)
    const { vendor_supplier_id } = await tx
      .insertInto('subscription')
      .values({ vendor_id, dropshipper_id: did })
      .returning('vendor_supplier_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'subscription.add',
      vendor_id,
      dropshipper_id: did,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Subscription added: ${supplier!.dropshipper_name}`,
      changes: { [supplier!.dropshipper_name]: { from: null, to: 'Active' } },
    })
    return { vendor_supplier_id }
  })

/** As it is browsed now it stays until the write ends. */
async function holdSupplier(tx: Tx, id: number): Promise<void> {
  const found = await tx
    .selectFrom('dropshipper')
    .select('dropshipper_id')
    .where('dropshipper_id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!found) throw notFound('supplier')
}
