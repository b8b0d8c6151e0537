import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { isNightly } from '#server/test/nightly.ts'
import { catalogue, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

type Row = [sku: string, title: string, price: string, qty: string]
/** What suppliers do to a file from one day to the next. */
type Edit =
  | { kind: 'price' | 'stock' | 'title' | 'broken' | 'gone' | 'twice'; at: number }
  | { kind: 'new'; sku: number }
  | { kind: 'shuffled' | 'header' }

const start = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 30 })), {
  minLength: 12,
  maxLength: 40,
})
const at = fc.nat(39)
const edits = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('price', 'stock', 'title', 'broken', 'gone', 'twice'),
      at,
    }),
    fc.record({ kind: fc.constant('new' as const), sku: fc.nat(9) }),
    fc.record({ kind: fc.constantFrom('shuffled', 'header') }),
  ),
  { maxLength: 8 },
) as fc.Arbitrary<Edit[]>

const rowsOf = (given: readonly [number, number][]): Row[] =>
  given.map(([price, qty], i) => [`S-${i}`, `Thing ${i}`, `${price}.50`, String(qty)])

function edited(rows: readonly Row[], list: readonly Edit[]): { header: string; rows: Row[] } {
  let header = 'sku,title,price,qty'
  let out = rows.map((r): Row => [...r])
  for (const edit of list) {
    const row = 'at' in edit ? out[edit.at % Math.max(1, out.length)] : undefined
    if (edit.kind === 'new') out.push([`N-${edit.sku}`, 'A new one', '7.00', '3'])
    else if (edit.kind === 'shuffled') out = out.toReversed()
    else if (edit.kind === 'header') header = 'sku,title,qty,price'
    else if (!row) continue
    else if (edit.kind === 'price') row[2] = '12.25'
    else if (edit.kind === 'stock') row[3] = '0'
    else if (edit.kind === 'title') row[1] += ' again'
    else if (edit.kind === 'broken') row[2] = 'ask'
    else if (edit.kind === 'gone') out = out.filter((r) => r !== row)
    else out.push([...row])
  }
  return { header, rows: out }
}
const text = ({ header, rows }: { header: string; rows: readonly Row[] }) =>
  `${[header, ...rows.map((r) => r.join(','))].join('\n')}\n`

/** What a run came to, without what is its own. */
function cameTo(run: FeedRun) {
  const { rows_read, rows_accepted, rows_rejected, created, updated, unchanged, deleted, kept } = run
  return {
    counts: { rows_read, rows_accepted, rows_rejected, created, updated, unchanged, deleted, kept },
    decision: run.decision,
    stats: run.stats && { products: run.stats.products, in_stock: run.stats.in_stock },
  }
}

test('a file gives the same result with and without a fingerprint, in dry runs and applied runs', async () => {
  const cases = fc.sample(fc.tuple(start, edits), { numRuns: isNightly ? 14 : 6, seed: 20_261_122 })
  let applied = 0
  for (const [given, list] of cases) {
    const one = rowsOf(given as [number, number][])
    const two = text(edited(one, list))
    const feeds = []
    for (const knows of [true, false]) {
      const feed = await makeFeed(h)
      await feed.publish(text({ header: 'sku,title,price,qty', rows: one }))
      await runFeed(c, feed.feed_id)
      if (!knows)
        await h.services.db
          .updateTable('feed_run')
          .set({ fingerprint_key: null })
          .where('feed_id', '=', feed.feed_id)
          .execute()
      await feed.publish(two)
      const dry = await runFeed(c, feed.feed_id, true)
      const real = await runFeed(c, feed.feed_id)
      const held = (await catalogue(h, feed.feed_id)).map((p) => ({ ...p, gone_tm: p.gone_tm !== null }))
      feeds.push({ dry: cameTo(dry), real: cameTo(real), state: real.state, held })
    }
    const [known, whole] = feeds as [(typeof feeds)[number], (typeof feeds)[number]]
    const label = JSON.stringify(list)
    expect(known.state, label).toBe(whole.state)
    expect(known.real, label).toEqual(whole.real)
    expect(known.held, label).toEqual(whole.held)
    // a file that is the last one, byte for byte, isn't read at all
    if (list.length > 0 && known.real.decision) expect(known.dry, label).toEqual(known.real)
    if (known.state === 'applied') applied++
  }
  expect(applied).toBeGreaterThan(isNightly ? 3 : 1)
}, 120_000)
