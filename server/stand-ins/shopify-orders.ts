import { ordersSince, shipOrder, totalOf, type OrderedLine, type StandInOrder } from './orders.ts'
import type { Values } from './shopify.ts'

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems: { id: string; quantity: number }[]
  }[]
  trackingInfo: { company: string; number: string }
}

/** A shop's orders, as queries and a mutation. */
export class ShopifyOrders {
  private readonly orders: readonly StandInOrder[]

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
  }

  readonly queries = {
    order: ({ id }: Values) => {
      const order = this.orders.find((candidate) => String(candidate.id) === idOf(id))
      return order ? orderBody(order) : null
    },
    fulfillmentOrder: ({ id }: Values) => {
      const all = this.orders.flatMap(fulfillmentOrders)
      return all.find((candidate) => candidate.id === id) ?? null
    },
    orders: (args: Values) => {
      const since = /created_at:>='([^']+)'/.exec(String(args.query))?.[1] ?? ''
      return pageOf(ordersSince(this.orders, Date.parse(since)).map(orderBody), args)
    },
  }

  readonly fulfillmentCreate = ({ fulfillment }: Values): Values => {
    const { lineItemsByFulfillmentOrder: parts, trackingInfo } = fulfillment as FulfillmentInput
    const ids = parts.map((part) => idOf(part.fulfillmentOrderId))
    const order = this.orders.find(({ id }) => ids.every((partId) => partId.slice(0, -1) === String(id)))
    if (!order) return refuse('Fulfillment order does not exist.')
    if (new Set(ids.map((id) => id.at(-1))).size > 1)
      return refuse('All fulfillment orders must be assigned to the same location.')
    const items = parts.flatMap((part) => part.fulfillmentOrderLineItems)
    const lines = new Map(items.map((item) => [Number(idOf(item.id)), item.quantity]))
    const { company: carrier, number: tracking } = trackingInfo
    const refusal = shipOrder(order, { carrier, tracking, lines })
    if (refusal) return refuse(`Invalid fulfillment order line item: ${refusal}.`)
    return { fulfillment: { id: gid('Fulfillment', order.shipments.length) }, userErrors: [] }
  }
}

const refuse = (message: string) => ({
  fulfillment: null,
  userErrors: [{ field: ['fulfillment'], message }],
})

const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`
const idOf = (value: unknown): string => String(value).split('/').at(-1) ?? ''
function pageOf(rows: readonly unknown[], { first, after }: Values) {
  const from = after ? Number(after) : 0
  const upTo = from + Number(first)
  return {
    nodes: rows.slice(from, upTo),
    pageInfo: { hasNextPage: rows.length > upTo, endCursor: String(Math.min(upTo, rows.length)) },
  }
}
const money = (amount: string, { currency: currencyCode }: StandInOrder) => ({
  shopMoney: { amount, currencyCode },
})

const orderBody = (order: StandInOrder): Values => ({
  id: gid('Order', order.id),
  name: `#${order.id}`,
  createdAt: new Date(order.placedMs).toISOString(),
  cancelledAt: order.isCancelled ? new Date(order.placedMs).toISOString() : null,
  email: order.buyer.email,
  customer: { displayName: order.buyer.name },
  currentTotalPriceSet: money(totalOf(order), order),
  lineItems: (args: Values) =>
    pageOf(
      order.lines.map((line) => lineItem(order, line)),
      args,
    ),
  fulfillments: () =>
    order.shipments.map((shipment) => ({
      createdAt: new Date(shipment.shippedMs).toISOString(),
      status: shipment.isFailed ? 'FAILURE' : 'SUCCESS',
      trackingInfo: () => [{ company: shipment.carrier, number: shipment.tracking }],
    })),
  fulfillmentOrders: (args: Values) => pageOf(fulfillmentOrders(order), args),
})

const lineItem = (order: StandInOrder, line: OrderedLine) => ({
  id: gid('LineItem', line.id),
  sku: line.sku,
  title: line.title,
  quantity: line.quantity,
  currentQuantity: line.quantity,
  unfulfilledQuantity: line.quantity - line.shippedQuantity,
  originalUnitPriceSet: money(line.price, order),
})

/** Every second line is stocked at a second location, whose fulfillment order is another one. */
const fulfillmentOrders = (order: StandInOrder) =>
  [1, 2].flatMap((location) => {
    const lines = order.lines.filter((_, i) => (i % 2) + 1 === location)
    if (lines.length === 0) return []
    const isOpen = !order.isCancelled && lines.some((line) => line.quantity > line.shippedQuantity)
    return [
      {
        id: gid('FulfillmentOrder', `${order.id}${location}`),
        status: isOpen ? 'OPEN' : 'CLOSED',
        assignedLocation: { location: { id: gid('Location', location) } },
        lineItems: (args: Values) =>
          pageOf(
            lines.map((line) => ({
              id: gid('FulfillmentOrderLineItem', line.id),
              remainingQuantity: line.quantity - line.shippedQuantity,
              lineItem: lineItem(order, line),
            })),
            args,
          ),
      },
    ]
  })
