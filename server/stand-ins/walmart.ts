import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'
import { WalmartOrders } from './walmart-orders.ts'

interface Item {
  sku: string
  title: string
  published: boolean
  price?: number
  /** The date of the feed that the price is from. */
  priceMs?: number
  quantity: number
}
interface ItemResult {
  sku: string
  ingestionStatus: string
  ingestionErrors: { ingestionError: { type: string; code: string; description: string }[] }
}
interface Feed {
  type: string
  body: Record<string, unknown>
  /** How often it is polled until it is processed. */
  polls: number
  status: 'RECEIVED' | 'INPROGRESS' | 'PROCESSED' | 'ERROR'
  items: ItemResult[]
}
interface Line {
  sku: string
  Orderable?: { sku: string; price?: number }
  Visible?: Record<string, { productName?: string }>
  /** In the United States and elsewhere. */
  'Promo&Discount'?: NewPrice
  Price?: NewPrice
  quantity?: { amount: number }
}

interface NewPrice {
  sku: string
  price: number
}

const hourMs = 3_600_000
/** The feeds of a type in an hour. */
const limits: Readonly<Record<string, number>> = {
  MP_ITEM: 10,
  MP_ITEM_INTL: 10,
  MP_MAINTENANCE: 10,
  PRICE_AND_PROMOTION: 10,
  inventory: 10,
  RETIRE_ITEM: 10,
}
const lists: Readonly<Record<string, readonly [header: string, items: string]>> = {
  MP_ITEM: ['MPItemFeedHeader', 'MPItem'],
  MP_ITEM_INTL: ['MPItemFeedHeader', 'MPItem'],
  MP_MAINTENANCE: ['MPItemFeedHeader', 'MPItem'],
  PRICE_AND_PROMOTION: ['MPItemFeedHeader', 'MPItem'],
  inventory: ['InventoryHeader', 'Inventory'],
  RETIRE_ITEM: ['RetireItemHeader', 'RetireItem'],
}

export const walmart = (options: Options): Walmart => new Walmart(options)

/** A Walmart account: tokens of 15 minutes, feeds that are done by and by, products that fail in one that is. */
export class Walmart implements StandIn {
  readonly items = new Map<string, Item>()
  readonly orders: StandInOrder[]
  readonly feeds = new Map<string, Feed>()
  tokenSeconds = 900
  /** The most items on a page of its lists, however many are requested. */
  perPage = Infinity
  /** The pages of its lists that it shows in a minute. */
  pages = 300
  /** Its lists of items repeat their cursor on every page, as its OpenAPI says. */
  repeatsCursor = false
  /** Another market of the same interface, which its requests name. */
  isCanadian = false
  /** How often a feed is polled until it is processed. */
  pace = 1
  /** Feeds of this type are given up as a whole. */
  gives?: string
  /** What it does to a product of this SKU: its data is wrong, or it takes too long. */
  readonly fails = new Map<string, 'DATA_ERROR' | 'SYSTEM_ERROR' | 'TIMEOUT_ERROR'>()

  private readonly token: string
  private readonly acceptsUnknown: boolean
  private readonly now: () => number
  private readonly orderApi: WalmartOrders
  private readonly tokens = new Map<string, number>()
  private readonly submissions: { type: string; ms: number }[] = []
  private readonly pageTimes: number[] = []
  private lastId = 0
  private shownItems = 0

