import { z } from 'zod'
import { answerOf, ask, ShopFault, type Shop } from '../ask.ts'
import type { Market, Order } from '../market.ts'
import { listOf, orderFrom, plain, refusedShipment, shipOnce, when } from '../orders.ts'

// unconfirmed: the guides name no field for what an order and a line cost, nor when a package left
const order = z.object({
  orderNumber: plain,
  orderTs: when,
  status: z.string(),
  total: plain.nullish(),
  currency: z.string().nullish(),
  products: listOf(
    z.object({
      lineItemId: plain,
      SKU: z.string().nullish(),
      requestedSku: z.string().nullish(),
      name: z.string().nullish(),
      quantity: z.number(),
      cancelQuantity: z.number().nullish(),
      shippedQuantity: z.number().nullish(),
      unitPrice: plain.nullish(),
    }),
  ),
  packages: listOf(
    z.object({ carrier: z.string().nullish(), tracking: z.string().nullish(), shippedTs: when.nullish() }),
  ),
})
type Raw = z.output<typeof order>
const page = z.object({ results: z.array(order), nextToken: z.string().nullish() })
const said = z.object({
  message: z.string().optional(),
  results: z
    .array(z.object({ error: z.object({ code: z.string().default(''), message: z.string() }).nullish() }))
    .optional(),
})

/** The sales orders of a Zentail account. @param warehouse from which it is shipped */
export function openZentailOrders(
  shop: Shop,
  base: string,
  warehouse: () => Promise<string>,
): Pick<Market, 'orders' | 'ship'> {
  const path = `${base}/v1/salesOrder`
  const read = (query: URLSearchParams) =>
    ask(shop, {
      path: `${path}?${query.toString()}`,
      headers: { authorization: shop.token },
      answer: page as z.ZodType<z.output<typeof page>>,
    })
  return {
    async orders(since, cursor) {
      // what was placed since then was changed since then
      const query = cursor ?? new URLSearchParams({ lastUpdatedTs: since.toISOString() }).toString()
      const { results, nextToken } = await read(new URLSearchParams(query))
      const orders = results.map(toOrder).filter((one) => one.placed_tm >= since.toISOString())
      return nextToken ? { orders, next: queryOf(nextToken, shop.origin) } : { orders }
    },
    ship: (shipment, key) =>
      shipOnce(
        shipment,
        async () => {
          // unconfirmed: that one order is asked for by its number so
          const { results } = await read(new URLSearchParams({ orderNumber: shipment.order_id }))
          const raw = results.find((one) => one.orderNumber === shipment.order_id)
          return raw && toOrder(raw)
        },
        async (has, lines) => {
          const skuOf = new Map(has.lines.map((line) => [line.line_id, line.sku]))
          // what is in a package is named by its SKU
          const products = new Map<string, number>()
          for (const { line_id, quantity } of lines) {
            const sku = skuOf.get(line_id)!
            products.set(sku, (products.get(sku) ?? 0) + quantity)
          }
          const { status, body } = await answerOf(shop, {
            path: `${path}/shipments`,
            headers: { authorization: shop.token, 'content-type': 'application/json' },
            body: {
              packages: [
                {
                  orderNumber: shipment.order_id,
                  // by it a package that is told again is the same one
                  fulfillmentPackageId: key.slice(0, 32),
                  warehouseId: await warehouse(),
                  carrier: shipment.carrier,
                  tracking: shipment.tracking,
                  service_level: 'Standard',
                  products: [...products].map(([sku, quantity]) => ({ sku, quantity })),
                },
              ],
            },
            also: [400, 404, 409, 422],
            answer: said as z.ZodType<z.output<typeof said>>,
          })
          const error = body.results?.find((one) => one.error)?.error
          if (error) return refusedShipment('conflict', error.message)
          return status < 400 ? { state: 'told' } : refusedShipment('invalid', body.message ?? '')
        },
      ),
  }
}

/** The next page is named by a whole address; only its query is handed on. */
function queryOf(next: string, origin: string): string {
  const url = URL.canParse(next) ? new URL(next) : undefined
  if (url?.origin === new URL(origin).origin) return url.search.slice(1)
  throw new ShopFault('outage', 'Zentail leads on to another host.', 'Ask Zentail’s support.')
}

const over = new Set(['CANCELLED', 'REFUNDED'])
const toOrder = (raw: Raw): Order =>
  orderFrom({
    id: raw.orderNumber,
    name: raw.orderNumber,
    placed_tm: raw.orderTs,
    total: raw.total ?? null,
    currency: raw.currency ?? '',
    cancelled: over.has(raw.status),
    lines: raw.products.map((one) => ({
      line_id: one.lineItemId,
      sku: one.SKU ?? one.requestedSku ?? '',
      title: one.name ?? '',
      quantity: one.quantity,
      gone: one.cancelQuantity ?? 0,
      shipped: one.shippedQuantity ?? 0,
      price: one.unitPrice ?? null,
    })),
    shipments: raw.packages.flatMap(({ carrier, tracking, shippedTs }) =>
      tracking ? [{ carrier: carrier ?? '', tracking, shipped_tm: shippedTs ?? null }] : [],
    ),
  })
