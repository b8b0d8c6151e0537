import { z } from 'zod'
import { leftOf } from '#contract/stores/orders.ts'
import { databaseNow } from '#server/platform/clock.ts'
import {
  decodeEntities,
  type Market,
  type Order,
  type Orders,
  type Shipment,
  type ShippedOrder,
} from '../market.ts'
import {
  moment,
  nameLines,
  normalizeTracking,
  numberOrText,
  orderFrom,
  orUndefined,
  refusedShipment,
  shipOnce,
  type ToShip,
} from '../orders.ts'
import { answerOfWooCommerce, askWooCommerce, type WooCommerceAccount } from './account.ts'

const perPage = 50
/** Nothing about the buyer is read. */
const fields = 'id,number,status,date_created_gmt,currency,total,line_items,meta_data,refunds'
/** Where a shipment is saved on an order: WooCommerce itself has no place for it. */
const metaKey = '_feedstock_shipments'
const savedShipments = z.array(
  z.object({
    carrier: z.string(),
    tracking: z.string(),
    shipped_tm: z.string(),
    lines: z.record(z.string(), z.number()),
  }),
)
type SavedShipment = z.output<typeof savedShipments>[number]
const order = z.object({
  id: numberOrText,
  number: numberOrText,
  status: z.string(),
  // without an offset, though it is UTC
  date_created_gmt: z.preprocess((text) => (typeof text === 'string' ? `${text}Z` : text), moment),
  currency: z.string(),
  total: numberOrText,
  line_items: z.array(
    z.object({
      id: numberOrText,
      name: z.string(),
      sku: z.string().nullish(),
      quantity: z.number(),
      price: numberOrText,
    }),
  ),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  refunds: z.array(z.object({ id: numberOrText })).default([]),
})
type Raw = z.output<typeof order>
/** Units are negative. */
const refundList = z.array(
  z.object({
    line_items: z.array(
      z.object({
        quantity: z.number(),
        meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
      }),
    ),
  }),
)
const refundsPerPage = 100
const notesAnswer = z.array(z.object({ note: z.string() }))
const errorAnswer = z.object({ message: z.string().optional() })
const cancelledStatuses = new Set(['cancelled', 'failed', 'refunded', 'trash'])
/** The payment hasn’t arrived. */
const unpaidStatuses = new Set(['pending', 'on-hold', 'checkout-draft'])

/** The orders of a WooCommerce shop. */
export const wooCommerceOrders = (account: WooCommerceAccount): Pick<Market, 'orders' | 'ship'> => ({
  orders: (since, cursor) => listOrders(account, since, cursor),
  ship: (shipment) => shipOrder(account, shipment),
})

async function listOrders(account: WooCommerceAccount, since: Date, cursor = '1'): Promise<Orders> {
  const query = new URLSearchParams({
    after: since.toISOString(),
    // otherwise it is read as the shop's own time
    dates_are_gmt: 'true',
    orderby: 'date',
    order: 'desc',
    per_page: String(perPage),
    page: cursor,
    _fields: fields,
  })
  const { headers, body } = await answerOfWooCommerce(account, {
    path: `orders?${query.toString()}`,
    answer: z.array(order) as z.ZodType<Raw[]>,
  })
  const pages = Number(headers['x-wp-totalpages'] ?? 1)
  const orders: Order[] = []
  for (const raw of body) orders.push(await readOrder(account, raw))
  return Number(cursor) < pages ? { orders, next: String(Number(cursor) + 1) } : { orders }
}

async function shipOrder(account: WooCommerceAccount, shipment: Shipment): Promise<ShippedOrder> {
  let raw: Raw | undefined
  let order: Order | undefined
  const findOrder = async () => {
    raw = await findRaw(account, shipment.order_id)
    order = raw && (await readOrder(account, raw))
    return order
  }
  const outcome = await shipOnce(shipment, findOrder, (current, lines) =>
    saveShipment(account, { raw, current, shipment, lines }),
  )
  if (outcome.state !== 'already' && !(outcome.state === 'told' && outcome.lost)) return outcome
  // the call may have been cut off before its note
  const notes = await askWooCommerce(account, {
    path: `orders/${shipment.order_id}/notes?_fields=note`,
    answer: notesAnswer,
  })
  const tracking = normalizeTracking(shipment.tracking)
  if (notes.some(({ note }) => normalizeTracking(note).includes(tracking))) return outcome
  await addNote(account, shipment, '')
  if (outcome.state === 'told' || !raw || !order) return outcome
  const lines = savedIn(raw)
    .filter((saved) => normalizeTracking(saved.tracking) === tracking)
    .flatMap((saved) => Object.entries(saved.lines))
    .map(([line_id, quantity]) => ({ line_id, quantity }))
  return { state: 'told', lines: nameLines(order, lines), left: outcome.left }
}

