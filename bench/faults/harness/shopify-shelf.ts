import { shopify } from '#server/stand-ins/shopify.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { addProducts, listFaults, type Shelf } from './shelf.ts'

const products = 1200
const newCount = 260
const token = 'shpat_faults'

/** A Shopify shop that is told by its bulk operations: each round changes half of the products, and adds some. */
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
    begins: `select from store_call where state = 'accepted'`,
    withinMs: 2500,
    async change(db, round) {
      await db.rows(
        `update product
        set quantity = 1000 + $1::int, wholesale_price = 10 + $1::int / 100.0,
          title = 'Product ' || product_id || ' of ' || $1::int, content_hash = content_hash + 1
        where product_id % 2 = $1::int % 2`,
        [round],
      )
      await addProducts(db, products + (round - 1) * newCount + 1, products + round * newCount)
    },
    async look(db) {
      const sentLines = lines()
      const rows = await db.rows<{ sku: string; stands: string }>(
        `select sku, concat_ws(' ', title, round(wholesale_price + 2.50, 2), quantity) as stands from product`,
      )
      const shownVariants = variants()
      const variantBySku = new Map(shownVariants.map((variant) => [variant.sku, variant]))
      const hidden = shownVariants.filter(({ published: publications }) => publications !== 1)
      return {
        sent: sentLines.length,
        wrong: listFaults(
          [
            rows.filter(({ sku, stands }) => variantBySku.get(sku)?.stands !== stands).length,
            'are otherwise',
          ],
          [hidden.length, 'not on the online store once'],
        ),
        repeated: listFaults(
          [shownVariants.length - variantBySku.size, 'made twice'],
          [sentLines.length - new Set(sentLines).size, 'lines told again'],
        ),
      }
    },
    close: market.close,
    http: market,
  }
}
