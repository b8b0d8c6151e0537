import { z } from 'zod'
import { leftOf } from '#contract/stores/orders.ts'
import { answerOf, ask, type Shop } from '../ask.ts'
import type { Market, Order, Shipment } from '../market.ts'
import {
  bare,
  named,
  orderFrom,
  orNone,
  plain,
  refusedShipment,
  shipOnce,
  when,
  type ToShip,
} from '../orders.ts'

const perPage = 50
/** Nothing of the buyer is asked for. */
const fields = 'id,number,status,date_created_gmt,currency,total,line_items,meta_data'
/** Where a shipment is kept on an order: WooCommerce itself has no place for it. */
const metaKey = '_feedstock_shipments'
const kept = z.array(
  z.object({
    carrier: z.string(),
    tracking: z.string(),
    shipped_tm: z.string(),
    lines: z.record(z.string(), z.number()),
  }),
)
type Kept = z.output<typeof kept>
const order = z.object({
  id: plain,
  number: plain,
  status: z.string(),
  // without an offset, though it is UTC
  date_created_gmt: z.preprocess((text) => (typeof text === 'string' ? `${text}Z` : text), when),
  currency: z.string(),
  total: plain,
  line_items: z.array(
    z.object({ id: plain, name: z.string(), sku: z.string().nullish(), quantity: z.number(), price: plain }),
  ),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
})
type Raw = z.output<typeof order>
const notes = z.array(z.object({ note: z.string() }))
const said = z.object({ message: z.string().optional() })
const over = new Set(['cancelled', 'failed', 'refunded', 'trash'])

/** The orders of a WooCommerce shop. */
export function openWooCommerceOrders(
  shop: Shop,
  headers: Record<string, string>,
  at: (path: string) => string,
): Pick<Market, 'orders' | 'ship'> {
  const find = (id: string) =>
    orNone(
      ask(shop, {
        path: at(`orders/${id}?_fields=${fields}`),
        headers,
        answer: order as z.ZodType<Raw>,
      }),
    )
  const note = ({ order_id, carrier, tracking }: Shipment, what: string) =>
    ask(shop, {
      path: at(`orders/${order_id}/notes`),
      headers,
      body: { note: `Shipped with ${carrier}, tracking number ${tracking}${what}`, customer_note: true },
      answer: z.unknown(),
    })
  const tell = async (raw: Raw, has: Order, shipment: Shipment, lines: ToShip) => {
    const { carrier, tracking } = shipment
    const now: Kept[number] = {
      carrier,
      tracking,
      shipped_tm: new Date().toISOString(),
      lines: Object.fromEntries(lines.map((line) => [line.line_id, line.quantity])),
    }
    const whole = has.lines.every((line) => leftOf(line) === (now.lines[line.line_id] ?? 0))
    const { status, body } = await answerOf(shop, {
      method: 'PUT',
      path: at(`orders/${raw.id}?_fields=id`),
      headers,
      body: {
        ...(whole && { status: 'completed' }),
        meta_data: [{ key: metaKey, value: [...keptOf(raw), now] }],
      },
      also: [400, 404],
      answer: said,
    })
    if (status >= 400) return refusedShipment(status === 404 ? 'missing' : 'invalid', body.message ?? '')
    const skuOf = new Map(has.lines.map((line) => [line.line_id, line.sku]))
    const parts = lines.map((line) => `${line.quantity} × ${skuOf.get(line.line_id)}`)
    await note(shipment, whole ? '' : `: ${parts.join(', ')}`)
    return { state: 'told' as const }
  }

  return {
    async orders(since, cursor = '1') {
      const query = new URLSearchParams({
        after: since.toISOString(),
        // else it is read as the shop's own time
        dates_are_gmt: 'true',
        orderby: 'date',
        order: 'desc',
        per_page: String(perPage),
        page: cursor,
        _fields: fields,
      })
      const { headers: about, body } = await answerOf(shop, {
        path: at(`orders?${query.toString()}`),
        headers,
        answer: z.array(order) as z.ZodType<Raw[]>,
      })
      const pages = Number(about['x-wp-totalpages'] ?? 1)
      const orders = body.map(toOrder)
      return Number(cursor) < pages ? { orders, next: String(Number(cursor) + 1) } : { orders }
    },
    async ship(shipment) {
      let raw: Raw | undefined
      const outcome = await shipOnce(
        shipment,
        async () => (raw = await find(shipment.order_id)) && toOrder(raw),
        (has, lines) => tell(raw!, has, shipment, lines),
      )
      if (outcome.state !== 'already' && !(outcome.state === 'told' && outcome.lost)) return outcome
      // it may have been cut off before its note
      const there = await ask(shop, {
        path: at(`orders/${shipment.order_id}/notes?_fields=note`),
        headers,
        answer: notes,
      })
      if (there.some((one) => bare(one.note).includes(bare(shipment.tracking)))) return outcome
      await note(shipment, '')
      if (outcome.state === 'told') return outcome
      const own = keptOf(raw!).filter((one) => bare(one.tracking) === bare(shipment.tracking))
      const lines = own.flatMap((one) => Object.entries(one.lines))
      const kept = lines.map(([line_id, quantity]) => ({ line_id, quantity }))
      return { state: 'told', lines: named(toOrder(raw!), kept), left: outcome.left }
    },
  }
}

const keptOf = ({ meta_data }: Raw): Kept =>
  kept.safeParse(meta_data.findLast(({ key }) => key === metaKey)?.value).data ?? []

function toOrder(raw: Raw): Order {
  const shipments = keptOf(raw)
  return orderFrom({
    id: raw.id,
    name: `#${raw.number}`,
    placed_tm: raw.date_created_gmt,
    total: raw.total,
    currency: raw.currency,
    cancelled: over.has(raw.status),
    lines: raw.line_items.map(({ id, name, sku, quantity, price }) => ({
      line_id: id,
      sku: sku ?? '',
      title: name,
      quantity,
      gone: 0,
      shipped:
        raw.status === 'completed' ? quantity : shipments.reduce((sum, one) => sum + (one.lines[id] ?? 0), 0),
      price,
    })),
    shipments: shipments.map(({ carrier, tracking, shipped_tm }) => ({ carrier, tracking, shipped_tm })),
  })
}
