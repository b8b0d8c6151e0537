import { z } from 'zod'
import { count, id, line, text, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { fieldDescription } from '../platforms/fields.ts'

/** How many days back a channel's orders are fetched. */
export const channelDays = { least: 1, most: 60, first: 7 } as const
export const mostChannels = 50
const mostOrderSuppliers = 500

const supplier = z.object({
  supplier_id: z.number(),
  supplier_name: z.string(),
  dropshipper_id: z.number().nullable(),
  is_custom: z.boolean().describe('named by the vendor, not the supplier’s own name'),
  supports_order_automation: z.boolean(),
  shipping_methods: z.number(),
})
const usedSupplier = supplier.extend({ delete_tm: z.string().nullable() })
const activeSupplier = z.object({
  supplier_id: z.number(),
  test_mode: z.boolean(),
  configs: z.array(fieldDescription).describe('fields the supplier requires for orders'),
  config_values: z.record(z.string(), z.string()).describe('by handle, without secrets'),
  set: z.array(z.string()).describe('handles of the stored secrets'),
})
export type OrderSupplier = z.output<typeof usedSupplier>
export type OrderSupplierSettings = z.output<typeof activeSupplier>

export const channelFields = z.object({
  channel_name: line(100, 'Enter a name'),
  supported_channel_id: id.describe('the market the orders come from'),
  enable_order_automation: z.boolean(),
  test_mode: z.boolean(),
  use_order_number_as_po: z.boolean(),
  fetch_last_xdays_order: count(channelDays.least, channelDays.most).default(channelDays.first),
  active: z.boolean(),
  disable_tracking_update: z.boolean(),
})
export type ChannelFields = z.output<typeof channelFields>
const channel = channelFields.extend({ channel_id: z.number(), delete_tm: z.string().nullable() })

const view = z.object({
  version: z.number(),
  optimized_sync_oa: z.boolean(),
  suppliers: z.array(usedSupplier).describe('including deleted ones'),
  active_suppliers: z.array(activeSupplier).describe('settings of each supplier'),
  available_suppliers: z
    .array(supplier.extend({ configs: activeSupplier.shape.configs }))
    .describe('subscribed but not added yet'),
  channels: z.array(channel).describe('including deleted ones'),
  supported_channels: z.array(z.object({ supported_channel_id: z.number(), name: z.string() })),
})
export type OrderManagerView = z.output<typeof view>

const deletedAt = line(40)
  .nullable()
  .optional()
  .describe('any text: it is deleted; null: it is not; `deleted` says the same')
const orderConfigValues = z
  .record(line(120), text(4000).nullable())
  .describe('a secret that isn’t named stays, null forgets it')

export const orderManagerOperations = {
  getOrderManager: get(
    '/api/vendor/{vid}/order-manager-info',
    'A vendor’s order manager: suppliers with settings, and channels',
    { answer: view, refuses: ['not_found'] },
  ),
  saveOrderManager: post(
    '/api/vendor/{vid}/order-manager-info',
    'Save a vendor’s order manager; items left out don’t change',
    {
      record: [
        { read: 'getOrderManager' },
        { read: 'getOrderManager', from: 'available_suppliers', at: 'suppliers' },
      ],
      body: z.object({
        version,
        suppliers: z
          .array(
            z.object({
              supplier_id: id,
              added: z.boolean().default(false).describe('refused if the vendor already has it'),
              deleted: z.boolean().optional(),
              delete_tm: deletedAt,
              test_mode: z.boolean().optional(),
              config_values: orderConfigValues.optional(),
            }),
          )
          .max(mostOrderSuppliers)
          .default([]),
        active_suppliers: z
          .array(
            z.object({
              supplier_id: id,
              test_mode: z.boolean().optional(),
              config_values: orderConfigValues.optional(),
            }),
          )
          .max(mostOrderSuppliers)
          .default([])
          .describe('settings of suppliers that are there, which may be given with the suppliers, too'),
        channels: z
          .array(
            channelFields.extend({
              channel_id: id.optional().describe('omit to add a channel'),
              deleted: z.boolean().optional(),
              delete_tm: deletedAt,
            }),
          )
          .max(mostChannels)
          .default([]),
      }),
      answer: view,
      refuses: ['not_found', 'conflict'],
    },
  ),
  saveOrderManagerSync: post(
    '/api/vendor/{vid}/order-manager-optimized-sync',
    'Turn a vendor’s optimized sync on or off',
    {
      record: [{ read: 'getOrderManager' }],
      body: z.object({ optimized_sync_oa: z.boolean() }),
      answer: view,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
