import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { catalogue, csv, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, messagesOf, rows, type Row } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a wrong file is held and says what is wrong', () => {
  const all = rows(200)
  test.each<[string, (r: Row, i: number) => Row, string]>([
    [
      'SKUs with a prefix',
      (r) => ({ ...r, sku: `US${r.sku}` }),
      '200 of 200 SKUs are unknown: they match the old SKUs with “US” before them.',
    ],
    [
      'SKUs without their prefix',
      (r) => ({ ...r, sku: r.sku.replace('AB-', '') }),
      '200 of 200 SKUs are unknown: they match the old SKUs without “AB-” before them.',
    ],
    [
      'SKU and product id in each other’s place',
      (r) => ({ ...r, sku: r.upc, upc: r.sku }),
      '200 of 200 SKUs are unknown: they match the old products’ supplier product IDs: columns swapped?',
    ],
    [
      'an eighth of the prices in cents',
      (r, i) => (i % 8 === 3 ? { ...r, price: String(Number(r.price) * 100) } : r),
      '25 wholesale prices are exactly 100 times the previous value: in cents?',
    ],
    [
      'an eighth of the list prices in cents',
      (r, i) => (i % 8 === 3 ? { ...r, msrp: String(Number(r.msrp) * 100) } : r),
      '25 MSRPs are exactly 100 times the previous value: in cents?',
    ],
    [
      'cost and list price exchanged',
      (r) => ({ ...r, price: r.msrp, msrp: r.price }),
      '200 products cost more than their list price: columns swapped?',
    ],
    [
      'one brand without stock',
      (r) => (r.brand === 'Acme' ? { ...r, qty: '0' } : r),
      'All 20 Acme products are now out of stock.',
    ],
    [
      'titles on other products',
      (r, i) => (i < 40 ? { ...r, title: `Thing number ${39 - i}` } : r),
      '40 titles appear on different products than before.',
    ],
    [
      'one price for an eighth',
      (r, i) => (i % 8 === 1 ? { ...r, price: '9.99' } : r),
      '25 of 200 products have the same wholesale price, “9.99”.',
    ],
    ['titles gone', (r, i) => (i % 20 === 1 ? { ...r, title: '' } : r), '10 titles are now blank.'],
  ])('%s', async (_, change, sentence) => {
    const feed = await loadFeed(h, c, all)
    const run = await feed.next(file(all.map(change)))
    expect(run.state).toBe('held')
    expect(run.decision!.sentence).toContain(sentence)
    expect(run.reason).toBe(run.decision!.sentence)
  })

  test('a file cut off, even if few products are missing', async () => {
    const feed = await loadFeed(h, c, all)
    const run = await feed.next(file(all.slice(0, 195)).trimEnd())
    expect(run).toMatchObject({ state: 'held', deleted: 5 })
    expect(run.decision!.sentence).toContain('was it cut off?')
  })

  test('most of a brand’s remaining products missing, even if little of the catalog', async () => {
    const acme = all.filter((r) => r.brand === 'Acme').map((r) => r.sku)
    const without = (n: number) => file(all.filter((r) => !acme.slice(0, n).includes(r.sku)))
    const feed = await loadFeed(h, c, all)
    expect(await feed.next(without(20))).toMatchObject({ state: 'applied', deleted: 20 })
    const run = await feed.next(without(36))
    expect(run).toMatchObject({ state: 'held', reason: '16 of 20 Acme products are missing.' })
  })

  test('lines swallowed by a stray quote', async () => {
    const feed = await loadFeed(h, c, all)
    const lines = file(all).split('\n')
    lines[50] = lines[50]!.replace('Thing', '"Thing')
    lines[60] = lines[60]!.replace('Thing number', 'Thing" number')
    const run = await feed.next(lines.join('\n'))
    expect(run.state).toBe('held')
    expect(run.decision!.sentence).toContain('One cell spans')
  })

  test('a web page isn’t read at all', async () => {
    const feed = await loadFeed(h, c, all)
    const run = await feed.next('<!DOCTYPE html><html><head><title>Sign in</title></head></html>')
    expect(run).toMatchObject({
      state: 'rejected',
      reason: 'The file is a web page, “Sign in”, not a feed',
    })
  })

  test('a first file with hardly a readable row', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv(Array.from({ length: 63 }, (_, i) => [`S${i}`, 'x', i ? 'n/a' : '5', '1'] as const)),
    )
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ state: 'held', rows_rejected: 62 })
    expect(run.reason).toBe('62 of 63 rows were rejected: unreadable price.')
    expect(await catalogue(h, feed.feed_id)).toEqual([])
  })
})

