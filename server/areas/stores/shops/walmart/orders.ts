import { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault } from '../ask.ts'
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
import { walmartCarriers } from './carriers.ts'
import { answerOfWalmart, type WalmartAccount } from './account.ts'

const perPage = 100
const amount = z.object({ amount: z.coerce.number(), currency: z.string().nullish() })
const lineStatus = z.object({
  status: z.string(),
  statusQuantity: z.object({ amount: z.coerce.number() }).nullish(),
  trackingInfo: z
    .object({
      shipDateTime: moment.nullish(),
      carrierName: z.object({ carrier: z.string().nullish(), otherCarrier: z.string().nullish() }).nullish(),
      trackingNumber: z.string().nullish(),
    })
    .nullish(),
})
const order = z.object({
  purchaseOrderId: numberOrText,
  customerOrderId: numberOrText.nullish(),
  orderDate: moment,
  shippingInfo: z.object({ methodCode: z.string().nullish() }).nullish(),
  orderLines: z.object({
    orderLine: listOf(
      z.object({
        lineNumber: numberOrText,
        item: z.object({ productName: z.string().nullish(), sku: z.string() }),
        orderLineQuantity: amount,
        charges: z
          .object({
            charge: listOf(
              z.object({
                chargeType: z.string(),
                chargeAmount: amount,
                tax: z.object({ taxAmount: amount.nullish() }).nullish(),
              }),
            ),
          })
          .nullish(),
        orderLineStatuses: z.object({ orderLineStatus: listOf(lineStatus) }),
      }),
    ),
  }),
})
type Raw = z.output<typeof order>
type Line = Raw['orderLines']['orderLine'][number]
const errorList = listOf(z.object({ description: z.string().nullish() }))
const errorAnswer = z.object({ error: errorList, errors: z.object({ error: errorList }).nullish() })
type ErrorAnswer = z.output<typeof errorAnswer>
const orderPage = errorAnswer.extend({
  list: z
    .object({
      meta: z.object({ nextCursor: z.string().nullish() }).nullish(),
      elements: z.object({ order: listOf(order) }).nullish(),
    })
    .nullish(),
})
const singleOrder = z.object({ order })
const shippedStatuses = new Set(['Shipped', 'Delivered', 'Refund'])

/** The orders of a Walmart account. */
export const walmartOrders = (account: WalmartAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment) => shipOrder(account, shipment),
})

async function listOrders(account: WalmartAccount, since: Date, cursor?: string): Promise<Orders> {
  const query =
    cursor ??
    new URLSearchParams({ createdStartDate: since.toISOString(), limit: String(perPage) }).toString()
  const { status, body } = await answerOfWalmart(account, {
    path: `orders?${new URLSearchParams(query).toString()}`,
    answer: orderPage as z.ZodType<z.output<typeof orderPage>>,
    alsoAccepted: [404],
  })
  // unconfirmed: people report that Walmart says 404 when there are no orders
  if (status === 404 && !/not found/i.test(errorText(body)))
    throw new ShopFault('missing', 'Address not found at Walmart (404).', 'Check the store’s admin address.')
  if (!body.list) return { orders: [] }
  const next = body.list.meta?.nextCursor?.replace(/^\?/, '')
  const orders = (body.list.elements?.order ?? []).map(toOrder)
  return next ? { orders, next } : { orders }
}

async function shipOrder(account: WalmartAccount, shipment: Shipment): Promise<ShippedOrder> {
  let raw: Raw | undefined
  const findOrder = async () => {
    const answer = await orUndefined(
      answerOfWalmart(account, {
        path: `orders/${shipment.order_id}`,
        answer: singleOrder as z.ZodType<z.output<typeof singleOrder>>,
      }),
    )
    raw = answer?.body.order
    return raw && toOrder(raw)
  }
  return shipOnce(shipment, findOrder, (_order, lines) => sendShipment(account, { raw, shipment, lines }))
}

