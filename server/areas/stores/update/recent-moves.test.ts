import { beforeAll, expect, test } from 'vitest'
import { fileShop, markup, rowsOf, skus } from '#server/test/stores/file-shops.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})

/** A store that has been told all of its products. */
async function shop(n: number) {
  const s = await fileShop(h, c, n)
  await s.prices([markup('10')])
  await s.update()
  s.files()
  return {
    ...s,
    soldOut: async (from: number, to: number) => {
      await s.change(sql`quantity = 0`, skus(from, to))
      return s.update()
    },
    decide: async (what: 'approve' | 'discard') => {
      const { store_update_id } = await s.newest()
      await c.post(`${s.path}/${store_update_id}/${what}`, { reason: 'I looked' })
      return (await s.ended(store_update_id)).update
    },
    later: (hours: number) =>
      sql`
        update store_move
        set moved_tm = moved_tm - make_interval(hours => ${hours})
        where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db),
  }
}
const since = '/, including changes sent since [0-2][0-9]:[0-5][0-9] UTC \\(limit 20%\\)/'
const text = (n: number, of: number) =>
  expect.stringMatching(new RegExp(`^${n} of ${of} products in stock would sell out${since.slice(1, -1)}$`))

test('ten updates of 5 % each can’t empty a store without approval: the one that exceeds its share is held', async () => {
  const s = await shop(100)
  const told = []
  for (let i = 0; i < 10; i++) told.push(await s.soldOut(i * 5 + 1, i * 5 + 5))
  expect(told.slice(0, 4).map((one) => one.sent)).toEqual([5, 5, 5, 5])
  expect(told.slice(4).map((one) => one.sent)).toEqual([0, 0, 0, 0, 0, 0])
  expect(told[4]!.held).toEqual(text(25, 100))
  expect(told[9]!.held).toMatch(/^30 of 80 products in stock would sell out \(limit 20%\)$/)
  expect(rowsOf(s.files())).toHaveLength(20)
})

test('an approval starts a new count', async () => {
  const s = await shop(100)
  await s.soldOut(1, 20)
  expect(await s.soldOut(21, 25)).toMatchObject({ held: text(25, 100) })
  expect(await s.decide('approve')).toMatchObject({ state: 'sent', sent: 5 })
  // 15 of the 75 that are left are 20 %
  expect(await s.soldOut(26, 40)).toMatchObject({ sent: 15 })
  expect(await s.soldOut(41, 41)).toMatchObject({ held: text(16, 75) })
  expect(await s.decide('discard')).toMatchObject({ state: 'discarded' })
  expect(await s.soldOut(42, 42)).toMatchObject({ held: text(17, 75) })
})

test('changes sent over 24 hours ago, or since restored, don’t count', async () => {
  const s = await shop(100)
  await s.soldOut(1, 20)
  await s.later(25)
  expect(await s.soldOut(21, 36)).toMatchObject({ sent: 16 })
  await s.change(sql`quantity = 7`, skus(21, 30))
  expect(await s.update()).toMatchObject({ sent: 10 })
  expect(await s.soldOut(37, 40)).toMatchObject({ sent: 4 })
  expect(await s.soldOut(41, 50)).toMatchObject({ held: text(20, 80) })
  // one that takes nothing down isn’t held for what others did
  await s.change(sql`quantity = 5`, skus(41, 50))
  await s.change(sql`quantity = 9`, skus(51, 60))
  expect(await s.update()).toMatchObject({ sent: 10 })
})

test('prices that move far in small steps are held at the step that exceeds the bound', async () => {
  const s = await shop(20)
  for (const value of ['12', '14', '16']) {
    await s.prices([markup(value)])
    expect(await s.update()).toMatchObject({ sent: 20 })
  }
  await s.prices([markup('17')])
  expect(await s.update()).toMatchObject({
    held: expect.stringMatching(
      /^20 of 20 prices would change by more than 30%, including changes sent since \d\d:\d\d UTC \(limit 20%\)$/,
    ),
  })
  expect(await s.decide('approve')).toMatchObject({ state: 'sent', sent: 20 })
  await s.prices([markup('24')])
  expect(await s.update()).toMatchObject({ sent: 20 })
  // back to what it was is no move
  await s.prices([markup('17')])
  expect(await s.update()).toMatchObject({ sent: 20 })
})

test('a price is compared with its value 24 hours ago', async () => {
  const s = await shop(20)
  await s.prices([markup('15')])
  await s.update()
  await s.later(20)
  await s.prices([markup('16')])
  await s.update()
  await s.later(5)
  // 25 and not 20 stood there then
  await s.prices([markup('20')])
  expect(await s.update()).toMatchObject({ sent: 20 })
  await s.prices([markup('23')])
  expect(await s.update()).toMatchObject({ held: expect.stringContaining('20 of 20 prices') })
})

test('the price rules preview asks for approval when the update will, and the bounds show what already counts', async () => {
  const s = await shop(20)
  const path = `/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/bounds`
  expect((await c.get(path)).body.sent).toBeNull()
  await s.prices([markup('14')])
  await s.soldOut(1, 3)
  await s.change(sql`quantity = 5`, skus(3, 3))
  await s.update()
  expect((await c.get(path)).body.sent).toMatchObject({ sunk: 2, price_beyond: 0 })
  const rules = { currency_id: 1, rates: [], rules: [markup('17')] }
  const { body } = await c.post(`/api/vendor/${s.vendor_id}/price-rules/effects`, rules)
  await s.prices([markup('17')])
  await s.update()
  const { reasons } = await s.newest()
  expect(reasons).toEqual([
    expect.stringContaining('20 of 20 prices would change by more than 30%, including'),
  ])
  expect(body.stores[0].asks).toEqual(reasons)
})

test('changes sent back by a person count as approved', async () => {
  const s = await shop(100)
  await s.soldOut(1, 20)
  const { store_update_id } = await s.newest()
  const { body } = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'A broken feed' })
  expect((await s.ended(body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 20 })
  expect(await s.soldOut(21, 40)).toMatchObject({ sent: 20 })
})
