import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'
import { wooCommerceOrders } from './woocommerce-orders.ts'

interface Product {
  id: number
  sku: string
  status: string
  stock_quantity: number | null
  regular_price: string
  sale_price: string
  [more: string]: unknown
}
interface Fault {
  id: number
  error: { code: string; message: string }
}

export interface WooCommerce extends StandIn {
  products: Map<number, Product>
  orders: StandInOrder[]
  /** How many items its host takes at once. */
  most: number
  currency: string
}

/** A WooCommerce shop: mixed batches, one SKU once, a key by Basic, a limit that its host may lower. */
export function wooCommerce({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
}: Options): WooCommerce {
  const products = new Map<number, Product>()
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = wooCommerceOrders(orders)
  let last = 100
  const bySku = (sku: string) => [...products.values()].find((one) => one.sku === sku)

  const create = (item: Partial<Product>): Product | Fault => {
    if (item.sku && bySku(item.sku)) return fault('product_invalid_sku', 'Invalid or duplicated SKU.')
    const made = { stock_quantity: null, regular_price: '', sale_price: '', status: 'publish', ...item }
    return keep({ ...made, sku: String(item.sku), id: ++last })
  }
  const update = (item: Partial<Product>): Product | Fault => {
    const id = Number(item.id)
    const had = products.get(id) ?? (recalls ? blank(id) : undefined)
    if (!had) return { ...fault('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
    if (item.regular_price !== undefined && !/^(\d+(\.\d+)?)?$/.test(item.regular_price))
      return { ...fault('rest_invalid_param', 'Invalid parameter(s): regular_price'), id }
    return keep({ ...had, ...item, id })
  }
  const remove = (id: number): Product | Fault => {
    const had = products.get(id)
    products.delete(id)
    return had ?? { ...fault('woocommerce_rest_product_invalid_id', 'Invalid ID.'), id }
  }
  const keep = (product: Product): Product => {
    products.set(product.id, product)
    return product
  }

  const shop: WooCommerce = {
    products,
    orders,
    most: 100,
    currency: 'USD',
    answer(asked: StandInRequest): StandInAnswer {
      const { method, path, query, headers, body } = asked
      if (!headers.authorization)
        return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
      const [, secret] = Buffer.from(headers.authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')
      if (secret !== token)
        return refuse(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.')
      if (method === 'GET' && path === '/wp-json/wc/v3/settings/general/woocommerce_currency')
        return { body: { id: 'woocommerce_currency', value: shop.currency } }
      if (method === 'GET' && path === '/wp-json/wc/v3/products') {
        const asked = query.get('sku')
        const skus = asked === null ? undefined : [...asked.split(','), asked]
        const found = [...products.values()].filter((one) => !skus || skus.includes(one.sku))
        return { body: found.slice(0, Number(query.get('per_page') ?? 10)) }
      }
      if (method === 'POST' && path === '/wp-json/wc/v3/products/batch') {
        const told = parseJson(body) as Record<'create' | 'update', Partial<Product>[] | undefined> & {
          delete?: number[]
        }
        const all = [told.create, told.update, told.delete].reduce((n, items) => n + (items?.length ?? 0), 0)
        if (all > shop.most)
          return refuse(
            413,
            'woocommerce_rest_request_entity_too_large',
            `Unable to accept more than ${shop.most} items for this request.`,
          )
        return {
          body: {
            ...(told.create && { create: told.create.map(create) }),
            ...(told.update && { update: told.update.map(update) }),
            ...(told.delete && { delete: told.delete.map(remove) }),
          },
        }
      }
      const told = ofOrders(asked)
      if (told) return told
      return refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    },
  }
  return shop
}
const blank = (id: number): Product => ({
  id,
  sku: '',
  status: 'publish',
  stock_quantity: null,
  regular_price: '',
  sale_price: '',
})
const fault = (code: string, message: string): Fault => ({ id: 0, error: { code, message } })
const refuse = (status: number, code: string, message: string): StandInAnswer => ({
  status,
  body: { code, message, data: { status } },
})
