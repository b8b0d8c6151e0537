import { z } from 'zod'
import { count, fromText, line, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { orderStatuses } from '../statuses.ts'

export const orderStates = orderStatuses
export type OrderState = keyof typeof orderStates

const orderLine = z.object({
  line_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.number().describe('without canceled units'),
  shipped: z.number(),
  price: decimal.nullable().describe('unit price; null: not provided by the market'),
  dropshipper_id: z.number().nullable().describe('the product’s supplier; null: not in the catalog'),
})
export type OrderLine = z.output<typeof orderLine>
const shipment = z.object({ carrier: z.string(), tracking: z.string(), shipped_tm: moment.nullable() })
const order = z.object({
  id: z.string().describe('the market’s order id'),
  name: z.string().describe('order number as shown to people'),
  placed_tm: moment,
  state: z.enum(Object.keys(orderStates) as [OrderState, ...OrderState[]]),
  total: decimal.nullable().describe('null: not provided yet'),
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
  .describe('why the request failed; null: it succeeded')

/** Lines of an order that are named in one shipment. */
export const mostShipped = 500
export const shipmentForm = z.object({
  carrier: line(60, 'Enter a carrier'),
  tracking: line(100, 'Enter a tracking number'),
  lines: z
    .array(
      z.object({
        line_id: line(100, 'Enter a line ID'),
        quantity: count(1, 100_000),
        left: count(1, 100_000)
          .optional()
          .describe('units left when the form was opened; fewer now means another shipment was sent'),
      }),
    )
    .min(1)
    .max(mostShipped)
    .optional()
    .describe('omit to ship everything left'),
})
export type ShipmentForm = z.output<typeof shipmentForm>

export const storeOrderOperations = {
  listStoreOrders: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/orders',
    'Load a store’s orders from its market; none are stored',
    {
      query: z.object({
        days: fromText.count(1, mostOrderDays).optional().describe('omit for the channel’s setting, or 7'),
        cursor: text(2000).optional(),
      }),
      answer: z.object({
        failed: failure,
        days: z.number().describe('days included'),
        orders: z.array(order),
        next: z.string().nullable().describe('cursor of the next page'),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  shipOrder: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/orders/{order_id}/ship',
    'Send a shipment to the store’s market; units already sent are skipped',
    {
      body: shipmentForm,
      answer: z.object({
        state: z
          .enum(['told', 'part', 'already'])
          .describe('part: only some lines; already: everything was sent before'),
        lines: z
          .array(z.object({ line_id: z.string(), sku: z.string(), quantity: z.number() }))
          .describe('lines sent now'),
        left: z.number().describe('units still to ship'),
        refused: z.string().nullable().describe('why the rest was refused'),
      }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
