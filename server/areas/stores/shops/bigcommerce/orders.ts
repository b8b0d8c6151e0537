import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import type { Market, Order, Orders, Shipment, ShippedOrder } from '../market.ts'
import { moment, numberOrText, orderFrom, refusedShipment, shipOnce, type ToShip } from '../orders.ts'
import { askBigCommerce, type BigCommerceAccount } from './account.ts'
import { faultOf } from './errors.ts'

/** Each order’s products and, if it has any, its shipments are read too: 150 requests are allowed in 30 s. */
const perPage = 10
const order = z.object({
  id: numberOrText,
  // RFC 2822
  date_created: moment,
  status_id: z.number(),
  total_inc_tax: numberOrText,
  // what the buyer saw, which may be another than what was paid
  currency_code: z.string(),
  default_currency_code: z.string().nullish(),
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
  price_inc_tax: numberOrText,
})
const parcel = z.object({
  tracking_number: z.string().nullish(),
  tracking_carrier: z.string().nullish(),
  shipping_provider: z.string().nullish(),
  shipping_method: z.string().nullish(),
  date_created: moment.nullish(),
})
type Raw = z.output<typeof order>
type Product = z.output<typeof product>
type Parcel = z.output<typeof parcel>
/** Incomplete: nobody has ordered it yet. */
const incompleteStatus = 0
/** Refunded, cancelled, declined. */
const cancelledStatuses = new Set([4, 5, 6])
/** Shipped, completed. */
const shippedStatuses = new Set([2, 10])
const providers = ['ups', 'usps', 'fedex', 'auspost', 'canadapost', 'royalmail']

interface OrderWithProducts {
  order: Order
  products: Product[]
}
/** The orders of a BigCommerce shop, by its interface v2. */
export const bigCommerceOrders = (account: BigCommerceAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment) => shipOrder(account, shipment),
})

async function listOrders(account: BigCommerceAccount, since: Date, cursor = '1'): Promise<Orders> {
  const query = new URLSearchParams({
    min_date_created: since.toISOString(),
    sort: 'date_created:desc',
    is_deleted: 'false',
    limit: String(perPage),
    page: cursor,
  })
  const page = await readList(account, `orders?${query.toString()}`, order as z.ZodType<Raw>)
  const placedOrders = page.filter((raw) => raw.status_id !== incompleteStatus)
  const details = await Promise.all(placedOrders.map((raw) => readDetails(account, raw)))
  const orders = details.map((detail) => detail.order)
  // BigCommerce doesn't say how many there are
  return page.length === perPage ? { orders, next: String(Number(cursor) + 1) } : { orders }
}

async function shipOrder(account: BigCommerceAccount, shipment: Shipment): Promise<ShippedOrder> {
  let products: Product[] = []
  const findOrder = async () => {
    if (!/^\d+$/.test(shipment.order_id)) return undefined
    const raw = await readIfThere(account, `orders/${shipment.order_id}`, order as z.ZodType<Raw>)
    const details = raw && (await readDetails(account, raw))
    products = details?.products ?? []
    return details?.order
  }
  return shipOnce(shipment, findOrder, (_order, lines) =>
    sendShipment(account, { products, shipment, lines }),
  )
}

async function sendShipment(
  account: BigCommerceAccount,
  { products, shipment, lines }: { products: readonly Product[]; shipment: Shipment; lines: ToShip },
) {
  const addressOf = new Map(products.map(({ id, order_address_id }) => [String(id), order_address_id]))
  const provider = shipment.carrier.toLowerCase()
  // each of several addresses has a parcel of its own
  for (const [address, items] of Map.groupBy(lines, (line) => addressOf.get(line.line_id))) {
    const answer = await askBigCommerce(account, {
      method: 'POST',
      path: `orders/${shipment.order_id}/shipments`,
      body: {
        order_address_id: address,
        tracking_number: shipment.tracking,
        shipping_provider: providers.includes(provider) ? provider : '',
        shipping_method: shipment.carrier,
        items: items.map(({ line_id, quantity }) => ({ order_product_id: Number(line_id), quantity })),
      },
      version: 'v2',
    })
    const fault = faultOf(answer)
    if (fault) return refusedShipment(fault.why === 'missing' ? 'missing' : 'conflict', fault.message)
  }
  return { state: 'told' as const }
}

async function readDetails(account: BigCommerceAccount, raw: Raw): Promise<OrderWithProducts> {
  const path = `orders/${raw.id}`
  const [products, parcels] = await Promise.all([
    readList(account, `${path}/products?limit=250`, product as z.ZodType<Product>),
    raw.items_shipped > 0
      ? readList(account, `${path}/shipments?limit=250`, parcel as z.ZodType<Parcel>)
      : [],
  ])
  return { order: toOrder(raw, products, parcels), products }
}

/** If a list is empty, BigCommerce answers with nothing at all. */
const readList = async <T>(account: BigCommerceAccount, path: string, item: z.ZodType<T>): Promise<T[]> =>
  (await readIfThere(account, path, z.array(item))) ?? []

async function readIfThere<T>(
  account: BigCommerceAccount,
  path: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  const { status, body } = await askBigCommerce(account, { method: 'GET', path, version: 'v2' })
  if (status === 204 || status === 404) return undefined
  const answer = shape.safeParse(body)
  if (status === 200 && answer.success) return answer.data
  throw new ShopFault('outage', 'The store’s response isn’t valid.', 'Check the store’s admin address.', {
    status: 400,
  })
}

const toOrder = (raw: Raw, products: readonly Product[], parcels: readonly Parcel[]): Order =>
  orderFrom({
    id: raw.id,
    name: `#${raw.id}`,
    placed_tm: raw.date_created,
    total: raw.total_inc_tax,
    currency: raw.default_currency_code || raw.currency_code,
    isCancelled: cancelledStatuses.has(raw.status_id),
    lines: products.map((line) => ({
      line_id: String(line.id),
      sku: line.sku ?? '',
      title: line.name,
      quantity: line.quantity,
      cancelledQuantity: Math.min(line.quantity_refunded, line.quantity - line.quantity_shipped),
      // a person may set the status alone
      shipped: shippedStatuses.has(raw.status_id) ? line.quantity : line.quantity_shipped,
      price: line.price_inc_tax,
    })),
    shipments: parcels.flatMap(
      ({ tracking_number, shipping_method, tracking_carrier, shipping_provider, date_created }) =>
        tracking_number
          ? [
              {
                carrier: shipping_method || tracking_carrier || shipping_provider || '',
                tracking: tracking_number,
                shipped_tm: date_created ?? null,
              },
            ]
          : [],
    ),
  })
