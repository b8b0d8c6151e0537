import { isAllShipped, ordersSince, shipOrder, isPartShipped, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type StandInAnswer } from './stand-in.ts'

const perPage = 3
const idOf = (one: StandInOrder) => `902-0000000-000${one.id}`
interface Package {
  packageReferenceId: string
  carrierCode: string
  carrierName?: string
  trackingNumber: string
  shipDate: string
  orderItems: { orderItemId: string; quantity: number }[]
}

/** What a seller is shown and says of orders: only the data that is asked for, a package under its number. */
export function amazonOrders(orders: readonly StandInOrder[]) {
  const packages = new Map<string, string>()
  const statusOf = (one: StandInOrder) =>
    one.isCancelled
      ? 'CANCELLED'
      : isAllShipped(one)
        ? 'SHIPPED'
        : isPartShipped(one)
          ? 'PARTIALLY_SHIPPED'
          : 'UNSHIPPED'
  const shown = (one: StandInOrder, included: readonly string[]) => ({
    orderId: idOf(one),
    createdTime: new Date(one.placedMs).toISOString(),
    salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER' },
    ...(included.includes('BUYER') && { buyer: { buyerName: one.buyer.name, buyerEmail: one.buyer.email } }),
    ...(included.includes('RECIPIENT') && {
      recipient: { deliveryAddress: { name: one.buyer.name, addressLine1: one.buyer.street } },
    }),
    ...(included.includes('PROCEEDS') && {
      proceeds: { grandTotal: { amount: totalOf(one), currencyCode: one.currency } },
    }),
    ...(included.includes('FULFILLMENT') && {
      fulfillment: { fulfillmentStatus: statusOf(one), fulfilledBy: 'MERCHANT' },
    }),
    orderItems: one.lines.map((line) => ({
      orderItemId: String(line.id),
      quantityOrdered: line.quantity,
      product: {
        title: line.title,
        sellerSku: line.sku,
        price: { unitPrice: { amount: line.price, currencyCode: one.currency } },
      },
      ...(included.includes('FULFILLMENT') && {
        fulfillment: {
          quantityFulfilled: line.shippedQuantity,
          quantityUnfulfilled: one.isCancelled ? 0 : line.quantity - line.shippedQuantity,
        },
      }),
    })),
    ...(included.includes('PACKAGES') && {
      packages: one.shipments.map((sent, i) => ({
        packageReferenceId: String(i + 1),
        carrier: sent.carrier,
        trackingNumber: sent.tracking,
        shipTime: new Date(sent.shippedMs).toISOString(),
      })),
    }),
  })
  const confirm = (one: StandInOrder, of: Package): StandInAnswer => {
    const { packageReferenceId: id, carrierCode, carrierName, trackingNumber: tracking } = of
    if (!/^[1-9]\d*$/.test(id)) return refuse(400, 'InvalidInput', 'packageReferenceId must be positive.')
    // told again it is the same package
    if (packages.get(`${one.id} ${id}`) === tracking) return { status: 204, body: '' }
    const lines = new Map(of.orderItems.map((item) => [Number(item.orderItemId), item.quantity]))
    const carrier = carrierCode === 'Other' ? (carrierName ?? '') : carrierCode
    const wrong = shipOrder(one, { carrier, tracking, lines, shippedMs: Date.parse(of.shipDate) })
    if (wrong) return refuse(400, 'InvalidInput', `The order items can't be confirmed: ${wrong}.`)
    packages.set(`${one.id} ${id}`, tracking)
    return { status: 204, body: '' }
  }

  return ({ method, path, query, body }: StandInRequest): StandInAnswer | undefined => {
    const included = query.get('includedData')?.split(',') ?? []
    if (method === 'GET' && path === '/orders/2026-01-01/orders') {
      const found = ordersSince(orders, Date.parse(query.get('createdAfter') ?? ''))
      const from = Number(query.get('paginationToken') ?? 0)
      const upTo = from + perPage
      return {
        body: {
          orders: found.slice(from, upTo).map((one) => shown(one, included)),
          ...(upTo < found.length && { pagination: { nextToken: String(upTo) } }),
        },
      }
    }
    const [, id, confirms] =
      /^\/orders\/(?:2026-01-01|v0)\/orders\/([\w-]+)(\/shipmentConfirmation)?$/.exec(path) ?? []
    if (id === undefined) return undefined
    const one = orders.find((own) => idOf(own) === id)
    if (!one) return refuse(404, 'NotFound', 'Order not found')
    if (!confirms) return { body: { order: shown(one, included) } }
    return confirm(one, (parseJson(body) as { packageDetail: Package }).packageDetail)
  }
}
const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
})