  constructor({ token, acceptsUnknown = false, soldProducts, now = Date.now }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.now = now
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new WalmartOrders(this.orders)
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, query, headers, body } = request
    if (!headers['wm_qos.correlation_id'] || !headers['wm_svc.name'])
      return refuse(400, 'INVALID_REQUEST_HEADER', 'WM_QOS.CORRELATION_ID and WM_SVC.NAME are required.')
    // a request that names no market is one of the United States
    if ((headers.wm_market === 'ca' && headers.wm_global_version === '3.1') !== this.isCanadian)
      return refuse(403, 'FORBIDDEN', 'Unsupported market.')
    if (method === 'POST' && path === '/v3/token') return this.login(String(headers.authorization))
    const endMs = this.tokens.get(headers['wm_sec.access_token'] ?? '')
    if (endMs === undefined || endMs <= this.now()) return refuse(401, 'UNAUTHORIZED', 'Unauthorized')
    if (method === 'POST' && path === '/v3/feeds')
      return this.submit(query.get('feedType') ?? '', parseJson(body))
    if (method === 'GET' && path === '/v3/feeds') return { body: { totalResults: this.feeds.size } }
    if (method === 'GET' && (path === '/v3/items' || path === '/v3/inventories'))
      return this.list(path, query)
    const [, id = ''] = /^\/v3\/feeds\/([^/]+)$/.exec(path) ?? []
    const feed = this.feeds.get(decodeURIComponent(id))
    if (feed) return { body: this.feedBody(decodeURIComponent(id), feed, query) }
    return this.orderApi.answer(request) ?? refuse(404, 'CONTENT_NOT_FOUND', 'Not found')
  }

  private login(authorization: string): StandInAnswer {
    const [, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    if (secret !== this.token) return refuse(401, 'INVALID_TOKEN', 'Unauthorized')
    const accessToken = `pass-${this.tokens.size + 1}`
    this.tokens.set(accessToken, this.now() + this.tokenSeconds * 1000)
    return { body: { access_token: accessToken, token_type: 'Bearer', expires_in: this.tokenSeconds } }
  }

  private submit(type: string, body: Record<string, unknown>): StandInAnswer {
    const [header, items] = lists[type] ?? []
    const isForeign = type === (this.isCanadian ? 'MP_ITEM' : 'MP_ITEM_INTL')
    if (isForeign || !header || !items || !body[header] || !Array.isArray(body[items]))
      return refuse(400, 'INVALID_REQUEST', 'The feed is none of its type.')
    const recentMs = this.submissions
      .filter((submission) => submission.type === type && submission.ms > this.now() - hourMs)
      .map(({ ms }) => ms)
    if (recentMs.length >= (limits[type] ?? 0)) return this.throttle(recentMs, hourMs)
    this.submissions.push({ type, ms: this.now() })
    const id = `${String(++this.lastId).padStart(8, '0')}@AQMBCgA`
    this.feeds.set(id, { type, body, polls: this.pace, status: 'RECEIVED', items: [] })
    return { body: { feedId: id } }
  }

  /** @param recentMs the times of the window's requests */
  private throttle([firstMs = 0]: readonly number[], windowMs: number): StandInAnswer {
    return {
      ...refuse(429, 'REQUEST_THRESHOLD_VIOLATED', 'Too many requests.'),
      headers: { 'retry-after': String(Math.ceil((firstMs + windowMs - this.now()) / 1000)) },
    }
  }

  private feedBody(id: string, feed: Feed, query: URLSearchParams): object {
    this.process(feed)
    const offset = Number(query.get('offset') ?? 0)
    const limit = Math.min(50, Number(query.get('limit') ?? 50), this.perPage)
    const error = { type: 'SYSTEM_ERROR', code: 'ERR_EXT_DATA_0', description: 'The file cannot be read.' }
    return {
      feedId: id,
      feedStatus: feed.status,
      ingestionErrors: { ingestionError: feed.status === 'ERROR' ? [error] : null },
      itemsReceived: feed.items.length,
      offset,
      limit,
      itemDetails: {
        itemIngestionStatus: query.get('includeDetails') ? feed.items.slice(offset, offset + limit) : [],
      },
    }
  }

  /** Takes a feed one step on. */
  private process(feed: Feed): void {
    if (feed.status === 'PROCESSED' || feed.status === 'ERROR') return
    if (feed.polls-- > 0) {
      feed.status = 'INPROGRESS'
      return
    }
    if (this.gives === feed.type) {
      feed.status = 'ERROR'
      return
    }
    const [header = '', items = ''] = lists[feed.type] ?? []
    const dateMs = Date.parse((feed.body[header] as { feedDate?: string }).feedDate ?? '') || this.now()
    feed.items = (feed.body[items] as Line[]).map((line) => this.ingest(feed.type, line, dateMs))
    feed.status = 'PROCESSED'
  }

  private ingest(type: string, line: Line, dateMs: number): ItemResult {
    const price = this.isCanadian ? line.Price : line['Promo&Discount']
    const sku = line.Orderable?.sku ?? price?.sku ?? line.sku
    const failure = this.fails.get(sku)
    if (failure) return failedItem(sku, failure, failure === 'DATA_ERROR' ? 'The brand is not allowed.' : '')
    const makesItems = type === 'MP_ITEM' || type === 'MP_ITEM_INTL'
    if (makesItems && line.Orderable?.price === undefined)
      return failedItem(sku, 'DATA_ERROR', 'price is required.')
    const isAccepted = this.items.has(sku) || this.acceptsUnknown || makesItems
    if (!isAccepted) return failedItem(sku, 'DATA_ERROR', `The SKU ${sku} is not found.`)
    const item = this.items.get(sku) ?? { sku, title: '', published: true, quantity: 0 }
    changeItem(item, line, { price: price?.price, dateMs })
    if (type === 'RETIRE_ITEM') this.items.delete(sku)
    else this.items.set(sku, item)
    return { sku, ingestionStatus: 'SUCCESS', ingestionErrors: { ingestionError: [] } }
  }

  /** By a cursor, the first of which is * for items and none for stock; the last page has none. */
  private list(path: string, query: URLSearchParams): StandInAnswer {
    const recentMs = this.pageTimes.filter((ms) => ms > this.now() - 60_000)
    if (recentMs.length >= this.pages) return this.throttle(recentMs, 60_000)
    this.pageTimes.push(this.now())
    const [defaultLimit, mostLimit] = path === '/v3/inventories' ? [10, 50] : [20, 50]
    const limit = Math.min(Number(query.get('limit') ?? defaultLimit), mostLimit, this.perPage)
    const cursor = query.get('nextCursor') ?? ''
    const isItems = path === '/v3/items'
    const repeats = this.repeatsCursor && isItems
    const from = repeats && cursor === 'same' ? this.shownItems : Number(/^at (\d+)$/.exec(cursor)?.[1] ?? 0)
    if (cursor && cursor !== '*' && from === 0) return refuse(400, 'INVALID_REQUEST', 'Invalid nextCursor.')
    const total = this.items.size
    const items = [...this.items.values()].slice(from, from + limit)
    if (isItems) this.shownItems = from + items.length
    const hasMore = from + limit < total
    const next = hasMore || repeats ? { nextCursor: repeats ? 'same' : `at ${from + limit}` } : {}
    if (path === '/v3/inventories')
      return {
        body: { meta: { totalCount: total, ...next }, elements: { inventories: items.map(stockBody) } },
      }
    if (total === 0) return refuse(404, 'CONTENT_NOT_FOUND', 'No items found.')
    return { body: { ItemResponse: items.map(itemBody), totalItems: total, ...next } }
  }
}

