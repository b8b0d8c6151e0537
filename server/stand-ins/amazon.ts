import { gzipSync } from 'node:zlib'
import { amazonOrders } from './amazon-orders.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'

interface Availability {
  fulfillment_channel_code: string
  quantity: number
  lead_time_to_ship_max_days?: number
}
interface Offer {
  our_price: { schedule: { value_with_tax: number }[] }[]
}
interface Attributes {
  purchasable_offer?: Offer[]
  fulfillment_availability?: Availability[]
  merchant_suggested_asin?: unknown
  externally_assigned_product_identifier?: unknown
  condition_type?: unknown
}
interface Message {
  messageId: number
  sku: string
  operationType: string
  requirements?: string
  attributes?: Attributes
  patches?: { op: string; path: string; value: object[] }[]
}
type Fate = 'DONE' | 'FATAL' | 'CANCELLED'
interface Feed {
  id: string
  input: string
  marketplaceIds: string[]
  left: number
  status: 'IN_QUEUE' | 'IN_PROGRESS' | Fate
  report?: string
}
export interface Amazon extends StandIn {
  listings: Map<string, Attributes>
  orders: StandInOrder[]
  feeds: Map<string, Feed>
  /** Files, by the name that their addresses end in, with when those end. */
  files: Map<string, { until: number; text: string }>
  /** How often a feed is asked for until it is done; one that is stuck keeps those behind it. */
  pace: number
  /** What becomes of the next feeds. */
  fate: Fate
  /** Listings that it shows to nobody. */
  suppressed: Set<string>
  /** Products that it refuses, and in which words. */
  fails: Map<string, string>
  /** Where its files are: another host than its own. */
  filesAt: ((address: string) => string) | undefined
  packed: boolean
}

export const amazonApp = { clientId: 'amzn1.application-oa2-client.demo', clientSecret: 'amzn1.oa2-cs.demo' }
const anHour = 3_600_000
const linkMs = 300_000
const windowMs = 300_000
const mostFeeds = 5
const mostSearches = 5
const at = '/feeds/2021-06-30'

