import { beforeAll, expect, test } from 'vitest'
import { fileShop, markup } from '../../test/file-shops.ts'
import { harness, staff, type Client } from '../../test/harness.ts'
import { sql } from '../../platform/db.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})
const shop = (n: number, settings?: object) => fileShop(h, c, n, settings)

test('what a store had before an update is sent to it again, once', async () => {
  const s = await shop(3)
  await s.prices([markup('2.50')])
  await s.update()
  await s.change(sql`quantity = 9, wholesale_price = 11, content_hash = content_hash + 100`, [
    'SKU-1',
    'SKU-2',
  ])
  await s.update()
  s.files()
  const { store_update_id, ...newest } = await s.newest()
  expect(newest).toMatchObject({ can_go_back: true, resends: false })
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({
    state: 'sent',
    sent: 2,
    kind: 'back',
  })
  expect(await s.shown()).toEqual([
    { sku: 'SKU-1', quantity: 5, price: '12.50', active: true },
    { sku: 'SKU-2', quantity: 5, price: '12.50', active: true },
    { sku: 'SKU-3', quantity: 5, price: '12.50', active: true },
  ])
  expect(s.files()).toEqual(['sku,price,list_price,quantity,active\nSKU-1,12.50,,5,1\nSKU-2,12.50,,5,1\n'])
  // it stays so until the catalogue changes again
  expect(await s.update()).toMatchObject({ sent: 0 })
  expect((await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Again' })).status).toBe(409)
})

test('a list price, and that a product was inactive, are sent back as they were', async () => {
  const s = await shop(3, { include_msrp: true })
  await s.prices([markup('2.50')])
  await s.change(sql`msrp = null`, ['SKU-2'])
  await s.update()
  await s.change(sql`gone_tm = now()`, ['SKU-3'])
  await s.update()
  await s.change(sql`msrp = 25, content_hash = content_hash + 100`, ['SKU-1', 'SKU-2'])
  await s.change(sql`gone_tm = null`, ['SKU-3'])
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 3 })
  expect(s.files()).toEqual(['sku,price,list_price\nSKU-1,12.50,30.00\nSKU-2,12.50,\n'])
  expect((await s.shown())[2]).toMatchObject({ sku: 'SKU-3', quantity: 0, active: false })
})

test('what is sold out again by a take-back is told first', async () => {
  const s = await shop(3)
  await s.update()
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-3'])
  await s.update()
  await s.change(sql`quantity = 5`, ['SKU-1'])
  await s.change(sql`quantity = 9`, ['SKU-2'])
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  const { update } = await s.ended(back.body.store_update_id)
  expect(update).toMatchObject({ sent: 2, files: 2 })
  const heads = s.files().map((text) => text.split('\n')[1])
  expect(new Set(heads)).toEqual(new Set(['SKU-1,0,1', 'SKU-2,5,1']))
})

test('what an update brought new is sold no more once that is taken back', async () => {
  const s = await shop(2)
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong supplier' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 2 })
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-1,0,0\nSKU-2,0,0\n'])
})

test('what an update deleted is told nothing where that is taken back: it isn’t there any more', async () => {
  const s = await shop(2, { delete_market_products: true })
  await s.update()
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.change(sql`quantity = 9`, ['SKU-2'])
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 1 })
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-2,5,1\n'])
  expect((await s.shown()).map((one) => one.sku)).toEqual(['SKU-2'])
})
