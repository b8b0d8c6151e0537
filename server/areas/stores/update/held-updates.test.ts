import { beforeAll, expect, test } from 'vitest'
import { fileShop, markup, rowsOf, skus } from '#server/test/stores/file-shops.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})
const shop = (n: number, settings?: object) => fileShop(h, c, n, { ...(settings && { settings }) })

test('an update that would sell out much of a store is held and sends nothing until someone approves it', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect(await s.update()).toMatchObject({
    sent: 0,
    held: expect.stringContaining('12 of 40 products in stock'),
  })
  expect(s.files()).toEqual([])
  const held = await s.newest()
  expect(held).toMatchObject({ state: 'held', waiting: 12, zeroed: 12, shown: 40 })
  const { body } = await c.get(`${s.path}/${held.store_update_id}`)
  expect(body.lines).toHaveLength(12)
  expect(body.lines[0]).toMatchObject({
    sku: 'SKU-1',
    told: 'quantity',
    before: { quantity: 5, active: true },
    after: { quantity: 0, active: true },
  })
  const messages = await noticesLike(h, 'Update for %')
  expect(messages.filter(({ link }) => link?.includes(`/${s.vendor_id}/stores`))).toHaveLength(1)
  const decide = (what: string, reason = 'The supplier said so') =>
    c.post(`${s.path}/${held.store_update_id}/${what}`, { reason })
  expect((await decide('approve', '')).status).toBe(400)
  expect((await decide('approve')).status).toBe(204)
  const sent = await s.ended(held.store_update_id)
  expect(sent.update).toMatchObject({
    state: 'sent',
    sent: 12,
    waiting: 0,
    decided_reason: 'The supplier said so',
  })
  expect(rowsOf(s.files())).toHaveLength(12)
  expect((await decide('approve')).status).toBe(409)
  expect((await decide('discard')).status).toBe(409)
})

test('selling out products that the store shows as inactive doesn’t hold an update', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  await sql`
    update store_product
    set active = false
    where vendor_store_id = ${s.vendor_store_id}
      and product_id in (
        select product_id
        from product
        where feed_id = ${s.feed_id} and sku = any(${skus(1, 12)}::text[]))`.execute(h.services.db)
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect(await s.update()).toMatchObject({ sent: 12 })
  expect(await s.newest()).toMatchObject({ state: 'sent', zeroed: 0 })
})

test('an update’s products are found by the start of their SKU in any case, whatever their result', async () => {
  const s = await shop(40)
  await s.update()
  const first = await s.newest()
  const found = async (id: number, sku: string) =>
    (await c.get(`${s.path}/${id}?sku=${encodeURIComponent(sku)}`)).body.lines.map(
      (line: { sku: string }) => line.sku,
    )
  expect((await found(first.store_update_id, 'sku-1')).toSorted()).toEqual(
    ['SKU-1', ...skus(10, 19)].toSorted(),
  )
  await s.change(sql`quantity = 0`, skus(1, 12))
  await s.update()
  const held = await s.newest()
  expect(held.state).toBe('held')
  expect((await found(held.store_update_id, 'SKU-1')).toSorted()).toEqual(['SKU-1', ...skus(10, 12)])
  expect(await found(held.store_update_id, 'SKU_1')).toEqual([])
  expect(await found(held.store_update_id, '%')).toEqual([])
})

test('a discarded update sends nothing, and the next update counts its changes again', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  await s.change(sql`quantity = 0`, skus(1, 12))
  await s.update()
  const held = await s.newest()
  await c.post(`${s.path}/${held.store_update_id}/discard`, { reason: 'A broken feed' })
  expect((await s.ended(held.store_update_id)).update).toMatchObject({ state: 'discarded', waiting: 0 })
  await s.change(sql`quantity = 5`, skus(1, 10))
  expect(await s.update()).toMatchObject({ sent: 2 })
  expect(rowsOf(s.files())).toEqual(['SKU-11,0,1', 'SKU-12,0,1'])
})

test('the log shows who decided on a held update, and why', async () => {
  const s = await shop(40)
  await s.update()
  const decided = async (what: string) => {
    const { store_update_id } = await s.newest()
    await c.post(`${s.path}/${store_update_id}/${what}`, { reason: `To ${what}` })
    await s.ended(store_update_id)
  }
  await s.change(sql`quantity = 0`, skus(1, 12))
  await s.update()
  await decided('discard')
  await s.update()
  await decided('approve')
  const log = await h.services.db
    .selectFrom('activity')
    .select(['type', 'message', 'reason', 'entity_id'])
    .where('vendor_id', '=', s.vendor_id)
    .where('type', 'in', ['store.approve', 'store.discard'])
    .orderBy('activity_id')
    .execute()
  expect(log).toMatchObject([
    { type: 'store.discard', reason: 'To discard', message: expect.stringContaining('12 of 40 products') },
    { type: 'store.approve', reason: 'To approve', message: expect.stringContaining('12 of 40 products') },
  ])
})

