import type { FeedFormat, FeedMapping } from '#contract/feeds/settings.ts'
import type { DemoProduct } from './feed-files.ts'

/** A stock file, as sent between two product files. */
export const stockFormat: FeedFormat = { kind: 'csv', header: true, quote: '"', delimiter: ';' }
export const stockMapping: FeedMapping = [
  { field: 'sku', from: 'item', transforms: [] },
  { field: 'quantity', from: 'available', transforms: [] },
]

/** Includes a few discontinued items, as warehouses do. */
export function stockFile(products: readonly DemoProduct[]): Buffer {
  const old = [1, 2, 3].map((n) => [`OLD-${n}`, String(n)])
  const rows = [...products.map((p) => [p.sku, String(p.quantity)]), ...old]
  return Buffer.from(`item;available\n${rows.map((row) => row.join(';')).join('\n')}\n`)
}
