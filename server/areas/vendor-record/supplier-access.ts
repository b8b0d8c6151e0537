import type { RawBuilder } from 'kysely'
import { productRefusal, type ProductAccess } from '#contract/subscriptions/restricted-access.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * Columns that decide whether a vendor may have supplier `d`'s products, in addition to how the supplier
 * may be browsed.
 * @param vendorId or the column that has it
 */
export const accessColumns = (vendorId: number | RawBuilder<unknown>) => sql`
  exists (
    select
    from restricted_access r
    where r.vendor_id = ${vendorId} and r.dropshipper_id = d.dropshipper_id
  ) as granted,
  exists (
    select
    from vendor_custom_feed f
    where f.vendor_id = ${vendorId}
      and f.dropshipper_id = d.dropshipper_id
      and f.active
      and f.dynamic_restricted_access
  ) as dynamic`

/** Suppliers that a vendor subscribes to without access to their products. */
export async function suppliersClosedTo(db: Db, vendorId: number): Promise<number[]> {
  const { rows } = await sql<ProductAccess & { dropshipper_id: number }>`
    select d.dropshipper_id, d.allow_browse, ${accessColumns(vendorId)}
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vendorId}
    limit 2000`.execute(db)
  return rows.filter((row) => productRefusal(row) !== undefined).map((row) => row.dropshipper_id)
}
