import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('a small catalog whose quantities change hourly is checked in full', async () => {
  const all = rows(300)
  const feed = await loadFeed(h, c, all)
  await feed.next(file(all.map((r, n) => ({ ...r, qty: String(5 + (n % 5)) }))))
  // as 720 hourly runs of it count
  await sql`update feed_run set updated = 216000 where feed_id = ${feed.feed_id} and updated > 0`.execute(
    h.services.db,
  )
  const seen = []
  for (let i = 1; i < 6; i++) {
    const run = await feed.next(
      file(
        all.map((r, n) =>
          n === i
            ? { ...r, qty: String(5 + (n % 5)), price: String(Number(r.price) * 6) }
            : { ...r, qty: String(5 + (n % 5)) },
        ),
      ),
      true,
    )
    seen.push([
      run.decision!.verdict,
      run.decision!.measures.filter((m) => m.name === 'price_five').map((m) => [m.window, m.count]),
    ])
  }
  expect(seen).toEqual(Array(5).fill(['apply', [['last', 1]]]))
})

test('a product added during the window doesn’t count as missing, whether or not it changed since', async () => {
  const all = rows(200)
  const feed = await loadFeed(h, c, all.slice(0, 150))
  const id = feed.feed_id
  const day = () =>
    sql`update feed_run set applied_tm = applied_tm - interval '1 day' where feed_id = ${id}`.execute(
      h.services.db,
    )
  await day()
  await feed.next(file(all))
  await day()
  await feed.next(file(all.map((r, i) => (i >= 150 ? { ...r, qty: '99' } : r))))
  await day()
  const a = await feed.next(file(all.slice(0, 175)))
  expect(a.state).toBe('applied')
  await day()
  const run = await feed.next(file(all.slice(0, 151)))
  expect(
    run.decision!.measures.filter((m) => m.name === 'lost').map((m) => [m.window, m.count, m.of, m.verdict]),
  ).toEqual([['last', 24, 175, 'warn']])
})

test('prices that rose by half list their rows', async () => {
  const all = rows(200).map((r, i) => ({ ...r, price: i < 50 ? '10.00' : String(20 + i), msrp: '900.00' }))
  const feed = await loadFeed(h, c, all)
  const run = await feed.next(file(all.map((r, i) => (i < 20 ? { ...r, price: '15.00' } : r))))
  expect(
    run.decision!.measures.filter((m) => m.name === 'price_half').map((m) => [m.count, m.rows.length]),
  ).toEqual([[20, 10]])
})

test('a price band lists its rows', async () => {
  const all = rows(200).map((r, i) => ({
    ...r,
    price: i < 25 ? '500.00' : '20.00',
    msrp: '900.00',
    brand: `B${i % 50}`,
  }))
  const feed = await loadFeed(h, c, all)
  const run = await feed.next(file(all.slice(20)))
  const band = run.decision!.measures.find((m) => m.part === '100 to 1,000')
  expect([band?.verdict, band?.count, band?.rows.length]).toEqual(['hold', 20, 10])
})

test('a brand’s share is measured against its remaining products, and for prices only those with a price', async () => {
  const all = rows(200).map((r, i) => ({
    ...r,
    price: i < 35 ? `${20 + i}.25` : r.price,
    msrp: '900.00',
    brand: i < 35 ? 'Acme' : `B${i % 50}`,
    qty: i < 35 && i % 3 === 0 ? '0' : r.qty === '0' ? '9' : r.qty,
  }))
  const feed = await loadFeed(h, c, all)
  expect(await feed.next(file(all.slice(5)))).toMatchObject({ state: 'applied', deleted: 5 })
  const run = await feed.next(
    file(
      all.slice(5).map((r) => (r.brand === 'Acme' ? { ...r, price: `${Number(r.price) * 2}`, qty: '0' } : r)),
    ),
  )
  const acme = run.decision!.measures.filter((m) => m.part === 'Acme' && m.window === 'last')
  expect(Object.fromEntries(acme.map((m) => [m.name, [m.count, m.of]]))).toEqual({
    part_left_stock: [20, 20],
    part_price: [30, 30],
  })
})

test('powers of ten list only the rows that match', async () => {
  const all = rows(200).map((r, i) => ({ ...r, price: i < 50 ? '2.00' : String(20 + i), msrp: '9000.00' }))
  const feed = await loadFeed(h, c, all)
  const run = await feed.next(
    file(all.map((r, i) => (i < 10 ? { ...r, price: '700.00' } : i < 15 ? { ...r, price: '200.00' } : r))),
  )
  const m = run.decision!.measures.find((m) => m.name === 'powers_of_ten')!
  expect(m.rows.map((r) => r.to)).toEqual(Array(5).fill('200.0000'))
})

test('among very many products, a small brand that sold out is found and a large one with the same loss isn’t', async () => {
  const all = rows(20_500).map((r, i) => ({
    ...r,
    brand: i < 60 ? 'Small' : i < 10_000 ? 'Large' : r.brand,
    qty: '5',
  }))
  const feed = await loadFeed(h, c, all)
  const struck = (i: number) => i < 45 || (i >= 60 && i < 105)
  const run = await feed.next(file(all.map((r, i) => (struck(i) ? { ...r, qty: '0' } : r))))
  const parts = run.decision!.measures.filter((m) => m.name === 'part_left_stock')
  expect(parts.map((m) => [m.part, m.count, m.of, m.verdict])).toEqual([['Small', 45, 60, 'hold']])
  expect(run.state).toBe('held')
})
