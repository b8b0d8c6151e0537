import type { Parsed } from '#contract/index.ts'
import type { OrderManagerView } from '#contract/vendors/order-manager.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'

/** What the form of a vendor's order manager edits. */
export const editedOrderManager = (id: number): EditedRecord => ({
  entity: 'vendor',
  id,
  types: ['vendor.order_manager'],
})

export const getOrderManager = ({ db }: Ctx, { params }: Parsed<'getOrderManager'>) =>
  readOrderManager(db, params.vid)

/** A vendor's order manager, including its deleted parts (docs/domain/order-manager.md). */
export async function readOrderManager(db: Db, vendorId: number): Promise<OrderManagerView> {
  await requireVendor(db, vendorId)
  const version = await versionOf(db, editedOrderManager(vendorId))
  const { rows } = await sql<Omit<OrderManagerView, 'version'>>`
    select v.optimized_sync_oa,
      array(
        select to_jsonb(x)
        from (
          select ${supplierColumns}, u.delete_tm
          from vendor_order_supplier u
          join oim_supplier o using (supplier_id)
          left join dropshipper d using (dropshipper_id)
          where u.vendor_id = v.vendor_id
          order by lower(o.supplier_name), o.supplier_id
          limit 2000) x) as suppliers,
      array(
        select to_jsonb(x)
        from (
          select u.supplier_id, u.test_mode, o.configs,
            coalesce((
              select jsonb_object_agg(c.field_handle, c.value)
              from vendor_order_config c
              where (c.vendor_id, c.supplier_id) = (u.vendor_id, u.supplier_id) and c.value is not null
            ), '{}') as config_values,
            array(
              select c.field_handle
              from vendor_order_config c
              where (c.vendor_id, c.supplier_id) = (u.vendor_id, u.supplier_id) and c.secret is not null) as set
          from vendor_order_supplier u
          join oim_supplier o using (supplier_id)
          where u.vendor_id = v.vendor_id
          order by lower(o.supplier_name), o.supplier_id
          limit 2000) x) as active_suppliers,
      array(
        select to_jsonb(x)
        from (
          select ${supplierColumns}, o.configs
          from subscription s
          join dropshipper d using (dropshipper_id)
          join oim_supplier o using (dropshipper_id)
          where s.vendor_id = v.vendor_id
            and o.delete_tm is null
            and not exists (
              select from vendor_order_supplier u
              where (u.vendor_id, u.supplier_id) = (v.vendor_id, o.supplier_id))
          order by lower(o.supplier_name), o.supplier_id
          limit 2000) x) as available_suppliers,
      array(
        select to_jsonb(x) - 'vendor_id' - 'insert_tm'
        from (
          select * from order_channel c where c.vendor_id = v.vendor_id order by c.channel_id limit 200) x) as channels,
      array(
        select jsonb_build_object('supported_channel_id', m.market_id, 'name', m.market_name)
        from market m
        order by lower(m.market_name)
        limit 500) as supported_channels
    from vendor v
    where v.vendor_id = ${vendorId}`.execute(db)
  return { version, ...singleRow(rows) }
}

const supplierColumns = sql`o.supplier_id, o.supplier_name, o.dropshipper_id, o.is_custom,
  coalesce(d.supports_order_automation, false) as supports_order_automation,
  (select count(*) from supplier_shipping h where h.supplier_id = o.supplier_id) as shipping_methods`
