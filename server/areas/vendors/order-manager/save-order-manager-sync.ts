import type { Parsed } from '#contract/index.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { readOrderManager } from './order-manager.ts'

/** Turns a vendor's optimized sync on or off: the same setting as in its basic info. */
export async function saveOrderManagerSync(
  ctx: Ctx,
  { params: { vid }, body: { optimized_sync_oa } }: Parsed<'saveOrderManagerSync'>,
) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const before = await tx
      .selectFrom('vendor')
      .select('optimized_sync_oa')
      .where('vendor_id', '=', vid)
      .executeTakeFirstOrThrow()
    const changes = differences(before, { optimized_sync_oa })
    if (!changes) return
    await tx.updateTable('vendor').set({ optimized_sync_oa }).where('vendor_id', '=', vid).execute()
    await logActivity({
      type: 'vendor.save',
      vendor_id: vid,
      entity: 'vendor',
      entity_id: vid,
      message: `Optimized sync turned ${optimized_sync_oa ? 'on' : 'off'}`,
      changes,
    })
  })
  return readOrderManager(ctx.db, vid)
}
