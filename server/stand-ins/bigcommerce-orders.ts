import { allShipped, placedSince, ship, someShipped, totalOf, type Ordered } from './orders.ts'
import { json, type Asked, type Told } from './stand-in.ts'

interface Given {
  order_address_id?: number
  tracking_number?: string
  shipping_method?: string
  items?: { order_product_id: number; quantity: number }[]
}
/** As its mails write it. */
const text = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000')
const addressOf = (one: Ordered, line: number) => one.id + 50_000 + (one.apart ? line : 0)

/** What a shop shows and takes of its orders by v2: nothing at all where there is none, products apart. */
export function bigCommerceOrders(orders: readonly Ordered[]) {
  const shown = (one: Ordered) => ({
    id: one.id,
    date_created: text(one.placed),
    status_id: one.cancelled ? 5 : allShipped(one) ? 2 : someShipped(one) ? 3 : 11,
    total_inc_tax: `${totalOf(one)}00`,
    currency_code: one.currency,
    items_shipped: one.lines.reduce((sum, line) => sum + line.shipped, 0),
    billing_address: { first_name: one.buyer.name, street_1: one.buyer.street, email: one.buyer.email },
    products: { resource: `/orders/${one.id}/products` },
  })
  const products = (one: Ordered) =>
    one.lines.map((line) => ({
      id: line.id,
      order_address_id: addressOf(one, line.id),
      name: line.title,
      sku: line.sku,
      quantity: line.quantity,
      quantity_shipped: line.shipped,
      price_inc_tax: `${line.price}00`,
    }))
  const shipments = (one: Ordered) =>
    one.shipments.map((sent, i) => ({
      id: one.id * 100 + i,
      order_id: one.id,
      tracking_number: sent.tracking,
      shipping_provider: '',
      shipping_method: sent.carrier,
      date_created: text(sent.at),
      billing_address: { first_name: one.buyer.name, phone: one.buyer.phone },
    }))
  const take = (one: Ordered, given: Given): Told => {
    const { items = [], tracking_number: tracking = '', shipping_method: carrier = '' } = given
    if (items.some((item) => given.order_address_id !== addressOf(one, item.order_product_id)))
      return refuse(400, 'The field order_address_id is invalid.')
    const lines = new Map(items.map((item) => [item.order_product_id, item.quantity]))
    const wrong = ship(one, { carrier, tracking, lines })
    return wrong
      ? refuse(400, `The field items is invalid: ${wrong}.`)
      : { status: 201, body: shipments(one).at(-1) }
  }
  const listed = (rows: readonly object[], query: URLSearchParams): Told => {
    const size = Number(query.get('limit') ?? 50)
    const page = Number(query.get('page') ?? 1)
    const body = rows.slice((page - 1) * size, page * size)
    return body.length > 0 ? { body } : { status: 204, body: '' }
  }

  return (asked: Pick<Asked, 'method' | 'path' | 'query' | 'body'>): Told | undefined => {
    const { method, path, query } = asked
    const [, id, kind] = /^\/v2\/orders(?:\/(\d+)(?:\/(products|shipments))?)?$/.exec(path) ?? []
    if (!path.startsWith('/v2/orders')) return undefined
    if (id === undefined)
      return listed(placedSince(orders, Date.parse(query.get('min_date_created') ?? '')).map(shown), query)
    const one = orders.find((own) => own.id === Number(id))
    if (!one) return refuse(404, 'The requested resource was not found.')
    if (method === 'POST' && kind === 'shipments') return take(one, json(asked.body))
    return kind ? listed(kind === 'products' ? products(one) : shipments(one), query) : { body: shown(one) }
  }
}
/** v2 says what is wrong in a list. */
const refuse = (status: number, message: string): Told => ({ status, body: [{ status, message }] })
