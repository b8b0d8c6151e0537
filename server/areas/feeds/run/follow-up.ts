import { queueImageCheck, queueIndexSync } from '#server/areas/products/public.ts'
import { markStoresBehind, markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { queueVariantMapping } from '#server/areas/variants/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Queues what follows a change of a supplier's catalogue, in the same transaction: search index, images, variants
 * and stores; for a custom feed, the search index and its vendor's stores. A job that is already queued will see
 * the change.
 */
export async function followUp(
  services: Services,
  tx: Tx,
  feed: { dropshipper_id: number; vendor_id: number | null },
): Promise<void> {
  const supplier = await tx
    .selectFrom('dropshipper')
    .select(['dropshipper_id', 'supplier_name', 'automated_variant_mapping'])
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .executeTakeFirstOrThrow()
  await queueIndexSync(services, tx, supplier, 'schedule')
  if (feed.vendor_id !== null) {
    await markStoresOfVendorBehind(tx, feed.vendor_id, [feed.dropshipper_id])
    return
  }
  await queueImageCheck(services, tx, supplier, 'schedule')
  if (supplier.automated_variant_mapping) await queueVariantMapping(services, tx, supplier, 'schedule')
  await markStoresBehind(tx, feed.dropshipper_id)
}