async function sendShipment(
  account: WalmartAccount,
  { raw, shipment, lines }: { raw: Raw | undefined; shipment: Shipment; lines: ToShip },
) {
  const orderLines = raw?.orderLines.orderLine ?? []
  // an order that isn't acknowledged can't be shipped
  if (orderLines.flatMap(statusesOf).some(({ status }) => status === 'Created'))
    await answerOfWalmart(account, {
      path: `orders/${shipment.order_id}/acknowledge`,
      answer: z.unknown(),
      body: {},
    })
  const { status, body } = await answerOfWalmart(account, {
    path: `orders/${shipment.order_id}/shipping`,
    answer: errorAnswer as z.ZodType<ErrorAnswer>,
    body: shippingBody(shipment, lines, raw?.shippingInfo?.methodCode ?? 'Standard'),
    alsoAccepted: [400, 404, 409, 422],
  })
  if (status < 400) return { state: 'told' as const }
  return refusedShipment(status === 404 ? 'missing' : 'conflict', errorText(body))
}

function shippingBody({ order_id, carrier, tracking }: Shipment, lines: ToShip, methodCode: string): object {
  const name = walmartCarriers.find((option) => option.toLowerCase() === carrier.toLowerCase())
  return {
    orderShipment: {
      orderLines: {
        orderLine: lines.map(({ line_id, quantity }) => ({
          lineNumber: line_id,
          sellerOrderId: order_id.slice(0, longestOrderId),
          orderLineStatuses: {
            orderLineStatus: [
              {
                status: 'Shipped',
                statusQuantity: { unitOfMeasurement: 'EACH', amount: String(quantity) },
                trackingInfo: {
                  shipDateTime: databaseNow(),
                  carrierName: name ? { carrier: name } : { otherCarrier: carrier },
                  methodCode,
                  trackingNumber: tracking,
                  // Walmart requires it for carriers that it doesn’t know
                  ...(!name && { trackingURL: `${trackingPage}${encodeURIComponent(tracking)}` }),
                },
              },
            ],
          },
        })),
      },
    },
  }
}

const longestOrderId = 30
/** A page that finds parcels of most carriers by their numbers. */
const trackingPage = 'https://t.17track.net/en#nums='

const errorText = ({ error, errors }: ErrorAnswer): string =>
  [...error, ...(errors?.error ?? [])].flatMap(({ description }) => description || []).join(' ')
const statusesOf = (line: Line) => line.orderLineStatuses.orderLineStatus
/** How many units of a line have such a status. */
const countUnits = (line: Line, matches: (status: string) => boolean): number =>
  statusesOf(line)
    .filter(({ status }) => matches(status))
    .reduce((sum, { statusQuantity }) => sum + (statusQuantity?.amount ?? line.orderLineQuantity.amount), 0)

function toOrder(raw: Raw): Order {
  const lines = raw.orderLines.orderLine
  const shipments = lines.flatMap(statusesOf).flatMap(({ trackingInfo }) =>
    trackingInfo?.trackingNumber
      ? [
          {
            carrier: trackingInfo.carrierName?.carrier ?? trackingInfo.carrierName?.otherCarrier ?? '',
            tracking: trackingInfo.trackingNumber,
            shipped_tm: trackingInfo.shipDateTime ?? null,
          },
        ]
      : [],
  )
  const [firstCharge] = lines.flatMap((line) => line.charges?.charge ?? [])
  return orderFrom({
    id: raw.purchaseOrderId,
    name: raw.customerOrderId ?? raw.purchaseOrderId,
    placed_tm: raw.orderDate,
    total: (totalCents(lines) / 100).toFixed(2),
    currency: firstCharge?.chargeAmount.currency ?? 'USD',
    isCancelled: false,
    lines: lines.map((line) => {
      const price = line.charges?.charge.find(({ chargeType }) => chargeType === 'PRODUCT')?.chargeAmount
      return {
        line_id: line.lineNumber,
        sku: line.item.sku,
        title: line.item.productName ?? '',
        quantity: line.orderLineQuantity.amount,
        cancelledQuantity: countUnits(line, (status) => status === 'Cancelled'),
        shipped: countUnits(line, (status) => shippedStatuses.has(status)),
        price: price?.amount.toFixed(2) ?? null,
      }
    }),
    shipments,
  })
}

/** The charges of all lines and their taxes. A product's price is of one unit. */
const totalCents = (lines: readonly Line[]): number =>
  lines
    .flatMap((line) =>
      (line.charges?.charge ?? []).map(({ chargeType, chargeAmount, tax }) => {
        const units = chargeType === 'PRODUCT' ? line.orderLineQuantity.amount : 1
        const taxCents = Math.round((tax?.taxAmount?.amount ?? 0) * 100)
        return Math.round(chargeAmount.amount * 100) * units + taxCents
      }),
    )
    .reduce((sum, cents) => sum + cents, 0)
