import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireOrderManagerSupplier, shippingRows } from './shipping.ts'

/** Maps a supplier's code to a carrier's method; a method is mapped once. */
export const addShippingMethod = (ctx: Ctx, { params, body }: Parsed<'addShippingMethod'>) =>
  write(ctx, async (tx, logActivity) => {
    const { supplier_id, dropshipper_id } = await requireOrderManagerSupplier(tx, params.supplier_id)
    const method = await tx
      .selectFrom('shipping_method')
      .innerJoin('carrier', 'carrier.carrier_id', 'shipping_method.carrier_id')
      .select(['shipping_id', 'method_name', 'carrier_name'])
      .where('shipping_id', '=', body.shipping_id)
      .where('carrier.carrier_id', '=', body.carrier_id)
      .executeTakeFirst()
    if (!method) throw invalid({ shipping_id: messages.shippingMethodNeeded }, messages.shippingMethodNeeded)
    const { shipping_code, supplier_carrier_name } = body
    const newMethod = await tx
      .insertInto('supplier_shipping')
      .values({ supplier_id, shipping_code, supplier_carrier_name, shipping_id: method.shipping_id })
      .onConflict((c) => c.columns(['supplier_id', 'shipping_id']).doNothing())
      .returning('supplier_shipping_id')
      .executeTakeFirst()
    if (!newMethod) throw conflict(messages.shippingMapped(method.carrier_name, method.method_name))
    await logActivity({
      type: 'supplier.shipping',
      dropshipper_id,
      entity: 'oim_supplier',
      entity_id: supplier_id,
      message: `Shipping method mapped: ${shipping_code} (${supplier_carrier_name}) to ${method.carrier_name} ${method.method_name}`,
    })
    return shippingRows(tx, supplier_id)
  })
