import type { Parsed } from '#contract/index.ts'
import type { OrderManagerSupplier, ShippingRow } from '#contract/suppliers/shipping.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionColumn } from '#server/platform/database/versions.ts'
import { editedConfigs } from './save-order-configs.ts'
import { rowsOfSupplier } from '#server/areas/supplier-record/public.ts'

/** A supplier's names in the order manager: its own, and those that vendors gave it. */
export async function listOrderManagerSuppliers(
  { db }: Ctx,
  { params }: Parsed<'listOrderManagerSuppliers'>,
): Promise<OrderManagerSupplier[]> {
  const { rows } = await sql<OrderManagerSupplier>`
    select o.supplier_id, o.supplier_name, o.is_custom, ${versionColumn(editedConfigs(0), 'o.supplier_id')} as version,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('field_handle', f->'field_handle', 'field_name', f->'field_name',
            'field_data_type', f->'field_data_type', 'required', f->'required',
            'hint', f->'field_data_options'->'text')), '[]')
        from jsonb_array_elements(o.configs) f
      ) as configs,
      (select count(*) from supplier_shipping s where s.supplier_id = o.supplier_id) as mapped
    from oim_supplier o
    where o.dropshipper_id = ${params.dropshipper_id}
      and o.delete_tm is null
    order by o.is_custom, o.supplier_id
    limit 200`.execute(db)
  return rowsOfSupplier(db, params.dropshipper_id, rows)
}

interface Carrier {
  carrier_id: number
  carrier_name: string
  methods: { shipping_id: number; method_name: string }[]
}

export async function listCarriers({ db }: Ctx): Promise<Carrier[]> {
  const { rows } = await sql<Carrier>`
    select c.carrier_id, c.carrier_name,
      jsonb_agg(jsonb_build_object('shipping_id', m.shipping_id, 'method_name', m.method_name)
        order by m.shipping_id) as methods
    from carrier c
    join shipping_method m using (carrier_id)
    group by c.carrier_id
    order by c.carrier_name
    limit 500`.execute(db)
  return rows
}

export async function listShippingMethods({ db }: Ctx, { params }: Parsed<'listShippingMethods'>) {
  await requireOrderManagerSupplier(db, params.supplier_id)
  return shippingRows(db, params.supplier_id)
}

export async function shippingRows(db: Db, supplierId: number): Promise<ShippingRow[]> {
  const { rows } = await sql<ShippingRow>`
    select s.supplier_shipping_id, s.shipping_code, s.supplier_carrier_name, s.shipping_id,
      m.carrier_id, c.carrier_name, m.method_name
    from supplier_shipping s
    join shipping_method m using (shipping_id)
    join carrier c using (carrier_id)
    where s.supplier_id = ${supplierId}
    order by c.carrier_name, m.shipping_id
    limit 500`.execute(db)
  return rows
}

export async function requireOrderManagerSupplier(db: Db, supplierId: number) {
  const supplier = await db
    .selectFrom('oim_supplier')
    .select(['supplier_id', 'dropshipper_id', 'supplier_name'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst()
  if (!supplier) throw notFound('order-manager supplier')
  return supplier
}
