import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { waitForRun, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'
import { file, joinedFeed, map } from '#server/test/joined-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const fields = ['title', 'wholesale_price', 'quantity', 'manufacturer'] as const
type Field = (typeof fields)[number]
const named = (list: readonly Field[]) => map(Object.fromEntries(['sku', ...list].map((f) => [f, f])))
const words = fc.constantFrom('', 'Ann', 'Ben', 'Cem', 'Dora')
const amounts = fc.nat({ max: 60 }).map((n) => (n > 50 ? '' : String(n)))
/** A product's cells; what both files have stands in the first, in the second, or in both. */
const cells = fc.record({
  title: words,
  manufacturer: words,
  wholesale_price: amounts,
  quantity: amounts,
  in: fc.constantFrom('first', 'second', 'both'),
})
const split = fc.record({
  rows: fc.array(cells, { minLength: 40, maxLength: 40 }),
  first: fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 4 }),
  order: fc.infiniteStream(fc.nat()),
})

test('rows split at random between two files produce the same catalog as one file with all rows', async () => {
  await fc.assert(
    fc.asyncProperty(split, async ({ rows, first, order }) => {
      const second = fields.filter((f, i) => !first.includes(f) || i % 2 === 1)
      const products = rows.map((row, i) => ({ ...row, sku: `R${i}` }))
      const text = (list: readonly Field[], of: typeof products, hides: string, by: string) =>
        file(
          ['sku', ...list].join(by),
          of.map((row) => [
            row.sku,
            ...list.map((f) => (row.in === hides && first.includes(f) && second.includes(f) ? '' : row[f])),
          ]),
          by,
        )
      const one = await makeFeed(h, { mapping: named(fields) })
      await one.publish(text(fields, products, '', ','))
      await applied(one.feed_id)
      const two = await joinedFeed(h, c, { mapping: named(first), stock: named(second) })
      await two.publish(text(first, products, 'second', ','))
      const places = products.map((row) => ({ row, at: order.next().value as number }))
      const shuffled = places.toSorted((a, b) => a.at - b.at).map(({ row }) => row)
      await two.stockText(text(second, shuffled, 'first', ';'))
      await applied(two.feed_id)
      expect(await whole(two.feed_id)).toEqual(await whole(one.feed_id))
    }),
    { numRuns: 5, seed: 7 },
  )
}, 60_000)

/** A first file that the gate has something against is let through. */
async function applied(feedId: number): Promise<void> {
  const run = await runFeed(c, feedId)
  if (run.state === 'held') await c.post(`/api/feed-runs/${run.feed_run_id}/apply`, { reason: 'It is so' })
  expect(await waitForRun(c, run.feed_run_id)).toMatchObject({ state: 'applied', created: 40 })
}

const whole = (feedId: number) =>
  h.services.db
    .selectFrom('product')
    .select(['sku', 'title', 'wholesale_price', 'quantity', 'manufacturer'])
    .where('feed_id', '=', feedId)
    .orderBy('sku')
    .execute()
