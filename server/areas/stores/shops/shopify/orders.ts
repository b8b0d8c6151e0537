import { z } from 'zod'
import { pagesOf, type Market, type Order, type Orders, type Shipment } from '../market.ts'
import { moment, orderFrom, refusedShipment, shipOnce, type ToShip } from '../orders.ts'
import { queryShopify, type ShopifyAccount } from './account.ts'
import { causeOf } from './writes.ts'

/** A query may cost 1,000 points: more lines of an order are read by a query of their own. */
const perPage = 10
const linesPerPage = 200
const fulfillmentOrdersPerPage = 5
const lineFields = `nodes { id sku title currentQuantity unfulfilledQuantity
    originalUnitPriceSet { shopMoney { amount currencyCode } } }
  pageInfo { hasNextPage endCursor }`
const orderFields = (count: { lines: number; fulfillments: number; numbers: number }) => `
  id name createdAt cancelledAt currentTotalPriceSet { shopMoney { amount currencyCode } }
  lineItems(first: ${count.lines}) { ${lineFields} }
  fulfillments(first: ${count.fulfillments}) {
    createdAt status trackingInfo(first: ${count.numbers}) { company number } }`
/** In a list, what nearly every order has; of a single order, all that counts for what was shipped. */
const listFields = orderFields({ lines: 15, fulfillments: 5, numbers: 2 })
const singleFields = orderFields({ lines: 50, fulfillments: 100, numbers: 5 })

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
  createdAt: moment,
  cancelledAt: z.string().nullable(),
  currentTotalPriceSet: money,
  lineItems: lines,
  fulfillments: z.array(
    z.object({
      createdAt: moment,
      status: z.string(),
      trackingInfo: z.array(z.object({ company: z.string().nullable(), number: z.string().nullable() })),
    }),
  ),
})
type Raw = z.output<typeof order>
type RawLine = Raw['lineItems']['nodes'][number]

const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)
const orderGid = (id: string): string => `gid://shopify/Order/${id}`

/** The orders of a Shopify shop. */
export const shopifyOrders = (account: ShopifyAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment) =>
    shipOnce(
      shipment,
      () => findOrder(account, shipment.order_id),
      (_order, toShip) => sendShipment(account, shipment, toShip),
    ),
})

const ordersAnswer = z.object({ orders: z.object({ nodes: z.array(order), pageInfo }) })
async function listOrders(account: ShopifyAccount, since: Date, cursor?: string): Promise<Orders> {
  const { data } = await queryShopify(
    account,
    {
      query: `query ($first: Int!, $after: String, $search: String!) {
            orders(first: $first, after: $after, query: $search, sortKey: CREATED_AT, reverse: true) {
              nodes { ${listFields} } pageInfo { hasNextPage endCursor } } }`,
      variables: {
        first: perPage,
        after: cursor ?? null,
        search: `created_at:>='${since.toISOString()}'`,
      },
    },
    ordersAnswer as z.ZodType<z.output<typeof ordersAnswer>>,
  )
  const { nodes, pageInfo: page } = data.orders
  const orders: Order[] = []
  for (const raw of nodes) orders.push(await withAllLines(account, raw))
  return page.hasNextPage && page.endCursor ? { orders, next: page.endCursor } : { orders }
}

const orderAnswer = z.object({ order: order.nullable() })
async function findOrder(account: ShopifyAccount, id: string): Promise<Order | undefined> {
  if (!/^\d+$/.test(id)) return undefined
  const { data } = await queryShopify(
    account,
    {
      query: `query ($id: ID!) { order(id: $id) { ${singleFields} } }`,
      variables: { id: orderGid(id) },
    },
    orderAnswer as z.ZodType<z.output<typeof orderAnswer>>,
  )
  return data.order ? withAllLines(account, data.order) : undefined
}

