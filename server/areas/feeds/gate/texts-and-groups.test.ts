import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping } from '#contract/feeds/settings.ts'
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
  brand: string
  group: string
  map: number
  weight: number
  price: number
  qty: number
  upc: string
}
const columns = ['sku', 'title', 'text', 'brand', 'group', 'map', 'weight', 'price', 'qty', 'upc'] as const
const mapping: FeedMapping = (
  [
    ['sku', 'sku'],
    ['title', 'title'],
    ['description', 'text'],
    ['manufacturer', 'brand'],
    ['categories', 'group'],
    ['map_price', 'map'],
    ['weight', 'weight'],
    ['wholesale_price', 'price'],
    ['quantity', 'qty'],
    ['upc', 'upc'],
  ] as const
).map(([field, from]) => ({ field, from, transforms: [] }))
/** The same chance for the same number. */
const chance = (n: number) => (Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(n + 7, 0x85ebca6b)) >>> 7
const things = ['lamp', 'chair', 'kettle', 'drill', 'mirror', 'basket']
const makers = ['Acorn', 'Brightly', 'Calder', 'Dunmore', 'Everfold', 'Fenwick']
const all: Row[] = Array.from({ length: 200 }, (_, i) => {
  const thing = things[chance(i) % 6]!
  return {
    sku: `AB-${i}`,
    title: `Café ${thing} ${i + 300}`,
    text: `A ${thing} of the finest kind, number ${i + 300}`,
    brand: makers[chance(i + 999) % 6]!,
    group: `Home > ${thing}s`,
    map: 30 + (chance(i + 77) % 400) / 10,
    weight: 1 + (chance(i + 55) % 60) / 4,
    price: 20 + (chance(i + 33) % 100) / 10,
    qty: 3 + (chance(i + 11) % 180),
    upc: String(100_000_000_000 + i * 37),
  }
})
const file = (list: readonly Row[]) =>
  `${[columns.join(','), ...list.map((r) => columns.map((k) => JSON.stringify(r[k])).join(','))].join('\n')}\n`

async function loaded() {
  const feed = await makeFeed(h, { mapping })
  const next = async (list: readonly Row[]) => {
    await feed.publish(file(list))
    return runFeed(c, feed.feed_id)
  }
  expect(await next(all)).toMatchObject({ state: 'applied', created: all.length })
  return { ...feed, next }
}
const other = (i: number) => all[(i * 53 + 31) % all.length]!
const some = (r: Row, i: number, change: Partial<Row>) => (i % 8 === 3 ? { ...r, ...change } : r)

describe('held', () => {
  test.each<[string, (r: Row, i: number) => Row, string]>([
    [
      'titles of another trade on an eighth',
      (r, i) => some(r, i, { title: `Garden hose of ${i + 900} feet` }),
      '25 titles have nothing in common with the previous value: mixed up with other products?',
    ],
    [
      'descriptions of another trade',
      (r, i) => ({ ...r, text: `Waters ${i + 900} flowers a day` }),
      '200 descriptions have nothing in common with the previous value: mixed up with other products?',
    ],
    [
      'brands at random on an eighth',
      (r, i) => some(r, i, { brand: `Maker ${chance(i) % 12}` }),
      '25 of 200 products have a different manufacturer, with no clear pattern.',
    ],
    [
      'categories at random on an eighth, where all others are refined by what their titles say',
      (r, i) => ({
        ...r,
        group: i % 8 === 3 ? `Shelf ${chance(i) % 12}` : `${r.group} > ${r.title.split(' ')[1]!}`,
      }),
      '25 of 200 products have a different category, with no clear pattern.',
    ],
    [
      'categories of other products',
      (r, i) => ({ ...r, group: other(i).group }),
      'products have a different category, with no clear pattern.',
    ],
    [
      'brands in each other’s place',
      (r) => ({ ...r, brand: makers[(makers.indexOf(r.brand) + 1) % 6]! }),
      '200 of 200',
    ],
    ['brands as numbers', (r) => ({ ...r, brand: String(makers.indexOf(r.brand)) }), '200 of 200'],
    [
      'one brand for all',
      (r) => ({ ...r, brand: 'Generic' }),
      'products now have the same manufacturer, “Generic”.',
    ],
    [
      'MAP prices of other products',
      (r, i) => ({ ...r, map: other(i).map }),
      'MAP prices appear on different products than before: was one column sorted separately?',
    ],
    [
      'weights of other products',
      (r, i) => ({ ...r, weight: other(i).weight }),
      'weights appear on different products than before: was one column sorted separately?',
    ],
    [
      'MAP prices half as much again on a twentieth',
      (r, i) => (i % 20 ? r : { ...r, map: Number((r.map * 1.6).toFixed(2)) }),
      '10 MAP prices changed by 50% or more, all up.',
    ],
    ['UPCs of nobody', (r) => ({ ...r, upc: `9${r.upc.slice(1)}` }), '200 of 200 UPCs changed.'],
    [
      'more than five pieces told as five',
      (r) => ({ ...r, qty: Math.min(r.qty, 5) }),
      'have the same quantity, “5”.',
    ],
    [
      'most quantities alike, some lower before',
      (r, i) => ({ ...r, qty: i % 10 ? 100 : r.qty }),
      'have the same quantity, “100”.',
    ],
  ])('%s', async (_, change, sentence) => {
    const feed = await loaded()
    const run = await feed.next(all.map(change))
    expect(run.reason).toContain(sentence)
    expect(run.state).toBe('held')
  })
})

describe('applied', () => {
  test.each<[string, (r: Row, i: number) => Row, string]>([
    [
      'a brand by another name',
      (r) => (r.brand === 'Acorn' ? { ...r, brand: 'Northway' } : r),
      'products changed brand',
    ],
    [
      'all brands in capitals',
      (r) => ({ ...r, brand: r.brand.toUpperCase() }),
      '200 products changed brand.',
    ],
    [
      'categories translated',
      (r) => ({ ...r, group: `Wohnen / ${things.indexOf(r.group.slice(7, -1))} Waren` }),
      '200 of 200 categories are reworded.',
    ],
    ['categories split', (r, i) => ({ ...r, group: `${r.group} > ${i % 3}` }), 'categories are reworded.'],
    [
      'titles with the brand before them',
      (r) => ({ ...r, title: `${r.brand} ${r.title}` }),
      'titles are reworded.',
    ],
    [
      'UPCs with a zero before them',
      (r) => ({ ...r, upc: `0${r.upc}` }),
      '200 of 200 UPCs differ only in zeros or punctuation.',
    ],
    [
      'quantities told up to 100',
      (r) => ({ ...r, qty: Math.min(r.qty, 100) }),
      'quantities above 100 are now 100: does the supplier cap quantities?',
    ],
  ])('%s', async (_, change, warning) => {
    const feed = await loaded()
    const run = await feed.next(all.map(change))
    expect(run.decision!.sentence).toContain(warning)
    expect(run).toMatchObject({ state: 'applied' })
  })

  test('accents encoded as separate characters change nothing', async () => {
    const feed = await loaded()
    const run = await feed.next(all.map((r) => ({ ...r, title: r.title.normalize('NFD') })))
    expect(run).toMatchObject({ updated: 0, created: 0, deleted: 0 })
  })
})
