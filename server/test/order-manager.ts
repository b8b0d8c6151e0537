import { makeFeed, type Harness } from './harness.ts'

/** Subscribes a vendor to a new supplier that the order manager supports with the fields `configs`. */
export async function subscribeOrdering(h: Harness, vendor_id: number, configs: object[] = []) {
  const { dropshipper_id } = await makeFeed(h)
  const { db } = h.services
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  return db
    .insertInto('oim_supplier')
    .values({
      dropshipper_id,
      supplier_name: `Harbor ${dropshipper_id}`,
      configs: JSON.stringify(configs),
    })
    .returning(['supplier_id', 'supplier_name', 'dropshipper_id'])
    .executeTakeFirstOrThrow()
}
