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

/** Money and ids, which some markets write as numbers and others as texts. */
export const numberOrText = z.union([z.string(), z.number()]).transform(String)
/** A moment in any of the forms that markets write, as ISO 8601 in UTC. */
export const moment = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const date = new Date(value)
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  ctx.addIssue('Invalid date and time')
  return z.NEVER
})
/** Some markets leave out the list around a single value, or an empty list altogether. */
export const listOf = <T extends z.ZodType>(item: T) => z.preprocess(asList, z.array(item))
function asList(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

interface MarketOrder extends Omit<Order, 'state' | 'lines'> {
  isCancelled: boolean
  /** Nothing is shipped before it is paid. */
  isUnpaid?: boolean
  lines: (Order['lines'][number] & { cancelledQuantity: number })[]
}
/** An order with its state, which follows from its lines. */
export function orderFrom({
  isCancelled,
  isUnpaid = false,
  lines,
  shipments,
  ...details
}: MarketOrder): Order {
  const remainingLines = lines.filter((line) => line.quantity > line.cancelledQuantity)
  const isOver = isCancelled || (remainingLines.length === 0 && lines.length > 0)
  const shownLines = (isOver ? lines : remainingLines).map(({ cancelledQuantity, ...line }) => {
    const quantity = isOver ? line.quantity : line.quantity - cancelledQuantity
    return { ...line, quantity, shipped: Math.min(quantity, line.shipped) }
  })
  return {
    ...details,
    state: isOver ? 'cancelled' : stateOf(shownLines, isUnpaid),
    lines: shownLines,
    // a parcel may be listed under several lines or locations
    shipments: [...new Map(shipments.map((parcel) => [normalizeTracking(parcel.tracking), parcel])).values()],
  }
}

function stateOf(lines: Order['lines'], isUnpaid: boolean): Order['state'] {
  if (!lines.some((line) => line.shipped > 0)) return isUnpaid ? 'unpaid' : 'open'
  return lines.every((line) => leftOf(line) === 0) ? 'shipped' : 'part shipped'
}

export const refusedShipment = (cause: Refusal, text: string): Extract<Shipped, { state: 'refused' }> => ({
  state: 'refused',
  why: cause,
  text: plainText(text) || 'The market refused it without giving a reason.',
})

/** undefined: the market has no such order. */
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
 * Looks at the order, and sends the market what is shipped now, except what it has under this number already.
 * If that fails halfway, the order is looked at again: a part of it may have been taken.
 */
export async function shipOnce(
  shipment: Shipment,
  find: () => Promise<Order | undefined>,
  tell: (order: Order, lines: ToShip) => Promise<Shipped>,
): Promise<ShippedOrder> {
  const order = await find()
  if (!order) return refusedShipment('missing', 'Order not found at the market.')
  const isKnownParcel = hasParcel(order, shipment)
  const already = { state: 'already' as const, left: order.state === 'cancelled' ? 0 : unitsLeft(order) }
  if (order.state === 'cancelled')
    return isKnownParcel ? already : refusedShipment('conflict', 'The order is canceled.')
  if (order.state === 'unpaid') return refusedShipment('conflict', 'The order isn’t paid yet.')
  const requestedLines =
    isKnownParcel && shipment.lines ? unsentLines(order, shipment.lines) : (shipment.lines ?? allLeft(order))
  for (const { line_id, quantity } of requestedLines) {
    const line = lineOf(order, line_id)
    if (!line) return refusedShipment('missing', 'Order line not found.')
    if (quantity > leftOf(line))
      return refusedShipment('conflict', `Only ${many(leftOf(line), 'unit')} of ${line.sku} left to ship.`)
  }
  if (requestedLines.length === 0)
    return isKnownParcel ? already : refusedShipment('conflict', 'The order is already shipped.')
  const lines = requestedLines.map(({ line_id, quantity }) => ({ line_id, quantity }))
  return sendLines({ shipment, order, lines, find, tell })
}

const hasParcel = ({ shipments }: Order, { tracking }: Shipment): boolean =>
  shipments.some((parcel) => isSameTracking(parcel.tracking, tracking))
const lineOf = ({ lines }: Order, id: string) => lines.find((line) => line.line_id === id)
const unitsLeft = ({ lines }: Order): number => lines.reduce((sum, line) => sum + leftOf(line), 0)
const allLeft = ({ lines }: Order): RequestedLines =>
  lines.flatMap((line) => (leftOf(line) > 0 ? [{ line_id: line.line_id, quantity: leftOf(line) }] : []))
/**
 * The lines that a parcel of the market doesn’t hold yet. It holds a line if less of it is left than the person
 * saw, or some of it is shipped.
 */
const unsentLines = (order: Order, lines: RequestedLines): RequestedLines =>
  lines.filter(({ line_id, left: seenQuantity }) => {
    const line = lineOf(order, line_id)
    return !line || (seenQuantity === undefined ? line.shipped === 0 : leftOf(line) >= seenQuantity)
  })
export const nameLines = (order: Order, lines: ToShip): ShippedLine[] =>
  lines.map((line) => {
    const { sku = '', title = '' } = lineOf(order, line.line_id) ?? {}
    return { ...line, sku: sku || title }
  })

interface Sending {
  shipment: Shipment
  order: Order
  lines: ToShip
  find: () => Promise<Order | undefined>
  tell: (order: Order, lines: ToShip) => Promise<Shipped>
}
async function sendLines({ shipment, order, lines, find, tell }: Sending): Promise<ShippedOrder> {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const all = { state: 'told' as const, lines: nameLines(order, lines), left: unitsLeft(order) - units }
  const first = await outcomeOf(() => tell(order, lines))
  if (first.state === 'told') return all
  const orderNow = await look(find)
  if (!orderNow) return refuse(first)
  const rest = subtractLines(lines, linesShippedSince(shipment, order, orderNow, lines))
  if (rest.length === 0) return { ...all, lost: true }
  // nobody knows what became of it: what the market hasn't got is sent again
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
function refuse({ why: cause, text, fault }: Extract<Outcome, { state: 'refused' }>) {
  if (fault) throw fault
  return refusedShipment(cause, text)
}
/** undefined: the market doesn't answer now. */
async function look(find: () => Promise<Order | undefined>): Promise<Order | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ShopFault) return undefined
    throw error
  }
}
/** What was shipped since, if the market has this parcel: otherwise somebody else shipped it. */
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

/** Carriers print blanks in their numbers. */
export const normalizeTracking = (tracking: string): string => tracking.replaceAll(/[\s-]/g, '').toLowerCase()
const isSameTracking = (a: string, b: string): boolean => normalizeTracking(a) === normalizeTracking(b)
