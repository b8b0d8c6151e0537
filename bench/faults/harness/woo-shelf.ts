import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { addProducts, listFaults, type Shelf } from './shelf.ts'
import { wait } from './wait.ts'

const products = 500
const newCount = 60
const token = 'cs_faults'
/** How long the shop takes for an answer, as a real one does. */
const answerMs = 60

/** A WooCommerce shop: each round changes half of the products, and adds some. */
export async function wooShelf(): Promise<Shelf> {
  const shop = wooCommerce({ token })
  const market = await startMarket(shop)
  market.mischief.push({
    times: Infinity,
    get waitFor() {
      return wait(answerMs)
    },
  })
  let seen = 0
  return {
    products,
    market: 'WooCommerce',
    market_id: 201,
    store: {
      drop_to: '{"kind": "api"}',
      store_admin_url: market.address,
      store_admin_login: 'ck_key',
      token,
    },
    begins: `select from store_call where state = 'sending'`,
    withinMs: 500,
    async change(db, round) {
      await db.rows(
        `update product
        set quantity = 1000 + $1::int, wholesale_price = 10 + $1::int / 100.0, content_hash = content_hash + 1
        where product_id % 2 = $1::int % 2`,
        [round],
      )
      await addProducts(db, products + (round - 1) * newCount + 1, products + round * newCount)
    },
    async look(db) {
      const sent = market.asked.length - seen
      seen = market.asked.length
      const rows = await db.rows<{ sku: string; stands: string }>(
        `select sku, concat_ws(' ', round(wholesale_price + 2.50, 2), quantity) as stands from product`,
      )
      const shown = [...shop.products.values()]
      const standBySku = new Map(
        shown.map(({ sku, regular_price, stock_quantity }) => [sku, `${regular_price} ${stock_quantity}`]),
      )
      const otherwise = rows.filter(({ sku, stands }) => standBySku.get(sku) !== stands)
      return {
        sent,
        wrong: listFaults([
          otherwise.length,
          `are otherwise: ${otherwise[0]?.sku} ${otherwise[0]?.stands}, in the shop ${standBySku.get(otherwise[0]?.sku ?? '')}`,
        ]),
        repeated: listFaults(
          [shown.length - standBySku.size, 'made twice'],
          [shown.filter(({ sku }) => !/^K-\d+$/.test(sku)).length, 'that nobody sells'],
        ),
      }
    },
    close: market.close,
    http: market,
  }
}
