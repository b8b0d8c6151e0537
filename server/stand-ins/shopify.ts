import { selectFields, InvalidQuery, readQuery, type Field } from './graphql.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { shopifyBulk, type Bulk } from './shopify-bulk.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { needKey, Refusal, refusal, shopifyWrites } from './shopify-writes.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'

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
  /** The channels that it is put on. */
  publications: string[]
  variants: ShopifyVariant[]
}
export type Given = Record<string, unknown>
interface ShopFault {
  message: string
  code: string
}
export interface Shopify extends StandIn {
  products: Map<string, ShopifyProduct>
  orders: StandInOrder[]
  /** What is available of an item at a location; an item that isn't stocked there has no number. */
  stock: Map<string, Map<string, number>>
  locations: { id: string; name: string; isActive: boolean }[]
  scopes: string[]
  currency: string
  channels: { id: string; handle: string }[]
  bulk: Bulk
  /** What may be asked now, what at most, and what comes back in a second. */
  points: { left: number; most: number; restoreRate: number }
  /** As a person makes it in the shop. */
  add(
    product: Partial<ShopifyProduct>,
    variants: Partial<ShopifyVariant>[],
    quantity?: number,
  ): ShopifyProduct
}
const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`
const costly = 1000

/** A Shopify shop: costs in points, 200 for whatever goes wrong, lists that replace, stock with a key. */
export function shopify({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
  now = Date.now,
}: Options): Shopify {
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = shopifyOrders(orders)
  const products = new Map<string, ShopifyProduct>()
  const stock = new Map<string, Map<string, number>>()
  const keys = new Map<string, { input: string; payload: Given }>()
  let last = 1000
  let restored = now()
  const fresh = (kind: string) => gid(kind, ++last)
  const variants = () =>
    [...products.values()].flatMap((one) => one.variants.map((own) => [one, own] as const))

  const blankVariant = (own: Partial<ShopifyVariant>): ShopifyVariant => ({
    id: fresh('ProductVariant'),
    item: fresh('InventoryItem'),
    sku: '',
    price: '0.00',
    compareAtPrice: null,
    barcode: null,
    tracked: false,
    weight: null,
    ...own,
  })
  const add: Shopify['add'] = (product, own, quantity = 0) => {
    const made = {
      id: fresh('Product'),
      title: '',
      descriptionHtml: '',
      vendor: '',
      productType: '',
      status: 'ACTIVE',
      files: [],
      publications: [],
      ...product,
      variants: own.map(blankVariant),
    }
    products.set(made.id, made)
    for (const { item } of made.variants) stock.set(item, new Map([[shop.locations[0]!.id, quantity]]))
    return made
  }
  const productOf = (id: unknown): ShopifyProduct | undefined =>
    products.get(String(id)) ?? (recalls ? add({ id: String(id) }, []) : undefined)
  const itemThere = (item: string) => recalls || variants().some(([, own]) => own.item === item)

  const shownProduct = (product: ShopifyProduct): Given => ({
    ...product,
    variantsCount: { count: product.variants.length },
    variants: () => ({ nodes: product.variants.map((own) => shownVariant(product, own)) }),
  })
  const shownVariant = (product: ShopifyProduct, own: ShopifyVariant): Given => ({
    ...own,
    product: () => shownProduct(product),
    inventoryItem: {
      id: own.item,
      tracked: own.tracked,
      inventoryLevel: ({ locationId }: Given) => {
        const available = stock.get(own.item)?.get(String(locationId))
        return available === undefined
          ? null
          : { quantities: () => [{ name: 'available', quantity: available }] }
      },
    },
  })
  const bulk = shopifyBulk({
    token: () => String(++last),
    mutate: (field) => mutate(field),
    everyVariant: (fields) =>
      variants().map(([product, own]) => selectFields(shownVariant(product, own), fields)),
  })
  const mutations: Record<string, (given: Given) => Given> = {
    ...shopifyWrites({
      recalls,
      products,
      stock,
      add,
      blankVariant,
      productOf,
      itemThere,
      shownProduct,
    }),
    fulfillmentCreate: ofOrders.fulfillmentCreate,
    ...bulk.mutations,
  }
  const queries: Given = {
    ...Object.fromEntries(
      Object.entries(ofOrders.queries).map(([name, answer]) => [
        name,
        (given: Given) => {
          need('read_orders', name)
          return answer(given)
        },
      ]),
    ),
    shop: () => ({ name: 'Stand-in', weightUnit: 'POUNDS', currencyCode: shop.currency }),
    currentAppInstallation: () => ({ accessScopes: shop.scopes.map((handle) => ({ handle })) }),
    locations: ({ includeInactive }: Given) => ({
      nodes: shop.locations.filter((one) => includeInactive === true || one.isActive),
    }),
    metafieldDefinitions: () => ({ nodes: [] }),
    publications: () => {
      need('read_publications', 'publications')
      return {
        nodes: shop.channels.map(({ id, handle }) => ({ id, catalog: { apps: { nodes: [{ handle }] } } })),
      }
    },
    ...bulk.queries,
    nodes: ({ ids }: Given) =>
      (ids as string[]).map((id) => {
        const [product, own] = variants().find(([, one]) => one.id === id) ?? []
        return product && own ? shownVariant(product, own) : null
      }),
    productVariants: ({ first, after, query }: Given) => {
      const found = searched(String(query))
      const from = after ? Number(after) : 0
      const upTo = from + Number(first)
      return {
        nodes: found.slice(from, upTo).map(([product, own]) => shownVariant(product, own)),
        pageInfo: { hasNextPage: found.length > upTo, endCursor: String(upTo) },
      }
    },
  }
  /** By terms that are phrases; what begins alike is found, too, and of a term that is none nothing. */
  const searched = (query: string) => {
    const term = /sku:"((?:[^"\\]|\\.)*)"/g
    if (query.replaceAll(term, '').replaceAll(' OR ', '') !== '') return []
    const skus = [...query.matchAll(term)].map(([, text]) => text!.replaceAll(/\\(.)/g, '$1').toLowerCase())
    return variants().filter(([, own]) => skus.some((sku) => own.sku.toLowerCase().startsWith(sku)))
  }

  const need = (scope: string, field: string) => {
    if (!shop.scopes.includes(scope)) throw refusal(`Access denied for ${field} field.`, 'ACCESS_DENIED')
  }
  const mutate = (field: Field): unknown => {
    need(scopeOf(field.name), field.name)
    const act = mutations[field.name]
    if (!act) throw new InvalidQuery(`Field '${field.name}' doesn't exist on type 'Mutation'`)
    if (!needKey.includes(field.name)) return selectFields(act(field.args), field.fields)
    const key = field.directives.idempotent?.key
    if (typeof key !== 'string') throw refusal('The @idempotent directive is required.', 'BAD_REQUEST')
    const input = JSON.stringify(field.args)
    const before = keys.get(key)
    if (before && before.input !== input)
      throw refusal('The key was used with other input.', 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH')
    const payload = before?.payload ?? act(field.args)
    keys.set(key, { input, payload })
    return selectFields(payload, field.fields)
  }

  const shop: Shopify = {
    products,
    orders,
    stock,
    add,
    locations: [
      { id: gid('Location', 1), name: 'Main', isActive: true },
      { id: gid('Location', 2), name: 'Second', isActive: true },
    ],
    scopes: [
      'write_products',
      'write_inventory',
      'read_locations',
      'read_orders',
      'write_merchant_managed_fulfillment_orders',
      'read_publications',
      'write_publications',
    ],
    currency: 'USD',
    channels: [
      { id: gid('Publication', 1), handle: 'online_store' },
      { id: gid('Publication', 2), handle: 'pos' },
    ],
    bulk: bulk.state,
    points: { left: 2000, most: 2000, restoreRate: 100 },
    answer(asked: StandInRequest): StandInAnswer {
      const { method, path, headers, body } = asked
      const file = bulk.answer(asked)
      if (file) return file
      if (headers['x-shopify-access-token'] !== token)
        return { status: 401, body: { errors: '[API] Invalid API key or access token' } }
      if (method !== 'POST' || path !== '/admin/api/2026-10/graphql.json')
        return { status: 404, body: { errors: 'Not Found' } }
      const { points } = shop
      points.left = Math.min(points.most, points.left + ((now() - restored) / 1000) * points.restoreRate)
      restored = now()
      const cost = (requested: number, actual: number | null) => ({
        cost: {
          requestedQueryCost: requested,
          actualQueryCost: actual,
          throttleStatus: {
            maximumAvailable: points.most,
            currentlyAvailable: Math.floor(points.left),
            restoreRate: points.restoreRate,
          },
        },
      })
      const failed = ({ message, code }: ShopFault, requested?: number): StandInAnswer => ({
        body: {
          errors: [{ message, extensions: { code } }],
          ...(requested !== undefined && { extensions: cost(requested, null) }),
        },
      })
      try {
        const { query, variables } = parseJson(body) as { query?: string; variables?: Given }
        const { kind, fields } = readQuery(query ?? '', variables ?? {})
        const requested = kind === 'mutation' ? fields.length * 10 : costOf(fields)
        if (requested > costly)
          return failed(
            {
              message: `Query cost is ${requested}, which exceeds the single query max cost limit (${costly}).`,
              code: 'MAX_COST_EXCEEDED',
            },
            requested,
          )
        if (requested > points.left) return failed({ message: 'Throttled', code: 'THROTTLED' }, requested)
        const data =
          kind === 'mutation'
            ? Object.fromEntries(fields.map((field) => [field.alias, mutate(field)]))
            : selectFields(queries, fields)
        const actual = kind === 'mutation' ? requested : Math.min(requested, objectsIn(data))
        points.left -= actual
        return { body: { data, extensions: cost(requested, actual) } }
      } catch (error) {
        if (error instanceof InvalidQuery) return failed({ message: error.message, code: 'undefinedField' })
        if (error instanceof Refusal) return failed(error)
        throw error
      }
    },
  }
  return shop
}
const scopeOf = (write: string): string =>
  write.startsWith('inventory')
    ? 'write_inventory'
    : write === 'fulfillmentCreate'
      ? 'write_merchant_managed_fulfillment_orders'
      : write === 'publishablePublish'
        ? 'write_publications'
        : 'write_products'
/** An object costs a point, and a list as many as it may have. */
const costOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, { args, fields: own }) => {
    if (!own) return sum
    const many = Number(args.first ?? (args.ids as unknown[] | undefined)?.length ?? 1)
    return sum + many * (1 + costOf(own.flatMap((one) => (one.name === 'nodes' ? one.fields! : [one]))))
  }, 0)
const objectsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + objectsIn(one), 0)
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce<number>((sum, one) => sum + objectsIn(one), 1)
}
