import { marketVersions } from '../versions.ts'
import { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import type { Market, Order, Orders, Shipment, ShippedOrder } from '../market.ts'
import {
  listOf,
  moment,
  numberOrText,
  orderFrom,
  orUndefined,
  refusedShipment,
  shipOnce,
  type ToShip,
} from '../orders.ts'
import { askAmazon, type AmazonAccount } from './account.ts'

const path = `orders/${marketVersions.amazonOrders.version}/orders`
/** Neither the buyer nor the recipient. */
const includedData = 'FULFILLMENT,PACKAGES,PROCEEDS'
const money = z.object({ amount: numberOrText, currencyCode: z.string() })
const order = z.object({
  orderId: z.string(),
  createdTime: moment,
  proceeds: z.object({ grandTotal: money.nullish() }).nullish(),
  fulfillment: z.object({ fulfillmentStatus: z.string(), fulfilledBy: z.string().nullish() }).nullish(),
  orderItems: listOf(
    z.object({
      orderItemId: numberOrText,
      quantityOrdered: z.number(),
      product: z
        .object({
          title: z.string().nullish(),
          sellerSku: z.string().nullish(),
          price: z.object({ unitPrice: money.nullish() }).nullish(),
        })
        .nullish(),
      fulfillment: z
        .object({ quantityFulfilled: z.number().nullish(), quantityUnfulfilled: z.number().nullish() })
        .nullish(),
    }),
  ),
  packages: listOf(
    z.object({
      carrier: z.string().nullish(),
      trackingNumber: z.string().nullish(),
      shipTime: moment.nullish(),
    }),
  ),
})
type Raw = z.output<typeof order>
const orderPage = z.object({
  orders: z.array(order),
  pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
})
const singleOrder = z.object({ order })
const errorAnswer = z.object({ errors: listOf(z.object({ message: z.string().nullish() })) })
/** The carriers with a code at Amazon. */
const carriers = ['UPS', 'USPS', 'FedEx', 'DHL', 'OnTrac']

/** The orders of a seller at Amazon. */
export const amazonOrders = (account: AmazonAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment, key) => shipOrder(account, shipment, key),
})

async function listOrders(account: AmazonAccount, since: Date, cursor?: string): Promise<Orders> {
  const query = new URLSearchParams({
    createdAfter: since.toISOString(),
    marketplaceIds: account.marketplace.id,
    includedData,
    ...(cursor && { paginationToken: cursor }),
  })
  const { body } = await askAmazon(account, {
    path: `${path}?${query.toString()}`,
    answer: orderPage as z.ZodType<z.output<typeof orderPage>>,
  })
  const orders = body.orders.map(toOrder)
  const next = body.pagination?.nextToken
  return next ? { orders, next } : { orders }
}

async function shipOrder(account: AmazonAccount, shipment: Shipment, key: string): Promise<ShippedOrder> {
  let isShippedByAmazon = false
  const findOrder = async () => {
    const answer = await orUndefined(
      askAmazon(account, {
        path: `${path}/${shipment.order_id}?includedData=${includedData}`,
        answer: singleOrder as z.ZodType<z.output<typeof singleOrder>>,
      }),
    )
    isShippedByAmazon = answer?.body.order.fulfillment?.fulfilledBy === 'AMAZON'
    return answer && toOrder(answer.body.order)
  }
  return shipOnce(shipment, findOrder, async (_order, lines) =>
    isShippedByAmazon
      ? refusedShipment('invalid', 'This order is fulfilled by Amazon.')
      : confirmShipment(account, { shipment, lines, key }),
  )
}

async function confirmShipment(
  account: AmazonAccount,
  { shipment, lines, key }: { shipment: Shipment; lines: ToShip; key: string },
) {
  const { order_id, carrier, tracking } = shipment
  const code = carriers.find((name) => name.toLowerCase() === carrier.toLowerCase())
  const { status, body } = await askAmazon(account, {
    path: `orders/v0/orders/${order_id}/shipmentConfirmation`,
    answer: errorAnswer as z.ZodType<z.output<typeof errorAnswer>>,
    body: {
      marketplaceId: account.marketplace.id,
      packageDetail: {
        // Amazon recognizes a package that is sent again by this number
        packageReferenceId: String(Number.parseInt(key.slice(0, 12), 16) + 1),
        carrierCode: code ?? 'Other',
        carrierName: carrier,
        trackingNumber: tracking,
        shipDate: new Date(databaseNow()).toISOString(),
        orderItems: lines.map(({ line_id, quantity }) => ({ orderItemId: line_id, quantity })),
      },
    },
    alsoAccepted: [400, 404, 409, 422],
  })
  if (status < 400) return { state: 'told' as const }
  const text = body.errors.flatMap((error) => error.message || []).join(' ')
  return refusedShipment(status === 404 ? 'missing' : 'conflict', text)
}

const toOrder = (raw: Raw): Order =>
  orderFrom({
    id: raw.orderId,
    name: raw.orderId,
    placed_tm: raw.createdTime,
    total: raw.proceeds?.grandTotal?.amount ?? null,
    currency: raw.proceeds?.grandTotal?.currencyCode ?? '',
    isCancelled: raw.fulfillment?.fulfillmentStatus === 'CANCELLED',
    lines: raw.orderItems.map(({ orderItemId, quantityOrdered: quantity, product, fulfillment }) => {
      const shippedQuantity = fulfillment?.quantityFulfilled ?? 0
      return {
        line_id: orderItemId,
        sku: product?.sellerSku ?? '',
        title: product?.title ?? '',
        quantity,
        // neither shipped nor to be: it was cancelled
        cancelledQuantity:
          quantity - shippedQuantity - (fulfillment?.quantityUnfulfilled ?? quantity - shippedQuantity),
        shipped: shippedQuantity,
        price: product?.price?.unitPrice?.amount ?? null,
      }
    }),
    shipments: raw.packages.flatMap(({ carrier, trackingNumber, shipTime }) =>
      trackingNumber
        ? [{ carrier: carrier ?? '', tracking: trackingNumber, shipped_tm: shipTime ?? null }]
        : [],
    ),
  })
