import { bigCommerceOrders } from './bigcommerce-orders.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'

export interface BigCommerceVariant {
  id: number
  sku: string
  price: number | null
  retail_price: number | null
  inventory_level: number
}
export interface BigCommerceProduct {
  id: number
  name: string
  description: string
  price: number
  retail_price: number
  weight: number
  brand_name: string
  is_visible: boolean
  inventory_tracking: string
  images: string[]
  variants: BigCommerceVariant[]
}
type Given = Record<string, unknown>
type List = (Given & { id: number })[]
export interface BigCommerce extends StandIn {
  products: Map<number, BigCommerceProduct>
  orders: StandInOrder[]
  locations: number[]
  currency: string
  /** All apps of the shop together may ask so often in a window. */
  quota: { most: number; left: number; milliseconds: number }
  /** Stock that is taken shows only once this is called. */
  late: boolean
  settle(): void
  /** A refusal of stock names its lines. */
  names: boolean
  /** As a person makes it in the shop. */
  add(product: Partial<BigCommerceProduct>, variants: Partial<BigCommerceVariant>[]): BigCommerceProduct
}

/** A BigCommerce shop: a quota that all apps share, 207 for a part, 422 that may not name what is wrong. */
export function bigCommerce({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
  now = Date.now,
}: Options): BigCommerce {
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = bigCommerceOrders(orders)
  const products = new Map<number, BigCommerceProduct>()
  let pending: (() => void)[] = []
  let last = 100
  let opened = now()
  const all = () => [...products.values()].flatMap((one) => one.variants.map((own) => [one, own] as const))
  const withSku = (sku: string) => all().filter(([, own]) => own.sku === sku)

  const add: BigCommerce['add'] = (product, variants) => {
    const made = {
      id: ++last,
      name: '',
      description: '',
      price: 0,
      retail_price: 0,
      weight: 0,
      brand_name: '',
      is_visible: true,
      inventory_tracking: 'none',
      images: [],
      ...product,
      variants: variants.map((own) => ({
        id: ++last,
        sku: '',
        price: null,
        retail_price: null,
        inventory_level: 0,
        ...own,
      })),
    }
    products.set(made.id, made)
    return made
  }
  const shown = (product: BigCommerceProduct) => ({
    ...product,
    variants: undefined,
    base_variant_id: product.variants.length === 1 ? product.variants[0]!.id : null,
    inventory_level: product.variants.reduce((sum, own) => sum + own.inventory_level, 0),
  })
  const tell = (product: BigCommerceProduct, given: Given) => {
    const { images, sku: _, id: __, ...more } = given
    Object.assign(product, Object.fromEntries(Object.entries(more).filter(([name]) => name in product)))
    if (images) product.images = (images as { image_url: string }[]).map((one) => one.image_url)
  }
  const wrongProduct = ({ name, price }: Given): string | undefined => {
    if (name !== undefined && (name === '' || (name as string).length > 250))
      return 'name: must be between 1 and 250 characters'
    return price !== undefined && !(Number(price) >= 0) ? 'price: must be a number' : undefined
  }

  const isNamed = (name: string, but?: number) =>
    [...products.values()].some((one) => one.name === name && one.id !== but)
  const create = (given: Given): StandInAnswer => {
    const wrong = wrongProduct(given)
    if (wrong) return refuse(422, 'JSON data is missing or invalid', { errors: { name: wrong } })
    if (isNamed(String(given.name))) return refuse(409, 'The product name is a duplicate')
    if (withSku(String(given.sku)).length > 0) return refuse(409, 'The product sku is a duplicate')
    const { inventory_level = 0 } = given as { inventory_level?: number }
    const product = add({}, [{ sku: String(given.sku), inventory_level }])
    tell(product, given)
    return { body: { data: shown(product), meta: {} } }
  }
  const updateProducts = (list: List): StandInAnswer => {
    if (list.length > 10) return refuse(422, 'Too many products')
    // which of them it is, it doesn't say
    if (list.some((given) => wrongProduct(given) !== undefined))
      return refuse(422, 'JSON data is missing or invalid')
    if (list.some(({ id, name }) => typeof name === 'string' && isNamed(name, id)))
      return refuse(409, 'The product name is a duplicate')
    const taken = list.flatMap((given) => {
      const product = products.get(given.id) ?? (recalls ? add({ id: given.id }, [{}]) : undefined)
      if (product) tell(product, given)
      return product ? [shown(product)] : []
    })
    const gone = list.filter(({ id }) => !products.has(id))
    return gone.length === 0
      ? { body: { data: taken, meta: {} } }
      : {
          status: 207,
          body: {
            data: taken,
            errors: gone.map(({ id }) => ({
              status: 404,
              title: 'Product was not found',
              errors: { [id]: `Product ${id} was not found` },
            })),
            meta: { total: list.length, success: taken.length, failed: gone.length },
          },
        }
  }
  const updateVariants = (list: List): StandInAnswer => {
    if (list.length > 50) return refuse(422, 'Too many variants')
    const found = list.map((given) => all().find(([, own]) => own.id === given.id)?.[1])
    const wrong = list.some(({ price }) => price !== undefined && !(Number(price) >= 0))
    if (wrong || (!recalls && found.some((own) => !own)))
      return {
        status: 422,
        body: {
          status: 422,
          title: 'Bulk update failed',
          batch_errors: [{ status: 404, title: 'Variant not found' }],
        },
      }
    for (const [i, { id: _, ...given }] of list.entries()) if (found[i]) Object.assign(found[i], given)
    return { body: { data: list.map(({ id }) => ({ id })), meta: {} } }
  }
  const setStock = (
    items: { location_id: number; variant_id: number; quantity: number }[],
  ): StandInAnswer => {
    if (items.length > 2000) return refuse(422, 'Too many items')
    const wrong = items.flatMap((one, i) => {
      const there = recalls || all().some(([, own]) => own.id === one.variant_id)
      const text = !there
        ? 'Variant was not found'
        : one.quantity > 2_147_483_647
          ? 'must be less than or equal to 2147483647'
          : undefined
      return text === undefined ? [] : [[`items.${i}.variant_id`, text] as const]
    })
    if (wrong.length > 0)
      return refuse(422, 'Invalid items', shop.names ? { errors: Object.fromEntries(wrong) } : {})
    for (const { variant_id, quantity } of items)
      pending.push(() => {
        const [, own] = all().find(([, one]) => one.id === variant_id) ?? []
        if (own) own.inventory_level = quantity
      })
    if (!shop.late) shop.settle()
    return { body: { transaction_id: `t${++last}` } }
  }

  const answers = (method: string, path: string, query: URLSearchParams, body: string): StandInAnswer => {
    // an empty list filters nothing
    const list = (name: string) => (query.get(name) || undefined)?.split(',')
    const given = parseJson(body)
    const upTo = Number(query.get('limit') ?? 50)
    switch (`${method} ${path.replaceAll(/\/\d+/g, '/:id')}`) {
      case 'GET /v3/catalog/variants': {
        const skus = list('sku:in') ?? (query.has('sku') ? [query.get('sku')!] : undefined)
        const found = all().filter(([, own]) => !skus || skus.includes(own.sku))
        const data = found.map(([{ id: product_id }, own]) => ({ ...own, product_id }))
        return { body: { data: data.slice(0, upTo), meta: { pagination: { total: data.length } } } }
      }
      case 'GET /v3/catalog/products': {
        const ids = list('id:in')?.map(Number)
        const found = [...products.values()].filter(({ id }) => !ids || ids.includes(id))
        return { body: { data: found.slice(0, upTo).map(shown), meta: {} } }
      }
      case 'GET /v2/store':
        return { body: { id: 'hash', currency: shop.currency } }
      case 'GET /v3/inventory/locations':
        return { body: { data: shop.locations.map((id) => ({ id, code: `L${id}` })), meta: {} } }
      case 'POST /v3/catalog/products':
        return create(given)
      case 'PUT /v3/catalog/products':
        return updateProducts(given as unknown as List)
      case 'PUT /v3/catalog/variants':
        return updateVariants(given as unknown as List)
      case 'PUT /v3/inventory/adjustments/absolute':
        return setStock(given.items as Parameters<typeof setStock>[0])
      case 'DELETE /v3/catalog/products': {
        // without a filter it deletes everything
        const ids = list('id:in')?.map(Number) ?? [...products.keys()]
        for (const id of ids) products.delete(id)
        return { status: 204, body: '' }
      }
      case 'DELETE /v3/catalog/products/:id/variants/:id': {
        const [product, variant] = path.match(/\d+/g)!.slice(-2).map(Number)
        const had = products.get(product!)
        if (!had) return refuse(404, 'The requested resource was not found')
        had.variants = had.variants.filter(({ id }) => id !== variant)
        return { status: 204, body: '' }
      }
      default:
        return ofOrders({ method, path, query, body }) ?? refuse(404, 'The route is not found, check the URL')
    }
  }

  const shop: BigCommerce = {
    products,
    orders,
    locations: [1, 2],
    currency: 'USD',
    quota: { most: 150, left: 150, milliseconds: 30_000 },
    late: false,
    names: true,
    add,
    settle() {
      for (const act of pending) act()
      pending = []
    },
    answer({ method, path, query, headers, body }: StandInRequest): StandInAnswer {
      if (headers['x-auth-token'] !== token) return refuse(401, 'Unauthorized')
      const { quota } = shop
      if (now() - opened >= quota.milliseconds) {
        opened = now()
        quota.left = quota.most
      }
      const reset = String(Math.ceil(opened + quota.milliseconds - now()))
      const limits = (left: number) => ({
        'x-rate-limit-requests-left': String(left),
        'x-rate-limit-requests-quota': String(quota.most),
        'x-rate-limit-time-reset-ms': reset,
        'x-rate-limit-time-window-ms': String(quota.milliseconds),
      })
      if (quota.left <= 0)
        return { ...refuse(429, 'Too many requests'), headers: { ...limits(0), 'x-retry-after': '1' } }
      quota.left--
      return { ...answers(method, path, query, body), headers: limits(quota.left) }
    },
  }
  return shop
}
const refuse = (status: number, title: string, more: object = {}): StandInAnswer => ({
  status,
  body: { status, title, type: 'https://developer.bigcommerce.com/api-docs', ...more },
})
