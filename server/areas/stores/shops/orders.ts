import { z } from 'zod'
import { leftOf, type ShipmentForm } from '#contract/stores/orders.ts'
import type { Refusal } from '#contract/stores/shops.ts'
import { many } from '#contract/words.ts'
import { ShopFault } from './ask.ts'
import {
  saidBy,
  type Order,
  type Shipment,
  type Shipped,
  type ShippedLine,
  type ShippedOrder,
} from './market.ts'

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

export const refusedShipment = (why: Refusal, text: string): Extract<Shipped, { state: 'refused' }> => ({
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

export type ToShip = { line_id: string; quantity: number }[]
type Wanted = NonNullable<ShipmentForm['lines']>
/**
 * Looks at the order, and tells the market what of it is shipped now, but for what it was told before under
 * this number. Where that fails in the middle it is looked at again: a part of it may stand.
 */
export async function shipOnce(
  shipment: Shipment,
  find: () => Promise<Order | undefined>,
  tell: (order: Order, lines: ToShip) => Promise<Shipped>,
): Promise<ShippedOrder> {
  const order = await find()
  if (!order) return refusedShipment('missing', 'The market has no such order.')
  const has = hasParcel(order, shipment)
  const already = { state: 'already' as const, left: order.state === 'cancelled' ? 0 : unitsLeft(order) }
  if (order.state === 'cancelled')
    return has ? already : refusedShipment('conflict', 'The order is cancelled.')
  const wanted = has && shipment.lines ? untold(order, shipment.lines) : (shipment.lines ?? allLeft(order))
  for (const { line_id, quantity } of wanted) {
    const line = lineOf(order, line_id)
    if (!line) return refusedShipment('missing', 'The order has no such line.')
    if (quantity > leftOf(line))
      return refusedShipment('conflict', `Of ${line.sku}, ${many(leftOf(line), 'unit')} are left to ship.`)
  }
  if (wanted.length === 0)
    return has ? already : refusedShipment('conflict', 'All of the order is shipped already.')
  return carryOut(
    shipment,
    order,
    wanted.map(({ line_id, quantity }) => ({ line_id, quantity })),
    find,
    tell,
  )
}

const hasParcel = ({ shipments }: Order, { tracking }: Shipment): boolean =>
  shipments.some((one) => alike(one.tracking, tracking))
const lineOf = ({ lines }: Order, id: string) => lines.find((line) => line.line_id === id)
const unitsLeft = ({ lines }: Order): number => lines.reduce((sum, line) => sum + leftOf(line), 0)
const allLeft = ({ lines }: Order): Wanted =>
  lines.flatMap((line) => (leftOf(line) > 0 ? [{ line_id: line.line_id, quantity: leftOf(line) }] : []))
/** Of a parcel that the market has: a line of which less is left than was seen, or some is shipped, is in it. */
const untold = (order: Order, lines: Wanted): Wanted =>
  lines.filter(({ line_id, left }) => {
    const line = lineOf(order, line_id)
    return !line || (left === undefined ? line.shipped === 0 : leftOf(line) >= left)
  })
export const named = (order: Order, lines: ToShip): ShippedLine[] =>
  lines.map((line) => {
    const { sku = '', title = '' } = lineOf(order, line.line_id) ?? {}
    return { ...line, sku: sku || title }
  })

async function carryOut(
  shipment: Shipment,
  order: Order,
  lines: ToShip,
  find: () => Promise<Order | undefined>,
  tell: (order: Order, lines: ToShip) => Promise<Shipped>,
): Promise<ShippedOrder> {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const all = { state: 'told' as const, lines: named(order, lines), left: unitsLeft(order) - units }
  const first = await outcomeOf(() => tell(order, lines))
  if (first.state === 'told') return all
  const seen = await look(find)
  if (!seen) return refuse(first)
  const rest = without(lines, stood(shipment, order, seen, lines))
  if (rest.length === 0) return { ...all, lost: true }
  // nobody knows what became of it: what the market hasn't got is told again
  const second = first.unknown ? await outcomeOf(() => tell(seen, rest)) : first
  if (second.state === 'told') return all
  const now = first.unknown ? ((await look(find)) ?? seen) : seen
  const told = stood(shipment, order, now, lines)
  if (without(lines, told).length === 0) return { ...all, lost: true }
  if (told.length > 0)
    return { state: 'part', lines: named(order, told), left: unitsLeft(now), text: second.text }
  return refuse(second)
}
const without = (lines: ToShip, told: ToShip): ToShip =>
  lines.flatMap((line) => {
    const quantity = line.quantity - (told.find(({ line_id }) => line_id === line.line_id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
function refuse({ why, text, fault }: Extract<Outcome, { state: 'refused' }>) {
  if (fault) throw fault
  return refusedShipment(why, text)
}
/** undefined: it can't be looked at now. */
async function look(find: () => Promise<Order | undefined>): Promise<Order | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ShopFault) return undefined
    throw error
  }
}
/** What of these the market shows as shipped since, where it has this parcel: it may be another’s. */
const stood = (shipment: Shipment, before: Order, now: Order, lines: ToShip): ToShip =>
  (hasParcel(now, shipment) ? lines : []).flatMap(({ line_id, quantity }) => {
    const more = (lineOf(now, line_id)?.shipped ?? 0) - (lineOf(before, line_id)?.shipped ?? 0)
    return more > 0 ? [{ line_id, quantity: Math.min(quantity, more) }] : []
  })

type Outcome =
  | { state: 'told'; fault?: undefined }
  | { state: 'refused'; why: Refusal; text: string; fault?: ShopFault; unknown?: boolean }
async function outcomeOf(question: () => Promise<Shipped>): Promise<Outcome> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    const unknown = error.status === undefined || error.status >= 500
    return { state: 'refused', why: error.why, text: `${error.message} ${error.mend}`, fault: error, unknown }
  }
}

/** Carriers print blanks into their numbers. */
export const bare = (tracking: string): string => tracking.replaceAll(/[\s-]/g, '').toLowerCase()
const alike = (a: string, b: string): boolean => bare(a) === bare(b)