function changeItem(
  item: Item,
  line: Line,
  { price, dateMs }: { price: number | undefined; dateMs: number },
): void {
  if (line.Orderable) {
    item.title = Object.values(line.Visible ?? {})[0]?.productName ?? item.title
    if (line.Orderable.price !== undefined) item.price = line.Orderable.price
  }
  // an earlier feed's price is ignored, and reported as taken
  if (price !== undefined && !(item.priceMs !== undefined && item.priceMs > dateMs)) {
    item.price = price
    item.priceMs = dateMs
  }
  if (line.quantity) item.quantity = line.quantity.amount
}

const failedItem = (sku: string, status: string, description: string): ItemResult => ({
  sku,
  ingestionStatus: status,
  ingestionErrors: { ingestionError: [{ type: status, code: 'ERR_EXT_DATA_0801', description }] },
})
const eachOf = (amount: number) => ({ unit: 'EACH', amount })
const stockBody = ({ sku, quantity }: Item) => ({
  sku,
  nodes: [{ shipNode: '1', inputQty: eachOf(quantity), availToSellQty: eachOf(quantity) }],
})
const itemBody = ({ sku, title, price, published: isPublished }: Item) => ({
  mart: 'WALMART_US',
  sku,
  productName: title,
  ...(price !== undefined && { price: { currency: 'USD', amount: price } }),
  publishedStatus: isPublished ? 'PUBLISHED' : 'UNPUBLISHED',
  lifecycleStatus: 'ACTIVE',
})
const refuse = (status: number, code: string, description: string): StandInAnswer => ({
  status,
  body: { error: [{ code, description, severity: 'ERROR' }] },
})
