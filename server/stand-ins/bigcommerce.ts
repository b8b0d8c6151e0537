import { BigCommerceOrders } from './bigcommerce-orders.ts'
import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'

export interface BigCommerceVariant {
  id: number
  sku: string
  price: number | null
  /** null: its product’s. */
  sale_price: number | null
  retail_price: number | null
  inventory_level: number
}
export interface BigCommerceProduct {
  id: number
  name: string
  description: string
  price: number
  /** 0: it isn’t on sale. */
  sale_price: number
  retail_price: number
  weight: number
  brand_name: string
  is_visible: boolean
  inventory_tracking: string
  images: string[]
  variants: BigCommerceVariant[]
}
type Fields = Record<string, unknown>
type Change = Fields & { id: number }
interface StockItem {
  location_id: number
  variant_id?: number
  product_id?: number
  quantity: number
}

export const bigCommerce = (options: Options): BigCommerce => new BigCommerce(options)

/** A BigCommerce shop: a quota that all apps share, 207 for a part, 422 that may not name what is wrong. */
export class BigCommerce implements StandIn {
  readonly products = new Map<number, BigCommerceProduct>()
  readonly orders: StandInOrder[]
  locations = [1, 2]
  currency = 'USD'
  /** The requests of a window, for all apps of the shop together. */
  quota = { most: 150, left: 150, milliseconds: 30_000 }
  /** Stock that is taken shows only once `settle` is called. */
  late = false
  /** Whether a refusal of stock names its lines. */
  names = true

  private readonly token: string
  private readonly acceptsUnknown: boolean
  private readonly now: () => number
  private readonly orderApi: BigCommerceOrders
  private pendingLevels: StockItem[] = []
  private lastId = 100
  private windowMs: number

  constructor({ token, acceptsUnknown = false, soldProducts, now = Date.now }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.now = now
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new BigCommerceOrders(this.orders)
    this.windowMs = now()
  }

  /** As a person makes it in the shop. */
  add(product: Partial<BigCommerceProduct>, variants: Partial<BigCommerceVariant>[]): BigCommerceProduct {
    const newProduct = {
      id: ++this.lastId,
      name: '',
      description: '',
      price: 0,
      sale_price: 0,
      retail_price: 0,
      weight: 0,
      brand_name: '',
      is_visible: true,
      inventory_tracking: 'none',
      images: [],
      ...product,
      variants: variants.map((variant) => ({
        id: ++this.lastId,
        sku: '',
        price: null,
        sale_price: null,
        retail_price: null,
        inventory_level: 0,
        ...variant,
      })),
    }
    this.products.set(newProduct.id, newProduct)
    return newProduct
  }

  settle(): void {
    for (const { variant_id, product_id, quantity } of this.pendingLevels) {
      const variant =
        variant_id === undefined
          ? this.products.get(product_id ?? 0)?.variants[0]
          : this.findVariant(variant_id)
      if (variant) variant.inventory_level = quantity
    }
    this.pendingLevels = []
  }

  answer(request: StandInRequest): StandInAnswer {
    if (request.headers['x-auth-token'] !== this.token) return refuse(401, 'Unauthorized')
    const { quota } = this
    if (this.now() - this.windowMs >= quota.milliseconds) {
      this.windowMs = this.now()
      quota.left = quota.most
    }
    if (quota.left <= 0)
      return {
        ...refuse(429, 'Too many requests'),
        headers: { ...this.limitHeaders(0), 'x-retry-after': '1' },
      }
    quota.left--
    return { ...this.route(request), headers: this.limitHeaders(quota.left) }
  }

  private limitHeaders(remaining: number): Record<string, string> {
    return {
      'x-rate-limit-requests-left': String(remaining),
      'x-rate-limit-requests-quota': String(this.quota.most),
      'x-rate-limit-time-reset-ms': String(Math.ceil(this.windowMs + this.quota.milliseconds - this.now())),
      'x-rate-limit-time-window-ms': String(this.quota.milliseconds),
    }
  }

  private route(request: StandInRequest): StandInAnswer {
    const { method, path, query } = request
    const body = parseJson(request.body)
    switch (`${method} ${path.replaceAll(/\/\d+/g, '/:id')}`) {
      case 'GET /v3/catalog/variants':
        return this.listVariants(query)
      case 'GET /v3/catalog/products':
        return this.listProducts(query)
      case 'GET /v2/store':
        return { body: { id: 'hash', currency: this.currency } }
      case 'GET /v3/inventory/locations':
        return { body: { data: this.locations.map((id) => ({ id, code: `L${id}` })), meta: {} } }
      case 'POST /v3/catalog/products':
        return this.create(body)
      case 'PUT /v3/catalog/products':
        return this.updateProducts(body as unknown as Change[])
      case 'PUT /v3/catalog/variants':
        return this.updateVariants(body as unknown as Change[])
      case 'PUT /v3/inventory/adjustments/absolute':
        return this.setStock(body.items as StockItem[])
      case 'DELETE /v3/catalog/products':
        return this.deleteProducts(query)
      case 'DELETE /v3/catalog/products/:id/variants/:id':
        return this.deleteVariant(path)
      default:
        return this.orderApi.answer(request) ?? refuse(404, 'The route is not found, check the URL')
    }
  }