test('a store with a held update is out of date since its catalog changed, until someone decides', async () => {
  const s = await shop(40)
  await s.update()
  await s.change(sql`quantity = 0`, skus(1, 12))
  const since = '2026-01-02T03:04:05.000Z'
  await sql`
    update vendor_store set behind_since = ${since}
    where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
  expect(await s.update()).toMatchObject({ held: expect.any(String) })
  const behind = async () => {
    const { body } = await c.get(`/api/vendor/${s.vendor_id}/stores`)
    return body[0].behind_since as string | null
  }
  expect(Date.parse((await behind())!)).toBe(Date.parse(since))
  const { store_update_id } = await s.newest()
  await c.post(`${s.path}/${store_update_id}/approve`, { reason: 'The supplier said so' })
  await waitUntil(behind, (one) => one === null)
})

test('a later update takes over the changes of a held one', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  await s.change(sql`quantity = 0`, skus(1, 12))
  await s.update()
  const first = await s.newest()
  await s.change(sql`quantity = 0`, skus(13, 13))
  await s.update()
  expect((await s.ended(first.store_update_id)).update).toMatchObject({ state: 'superseded', waiting: 0 })
  expect(await s.newest()).toMatchObject({ state: 'held', waiting: 13 })
  expect((await c.post(`${s.path}/${first.store_update_id}/approve`, { reason: 'Yes' })).status).toBe(409)
})

test('price changes beyond the store’s bound hold an update', async () => {
  const s = await shop(20)
  await s.prices([markup('10')])
  await s.update()
  s.files()
  await s.prices([markup('17')])
  expect(await s.update()).toMatchObject({
    held: '20 of 20 prices would change by more than 30% (limit 20%)',
  })
  await s.prices([markup('15')])
  expect(await s.update()).toMatchObject({ sent: 20 })
})

test('price changes exactly at the bound don’t hold an update', async () => {
  const s = await shop(20)
  const share = (markup_value: string) => ({ markup_type_id: 2, markup_value })
  await s.change(sql`wholesale_price = 12.10`, skus(1, 20))
  await s.prices([share('0')])
  await s.update()
  await s.prices([share('0.3')])
  expect(await s.update()).toMatchObject({ sent: 20 })
  expect((await s.shown())[0]).toMatchObject({ price: '15.73' })
})

test('price drops beyond the store’s bound hold an update, too', async () => {
  const s = await shop(20)
  await s.prices([markup('10')])
  await s.update()
  s.files()
  await s.prices([markup('1')])
  expect(await s.update()).toMatchObject({
    held: '20 of 20 prices would change by more than 30% (limit 20%)',
  })
  expect(s.files()).toEqual([])
})

test('products that are no longer in a store don’t count toward the share that holds an update', async () => {
  const s = await shop(72, { delete_market_products: true })
  await h.services.db
    .updateTable('vendor_store')
    .set({ hold_zero_percent: '100' })
    .where('vendor_store_id', '=', s.vendor_store_id)
    .execute()
  await s.prices([markup('10')])
  await s.update()
  await s.change(sql`gone_tm = now()`, skus(13, 72))
  expect(await s.update()).toMatchObject({ sent: 60 })
  await s.prices([markup('17')])
  expect(await s.update()).toMatchObject({
    held: '12 of 12 prices would change by more than 30% (limit 20%)',
  })
  expect(await s.newest()).toMatchObject({ shown: 12 })
})

test('a dry run leaves a held update waiting for its decision', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  await s.change(sql`quantity = 0`, skus(1, 12))
  await s.update()
  const held = await s.newest()
  const { body } = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
  expect((await s.ended(body.store_update_id)).update).toMatchObject({ state: 'dry', waiting: 12 })
  expect((await s.ended(held.store_update_id)).update).toMatchObject({ state: 'held', waiting: 12 })
  await c.post(`${s.path}/${held.store_update_id}/approve`, { reason: 'Sold out' })
  expect((await s.ended(held.store_update_id)).update).toMatchObject({ state: 'sent', sent: 12 })
})

test('each store’s approval limits can be edited, by version and with a log entry', async () => {
  const s = await shop(40)
  await s.update()
  s.files()
  const path = `/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/bounds`
  const { body } = await c.get(path)
  expect(body).toMatchObject({ hold_zero_percent: 20, hold_price_percent: 20, price_bound_percent: 30 })
  const wide = { ...body, hold_zero_percent: 60 }
  expect((await c.post(path, { ...wide, hold_zero_percent: 101 })).status).toBe(400)
  const fine = await c.post(path, { ...wide, hold_zero_percent: 0.004, price_bound_percent: 1.005 })
  const twoDecimals = 'Use at most 2 decimals'
  expect([fine.status, fine.body.error?.fields]).toEqual([
    400,
    { hold_zero_percent: twoDecimals, price_bound_percent: twoDecimals },
  ])
  expect((await c.post(path, wide)).body).toMatchObject({ hold_zero_percent: 60 })
  const other = await staff(h, 'finance')
  expect((await other.post(path, { ...wide, hold_zero_percent: 5 })).status).toBe(409)
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect(await s.update()).toMatchObject({ sent: 12 })
})

test('a held update shows its causes: who changed what, and which run', async () => {
  const s = await shop(40)
  await s.prices([markup('10')])
  await s.update()
  const causes = async () => (await c.get(`${s.path}/${(await s.newest()).store_update_id}`)).body.causes
  expect(await causes()).toEqual({ since: null, runs: [], acts: [] })
  await s.prices([markup('17')])
  await s.change(sql`quantity = 4`, skus(1, 3))
  await s.update()
  expect(await s.newest()).toMatchObject({ state: 'held' })
  expect(await causes()).toMatchObject({
    since: expect.any(String),
    runs: [],
    acts: [{ type: 'pricing.save', by: expect.stringMatching(/./), supplier: null, times: 1 }],
  })
  const { dropshipper_id, feed_id } = s
  const runs = await h.services.db
    .insertInto('feed_run')
    .values(
      ['2020-01-01', '2999-01-01'].map((applied_tm) => ({
        feed_id,
        dropshipper_id,
        applied_tm,
        state: 'applied',
      })),
    )
    .returning('feed_run_id')
    .execute()
  const other = runs[1]!.feed_run_id
  await s.change(sql`quantity = 0, updated_run_id = ${other}`, skus(1, 12))
  await s.update()
  const now = await causes()
  expect(now.runs).toMatchObject([{ feed_run_id: other, products: 12 }])
  expect(now.acts).toHaveLength(1)
})
