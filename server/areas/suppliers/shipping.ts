import { messages } from '#contract/messages.ts'
import type { Parsed } from '#contract/index.ts'
import type { ShippingRow } from '#contract/suppliers/shipping.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { rowsOfSupplier } from './known-supplier.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** The order manager's names of a supplier: its own, and those that vendors gave it. */
export async function listOrderManagerSuppliers({ db }: Ctx, { params }: Parsed<'listOrderManagerSuppliers'>) {
  const { rows } = await sql<{ supplier_id: number; supplier_name: string; is_custom: boolean; mapped: number }>`
    select o.supplier_id, o.supplier_name, o.is_custom, (select count(*) from supplier_shipping s where s.supplier_id = o.supplier_id) as mapped
    from oim_supplier o where o.dropshipper_id = ${params.dropshipper_id} and o.delete_tm is null order by o.is_custom, o.supplier_id limit 200`.execute(db)
  return rowsOfSupplier(db, params.dropshipper_id, rows)
}

export async function listCarriers({ db }: Ctx) {
  const { rows } = await sql<{ carrier_id: number; carrier_name: string; methods: { shipping_id: number; method_name: string }[] }>`
    select c.carrier_id, c.carrier_name, jsonb_agg(jsonb_build_object('shipping_id', m.shipping_id, 'method_name', m.method_name) order by m.shipping_id) as methods
    from carrier c join shipping_method m using (carrier_id) group by c.carrier_id order by c.carrier_name limit 500`.execute(db)
  return rows
}

export const listShippingMethods = async ({ db }: Ctx, { params }: Parsed<'listShippingMethods'>) => {
  await supplierOf(db, params.supplier_id)
  return shippingRows(db, params.supplier_id)
}

async function shippingRows(db: Db, supplierId: number): Promise<ShippingRow[]> {
  const { rows } = await sql<ShippingRow>`
    select s.supplier_shipping_id, s.shipping_code, s.supplier_carrier_name, s.shipping_id, m.carrier_id, c.carrier_name, m.method_name
    from supplier_shipping s join shipping_method m using (shipping_id) join carrier c using (carrier_id) where s.supplier_id = ${supplierId} order by c.carrier_name, m.shipping_id limit 500`.execute(
    db,
  )
  return rows
}

async function supplierOf(db: Db | Tx, supplierId: number) {
  const supplier = await db
    .selectFrom('oim_supplier')
    .select(['supplier_id', 'dropshipper_id', 'supplier_name'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst()
  if (!supplier) throw notFound('order-manager supplier')
  return supplier
}

/** Maps a supplier's code to a carrier's method; a method is mapped once (document 2, section 5, Suppliers). */
export const addShippingMethod = (ctx: Ctx, { params, body }: Parsed<'addShippingMethod'>) =>
  write(ctx, async (tx, did) => {
    const supplier = await supplierOf(tx, params.supplier_id)
    const method = await tx
      .selectFrom('shipping_method')
      .innerJoin('carrier', 'carrier.carrier_id', 'shipping_method.carrier_id')
      .select(['shipping_id', 'method_name', 'carrier_name'])
      .where('shipping_id', '=', body.shipping_id)
      .where('carrier.carrier_id', '=', body.carrier_id)
      .executeTakeFirst()
    if (!method) throw invalid({ shipping_id: messages.shippingMethodNeeded }, messages.shippingMethodNeeded)
    const { shipping_code, supplier_carrier_name } = body
    const added = await tx
      .insertInto('supplier_shipping')
      .values({ supplier_id: supplier.supplier_id, shipping_code, supplier_carrier_name, shipping_id: method.shipping_id })
      .onConflict((c) => c.columns(['supplier_id', 'shipping_id']).doNothing())
      .returning('supplier_shipping_id')
      .executeTakeFirst()
    if (!added) throw conflict(messages.shippingMapped(method.carrier_name, method.method_name))
    await did({
      type: 'supplier.shipping',
      dropshipper_id: supplier.dropshipper_id,
      entity: 'oim_supplier',
      entity_id: supplier.supplier_id,
      message: `${shipping_code} (${supplier_carrier_name}) is ${method.carrier_name} ${method.method_name}`,
    })
    return shippingRows(tx, supplier.supplier_id)
  })

export const removeShippingMethod = (ctx: Ctx, { params }: Parsed<'removeShippingMethod'>) =>
  write(ctx, async (tx, did) => {
    const supplier = await supplierOf(tx, params.supplier_id)
    const [row] = (await shippingRows(tx, params.supplier_id)).filter((r) => r.supplier_shipping_id === params.supplier_shipping_id)
    if (!row) throw notFound('shipping method of this supplier')
    await tx.deleteFrom('supplier_shipping').where('supplier_shipping_id', '=', params.supplier_shipping_id).execute()
    await did({
      type: 'supplier.shipping',
      dropshipper_id: supplier.dropshipper_id,
      entity: 'oim_supplier',
      entity_id: supplier.supplier_id,
      message: `${row.carrier_name} ${row.method_name} (${row.shipping_code}) is mapped no longer`,
    })
  })
