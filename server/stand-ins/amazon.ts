import { gzipSync } from 'node:zlib'
import { AmazonOrders } from './amazon-orders.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'

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
  /** How often it is polled until it has ended. */
  polls: number
  status: 'IN_QUEUE' | 'IN_PROGRESS' | Fate
  report?: string
}

export const amazonApp = { clientId: 'amzn1.application-oa2-client.demo', clientSecret: 'amzn1.oa2-cs.demo' }
const hourMs = 3_600_000
const linkMs = 300_000
const windowMs = 300_000
const mostFeeds = 5
const mostSearches = 5

export const amazon = (options: Options): Amazon => new Amazon(options)

/** A seller at Amazon: a login, files uploaded and fetched elsewhere, one queue of feeds, issues by message. */
export class Amazon implements StandIn {
  readonly listings = new Map<string, Attributes>()
  readonly orders: StandInOrder[]
  readonly feeds = new Map<string, Feed>()
  /** Files, by the name that their addresses end in, and until when those are good. */
  readonly files = new Map<string, { endMs: number; text: string }>()
  /** How often a feed is polled until it is done; a stuck feed keeps those behind it waiting. */
  pace = 1
  /** What becomes of the next feeds. */
  fate: Fate = 'DONE'
  /** Listings that it shows to nobody. */
  readonly suppressed = new Set<string>()
  /** Products that it refuses, and in which words. */
  readonly fails = new Map<string, string>()
  /** The host of its files, if it isn't its own. */
  filesAt: ((address: string) => string) | undefined = undefined
  packed = true

  private readonly token: string
  private readonly acceptsUnknown: boolean
  private readonly now: () => number
  private readonly orderApi: AmazonOrders
  private readonly tokens = new Map<string, number>()
  private readonly feedTimes: number[] = []
  private searchesLeft = mostSearches
  private searchedMs: number
  private lastId = 0

