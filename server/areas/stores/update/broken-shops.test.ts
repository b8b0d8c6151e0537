import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { wooTurns } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const { t, begin, skus, stock, turn } = wooTurns(h)

test('a product that always makes its market fail doesn’t hold up the others', async () => {
  const s = await t.store(5)
  await s.update()
  await s.change(sql`quantity = 3`, skus(5))
  t.market.mischief.push({ pattern: /POST .*"id":102/, times: 99, answer: { status: 500, body: {} } })
  expect((await s.update()).result).toMatchObject({ sent: 4, refused: 1 })
  expect(stock(...skus(5))).toEqual([3, 5, 3, 3, 3])
})

test('a product that always makes its market fail is sent three times, then only when it changes', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`quantity = 3`, skus(2))
  t.market.mischief.push({ pattern: /POST .*"id":102/, times: 99, answer: { status: 500, body: {} } })
  const results = []
  for (let i = 0; i < 4; i++) results.push((await s.update()).result)
  expect(results.map((one) => [one.sent, one.refused])).toEqual([
    [1, 1],
    [0, 1],
    [0, 1],
    [0, 0],
  ])
  t.market.mischief.length = 0
  await s.change(sql`quantity = 4`, ['SKU-2'])
  expect((await s.update()).result).toMatchObject({ sent: 1 })
  expect(stock('SKU-2')).toEqual([4])
})

test('a delisted vendor’s product that the market won’t take down is tried three times', async () => {
  const s = await t.store(2)
  await s.update()
  const refuses = { id: 101, error: { code: 'invalid', message: 'It is in a bundle' } }
  // what it refused before counts with other updates
  for (const quantity of [6, 7]) {
    await s.change(sql`quantity = ${quantity}::int`, ['SKU-1'])
    t.market.mischief.push({ pattern: /POST/, answer: { body: { create: [], update: [refuses] } } })
    expect((await s.update()).result).toMatchObject({ refused: 1 })
  }
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_status_id: 3 })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  const update = [refuses, { id: 102 }]
  t.market.mischief.push({ pattern: /POST/, times: 99, answer: { body: { create: [], update } } })
  const results = []
  for (let i = 0; i < 4; i++) results.push((await s.update()).result)
  expect(results.map((one) => [one.sent, one.refused])).toEqual([
    [1, 1],
    [0, 1],
    [0, 1],
    [0, 0],
  ])
})

test('an update stops early if the market fails on every product', async () => {
  const s = await t.store(40)
  await s.update()
  await s.change(sql`quantity = 3`, skus(40))
  t.market.asked.length = 0
  t.market.mischief.push({ pattern: /POST/, times: 999, answer: { status: 500, body: {} } })
  await begin(s, 'changed')
  await waitUntil(
    async () => (await s.calls()).length,
    (n) => n > 4,
  )
  await t.c.post(`/api/vendor/${s.vendor_id}/store-updates`, {
    vendor_store_id: s.vendor_store_id,
    kind: 'dry',
  })
  await waitUntil(
    async () => (await s.shown()).get('SKU-1')?.refused_why,
    (why) => why === 'outage',
  )
  expect(t.market.asked.filter((one) => one.method === 'POST').length).toBeLessThan(40)
  // the update's attempt ends with the fourth of them
  await waitUntil(
    async () => {
      const { rows } = await sql`
        select
        from job_attempt
        join job using (job_id)
        where param_value = ${String(s.vendor_store_id)} and end_tm is not null`.execute(h.services.db)
      return rows.length
    },
    (n) => n > 1,
  )
  const givenUp = [...(await s.shown()).values()].filter((one) => one.refused_why === 'outage')
  expect(givenUp.length).toBeLessThan(10)
})

test('a shop that won’t show its products is sent the same update again', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  t.market.mischief.push(
    { pattern: /POST/, losesAnswer: true },
    { pattern: /GET/, times: 99, answer: { status: 414, body: {} } },
  )
  expect((await s.update()).result).toMatchObject({ sent: 2 })
  expect(stock(...skus(2))).toEqual([8, 8])
})

test('a shop that asks for a pause while its products are checked is sent nothing until the check succeeds', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  t.market.asked.length = 0
  const pause = { status: 429, headers: { 'retry-after': '600' }, body: {} }
  t.market.mischief.push({ pattern: /POST/, losesAnswer: true }, { pattern: /GET/, answer: pause })
  expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
  await turn(s)
  expect(t.market.asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: 8 })
})

test('a shop that no longer lets us read its products stops its store', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  t.market.mischief.push(
    { pattern: /POST/, losesAnswer: true },
    { pattern: /GET/, times: 99, answer: { status: 403, body: {} } },
  )
  await s.update()
  expect((await s.store()).stopped_reason).toMatch(/403/)
})

test('an update waits out a rate limit that lasts only seconds', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  t.market.mischief.push({
    pattern: /POST/,
    answer: { status: 429, headers: { 'retry-after': '1' }, body: {} },
  })
  const { result } = await s.update()
  expect(result).toMatchObject({ sent: 2 })
  expect(result).not.toHaveProperty('waits')
})

test('a shop that briefly took smaller calls is sent larger ones once it accepts them', async () => {
  const s = await t.store(40)
  await s.update()
  const before = (await s.calls()).length
  await s.change(sql`quantity = 8`, skus(40))
  t.market.mischief.push({ pattern: /POST/, times: 2, answer: { status: 413, body: {} } })
  expect((await s.update()).result).toMatchObject({ sent: 40 })
  expect((await s.calls()).slice(before).map(({ products }) => products)).toEqual([40, 20, 10, 20, 10])
})
