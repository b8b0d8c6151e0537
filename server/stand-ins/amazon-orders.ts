import { isAllShipped, isPartShipped, ordersSince, shipOrder, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInAnswer, type StandInRequest } from './stand-in.ts'

const perPage = 3
const idOf = (order: StandInOrder) => `902-0000000-000${order.id}`
interface Package {
  packageReferenceId: string
  carrierCode: string
  carrierName?: string
  trackingNumber: string
  shipDate: string
  orderItems: { orderItemId: string; quantity: number }[]
}

/** A seller's orders: it shows only the data that is requested, and knows a package by its number. */
export class AmazonOrders {
  private readonly orders: readonly StandInOrder[]
  private readonly packages = new Map<string, string>()

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
  }

  answer({ method, path, query, body }: StandInRequest): StandInAnswer | undefined {
    const included = query.get('includedData')?.split(',') ?? []
    if (method === 'GET' && path === '/orders/2026-01-01/orders') return this.list(query, included)
    const [, id, confirms] =
      /^\/orders\/(?:2026-01-01|v0)\/orders\/([\w-]+)(\/shipmentConfirmation)?$/.exec(path) ?? []
    if (id === undefined) return undefined
    const order = this.orders.find((candidate) => idOf(candidate) === id)
    if (!order) return refuse(404, 'NotFound', 'Order not found')
    if (!confirms) return { body: { order: orderBody(order, included) } }
    return this.confirm(order, (parseJson(body) as { packageDetail: Package }).packageDetail)
  }

  private list(query: URLSearchParams, included: readonly string[]): StandInAnswer {
    const orders = ordersSince(this.orders, Date.parse(query.get('createdAfter') ?? ''))
    const from = Number(query.get('paginationToken') ?? 0)
    const upTo = from + perPage
    return {
      body: {
        orders: orders.slice(from, upTo).map((order) => orderBody(order, included)),
        ...(upTo < orders.length && { pagination: { nextToken: String(upTo) } }),
      },
    }
  }

  private confirm(order: StandInOrder, detail: Package): StandInAnswer {
    const { packageReferenceId: id, carrierCode, carrierName, trackingNumber: tracking } = detail
    if (!/^[1-9]\d*$/.test(id)) return refuse(400, 'InvalidInput', 'packageReferenceId must be positive.')
    // sent again it is the same package
    if (this.packages.get(`${order.id} ${id}`) === tracking) return { status: 204, body: '' }
    const lines = new Map(detail.orderItems.map((item) => [Number(item.orderItemId), item.quantity]))
    const carrier = carrierCode === 'Other' ? (carrierName ?? '') : carrierCode
    const refusal = shipOrder(order, { carrier, tracking, lines, shippedMs: Date.parse(detail.shipDate) })
    if (refusal) return refuse(400, 'InvalidInput', `The order items can't be confirmed: ${refusal}.`)
    this.packages.set(`${order.id} ${id}`, tracking)
    return { status: 204, body: '' }
  }
}

function statusOf(order: StandInOrder): string {
  if (order.isCancelled) return 'CANCELLED'
  if (isAllShipped(order)) return 'SHIPPED'
  return isPartShipped(order) ? 'PARTIALLY_SHIPPED' : 'UNSHIPPED'
}

const orderBody = (order: StandInOrder, included: readonly string[]) => ({
  orderId: idOf(order),
  createdTime: new Date(order.placedMs).toISOString(),
  salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER' },
  ...(included.includes('BUYER') && {
    buyer: { buyerName: order.buyer.name, buyerEmail: order.buyer.email },
  }),
  ...(included.includes('RECIPIENT') && {
    recipient: { deliveryAddress: { name: order.buyer.name, addressLine1: order.buyer.street } },
  }),
  ...(included.includes('PROCEEDS') && {
    proceeds: { grandTotal: { amount: totalOf(order), currencyCode: order.currency } },
  }),
  ...(included.includes('FULFILLMENT') && {
    fulfillment: { fulfillmentStatus: statusOf(order), fulfilledBy: 'MERCHANT' },
  }),
  orderItems: order.lines.map((line) => ({
    orderItemId: String(line.id),
    quantityOrdered: line.quantity,
    product: {
      title: line.title,
      sellerSku: line.sku,
      price: { unitPrice: { amount: line.price, currencyCode: order.currency } },
    },
    ...(included.includes('FULFILLMENT') && {
      fulfillment: {
        quantityFulfilled: line.shippedQuantity,
        quantityUnfulfilled: order.isCancelled ? 0 : line.quantity - line.shippedQuantity,
      },
    }),
  })),
  ...(included.includes('PACKAGES') && {
    packages: order.shipments.map((shipment, i) => ({
      packageReferenceId: String(i + 1),
      carrier: shipment.carrier,
      trackingNumber: shipment.tracking,
      shipTime: new Date(shipment.shippedMs).toISOString(),
    })),
  }),
})

const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
})
