import { z } from 'zod'
import { pagesOf, type Market, type Order, type Shipment } from '../market.ts'
import { orderFrom, refusedShipment, shipOnce, when, type ToShip } from '../orders.ts'
import type { openShopifyGraphql } from './graphql.ts'
import { causeOf } from './writes.ts'

/** A question may cost 1,000 points: what an order has more of is asked for by itself. */
const perPage = 10
const linesPage = 200
const lineFields = `nodes { id sku title currentQuantity unfulfilledQuantity
    originalUnitPriceSet { shopMoney { amount currencyCode } } }
  pageInfo { hasNextPage endCursor }`
const orderFields = (many: { lines: number; fulfillments: number; numbers: number }) => `
  id name createdAt cancelledAt currentTotalPriceSet { shopMoney { amount currencyCode } }
  lineItems(first: ${many.lines}) { ${lineFields} }
  fulfillments(first: ${many.fulfillments}) {
    createdAt status trackingInfo(first: ${many.numbers}) { company number } }`
/** Of a list what nearly every order has; of one all that counts for what was shipped. */
const listed = orderFields({ lines: 15, fulfillments: 5, numbers: 2 })
const single = orderFields({ lines: 50, fulfillments: 100, numbers: 5 })

const money = z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) })
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const lines = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      sku: z.string().nullable(),
      title: z.string(),
      currentQuantity: z.number(),
      unfulfilledQuantity: z.number(),
      originalUnitPriceSet: money,
    }),
  ),
  pageInfo,
})
const order = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: when,
  cancelledAt: z.string().nullable(),
  currentTotalPriceSet: money,
  lineItems: lines,
  fulfillments: z.array(
    z.object({
      createdAt: when,
      status: z.string(),
      trackingInfo: z.array(z.object({ company: z.string().nullable(), number: z.string().nullable() })),
    }),
  ),
})
type Raw = z.output<typeof order>
const found = z.object({ orders: z.object({ nodes: z.array(order), pageInfo }) })
const one = z.object({ order: order.nullable() })
const more = z.object({ order: z.object({ lineItems: lines }).nullable() })
const toShip = z.object({
  order: z
    .object({
      fulfillmentOrders: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            status: z.string(),
            assignedLocation: z.object({ location: z.object({ id: z.string() }).nullable() }),
            lineItems: z.object({
              nodes: z.array(
                z.object({
                  id: z.string(),
                  remainingQuantity: z.number(),
                  lineItem: z.object({ id: z.string() }),
                }),
              ),
            }),
          }),
        ),
      }),
    })
    .nullable(),
})
type ToFulfill = NonNullable<z.output<typeof toShip>['order']>['fulfillmentOrders']['nodes'][number]
const shipped = z.object({
  fulfillmentCreate: z
    .object({ userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })) })
    .nullable(),
})
const open = new Set(['OPEN', 'IN_PROGRESS'])

const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)
const orderGid = (id: string): string => `gid://shopify/Order/${id}`

