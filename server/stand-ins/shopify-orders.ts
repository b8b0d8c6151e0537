import { ordersSince, shipOrder, totalOf, type StandInOrder, type OrderedLine } from './orders.ts'
import type { Given } from './shopify.ts'

const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`
const idOf = (value: unknown): string => String(value).split('/').at(-1)!
const paged = (rows: readonly unknown[], { first, after }: Given) => {
  const from = after ? Number(after) : 0
  const upTo = from + Number(first)
  return {
    nodes: rows.slice(from, upTo),
    pageInfo: { hasNextPage: rows.length > upTo, endCursor: String(Math.min(upTo, rows.length)) },
  }
}
interface Told {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems: { id: string; quantity: number }[]
  }[]
  trackingInfo: { company: string; number: string }
}

/**
 * What a shop shows and takes of its orders. Every second line is stocked at a second location, whose
 * fulfillment order is another one: one fulfillment is of one location.
 */
export function shopifyOrders(orders: readonly StandInOrder[]) {
  const money = (amount: string, { currency: currencyCode }: StandInOrder) => ({
    shopMoney: { amount, currencyCode },
  })
  const placeOf = (one: StandInOrder, line: OrderedLine) => (one.lines.indexOf(line) % 2) + 1
  const lineItem = (one: StandInOrder, line: OrderedLine) => ({
    id: gid('LineItem', line.id),
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    currentQuantity: line.quantity,
    unfulfilledQuantity: line.quantity - line.shippedQuantity,
    originalUnitPriceSet: money(line.price, one),
  })
  const fulfillmentOrders = (one: StandInOrder) =>
    [1, 2].flatMap((place) => {
      const lines = one.lines.filter((line) => placeOf(one, line) === place)
      if (lines.length === 0) return []
      const left = lines.some((line) => line.quantity > line.shippedQuantity)
      return [
        {
          id: gid('FulfillmentOrder', `${one.id}${place}`),
          status: one.isCancelled || !left ? 'CLOSED' : 'OPEN',
          assignedLocation: { location: { id: gid('Location', place) } },
          lineItems: (given: Given) =>
            paged(
              lines.map((line) => ({
                id: gid('FulfillmentOrderLineItem', line.id),
                remainingQuantity: line.quantity - line.shippedQuantity,
                lineItem: lineItem(one, line),
              })),
              given,
            ),
        },
      ]
    })
  const shown = (one: StandInOrder): Given => ({
    id: gid('Order', one.id),
    name: `#${one.id}`,
    createdAt: new Date(one.placedMs).toISOString(),
    cancelledAt: one.isCancelled ? new Date(one.placedMs).toISOString() : null,
    email: one.buyer.email,
    customer: { displayName: one.buyer.name },
    currentTotalPriceSet: money(totalOf(one), one),
    lineItems: (given: Given) =>
      paged(
        one.lines.map((line) => lineItem(one, line)),
        given,
      ),
    fulfillments: () =>
      one.shipments.map((sent) => ({
        createdAt: new Date(sent.shippedMs).toISOString(),
        status: 'SUCCESS',
        trackingInfo: () => [{ company: sent.carrier, number: sent.tracking }],
      })),
    fulfillmentOrders: (given: Given) => paged(fulfillmentOrders(one), given),
  })
  const refuse = (message: string) => ({
    fulfillment: null,
    userErrors: [{ field: ['fulfillment'], message }],
  })

  return {
    queries: {
      order: ({ id }: Given) => {
        const one = orders.find((own) => String(own.id) === idOf(id))
        return one ? shown(one) : null
      },
      orders: (given: Given) => {
        const since = /created_at:>='([^']+)'/.exec(String(given.query))?.[1] ?? ''
        return paged(ordersSince(orders, Date.parse(since)).map(shown), given)
      },
    },
    fulfillmentCreate: (given: Given): Given => {
      const { lineItemsByFulfillmentOrder: parts, trackingInfo } = given.fulfillment as Told
      const ids = parts.map((part) => idOf(part.fulfillmentOrderId))
      const one = orders.find((own) => ids.every((id) => id.slice(0, -1) === String(own.id)))
      if (!one) return refuse('Fulfillment order does not exist.')
      if (new Set(ids.map((id) => id.at(-1))).size > 1)
        return refuse('All fulfillment orders must be assigned to the same location.')
      const items = parts.flatMap((part) => part.fulfillmentOrderLineItems)
      const lines = new Map(items.map((item) => [Number(idOf(item.id)), item.quantity]))
      const { company: carrier, number: tracking } = trackingInfo
      const wrong = shipOrder(one, { carrier, tracking, lines })
      if (wrong) return refuse(`Invalid fulfillment order line item: ${wrong}.`)
      return { fulfillment: { id: gid('Fulfillment', one.shipments.length) }, userErrors: [] }
    },
  }
}
