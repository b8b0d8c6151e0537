import { beforeAll, expect, test } from 'vitest'
import { fileShop, markup, rowsOf, skus } from '#server/test/stores/file-shops.ts'
import { harness, makeFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { startStoreUpdates, updateStore } from '../public.ts'
import { layoutOf, columnsOf } from '../send/layouts.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 99, market_name: 'Files' },
      { market_id: 48, market_name: 'XCart' },
      { market_id: 34, market_name: 'Magento' },
    ])
    .execute()
})
const shop = (n: number, settings?: object, market_id?: number) =>
  fileShop(h, c, n, { ...(settings && { settings }), ...(market_id !== undefined && { market_id }) })

test('a store is sent prices by the vendor’s rules first, then only those that changed', async () => {
  const s = await shop(3)
  await s.prices([markup('2.50')])
  expect(await s.update()).toMatchObject({ sent: 3, files: 1 })
  expect(s.files()[0]).toContain('SKU-1,Product 1,,,,,,,,,,,,,https://img/1.jpg,12.50,,5,1')
  await s.change(sql`wholesale_price = 20, content_hash = content_hash + 100`, ['SKU-2'])
  await s.change(sql`shipping_cost = 3, content_hash = content_hash + 100`, ['SKU-1'])
  expect(await s.update()).toMatchObject({ sent: 1, files: 1 })
  expect(s.files()).toEqual(['sku,price,list_price\nSKU-2,22.50,\n'])
  expect((await s.shown()).map((p) => p.price)).toEqual(['12.50', '22.50', '12.50'])
  // and the chain to a price ends with what the store shows
  const { product_id } = await h.services.db
    .selectFrom('product')
    .select('product_id')
    .where('feed_id', '=', s.feed_id)
    .where('sku', '=', 'SKU-2')
    .executeTakeFirstOrThrow()
  const chain = async () =>
    (await c.get(`/api/vendor/${s.vendor_id}/prices?product_id=${product_id}`)).body.markets[0].shown
  expect(await chain()).toMatchObject([{ price: '22.50', quantity: 5, why: [] }])
  await s.prices([markup('3')])
  expect(await chain()).toMatchObject([{ price: '22.50', why: [{ why: 'next' }] }])
})

test('a changed rule is sent to its vendor’s stores only if it changes a price', async () => {
  const s = await shop(3)
  await s.prices([markup('2.50')])
  await s.update()
  s.files()
  await s.prices([markup('2.50'), { ...markup('9'), brand: 'Nobody' }])
  expect(await s.update()).toMatchObject({ sent: 0, files: 0 })
  await s.prices([markup('3')])
  expect(await s.update()).toMatchObject({ sent: 3, files: 1 })
  expect(s.files()).toEqual(['sku,price,list_price\nSKU-1,13.00,\nSKU-2,13.00,\nSKU-3,13.00,\n'])
  expect(await s.newest()).toMatchObject({ state: 'sent', price_changed: 3, quantity_changed: 0, created: 0 })
})

test('changing a supplier’s currency makes its stores out of date and sends them new prices', async () => {
  const s = await shop(2)
  const { db } = h.services
  await s.change(sql`currency = 'USD'`, ['SKU-2'])
  const rates = [{ code: '£', rate: '1.5' }]
  const rules = [markup('2')]
  await c.post(`/api/vendor/${s.vendor_id}/price-rules`, { currency_id: 1, rates, rules })
  await s.update()
  expect((await s.shown()).map((p) => p.price)).toEqual(['12.00', '12.00'])
  const behind = async () =>
    (
      await db
        .selectFrom('vendor_store')
        .select('behind_since')
        .where('vendor_store_id', '=', s.vendor_store_id)
        .executeTakeFirstOrThrow()
    ).behind_since !== null
  const currencies = async (ids: readonly number[]) => {
    const path = `/api/suppliers/${s.dropshipper_id}`
    const { dropshipper } = (await c.get(path)).body
    const given = { dropshipper, max_file_age_allowed_in_days: 3, dropshipper_currencies: ids }
    const saved = await c.post(path, given)
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }
  await currencies([2])
  expect(await behind()).toBe(true)
  expect(await s.update()).toMatchObject({ sent: 1 })
  expect((await s.shown()).map((p) => p.price)).toEqual(['17.00', '12.00'])
  expect(await behind()).toBe(false)
  await currencies([2])
  expect(await behind()).toBe(false)
  // and so is another rate alone
  const dearer = [{ code: '£', rate: '1.8' }]
  await c.post(`/api/vendor/${s.vendor_id}/price-rules`, { currency_id: 1, rates: dearer, rules })
  expect(await behind()).toBe(true)
  expect(await s.update()).toMatchObject({ sent: 1 })
  expect((await s.shown()).map((p) => p.price)).toEqual(['20.00', '12.00'])
})

