import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping, FeedRules, ProductField } from '#contract/feeds/settings.ts'
import {
  catalogue,
  waitForRun,
  harness,
  makeCustomFeed,
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

const bare = ({ sku }: Row): Row => ({
  sku,
  title: '',
  brand: '',
  price: '',
  msrp: '',
  qty: '',
  upc: '',
})
const countOf = (name: string) => (/one row in four/.test(name) ? 4 : /among many/.test(name) ? 80 : 12)
const stockOf = (list: readonly Row[]) => `sku,qty,ean\n${list.map((r) => `${r.sku},${r.qty},`).join('\n')}\n`

describe('a first file whose products couldn’t be sold is held', () => {
  test.each([4, 60])('if only SKUs are mapped: %i products', async (n) => {
    const { run } = await first(map({ sku: 'sku' }), rows(n))
    expect([run.state, run.reason]).toEqual([
      'held',
      `Only the SKU is mapped: ${n} products would have no title, price, or stock.`,
    ])
  })
  test.each([4, 60])('if no title is mapped, and says which column has them: %i products', async (n) => {
    const { run } = await first(without('title'), rows(n))
    expect([run.state, run.reason]).toEqual([
      'held',
      `No title is mapped, though “title” looks like one: ${n} products would have no title.`,
    ])
    expect(run.decision!.measures[0]!.fix).toEqual({ field: 'title', column: 'title' })
  })
  test.each([4, 60])('if no product has a title: %i products', async (n) => {
    const { run } = await first(
      mapping,
      rows(n).map((r) => ({ ...r, title: '' })),
    )
    expect([run.state, run.reason]).toEqual(['held', `None of ${n} products has a title.`])
  })
  test('if only stock is mapped of a file that has prices', async () => {
    const { run } = await first(map({ sku: 'sku', quantity: 'qty' }), rows(60))
    expect([run.state, run.reason]).toEqual([
      'held',
      'No price is mapped, though “price” looks like one: none of 60 products would be for sale.',
    ])
  })
  test.each([4, 60])('if its selling price is taken for the cost: %i products', async (n) => {
    const feed = await makeFeed(h, {
      mapping: map({ sku: 'id', title: 'name', wholesale_price: 'Selling_price', quantity: 'qty' }),
    })
    await feed.publish(
      `id,name,Selling_price,Cost_price,qty\n${rows(n)
        .map((r) => `${r.sku},${r.title},${r.msrp},${r.price},${r.qty}`)
        .join('\n')}\n`,
    )
    const run = await runFeed(c, feed.feed_id)
    expect([run.state, run.reason]).toEqual([
      'held',
      '“Selling_price” is mapped to the wholesale price, but “Cost_price” is lower: wrong column?',
    ])
  })
  test('if its prices may be thousands or have three decimals, until a person chooses', async () => {
    const feed = await makeFeed(h, {
      mapping: map({ sku: 'id', title: 'name', wholesale_price: 'Price', quantity: 'qty' }),
    })
    const text = `id,name,Price,qty\n${rows(4)
      .map((r, i) => `${r.sku},${r.title},${i + 1}.037,${r.qty}`)
      .join('\n')}\n`
    await feed.publish(text)
    const run = await runFeed(c, feed.feed_id)
    expect([run.state, run.reason]).toEqual([
      'held',
      '“1.037” in “Price” is read as 1.037, but could be 1037.',
    ])
    const path = `/api/feeds/${feed.feed_id}`
    const { body: saved } = await c.get(path)
    const limits = { unclear_decimals: { hold: 100, warn: 100 } }
    expect((await c.put(path, { ...saved, rules: { ...saved.rules, limits } })).status).toBe(200)
    expect((await runFeed(c, feed.feed_id)).state).toBe('applied')
  })
  test('if quantities of most rows can’t be read', async () => {
    const { run } = await first(
      mapping,
      rows(4).map((r, i) => (i ? { ...r, qty: 'soon' } : r)),
    )
    expect(run.state).toBe('held')
    expect(run.reason).toContain('3 of 4 rows have a warning: “Unreadable quantity”.')
  })
  test.each<[string, number, Partial<FeedRules>]>([
    ['whole', 60, {}],
    ['whole and small', 3, {}],
    ['of some products', 60, { covers: 'some' }],
  ])('if no price is mapped: %s', async (_, n, rules) => {
    const { run } = await first(without('wholesale_price'), rows(n), rules)
    expect([run.state, run.reason]).toEqual([
      'held',
      `No price is mapped, though “price” looks like one: none of ${n} products would be for sale.`,
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

describe('a first file with rows that are no products is held', () => {
  test.each<[string, number, (r: Row, i: number) => Row, string]>([
    [
      'one in seven is filler',
      70,
      (r, i) => (i % 7 ? r : { ...r, sku: `TEST-${i}`, title: 'Lorem ipsum', price: '1.00' }),
      '10 of 70 products look like placeholders, such as “TEST-0” (“Lorem ipsum”).',
    ],
    [
      'one in seven has a title that says nothing',
      70,
      (r, i) => (i % 7 ? r : { ...r, title: i % 2 ? 'N/A' : 'xxx' }),
      '10 of 70 products look like placeholders, such as “AB-0000” (“xxx”).',
    ],
    [
      'one in seven costs 9999',
      70,
      (r, i) => (i % 7 ? r : { ...r, price: '9999', msrp: '99999' }),
      '10 of 70 products look like placeholders, such as “AB-0000” (“Thing number 0”).',
    ],
    [
      'rows of nothing but a SKU',
      6,
      (r, i) => (i % 3 ? r : bare(r)),
      '2 of 6 products have nothing but a SKU, such as “AB-0000”: headings?',
    ],
  ])('%s', async (_, n, change, sentence) => {
    const { run } = await first(mapping, rows(n).map(change))
    expect([run.state, run.reason]).toEqual(['held', sentence])
  })
  test('such as the answer of a broken program, alone', async () => {
    const { run } = await first(mapping, [{ ...rows(1)[0]!, sku: '??' }])
    expect([run.state, run.reason]).toEqual([
      'held',
      '1 of 1 product looks like a placeholder, such as “??” (“Thing number 0”).',
    ])
  })
})

test('a later file in which one product in seven became filler is held', async () => {
  const { publish, feed_id, run } = await first(mapping, rows(70))
  expect(run.state).toBe('applied')
  await publish(
    file(rows(70).map((r, i) => (i % 7 ? r : { ...r, sku: `TEST-${i}`, title: `Test product ${i}` }))),
  )
  const next = await runFeed(c, feed_id)
  expect(next.state).toBe('held')
  expect(next.reason).toContain('10 of 70 products look like placeholders')
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
  test.each([4, 60])('that is stock alone: %i products', async (n) => {
    const feed = await makeFeed(h, { mapping: map({ sku: 'sku', quantity: 'qty', ean: 'ean' }) })
    await feed.publish(stockOf(rows(n)))
    const run = await runFeed(c, feed.feed_id)
    expect([run.state, run.reason]).toEqual(['applied', null])
  })
  test('that has prices and stock, but no texts at all', async () => {
    const feed = await makeFeed(h, {
      mapping: map({ sku: 'sku', quantity: 'qty', wholesale_price: 'price' }),
    })
    await feed.publish(
      `sku,price,qty\n${rows(30)
        .map((r) => `${r.sku},${r.price},${r.qty}`)
        .join('\n')}\n`,
    )
    const run = await runFeed(c, feed.feed_id)
    expect([run.state, run.reason]).toEqual(['applied', null])
  })
  test('of a vendor’s custom feed that only names products', async () => {
    const { key, dropshipper_id, publish } = await makeFeed(h)
    const { feed_id } = await makeCustomFeed(h, dropshipper_id)
    await h.services.db
      .updateTable('feed')
      .set({
        source: JSON.stringify({ kind: 'storage', key: key.replace('suppliers/', '') }),
        mapping: JSON.stringify(map({ sku: 'sku' })),
      })
      .where('feed_id', '=', feed_id)
      .execute()
    await publish(file(rows(20)))
    expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied', created: 20 })
  })
  test.each<[string, FeedMapping, (r: Row, i: number) => Row]>([
    ['with one row in four that has neither title nor price', mapping, (r, i) => (i === 2 ? bare(r) : r)],
    ['with two test products among many', mapping, (r, i) => (i > 77 ? { ...r, sku: `TEST-${i}` } : r)],
    ['of one brand, at one price', mapping, (r) => ({ ...r, brand: 'Acme', price: '5.00' })],
    ['of which some have no price', mapping, (r, i) => (i % 4 ? r : { ...r, price: '' })],
    [
      'with one price for all, given by the mapping',
      [
        ...without('wholesale_price', 'msrp'),
        { field: 'wholesale_price', from: '', transforms: [{ kind: 'default', text: '5' }] },
      ],
      (r) => r,
    ],
  ])('%s', async (name, of, change) => {
    const { run } = await first(of, rows(countOf(name)).map(change))
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
