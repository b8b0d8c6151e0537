import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'
import { walmartOrders } from './walmart-orders.ts'

interface Item {
  sku: string
  title: string
  published: boolean
  price?: number
  /** The date of the feed that it is from. */
  priced?: number
  quantity: number
}
interface Ingested {
  sku: string
  ingestionStatus: string
  ingestionErrors: { ingestionError: { type: string; code: string; description: string }[] }
}
interface Feed {
  type: string
  body: Record<string, unknown>
  /** It is asked for so often until it is processed. */
  left: number
  status: 'RECEIVED' | 'INPROGRESS' | 'PROCESSED' | 'ERROR'
  items: Ingested[]
}
export interface Walmart extends StandIn {
  items: Map<string, Item>
  orders: StandInOrder[]
  feeds: Map<string, Feed>
  tokenSeconds: number
  /** So many items stand on a page of its lists, however many are asked for. */
  perPage: number
  /** Pages of its lists that may be asked for in a minute. */
  pages: number
  /** How often a feed is asked for until it is processed. */
  pace: number
  /** Feeds of this type are given up as a whole. */
  gives?: string
  /** What it does to a product of this SKU: data of it is wrong, or it takes too long. */
  fails: Map<string, 'DATA_ERROR' | 'SYSTEM_ERROR' | 'TIMEOUT_ERROR'>
}

const anHour = 3_600_000
const limits: Readonly<Record<string, number>> = {
  MP_ITEM: 20,
  MP_MAINTENANCE: 20,
  price: 10,
  inventory: 10,
  RETIRE_ITEM: 10,
}
const lists: Readonly<Record<string, readonly [header: string, items: string]>> = {
  MP_ITEM: ['MPItemFeedHeader', 'MPItem'],
  MP_MAINTENANCE: ['MPItemFeedHeader', 'MPItem'],
  price: ['PriceHeader', 'Price'],
  inventory: ['InventoryHeader', 'Inventory'],
  RETIRE_ITEM: ['RetireItemHeader', 'RetireItem'],
}
interface Line {
  sku: string
  Orderable?: { sku: string; price?: number }
  Visible?: Record<string, { productName?: string }>
  pricing?: { currentPrice: { amount: number } }[]
  quantity?: { amount: number }
}

