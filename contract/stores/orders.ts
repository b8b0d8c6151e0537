import { z } from 'zod'
import { count, fromText, line, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const orderStates = {
  open: 'Open',
  'part shipped': 'Part shipped',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
} as const
export type OrderState = keyof typeof orderStates

const orderLine = z.object({
  line_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.number().describe('without what was cancelled'),
  shipped: z.number(),
  price: decimal.nullable().describe('of one; null: the market doesn’t say it'),
  dropshipper_id: z.number().nullable().describe('whose product it is; null: none of the catalogue'),
})
export type OrderLine = z.output<typeof orderLine>
const shipment = z.object({ carrier: z.string(), tracking: z.string(), shipped_tm: moment.nullable() })
const order = z.object({
  id: z.string().describe('the market’s'),
  name: z.string().describe('what people call it'),
  placed_tm: moment,
  state: z.enum(Object.keys(orderStates) as [OrderState, ...OrderState[]]),
  total: decimal.nullable().describe('null: the market doesn’t say it yet'),
  currency: z.string(),
  lines: z.array(orderLine),
  shipments: z.array(shipment),
})
/** An order as support needs it: nothing of who bought it. */
export type StoreOrder = z.output<typeof order>

/** What is left to ship of a line. */
export const leftOf = ({
  quantity,
  shipped: shippedUnits,
}: Pick<OrderLine, 'quantity' | 'shipped'>): number => Math.max(0, quantity - shippedUnits)

/** How many days back orders are asked for, at most and where nobody says. */
export const mostOrderDays = 60
export const orderDays = 7
/** How many times an hour one person may ask markets for orders, and tell them shipments. */
export const ordersAnHour = 240
export const shipmentsAnHour = 240
/** What is proposed; markets know these. */
export const carriers = ['UPS', 'USPS', 'FedEx', 'DHL', 'OnTrac'] as const

const failure = z
  .object({ sentence: z.string(), what_to_do: z.string() })
  .nullable()
  .describe('why the market could not be asked; null: it was')

/** Lines of an order that are named in one shipment. */
export const mostShipped = 500
export const shipmentForm = z.object({
  carrier: line(60, 'Enter the carrier'),
  tracking: line(100, 'Enter the tracking number'),
  lines: z
    .array(
      z.object({
        line_id: line(100, 'Name the line'),
        quantity: count(1, 100_000),
        left: count(1, 100_000)
          .optional()
          .describe('what was left of it when it was looked at: with less, it was told meanwhile'),
      }),
    )
    .min(1)
    .max(mostShipped)
    .optional()
    .describe('none: all that is left'),
})
export type ShipmentForm = z.output<typeof shipmentForm>

export const storeOrderOperations = {
  listStoreOrders: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/orders',
    'The orders of a store, asked of its market now; none of them is kept',
    {
      query: z.object({
        days: fromText
          .count(1, mostOrderDays)
          .optional()
          .describe('none: as its market’s channel has it, else 7'),
        cursor: text(2000).optional(),
      }),
      answer: z.object({
        failed: failure,
        days: z.number().describe('how many days back was asked'),
        orders: z.array(order),
        next: z.string().nullable().describe('the cursor of more'),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  shipOrder: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/orders/{order_id}/ship',
    'Tell a store’s market that an order, or part of it, was shipped; what it was told before is left',
    {
      body: shipmentForm,
      answer: z.object({
        state: z
          .enum(['told', 'part', 'already'])
          .describe('part: some of it alone; already: all of it before'),
        lines: z
          .array(z.object({ line_id: z.string(), sku: z.string(), quantity: z.number() }))
          .describe('what the market was told now'),
        left: z.number().describe('units of the order that are still to ship'),
        refused: z.string().nullable().describe('why it is a part alone'),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
