import { isAllShipped, ordersSince, totalOf, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type StandInAnswer } from './stand-in.ts'

/** The shop's own time: hours before UTC. */
const shopHours = 5
const text = (at: number) => new Date(at).toISOString().slice(0, 19)

interface Kept {
  status?: string
  meta_data: object[]
  notes: object[]
}
/** As we told it in another life. */
const told = (one: StandInOrder | undefined): Kept => {
  const value = (one?.shipments ?? []).map(({ carrier, tracking, shippedMs: at, lines }) => ({
    carrier,
    tracking,
    shipped_tm: new Date(at).toISOString(),
    lines: Object.fromEntries(lines),
  }))
  return {
    meta_data: value.length > 0 ? [{ key: '_feedstock_shipments', value }] : [],
    notes: value.map(({ carrier, tracking }) => ({ note: `Shipped with ${carrier}, ${tracking}` })),
  }
}

/** What a shop shows and takes of its orders: times without an offset, pages by number, no tracking. */
export function wooCommerceOrders(orders: readonly StandInOrder[]) {
  const kept = new Map<number, Kept>()
  const keptOf = (id: number) => {
    const has = kept.get(id) ?? told(orders.find((one) => one.id === id))
    kept.set(id, has)
    return has
  }
  const shown = (one: StandInOrder) => ({
    id: one.id,
    number: String(one.id),
    status:
      keptOf(one.id).status ??
      (one.isCancelled ? 'cancelled' : isAllShipped(one) ? 'completed' : 'processing'),
    date_created: text(one.placedMs - shopHours * 3_600_000),
    date_created_gmt: text(one.placedMs),
    currency: one.currency,
    total: totalOf(one),
    billing: { first_name: one.buyer.name, email: one.buyer.email, phone: one.buyer.phone },
    shipping: { first_name: one.buyer.name, address_1: one.buyer.street },
    line_items: one.lines.map((line) => ({
      id: line.id,
      name: line.title,
      sku: line.sku,
      quantity: line.quantity,
      price: Number(line.price),
      total: (Number(line.price) * line.quantity).toFixed(2),
    })),
    meta_data: keptOf(one.id).meta_data,
  })
  const only = (fields: string | null, one: object) =>
    fields
      ? Object.fromEntries(Object.entries(one).filter(([name]) => fields.split(',').includes(name)))
      : one

  return ({ method, path, query, body }: StandInRequest): StandInAnswer | undefined => {
    const [, rest] = /^\/wp-json\/wc\/v3\/orders(\/.*)?$/.exec(path) ?? []
    if (rest === undefined && !path.endsWith('/orders')) return undefined
    const fields = query.get('_fields')
    if (rest === undefined) {
      const after = query.get('after') ?? ''
      const utc = query.get('dates_are_gmt') === 'true'
      const since = Date.parse(`${after.slice(0, 19)}Z`) + (utc ? 0 : shopHours * 3_600_000)
      const found = ordersSince(orders, since)
      const size = Number(query.get('per_page') ?? 10)
      const page = Number(query.get('page') ?? 1)
      return {
        headers: {
          'x-wp-total': String(found.length),
          'x-wp-totalpages': String(Math.ceil(found.length / size)),
        },
        body: found.slice((page - 1) * size, page * size).map((one) => only(fields, shown(one))),
      }
    }
    const [, id, notes] = /^\/(\d+)(\/notes)?$/.exec(rest) ?? []
    const one = orders.find((order) => order.id === Number(id))
    if (!one)
      return {
        status: 404,
        body: {
          code: 'woocommerce_rest_shop_order_invalid_id',
          message: 'Invalid ID.',
          data: { status: 404 },
        },
      }
    const has = keptOf(one.id)
    const given = parseJson(body)
    if (notes) {
      if (method === 'POST') has.notes.push(given)
      return { body: method === 'POST' ? given : has.notes }
    }
    if (method === 'PUT') {
      if (typeof given.status === 'string') has.status = given.status
      // of meta data one of a key is replaced
      for (const meta of (given.meta_data ?? []) as { key: string }[])
        has.meta_data = [...has.meta_data.filter((own) => (own as typeof meta).key !== meta.key), meta]
    }
    return { body: only(fields, shown(one)) }
  }
}
