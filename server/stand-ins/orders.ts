/** A product that a stand-in's shop has sold. */
export interface SoldProduct {
  sku: string
  title: string
  price: string
}
export interface OrderedLine extends SoldProduct {
  id: number
  quantity: number
  shippedQuantity: number
}
/** An order in a stand-in's shop; each market shows it in its own way. */
export interface StandInOrder {
  id: number
  /** When it was placed, in ms. */
  placedMs: number
  isCancelled: boolean
  /** Its payment hasn’t arrived. */
  isUnpaid?: boolean
  /** Units that were refunded, by line id. */
  refundedUnits?: ReadonlyMap<number, number>
  currency: string
  /** Personal data, which we must never read. */
  buyer: { name: string; email: string; phone: string; street: string }
  lines: OrderedLine[]
  /** Each line goes to an address of its own, if the market supports several. */
  hasSeparateAddresses?: boolean
  shipments: {
    carrier: string
    tracking: string
    shippedMs: number
    lines: Map<number, number>
    /** The carrier didn’t take it. */
    isFailed?: boolean
  }[]
}

const hourMs = 3_600_000
export const buyer = {
  name: 'Wilma Buyer',
  email: 'wilma.buyer@private.example',
  phone: '+1 555 0100 777',
  street: '7 Secret Street',
}
const fallbackProduct: SoldProduct = { sku: 'MUG-BLUE', title: 'Blue mug', price: '9.50' }
const defaultProducts: readonly SoldProduct[] = [
  fallbackProduct,
  { sku: 'LAMP-2', title: 'Desk lamp', price: '34.00' },
]

/** An order of these products, placed this many hours ago. */
export function makeOrder(
  id: number,
  hours: number,
  products: readonly (SoldProduct & { quantity: number })[],
): StandInOrder {
  return {
    id,
    // to the second: not every market says more
    placedMs: Math.floor((Date.now() - hours * hourMs) / 1000) * 1000,
    isCancelled: false,
    currency: 'USD',
    buyer,
    lines: products.map((product, i) => ({ ...product, id: id * 10 + i + 1, shippedQuantity: 0 })),
    shipments: [],
  }
}

/** Ships these quantities by line id, or everything that is left. @returns what is wrong with it, if anything */
export function shipOrder(
  order: StandInOrder,
  shipment: { carrier: string; tracking: string; lines?: ReadonlyMap<number, number>; shippedMs?: number },
): 'no such line' | 'shipped already' | 'cancelled' | undefined {
  if (order.isCancelled) return 'cancelled'
  const { carrier, tracking, shippedMs = Date.now(), lines = remainingQuantities(order) } = shipment
  const shippedLines = order.lines.flatMap((line) => {
    const quantity = lines.get(line.id)
    return quantity === undefined ? [] : [{ line, quantity }]
  })
  if (shippedLines.length < lines.size) return 'no such line'
  const isTooMuch = shippedLines.some(
    ({ line, quantity }) => quantity < 1 || line.shippedQuantity + quantity > line.quantity,
  )
  if (shippedLines.length === 0 || isTooMuch) return 'shipped already'
  for (const { line, quantity } of shippedLines) line.shippedQuantity += quantity
  order.shipments.push({ carrier, tracking, shippedMs, lines: new Map(lines) })
  return undefined
}
const remainingQuantities = ({ lines }: StandInOrder): Map<number, number> =>
  new Map(
    lines
      .filter((line) => line.quantity > line.shippedQuantity)
      .map((line) => [line.id, line.quantity - line.shippedQuantity]),
  )

/** The orders of a demonstration shop: two open, one part shipped, shipped, cancelled, and an old one. */
export function demoOrders(soldProducts: readonly SoldProduct[] = []): StandInOrder[] {
  const products = soldProducts.length > 0 ? soldProducts : defaultProducts
  const productAt = (i: number, quantity = 1) => {
    const [product = fallbackProduct] = products.slice(i % products.length)
    return { ...product, quantity }
  }
  const openOrder = makeOrder(1006, 3, [productAt(0, 2)])
  const secondOrder = makeOrder(1005, 9, [productAt(1), productAt(2, 3)])
  const partOrder = makeOrder(1004, 31, [productAt(2, 2), productAt(3)])
  const shippedOrder = makeOrder(1003, 75, [productAt(4)])
  const cancelledOrder = makeOrder(1002, 100, [productAt(1)])
  const oldOrder = makeOrder(1001, 24 * 20, [productAt(5, 4)])
  shipOrder(partOrder, {
    carrier: 'UPS',
    tracking: '1Z999AA10123456784',
    lines: new Map(partOrder.lines.slice(0, 1).map(({ id }) => [id, 1])),
  })
  for (const [order, tracking] of [
    [shippedOrder, '9400111899223197428490'],
    [oldOrder, '9400111899223197428506'],
  ] as const)
    shipOrder(order, { carrier: 'USPS', tracking, shippedMs: order.placedMs + 20 * hourMs })
  cancelledOrder.isCancelled = true
  return [openOrder, secondOrder, partOrder, shippedOrder, cancelledOrder, oldOrder]
}

/** Those placed since then, the newest first. */
export const ordersSince = (orders: readonly StandInOrder[], sinceMs: number): StandInOrder[] =>
  orders.filter((order) => order.placedMs >= sinceMs).toSorted((a, b) => b.placedMs - a.placedMs)
export const totalOf = ({ lines }: StandInOrder): string =>
  (lines.reduce((sum, l) => sum + Math.round(Number(l.price) * 100) * l.quantity, 0) / 100).toFixed(2)
export const isAllShipped = ({ lines }: StandInOrder): boolean =>
  lines.every((l) => l.shippedQuantity >= l.quantity)
export const isPartShipped = ({ lines }: StandInOrder): boolean => lines.some((l) => l.shippedQuantity > 0)
