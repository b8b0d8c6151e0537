import { z } from 'zod'
import { answerOf, ask, ShopFault } from '../ask.ts'
import type { Market, Order, Orders, Shipment } from '../market.ts'
import { listOf, moment, numberOrText, orderFrom, refusedShipment, shipOnce, type ToShip } from '../orders.ts'
import { findWarehouse, type ZentailAccount } from './account.ts'

// unconfirmed: the guides name no field for what an order and a line cost, nor when a package left
const order = z.object({
  orderNumber: numberOrText,
  orderTs: moment,
  status: z.string(),
  total: numberOrText.nullish(),
  currency: z.string().nullish(),
  products: listOf(
    z.object({
      lineItemId: numberOrText,
      SKU: z.string().nullish(),
      requestedSku: z.string().nullish(),
      name: z.string().nullish(),
      quantity: z.number(),
      cancelQuantity: z.number().nullish(),
      shippedQuantity: z.number().nullish(),
      unitPrice: numberOrText.nullish(),
    }),
  ),
  packages: listOf(
    z.object({
      carrier: z.string().nullish(),
      tracking: z.string().nullish(),
      shippedTs: moment.nullish(),
    }),
  ),
})
type Raw = z.output<typeof order>
const orderPage = z.object({ results: z.array(order), nextToken: z.string().nullish() })
type OrderPage = z.output<typeof orderPage>
const shipmentAnswer = z.object({
  message: z.string().optional(),
  results: z
    .array(z.object({ error: z.object({ code: z.string().default(''), message: z.string() }).nullish() }))
    .optional(),
})
const cancelledStatuses = new Set(['CANCELLED', 'REFUNDED'])

/** The sales orders of a Zentail account. */
export const zentailOrders = (account: ZentailAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment, key) =>
    shipOnce(
      shipment,
      () => findOrder(account, shipment.order_id),
      (current, lines) => sendPackage(account, { current, shipment, lines, key }),
    ),
})

async function listOrders(account: ZentailAccount, since: Date, cursor?: string): Promise<Orders> {
  // what was placed since then was changed since then
  const query = cursor ?? new URLSearchParams({ lastUpdatedTs: since.toISOString() }).toString()
  const { results, nextToken } = await readOrders(account, new URLSearchParams(query))
  const orders = results.map(toOrder).filter(({ placed_tm }) => placed_tm >= since.toISOString())
  return nextToken ? { orders, next: queryOf(nextToken, account.shop.origin) } : { orders }
}

/** The next page is named by a whole address; only its query is used. */
function queryOf(next: string, origin: string): string {
  const url = URL.canParse(next) ? new URL(next) : undefined
  if (url?.origin === new URL(origin).origin) return url.search.slice(1)
  throw new ShopFault('outage', 'Zentail redirects to another host.', 'Contact Zentail’s support.')
}

const readOrders = ({ shop, base, headers }: ZentailAccount, query: URLSearchParams): Promise<OrderPage> =>
  ask(shop, {
    path: `${base}/v1/salesOrder?${query.toString()}`,
    headers,
    answer: orderPage as z.ZodType<OrderPage>,
  })

async function findOrder(account: ZentailAccount, id: string): Promise<Order | undefined> {
  // unconfirmed: that a single order is read by its number this way
  const { results } = await readOrders(account, new URLSearchParams({ orderNumber: id }))
  const raw = results.find(({ orderNumber }) => orderNumber === id)
  return raw && toOrder(raw)
}

async function sendPackage(
  account: ZentailAccount,
  { current, shipment, lines, key }: { current: Order; shipment: Shipment; lines: ToShip; key: string },
) {
  const { location_id: warehouseId } = await findWarehouse(account)
  const { status, body } = await answerOf(account.shop, {
    path: `${account.base}/v1/salesOrder/shipments`,
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: {
      packages: [
        {
          orderNumber: shipment.order_id,
          // Zentail recognizes a package that is sent again by this id
          fulfillmentPackageId: key.slice(0, 32),
          warehouseId,
          carrier: shipment.carrier,
          tracking: shipment.tracking,
          service_level: 'Standard',
          products: [...quantitiesBySku(current, lines)].map(([sku, quantity]) => ({ sku, quantity })),
        },
      ],
    },
    alsoAccepted: [400, 404, 409, 422],
    answer: shipmentAnswer as z.ZodType<z.output<typeof shipmentAnswer>>,
  })
  const error = body.results?.find((result) => result.error)?.error
  if (error) return refusedShipment('conflict', error.message)
  return status < 400 ? { state: 'told' as const } : refusedShipment('invalid', body.message ?? '')
}

/** A package names its contents by SKU. */
function quantitiesBySku(current: Order, lines: ToShip): Map<string, number> {
  const skuOf = new Map(current.lines.map((line) => [line.line_id, line.sku]))
  const quantities = new Map<string, number>()
  for (const { line_id, quantity } of lines) {
    const sku = skuOf.get(line_id) ?? ''
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  }
  return quantities
}

const toOrder = (raw: Raw): Order =>
  orderFrom({
    id: raw.orderNumber,
    name: raw.orderNumber,
    placed_tm: raw.orderTs,
    total: raw.total ?? null,
    currency: raw.currency ?? '',
    isCancelled: cancelledStatuses.has(raw.status),
    lines: raw.products.map((line) => ({
      line_id: line.lineItemId,
      sku: line.SKU ?? line.requestedSku ?? '',
      title: line.name ?? '',
      quantity: line.quantity,
      cancelledQuantity: line.cancelQuantity ?? 0,
      shipped: line.shippedQuantity ?? 0,
      price: line.unitPrice ?? null,
    })),
    shipments: raw.packages.flatMap(({ carrier, tracking, shippedTs }) =>
      tracking ? [{ carrier: carrier ?? '', tracking, shipped_tm: shippedTs ?? null }] : [],
    ),
  })