const linesAnswer = z.object({ order: z.object({ lineItems: lines }).nullable() })
/** The order, with the lines that its answer had no room for. */
async function withAllLines(account: ShopifyAccount, raw: Raw): Promise<Order> {
  const allLines = [...raw.lineItems.nodes]
  const onward = pagesOf()
  let { pageInfo: page } = raw.lineItems
  while (page.hasNextPage) {
    const { data } = await queryShopify(
      account,
      {
        query: `query ($id: ID!, $after: String) {
            order(id: $id) { lineItems(first: ${linesPerPage}, after: $after) { ${lineFields} } } }`,
        variables: { id: raw.id, after: onward(page.endCursor ?? '') },
      },
      linesAnswer,
    )
    if (!data.order) break
    allLines.push(...data.order.lineItems.nodes)
    page = data.order.lineItems.pageInfo
  }
  return toOrder(raw, allLines)
}

const fulfillmentLines = z.object({
  nodes: z.array(
    z.object({ id: z.string(), remainingQuantity: z.number(), lineItem: z.object({ id: z.string() }) }),
  ),
  pageInfo,
})
const fulfillmentOrdersAnswer = z.object({
  order: z
    .object({
      fulfillmentOrders: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            status: z.string(),
            assignedLocation: z.object({ location: z.object({ id: z.string() }).nullable() }),
            lineItems: fulfillmentLines,
          }),
        ),
        pageInfo,
      }),
    })
    .nullable(),
})
type FulfillmentOrder = NonNullable<
  z.output<typeof fulfillmentOrdersAnswer>['order']
>['fulfillmentOrders']['nodes'][number]
const fulfillmentLineFields =
  'nodes { id remainingQuantity lineItem { id } } pageInfo { hasNextPage endCursor }'

/** All fulfillment orders of an order, with all of their lines. */
async function readFulfillmentOrders(account: ShopifyAccount, id: string): Promise<FulfillmentOrder[]> {
  const fulfillmentOrders: FulfillmentOrder[] = []
  const onward = pagesOf()
  for (let after: string | null = null, isOver = false; !isOver;) {
    const { data }: { data: z.output<typeof fulfillmentOrdersAnswer> } = await queryShopify(
      account,
      {
        query: `query ($id: ID!, $after: String) { order(id: $id) {
            fulfillmentOrders(first: ${fulfillmentOrdersPerPage}, after: $after) {
              nodes { id status assignedLocation { location { id } }
                lineItems(first: 40) { ${fulfillmentLineFields} } }
              pageInfo { hasNextPage endCursor } } } }`,
        variables: { id: orderGid(id), after },
      },
      fulfillmentOrdersAnswer,
    )
    const page = data.order?.fulfillmentOrders
    for (const node of page?.nodes ?? []) {
      await readRemainingLines(account, node)
      fulfillmentOrders.push(node)
    }
    isOver = !page?.pageInfo.hasNextPage
    if (!isOver) after = onward(page?.pageInfo.endCursor ?? '')
  }
  return fulfillmentOrders
}

const fulfillmentLinesAnswer = z.object({
  fulfillmentOrder: z.object({ lineItems: fulfillmentLines }).nullable(),
})
/** Adds the lines that its answer had no room for. */
async function readRemainingLines(
  account: ShopifyAccount,
  { id, lineItems }: FulfillmentOrder,
): Promise<void> {
  const onward = pagesOf()
  for (let page = lineItems.pageInfo; page.hasNextPage;) {
    const { data } = await queryShopify(
      account,
      {
        query: `query ($id: ID!, $after: String) { fulfillmentOrder(id: $id) {
            lineItems(first: ${linesPerPage}, after: $after) { ${fulfillmentLineFields} } } }`,
        variables: { id, after: onward(page.endCursor ?? '') },
      },
      fulfillmentLinesAnswer,
    )
    if (!data.fulfillmentOrder) return
    lineItems.nodes.push(...data.fulfillmentOrder.lineItems.nodes)
    page = data.fulfillmentOrder.lineItems.pageInfo
  }
}

