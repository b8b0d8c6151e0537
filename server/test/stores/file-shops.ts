import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil, type Client, type Harness } from '../harness.ts'
import { makeProducts, makeSeller, updateNow } from './sellers.ts'

export const skus = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `SKU-${from + i}`)
export const markup = (value: string) => ({ markup_type_id: 1, markup_value: value })
/** The rows of files, without their headers. */
export const rowsOf = (files: readonly string[]) => files.flatMap((text) => text.trim().split('\n').slice(1))

let shops = 0
/** A vendor with a store that takes files of a supplier's products, which the test changes by hand. */
export async function fileShop(
  h: Harness,
  c: Client,
  n: number,
  options: { settings?: object; market_id?: number } = {},
) {
  const { settings = {}, market_id = 99 } = options
  const { db } = h.services
  const folder = `shop-${++shops}`
  const store = { vendor_store_name: `Shop ${shops}`, drop_to: { kind: 'storage', folder } }
  const seller = await makeSeller(h, { market_id, settings, store })
  await makeProducts(h, seller, n)
  const { vendor_id, vendor_store_id } = seller
  const path = `/api/vendor/${vendor_id}/store-updates`
  const directory = join(h.dir, 'files', 'stores', folder)
  let read: string[] = []
  return {
    ...seller,
    path,
    update: async () => (await updateNow(c, vendor_store_id)).result,
    newest: async () => (await c.get(path)).body[0],
    /** One of its updates, after it has ended. */
    ended: (id: number) =>
      waitUntil(
        async () => (await c.get(`${path}/${id}`)).body,
        ({ update: u }) => !['asked', 'planning', 'sending'].includes(u.state),
      ),
    prices: (rules: readonly object[]) =>
      c.post(`/api/vendor/${vendor_id}/price-rules`, { currency_id: 1, rates: [], rules }),
    /** The files that came since the last call, in their order. */
    files: () => {
      const all = existsSync(directory) ? readdirSync(directory) : []
      const fresh = all
        .filter((name) => !read.includes(name))
        .toSorted((a, b) => statSync(join(directory, a)).mtimeMs - statSync(join(directory, b)).mtimeMs)
      read = all
      return fresh.map((name) => readFileSync(join(directory, name), 'utf8'))
    },
    shown: () =>
      db
        .selectFrom('store_product')
        .innerJoin('product', 'product.product_id', 'store_product.product_id')
        .select(['sku', 'store_product.quantity', 'store_product.price', 'store_product.active'])
        .where('vendor_store_id', '=', vendor_store_id)
        .where('in_store', '=', true)
        .orderBy('product.product_id')
        .execute(),
  }
}