test('products that go to 0 are sent before all others', async () => {
  const s = await shop(4)
  await s.update()
  s.files()
  await s.change(sql`title = 'Other', content_hash = content_hash + 100`, ['SKU-1'])
  await s.change(sql`quantity = 9`, ['SKU-2'])
  await s.change(sql`quantity = 0`, ['SKU-4'])
  await s.update()
  const lines = await c.get(s.path)
  expect(lines.body[0]).toMatchObject({ sent: 3, zeroed: 1, quantity_changed: 2, content_changed: 1 })
  const log = await h.services.db
    .selectFrom('job_log')
    .select('message')
    .where('job_id', '=', lines.body[0].job_id)
    .orderBy('job_log_id')
    .execute()
  expect(log.map((line) => line.message.split('-')[0])).toEqual(['inventory', 'inventory', 'products'])
  const texts = s.files()
  expect(texts.filter((text) => text.startsWith('sku,quantity,active'))).toEqual(
    expect.arrayContaining(['sku,quantity,active\nSKU-4,0,1\n', 'sku,quantity,active\nSKU-2,9,1\n']),
  )
})

test('a dry run shows what would be sent, and sends and changes nothing', async () => {
  const s = await shop(3)
  await s.update()
  s.files()
  await s.change(sql`quantity = 7`, ['SKU-2'])
  const { body } = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
  const dry = await s.ended(body.store_update_id)
  expect(dry.update).toMatchObject({ state: 'dry', waiting: 1, sent: 0, quantity_changed: 1 })
  expect(dry.lines).toMatchObject([{ sku: 'SKU-2', before: { quantity: 5 }, after: { quantity: 7 } }])
  expect(s.files()).toEqual([])
  expect((await s.shown())[1]!.quantity).toBe(5)
  expect(await s.update()).toMatchObject({ sent: 1 })
})

test('a full update sends everything again, except for integrations that never run one', async () => {
  const s = await shop(3)
  await s.update()
  s.files()
  const full = async () =>
    s.ended((await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'full' })).body.store_update_id)
  expect((await full()).update).toMatchObject({ state: 'sent', sent: 3, kind: 'full' })
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ never_run_full_update: true })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  expect((await full()).update).toMatchObject({ state: 'nothing', sent: 0 })
})

test('an integration without smart updates sends everything each time', async () => {
  const s = await shop(3, { is_smart_update: false })
  await s.update()
  expect(await s.update()).toMatchObject({ sent: 3 })
  // a take-back lasts until the next one, which is said before
  expect(await s.newest()).toMatchObject({ resends: true })
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ never_run_full_update: true })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  expect(await s.update()).toMatchObject({ sent: 0 })
  expect(await s.newest()).toMatchObject({ resends: false })
})