async function sendShipment(account: ShopifyAccount, shipment: Shipment, toShip: ToShip) {
  const fulfillmentOrders = await readFulfillmentOrders(account, shipment.order_id)
  const parts = partsOf(fulfillmentOrders, toShip)
  if (!parts) return refusedShipment('conflict', 'Shopify doesn’t allow all of this to be shipped now.')
  // one fulfillment is of one location
  const partsByLocation = Map.groupBy(parts, (part) => part.fulfillmentOrder.assignedLocation.location?.id)
  let sentLocations = 0
  for (const locationParts of partsByLocation.values()) {
    const error = await createFulfillment(account, locationParts, shipment)
    if (error) {
      const text =
        sentLocations > 0 ? `The shipment was sent for only some locations: ${error.message}` : error.message
      const cause = causeOf({ message: error.message })
      return refusedShipment(cause === 'invalid' ? 'conflict' : cause, text)
    }
    sentLocations++
  }
  return { state: 'told' as const }
}

interface Part {
  fulfillmentOrder: FulfillmentOrder
  items: { id: string; quantity: number }[]
}
const openStatuses = new Set(['OPEN', 'IN_PROGRESS'])
/** Which lines of which fulfillment orders these are; undefined: they haven't got that much. */
function partsOf(fulfillmentOrders: readonly FulfillmentOrder[], toShip: ToShip): Part[] | undefined {
  const remaining = new Map(toShip.map(({ line_id, quantity }) => [line_id, quantity]))
  const parts = fulfillmentOrders
    .filter(({ status }) => openStatuses.has(status))
    .map((fulfillmentOrder) => ({
      fulfillmentOrder,
      items: fulfillmentOrder.lineItems.nodes.flatMap(({ id, remainingQuantity, lineItem }) => {
        const line = numberOf(lineItem.id)
        const quantity = Math.min(remainingQuantity, remaining.get(line) ?? 0)
        remaining.set(line, (remaining.get(line) ?? 0) - quantity)
        return quantity > 0 ? [{ id, quantity }] : []
      }),
    }))
  if ([...remaining.values()].some((quantity) => quantity > 0)) return undefined
  return parts.filter(({ items }) => items.length > 0)
}

const fulfillmentAnswer = z.object({
  fulfillmentCreate: z
    .object({ userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })) })
    .nullable(),
})
/** @returns what is wrong with it, if anything */
async function createFulfillment(
  account: ShopifyAccount,
  parts: readonly Part[],
  { carrier: company, tracking: number }: Shipment,
) {
  const { data, errors } = await queryShopify(
    account,
    {
      query: `mutation ($fulfillment: FulfillmentInput!) {
          fulfillmentCreate(fulfillment: $fulfillment) { userErrors { field message } } }`,
      variables: {
        fulfillment: {
          notifyCustomer: true,
          trackingInfo: { company, number },
          lineItemsByFulfillmentOrder: parts.map(({ fulfillmentOrder, items }) => ({
            fulfillmentOrderId: fulfillmentOrder.id,
            fulfillmentOrderLineItems: items,
          })),
        },
      },
    },
    fulfillmentAnswer,
  )
  return data.fulfillmentCreate ? data.fulfillmentCreate.userErrors[0] : errors[0]
}

/** Of fulfillments that shipped nothing. */
const failedStatuses = new Set(['CANCELLED', 'ERROR', 'FAILURE'])

const toOrder = (raw: Raw, orderLines: readonly RawLine[]): Order =>
  orderFrom({
    id: numberOf(raw.id),
    name: raw.name,
    placed_tm: raw.createdAt,
    total: raw.currentTotalPriceSet.shopMoney.amount,
    currency: raw.currentTotalPriceSet.shopMoney.currencyCode,
    isCancelled: raw.cancelledAt !== null,
    lines: orderLines.map((line) => ({
      line_id: numberOf(line.id),
      sku: line.sku ?? '',
      title: line.title,
      quantity: line.currentQuantity,
      cancelledQuantity: 0,
      shipped: Math.max(0, line.currentQuantity - line.unfulfilledQuantity),
      price: line.originalUnitPriceSet.shopMoney.amount,
    })),
    shipments: raw.fulfillments
      .filter(({ status }) => !failedStatuses.has(status))
      .flatMap(({ createdAt, trackingInfo }) =>
        trackingInfo.flatMap(({ company, number }) =>
          number ? [{ carrier: company ?? '', tracking: number, shipped_tm: createdAt }] : [],
        ),
      ),
  })