describe('a right file is applied', () => {
  const all = rows(200)
  test.each<[string, (list: Row[]) => Row[], string]>([
    ['every price 3 % up', (l) => l.map((r) => ({ ...r, price: (Number(r.price) * 1.03).toFixed(2) })), ''],
    [
      'every price 10 % up, with a warning',
      (l) => l.map((r) => ({ ...r, price: (Number(r.price) * 1.1).toFixed(2) })),
      'Prices are 10% higher overall.',
    ],
    [
      'a tenth sold out',
      (l) => l.map((r, i) => (i % 10 === 1 ? { ...r, qty: '0' } : r)),
      '20 of 180 products in stock are now out of stock.',
    ],
    ['all restocked', (l) => l.map((r) => (r.qty === '0' ? { ...r, qty: '30' } : r)), ''],
    [
      'a new range',
      (l) => [
        ...l,
        ...rows(240)
          .slice(200)
          .map((r) => ({ ...r, title: `New ${r.title}` })),
      ],
      '40 of the file’s 240 products are new.',
    ],
    [
      'titles reworded',
      (l) => l.map((r) => ({ ...r, title: `${r.title} boxed` })),
      '200 of 200 titles are reworded.',
    ],
  ])('%s', async (_, change, sentence) => {
    const feed = await loadFeed(h, c, all)
    const run = await feed.next(file(change(all)))
    expect(run).toMatchObject({ state: 'applied', decision: { sentence }, reason: sentence || null })
    const { rows: told } = await messagesOf(h, feed.dropshipper_id)
    expect(told).toEqual(
      sentence ? [`${run.supplier}: run ${run.feed_run_id} applied with a warning. ${sentence}`] : [],
    )
  })
  test('and staff are notified of a warning once, not by each run that repeats it', async () => {
    const feed = await loadFeed(h, c, all)
    for (const word of ['boxed', 'bagged', 'loose'])
      expect(await feed.next(file(all.map((r) => ({ ...r, title: `${r.title} ${word}` }))))).toMatchObject({
        state: 'applied',
        reason: '200 of 200 titles are reworded.',
      })
    expect((await messagesOf(h, feed.dropshipper_id)).rows).toHaveLength(1)
  })

  test('and products that disappear and return are counted again', async () => {
    const feed = await loadFeed(h, c, all)
    expect((await feed.next(file(all.slice(20)))).stats).toMatchObject({ products: 180 })
    expect((await feed.next(file(all))).stats).toMatchObject({ products: 200 })
  })
})

describe('the sample rows of a measure', () => {
  test('show products with their old and new values, worst first', async () => {
    const all = rows(100)
    const feed = await loadFeed(h, c, all)
    const run = await feed.next(
      file(all.map((r, i) => (i < 5 ? { ...r, price: String(Number(r.price) * (i + 10)) } : r))),
    )
    const five = run.decision!.measures.find((m) => m.name === 'price_five')!
    expect(five).toMatchObject({ count: 5, of: 100, verdict: 'hold', field: 'wholesale_price' })
    expect(five.rows.map((r) => r.sku)).toEqual(['AB-0004', 'AB-0003', 'AB-0002', 'AB-0001', 'AB-0000'])
    expect(five.rows[0]).toEqual({ sku: 'AB-0004', title: 'Thing number 4', from: '5.2500', to: '73.5000' })
  })
})

/** All that the feed's runs did lies a day further back. */
const aDayLater = (feedId: number) =>
  sql`
    update feed_run
    set applied_tm = applied_tm - interval '1 day'
    where feed_id = ${feedId}`.execute(h.services.db)

describe('over several days', () => {
  test('a loss of a tenth a day is held before a third is missing', async () => {
    const all = rows(300)
    const feed = await loadFeed(h, c, all)
    let left = all
    for (let day = 1; day <= 6; day++) {
      await aDayLater(feed.feed_id)
      left = left.slice(Math.round(left.length * 0.1))
      const run = await feed.next(file(left))
      if (run.state === 'held') {
        expect(run.decision!.sentence).toContain('missing within a week')
        expect(left.length).toBeGreaterThan(200)
        return
      }
    }
    throw new Error('A tenth of the products a day was applied for six days')
  })
})

test('quantities that changed daily and then stop changing cause a warning on the third day', async () => {
  const all = rows(60)
  const feed = await loadFeed(h, c, all)
  for (let day = 0; day < 2; day++)
    await feed.next(file(all.map((r, i) => (i === 3 ? { ...r, qty: String(50 + day) } : r))))
  const [{ stats }] = (await h.services.db
    .selectFrom('feed_run')
    .select('stats')
    .where('feed_id', '=', feed.feed_id)
    .orderBy('feed_run_id', 'desc')
    .limit(1)
    .execute()) as [{ stats: object }]
  // as if fourteen such days lay behind it
  await sql`
    insert into feed_run (feed_id, dropshipper_id, state, stats)
    select ${feed.feed_id}::int, ${feed.dropshipper_id}::int, 'applied', ${JSON.stringify(stats)}::jsonb
    from generate_series(1, 14)`.execute(h.services.db)
  const day = (n: number) =>
    feed.next(file(all.map((r, i) => (i === 3 ? { ...r, qty: '51', title: `Day ${n}` } : r))))
  const stuck = (run: Awaited<ReturnType<typeof day>>) =>
    run.decision!.measures.filter((m) => m.name === 'stuck').map((m) => [m.verdict, m.sentence])
  expect([stuck(await day(1)), stuck(await day(2))]).toEqual([[], []])
  const third = await day(3)
  expect(third.state).toBe('applied')
  expect(stuck(third)).toEqual([['warn', 'No quantity has changed for 3 runs.']])
})