  /** By the documented filters alone: a variant’s SKU is asked for by itself. */
  private listVariants(query: URLSearchParams): StandInAnswer {
    const sku = query.get('sku')
    const ids = listIn(query, 'product_id:in')?.map(Number)
    const hits = this.allVariants().filter(
      ({ product, variant }) => (sku === null || variant.sku === sku) && (!ids || ids.includes(product.id)),
    )
    const data = hits.map(({ product, variant }) => variantBody(product, variant))
    const page = data.slice(0, limitIn(query))
    return { body: { data: page, meta: { pagination: { total: data.length } } } }
  }

  /** By id, or by the SKU of a product without further variants. */
  private listProducts(query: URLSearchParams): StandInAnswer {
    const ids = listIn(query, 'id:in')?.map(Number)
    const sku = query.get('sku')
    const skus = listIn(query, 'sku:in') ?? (sku === null ? undefined : [sku])
    const hits = [...this.products.values()].filter(
      (product) => (!ids || ids.includes(product.id)) && (!skus || skus.includes(mainSku(product))),
    )
    const withVariants = query.get('include') === 'variants'
    const page = hits.slice(0, limitIn(query))
    return { body: { data: page.map((product) => productBody(product, withVariants)), meta: {} } }
  }

  private create(fields: Fields): StandInAnswer {
    const error = productError(fields)
    if (error) return refuse(422, 'JSON data is missing or invalid', { errors: { name: error } })
    if (this.isNameTaken(String(fields.name))) return refuse(409, 'The product name is a duplicate')
    const sku = String(fields.sku)
    if (this.allVariants().some(({ variant }) => variant.sku === sku))
      return refuse(409, 'The product sku is a duplicate')
    const { inventory_level = 0 } = fields as { inventory_level?: number }
    const product = this.add({}, [{ sku, inventory_level }])
    changeProduct(product, fields)
    return { body: { data: productBody(product), meta: {} } }
  }

  private updateProducts(changes: Change[]): StandInAnswer {
    if (changes.length > 10) return refuse(413, 'Too many products')
    // it doesn't say which of them
    if (changes.some((change) => productError(change) !== undefined))
      return refuse(422, 'JSON data is missing or invalid')
    if (changes.some(({ id, name }) => typeof name === 'string' && this.isNameTaken(name, id)))
      return refuse(409, 'The product name is a duplicate')
    const data = changes.flatMap((change) => {
      const { id } = change
      const product = this.products.get(id) ?? (this.acceptsUnknown ? this.add({ id }, [{}]) : undefined)
      if (product) changeProduct(product, change)
      return product ? [productBody(product)] : []
    })
    const missing = changes.filter(({ id }) => !this.products.has(id))
    if (missing.length === 0) return { body: { data, meta: {} } }
    const errors = {
      status: 404,
      title: 'Product was not found',
      errors: Object.fromEntries(missing.map(({ id }) => [id, `Product ${id} was not found`])),
    }
    const meta = { total: changes.length, success: data.length, failed: missing.length }
    return { status: 207, body: { data, errors, meta } }
  }

  private isNameTaken(name: string, exceptId?: number): boolean {
    return [...this.products.values()].some((product) => product.name === name && product.id !== exceptId)
  }

  private updateVariants(changes: Change[]): StandInAnswer {
    if (changes.length > 50) return refuse(413, 'Too many variants')
    const hasWrongPrice = changes.some(({ price }) => price !== undefined && !(Number(price) >= 0))
    const hasMissing = !this.acceptsUnknown && changes.some(({ id }) => !this.findVariant(id))
    if (hasWrongPrice || hasMissing)
      return {
        status: 422,
        body: {
          status: 422,
          title: 'Bulk update failed',
          batch_errors: [{ status: 404, title: 'Variant not found' }],
        },
      }
    for (const { id, ...fields } of changes) {
      const variant = this.findVariant(id)
      if (variant) Object.assign(variant, fields)
    }
    const changedIds = new Set(changes.map(({ id }) => id))
    const changed = this.allVariants().filter(({ variant }) => changedIds.has(variant.id))
    return { body: { data: changed.map(({ product, variant }) => variantBody(product, variant)), meta: {} } }
  }

