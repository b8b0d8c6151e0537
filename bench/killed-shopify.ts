// A Shopify shop that is told by its bulk operations, for `kill-stores.ts`: its stand-in over HTTP.
import type { Shelf } from './kill-stores.ts'
import { sql } from '#server/platform/database/db.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { startMarket } from '#server/test/stores/markets.ts'

const products = 1200
const made = 260
const token = 'shpat_killed'

/** Each round changes the title, price and stock of half of the products, and brings new ones. */
export async function shopifyShelf(): Promise<Shelf> {
  const shop = shopify({ token })
  shop.points = { left: 1e6, most: 1e6, restoreRate: 1e6 }
  // an operation is asked about a few times before it has ended
  shop.bulk.slow = 2
  const market = await startMarket(shop)
  const counted = new Set<string>()
  /** The lines of the operations that were begun since, each with what it writes. */
  const lines = () =>
    shop.bulk.operations
      .filter(({ id, kind }) => kind === 'mutation' && !counted.has(id))
      .flatMap(({ id, text, lines: given }) => {
        counted.add(id)
        const write = /\{ (\w+)\(/.exec(text)![1]!
        return given.map((line) => `${write} ${line}`)
      })
  const variants = () =>
    [...shop.products.values()].flatMap(({ title, publications, variants: own }) =>
      own.map(({ sku, price, item }) => ({
        sku,
        stands: `${title} ${price} ${[...(shop.stock.get(item)?.values() ?? [])].join()}`,
        published: publications.length,
      })),
    )
  return {
    products,
    market: 'Shopify',
    market_id: 39,
    store: { drop_to: '{"kind": "api"}', store_admin_url: `${market.address}/admin`, token },
    // the load was taken: its steps are what is cut off
    begins: sql`select from store_call where state = 'accepted'`,
    withinMs: 2500,
    change: (db, round) =>
      sql`
        with new as (
          insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
            wholesale_price, quantity)
          select feed_id, dropshipper_id, i, 1, 1, 'K-' || i, 'Product ' || i, 10, 1000
          from feed, generate_series(${products + (round - 1) * made + 1}::int, ${products + round * made}::int) i)
        update product
        set quantity = 1000 + ${round}::int, wholesale_price = 10 + ${round}::int / 100.0,
          title = 'Product ' || product_id || ' of ' || ${round}::int, content_hash = content_hash + 1
        where product_id % 2 = ${round % 2}::int`.execute(db),
    async came(_round, db) {
      const told = lines()
      const { rows } = await sql<{ sku: string; stands: string }>`
        select sku, concat_ws(' ', title, round(wholesale_price + 2.50, 2), quantity) as stands
        from product`.execute(db)
      const shown = variants()
      const by = new Map(shown.map((one) => [one.sku, one]))
      const wrong = rows.filter(({ sku, stands }) => by.get(sku)?.stands !== stands)
      const twice = shown.length - by.size
      const again = told.length - new Set(told).size
      const hidden = shown.filter(({ published }) => published !== 1).length
      const faults = [
        wrong.length > 0 &&
          `${wrong.length} otherwise (${wrong[0]!.stands}: ${by.get(wrong[0]!.sku)?.stands})`,
        twice > 0 && `${twice} made twice`,
        again > 0 && `${again} lines told again`,
        hidden > 0 && `${hidden} not on the online store once`,
      ]
      return { sent: told.length, faults: faults.filter((one) => one !== false) }
    },
    told: () => void lines(),
    close: market.close,
  }
}
