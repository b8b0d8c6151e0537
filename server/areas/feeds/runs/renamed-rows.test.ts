import { beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const all = rows(60)
test.each([
  ['that got a prefix', (r: (typeof all)[number]) => `X-${r.sku}`],
  ['that lost their marks', (r: (typeof all)[number]) => r.sku.replace('-', '')],
  ['that are other codes of theirs', (r: (typeof all)[number]) => r.upc],
  [
    'that were numbered anew under the same titles',
    (_: (typeof all)[number], i: number) => String(90_000 + 7 * i),
  ],
])('renamed products are shown with their old SKUs: those %s', async (_how, sku) => {
  const feed = await loadFeed(h, c, all)
  const run = await feed.next(file(all.map((r, i) => ({ ...r, sku: sku(r, i) }))))
  const renamed = run.decision?.measures.find((m) => m.name === 'renamed')
  expect(run.state).toBe('held')
  expect(renamed?.rows).toHaveLength(10)
  const olds = new Map(all.map((r, i) => [sku(r, i), r.sku]))
  expect(renamed?.rows.map((r) => [r.from, r.to])).toEqual(renamed?.rows.map((r) => [olds.get(r.sku), r.sku]))
})