test('the next update sends what an interrupted one left unsent, and nothing twice', async () => {
  const s = await shop(3)
  await s.update()
  s.files()
  await s.change(sql`quantity = 9`, ['SKU-1'])
  const { db } = h.services
  // as a worker leaves it that is killed between two files
  const { store_update_id } = await db
    .insertInto('store_update')
    .values({
      vendor_store_id: s.vendor_store_id,
      kind: 'changed',
      state: 'sending',
      requested_by: 'schedule',
    })
    .returning('store_update_id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into store_outbox
    select ${store_update_id}::bigint, 1, product_id, 'quantity', sku, title, '{"quantity": 9, "active": true}',
      '{"quantity": 5, "active": true}', 1, null
    from product
    where feed_id = ${s.feed_id} and sku = 'SKU-1'`.execute(db)
  // and another that was cut off while it was counted
  expect(await s.update()).toMatchObject({ sent: 1 })
  expect(rowsOf(s.files())).toEqual(['SKU-1,9,1'])
  expect((await s.ended(store_update_id)).update).toMatchObject({ state: 'sent', sent: 1 })
  await db
    .updateTable('store_update')
    .set({ state: 'planning' })
    .where('store_update_id', '=', store_update_id)
    .execute()
  expect(await s.update()).toMatchObject({ sent: 0 })
  expect((await s.ended(store_update_id)).update.state).toBe('superseded')
})

test('switched-off integrations and products that may not be sent are counted as withheld', async () => {
  const s = await shop(5)
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2'])
  await s.change(sql`categories = 'Sport > Rifles'`, ['SKU-3'])
  await s.update()
  expect(await s.newest()).toMatchObject({
    created: 2,
    withheld: { upload_outofstock_product: 2, firearms_allowed: 1 },
  })
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ store_synchronize: false })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  await s.change(sql`quantity = 3`, skus(1, 5))
  expect(await s.update()).toMatchObject({ sent: 0 })
  expect(await s.newest()).toMatchObject({ state: 'nothing', withheld: { store_synchronize: 5 } })
})

test('a SKU that another supplier no longer has can be sold by this one', async () => {
  const s = await shop(1)
  const { db } = h.services
  const { dropshipper_id, feed_id } = await makeFeed(h)
  await db.insertInto('subscription').values({ vendor_id: s.vendor_id, dropshipper_id }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id: s.vendor_id, dropshipper_id, market_id: 99 })
    .execute()
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, quantity)
    values (${feed_id}, ${dropshipper_id}, 1, 1, 1, 'SKU-1', 8)`.execute(db)
  await s.update()
  expect(await s.newest()).toMatchObject({ created: 1, withheld: { load_child_product_conflicts: 1 } })
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await sql`update product set quantity = 9 where feed_id = ${feed_id}`.execute(db)
  await s.update()
  expect(await s.newest()).toMatchObject({ created: 1, withheld: {} })
  expect(await s.shown()).toMatchObject([{ sku: 'SKU-1', quantity: 9 }])
})

test('images are sent with prices and quantities if the integration is set to', async () => {
  const s = await shop(1, { images_during_pqs: true })
  await s.update()
  s.files()
  await s.change(sql`quantity = 4`, ['SKU-1'])
  await s.update()
  expect(s.files()).toEqual(['sku,quantity,active,images\nSKU-1,4,1,https://img/1.jpg\n'])
})

test('a new product is sent only its price and quantity, even if images are on', async () => {
  const s = await shop(1, { images_during_pqs: true, full_product_import: false })
  await s.update()
  expect(s.files()).toEqual(['sku,quantity,active\nSKU-1,5,1\n'])
})

test('removed products are deleted in the store if the integration is set to, and come back as new', async () => {
  const s = await shop(2, { delete_market_products: true })
  await s.update()
  s.files()
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.update()
  expect(s.files()).toEqual(['sku,quantity,active,delete\nSKU-1,0,0,1\n'])
  expect((await s.shown()).map((p) => p.sku)).toEqual(['SKU-2'])
  expect(await s.update()).toMatchObject({ sent: 0 })
  await s.change(sql`gone_tm = null`, ['SKU-1'])
  await s.update()
  expect(await s.newest()).toMatchObject({ created: 1 })
})

test('an update is requested once, logged, and limited to the vendor’s own stores', async () => {
  const s = await shop(1)
  const other = await shop(1)
  const ask = (id: number) => c.post(s.path, { vendor_store_id: id, kind: 'changed' })
  expect((await ask(other.vendor_store_id)).status).toBe(404)
  const { body } = await ask(s.vendor_store_id)
  await s.ended(body.store_update_id)
  const log = await h.services.db
    .selectFrom('activity')
    .select('message')
    .where('vendor_id', '=', s.vendor_id)
    .where('type', '=', 'store.update')
    .execute()
  expect(log).toHaveLength(1)
  expect((await c.get(`${other.path}/${body.store_update_id}`)).status).toBe(404)
})

test('a product that returns is sent as for sale again, even if quantity updates are skipped', async () => {
  const s = await shop(3, { skip_quantity_updates: true })
  await s.prices([markup('2')])
  await s.update()
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.change(sql`wholesale_price = null, content_hash = content_hash + 100`, ['SKU-2'])
  await s.change(sql`quantity = 0`, ['SKU-3'])
  await s.update()
  const shown = async () => (await s.shown()).map((one) => [one.quantity, one.active])
  expect(await shown()).toEqual([
    [0, false],
    [0, true],
    [5, true],
  ])
  await s.change(sql`gone_tm = null, quantity = 7`, ['SKU-1'])
  await s.change(sql`wholesale_price = 10, content_hash = content_hash + 100`, ['SKU-2'])
  await s.update()
  const back = [
    [7, true],
    [5, true],
    [5, true],
  ]
  expect(await shown()).toEqual(back)
  await s.change(sql`quantity = 9`, skus(1, 3))
  expect(await s.update()).toMatchObject({ sent: 0 })
  expect(await shown()).toEqual(back)
})

test('X-Cart and Magento files use their own columns', () => {
  const row = {
    sku: 'A',
    quantity: 3,
    active: false,
    price: '5.00',
    list_price: null,
    content: {
      title: 'T',
      description: 'D',
      brand: 'B, C',
      category: 'X > Y',
      images: ['1', '2', '3'],
      weight: '1',
      special: { upc: '9' },
      attributes: {},
    },
  }
  const cells = (market_id: number, market_name = '') =>
    Object.fromEntries(
      columnsOf(layoutOf({ market_id, market_name }), ['content', 'price', 'quantity']).map(
        ([header, value]) => [header, value(row)],
      ),
    )
  expect(cells(48)).toMatchObject({
    sku: 'A',
    name: 'T',
    categories: 'X>>>Y',
    images: '1&&2&&3',
    price: '5.00',
    stockLevel: '0',
    enabled: 'No',
    inventoryTrackingEnabled: 'Yes',
  })
  // an unknown market has the columns of the cart that its name gives
  expect(cells(901, 'X-Cart XML')).toEqual(cells(48))
  expect(cells(902, 'Magento AutoImage')).toEqual(cells(34))
  expect(cells(903, 'Magento Europe')).not.toHaveProperty('attribute_set_code')
  expect(cells(34)).toMatchObject({
    sku: 'A',
    name: 'T',
    categories: 'Default Category/X/Y',
    base_image: '1',
    additional_images: '2,3',
    additional_attributes: 'manufacturer=B  C,upc=9',
    qty: '0',
    is_in_stock: '0',
    product_online: '2',
  })
})

test('a store whose update failed stays out of date and is retried after half an hour', async () => {
  const s = await shop(1)
  const { db } = h.services
  await updateStore.gaveUp!(
    { ...h.services },
    { vendor_store_id: s.vendor_store_id, asked: false },
    'No',
    false,
  )
  const behind = async () =>
    (
      await db
        .selectFrom('vendor_store')
        .select('behind_since')
        .where('vendor_store_id', '=', s.vendor_store_id)
        .executeTakeFirstOrThrow()
    ).behind_since !== null
  expect(await behind()).toBe(true)
  const failed = (ago: string) =>
    sql`
      insert into job (job_type, category, job_status, param_value, job_end_time)
      values ('VENDOR_STORE_UPDATER_JOB', 'updating', 3, ${String(s.vendor_store_id)}, now() - ${ago}::interval)
      on conflict do nothing`.execute(db)
  await failed('29 minutes')
  await startStoreUpdates(h.services)
  expect(await behind()).toBe(true)
  await sql`
    update job set job_end_time = now() - interval '31 minutes'
    where param_value = ${String(s.vendor_store_id)}`.execute(db)
  await startStoreUpdates(h.services)
  await waitUntil(
    () => s.newest(),
    (u) => u?.state === 'sent',
  )
  expect(await behind()).toBe(false)
})