/** A seller at Amazon: a login, files uploaded and fetched elsewhere, one queue of feeds, issues by message. */
export function amazon({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
  now = Date.now,
}: Options): Amazon {
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = amazonOrders(orders)
  const tokens = new Map<string, number>()
  const taken: number[] = []
  let last = 0
  let left = mostSearches
  let searched = now()

  const listed = (one: Message): Attributes | string => {
    const bad = shop.fails.get(one.sku)
    if (bad) return bad
    const had = shop.listings.get(one.sku) ?? (recalls ? {} : undefined)
    if (one.operationType === 'UPDATE') {
      const { attributes: to = {}, requirements } = one
      if (requirements !== 'LISTING_OFFER_ONLY' || !to.condition_type) return 'Invalid parameters provided.'
      if (!to.merchant_suggested_asin && !to.externally_assigned_product_identifier)
        return 'A product identifier is required.'
      return to.purchasable_offer ? to : 'purchasable_offer is required.'
    }
    if (!had) return `SKU '${one.sku}' not found in marketplace ATVPDKIKX0DER.`
    return (one.patches ?? []).reduce<Attributes>(patched, had)
  }
  const process = (feed: Feed) => {
    const { header, messages = [] } = parseJson(shop.files.get(feed.input)?.text ?? '') as {
      header?: { sellerId?: string }
      messages?: Message[]
    }
    const issue = (messageId: number | undefined, message: string) => ({
      ...(messageId !== undefined && { messageId }),
      code: '90220',
      severity: 'ERROR',
      message,
    })
    const issues = messages.flatMap((one) => {
      if (one.operationType === 'DELETE' && !shop.fails.has(one.sku) && shop.listings.delete(one.sku))
        return []
      const to = listed(one)
      if (typeof to === 'string') return [issue(one.messageId, to)]
      if (one.operationType !== 'DELETE') shop.listings.set(one.sku, to)
      return []
    })
    if (!header?.sellerId) issues.push(issue(undefined, 'Attribute ‘Merchant’ is required, but not present.'))
    // what is noted, but refuses nothing
    const noted = messages.slice(0, 1).map(({ messageId }) => ({
      ...issue(messageId, 'The title is long.'),
      severity: 'WARNING',
    }))
    const summary = { errors: issues.length, warnings: noted.length, messagesProcessed: messages.length }
    return JSON.stringify({ header, issues: [...noted, ...issues], summary })
  }
  /** The first of the queue goes on; those behind it wait. */
  const proceed = () => {
    const feed = [...shop.feeds.values()].find(({ status }) => status.startsWith('IN_'))
    if (!feed) return
    if (feed.left-- > 0) return void (feed.status = 'IN_PROGRESS')
    feed.status = shop.fate
    if (shop.fate !== 'DONE') return
    feed.report = `report-${feed.id}`
    shop.files.set(feed.report, { until: Infinity, text: process(feed) })
  }
  const addressOf = (address: string, name: string) => {
    shop.files.get(name)!.until = now() + linkMs
    return `${shop.filesAt?.(address) ?? address}/files/${name}?signature=s`
  }

  const answers = ({ method, path, body, address }: StandInRequest): StandInAnswer => {
    const [, kind, id] = /^(?:\/feeds\/2021-06-30)\/(documents|feeds)(?:\/([^/]+))?$/.exec(path) ?? []
    if (!kind) return refuse(404, 'NotFound', 'Not found')
    const name = decodeURIComponent(id ?? '')
    if (method === 'POST' && kind === 'documents') {
      const made = `document-${++last}`
      shop.files.set(made, { until: 0, text: '' })
      return { status: 201, body: { feedDocumentId: made, url: addressOf(address, made) } }
    }
    if (method === 'GET' && kind === 'documents' && shop.files.has(name)) {
      const url = addressOf(address, name)
      return { body: { feedDocumentId: name, url, ...(shop.packed && { compressionAlgorithm: 'GZIP' }) } }
    }
    if (method === 'POST') {
      if (taken.filter((when) => when > now() - windowMs).length >= mostFeeds)
        return refuse(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')
      taken.push(now())
      const told = parseJson(body) as { inputFeedDocumentId: string; marketplaceIds: string[] }
      const made = String(50_000 + ++last)
      const { inputFeedDocumentId: input, marketplaceIds } = told
      shop.feeds.set(made, { id: made, input, marketplaceIds, left: shop.pace, status: 'IN_QUEUE' })
      return { status: 202, body: { feedId: made } }
    }
    if (id === undefined) return { body: { feeds: [] } }
    const feed = shop.feeds.get(name)
    if (!feed) return refuse(404, 'NotFound', 'Feed not found')
    proceed()
    const { status: processingStatus, report: resultFeedDocumentId } = feed
    return { body: { feedId: name, feedType: 'JSON_LISTINGS_FEED', processingStatus, resultFeedDocumentId } }
  }
  const login = (body: string): StandInAnswer => {
    const form = new URLSearchParams(body)
    if (form.get('client_secret') !== amazonApp.clientSecret)
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client authentication failed' },
      }
    if (form.get('refresh_token') !== token)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is invalid' } }
    const made = `Atza|${tokens.size + 1}`
    tokens.set(made, now() + anHour)
    return { body: { access_token: made, token_type: 'bearer', expires_in: 3600 } }
  }
  const fileAt = ({ method, path, headers, body }: StandInRequest): StandInAnswer => {
    const name = path.replace('/files/', '')
    const file = shop.files.get(name)
    if (!file || file.until < now()) return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    // a token would be a second way to sign in
    if (headers['x-amz-access-token'] || headers.authorization)
      return { status: 400, body: '<Error><Code>InvalidArgument</Code></Error>' }
    if (method === 'PUT') return ((file.text = body), { body: '' })
    return { body: shop.packed ? gzipSync(file.text) : file.text }
  }

  /** Five a second, and as many at once. */
  const search = (query: URLSearchParams): StandInAnswer => {
    left = Math.min(mostSearches, left + ((now() - searched) / 1000) * mostSearches)
    searched = now()
    if (left < 1) return refuse(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')
    left--
    const skus = (query.get('identifiers') ?? '').split(',')
    const upTo = Number(query.get('pageSize') ?? 10)
    if (skus.length > 20 || upTo > 20 || query.get('identifiersType') !== 'SKU')
      return refuse(400, 'InvalidInput', 'At most 20 identifiers of a type.')
    const wanted = (query.get('includedData') ?? 'summaries').split(',')
    // a SKU with a comma is found by its own search
    const names = shop.listings.has(skus.join(',')) ? [skus.join(',')] : skus
    const items = names.slice(0, upTo).flatMap((sku) => {
      const own = shop.listings.get(sku) ?? (recalls ? {} : undefined)
      if (!own) return []
      const amount = own.purchasable_offer?.[0]?.our_price[0]?.schedule[0]?.value_with_tax
      const stock = own.fulfillment_availability ?? []
      const sold = !shop.suppressed.has(sku) && stock.some(({ quantity }) => quantity > 0)
      const all: Record<string, unknown> = {
        summaries: [{ marketplaceId: 'ATVPDKIKX0DER', status: sold ? ['BUYABLE', 'DISCOVERABLE'] : [] }],
        offers:
          amount === undefined
            ? []
            : [{ offerType: 'B2C', price: { currencyCode: 'USD', amount: amount.toFixed(2) } }],
        fulfillmentAvailability: stock.map((one) => ({
          fulfillmentChannelCode: one.fulfillment_channel_code,
          quantity: one.quantity,
        })),
      }
      return [{ sku, ...Object.fromEntries(wanted.map((name) => [name, all[name]])) }]
    })
    return { body: { numberOfResults: items.length, items } }
  }

  const shop: Amazon = {
    listings: new Map(),
    orders,
    feeds: new Map(),
    files: new Map(),
    pace: 1,
    fate: 'DONE',
    suppressed: new Set(),
    fails: new Map(),
    filesAt: undefined,
    packed: true,
    answer(asked: StandInRequest): StandInAnswer {
      const { method, path, headers, body } = asked
      if (method === 'POST' && path === '/auth/o2/token') return login(body)
      if (path.startsWith('/files/')) return fileAt(asked)
      const until = tokens.get(headers['x-amz-access-token'] ?? '')
      if (until === undefined || until <= now())
        return refuse(403, 'Unauthorized', 'Access to requested resource is denied.')
      if (path.startsWith(at)) return answers(asked)
      if (method === 'GET' && path.startsWith('/listings/2021-08-01/items/')) return search(asked.query)
      return ofOrders(asked) ?? refuse(404, 'NotFound', 'Not found')
    },
  }
  return shop
}

/** `replace` leaves what it is told alone, `merge` what it isn't told as well. */
function patched(had: Attributes, { op, path, value }: NonNullable<Message['patches']>[number]): Attributes {
  const name = path.replace('/attributes/', '') as keyof Attributes
  const before = (had[name] as object[] | undefined)?.[0]
  return { ...had, [name]: op === 'merge' ? [{ ...before, ...value[0] }] : value }
}
const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
})
