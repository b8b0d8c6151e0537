import { isAllShipped, isPartShipped, ordersSince, shipOrder, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInAnswer, type StandInRequest } from './stand-in.ts'

interface ShipmentFields {
  order_address_id?: number
  tracking_number?: string
  shipping_method?: string
  items?: { order_product_id: number; quantity: number }[]
}

/** A shop's orders by v2: empty lists are no answer at all, and each order's products are a list of their own. */
export class BigCommerceOrders {
  private readonly orders: readonly StandInOrder[]

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
  }

  answer(request: StandInRequest): StandInAnswer | undefined {
    const { method, path, query } = request
    const [, id, kind] = /^\/v2\/orders(?:\/(\d+)(?:\/(products|shipments))?)?$/.exec(path) ?? []
    if (!path.startsWith('/v2/orders')) return undefined
    if (id === undefined) {
      const orders = ordersSince(this.orders, Date.parse(query.get('min_date_created') ?? ''))
      return pageOf(orders.map(orderBody), query)
    }
    const order = this.orders.find((candidate) => candidate.id === Number(id))
    if (!order) return refuse(404, 'The requested resource was not found.')
    if (method === 'POST' && kind === 'shipments') return addShipment(order, parseJson(request.body))
    if (!kind) return { body: orderBody(order) }
    return pageOf(kind === 'products' ? productBodies(order) : shipmentBodies(order), query)
  }
}

function addShipment(order: StandInOrder, fields: ShipmentFields): StandInAnswer {
  const { items = [], tracking_number: tracking = '', shipping_method: carrier = '' } = fields
  if (items.some((item) => fields.order_address_id !== addressOf(order, item.order_product_id)))
    return refuse(400, 'The field order_address_id is invalid.')
  const lines = new Map(items.map((item) => [item.order_product_id, item.quantity]))
  const refusal = shipOrder(order, { carrier, tracking, lines })
  return refusal
    ? refuse(400, `The field items is invalid: ${refusal}.`)
    : { status: 201, body: shipmentBodies(order).at(-1) }
}

function pageOf(rows: readonly object[], query: URLSearchParams): StandInAnswer {
  const size = Number(query.get('limit') ?? 50)
  const page = Number(query.get('page') ?? 1)
  const body = rows.slice((page - 1) * size, page * size)
  return body.length > 0 ? { body } : { status: 204, body: '' }
}

/** The form of dates in its emails. */
const dateText = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')
const addressOf = (order: StandInOrder, lineId: number) =>
  order.id + 50_000 + (order.hasSeparateAddresses ? lineId : 0)

function statusOf(order: StandInOrder): number {
  if (order.isCancelled) return 5
  if (isAllShipped(order)) return 2
  return isPartShipped(order) ? 3 : 11
}

const orderBody = (order: StandInOrder) => ({
  id: order.id,
  date_created: dateText(order.placedMs),
  status_id: statusOf(order),
  total_inc_tax: `${totalOf(order)}00`,
  // shown to the buyer; the other is what is paid
  currency_code: 'EUR',
  default_currency_code: order.currency,
  items_shipped: order.lines.reduce((sum, line) => sum + line.shippedQuantity, 0),
  billing_address: { first_name: order.buyer.name, street_1: order.buyer.street, email: order.buyer.email },
  products: { resource: `/orders/${order.id}/products` },
})
const productBodies = (order: StandInOrder) =>
  order.lines.map((line) => ({
    id: line.id,
    order_address_id: addressOf(order, line.id),
    name: line.title,
    sku: line.sku,
    quantity: line.quantity,
    quantity_shipped: line.shippedQuantity,
    price_inc_tax: `${line.price}00`,
  }))
const shipmentBodies = (order: StandInOrder) =>
  order.shipments.map((shipment, i) => ({
    id: order.id * 100 + i,
    order_id: order.id,
    tracking_number: shipment.tracking,
    shipping_provider: '',
    shipping_method: shipment.carrier,
    date_created: dateText(shipment.shippedMs),
    billing_address: { first_name: order.buyer.name, phone: order.buyer.phone },
  }))

/** v2 lists what is wrong. */
const refuse = (status: number, message: string): StandInAnswer => ({ status, body: [{ status, message }] })
