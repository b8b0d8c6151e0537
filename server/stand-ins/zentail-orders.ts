import { isAllShipped, isPartShipped, ordersSince, shipOrder, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInAnswer, type StandInRequest } from './stand-in.ts'

const perPage = 3
interface Package {
  orderNumber: string | number
  fulfillmentPackageId: string
  carrier: string
  tracking: string
  products?: { sku: string; quantity: number }[]
}

/** An account's sales orders: a page by a whole address, packages by SKU. */
export class ZentailOrders {
  private readonly orders: readonly StandInOrder[]
  private readonly packageIds = new Set<string>()

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
  }

  answer({ method, path, query, body, address }: StandInRequest): StandInAnswer | undefined {
    if (method === 'GET' && path === '/v1/salesOrder') return this.list(query, address)
    if (method === 'POST' && path === '/v1/salesOrder/shipments') {
      const { packages } = parseJson(body) as { packages?: Package[] }
      if (!packages || packages.length > 50)
        return { status: 400, body: { message: 'At most 50 packages are allowed.' } }
      return { body: { results: packages.map((parcel) => this.ship(parcel)) } }
    }
    return undefined
  }

  private list(query: URLSearchParams, address: string): StandInAnswer {
    const number = query.get('orderNumber')
    const sinceText = query.get('lastUpdatedTs') ?? ''
    const orders = ordersSince(this.orders, Date.parse(sinceText) || 0).filter(
      ({ id }) => number === null || String(id) === number,
    )
    const from = Number(query.get('from') ?? 0)
    const upTo = from + perPage
    const next = new URLSearchParams({ lastUpdatedTs: sinceText, from: String(upTo) })
    return {
      body: {
        results: orders.slice(from, upTo).map(orderBody),
        nextToken: upTo < orders.length ? `${address}/v1/salesOrder?${next.toString()}` : null,
      },
    }
  }

  private ship(parcel: Package) {
    const { orderNumber, fulfillmentPackageId: id, carrier, tracking, products = [] } = parcel
    const refuse = (code: string, message: string) => ({ orderNumber, error: { code, message } })
    const order = this.orders.find((candidate) => candidate.id === Number(orderNumber))
    if (!order) return refuse('ORDER_NOT_FOUND', `Order ${orderNumber} was not found.`)
    // the same package again
    if (this.packageIds.has(id)) return { orderNumber }
    const lines = new Map<number, number>()
    for (const { sku, quantity } of products) {
      const line = order.lines.find((candidate) => candidate.sku === sku)
      if (!line) return refuse('SKU_NOT_ON_ORDER', `${sku} is not on the order.`)
      lines.set(line.id, quantity)
    }
    const refusal = shipOrder(order, { carrier, tracking, lines })
    if (refusal) return refuse('NOTHING_TO_SHIP', `The order can't be shipped: ${refusal}.`)
    this.packageIds.add(id)
    return { orderNumber }
  }
}

function statusOf(order: StandInOrder): string {
  if (order.isCancelled) return 'CANCELLED'
  if (isAllShipped(order)) return 'SHIPPED'
  return isPartShipped(order) ? 'PARTIALLY_SHIPPED' : 'PENDING'
}

const orderBody = (order: StandInOrder) => ({
  orderNumber: order.id,
  orderTs: new Date(order.placedMs).toISOString(),
  lastUpdatedTs: new Date(order.placedMs).toISOString(),
  status: statusOf(order),
  total: Number(totalOf(order)),
  currency: order.currency,
  shippingAddress: { name: order.buyer.name, address1: order.buyer.street, phone: order.buyer.phone },
  customer: { email: order.buyer.email },
  products: order.lines.map((line) => ({
    lineItemId: line.id,
    SKU: line.sku,
    requestedSku: `CH-${line.sku}`,
    name: line.title,
    quantity: line.quantity,
    cancelQuantity: 0,
    shippedQuantity: line.shippedQuantity,
    unitPrice: Number(line.price),
  })),
  packages: order.shipments.map((shipment) => ({
    carrier: shipment.carrier,
    tracking: shipment.tracking,
    shippedTs: new Date(shipment.shippedMs).toISOString(),
  })),
})
