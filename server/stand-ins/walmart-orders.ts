import { ordersSince, shipOrder, type StandInOrder, type OrderedLine } from './orders.ts'
import { parseJson, type StandInRequest, type StandInAnswer } from './stand-in.ts'

const perPage = 3
const poId = (one: StandInOrder) => `10800000${one.id}`
interface Line {
  lineNumber: string
  orderLineStatuses: {
    orderLineStatus: {
      statusQuantity: { amount: string }
      trackingInfo: {
        shipDateTime: number
        carrierName: { carrier?: string; otherCarrier?: string }
        trackingNumber: string
      }
    }[]
  }
}

/** What an account shows and takes of its orders: a cursor that is a query, nothing shipped unacknowledged. */
export function walmartOrders(orders: readonly StandInOrder[]) {
  const acknowledged = new Set<number>(
    orders.flatMap((one) => (one.isCancelled || one.shipments.length > 0 ? [one.id] : [])),
  )
  const each = (n: number) => ({ unitOfMeasurement: 'EACH', amount: String(n) })
  const statusesOf = (one: StandInOrder, line: OrderedLine) => {
    if (one.isCancelled) return [{ status: 'Cancelled', statusQuantity: each(line.quantity) }]
    const left = line.quantity - line.shippedQuantity
    const status = acknowledged.has(one.id) ? 'Acknowledged' : 'Created'
    const sent = one.shipments.flatMap(({ carrier, tracking, shippedMs: at, lines }) =>
      lines.has(line.id)
        ? [
            {
              status: 'Shipped',
              statusQuantity: each(lines.get(line.id)!),
              trackingInfo: {
                shipDateTime: at,
                carrierName: { otherCarrier: null, carrier },
                methodCode: 'Standard',
                trackingNumber: tracking,
              },
            },
          ]
        : [],
    )
    return [...(left > 0 ? [{ status, statusQuantity: each(left) }] : []), ...sent]
  }
  const shown = (one: StandInOrder) => ({
    purchaseOrderId: poId(one),
    customerOrderId: `20000${one.id}`,
    customerEmailId: one.buyer.email,
    orderDate: one.placedMs,
    shippingInfo: {
      phone: one.buyer.phone,
      methodCode: 'Standard',
      postalAddress: { name: one.buyer.name, address1: one.buyer.street },
    },
    orderLines: {
      orderLine: one.lines.map((line, i) => {
        const statuses = statusesOf(one, line)
        return {
          lineNumber: String(i + 1),
          item: { productName: line.title, sku: line.sku },
          charges: {
            charge: [
              {
                chargeType: 'PRODUCT',
                chargeName: 'ItemPrice',
                chargeAmount: { currency: one.currency, amount: Number(line.price) },
                tax: null,
              },
            ],
          },
          orderLineQuantity: each(line.quantity),
          statusDate: one.placedMs,
          // one of them stands alone, without a list
          orderLineStatuses: { orderLineStatus: statuses.length === 1 ? statuses[0] : statuses },
        }
      }),
    },
  })
  const shipped = (one: StandInOrder, lines: readonly Line[]): StandInAnswer => {
    if (!acknowledged.has(one.id))
      return refuse(400, 'INVALID_REQUEST', 'The order must be acknowledged before it is shipped.')
    const [first] = lines.map((line) => line.orderLineStatuses.orderLineStatus[0]!.trackingInfo)
    const told = new Map(
      lines.map(({ lineNumber, orderLineStatuses }) => [
        one.lines[Number(lineNumber) - 1]?.id ?? 0,
        Number(orderLineStatuses.orderLineStatus[0]!.statusQuantity.amount),
      ]),
    )
    const { carrierName, trackingNumber: tracking, shipDateTime: at } = first!
    const carrier = carrierName.carrier ?? carrierName.otherCarrier ?? ''
    const wrong = shipOrder(one, { carrier, tracking, lines: told, shippedMs: at })
    if (wrong) return refuse(400, 'INVALID_REQUEST_CONTENT', `Order line: ${wrong}.`)
    return { body: { order: shown(one) } }
  }

  return ({ method, path, query, body }: StandInRequest): StandInAnswer | undefined => {
    if (method === 'GET' && path === '/v3/orders') {
      const since = Date.parse(query.get('createdStartDate') ?? '')
      const found = ordersSince(orders, since)
      if (found.length === 0) return refuse(404, 'CONTENT_NOT_FOUND', 'Orders not found for given parameters')
      const from = Number(query.get('soIndex') ?? 0)
      const upTo = from + perPage
      const start = encodeURIComponent(query.get('createdStartDate') ?? '')
      return {
        body: {
          list: {
            meta: {
              totalCount: found.length,
              limit: perPage,
              nextCursor: upTo < found.length ? `?limit=100&soIndex=${upTo}&createdStartDate=${start}` : null,
            },
            elements: { order: found.slice(from, upTo).map(shown) },
          },
        },
      }
    }
    const [, id, act] = /^\/v3\/orders\/(\w+)(?:\/(acknowledge|shipping))?$/.exec(path) ?? []
    if (id === undefined) return undefined
    const one = orders.find((own) => poId(own) === id)
    if (!one) return refuse(404, 'CONTENT_NOT_FOUND', 'Order not found')
    if (act === 'acknowledge') acknowledged.add(one.id)
    if (act !== 'shipping') return { body: { order: shown(one) } }
    const { orderShipment } = parseJson(body) as { orderShipment: { orderLines: { orderLine: Line[] } } }
    return shipped(one, orderShipment.orderLines.orderLine)
  }
}
const refuse = (status: number, code: string, description: string): StandInAnswer => ({
  status,
  body: { errors: { error: [{ code, description, severity: 'ERROR' }] } },
})
