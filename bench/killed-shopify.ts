// A Shopify shop that is told by its bulk operations, for `kill-stores.ts`: its stand-in over HTTP.
import type { Shelf } from './kill-stores.ts'
import { sql } from '#server/platform/database/db.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { startMarket } from '#server/test/stores/markets.ts'

const products = 1200
const productCount = 260
const token = 'shpat_killed'

/** Each round changes the title, price and stock of half of the products, and adds new ones. */
export async function shopifyShelf(): Promise<Shelf> {
  const shop = shopify({ token })
  shop.points = { left: 1e6, most: 1e6, restoreRate: 1e6 }
  // an operation is polled a few times before it has ended
  shop.bulk.slow = 2
  const market = await startMarket(shop)
  const countedIds = new Set<string>()
  /** The lines of the operations started since, each with what it writes. */
  const lines = () =>
    shop.bulk.operations
      .filter(({ id, kind }) => kind === 'mutation' && !countedIds.has(id))
      .flatMap(({ id, text, lines: callLines }) => {
        countedIds.add(id)
        const write = /\{ (\w+)\(/.exec(text)![1]!
        return callLines.map((line) => `${write} ${line}`)
      })
  const variants = () =>
    [...shop.products.values()].flatMap(({ title, publications, variants }) =>
      variants.map(({ sku, price, item }) => ({
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
    // the load was accepted: its steps are what gets interrupted
    begins: sql`select from store_call where state = 'accepted'`,
    withinMs: 2500,
    change: (db, round) =>
      sql`
        with new as (
          insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
            wholesale_price, quantity)
          select feed_id, dropshipper_id, i, 1, 1, 'K-' || i, 'Product ' || i, 10, 1000
          from feed, generate_series(${products + (round - 1) * productCount + 1}::int, ${products + round * productCount}::int) i)
        update product
        set quantity = 1000 + ${round}::int, wholesale_price = 10 + ${round}::int / 100.0,
          title = 'Product ' || product_id || ' of ' || ${round}::int, content_hash = content_hash + 1
        where product_id % 2 = ${round % 2}::int`.execute(db),
    async came(_round, db) {
      const sentLines = lines()
      const { rows } = await sql<{ sku: string; stands: string }>`
        select sku, concat_ws(' ', title, round(wholesale_price + 2.50, 2), quantity) as stands
        from product`.execute(db)
      const shownVariants = variants()
      const variantBySku = new Map(shownVariants.map((variant) => [variant.sku, variant]))
      const wrong = rows.filter(({ sku, stands }) => variantBySku.get(sku)?.stands !== stands)
      const twice = shownVariants.length - variantBySku.size
      const repeatCount = sentLines.length - new Set(sentLines).size
      const hiddenCount = shownVariants.filter(({ published: publications }) => publications !== 1).length
      const faults = [
        wrong.length > 0 &&
          `${wrong.length} otherwise (${wrong[0]!.stands}: ${variantBySku.get(wrong[0]!.sku)?.stands})`,
        twice > 0 && `${twice} made twice`,
        repeatCount > 0 && `${repeatCount} lines told again`,
        hiddenCount > 0 && `${hiddenCount} not on the online store once`,
      ]
      return { sent: sentLines.length, faults: faults.filter((fault) => fault !== false) }
    },
    told: () => void lines(),
    close: market.close,
  }
}
