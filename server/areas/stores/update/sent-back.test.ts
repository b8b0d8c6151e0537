import { beforeAll, expect, test } from 'vitest'
import type { SentUpdate } from '#contract/stores/sent-updates.ts'
import { fileShop, markup } from '#server/test/stores/file-shops.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { walmartTests } from '#server/test/stores/walmart-accounts.ts'
import { wooTests } from '#server/test/stores/woo-shops.ts'
import { sql } from '#server/platform/database/db.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})
const woo = wooTests(h)
const account = walmartTests(h)
const shop = (n: number, settings?: object) => fileShop(h, c, n, { ...(settings && { settings }) })

test('sending an update back sends the store its earlier values, once', async () => {
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

test('an update already being sent back can’t be sent back a second time', async () => {
  const s = await shop(3)
  await s.update()
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const sendBack = async () =>
    (await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })).body.store_update_id
  // its job waits for the store, so that the first stays under way
  const [first, second] = await h.services.db.transaction().execute(async (tx) => {
    await sql`
      select from vendor_store where vendor_store_id = ${s.vendor_store_id} for no key update`.execute(tx)
    return [await sendBack(), await sendBack()]
  })
  expect(second).toBe(first)
  expect((await s.ended(first)).update).toMatchObject({ kind: 'back', state: 'sent', sent: 1 })
  const { body } = await c.get(s.path)
  expect((body as SentUpdate[]).filter(({ kind }) => kind === 'back')).toHaveLength(1)
  expect(s.files()).toHaveLength(1)
})

test('sending an update back restores list prices and inactive products', async () => {
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

test('sending an update back sends sold-out products first', async () => {
  const s = await woo.store(3)
  await s.update()
  await s.change(sql`quantity = 0`, ['SKU-3'])
  await s.update()
  // SKU-3 goes back to 0, what it had before; SKU-1 to 5
  await s.change(sql`quantity = 6`, ['SKU-1', 'SKU-3'])
  await s.update()
  const newest = async () => (await woo.c.get(s.path)).body[0]
  const { store_update_id } = await newest()
  woo.market.asked.length = 0
  await woo.c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  await waitUntil(newest, (one) => one.kind === 'back' && one.state === 'sent')
  const told = woo.market.asked.map(({ body }) => /"stock_quantity":(\d)/.exec(body)?.[1])
  expect(told).toEqual(['0', '5'])
})

test('one of several updates can be sent back alone, and only what is sent is counted', async () => {
  const s = await shop(3)
  await s.prices([markup('2.50')])
  await s.update()
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  const first = (await s.newest()).store_update_id
  await s.change(sql`quantity = 8, wholesale_price = 11, content_hash = content_hash + 100`, ['SKU-2'])
  await s.update()
  const second = (await s.newest()).store_update_id
  s.files()
  const back = async (id: number) =>
    s.ended((await c.post(`${s.path}/${id}/send-back`, { reason: 'Wrong feed' })).body.store_update_id)
  expect((await back(first)).update).toMatchObject({ sent: 1, quantity_changed: 1, price_changed: 0 })
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-1,5,1\n'])
  expect((await back(second)).update).toMatchObject({ sent: 1, quantity_changed: 1, price_changed: 1 })
})

test('a supplier sold in two markets is sent back once', async () => {
  const s = await shop(2)
  const { db } = h.services
  await db.insertInto('market').values({ market_id: 98, market_name: 'Other files' }).execute()
  const { vendor_id, dropshipper_id } = s
  await db.insertInto('vendor_market_map').values({ vendor_id, dropshipper_id, market_id: 98 }).execute()
  await s.update()
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 1 })
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-1,5,1\n'])
})

test('a product whose market hasn’t answered yet isn’t sent back, since nobody knows what it shows', async () => {
  const { t: walmart, ended } = account
  const s = await walmart.store(2)
  await s.update()
  await ended(s)
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  await ended(s)
  const updates = async () => (await walmart.c.get(s.path)).body as SentUpdate[]
  const { store_update_id } = (await updates()).find((one) => one.can_go_back)!
  walmart.shop.pace = 99
  await s.change(sql`quantity = 3`, ['SKU-1'])
  await s.update()
  const back = await walmart.c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
  expect(back.status).toBe(200)
  const [done] = await waitUntil(updates, ([one]) => one!.end_tm !== null)
  expect(done).toMatchObject({ kind: 'back', state: 'nothing', sent: 0 })
})

test('sending an update back takes the products it added off sale', async () => {
  const s = await shop(2)
  await s.update()
  s.files()
  const { store_update_id } = await s.newest()
  const back = await c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong supplier' })
  expect((await s.ended(back.body.store_update_id)).update).toMatchObject({ state: 'sent', sent: 2 })
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-1,0,0\nSKU-2,0,0\n'])
})

test('sending an update back skips the products it deleted, since they no longer exist', async () => {
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
