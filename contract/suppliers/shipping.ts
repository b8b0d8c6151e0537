import { z } from 'zod'
import { chosen, text, line, id } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { messages } from '../messages.ts'

const shippingRow = z.object({
  supplier_shipping_id: z.number(),
  shipping_code: z.string(),
  supplier_carrier_name: z.string(),
  shipping_id: z.number(),
  carrier_id: z.number(),
  carrier_name: z.string(),
  method_name: z.string(),
})

export type ShippingRow = z.output<typeof shippingRow>

export const shippingOperations = {
  listShippingMethods: get(
    '/api/suppliers/shipping/{supplier_id}',
    "An order-manager supplier's mapped shipping methods",
    {
      answer: z.array(shippingRow),
      refuses: ['not_found'],
    },
  ),
  listCarriers: get('/api/suppliers/shipping/carrier_and_methods', 'Every carrier with its methods', {
    answer: z.array(
      z.object({
        carrier_id: z.number(),
        carrier_name: z.string(),
        methods: z.array(z.object({ shipping_id: z.number(), method_name: z.string() })),
      }),
    ),
  }),
  listOrderManagerSuppliers: get(
    '/api/suppliers/shipping/{dropshipper_id}/get-oim-suppliers',
    "A supplier's order-manager suppliers",
    {
      answer: z.array(
        z.object({
          supplier_id: z.number(),
          supplier_name: z.string(),
          is_custom: z.boolean(),
          mapped: z.number(),
        }),
      ),
      refuses: ['not_found'],
    },
  ),
  addShippingMethod: post(
    '/api/suppliers/shipping/{supplier_id}/add-supplier-shipping',
    'Map a supplier’s shipping code to a carrier’s method',
    {
      body: z.object({
        shipping_code: line(100, 'Enter the supplier’s code'),
        supplier_carrier_name: line(100, 'Enter the supplier’s carrier name'),
        shipping_id: chosen(messages.shippingMethodNeeded),
        carrier_id: id,
        carrier_name: text(100),
        method_name: text(100),
      }),
      answer: z.array(shippingRow),
      refuses: ['not_found', 'conflict'],
    },
  ),
  removeShippingMethod: remove(
    '/api/suppliers/shipping/{supplier_id}/{supplier_shipping_id}',
    'Remove a mapped shipping method',
    { refuses: ['not_found'] },
  ),
}