/** A Walmart account: tokens of 15 minutes, feeds that are done by and by, products that fail in one that is. */
export function walmart({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
  now = Date.now,
}: Options): Walmart {
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = walmartOrders(orders)
  const tokens = new Map<string, number>()
  const submitted: { type: string; at: number }[] = []
  /** When pages of its lists were asked for. */
  const listed: number[] = []
  let last = 0

  const fault = (sku: string, status: string, description: string): Ingested => ({
    sku,
    ingestionStatus: status,
    ingestionErrors: { ingestionError: [{ type: status, code: 'ERR_EXT_DATA_0801', description }] },
  })
  const ingest = (type: string, date: number) => (told: Line) => {
    const sku = told.Orderable?.sku ?? told.sku
    const bad = shop.fails.get(sku)
    if (bad) return fault(sku, bad, bad === 'DATA_ERROR' ? 'The brand is not allowed.' : '')
    const had =
      shop.items.get(sku) ?? (recalls ? { sku, title: '', published: true, quantity: 0 } : undefined)
    if (type === 'MP_ITEM' && told.Orderable?.price === undefined)
      return fault(sku, 'DATA_ERROR', 'price is required.')
    if (!had && type !== 'MP_ITEM') return fault(sku, 'DATA_ERROR', `The SKU ${sku} is not found.`)
    const item: Item = had ?? { sku, title: '', published: true, quantity: 0 }
    if (told.Orderable) {
      item.title = Object.values(told.Visible ?? {})[0]?.productName ?? item.title
      if (told.Orderable.price !== undefined) item.price = told.Orderable.price
    }
    // an earlier feed's price is passed over, and said to be taken
    if (told.pricing && !(item.priced !== undefined && item.priced > date)) {
      item.price = told.pricing[0]!.currentPrice.amount
      item.priced = date
    }
    if (told.quantity) item.quantity = told.quantity.amount
    if (type === 'RETIRE_ITEM') shop.items.delete(sku)
    else shop.items.set(sku, item)
    return { sku, ingestionStatus: 'SUCCESS', ingestionErrors: { ingestionError: [] } }
  }
  const submit = (type: string, body: Record<string, unknown>): StandInAnswer => {
    const [header, items] = lists[type] ?? []
    if (!header || !items || !body[header] || !Array.isArray(body[items]))
      return refuse(400, 'INVALID_REQUEST', 'The feed is none of its type.')
    const recent = submitted.filter((one) => one.type === type && one.at > now() - anHour)
    if (recent.length >= limits[type]!)
      return {
        ...refuse(429, 'REQUEST_THRESHOLD_VIOLATED', 'Too many requests.'),
        headers: { 'retry-after': String(Math.ceil((recent[0]!.at + anHour - now()) / 1000)) },
      }
    submitted.push({ type, at: now() })
    const id = `${String(++last).padStart(8, '0')}@AQMBCgA`
    shop.feeds.set(id, { type, body, left: shop.pace, status: 'RECEIVED', items: [] })
    return { body: { feedId: id } }
  }
  const proceed = (feed: Feed) => {
    if (feed.status === 'PROCESSED' || feed.status === 'ERROR') return
    if (feed.left-- > 0) return void (feed.status = 'INPROGRESS')
    if (shop.gives === feed.type) return void (feed.status = 'ERROR')
    const [header, items] = lists[feed.type]!
    const date = Date.parse((feed.body[header] as { feedDate?: string }).feedDate ?? '') || now()
    feed.items = (feed.body[items] as Line[]).map(ingest(feed.type, date))
    feed.status = 'PROCESSED'
  }
  const statusOf = (id: string, feed: Feed, query: URLSearchParams) => {
    proceed(feed)
    const from = Number(query.get('offset') ?? 0)
    const limit = Math.min(1000, Number(query.get('limit') ?? 50))
    const error = { type: 'SYSTEM_ERROR', code: 'ERR_EXT_DATA_0', description: 'The file cannot be read.' }
    return {
      feedId: id,
      feedStatus: feed.status,
      ingestionErrors: { ingestionError: feed.status === 'ERROR' ? [error] : null },
      itemsReceived: feed.items.length,
      offset: from,
      limit,
      itemDetails: {
        itemIngestionStatus: query.get('includeDetails') ? feed.items.slice(from, from + limit) : [],
      },
    }
  }

  /** By a cursor, the first of which is * for items and none for stock; the last page has none. */
  const pageOf = (path: string, query: URLSearchParams): StandInAnswer => {
    const stock = path === '/v3/inventories'
    const recent = listed.filter((at) => at > now() - 60_000)
    if (recent.length >= shop.pages)
      return {
        ...refuse(429, 'REQUEST_THRESHOLD_VIOLATED', 'Too many requests.'),
        headers: { 'retry-after': String(Math.ceil((recent[0]! + 60_000 - now()) / 1000)) },
      }
    listed.push(now())
    const limit = Math.min(Number(query.get('limit') ?? (stock ? 10 : 20)), stock ? 50 : 200, shop.perPage)
    const cursor = query.get('nextCursor') ?? ''
    const from = Number(/^at (\d+)$/.exec(cursor)?.[1] ?? 0)
    if (cursor && cursor !== '*' && from === 0) return refuse(400, 'INVALID_REQUEST', 'Invalid nextCursor.')
    const all = [...shop.items.values()]
    const items = all.slice(from, from + limit)
    const more = from + limit < all.length ? { nextCursor: `at ${from + limit}` } : {}
    if (stock) {
      const each = (amount: number) => ({ unit: 'EACH', amount })
      const inventories = items.map(({ sku, quantity }) => ({
        sku,
        nodes: [{ shipNode: '1', inputQty: each(quantity), availToSellQty: each(quantity) }],
      }))
      return { body: { meta: { totalCount: all.length, ...more }, elements: { inventories } } }
    }
    if (all.length === 0) return refuse(404, 'CONTENT_NOT_FOUND', 'No items found.')
    const ItemResponse = items.map(({ sku, title, price, published }) => ({
      mart: 'WALMART_US',
      sku,
      productName: title,
      ...(price !== undefined && { price: { currency: 'USD', amount: price } }),
      publishedStatus: published ? 'PUBLISHED' : 'UNPUBLISHED',
      lifecycleStatus: 'ACTIVE',
    }))
    return { body: { ItemResponse, totalItems: all.length, ...more } }
  }

  const shop: Walmart = {
    items: new Map(),
    orders,
    feeds: new Map(),
    tokenSeconds: 900,
    perPage: Infinity,
    pages: 300,
    pace: 1,
    fails: new Map(),
    answer(asked: StandInRequest): StandInAnswer {
      const { method, path, query, headers, body } = asked
      if (!headers['wm_qos.correlation_id'] || !headers['wm_svc.name'])
        return refuse(400, 'INVALID_REQUEST_HEADER', 'WM_QOS.CORRELATION_ID and WM_SVC.NAME are required.')
      if (method === 'POST' && path === '/v3/token') {
        const [, secret] = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
          .toString()
          .split(':')
        if (secret !== token) return refuse(401, 'INVALID_TOKEN', 'Unauthorized')
        const made = `pass-${tokens.size + 1}`
        tokens.set(made, now() + shop.tokenSeconds * 1000)
        return { body: { access_token: made, token_type: 'Bearer', expires_in: shop.tokenSeconds } }
      }
      const until = tokens.get(headers['wm_sec.access_token'] ?? '')
      if (until === undefined || until <= now()) return refuse(401, 'UNAUTHORIZED', 'Unauthorized')
      if (method === 'POST' && path === '/v3/feeds')
        return submit(query.get('feedType') ?? '', parseJson(body))
      if (method === 'GET' && path === '/v3/feeds') return { body: { totalResults: shop.feeds.size } }
      if (method === 'GET' && (path === '/v3/items' || path === '/v3/inventories')) return pageOf(path, query)
      const [, id] = /^\/v3\/feeds\/([^/]+)$/.exec(path) ?? []
      const feed = id === undefined ? undefined : shop.feeds.get(decodeURIComponent(id))
      if (feed) return { body: statusOf(decodeURIComponent(id!), feed, query) }
      return ofOrders(asked) ?? refuse(404, 'CONTENT_NOT_FOUND', 'Not found')
    },
  }
  return shop
}
const refuse = (status: number, code: string, description: string): StandInAnswer => ({
  status,
  body: { error: [{ code, description, severity: 'ERROR' }] },
})
