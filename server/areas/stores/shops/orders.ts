import { z } from 'zod'
import { leftOf, type ShipmentForm } from '#contract/stores/orders.ts'
import type { Refusal } from '#contract/stores/shops.ts'
import { many } from '#contract/words.ts'
import { ShopFault } from './ask.ts'
import { saidBy, type Order, type Shipment, type Shipped } from './market.ts'

/** Money and ids, which one market writes as numbers and another as texts. */
export const plain = z.union([z.string(), z.number()]).transform(String)
/** A moment in any of the forms that markets write, as ISO 8601 in UTC. */
export const when = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const at = new Date(value)
  if (!Number.isNaN(at.getTime())) return at.toISOString()
  ctx.addIssue('This is no moment')
  return z.NEVER
})
/** Some markets leave the list out around one thing, or altogether. */
export const listOf = <T extends z.ZodType>(of: T) =>
  z.preprocess(
    (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(of),
  )

interface Found extends Omit<Order, 'state' | 'lines'> {
  cancelled: boolean
  lines: (Order['lines'][number] & { gone: number })[]
}
/** Its state by its lines; `gone` is what was cancelled of one. */
export function orderFrom({ cancelled, lines, shipments, ...of }: Found): Order {
  const left = lines.filter((line) => line.quantity > line.gone)
  const over = cancelled || (left.length === 0 && lines.length > 0)
  const shown = (over ? lines : left).map(({ gone, ...line }) => {
    const quantity = over ? line.quantity : line.quantity - gone
    return { ...line, quantity, shipped: Math.min(quantity, line.shipped) }
  })
  const some = shown.some((line) => line.shipped > 0)
  const all = some && shown.every((line) => leftOf(line) === 0)
  return {
    ...of,
    state: over ? 'cancelled' : all ? 'shipped' : some ? 'part shipped' : 'open',
    lines: shown,
    // one parcel may stand under several lines or locations
    shipments: [...new Map(shipments.map((one) => [bare(one.tracking), one])).values()],
  }
}

export const refusedShipment = (why: Refusal, text: string): Shipped => ({
  state: 'refused',
  why,
  text: saidBy(text) || 'The market refuses it, and says no why.',
})

/** What the market has; undefined where it has no such order. */
export async function orNone<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    if (error instanceof ShopFault && error.status === 404) return undefined
    throw error
  }
}

export type ToShip = NonNullable<ShipmentForm['lines']>
/** Looks at the order, and tells the market what of it is shipped now, unless it has this shipment. */
export async function shipOnce(
  shipment: Shipment,
  find: () => Promise<Order | undefined>,
  tell: (order: Order, lines: ToShip) => Promise<Shipped>,
): Promise<Shipped> {
  const order = await find()
  if (!order) return refusedShipment('missing', 'The market has no such order.')
  if (order.shipments.some((one) => alike(one.tracking, shipment.tracking))) return { state: 'already' }
  if (order.state === 'cancelled') return refusedShipment('conflict', 'The order is cancelled.')
  const lines = shipment.lines ?? order.lines.map((line) => ({ ...line, quantity: leftOf(line) }))
  for (const { line_id, quantity } of shipment.lines ?? []) {
    const line = order.lines.find((one) => one.line_id === line_id)
    if (!line) return refusedShipment('missing', 'The order has no such line.')
    if (quantity > leftOf(line))
      return refusedShipment('conflict', `Of ${line.sku}, ${many(leftOf(line), 'unit')} are left to ship.`)
  }
  const some = lines.filter(({ quantity }) => quantity > 0)
  if (some.length === 0) return refusedShipment('conflict', 'All of the order is shipped already.')
  return tell(
    order,
    some.map(({ line_id, quantity }) => ({ line_id, quantity })),
  )
}
/** Carriers print blanks into their numbers. */
export const bare = (tracking: string): string => tracking.replaceAll(/[\s-]/g, '').toLowerCase()
const alike = (a: string, b: string): boolean => bare(a) === bare(b)