const findRaw = (account: WooCommerceAccount, id: string): Promise<Raw | undefined> =>
  orUndefined(
    askWooCommerce(account, {
      path: `orders/${id}?_fields=${fields}`,
      answer: order as z.ZodType<Raw>,
    }),
  )

async function saveShipment(
  account: WooCommerceAccount,
  {
    raw,
    current,
    shipment,
    lines,
  }: { raw: Raw | undefined; current: Order; shipment: Shipment; lines: ToShip },
) {
  const { carrier, tracking } = shipment
  const newShipment: SavedShipment = {
    carrier,
    tracking,
    shipped_tm: new Date(databaseNow()).toISOString(),
    lines: Object.fromEntries(lines.map((line) => [line.line_id, line.quantity])),
  }
  const isComplete = current.lines.every((line) => leftOf(line) === (newShipment.lines[line.line_id] ?? 0))
  const { status, body } = await answerOfWooCommerce(account, {
    method: 'PUT',
    path: `orders/${current.id}?_fields=id`,
    body: {
      ...(isComplete && { status: 'completed' }),
      meta_data: [{ key: metaKey, value: [...(raw ? savedIn(raw) : []), newShipment] }],
    },
    alsoAccepted: [400, 404],
    answer: errorAnswer,
  })
  if (status >= 400) return refusedShipment(status === 404 ? 'missing' : 'invalid', body.message ?? '')
  const skuOf = new Map(current.lines.map((line) => [line.line_id, line.sku]))
  const parts = lines.map((line) => `${line.quantity} × ${skuOf.get(line.line_id)}`)
  await addNote(account, shipment, isComplete ? '' : `: ${parts.join(', ')}`)
  return { state: 'told' as const }
}

/** Emails the buyer a note about the shipment. */
const addNote = (account: WooCommerceAccount, { order_id, carrier, tracking }: Shipment, contents: string) =>
  askWooCommerce(account, {
    path: `orders/${order_id}/notes`,
    body: { note: `Shipped with ${carrier}, tracking number ${tracking}${contents}`, customer_note: true },
    answer: z.unknown(),
  })

const savedIn = ({ meta_data }: Raw): SavedShipment[] =>
  savedShipments.safeParse(meta_data.findLast(({ key }) => key === metaKey)?.value).data ?? []

/** An order without its refunded units, which its lines still count. */
async function readOrder(account: WooCommerceAccount, raw: Raw): Promise<Order> {
  const refundedUnits = new Map<string, number>()
  if (raw.refunds.length > 0) {
    const path = `orders/${raw.id}/refunds?per_page=${refundsPerPage}&_fields=line_items`
    const refunds = (await orUndefined(askWooCommerce(account, { path, answer: refundList }))) ?? []
    for (const { quantity, meta_data } of refunds.flatMap(({ line_items }) => line_items)) {
      const line = String(meta_data.find(({ key }) => key === '_refunded_item_id')?.value)
      refundedUnits.set(line, (refundedUnits.get(line) ?? 0) + Math.abs(quantity))
    }
  }
  return toOrder(raw, refundedUnits)
}

function toOrder(raw: Raw, refundedUnits: ReadonlyMap<string, number>): Order {
  const shipments = savedIn(raw)
  return orderFrom({
    id: raw.id,
    name: `#${raw.number}`,
    placed_tm: raw.date_created_gmt,
    total: raw.total,
    currency: raw.currency,
    isCancelled: cancelledStatuses.has(raw.status),
    isUnpaid: unpaidStatuses.has(raw.status),
    lines: raw.line_items.map(({ id, name, sku, quantity, price }) => ({
      line_id: id,
      sku: decodeEntities(sku ?? ''),
      title: decodeEntities(name),
      quantity,
      cancelledQuantity: refundedUnits.get(id) ?? 0,
      shipped:
        raw.status === 'completed'
          ? quantity
          : shipments.reduce((sum, { lines }) => sum + (lines[id] ?? 0), 0),
      price,
    })),
    shipments: shipments.map(({ carrier, tracking, shipped_tm }) => ({ carrier, tracking, shipped_tm })),
  })
}
