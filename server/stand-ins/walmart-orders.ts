import { ordersSince, shipOrder, type OrderedLine, type StandInOrder } from './orders.ts'
import { parseJson, type StandInAnswer, type StandInRequest } from './stand-in.ts'

const perPage = 3
const purchaseOrderId = (order: StandInOrder) => `10800000${order.id}`
interface ShippedLine {
  lineNumber: string
  sellerOrderId?: string
  orderLineStatuses: {
    orderLineStatus: {
      statusQuantity: { amount: string }
      trackingInfo: {
        shipDateTime: number
        carrierName: { carrier?: string; otherCarrier?: string }
        trackingNumber: string
        trackingURL?: string
      }
    }[]
  }
}

/** An account's orders: a cursor that is a query, and nothing ships before it is acknowledged. */
export class WalmartOrders {
  private readonly orders: readonly StandInOrder[]
  private readonly acknowledgedIds: Set<number>

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
    this.acknowledgedIds = new Set(
      orders.filter((order) => order.isCancelled || order.shipments.length > 0).map((order) => order.id),
    )
  }

  answer({ method, path, query, body }: StandInRequest): StandInAnswer | undefined {
    if (method === 'GET' && path === '/v3/orders') return this.list(query)
    const [, id, act] = /^\/v3\/orders\/(\w+)(?:\/(acknowledge|shipping))?$/.exec(path) ?? []
    if (id === undefined) return undefined
    const order = this.orders.find((candidate) => purchaseOrderId(candidate) === id)
    if (!order) return refuse(404, 'CONTENT_NOT_FOUND', 'Order not found')
    if (act === 'acknowledge') this.acknowledgedIds.add(order.id)
    if (act !== 'shipping') return { body: { order: this.orderBody(order) } }
    const { orderShipment } = parseJson(body) as {
      orderShipment: { orderLines: { orderLine: ShippedLine[] } }
    }
    return this.ship(order, orderShipment.orderLines.orderLine)
  }

  private list(query: URLSearchParams): StandInAnswer {
    const since = query.get('createdStartDate') ?? ''
    const orders = ordersSince(this.orders, Date.parse(since))
    if (orders.length === 0) return refuse(404, 'CONTENT_NOT_FOUND', 'Orders not found for given parameters')
    const from = Number(query.get('soIndex') ?? 0)
    const upTo = from + perPage
    const next = `?limit=100&soIndex=${upTo}&createdStartDate=${encodeURIComponent(since)}`
    return {
      body: {
        list: {
          meta: {
            totalCount: orders.length,
            limit: perPage,
            nextCursor: upTo < orders.length ? next : null,
          },
          elements: { order: orders.slice(from, upTo).map((order) => this.orderBody(order)) },
        },
      },
    }
  }

  private ship(order: StandInOrder, lines: readonly ShippedLine[]): StandInAnswer {
    if (!this.acknowledgedIds.has(order.id))
      return refuse(400, 'INVALID_REQUEST', 'The order must be acknowledged before it is shipped.')
    const statuses = lines.flatMap(({ lineNumber, orderLineStatuses }) =>
      orderLineStatuses.orderLineStatus.slice(0, 1).map((status) => ({ lineNumber, ...status })),
    )
    if (lines.some(({ sellerOrderId = '' }) => sellerOrderId === '' || sellerOrderId.length > 30))
      return refuse(400, 'INVALID_REQUEST_CONTENT', 'sellerOrderId is required, at most 30 characters.')
    if (statuses.some(({ trackingInfo: t }) => t.carrierName.otherCarrier && !t.trackingURL))
      return refuse(400, 'INVALID_REQUEST_CONTENT', 'trackingURL is required with otherCarrier.')
    const [first] = statuses
    if (!first) return refuse(400, 'INVALID_REQUEST', 'No order lines.')
    const quantities = new Map(
      statuses.map(({ lineNumber, statusQuantity }) => [
        order.lines[Number(lineNumber) - 1]?.id ?? 0,
        Number(statusQuantity.amount),
      ]),
    )
    const { carrierName, trackingNumber: tracking, shipDateTime: shippedMs } = first.trackingInfo
    const carrier = carrierName.carrier ?? carrierName.otherCarrier ?? ''
    const refusal = shipOrder(order, { carrier, tracking, lines: quantities, shippedMs })
    if (refusal) return refuse(400, 'INVALID_REQUEST_CONTENT', `Order line: ${refusal}.`)
    return { body: { order: this.orderBody(order) } }
  }

  private orderBody(order: StandInOrder) {
    return {
      purchaseOrderId: purchaseOrderId(order),
      customerOrderId: `20000${order.id}`,
      customerEmailId: order.buyer.email,
      orderDate: order.placedMs,
      shippingInfo: {
        phone: order.buyer.phone,
        methodCode: 'Standard',
        postalAddress: { name: order.buyer.name, address1: order.buyer.street },
      },
      orderLines: { orderLine: order.lines.map((line, i) => this.lineBody(order, line, i + 1)) },
    }
  }

  private lineBody(order: StandInOrder, line: OrderedLine, lineNumber: number) {
    const statuses = this.statusesOf(order, line)
    return {
      lineNumber: String(lineNumber),
      item: { productName: line.title, sku: line.sku },
      charges: {
        charge: [
          {
            chargeType: 'PRODUCT',
            chargeName: 'ItemPrice',
            chargeAmount: { currency: order.currency, amount: Number(line.price) },
            tax: null,
          },
        ],
      },
      orderLineQuantity: eachOf(line.quantity),
      statusDate: order.placedMs,
      // a single status comes without a list
      orderLineStatuses: { orderLineStatus: statuses.length === 1 ? statuses[0] : statuses },
    }
  }

  private statusesOf(order: StandInOrder, line: OrderedLine): object[] {
    if (order.isCancelled) return [{ status: 'Cancelled', statusQuantity: eachOf(line.quantity) }]
    const remaining = line.quantity - line.shippedQuantity
    const status = this.acknowledgedIds.has(order.id) ? 'Acknowledged' : 'Created'
    const shippedStatuses = order.shipments.flatMap(({ carrier, tracking, shippedMs, lines }) => {
      const quantity = lines.get(line.id)
      if (quantity === undefined) return []
      const trackingInfo = {
        shipDateTime: shippedMs,
        carrierName: { otherCarrier: null, carrier },
        methodCode: 'Standard',
        trackingNumber: tracking,
      }
      return [{ status: 'Shipped', statusQuantity: eachOf(quantity), trackingInfo }]
    })
    return [...(remaining > 0 ? [{ status, statusQuantity: eachOf(remaining) }] : []), ...shippedStatuses]
  }
}

const eachOf = (count: number) => ({ unitOfMeasurement: 'EACH', amount: String(count) })
const refuse = (status: number, code: string, description: string): StandInAnswer => ({
  status,
  body: { errors: { error: [{ code, description, severity: 'ERROR' }] } },
})
