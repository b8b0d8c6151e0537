import { z } from 'zod'
import { leftOf, type ShipmentForm } from '#contract/stores/orders.ts'
import type { Refusal } from '#contract/stores/shops.ts'
import { many } from '#contract/words.ts'
import { ShopFault } from './ask.ts'
import {
  plainText,
  type Order,
  type Shipment,
  type Shipped,
  type ShippedLine,
  type ShippedOrder,
} from './market.ts'

/** Money and ids, which one market writes as numbers and another as texts. */
export const numberOrText = z.union([z.string(), z.number()]).transform(String)
/** A moment in any of the forms that markets write, as ISO 8601 in UTC. */
export const moment = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const date = new Date(value)
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  ctx.addIssue('This is no moment')
  return z.NEVER
})
/** Some markets leave the list out around one thing, or altogether. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item),
  )

interface MarketOrder extends Omit<Order, 'state' | 'lines'> {
  isCancelled: boolean
  lines: (Order['lines'][number] & { cancelledQuantity: number })[]
}
/** Its state by its lines; `gone` is what was cancelled of one. */
export function orderFrom({ isCancelled, lines, shipments, ...details }: MarketOrder): Order {
  const remainingLines = lines.filter((line) => line.quantity > line.cancelledQuantity)
  const isOver = isCancelled || (remainingLines.length === 0 && lines.length > 0)
  const shownLines = (isOver ? lines : remainingLines).map(({ cancelledQuantity, ...line }) => {
    const quantity = isOver ? line.quantity : line.quantity - cancelledQuantity
    return { ...line, quantity, shipped: Math.min(quantity, line.shipped) }
  })
  const hasShipped = shownLines.some((line) => line.shipped > 0)
  const isComplete = hasShipped && shownLines.every((line) => leftOf(line) === 0)
  return {
    ...details,
    state: isOver ? 'cancelled' : isComplete ? 'shipped' : hasShipped ? 'part shipped' : 'open',
    lines: shownLines,
    // one parcel may stand under several lines or locations
    shipments: [...new Map(shipments.map((parcel) => [normalizeTracking(parcel.tracking), parcel])).values()],
  }
}

export const refusedShipment = (why: Refusal, text: string): Extract<Shipped, { state: 'refused' }> => ({
  state: 'refused',
  why,
  text: plainText(text) || 'The market refuses it, and says no why.',
})

/** What the market has; undefined where it has no such order. */
export async function orUndefined<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    if (error instanceof ShopFault && error.status === 404) return undefined
    throw error
  }
}

export type ToShip = { line_id: string; quantity: number }[]
type RequestedLines = NonNullable<ShipmentForm['lines']>
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
  const isKnownParcel = hasParcel(order, shipment)
  const already = { state: 'already' as const, left: order.state === 'cancelled' ? 0 : unitsLeft(order) }
  if (order.state === 'cancelled')
    return isKnownParcel ? already : refusedShipment('conflict', 'The order is cancelled.')
  const requestedLines =
    isKnownParcel && shipment.lines ? unsentLines(order, shipment.lines) : (shipment.lines ?? allLeft(order))
  for (const { line_id, quantity } of requestedLines) {
    const line = lineOf(order, line_id)
    if (!line) return refusedShipment('missing', 'The order has no such line.')
    if (quantity > leftOf(line))
      return refusedShipment('conflict', `Of ${line.sku}, ${many(leftOf(line), 'unit')} are left to ship.`)
  }
  if (requestedLines.length === 0)
    return isKnownParcel ? already : refusedShipment('conflict', 'All of the order is shipped already.')
  return carryOut(
    shipment,
    order,
    requestedLines.map(({ line_id, quantity }) => ({ line_id, quantity })),
    find,
    tell,
  )
}

const hasParcel = ({ shipments }: Order, { tracking }: Shipment): boolean =>
  shipments.some((parcel) => alike(parcel.tracking, tracking))
const lineOf = ({ lines }: Order, id: string) => lines.find((line) => line.line_id === id)
const unitsLeft = ({ lines }: Order): number => lines.reduce((sum, line) => sum + leftOf(line), 0)
const allLeft = ({ lines }: Order): RequestedLines =>
  lines.flatMap((line) => (leftOf(line) > 0 ? [{ line_id: line.line_id, quantity: leftOf(line) }] : []))
/** Of a parcel that the market has: a line of which less is left than was seen, or some is shipped, is in it. */
const unsentLines = (order: Order, lines: RequestedLines): RequestedLines =>
  lines.filter(({ line_id, left }) => {
    const line = lineOf(order, line_id)
    return !line || (left === undefined ? line.shipped === 0 : leftOf(line) >= left)
  })
export const nameLines = (order: Order, lines: ToShip): ShippedLine[] =>
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
  const all = { state: 'told' as const, lines: nameLines(order, lines), left: unitsLeft(order) - units }
  const first = await outcomeOf(() => tell(order, lines))
  if (first.state === 'told') return all
  const orderNow = await look(find)
  if (!orderNow) return refuse(first)
  const rest = subtractLines(lines, linesShippedSince(shipment, order, orderNow, lines))
  if (rest.length === 0) return { ...all, lost: true }
  // nobody knows what became of it: what the market hasn't got is told again
  const second = first.unknown ? await outcomeOf(() => tell(orderNow, rest)) : first
  if (second.state === 'told') return all
  const now = first.unknown ? ((await look(find)) ?? orderNow) : orderNow
  const shippedLines = linesShippedSince(shipment, order, now, lines)
  if (subtractLines(lines, shippedLines).length === 0) return { ...all, lost: true }
  if (shippedLines.length > 0)
    return { state: 'part', lines: nameLines(order, shippedLines), left: unitsLeft(now), text: second.text }
  return refuse(second)
}
const subtractLines = (lines: ToShip, shippedLines: ToShip): ToShip =>
  lines.flatMap((line) => {
    const quantity =
      line.quantity - (shippedLines.find(({ line_id }) => line_id === line.line_id)?.quantity ?? 0)
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
const linesShippedSince = (shipment: Shipment, before: Order, now: Order, lines: ToShip): ToShip =>
  (hasParcel(now, shipment) ? lines : []).flatMap(({ line_id, quantity }) => {
    const addedQuantity = (lineOf(now, line_id)?.shipped ?? 0) - (lineOf(before, line_id)?.shipped ?? 0)
    return addedQuantity > 0 ? [{ line_id, quantity: Math.min(quantity, addedQuantity) }] : []
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
export const normalizeTracking = (tracking: string): string => tracking.replaceAll(/[\s-]/g, '').toLowerCase()
const alike = (a: string, b: string): boolean => normalizeTracking(a) === normalizeTracking(b)
