import { z } from 'zod'
import { faultOf, type openBigCommerceAsks } from './asks.ts'
import { ShopFault } from '../ask.ts'
import type { Market, Order, Shipment } from '../market.ts'
import { orderFrom, plain, refusedShipment, shipOnce, when, type ToShip } from '../orders.ts'

/** Of each its products are asked for, and its shipments where it has some: of 150 questions in 30 s. */
const perPage = 10
const order = z.object({
  id: plain,
  // RFC 2822
  date_created: when,
  status_id: z.number(),
  total_inc_tax: plain,
  currency_code: z.string(),
  items_shipped: z.number().default(0),
})
const product = z.object({
  id: z.number(),
  order_address_id: z.number(),
  name: z.string(),
  sku: z.string().nullish(),
  quantity: z.number(),
  quantity_shipped: z.number().default(0),
  quantity_refunded: z.number().default(0),
  price_inc_tax: plain,
})
const shipment = z.object({
  tracking_number: z.string().nullish(),
  tracking_carrier: z.string().nullish(),
  shipping_provider: z.string().nullish(),
  shipping_method: z.string().nullish(),
  date_created: when.nullish(),
})
type Raw = z.output<typeof order>
type Product = z.output<typeof product>
/** Incomplete: nobody has ordered it yet. */
const unplaced = 0
/** Refunded, cancelled, declined. */
const over = new Set([4, 5, 6])
/** Shipped, completed. */
const done = new Set([2, 10])
const providers = ['ups', 'usps', 'fedex', 'auspost', 'canadapost', 'royalmail']

interface Full {
  order: Order
  products: Product[]
}
/** The orders of a BigCommerce shop, by its interface v2. */
export function openBigCommerceOrders({
  ask,
}: ReturnType<typeof openBigCommerceAsks>): Pick<Market, 'orders' | 'ship'> {
  /** Where there is none, it answers with nothing at all. */
  const list = async <T>(path: string, of: z.ZodType<T>): Promise<T[]> => (await one(path, z.array(of))) ?? []
  const one = async <T>(path: string, of: z.ZodType<T>): Promise<T | undefined> => {
    const { status, body } = await ask('GET', path, undefined, 'v2')
    if (status === 204 || status === 404) return undefined
    const read = of.safeParse(body)
    if (status === 200 && read.success) return read.data
    throw new ShopFault(
      'outage',
      'The shop’s answer is none that we understand.',
      'Check the admin address of the store.',
      { status: 400 },
    )
  }
  const full = async (raw: Raw): Promise<Full> => {
    const at = `orders/${raw.id}`
    const [products, shipments] = await Promise.all([
      list(`${at}/products?limit=250`, product as z.ZodType<Product>),
      raw.items_shipped > 0
        ? list(`${at}/shipments?limit=250`, shipment as z.ZodType<z.output<typeof shipment>>)
        : [],
    ])
    return { order: toOrder(raw, products, shipments), products }
  }
  const tell = async (products: readonly Product[], of: Shipment, lines: ToShip) => {
    const addressOf = new Map(products.map((own) => [String(own.id), own.order_address_id]))
    // of several addresses each has a parcel of its own
    for (const [address, items] of Map.groupBy(lines, (line) => addressOf.get(line.line_id)!)) {
      const provider = of.carrier.toLowerCase()
      const answer = await ask(
        'POST',
        `orders/${of.order_id}/shipments`,
        {
          order_address_id: address,
          tracking_number: of.tracking,
          shipping_provider: providers.includes(provider) ? provider : '',
          shipping_method: of.carrier,
          items: items.map(({ line_id, quantity }) => ({ order_product_id: Number(line_id), quantity })),
        },
        'v2',
      )
      const fault = faultOf(answer)
      if (fault) return refusedShipment(fault.why === 'missing' ? 'missing' : 'conflict', fault.message)
    }
    return { state: 'told' as const }
  }

  return {
    async orders(since, cursor = '1') {
      const query = new URLSearchParams({
        min_date_created: since.toISOString(),
        sort: 'date_created:desc',
        is_deleted: 'false',
        limit: String(perPage),
        page: cursor,
      })
      const found = await list(`orders?${query.toString()}`, order as z.ZodType<Raw>)
      const placed = found.filter((raw) => raw.status_id !== unplaced)
      const orders = (await Promise.all(placed.map(full))).map((own) => own.order)
      // it doesn't say how many there are
      return found.length === perPage ? { orders, next: String(Number(cursor) + 1) } : { orders }
    },
    async ship(of) {
      let has: Full | undefined
      return shipOnce(
        of,
        async () => {
          const raw = /^\d+$/.test(of.order_id)
            ? await one(`orders/${of.order_id}`, order as z.ZodType<Raw>)
            : undefined
          has = raw && (await full(raw))
          return has?.order
        },
        (_order, lines) => tell(has!.products, of, lines),
      )
    },
  }
}

const toOrder = (
  raw: Raw,
  products: readonly Product[],
  shipments: readonly z.output<typeof shipment>[],
): Order =>
  orderFrom({
    id: raw.id,
    name: `#${raw.id}`,
    placed_tm: raw.date_created,
    total: raw.total_inc_tax,
    currency: raw.currency_code,
    cancelled: over.has(raw.status_id),
    lines: products.map((own) => ({
      line_id: String(own.id),
      sku: own.sku ?? '',
      title: own.name,
      quantity: own.quantity,
      gone: Math.min(own.quantity_refunded, own.quantity - own.quantity_shipped),
      // a hand may set the state alone
      shipped: done.has(raw.status_id) ? own.quantity : own.quantity_shipped,
      price: own.price_inc_tax,
    })),
    shipments: shipments.flatMap((sent) =>
      sent.tracking_number
        ? [
            {
              carrier: sent.shipping_method || sent.tracking_carrier || sent.shipping_provider || '',
              tracking: sent.tracking_number,
              shipped_tm: sent.date_created ?? null,
            },
          ]
        : [],
    ),
  })
