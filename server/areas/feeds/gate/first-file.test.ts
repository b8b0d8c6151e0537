import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping, FeedRules, ProductField } from '#contract/feeds/settings.ts'
import {
  catalogue,
  waitForRun,
  harness,
  makeFeed,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'
import { full, joinedFeed, map, twenty } from '#server/test/joined-feed.ts'
import { file, mapping, rows, type Row } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const without = (...fields: ProductField[]): FeedMapping => mapping.filter((m) => !fields.includes(m.field))
async function first(of: FeedMapping, list: readonly Row[], rules: Partial<FeedRules> = {}) {
  const feed = await makeFeed(h, { mapping: of, rules })
  await feed.publish(file(list))
  return { ...feed, run: await runFeed(c, feed.feed_id) }
}

describe('a first file whose products couldn’t be sold is held', () => {
  test.each<[string, number, Partial<FeedRules>]>([
    ['whole', 60, {}],
    ['whole and small', 3, {}],
    ['of some products', 60, { covers: 'some' }],
  ])('if no price is mapped: %s', async (_, n, rules) => {
    const { run } = await first(without('wholesale_price'), rows(n), rules)
    expect([run.state, run.reason]).toEqual([
      'held',
      `No price is mapped: none of ${n} products would be for sale.`,
    ])
  })
  test('if no product has a price, however few there are', async () => {
    const { run } = await first(
      mapping,
      rows(5).map((r) => ({ ...r, price: '' })),
    )
    expect([run.state, run.reason]).toEqual(['held', 'None of 5 products has a price.'])
  })
  test('if most products have no price', async () => {
    const { run } = await first(
      mapping,
      rows(60).map((r, i) => (i < 40 ? { ...r, price: '' } : r)),
    )
    expect([run.state, run.reason]).toEqual(['held', '40 of 60 products have no price.'])
  })
  test('only once: after approval, the same mapping is accepted', async () => {
    const { run, publish, feed_id } = await first(without('wholesale_price'), rows(60))
    await c.post(`/api/feed-runs/${run.feed_run_id}/apply`, { reason: 'Prices come by mail' })
    expect(await waitForRun(c, run.feed_run_id)).toMatchObject({ state: 'applied', created: 60 })
    await publish(file(rows(60).map((r, i) => (i % 9 ? r : { ...r, qty: '77' }))))
    expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied' })
  })
})

test('rows that repeat a SKU aren’t given as the reason that others can’t be read', async () => {
  const list = rows(40).map((r, i) => (i < 15 ? { ...r, price: 'ask' } : r))
  const { run } = await first(mapping, [...list, ...list.slice(20)])
  expect(run.state).toBe('held')
  expect(run.reason).toContain('15 of 60 rows were rejected: unreadable price.')
})

test('of several reasons that rows can’t be read, the most common is reported', async () => {
  const list = rows(60).map((r, i) => (i < 20 ? { ...r, price: 'ask' } : i < 32 ? { ...r, sku: '' } : r))
  const { run } = await first(mapping, list)
  expect(run.reason).toContain('32 of 60 rows were rejected: unreadable price.')
})

describe('a first file with just enough products to be judged', () => {
  test('is held if most of them have no price', async () => {
    const { run } = await first(
      mapping,
      rows(20).map((r, i) => (i < 12 ? { ...r, price: '' } : r)),
    )
    expect([run.state, run.reason]).toEqual(['held', '12 of 20 products have no price.'])
  })
  test('is held if all cost more than their list price', async () => {
    const { run } = await first(
      mapping,
      rows(20).map((r) => ({ ...r, price: r.msrp, msrp: r.price })),
    )
    expect(run.state).toBe('held')
    expect(run.reason).toContain('20 products cost more than their list price')
  })
})

describe('a shop’s export whose rows are grouped by a handle', () => {
  const lines = (skuOf: (i: number) => string) => [
    'Handle,Title,Variant SKU,Variant Price,Image Src',
    ...Array.from({ length: 30 }, (_, i) => [
      `thing-${i},Thing ${i},${skuOf(i)},${i + 5}.50,https://a.example/${i}-1.jpg`,
      `thing-${i},,,,https://a.example/${i}-2.jpg`,
      `thing-${i},,,,https://a.example/${i}-3.jpg`,
    ]).flat(),
  ]
  const run = async (skuOf: (i: number) => string) => {
    const feed = await makeFeed(h, {
      format: { kind: 'csv', header: true, quote: '"', group: 'Handle' },
      mapping: map({
        sku: 'Variant SKU',
        title: 'Title',
        wholesale_price: 'Variant Price',
        images: 'Image Src',
      }),
    })
    await feed.publish(`${lines(skuOf).join('\n')}\n`)
    return { run: await runFeed(c, feed.feed_id), feed_id: feed.feed_id }
  }
  test('is applied with all images, though most rows contain only an image', async () => {
    const { run: got, feed_id } = await run((i) => `T-${i}`)
    expect(got).toMatchObject({ state: 'applied', rows_read: 30, rows_rejected: 0, created: 30 })
    const [product] = await h.services.db
      .selectFrom('product')
      .select('images')
      .where('feed_id', '=', feed_id)
      .where('sku', '=', 'T-7')
      .execute()
    expect(product!.images).toBe([1, 2, 3].map((n) => `https://a.example/7-${n}.jpg`).join('\n'))
  })
  test('is held if variants have no SKU, and says so', async () => {
    const { run: got, feed_id } = await run((i) => (i % 3 ? '' : `T-${i}`))
    expect([got.state, got.reason]).toEqual(['held', '20 of 30 rows were rejected: no SKU.'])
    expect(await catalogue(h, feed_id)).toEqual([])
  })
})

describe('a first file in which no product is in stock is applied with a warning', () => {
  test.each<[string, FeedMapping, string]>([
    [
      'where no quantity is mapped',
      without('quantity'),
      'No quantity is mapped: none of 12 products is in stock.',
    ],
    ['where all are sold out', mapping, 'None of 12 products is in stock.'],
  ])('%s', async (_, of, sentence) => {
    const { run } = await first(
      of,
      rows(12).map((r) => ({ ...r, qty: '0' })),
    )
    expect([run.state, run.decision!.sentence]).toEqual(['applied', sentence])
  })
})

describe('a first file is applied', () => {
  test.each<[string, FeedMapping, (r: Row, i: number) => Row]>([
    ['that is stock alone', without('wholesale_price', 'msrp', 'title', 'manufacturer'), (r) => r],
    ['of which some have no price', mapping, (r, i) => (i % 4 ? r : { ...r, price: '' })],
    [
      'with one price for all, given by the mapping',
      [
        ...without('wholesale_price', 'msrp'),
        { field: 'wholesale_price', from: '', transforms: [{ kind: 'default', text: '5' }] },
      ],
      (r) => r,
    ],
  ])('%s', async (_, of, change) => {
    const { run } = await first(of, rows(12).map(change))
    expect([run.state, run.reason]).toEqual(['applied', null])
  })
  test('whose prices come from a further file', async () => {
    const feed = await joinedFeed(h, c, {
      mapping: map({ sku: 'sku', title: 'title', quantity: 'price' }),
      stock: map({ sku: 'code', wholesale_price: 'stock' }),
    })
    await feed.products(twenty)
    await feed.stock(full)
    const run = await feed.run()
    expect([run.state, run.reason]).toEqual(['applied', null])
  })
})
