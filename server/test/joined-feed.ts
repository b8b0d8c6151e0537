import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { FeedMapping, FeedRules, ProductField } from '#contract/feeds/settings.ts'
import { makeFeed, runFeed, type Client, type Harness } from './harness.ts'

export const map = (fields: Partial<Record<ProductField, string>>): FeedMapping =>
  Object.entries(fields).map(([field, from]) => ({ field: field as ProductField, from, transforms: [] }))
export const productsMap = map({ sku: 'sku', title: 'title', wholesale_price: 'price' })
export const stockMap = map({ sku: 'code', quantity: 'stock' })
export const file = (columns: string, lines: readonly (readonly string[])[], delimiter = ',') =>
  [columns, ...lines.map((cells) => cells.join(delimiter))].join('\n') + '\n'
export const put = (h: Harness, key: string, text: string) =>
  h.services.files.put(`suppliers/${key}`, Readable.from([Buffer.from(text)]))

interface JoinedFeed {
  rules?: Partial<FeedRules>
  mapping?: FeedMapping
  stock?: FeedMapping
}
/** A feed of products joined with a stock file. */
export async function joinedFeed(
  h: Harness,
  c: Client,
  { rules = {}, mapping = productsMap, stock = stockMap }: JoinedFeed = {},
) {
  const feed = await makeFeed(h, { mapping, rules })
  const path = `/api/feeds/${feed.feed_id}`
  const key = `stock-${feed.feed_id}.csv`
  const furtherFile = {
    name: 'Stock',
    source: { kind: 'storage', key },
    format: { kind: 'csv', delimiter: ';' },
    mapping: stock,
  }
  const { body } = await c.get(path)
  const answer = await c.put(path, { ...body, further: [furtherFile] })
  expect(answer.status).toBe(200)
  return {
    ...feed,
    path,
    stockKey: `suppliers/${key}`,
    one: furtherFile,
    saved: answer.body,
    products: (lines: readonly (readonly string[])[]) => feed.publish(file('sku,title,price', lines)),
    stock: (lines: readonly (readonly string[])[]) => put(h, key, file('code;stock', lines, ';')),
    stockText: (text: string) => put(h, key, text),
    run: (dry = false) => runFeed(c, feed.feed_id, dry),
  }
}
export const twenty = Array.from({ length: 20 }, (_, i) => [
  `S${String(i).padStart(2, '0')}`,
  `Thing ${i}`,
  `${i + 1}`,
])
export const full = twenty.map(([sku], i) => [sku!, String(i + 5)])
