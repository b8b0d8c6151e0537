import { marketVersions } from '../versions.ts'
import type { z } from 'zod'
import { answerOf, withMeter, type MeteredShop, type Shop } from '../ask.ts'

/** A WooCommerce shop, and how its requests are signed. */
export interface WooCommerceAccount {
  shop: MeteredShop
  /** The path of the shop, below which its interface is. */
  base: string
  headers: Record<string, string>
}

export const openWooCommerceAccount = (shop: Shop, base: string, key: string): WooCommerceAccount => ({
  shop: withMeter(shop),
  base,
  headers: {
    authorization: `Basic ${Buffer.from(`${key}:${shop.token}`).toString('base64')}`,
    'content-type': 'application/json',
  },
})

export interface WooCommerceRequest<T> {
  path: string
  answer: z.ZodType<T>
  method?: 'PUT'
  /** undefined: the request is a GET. */
  body?: object
  /** Statuses beside 200 to 299 whose answer is read. */
  alsoAccepted?: readonly number[]
}
export const answerOfWooCommerce = <T>(
  { shop, base, headers }: WooCommerceAccount,
  { path, ...request }: WooCommerceRequest<T>,
) =>
  answerOf(shop, {
    ...request,
    path: `${base}/wp-json/wc/${marketVersions.woocommerce.version}/${path}`,
    headers,
  })
export const askWooCommerce = async <T>(
  account: WooCommerceAccount,
  request: WooCommerceRequest<T>,
): Promise<T> => (await answerOfWooCommerce(account, request)).body
