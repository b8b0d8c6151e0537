import { isAllShipped, ordersSince, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInAnswer, type StandInRequest } from './stand-in.ts'

/** The shop's own time: hours before UTC. */
const shopHours = 5
const hourMs = 3_600_000
const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 19)

interface Additions {
  status?: string
  meta_data: object[]
  notes: object[]
}

/** A shop's orders: times without an offset, pages by number, no tracking. */
export class WooCommerceOrders {
  private readonly orders: readonly StandInOrder[]
  private readonly additions = new Map<number, Additions>()

  constructor(orders: readonly StandInOrder[]) {
    this.orders = orders
  }

  answer({ method, path, query, body }: StandInRequest): StandInAnswer | undefined {
    const [, rest] = /^\/wp-json\/wc\/v3\/orders(\/.*)?$/.exec(path) ?? []
    if (rest === undefined && !path.endsWith('/orders')) return undefined
    if (rest === undefined) return this.list(query)
    const [, id, more] = /^\/(\d+)(\/(?:notes|refunds))?$/.exec(rest) ?? []
    const order = this.orders.find((candidate) => candidate.id === Number(id))
    if (!order)
      return {
        status: 404,
        body: {
          code: 'woocommerce_rest_shop_order_invalid_id',
          message: 'Invalid ID.',
          data: { status: 404 },
        },
      }
    const fields = parseJson(body)
    if (more === '/refunds')
      return { body: refundsOf(order).map((refund) => selectNames(query.get('_fields'), refund)) }
    if (more) return this.answerNotes(order, method, fields)
    if (method === 'PUT') this.change(order, fields)
    return { body: selectNames(query.get('_fields'), this.orderBody(order)) }
  }

  private list(query: URLSearchParams): StandInAnswer {
    const after = query.get('after') ?? ''
    const isUtc = query.get('dates_are_gmt') === 'true'
    const sinceMs = Date.parse(`${after.slice(0, 19)}Z`) + (isUtc ? 0 : shopHours * hourMs)
    const orders = ordersSince(this.orders, sinceMs)
    const size = Number(query.get('per_page') ?? 10)
    const page = Number(query.get('page') ?? 1)
    const names = query.get('_fields')
    return {
      headers: {
        'x-wp-total': String(orders.length),
        'x-wp-totalpages': String(Math.ceil(orders.length / size)),
      },
      body: orders
        .slice((page - 1) * size, page * size)
        .map((order) => selectNames(names, this.orderBody(order))),
    }
  }

  private answerNotes(order: StandInOrder, method: string, note: object): StandInAnswer {
    const { notes } = this.additionsOf(order)
    if (method !== 'POST') return { body: notes }
    notes.push(note)
    return { body: note }
  }

  private change(order: StandInOrder, fields: Record<string, unknown>): void {
    const additions = this.additionsOf(order)
    if (typeof fields.status === 'string') additions.status = fields.status
    // new meta data replaces that of the same key
    for (const meta of (fields.meta_data ?? []) as { key: string }[])
      additions.meta_data = [
        ...additions.meta_data.filter((current) => (current as typeof meta).key !== meta.key),
        meta,
      ]
  }

  private additionsOf(order: StandInOrder): Additions {
    const additions = this.additions.get(order.id) ?? initialAdditions(order)
    this.additions.set(order.id, additions)
    return additions
  }

  private orderBody(order: StandInOrder) {
    const { status, meta_data } = this.additionsOf(order)
    return {
      id: order.id,
      number: String(order.id),
      status: status ?? statusOf(order),
      date_created: dateText(order.placedMs - shopHours * hourMs),
      date_created_gmt: dateText(order.placedMs),
      currency: order.currency,
      total: totalOf(order),
      billing: { first_name: order.buyer.name, email: order.buyer.email, phone: order.buyer.phone },
      shipping: { first_name: order.buyer.name, address_1: order.buyer.street },
      // the lines of a refunded order keep their quantities
      refunds: refundsOf(order).map(({ id }) => ({ id, reason: '', total: '-1.00' })),
      line_items: order.lines.map((line) => ({
        id: line.id,
        // as it is shown on a page
        name: line.title.replaceAll('&', '&amp;'),
        sku: line.sku,
        quantity: line.quantity,
        price: Number(line.price),
        total: (Number(line.price) * line.quantity).toFixed(2),
      })),
      meta_data,
    }
  }
}

/** The shipments that we sent before the demonstration was restarted. */
function initialAdditions(order: StandInOrder): Additions {
  const shipments = order.shipments.map(({ carrier, tracking, shippedMs, lines }) => ({
    carrier,
    tracking,
    shipped_tm: new Date(shippedMs).toISOString(),
    lines: Object.fromEntries(lines),
  }))
  return {
    meta_data: shipments.length > 0 ? [{ key: '_feedstock_shipments', value: shipments }] : [],
    notes: shipments.map(({ carrier, tracking }) => ({ note: `Shipped with ${carrier}, ${tracking}` })),
  }
}

/** One refund for each unit that was given back. */
const refundsOf = ({ id, refundedUnits = new Map<number, number>() }: StandInOrder) =>
  [...refundedUnits]
    .flatMap(([line, units]) => Array.from({ length: units }, () => line))
    .map((line, i) => ({
      id: id + 100_000 + i,
      line_items: [
        {
          id: line + 100_000,
          quantity: -1,
          meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line) }],
        },
      ],
    }))

function statusOf(order: StandInOrder): string {
  if (order.isCancelled) return 'cancelled'
  if (order.isUnpaid) return 'on-hold'
  return isAllShipped(order) ? 'completed' : 'processing'
}

const selectNames = (names: string | null, body: object) =>
  names ? Object.fromEntries(Object.entries(body).filter(([name]) => names.split(',').includes(name))) : body
