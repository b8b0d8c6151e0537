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
  currency: string
  /** Who bought it, which nobody of ours needs. */
  buyer: { name: string; email: string; phone: string; street: string }
  lines: OrderedLine[]
  /** Each line goes to an address of its own, where the market knows several. */
  hasSeparateAddresses?: boolean
  shipments: { carrier: string; tracking: string; shippedMs: number; lines: Map<number, number> }[]
}

const anHour = 3_600_000
export const buyer = {
  name: 'Wilma Buyer',
  email: 'wilma.buyer@private.example',
  phone: '+1 555 0100 777',
  street: '7 Secret Street',
}
const defaultProducts: readonly SoldProduct[] = [
  { sku: 'MUG-BLUE', title: 'Blue mug', price: '9.50' },
  { sku: 'LAMP-2', title: 'Desk lamp', price: '34.00' },
]

/** An order of these products, so many hours old. */
export function makeOrder(
  id: number,
  hours: number,
  products: readonly (SoldProduct & { quantity: number })[],
): StandInOrder {
  return {
    id,
    // to the second: not every market says more
    placedMs: Math.floor((Date.now() - hours * anHour) / 1000) * 1000,
    isCancelled: false,
    currency: 'USD',
    buyer,
    lines: products.map((product, i) => ({ ...product, id: id * 10 + i + 1, shippedQuantity: 0 })),
    shipments: [],
  }
}

/** Ships what is given, else all that is left. @returns what is wrong with it */
export function shipOrder(
  order: StandInOrder,
  shipment: { carrier: string; tracking: string; lines?: ReadonlyMap<number, number>; shippedMs?: number },
): 'no such line' | 'shipped already' | 'cancelled' | undefined {
  const lines =
    shipment.lines ??
    new Map(
      order.lines.flatMap((l) =>
        l.quantity > l.shippedQuantity ? [[l.id, l.quantity - l.shippedQuantity]] : [],
      ),
    )
  if (order.isCancelled) return 'cancelled'
  const shippedLines = [...lines].map(([id, n]) => [order.lines.find((line) => line.id === id), n] as const)
  if (shippedLines.some(([line]) => !line)) return 'no such line'
  if (
    shippedLines.length === 0 ||
    shippedLines.some(([line, n]) => n < 1 || line!.shippedQuantity + n > line!.quantity)
  )
    return 'shipped already'
  for (const [line, n] of shippedLines) line!.shippedQuantity += n
  const { carrier, tracking, shippedMs = Date.now() } = shipment
  order.shipments.push({ carrier, tracking, shippedMs, lines: new Map(lines) })
  return undefined
}

/** What a shop of the demonstration has sold: open, shipped in part, shipped, cancelled, and an old one. */
export function demoOrders(soldProducts: readonly SoldProduct[] = []): StandInOrder[] {
  const productAt = (i: number, quantity = 1) => {
    const all = soldProducts.length > 0 ? soldProducts : defaultProducts
    return { ...all[i % all.length]!, quantity }
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
    lines: new Map([[partOrder.lines[0]!.id, 1]]),
  })
  for (const [order, tracking] of [
    [shippedOrder, '9400111899223197428490'],
    [oldOrder, '9400111899223197428506'],
  ] as const)
    shipOrder(order, { carrier: 'USPS', tracking, shippedMs: order.placedMs + 20 * anHour })
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
