import type { Parsed } from '#contract/index.ts'
import type { OrderSupplier } from '#contract/vendors/order-manager.ts'
import { sql } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The order manager's entries of the suppliers that a vendor is subscribed to. */
export async function getOrderManager({ db }: Ctx, { params }: Parsed<'getOrderManager'>) {
  const vendor = await db
    .selectFrom('vendor')
    .select('optimized_sync_oa')
    .where('vendor_id', '=', params.vid)
    .where('is_staff', '=', false)
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  const { rows } = await sql<OrderSupplier>`
    select o.supplier_id, o.supplier_name, o.dropshipper_id, o.is_custom, d.supports_order_automation,
      (select count(*) from supplier_shipping h where h.supplier_id = o.supplier_id) as shipping_methods
    from subscription s
    join dropshipper d using (dropshipper_id)
    join oim_supplier o using (dropshipper_id)
    where s.vendor_id = ${params.vid}
    order by lower(o.supplier_name), o.supplier_id
    limit 2000`.execute(db)
  return { ...vendor, suppliers: rows }
}
