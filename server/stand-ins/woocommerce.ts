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
  /** undefined: simple. */
  type?: string
  /** The product of a variation. */
  parent_id?: number
  date_on_sale_to?: string | null
  attributes?: object[]
  [name: string]: unknown
}
interface FailedItem {
  id: number
  error: { code: string; message: string; data?: object }
}
interface Batch {
  create?: Partial<Product>[]
  update?: Partial<Product>[]
  delete?: number[]
}

export const wooCommerce = (options: Options): WooCommerce => new WooCommerce(options)

/** A WooCommerce shop: mixed batches, one SKU once, a key by Basic, a limit that its host may lower. */
export class WooCommerce implements StandIn {
  /** Variations, too. */
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
    const [isProducts, parent, batch] =
      /^\/wp-json\/wc\/v3\/products(?:\/(\d+)\/variations)?(\/batch)?$/.exec(path) ?? []
    if (isProducts && method === 'GET' && !batch) return this.list(query, Number(parent ?? 0))
    if (isProducts && method === 'POST' && batch) return this.runBatch(parseJson(body), Number(parent ?? 0))
    return (
      this.orderApi.answer(request) ??
      refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    )
  }

  /** Products; with a SKU, their variations, too. */
  private list(query: URLSearchParams, parent: number): StandInAnswer {
    const asked = query.get('sku')
    const sku = asked === null ? undefined : cleanText(asked)
    const skus = sku
      ?.split(',')
      .concat(sku)
      .map((text) => text.toLowerCase())
    const ids = query.get('include')?.split(',').map(Number)
    const hits = [...this.products.values()].filter(
      (product) =>
        product.status !== 'trash' &&
        (skus ? skus.includes(product.sku.toLowerCase()) : (product.parent_id ?? 0) === parent) &&
        (!ids || ids.includes(product.id)),
    )
    return { body: hits.slice(0, Number(query.get('per_page') ?? 10)).map(productBody) }
  }

  private runBatch(batch: Batch, parent: number): StandInAnswer {
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
        ...(update && { update: update.map((item) => this.update(item, parent)) }),
        ...(deletedIds && { delete: deletedIds.map((id) => this.remove(id, parent)) }),
      },
    }
  }

  private create(item: Partial<Product>): Product | FailedItem {
    const sku = cleanText(String(item.sku))
    const isDuplicate = [...this.products.values()].some(
      (product) => product.status !== 'trash' && product.sku.toLowerCase() === sku.toLowerCase(),
    )
    if (sku && isDuplicate) return failedItem('product_invalid_sku', 'Invalid or duplicated SKU.')
    return this.save(blankProduct(++this.lastId), { ...item, sku })
  }

  private update(item: Partial<Product>, parent: number): Product | FailedItem {
    const id = Number(item.id)
    const failure = this.misplaced(id, parent)
    if (failure) return failure
    const product = this.products.get(id) ?? (this.acceptsUnknown ? blankProduct(id) : undefined)
    if (!product) return { ...failedItem('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
    if (item.regular_price !== undefined && !/^(\d+(\.\d+)?)?$/.test(item.regular_price))
      return { ...failedItem('rest_invalid_param', 'Invalid parameter(s): regular_price'), id }
    return this.save(product, item)
  }

  private remove(id: number, parent: number): Product | FailedItem {
    const failure = this.misplaced(id, parent)
    if (failure) return failure
    const product = this.products.get(id)
    this.products.delete(id)
    return product
      ? productBody(product)
      : { ...failedItem('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
  }

  /** WooCommerce 10.2.4, 2026-11-27: a variation is only changed at its product. */
  private misplaced(id: number, parent: number): FailedItem | undefined {
    const parentNow = this.products.get(id)?.parent_id ?? 0
    if (parentNow === parent) return undefined
    if (parent !== 0)
      return { ...failedItem('woocommerce_rest_product_variation_invalid_id', 'Invalid ID.'), id }
    const message =
      'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.'
    return { ...failedItem('woocommerce_rest_invalid_product_id', message), id }
  }

  private save(product: Product, item: Partial<Product>): Product {
    const { id } = product
    const fields = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
      if (!name.startsWith('date_on_sale_')) return [[name, value]]
      // null leaves the date as it is
      return value === null ? [] : [[name, value === '' ? null : value]]
    })
    const saved: Product = { ...product, ...(Object.fromEntries(fields) as Partial<Product>), id }
    if (saved.type === 'variable') {
      saved.regular_price = ''
      saved.sale_price = ''
    }
    this.products.set(id, saved)
    return productBody(saved)
  }
}

/** A product with what a buyer pays: its sale counts until it is over. */
function productBody(product: Product): Product {
  const { type = 'simple', parent_id = 0, attributes = [], date_on_sale_to = null } = product
  const isOnSale =
    product.sale_price !== '' && (date_on_sale_to === null || Date.parse(`${date_on_sale_to}Z`) > Date.now())
  const price = isOnSale ? product.sale_price : product.regular_price
  return { ...product, type, parent_id, attributes, date_on_sale_to, on_sale: isOnSale, price }
}

/** A text as WordPress keeps it. */
const cleanText = (text: string): string =>
  text
    .replaceAll(/<(?![^>]*>)/g, '&lt;')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

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
