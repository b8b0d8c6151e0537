import { InvalidQuery, readQuery, selectFields, type Field } from './graphql.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { ShopifyBulk } from './shopify-bulk.ts'
import { ShopifyOrders } from './shopify-orders.ts'
import { keyedMutations, Refusal, ShopifyWrites } from './shopify-writes.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'

export interface ShopifyVariant {
  id: string
  item: string
  sku: string
  price: string
  compareAtPrice: string | null
  barcode: string | null
  tracked: boolean
  weight: { value: number; unit: string } | null
}
export interface ShopifyProduct {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  status: string
  files: string[]
  /** The channels that it is published on. */
  publications: string[]
  variants: ShopifyVariant[]
}
export type Values = Record<string, unknown>
interface QueryError {
  message: string
  code: string
}
const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`
const mostCost = 1000

export const shopify = (options: Options): Shopify => new Shopify(options)

/** A Shopify shop: costs in points, 200 for whatever goes wrong, lists that replace, stock with a key. */
export class Shopify implements StandIn {
  readonly products = new Map<string, ShopifyProduct>()
  readonly orders: StandInOrder[]
  /** What is available of an item at a location; an item that isn't stocked there has no number. */
  readonly stock = new Map<string, Map<string, number>>()
  locations = [
    { id: gid('Location', 1), name: 'Main', isActive: true },
    { id: gid('Location', 2), name: 'Second', isActive: true },
  ]
  scopes = [
    'write_products',
    'write_inventory',
    'read_locations',
    'read_orders',
    'write_merchant_managed_fulfillment_orders',
    'read_publications',
    'write_publications',
  ]
  currency = 'USD'
  /** An app of the shop’s organization; undefined: there is none. */
  client: { id: string; secret: string } | undefined
  /** How long a token of the app is taken. */
  tokenSeconds = 86_399
  private readonly tokens = new Map<string, number>()
  /** Why the next writes with a key are refused: CONCURRENT_REQUEST, PREVIOUS_ATTEMPT_FAILED. */
  readonly failsKeys: string[] = []
  channels = [
    { id: gid('Publication', 1), handle: 'online_store' },
    { id: gid('Publication', 2), handle: 'pos' },
  ]
  readonly bulk: ShopifyBulk
  /** The points available now, at most, and restored in a second. */
  points = { left: 2000, most: 2000, restoreRate: 100 }

  readonly acceptsUnknown: boolean
  private readonly token: string
  private readonly now: () => number
  private readonly orderApi: ShopifyOrders
  private readonly mutations: Record<string, (args: Values) => Values>
  private readonly keys = new Map<string, { input: string; payload: Values }>()
  private lastId = 1000
  private restoredMs: number

  constructor({ token, acceptsUnknown = false, soldProducts, now = Date.now }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.now = now
    this.restoredMs = now()
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new ShopifyOrders(this.orders)
    this.bulk = new ShopifyBulk({
      nextId: () => String(++this.lastId),
      mutate: (field) => this.mutate(field),
      everyVariant: (fields) =>
        this.allVariants().map(({ product, variant }) =>
          selectFields(this.variantBody(product, variant), fields),
        ),
    })
    this.mutations = {
      ...new ShopifyWrites(this).mutations,
      fulfillmentCreate: this.orderApi.fulfillmentCreate,
      ...this.bulk.mutations,
    }
  }

  /** As a person makes it in the shop. */
  add(product: Partial<ShopifyProduct>, variants: Partial<ShopifyVariant>[], quantity = 0): ShopifyProduct {
    const newProduct = {
      id: this.nextGid('Product'),
      title: '',
      descriptionHtml: '',
      vendor: '',
      productType: '',
      status: 'ACTIVE',
      files: [],
      publications: [],
      ...product,
      variants: variants.map((variant) => this.blankVariant(variant)),
    }
    this.products.set(newProduct.id, newProduct)
    const [location] = this.locations
    for (const { item } of newProduct.variants)
      this.stock.set(item, new Map(location && [[location.id, quantity]]))
    return newProduct
  }
  blankVariant(fields: Partial<ShopifyVariant>): ShopifyVariant {
    return {
      id: this.nextGid('ProductVariant'),
      item: this.nextGid('InventoryItem'),
      sku: '',
      price: '0.00',
      compareAtPrice: null,
      barcode: null,
      tracked: false,
      weight: null,
      ...fields,
    }
  }
  productOf(id: unknown): ShopifyProduct | undefined {
    const product = this.products.get(String(id))
    return product ?? (this.acceptsUnknown ? this.add({ id: String(id) }, []) : undefined)
  }
  hasItem(item: string): boolean {
    return this.acceptsUnknown || this.allVariants().some(({ variant }) => variant.item === item)
  }

  productBody(product: ShopifyProduct): Values {
    return {
      ...product,
      variantsCount: { count: product.variants.length },
      variants: () => ({ nodes: product.variants.map((variant) => this.variantBody(product, variant)) }),
    }
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, headers, body } = request
    const file = this.bulk.answer(request)
    if (file) return file
    if (method === 'POST' && path === '/admin/oauth/access_token')
      return this.grant(new URLSearchParams(body))
    const token = headers['x-shopify-access-token'] ?? ''
    if (token !== this.token && (this.tokens.get(token) ?? 0) <= this.now())
      return { status: 401, body: { errors: '[API] Invalid API key or access token' } }
    if (method !== 'POST' || path !== '/admin/api/2026-10/graphql.json')
      return { status: 404, body: { errors: 'Not Found' } }
    this.restorePoints()
    try {
      return this.execute(body)
    } catch (error) {
      if (error instanceof InvalidQuery)
        return failedQuery({ message: error.message, code: 'undefinedField' })
      if (error instanceof Refusal) return failedQuery(error)
      throw error
    }
  }

  private execute(body: string): StandInAnswer {
    const { query, variables } = parseJson(body) as { query?: string; variables?: Values }
    const { kind, fields } = readQuery(query ?? '', variables ?? {})
    const cost = kind === 'mutation' ? fields.length * 10 : costOf(fields)
    if (cost > mostCost) {
      const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${mostCost}).`
      return failedQuery({ message, code: 'MAX_COST_EXCEEDED' }, this.costBody(cost, null))
    }
    if (cost > this.points.left)
      return failedQuery({ message: 'Throttled', code: 'THROTTLED' }, this.costBody(cost, null))
    const data =
      kind === 'mutation'
        ? Object.fromEntries(fields.map((field) => [field.alias, this.mutate(field)]))
        : selectFields(this.queries, fields)
    const actualCost = kind === 'mutation' ? cost : Math.min(cost, objectsIn(data))
    this.points.left -= actualCost
    return { body: { data, extensions: this.costBody(cost, actualCost) } }
  }

  private restorePoints(): void {
    const { points } = this
    const elapsedSeconds = (this.now() - this.restoredMs) / 1000
    points.left = Math.min(points.most, points.left + elapsedSeconds * points.restoreRate)
    this.restoredMs = this.now()
  }

  private costBody(requestedQueryCost: number, actualQueryCost: number | null) {
    const throttleStatus = {
      maximumAvailable: this.points.most,
      currentlyAvailable: Math.floor(this.points.left),
      restoreRate: this.points.restoreRate,
    }
    return { cost: { requestedQueryCost, actualQueryCost, throttleStatus } }
  }

  private mutate(field: Field): unknown {
    this.requireScope(scopeOf(field.name), field.name)
    const mutation = this.mutations[field.name]
    if (!mutation) throw new InvalidQuery(`Field '${field.name}' doesn't exist on type 'Mutation'`)
    if (!keyedMutations.includes(field.name)) return selectFields(mutation(field.args), field.fields)
    const key = field.directives.idempotent?.key
    if (typeof key !== 'string') throw new Refusal('The @idempotent directive is required.', 'BAD_REQUEST')
    const input = JSON.stringify(field.args)
    const earlier = this.keys.get(key)
    // without a field, as of 2026-10
    const failure =
      this.failsKeys.shift() ?? (earlier && earlier.input !== input ? 'KEY_PARAMETER_MISMATCH' : undefined)
    if (failure !== undefined)
      return {
        userErrors: [{ field: null, message: 'The key can’t be used.', code: `IDEMPOTENCY_${failure}` }],
      }
    const payload = earlier?.payload ?? mutation(field.args)
    this.keys.set(key, { input, payload })
    return selectFields(payload, field.fields)
  }

  private get queries(): Values {
    return {
      order: (args: Values) => {
        this.requireScope('read_orders', 'order')
        return this.orderApi.queries.order(args)
      },
      fulfillmentOrder: (args: Values) => {
        this.requireScope('write_merchant_managed_fulfillment_orders', 'fulfillmentOrder')
        return this.orderApi.queries.fulfillmentOrder(args)
      },
      orders: (args: Values) => {
        this.requireScope('read_orders', 'orders')
        return this.orderApi.queries.orders(args)
      },
      shop: () => ({ name: 'Stand-in', weightUnit: 'POUNDS', currencyCode: this.currency }),
      currentAppInstallation: () => ({ accessScopes: this.scopes.map((handle) => ({ handle })) }),
      locations: ({ includeInactive }: Values) => ({
        nodes: this.locations.filter(({ isActive }) => includeInactive === true || isActive),
      }),
      metafieldDefinitions: () => ({ nodes: [] }),
      publications: () => {
        this.requireScope('read_publications', 'publications')
        return {
          nodes: this.channels.map(({ id, handle }) => ({
            id,
            catalog: { apps: { nodes: [{ handle }] } },
          })),
        }
      },
      ...this.bulk.queries,
      nodes: ({ ids }: Values) => (ids as string[]).map((id) => this.findNode(id)),
      productVariants: (args: Values) => this.listVariants(args),
    }
  }

  private findNode(id: string): Values | null {
    const hit = this.allVariants().find(({ variant }) => variant.id === id)
    return hit ? this.variantBody(hit.product, hit.variant) : null
  }

  private listVariants({ first, after, query }: Values): Values {
    const hits = this.search(String(query))
    const from = after ? Number(after) : 0
    const upTo = from + Number(first)
    return {
      nodes: hits.slice(from, upTo).map(({ product, variant }) => this.variantBody(product, variant)),
      pageInfo: { hasNextPage: hits.length > upTo, endCursor: String(upTo) },
    }
  }

  /** By terms that are phrases. It also finds what begins alike, and nothing if a term isn't a phrase. */
  private search(query: string) {
    const term = /sku:"((?:[^"\\]|\\.)*)"/g
    if (query.replaceAll(term, '').replaceAll(' OR ', '') !== '') return []
    const skus = [...query.matchAll(term)].map(([, text = '']) =>
      text.replaceAll(/\\(.)/g, '$1').toLowerCase(),
    )
    return this.allVariants().filter(({ variant }) =>
      skus.some((sku) => variant.sku.toLowerCase().startsWith(sku)),
    )
  }

  private variantBody(product: ShopifyProduct, variant: ShopifyVariant): Values {
    return {
      ...variant,
      product: () => this.productBody(product),
      inventoryItem: {
        id: variant.item,
        tracked: variant.tracked,
        inventoryLevel: ({ locationId }: Values) => {
          const quantity = this.stock.get(variant.item)?.get(String(locationId))
          return quantity === undefined ? null : { quantities: () => [{ name: 'available', quantity }] }
        },
      },
    }
  }

  /** The grant by client credentials, as of 2026-09-28: a token of a day, and none to refresh it. */
  private grant(form: URLSearchParams): StandInAnswer {
    const { client } = this
    const isRight =
      client &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret
    if (!isRight) return { status: 400, body: { error: 'invalid_client' } }
    const access_token = `shpat_day_${this.tokens.size + 1}`
    this.tokens.set(access_token, this.now() + this.tokenSeconds * 1000)
    return { body: { access_token, scope: this.scopes.join(','), expires_in: this.tokenSeconds } }
  }

  private requireScope(scope: string, field: string): void {
    if (!this.scopes.includes(scope)) throw new Refusal(`Access denied for ${field} field.`, 'ACCESS_DENIED')
  }
  private nextGid(kind: string): string {
    return gid(kind, ++this.lastId)
  }
  private allVariants() {
    return [...this.products.values()].flatMap((product) =>
      product.variants.map((variant) => ({ product, variant })),
    )
  }
}

const failedQuery = ({ message, code }: QueryError, extensions?: object): StandInAnswer => ({
  body: { errors: [{ message, extensions: { code } }], ...(extensions && { extensions }) },
})

const scopesByMutation: Readonly<Record<string, string>> = {
  fulfillmentCreate: 'write_merchant_managed_fulfillment_orders',
  publishablePublish: 'write_publications',
}
function scopeOf(mutation: string): string {
  if (mutation.startsWith('inventory')) return 'write_inventory'
  return scopesByMutation[mutation] ?? 'write_products'
}
/** An object costs a point, and a list as many as it may have. */
const costOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, { args, fields: subfields }) => {
    if (!subfields) return sum
    const count = Number(args.first ?? (args.ids as unknown[] | undefined)?.length ?? 1)
    const ofElement = subfields.flatMap((field) => (field.name === 'nodes' ? (field.fields ?? []) : [field]))
    return sum + count * (1 + costOf(ofElement))
  }, 0)
const objectsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + objectsIn(element), 0)
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce<number>((sum, field) => sum + objectsIn(field), 1)
}
