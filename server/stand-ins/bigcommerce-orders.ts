import { isAllShipped, ordersSince, shipOrder, isPartShipped, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type StandInAnswer } from './stand-in.ts'

interface Given {
  order_address_id?: number
  tracking_number?: string
  shipping_method?: string
  items?: { order_product_id: number; quantity: number }[]
}
/** As its mails write it. */
const text = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000')
const addressOf = (one: StandInOrder, line: number) => one.id + 50_000 + (one.hasSeparateAddresses ? line : 0)

/** What a shop shows and takes of its orders by v2: nothing at all where there is none, products hasSeparateAddresses. */
export function bigCommerceOrders(orders: readonly StandInOrder[]) {
  const shown = (one: StandInOrder) => ({
    id: one.id,
    date_created: text(one.placedMs),
    status_id: one.isCancelled ? 5 : isAllShipped(one) ? 2 : isPartShipped(one) ? 3 : 11,
    total_inc_tax: `${totalOf(one)}00`,
    currency_code: one.currency,
    items_shipped: one.lines.reduce((sum, line) => sum + line.shippedQuantity, 0),
    billing_address: { first_name: one.buyer.name, street_1: one.buyer.street, email: one.buyer.email },
    products: { resource: `/orders/${one.id}/products` },
  })
  const products = (one: StandInOrder) =>
    one.lines.map((line) => ({
      id: line.id,
      order_address_id: addressOf(one, line.id),
      name: line.title,
      sku: line.sku,
      quantity: line.quantity,
      quantity_shipped: line.shippedQuantity,
      price_inc_tax: `${line.price}00`,
    }))
  const shipments = (one: StandInOrder) =>
    one.shipments.map((sent, i) => ({
      id: one.id * 100 + i,
      order_id: one.id,
      tracking_number: sent.tracking,
      shipping_provider: '',
      shipping_method: sent.carrier,
      date_created: text(sent.shippedMs),
      billing_address: { first_name: one.buyer.name, phone: one.buyer.phone },
    }))
  const take = (one: StandInOrder, given: Given): StandInAnswer => {
    const { items = [], tracking_number: tracking = '', shipping_method: carrier = '' } = given
    if (items.some((item) => given.order_address_id !== addressOf(one, item.order_product_id)))
      return refuse(400, 'The field order_address_id is invalid.')
    const lines = new Map(items.map((item) => [item.order_product_id, item.quantity]))
    const wrong = shipOrder(one, { carrier, tracking, lines })
    return wrong
      ? refuse(400, `The field items is invalid: ${wrong}.`)
      : { status: 201, body: shipments(one).at(-1) }
  }
  const listed = (rows: readonly object[], query: URLSearchParams): StandInAnswer => {
    const size = Number(query.get('limit') ?? 50)
    const page = Number(query.get('page') ?? 1)
    const body = rows.slice((page - 1) * size, page * size)
    return body.length > 0 ? { body } : { status: 204, body: '' }
  }

  return (asked: Pick<StandInRequest, 'method' | 'path' | 'query' | 'body'>): StandInAnswer | undefined => {
    const { method, path, query } = asked
    const [, id, kind] = /^\/v2\/orders(?:\/(\d+)(?:\/(products|shipments))?)?$/.exec(path) ?? []
    if (!path.startsWith('/v2/orders')) return undefined
    if (id === undefined)
      return listed(ordersSince(orders, Date.parse(query.get('min_date_created') ?? '')).map(shown), query)
    const one = orders.find((own) => own.id === Number(id))
    if (!one) return refuse(404, 'The requested resource was not found.')
    if (method === 'POST' && kind === 'shipments') return take(one, parseJson(asked.body))
    return kind ? listed(kind === 'products' ? products(one) : shipments(one), query) : { body: shown(one) }
  }
}
/** v2 says what is wrong in a list. */
const refuse = (status: number, message: string): StandInAnswer => ({ status, body: [{ status, message }] })