/** The orders of a Shopify shop. */
export function openShopifyOrders({
  query,
}: ReturnType<typeof openShopifyGraphql>): Pick<Market, 'orders' | 'ship'> {
  /** With all of its lines. */
  const whole = async (raw: Raw): Promise<Order> => {
    const all = [...raw.lineItems.nodes]
    const onward = pagesOf()
    let { pageInfo: at } = raw.lineItems
    while (at.hasNextPage) {
      const { data } = await query(
        {
          query: `query ($id: ID!, $after: String) {
            order(id: $id) { lineItems(first: ${linesPage}, after: $after) { ${lineFields} } } }`,
          variables: { id: raw.id, after: onward(at.endCursor ?? '') },
        },
        more,
      )
      if (!data.order) break
      all.push(...data.order.lineItems.nodes)
      at = data.order.lineItems.pageInfo
    }
    return toOrder(raw, all)
  }
  const find = async (id: string): Promise<Order | undefined> => {
    if (!/^\d+$/.test(id)) return undefined
    const { data } = await query(
      {
        query: `query ($id: ID!) { order(id: $id) { ${single} } }`,
        variables: { id: orderGid(id) },
      },
      one as z.ZodType<z.output<typeof one>>,
    )
    return data.order ? whole(data.order) : undefined
  }
  const fulfil = async (parts: readonly Part[], { carrier: company, tracking: number }: Shipment) => {
    const { data, errors } = await query(
      {
        query: `mutation ($fulfillment: FulfillmentInput!) {
          fulfillmentCreate(fulfillment: $fulfillment) { userErrors { field message } } }`,
        variables: {
          fulfillment: {
            notifyCustomer: true,
            trackingInfo: { company, number },
            lineItemsByFulfillmentOrder: parts.map(({ of, items }) => ({
              fulfillmentOrderId: of.id,
              fulfillmentOrderLineItems: items,
            })),
          },
        },
      },
      shipped,
    )
    return data.fulfillmentCreate?.userErrors[0] ?? (data.fulfillmentCreate ? undefined : errors[0])
  }
  const tell = async (shipment: Shipment, asked: ToShip) => {
    const { data } = await query(
      {
        query: `query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 10) { nodes { id status
          assignedLocation { location { id } }
          lineItems(first: 40) { nodes { id remainingQuantity lineItem { id } } } } } } }`,
        variables: { id: orderGid(shipment.order_id) },
      },
      toShip,
    )
    const parts = partsOf(data.order?.fulfillmentOrders.nodes ?? [], asked)
    if (!parts) return refusedShipment('conflict', 'Shopify doesn’t let all of this be shipped now.')
    // one fulfillment is of one location
    const places = Map.groupBy(parts, ({ of }) => of.assignedLocation.location?.id)
    let told = 0
    for (const group of places.values()) {
      const error = await fulfil(group, shipment)
      if (error) {
        const text = told > 0 ? `Only what leaves one location was told: ${error.message}` : error.message
        const cause = causeOf({ message: error.message })
        return refusedShipment(cause === 'invalid' ? 'conflict' : cause, text)
      }
      told++
    }
    return { state: 'told' as const }
  }

  return {
    async orders(since, cursor) {
      const { data } = await query(
        {
          query: `query ($first: Int!, $after: String, $search: String!) {
            orders(first: $first, after: $after, query: $search, sortKey: CREATED_AT, reverse: true) {
              nodes { ${listed} } pageInfo { hasNextPage endCursor } } }`,
          variables: {
            first: perPage,
            after: cursor ?? null,
            search: `created_at:>='${since.toISOString()}'`,
          },
        },
        found as z.ZodType<z.output<typeof found>>,
      )
      const { nodes, pageInfo: at } = data.orders
      const orders: Order[] = []
      for (const raw of nodes) orders.push(await whole(raw))
      return at.hasNextPage && at.endCursor ? { orders, next: at.endCursor } : { orders }
    },
    ship: (shipment) =>
      shipOnce(
        shipment,
        () => find(shipment.order_id),
        (_has, asked) => tell(shipment, asked),
      ),
  }
}

interface Part {
  of: ToFulfill
  items: { id: string; quantity: number }[]
}
/** Which lines of which fulfillment orders these are; undefined: they haven't got so much. */
function partsOf(all: readonly ToFulfill[], asked: ToShip): Part[] | undefined {
  const left = new Map(asked.map(({ line_id, quantity }) => [line_id, quantity]))
  const parts = all
    .filter(({ status }) => open.has(status))
    .map((of) => ({
      of,
      items: of.lineItems.nodes.flatMap(({ id, remainingQuantity, lineItem }) => {
        const line = numberOf(lineItem.id)
        const quantity = Math.min(remainingQuantity, left.get(line) ?? 0)
        left.set(line, (left.get(line) ?? 0) - quantity)
        return quantity > 0 ? [{ id, quantity }] : []
      }),
    }))
  if ([...left.values()].some((quantity) => quantity > 0)) return undefined
  return parts.filter(({ items }) => items.length > 0)
}

const toOrder = (raw: Raw, all: Raw['lineItems']['nodes']): Order =>
  orderFrom({
    id: numberOf(raw.id),
    name: raw.name,
    placed_tm: raw.createdAt,
    total: raw.currentTotalPriceSet.shopMoney.amount,
    currency: raw.currentTotalPriceSet.shopMoney.currencyCode,
    cancelled: raw.cancelledAt !== null,
    lines: all.map((line) => ({
      line_id: numberOf(line.id),
      sku: line.sku ?? '',
      title: line.title,
      quantity: line.currentQuantity,
      gone: 0,
      shipped: Math.max(0, line.currentQuantity - line.unfulfilledQuantity),
      price: line.originalUnitPriceSet.shopMoney.amount,
    })),
    shipments: raw.fulfillments
      .filter(({ status }) => status !== 'CANCELLED')
      .flatMap(({ createdAt, trackingInfo }) =>
        trackingInfo.flatMap(({ company, number }) =>
          number ? [{ carrier: company ?? '', tracking: number, shipped_tm: createdAt }] : [],
        ),
      ),
  })
