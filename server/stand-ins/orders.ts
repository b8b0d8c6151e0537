/** A product that a stand-in's shop has sold. */
export interface Sold {
  sku: string
  title: string
  price: string
}
export interface OrderedLine extends Sold {
  id: number
  quantity: number
  shipped: number
}
/** An order in a stand-in's shop; each market shows it in its own way. */
export interface Ordered {
  id: number
  /** When it was placed, in ms. */
  placed: number
  cancelled: boolean
  currency: string
  /** Who bought it, which nobody of ours needs. */
  buyer: { name: string; email: string; phone: string; street: string }
  lines: OrderedLine[]
  /** Each line goes to an address of its own, where the market knows several. */
  apart?: boolean
  shipments: { carrier: string; tracking: string; at: number; lines: Map<number, number> }[]
}

const anHour = 3_600_000
export const buyer = {
  name: 'Wilma Buyer',
  email: 'wilma.buyer@private.example',
  phone: '+1 555 0100 777',
  street: '7 Secret Street',
}
const nobodys: readonly Sold[] = [
  { sku: 'MUG-BLUE', title: 'Blue mug', price: '9.50' },
  { sku: 'LAMP-2', title: 'Desk lamp', price: '34.00' },
]

/** An order of these products, so many hours old. */
export function ordered(id: number, hours: number, sold: readonly (Sold & { quantity: number })[]): Ordered {
  return {
    id,
    // to the second: not every market says more
    placed: Math.floor((Date.now() - hours * anHour) / 1000) * 1000,
    cancelled: false,
    currency: 'USD',
    buyer,
    lines: sold.map((one, i) => ({ ...one, id: id * 10 + i + 1, shipped: 0 })),
    shipments: [],
  }
}

/** Ships what is given, else all that is left. @returns what is wrong with it */
export function ship(
  order: Ordered,
  of: { carrier: string; tracking: string; lines?: ReadonlyMap<number, number>; at?: number },
): 'no such line' | 'shipped already' | 'cancelled' | undefined {
  const lines =
    of.lines ??
    new Map(order.lines.flatMap((l) => (l.quantity > l.shipped ? [[l.id, l.quantity - l.shipped]] : [])))
  if (order.cancelled) return 'cancelled'
  const found = [...lines].map(([id, n]) => [order.lines.find((line) => line.id === id), n] as const)
  if (found.some(([line]) => !line)) return 'no such line'
  if (found.length === 0 || found.some(([line, n]) => n < 1 || line!.shipped + n > line!.quantity))
    return 'shipped already'
  for (const [line, n] of found) line!.shipped += n
  const { carrier, tracking, at = Date.now() } = of
  order.shipments.push({ carrier, tracking, at, lines: new Map(lines) })
  return undefined
}

/** What a shop of the demonstration has sold: open, shipped in part, shipped, cancelled, and an old one. */
export function demoOrders(sold: readonly Sold[] = []): Ordered[] {
  const of = (i: number, quantity = 1) => {
    const all = sold.length > 0 ? sold : nobodys
    return { ...all[i % all.length]!, quantity }
  }
  const open = ordered(1006, 3, [of(0, 2)])
  const more = ordered(1005, 9, [of(1), of(2, 3)])
  const part = ordered(1004, 31, [of(2, 2), of(3)])
  const shipped = ordered(1003, 75, [of(4)])
  const cancelled = ordered(1002, 100, [of(1)])
  const old = ordered(1001, 24 * 20, [of(5, 4)])
  ship(part, { carrier: 'UPS', tracking: '1Z999AA10123456784', lines: new Map([[part.lines[0]!.id, 1]]) })
  for (const [order, tracking] of [
    [shipped, '9400111899223197428490'],
    [old, '9400111899223197428506'],
  ] as const)
    ship(order, { carrier: 'USPS', tracking, at: order.placed + 20 * anHour })
  cancelled.cancelled = true
  return [open, more, part, shipped, cancelled, old]
}

/** Those placed since then, the newest first. */
export const placedSince = (orders: readonly Ordered[], since: number): Ordered[] =>
  orders.filter((one) => one.placed >= since).toSorted((a, b) => b.placed - a.placed)
export const totalOf = ({ lines }: Ordered): string =>
  (lines.reduce((sum, l) => sum + Math.round(Number(l.price) * 100) * l.quantity, 0) / 100).toFixed(2)
export const allShipped = ({ lines }: Ordered): boolean => lines.every((l) => l.shipped >= l.quantity)
export const someShipped = ({ lines }: Ordered): boolean => lines.some((l) => l.shipped > 0)