  private setStock(items: StockItem[]): StandInAnswer {
    if (items.length > 2000) return refuse(422, 'Too many items')
    const errors = items.flatMap((item, i) => {
      const error = this.stockError(item)
      return error === undefined ? [] : [[`items.${i}.variant_id`, error] as const]
    })
    if (errors.length > 0)
      return refuse(422, 'Invalid items', this.names ? { errors: Object.fromEntries(errors) } : {})
    // its own words, of 2026-04-01; the items are named in the title alone
    const mistracked = items.flatMap((item) => this.trackingError(item) ?? [])
    if (mistracked.length > 0) return refuse(422, `[${mistracked.join(', ')}]`, { errors: {} })
    this.pendingLevels.push(...items)
    if (!this.late) this.settle()
    return { body: { transaction_id: `t${++this.lastId}` } }
  }

  private stockError({ variant_id, product_id = 0, quantity }: StockItem): string | undefined {
    const isThere = variant_id === undefined ? this.products.has(product_id) : this.findVariant(variant_id)
    if (!this.acceptsUnknown && !isThere) return 'Variant was not found'
    return quantity > 2_147_483_647 ? 'must be less than or equal to 2147483647' : undefined
  }

  private trackingError({ variant_id, product_id = 0 }: StockItem): string | undefined {
    const product =
      this.products.get(product_id) ??
      this.allVariants().find(({ variant }) => variant.id === variant_id)?.product
    const unit = variant_id === undefined ? 'product' : 'variant'
    const tracking = product?.inventory_tracking ?? unit
    if (this.acceptsUnknown || tracking === unit || tracking === 'none') return undefined
    return `Item with ${unit}_id ${variant_id ?? product_id} is tracked by ${tracking}, please update stock by ${tracking} id`
  }

  private deleteProducts(query: URLSearchParams): StandInAnswer {
    // without a filter it deletes everything
    const ids = listIn(query, 'id:in')?.map(Number) ?? [...this.products.keys()]
    for (const id of ids) this.products.delete(id)
    return { status: 204, body: '' }
  }

  private deleteVariant(path: string): StandInAnswer {
    const [productId = 0, variantId] = (path.match(/\d+/g) ?? []).slice(-2).map(Number)
    const product = this.products.get(productId)
    if (!product) return refuse(404, 'The requested resource was not found')
    product.variants = product.variants.filter(({ id }) => id !== variantId)
    return { status: 204, body: '' }
  }

  private allVariants() {
    return [...this.products.values()].flatMap((product) =>
      product.variants.map((variant) => ({ product, variant })),
    )
  }
  private findVariant(id: number): BigCommerceVariant | undefined {
    return this.allVariants().find(({ variant }) => variant.id === id)?.variant
  }
}

/** An empty list filters nothing. */
const listIn = (query: URLSearchParams, name: string) => (query.get(name) || undefined)?.split(',')
const limitIn = (query: URLSearchParams) => Number(query.get('limit') ?? 50)

/** The SKU of a product itself; with several variants, each has its own. */
const mainSku = ({ variants: [first, ...others] }: BigCommerceProduct): string =>
  first && others.length === 0 ? first.sku : ''
const productBody = (product: BigCommerceProduct, withVariants = false) => {
  const [first, ...others] = product.variants
  return {
    ...product,
    sku: mainSku(product),
    images: product.images.map((image_url) => ({ image_url })),
    calculated_price: product.sale_price || product.price,
    variants: withVariants ? product.variants.map((variant) => variantBody(product, variant)) : undefined,
    base_variant_id: first && others.length === 0 ? first.id : null,
    inventory_level: product.variants.reduce((sum, variant) => sum + variant.inventory_level, 0),
  }
}
const variantBody = (product: BigCommerceProduct, variant: BigCommerceVariant) => ({
  ...variant,
  product_id: product.id,
  // a sale is what is paid
  calculated_price: (variant.sale_price ?? product.sale_price) || (variant.price ?? product.price),
})

function changeProduct(product: BigCommerceProduct, fields: Fields): void {
  const { images, sku: _, id: __, ...others } = fields
  Object.assign(product, Object.fromEntries(Object.entries(others).filter(([name]) => name in product)))
  if (images) product.images = (images as { image_url: string }[]).map((image) => image.image_url)
}

function productError({ name, price }: Fields): string | undefined {
  if (name !== undefined && (name === '' || (name as string).length > 250))
    return 'name: must be between 1 and 250 characters'
  return price !== undefined && !(Number(price) >= 0) ? 'price: must be a number' : undefined
}

const refuse = (status: number, title: string, details: object = {}): StandInAnswer => ({
  status,
  body: { status, title, type: 'https://developer.bigcommerce.com/api-docs', ...details },
})
