import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping, FeedRules } from '#contract/feeds/settings.ts'
import { harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

interface Row {
  sku: string
  title: string
  text: string
  price: number
  map: number
  weight: number
  qty: number
}
const columns = ['sku', 'title', 'text', 'price', 'map', 'weight', 'qty'] as const
const mapping: FeedMapping = (
  [
    ['sku', 'sku'],
    ['title', 'title'],
    ['description', 'text'],
    ['wholesale_price', 'price'],
    ['map_price', 'map'],
    ['weight', 'weight'],
    ['quantity', 'qty'],
  ] as const
).map(([field, from]) => ({ field, from, transforms: [] }))
const rows = (n: number, of = 'AB'): Row[] =>
  Array.from({ length: n }, (_, i) => ({
    sku: `${of}-${i}`,
    title: `Café ${of} thing ${i}`,
    text: `What thing ${i} is for`,
    price: 20 + ((i * 37) % 100) / 10,
    map: 30 + (i % 17),
    weight: 1 + (i % 13) / 4,
    qty: 3 + ((i * 7) % 40),
  }))
const file = (list: readonly Row[]) =>
  `${[columns.join(','), ...list.map((r) => columns.map((k) => r[k]).join(','))].join('\n')}\n`

async function feedOf(list: readonly Row[], rules: Partial<FeedRules> = {}) {
  const feed = await makeFeed(h, { mapping, rules })
  const next = async (text: string) => {
    await feed.publish(text)
    return runFeed(c, feed.feed_id)
  }
  expect(await next(file(list))).toMatchObject({ state: 'applied', created: list.length })
  return { ...feed, next }
}

const all = rows(200)
describe('held', () => {
  const sorted = all.map((r) => r.price).toSorted((a, b) => a - b)
  test.each<[string, (r: Row, i: number) => Row, string]>([
    [
      'MAP prices in cents on an eighth',
      (r, i) => (i % 8 ? r : { ...r, map: r.map * 100 }),
      '25 MAP prices are exactly 100 times the previous value: in cents?',
    ],
    [
      'weights in grams',
      (r) => ({ ...r, weight: r.weight * 1000 }),
      '200 weights are exactly 1,000 times the previous value: unit changed?',
    ],
    [
      'weights in pounds',
      (r) => ({ ...r, weight: Number((r.weight * 2.2046).toFixed(2)) }),
      '200 weights are 2.2 times the previous value: unit changed?',
    ],
    ['one quantity for all', (r) => ({ ...r, qty: 12 }), '195 of 200 products have the same quantity, “12”.'],
    [
      'prices sorted alone',
      (r, i) => ({ ...r, price: sorted[i]! }),
      'prices appear on different products than before: was one column sorted separately?',
    ],
    [
      'titles and descriptions exchanged',
      (r) => ({ ...r, title: r.text, text: r.title }),
      '200 titles now have the old description: columns swapped?',
    ],
    [
      'descriptions shifted by a row',
      (r, i) => ({ ...r, text: all[(i + 1) % all.length]!.text }),
      '200 descriptions appear on different products than before.',
    ],
    ...(
      [
        ['read as another encoding', (title: string) => title.replace('é', 'Ã©')],
        ['question marks', (title: string) => title.replace('é', '?')],
        ['left out', (title: string) => title.replace('é', '')],
        ['replaced', (title: string) => title.replace('é', '\ufffd')],
      ] as const
    ).map(([how, change]): [string, (r: Row, i: number) => Row, string] => [
      `letters ${how}, on an eighth`,
      (r, i) => (i % 8 ? r : { ...r, title: change(r.title) }),
      '25 titles have garbled characters: wrong encoding?',
    ]),
  ])('%s', async (_, change, sentence) => {
    const feed = await feedOf(all)
    const run = await feed.next(file(all.map(change)))
    expect(run.decision!.sentence).toContain(sentence)
    expect(run.state).toBe('held')
  })

  test('titles whose Cyrillic letters were garbled', async () => {
    const cyrillic = all.map((r, i) => ({ ...r, title: `Кухонный чайник ${i}` }))
    const feed = await feedOf(cyrillic)
    for (const change of [
      (text: string) =>
        Buffer.from(text)
          .toString('latin1')
          .replace(/[\x80-\x9f]/g, '\u2022'),
      (text: string) => text.replaceAll('К', 'РљСѓ').replace('ухонный', 'С…РѕРЅРЅС‹Р№'),
      (text: string) => text.replace('Кухонный чайник', 'Êóõîííûé ÷àéíèê'),
    ]) {
      const run = await feed.next(file(cyrillic.map((r) => ({ ...r, title: change(r.title) }))))
      expect(run).toMatchObject({ state: 'held' })
      expect(run.reason).toContain('200 titles have garbled characters')
    }
  })

  test('another supplier’s products added to the feed’s own', async () => {
    const others = rows(60, 'ZZ')
    const other = await feedOf(others)
    const feed = await feedOf(all)
    const run = await feed.next(file([...all, ...others.slice(0, 30)]))
    expect(run).toMatchObject({ state: 'held', created: 30 })
    expect(run.reason).toMatch(/^30 of 30 unknown SKUs checked belong to .*\.$/)
    expect(run.reason).toContain((await runFeed(c, other.feed_id)).supplier)
  })
})

describe('applied', () => {
  test.each<[string, (r: Row, i: number) => Row]>([
    ['the same maker’s new products', (r) => r],
    [
      'offers that change places, a tenth each way',
      (r, i) =>
        i % 10 === 1 ? { ...r, price: r.price * 0.8 } : i % 10 === 2 ? { ...r, price: r.price / 0.8 } : r,
    ],
    [
      'each price a little up or down',
      (r, i) => ({ ...r, price: Number((r.price * (1 + (((i * 31) % 17) - 8) / 200)).toFixed(2)) }),
    ],
    ['half of the stock sold out', (r, i) => (i % 4 ? r : { ...r, qty: 0 })],
    ['a quarter restocked to the same', (r, i) => (i % 4 ? r : { ...r, qty: 50 })],
    ['a few weights put right', (r, i) => (i < 4 ? { ...r, weight: r.weight * 1000 } : r)],
    [
      'titles without their accents’ word',
      (r, i) => (i % 4 ? r : { ...r, title: r.title.replace('Café ', '') }),
    ],
  ])('%s', async (_, change) => {
    const feed = await feedOf(all)
    // another supplier has them, too, at another cost
    const added = rows(230)
      .slice(200)
      .map((r) => ({ ...r, price: r.price * (1 + _.length / 50) }))
    expect(await feed.next(file([...all.map(change), ...added]))).toMatchObject({ state: 'applied' })
  })
})

describe('a file of an incomplete feed', () => {
  const some = { covers: 'some' } as const
  test('is held if its SKUs are the known ones written differently', async () => {
    const feed = await feedOf(all, some)
    const run = await feed.next(file(all.slice(0, 40).map((r) => ({ ...r, sku: `US${r.sku}` }))))
    expect(run).toMatchObject({ state: 'held' })
    expect(run.reason).toBe('40 of 200 SKUs are unknown: they match the old SKUs with “US” before them.')
  })
  test('is applied if its SKUs are new', async () => {
    const feed = await feedOf(all, some)
    expect(await feed.next(file(rows(240, 'AC').slice(200)))).toMatchObject({ state: 'applied', created: 40 })
  })
})

test('a file that covers only known products but names others is held, even if it would change nothing', async () => {
  const feed = await makeFeed(h, { mapping })
  await feed.publish(file(all))
  await runFeed(c, feed.feed_id)
  await h.services.db
    .updateTable('feed')
    .set({ rules: JSON.stringify({ covers: 'known' }) })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  const news = async (list: readonly Row[]) => {
    await feed.publish(file(list))
    return runFeed(c, feed.feed_id)
  }
  const stock = (qty: number) => all.slice(0, 60).map((r) => ({ ...r, qty: r.qty + qty }))
  expect(await news([...stock(1), ...rows(5, 'NEW')])).toMatchObject({ state: 'applied' })
  expect(await news([...stock(2), ...rows(9, 'NEW')])).toMatchObject({ state: 'applied' })
  expect(await news(rows(60, 'ZZ'))).toMatchObject({
    state: 'held',
    reason: '60 of 60 rows are for unknown products.',
  })
})
