import { beforeAll, expect, test } from 'vitest'
import type { FeedFormat, FeedMapping } from '#contract/feeds/settings.ts'
import { catalogue, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const format: FeedFormat = { kind: 'xml', item: 'offer', header: true, quote: '"' }
const mapping: FeedMapping = [
  { field: 'sku', from: '@id', transforms: [] },
  { field: 'title', from: 'name', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
  { field: 'quantity', from: 'stock', transforms: [] },
]
type Offer = [sku: string, price: number]
/** Offers as many shops write them: all on one line. */
const oneLine = (offers: readonly Offer[]) =>
  `<?xml version="1.0"?>\n<catalog>${offers
    .map(
      ([id, price]) =>
        `<offer id="${id}"><name>Thing ${id}</name><price>${price}</price><stock>5</stock></offer>`,
    )
    .join('')}</catalog>`
const offers: readonly Offer[] = Array.from({ length: 40 }, (_, i) => [`T-${i}`, 10 + i])

test('products of a catalog written on a single line are compared one by one, day after day', async () => {
  const feed = await makeFeed(h, { format, mapping })
  await feed.publish(oneLine(offers))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 40, rows_rejected: 0 })
  const next = offers.map(([id, price], i): Offer => [id, i < 3 ? price + 1 : price])
  await feed.publish(oneLine([...next, ['T-new', 7]]))
  const run = await runFeed(c, feed.feed_id)
  expect(run).toMatchObject({ state: 'applied', created: 1, updated: 3, deleted: 0, unchanged: 37 })
  const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/changes`)
  expect(body.products.map((p: { sku: string }) => p.sku).toSorted()).toEqual(['T-0', 'T-1', 'T-2', 'T-new'])
  const now = new Map((await catalogue(h, feed.feed_id)).map((p) => [p.sku, Number(p.wholesale_price)]))
  expect(now).toEqual(new Map([...next, ['T-new', 7]]))
})

test('when a SKU appears twice on that line, only one row is rejected', async () => {
  const feed = await makeFeed(h, { format, mapping })
  await feed.publish(oneLine([...offers, ['T-5', 99]]))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 40, rows_rejected: 1 })
})
