import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireOrderManagerSupplier, shippingRows } from './shipping.ts'

export const removeShippingMethod = (ctx: Ctx, { params }: Parsed<'removeShippingMethod'>) =>
  write(ctx, async (tx, logActivity) => {
    const { supplier_id, dropshipper_id } = await requireOrderManagerSupplier(tx, params.supplier_id)
    const { supplier_shipping_id } = params
    const rows = await shippingRows(tx, supplier_id)
    const row = rows.find((r) => r.supplier_shipping_id === supplier_shipping_id)
    if (!row) throw notFound('shipping method')
    await tx
      .deleteFrom('supplier_shipping')
      .where('supplier_shipping_id', '=', supplier_shipping_id)
      .execute()
    await logActivity({
      type: 'supplier.shipping',
      dropshipper_id,
      entity: 'oim_supplier',
      entity_id: supplier_id,
      message: `Shipping method removed: ${row.carrier_name} ${row.method_name} (${row.shipping_code})`,
    })
  })
