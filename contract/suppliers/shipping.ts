import { z } from 'zod'
import { requiredId, text, line, id, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { messages } from '../messages.ts'
import { fieldTypes } from '../platforms/fields.ts'

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

/** The types of fields that an order-manager supplier may require for orders. */
export const orderConfigTypes = {
  text: fieldTypes.text,
  number: fieldTypes.number,
  email: fieldTypes.email,
  url: fieldTypes.url,
  password: 'Secret',
  checkbox: fieldTypes.checkbox,
} as const
export type OrderConfigType = keyof typeof orderConfigTypes
export const mostOrderConfigs = 50
const orderConfig = z.object({
  field_handle: line(120).optional().describe('omit for a new field'),
  field_name: line(100, 'Enter a name'),
  field_data_type: z.enum(Object.keys(orderConfigTypes) as [OrderConfigType]),
  required: z.boolean(),
  hint: text(400),
})
export type OrderConfig = z.output<typeof orderConfig>

const orderManagerSupplier = z.object({
  supplier_id: z.number(),
  supplier_name: z.string(),
  is_custom: z.boolean(),
  mapped: z.number(),
  version: z.number().describe('version of the settings'),
  configs: z.array(orderConfig.required()),
})
export type OrderManagerSupplier = z.output<typeof orderManagerSupplier>

export const shippingOperations = {
  listShippingMethods: get(
    '/api/suppliers/shipping/{supplier_id}',
    'List an order-manager supplier’s mapped shipping methods',
    {
      answer: z.array(shippingRow),
      refuses: ['not_found'],
    },
  ),
  listCarriers: get('/api/suppliers/shipping/carrier_and_methods', 'List all carriers with their methods', {
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
    'List a supplier’s order-manager suppliers',
    {
      answer: z.array(orderManagerSupplier),
      refuses: ['not_found'],
    },
  ),
  saveOrderConfigs: post(
    '/api/suppliers/shipping/{supplier_id}/configs',
    'Save the order settings an order-manager supplier requires from vendors',
    {
      body: z.object({ version, configs: z.array(orderConfig).max(mostOrderConfigs) }),
      answer: z.object({ forgotten: z.number().describe('number of vendors whose values were deleted') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  addShippingMethod: post(
    '/api/suppliers/shipping/{supplier_id}/add-supplier-shipping',
    'Map a supplier’s shipping code to a carrier’s method',
    {
      body: z.object({
        shipping_code: line(100, 'Enter a code'),
        supplier_carrier_name: line(100, 'Enter a carrier name'),
        shipping_id: requiredId(messages.shippingMethodNeeded),
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
