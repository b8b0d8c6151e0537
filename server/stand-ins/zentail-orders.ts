import { isAllShipped, ordersSince, shipOrder, isPartShipped, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type StandInAnswer } from './stand-in.ts'

const perPage = 3
interface Package {
  orderNumber: string | number
  fulfillmentPackageId: string
  carrier: string
  tracking: string
  products?: { sku: string; quantity: number }[]
}

/** What an account shows and takes of its sales orders: a page by a whole address, packages by SKU. */
export function zentailOrders(orders: readonly StandInOrder[]) {
  const taken = new Set<string>()
  const shown = (one: StandInOrder) => ({
    orderNumber: one.id,
    orderTs: new Date(one.placedMs).toISOString(),
    lastUpdatedTs: new Date(one.placedMs).toISOString(),
    status: one.isCancelled
      ? 'CANCELLED'
      : isAllShipped(one)
        ? 'SHIPPED'
        : isPartShipped(one)
          ? 'PARTIALLY_SHIPPED'
          : 'PENDING',
    total: Number(totalOf(one)),
    currency: one.currency,
    shippingAddress: { name: one.buyer.name, address1: one.buyer.street, phone: one.buyer.phone },
    customer: { email: one.buyer.email },
    products: one.lines.map((line) => ({
      lineItemId: line.id,
      SKU: line.sku,
      requestedSku: `CH-${line.sku}`,
      name: line.title,
      quantity: line.quantity,
      cancelQuantity: 0,
      shippedQuantity: line.shippedQuantity,
      unitPrice: Number(line.price),
    })),
    packages: one.shipments.map((sent) => ({
      carrier: sent.carrier,
      tracking: sent.tracking,
      shippedTs: new Date(sent.shippedMs).toISOString(),
    })),
  })
  const take = (one: Package) => {
    const { orderNumber, fulfillmentPackageId: id, carrier, tracking, products = [] } = one
    const refuse = (code: string, message: string) => ({ orderNumber, error: { code, message } })
    const order = orders.find((own) => own.id === Number(orderNumber))
    if (!order) return refuse('ORDER_NOT_FOUND', `Order ${orderNumber} was not found.`)
    // the same package again
    if (taken.has(id)) return { orderNumber }
    const lines = new Map<number, number>()
    for (const { sku, quantity } of products) {
      const line = order.lines.find((own) => own.sku === sku)
      if (!line) return refuse('SKU_NOT_ON_ORDER', `${sku} is not on the order.`)
      lines.set(line.id, quantity)
    }
    const wrong = shipOrder(order, { carrier, tracking, lines })
    if (wrong) return refuse('NOTHING_TO_SHIP', `The order can't be shipped: ${wrong}.`)
    taken.add(id)
    return { orderNumber }
  }

  return ({ method, path, query, body, address }: StandInRequest): StandInAnswer | undefined => {
    if (method === 'GET' && path === '/v1/salesOrder') {
      const number = query.get('orderNumber')
      const found = ordersSince(orders, Date.parse(query.get('lastUpdatedTs') ?? '') || 0).filter(
        (one) => number === null || String(one.id) === number,
      )
      const from = Number(query.get('from') ?? 0)
      const more = from + perPage < found.length
      const next = new URLSearchParams({
        lastUpdatedTs: query.get('lastUpdatedTs') ?? '',
        from: String(from + perPage),
      })
      return {
        body: {
          results: found.slice(from, from + perPage).map(shown),
          nextToken: more ? `${address}/v1/salesOrder?${next.toString()}` : null,
        },
      }
    }
    if (method === 'POST' && path === '/v1/salesOrder/shipments') {
      const { packages } = parseJson(body) as { packages?: Package[] }
      if (!packages || packages.length > 50)
        return { status: 400, body: { message: 'At most 50 packages are allowed.' } }
      return { body: { results: packages.map(take) } }
    }
    return undefined
  }
}
