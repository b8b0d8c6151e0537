import { beforeAll, expect, test } from 'vitest'
import { catalogue, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'
import type { FeedMapping } from '#contract/feeds/settings.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const mapping: FeedMapping = [
  { field: 'sku', from: 'sku', transforms: [] },
  { field: 'title', from: 'title', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
  { field: 'quantity', from: 'qty', transforms: [{ kind: 'quantity_words', words: {} }] },
]
const format = { kind: 'csv', header: true, quote: '"' } as const
/** 200 rows with 8 in stock, except for some. */
const file = (others: Readonly<Record<number, string>> = {}) =>
  [
    'sku,title,price,qty',
    ...Array.from({ length: 200 }, (_, i) => `N${i},Thing ${i},${10 + i}.50,${others[i] ?? '8'}`),
  ].join('\n')
const stockOf = async (feedId: number) =>
  new Map((await catalogue(h, feedId)).map((p) => [p.sku, p.quantity]))

test('stock that can’t be read keeps what the product has; only a blank is none', async () => {
  const feed = await makeFeed(h, { format, mapping })
  await feed.publish(file({ 5: 'ask us' }))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 200 })
  // a new product has none yet
  expect((await stockOf(feed.feed_id)).get('N5')).toBe(0)

  await feed.publish(file({ 1: 'abc', 2: '', 3: '"1,030"', 4: '3' }))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', rows_rejected: 0 })
  const stock = await stockOf(feed.feed_id)
  expect(['N1', 'N2', 'N3', 'N4', 'N5', 'N6'].map((sku) => stock.get(sku))).toEqual([8, 0, 1030, 3, 8, 8])

  // the same file again, and then a number: nothing is lost in between
  await feed.publish(file({ 1: 'abc', 2: '', 3: '"1,030"', 4: '3' }))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ created: 0, updated: 0, deleted: 0 })
  await feed.publish(file({ 1: '6', 2: '', 3: '"1,030"', 4: '3' }))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', updated: 1 })
  expect((await stockOf(feed.feed_id)).get('N1')).toBe(6)
})

test('the run says how many quantities can’t be read', async () => {
  const feed = await makeFeed(h, { format, mapping })
  await feed.publish(file())
  await runFeed(c, feed.feed_id)
  await feed.publish(file({ 1: 'abc', 7: 'later' }))
  const run = await runFeed(c, feed.feed_id)
  const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}`)
  expect(body.issues).toContainEqual(expect.objectContaining({ reason: 'Unreadable quantity', rows: 2 }))
})