  constructor({ token, acceptsUnknown = false, soldProducts, now = Date.now }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.now = now
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new AmazonOrders(this.orders)
    this.searchedMs = now()
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, headers, body } = request
    if (method === 'POST' && path === '/auth/o2/token') return this.login(body)
    if (path.startsWith('/files/')) return this.answerFile(request)
    const endMs = this.tokens.get(headers['x-amz-access-token'] ?? '')
    if (endMs === undefined || endMs <= this.now())
      return refuse(403, 'Unauthorized', 'Access to requested resource is denied.')
    if (path.startsWith('/feeds/2021-06-30')) return this.answerFeeds(request)
    if (method === 'GET' && path.startsWith('/listings/2021-08-01/items/')) return this.search(request.query)
    return this.orderApi.answer(request) ?? refuse(404, 'NotFound', 'Not found')
  }

  private login(body: string): StandInAnswer {
    const form = new URLSearchParams(body)
    if (form.get('client_secret') !== amazonApp.clientSecret)
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client authentication failed' },
      }
    if (form.get('refresh_token') !== this.token)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is invalid' } }
    const accessToken = `Atza|${this.tokens.size + 1}`
    this.tokens.set(accessToken, this.now() + hourMs)
    return { body: { access_token: accessToken, token_type: 'bearer', expires_in: 3600 } }
  }

  private answerFile({ method, path, headers, body }: StandInRequest): StandInAnswer {
    const file = this.files.get(path.replace('/files/', ''))
    if (!file || file.endMs < this.now())
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    // a token would be a second way to sign in
    if (headers['x-amz-access-token'] || headers.authorization)
      return { status: 400, body: '<Error><Code>InvalidArgument</Code></Error>' }
    if (method === 'PUT') {
      file.text = body
      return { body: '' }
    }
    return { body: this.packed ? gzipSync(file.text) : file.text }
  }

  private answerFeeds({ method, path, body, address }: StandInRequest): StandInAnswer {
    const [, kind, id] = /^(?:\/feeds\/2021-06-30)\/(documents|feeds)(?:\/([^/]+))?$/.exec(path) ?? []
    if (!kind) return refuse(404, 'NotFound', 'Not found')
    const name = decodeURIComponent(id ?? '')
    if (method === 'POST' && kind === 'documents') return this.createDocument(address)
    if (method === 'GET' && kind === 'documents' && this.files.has(name)) {
      const url = this.linkTo(name, address)
      return { body: { feedDocumentId: name, url, ...(this.packed && { compressionAlgorithm: 'GZIP' }) } }
    }
    if (method === 'POST') return this.submitFeed(body)
    if (id === undefined) return { body: { feeds: [] } }
    return this.pollFeed(name)
  }

  private createDocument(address: string): StandInAnswer {
    const name = `document-${++this.lastId}`
    this.files.set(name, { endMs: 0, text: '' })
    return { status: 201, body: { feedDocumentId: name, url: this.linkTo(name, address) } }
  }

  private linkTo(name: string, address: string): string {
    const file = this.files.get(name)
    if (file) file.endMs = this.now() + linkMs
    return `${this.filesAt?.(address) ?? address}/files/${name}?signature=s`
  }

  private submitFeed(body: string): StandInAnswer {
    if (this.feedTimes.filter((ms) => ms > this.now() - windowMs).length >= mostFeeds)
      return refuse(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')
    this.feedTimes.push(this.now())
    const { inputFeedDocumentId: input, marketplaceIds } = parseJson(body) as {
      inputFeedDocumentId: string
      marketplaceIds: string[]
    }
    const id = String(50_000 + ++this.lastId)
    this.feeds.set(id, { id, input, marketplaceIds, polls: this.pace, status: 'IN_QUEUE' })
    return { status: 202, body: { feedId: id } }
  }

  private pollFeed(id: string): StandInAnswer {
    const feed = this.feeds.get(id)
    if (!feed) return refuse(404, 'NotFound', 'Feed not found')
    this.proceed()
    const { status: processingStatus, report: resultFeedDocumentId } = feed
    return { body: { feedId: id, feedType: 'JSON_LISTINGS_FEED', processingStatus, resultFeedDocumentId } }
  }

  /** The first feed of the queue goes on; those behind it wait. */
  private proceed(): void {
    const feed = [...this.feeds.values()].find(({ status }) => status.startsWith('IN_'))
    if (!feed) return
    if (feed.polls-- > 0) {
      feed.status = 'IN_PROGRESS'
      return
    }
    feed.status = this.fate
    if (this.fate !== 'DONE') return
    feed.report = `report-${feed.id}`
    this.files.set(feed.report, { endMs: Infinity, text: this.process(feed) })
  }

  /** @returns the feed's report */
  private process(feed: Feed): string {
    const { header, messages = [] } = parseJson(this.files.get(feed.input)?.text ?? '') as {
      header?: { sellerId?: string }
      messages?: Message[]
    }
    const errors = messages.flatMap((message) => {
      const error = this.processMessage(message)
      return error === undefined ? [] : [issueOf(message.messageId, error)]
    })
    if (!header?.sellerId)
      errors.push(issueOf(undefined, 'Attribute ‘Merchant’ is required, but not present.'))
    // a warning refuses nothing
    const warnings = messages.slice(0, 1).map(({ messageId }) => ({
      ...issueOf(messageId, 'The title is long.'),
      severity: 'WARNING',
    }))
    const summary = { errors: errors.length, warnings: warnings.length, messagesProcessed: messages.length }
    return JSON.stringify({ header, issues: [...warnings, ...errors], summary })
  }

  /** @returns what is wrong with it, if anything */
  private processMessage(message: Message): string | undefined {
    const { sku, operationType } = message
    if (operationType === 'DELETE' && !this.fails.has(sku) && this.listings.delete(sku)) return undefined
    const attributes = this.attributesAfter(message)
    if (typeof attributes === 'string') return attributes
    if (operationType !== 'DELETE') this.listings.set(sku, attributes)
    return undefined
  }

  /** @returns the listing's attributes, or what is wrong with the message */
  private attributesAfter({ sku, operationType, ...message }: Message): Attributes | string {
    const failure = this.fails.get(sku)
    if (failure) return failure
    const current = this.listings.get(sku) ?? (this.acceptsUnknown ? {} : undefined)
    if (operationType === 'UPDATE') {
      const { attributes = {}, requirements } = message
      if (requirements !== 'LISTING_OFFER_ONLY' || !attributes.condition_type)
        return 'Invalid parameters provided.'
      if (!attributes.merchant_suggested_asin && !attributes.externally_assigned_product_identifier)
        return 'A product identifier is required.'
      return attributes.purchasable_offer ? attributes : 'purchasable_offer is required.'
    }
    if (!current) return `SKU '${sku}' not found in marketplace ATVPDKIKX0DER.`
    return (message.patches ?? []).reduce<Attributes>(applyPatch, current)
  }

  /** Five searches a second, and as many at once. */
  private search(query: URLSearchParams): StandInAnswer {
    const elapsedSeconds = (this.now() - this.searchedMs) / 1000
    this.searchesLeft = Math.min(mostSearches, this.searchesLeft + elapsedSeconds * mostSearches)
    this.searchedMs = this.now()
    if (this.searchesLeft < 1)
      return refuse(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')
    this.searchesLeft--
    const skus = (query.get('identifiers') ?? '').split(',')
    const upTo = Number(query.get('pageSize') ?? 10)
    if (skus.length > 20 || upTo > 20 || query.get('identifiersType') !== 'SKU')
      return refuse(400, 'InvalidInput', 'At most 20 identifiers of a type.')
    const included = (query.get('includedData') ?? 'summaries').split(',')
    // a SKU with a comma is found by its own search
    const names = this.listings.has(skus.join(',')) ? [skus.join(',')] : skus
    const items = names.slice(0, upTo).flatMap((sku) => {
      const listing = this.listings.get(sku) ?? (this.acceptsUnknown ? {} : undefined)
      if (!listing) return []
      const body = listingBody(listing, this.suppressed.has(sku))
      return [{ sku, ...Object.fromEntries(included.map((name) => [name, body[name]])) }]
    })
    return { body: { numberOfResults: items.length, items } }
  }
}

function listingBody(listing: Attributes, isSuppressed: boolean): Record<string, unknown> {
  const amount = listing.purchasable_offer?.[0]?.our_price[0]?.schedule[0]?.value_with_tax
  const stock = listing.fulfillment_availability ?? []
  const isBuyable = !isSuppressed && stock.some(({ quantity }) => quantity > 0)
  return {
    summaries: [{ marketplaceId: 'ATVPDKIKX0DER', status: isBuyable ? ['BUYABLE', 'DISCOVERABLE'] : [] }],
    offers:
      amount === undefined
        ? []
        : [{ offerType: 'B2C', price: { currencyCode: 'USD', amount: amount.toFixed(2) } }],
    fulfillmentAvailability: stock.map(({ fulfillment_channel_code, quantity }) => ({
      fulfillmentChannelCode: fulfillment_channel_code,
      quantity,
    })),
  }
}

const issueOf = (messageId: number | undefined, message: string) => ({
  ...(messageId !== undefined && { messageId }),
  code: '90220',
  severity: 'ERROR',
  message,
})

/** `replace` drops the attribute's other fields, `merge` keeps them. */
function applyPatch(
  attributes: Attributes,
  { op, path, value }: NonNullable<Message['patches']>[number],
): Attributes {
  const name = path.replace('/attributes/', '') as keyof Attributes
  const before = (attributes[name] as object[] | undefined)?.[0]
  return { ...attributes, [name]: op === 'merge' ? [{ ...before, ...value[0] }] : value }
}

const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
})
