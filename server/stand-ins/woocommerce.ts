import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'
import { WooCommerceOrders } from './woocommerce-orders.ts'

interface Product {
  id: number
  sku: string
  status: string
  stock_quantity: number | null
  regular_price: string
  sale_price: string
  [name: string]: unknown
}
interface FailedItem {
  id: number
  error: { code: string; message: string }
}

export const wooCommerce = (options: Options): WooCommerce => new WooCommerce(options)

/** A WooCommerce shop: mixed batches, one SKU once, a key by Basic, a limit that its host may lower. */
export class WooCommerce implements StandIn {
  readonly products = new Map<number, Product>()
  readonly orders: StandInOrder[]
  /** How many items its host takes at once. */
  most = 100
  currency = 'USD'

  private readonly token: string
  private readonly acceptsUnknown: boolean
  private readonly orderApi: WooCommerceOrders
  private lastId = 100

  constructor({ token, acceptsUnknown = false, soldProducts }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new WooCommerceOrders(this.orders)
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, query, headers, body } = request
    if (!headers.authorization)
      return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    const [, secret] = Buffer.from(headers.authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    if (secret !== this.token)
      return refuse(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.')
    if (method === 'GET' && path === '/wp-json/wc/v3/settings/general/woocommerce_currency')
      return { body: { id: 'woocommerce_currency', value: this.currency } }
    if (method === 'GET' && path === '/wp-json/wc/v3/products') return this.list(query)
    if (method === 'POST' && path === '/wp-json/wc/v3/products/batch') return this.runBatch(parseJson(body))
    return (
      this.orderApi.answer(request) ??
      refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    )
  }

  private list(query: URLSearchParams): StandInAnswer {
    const sku = query.get('sku')
    const skus = sku === null ? undefined : [...sku.split(','), sku]
    const hits = [...this.products.values()].filter((product) => !skus || skus.includes(product.sku))
    return { body: hits.slice(0, Number(query.get('per_page') ?? 10)) }
  }

  private runBatch(batch: {
    create?: Partial<Product>[]
    update?: Partial<Product>[]
    delete?: number[]
  }): StandInAnswer {
    const { create, update, delete: deletedIds } = batch
    const count = (create?.length ?? 0) + (update?.length ?? 0) + (deletedIds?.length ?? 0)
    if (count > this.most)
      return refuse(
        413,
        'woocommerce_rest_request_entity_too_large',
        `Unable to accept more than ${this.most} items for this request.`,
      )
    return {
      body: {
        ...(create && { create: create.map((item) => this.create(item)) }),
        ...(update && { update: update.map((item) => this.update(item)) }),
        ...(deletedIds && { delete: deletedIds.map((id) => this.remove(id)) }),
      },
    }
  }

  private create(item: Partial<Product>): Product | FailedItem {
    const isDuplicate = [...this.products.values()].some(({ sku }) => sku === item.sku)
    if (item.sku && isDuplicate) return failedItem('product_invalid_sku', 'Invalid or duplicated SKU.')
    return this.save({ ...blankProduct(++this.lastId), ...item, sku: String(item.sku), id: this.lastId })
  }

  private update(item: Partial<Product>): Product | FailedItem {
    const id = Number(item.id)
    const product = this.products.get(id) ?? (this.acceptsUnknown ? blankProduct(id) : undefined)
    if (!product) return { ...failedItem('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
    if (item.regular_price !== undefined && !/^(\d+(\.\d+)?)?$/.test(item.regular_price))
      return { ...failedItem('rest_invalid_param', 'Invalid parameter(s): regular_price'), id }
    return this.save({ ...product, ...item, id })
  }

  private remove(id: number): Product | FailedItem {
    const product = this.products.get(id)
    this.products.delete(id)
    return product ?? { ...failedItem('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
  }

  private save(product: Product): Product {
    this.products.set(product.id, product)
    return product
  }
}

const blankProduct = (id: number): Product => ({
  id,
  sku: '',
  status: 'publish',
  stock_quantity: null,
  regular_price: '',
  sale_price: '',
})
const failedItem = (code: string, message: string): FailedItem => ({ id: 0, error: { code, message } })
const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { code, message, data: { status } },
})
