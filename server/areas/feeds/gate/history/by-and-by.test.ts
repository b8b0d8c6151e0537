import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, rollBack, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows, type Row } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

/** All that the feed's runs did lies a day further back. */
const aDayLater = (feedId: number) =>
  sql`
    update feed_run
    set applied_tm = applied_tm - interval '1 day', insert_tm = insert_tm - interval '1 day'
    where feed_id = ${feedId}`.execute(h.services.db)

/** Each day some more of it goes wrong; the day that is held, and what it says. */
async function until(days: number, change: (list: readonly Row[], day: number) => string) {
  const all = rows(300)
  const feed = await loadFeed(h, c, all)
  for (let day = 1; day <= days; day++) {
    await aDayLater(feed.feed_id)
    const run = await feed.next(change(all, day))
    if (run.state === 'held') return { day, reason: run.reason }
    expect(run.state).toBe('applied')
  }
  return { day: undefined, reason: null }
}
const some = (share: number, change: (r: Row) => Row) => (list: readonly Row[], day: number) =>
  file(
    list.map((r, i) => {
      const moved = { ...r, qty: String(Number(r.qty) + (i % 7 === day % 7 ? 1 : 0)) }
      return (i * 37) % 300 < 300 * share * day ? change(moved) : moved
    }),
  )

describe('a small daily change is held within the week', () => {
  test('if rows can’t be read', async () => {
    const { day, reason } = await until(
      6,
      some(0.04, (r) => ({ ...r, price: 'ask' })),
    )
    expect(reason).toBe('36 of 300 rows were rejected: unreadable price, increasing within a week.')
    expect(day).toBe(3)
  })
  test('if brands are left out', async () => {
    const { day, reason } = await until(
      6,
      some(0.1, (r) => ({ ...r, brand: '' })),
    )
    expect(reason).toBe('Manufacturer: 90 of 300 are now blank within a week.')
    expect(day).toBe(3)
  })
  test('if prices are left out', async () => {
    const { day, reason } = await until(
      8,
      some(0.013, (r) => ({ ...r, price: '' })),
    )
    expect(reason).toBe('16 prices are missing or zero within a week.')
    expect(day).toBe(4)
  })
  test('if costs above list prices add up', async () => {
    const { day, reason } = await until(
      8,
      some(0.01, (r) => ({ ...r, msrp: (Number(r.price) * 0.9).toFixed(2) })),
    )
    expect(reason).toMatch(/^Within a week: 12 products cost more than their list price: columns swapped\?/)
    expect(day).toBe(4)
  })
  test('with products changed twice counted once', async () => {
    const { reason } = await until(2, (list, day) =>
      file(list.map((r, i) => (day === 2 || i % 3 === 0 ? { ...r, qty: day === 2 ? '5' : '6' } : r))),
    )
    expect(reason).toContain('300 of 300 products have the same quantity, “5”.')
  })
  test('unless it has been that way for longer', async () => {
    const as = (list: readonly Row[], day: number) =>
      file(
        list.map((r, i) =>
          i < 9 ? { ...r, brand: '' } : { ...r, qty: String(Number(r.qty) + (i === 20 + day ? 1 : 0)) },
        ),
      )
    expect(await until(4, as)).toEqual({ day: undefined, reason: null })
  })
})

describe('a file seen before', () => {
  const all = rows(100)
  const sold = (day: number) =>
    file(all.map((r, i) => (i % 4 === day % 4 ? { ...r, qty: String(Number(r.qty) + day) } : r)))

  test('is held if it comes again after a newer one', async () => {
    const feed = await loadFeed(h, c, all)
    const first = await feed.next(sold(1))
    await feed.next(sold(2))
    const run = await feed.next(sold(1))
    expect(run).toMatchObject({ state: 'held' })
    expect(run.reason).toMatch(
      new RegExp(
        `^The file is identical to the one from run ${first.feed_run_id}, applied on \\d+/\\d+/\\d+\\.$`,
      ),
    )
  })
  test('is applied if the one after it was doubtful, because it is the fix', async () => {
    const feed = await loadFeed(h, c, all)
    await feed.next(sold(1))
    const warned = file(all.map((r, i) => (i < 10 || i % 4 === 1 ? { ...r, qty: i < 20 ? '0' : r.qty } : r)))
    expect((await feed.next(warned)).decision!.measures.some((m) => m.verdict === 'warn')).toBe(true)
    expect(await feed.next(sold(1))).toMatchObject({ state: 'applied' })
  })
  test('is applied if a few products alternate between two states', async () => {
    const feed = await loadFeed(h, c, all)
    const swung = file(all.map((r, i) => (i < 10 ? { ...r, qty: '0' } : r)))
    for (const text of [swung, file(all), swung, file(all)])
      expect(await feed.next(text)).toMatchObject({ state: 'applied' })
  })
  test('isn’t an earlier file if it is the current one read with other settings', async () => {
    const feed = await loadFeed(h, c, all)
    await feed.next(sold(1))
    const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
    const exchanged = body.mapping.map((m: { field: string; from: string }) =>
      m.field === 'manufacturer' ? { ...m, from: 'upc' } : m,
    )
    await c.put(`/api/feeds/${feed.feed_id}`, { ...body, mapping: exchanged })
    const run = await feed.next(sold(1))
    expect(run.reason).toContain('100 products changed brand')
    expect(run.reason).not.toContain('identical')
  })
  test('is read again if it was discarded and the settings have changed since', async () => {
    const feed = await loadFeed(h, c, all)
    const wrong = file(all.map((r) => ({ ...r, price: r.msrp, msrp: r.price })))
    const held = await feed.next(wrong)
    expect(held).toMatchObject({ state: 'held' })
    await c.post(`/api/feed-runs/${held.feed_run_id}/discard`, { reason: 'Columns exchanged' })
    expect((await feed.next(wrong)).reason).toContain(`the one from run ${held.feed_run_id}, discarded on`)
    const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
    const right = body.mapping.map((m: { field: string; from: string }) =>
      m.field === 'wholesale_price'
        ? { ...m, from: 'msrp' }
        : m.field === 'msrp'
          ? { ...m, from: 'price' }
          : m,
    )
    await c.put(`/api/feeds/${feed.feed_id}`, { ...body, mapping: right })
    expect(await feed.next(wrong)).toMatchObject({ state: 'applied', updated: 0, reason: null })
  })
  test('is held if a person rolled it back, however little it changes', async () => {
    const feed = await loadFeed(h, c, all)
    const text = file(all.map((r, i) => (i < 3 ? { ...r, title: 'Wrong' } : r)))
    const run = await feed.next(text)
    expect(run).toMatchObject({ state: 'applied' })
    await rollBack(c, run.feed_run_id, 'wrong titles')
    expect(await feed.next(text)).toMatchObject({
      state: 'held',
      reason: expect.stringContaining(`the one from run ${run.feed_run_id}, rolled back on`) as string,
    })
  })
})
