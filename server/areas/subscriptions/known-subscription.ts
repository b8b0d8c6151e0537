import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

export interface KnownSubscription {
  vendor_supplier_id: number
  vendor_id: number
  dropshipper_id: number
  dropshipper_name: string
}
type SubscriptionKey = { vendor_supplier_id: number } | { vendor_id: number; did: number }

/** Throws if there is no such subscription. */
export async function knownSubscription(db: Db, key: SubscriptionKey): Promise<KnownSubscription> {
  const { rows } = await sql<KnownSubscription>`
    select s.vendor_supplier_id, s.vendor_id, s.dropshipper_id, d.supplier_name as dropshipper_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where ${
      'did' in key
        ? sql`s.vendor_id = ${key.vendor_id} and s.dropshipper_id = ${key.did}`
        : sql`s.vendor_supplier_id = ${key.vendor_supplier_id}`
    }`.execute(db)
  if (!rows[0]) throw notFound('subscription')
  return rows[0]
}
/**
 * The same, with its vendor and then its supplier locked until the write ends, in the order in which every
 * write of subscriptions locks them.
 */
export async function lockSubscription(ctx: Ctx, tx: Tx, key: SubscriptionKey): Promise<KnownSubscription> {
  const { vendor_id, dropshipper_id } = await knownSubscription(tx, key)
  await lockVendor(ctx, tx, vendor_id)
  await holdSupplier(tx, dropshipper_id)
  return knownSubscription(tx, key)
}

/** Locks a supplier as it is until the write ends: its browsing, locations and fields. */
export async function holdSupplier(tx: Tx, id: number): Promise<void> {
  const subscription = await tx
    .selectFrom('dropshipper')
    .select('dropshipper_id')
    .where('dropshipper_id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!subscription) throw notFound('supplier')
}
