import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { FeedCollection } from './collection.ts'
import { drifts } from './drifts.ts'
import { feeds } from './feeds.ts'

const h = harness()
const named = (name: string) => feeds.find((f) => f.range.name === name)!
const few = { ...named('wardrobe'), count: 120 }
const other = { ...named('attic'), count: 120 }

const firstNames = new Set([
  'the first file',
  'a first file without a price mapped',
  'a first file, one row in seven filler',
  'a first file of 4 products',
])

test('harmful files are held for the right cause, honest files aren’t, and drifts end', async () => {
  const first = await listed(FeedCollection.first(h.services, few, (name) => firstNames.has(name)))
  expect(first.map((r) => [r.name, r.cause || 'applied'])).toEqual([
    ['the first file', 'applied'],
    ['a first file without a price mapped', 'price_lost'],
    ['a first file, one row in seven filler', 'filler'],
    ['a first file of 4 products', 'applied'],
  ])
  await FeedCollection.begin(h.services, other, few)
  const feed = await FeedCollection.begin(h.services, few, other)
  const days = await listed(feed.pass(3))
  expect(days.map((d) => d.held)).toEqual(days.map(() => false))
  const wanted = new Set([
    'SKU prefix',
    'another supplier’s file',
    'prices in cents',
    'titles exchanged',
    'column of titles gone',
    'web page',
    'stray quote over an eighth',
    'prices up 3 %',
    '10 % sold out',
    'columns in another order',
  ])
  const results = await listed(feed.cases((name) => wanted.has(name)))
  const said = Object.fromEntries(results.map((r) => [`${r.name}, ${r.scope}`, r.cause || 'applied']))
  expect(said).toMatchObject({
    'SKU prefix, all': 'renamed',
    'SKU prefix, 1/8': 'renamed',
    'another supplier’s file, all': 'foreign',
    'prices in cents, all': 'powers_of_ten',
    'prices in cents, 1/8': 'powers_of_ten',
    'titles exchanged, 1/8': 'exchanged',
    'column of titles gone, all': 'column_gone',
    'web page, all': 'refused',
    'stray quote over an eighth, all': 'swallowed',
    'prices up 3 %, all': 'applied',
    '10 % sold out, all': 'applied',
    'columns in another order, all': 'applied',
  })
  // a little every day: no day of it is beyond what a day may lose, the week is
  const gone = await feed.drift(drifts.find((d) => d.name.startsWith('5 % of products gone'))!)
  expect(gone).toMatchObject({ cause: 'lost', right: true })
  expect(gone!.day).toBeGreaterThan(2)
  expect(gone!.harmed).toBeLessThan(0.25)
})

async function listed<T>(of: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = []
  for await (const one of of) out.push(one)
  return out
}
