import type { Tx } from '#server/platform/database/db.ts'
import type { FeedFormat, FeedMapping } from '#contract/feeds/settings.ts'
import type { DemoProduct } from '../feed-files.ts'

/** A stock file, as sent between two product files. */
const stockFormat: FeedFormat = { kind: 'csv', header: true, quote: '"', delimiter: ';' }
const stockMapping: FeedMapping = [
  { field: 'sku', from: 'item', transforms: [] },
  { field: 'quantity', from: 'available', transforms: [] },
]

/** Includes a few discontinued items, as warehouses do. */
export function stockFile(products: readonly DemoProduct[]): Buffer {
  const old = [1, 2, 3].map((n) => [`OLD-${n}`, String(n)])
  const rows = [...products.map((p) => [p.sku, String(p.quantity)]), ...old]
  return Buffer.from(`item;available\n${rows.map((row) => row.join(';')).join('\n')}\n`)
}

/** The feed's second file, which brings the stock. */
export const addStockFile = (tx: Tx, feed_id: number, key: string) =>
  tx
    .insertInto('feed_file')
    .values({
      feed_id,
      position: 1,
      name: 'Stock',
      source: JSON.stringify({ kind: 'storage', key }),
      format: JSON.stringify(stockFormat),
      mapping: JSON.stringify(stockMapping),
    })
    .execute()
