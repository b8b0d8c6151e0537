import { expect, test } from 'vitest'
import { harness, waitUntil } from '#server/test/harness.ts'
import { percent, plain, pricedSellers } from '#server/test/stores/priced-sellers.ts'

const h = harness({ worker: true })
const t = pricedSellers(h)

test('a preview counts the effects on everything for sale and saves nothing', async () => {
  const { path, productOf } = await t.seller([
    { sku: 'UP', cost: '10' },
    { sku: 'DOWN', cost: '100' },
    { sku: 'SAME', cost: '40' },
    { sku: 'LOST', cost: '20', currency: 'EUR' },
    { sku: 'NONE', cost: null },
    { sku: 'LOSS', cost: '50', brand: 'Cheap' },
    { sku: 'GONE', cost: '10', isDiscontinued: true },
  ])
  const kept = {
    ...plain,
    rates: [{ code: 'EUR', rate: '1' }],
    rules: [{ markup_type_id: 1, markup_value: '10' }],
  }
  expect((await t.c.post(path, kept)).status).toBe(200)
  const wanted = {
    ...plain,
    rules: [percent('0.25', {}), { brand: 'Cheap', markup_type_id: 7, markup_value: '30' }],
  }
  const { status, body } = await t.c.post(`${path}/effects`, wanted)
  expect(status).toBe(200)
  // 10+10 → 12.50, 100+10 → 125, 40+10 → 50, 20+10 → none, 50+10 → 30
  expect(body).toMatchObject({
    products: 6,
    prices: 6,
    same: 2,
    up: 1,
    down: 2,
    gained: 0,
    lost: 1,
    before: { priced: 5, below_cost: 0, without: { cost: 1 } },
    after: { priced: 4, below_cost: 1, without: { cost: 1, rate: 1 } },
    rates_missing: ['EUR'],
  })
  // 13.6 % up, 37.5 % and 50 % down
  expect(body.bands).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
  expect(body.examples.down.map((e: { sku: string }) => e.sku)).toEqual(['LOSS', 'UP'])
  expect(body.examples.up).toMatchObject([
    { product_id: productOf('DOWN'), before: '110.00', after: '125.00', cost: '100.00', market_ids: [48] },
  ])
  expect(body.examples.below_cost.map((e: { sku: string }) => e.sku)).toEqual(['LOSS'])
  expect(body.examples.lost).toMatchObject([{ sku: 'LOST', before: '30.00', after: null }])
  expect((await t.c.get(path)).body.rules).toMatchObject([{ markup_type_id: 1 }])
})

test('a preview leaves out other vendors’, inactive and inaccessible products', async () => {
  const paused = await t.seller([{ sku: 'A', cost: '10' }], { market_is_on: false })
  await t.seller([{ sku: 'B', cost: '10' }])
  const body = { ...plain, rules: [percent('0.3')] }
  expect((await t.c.post(`${paused.path}/effects`, body)).body).toMatchObject({ products: 0, prices: 0 })
  const ended = await t.seller([{ sku: 'D', cost: '10' }])
  await h.services.db.deleteFrom('subscription').where('vendor_id', '=', ended.vendor_id).execute()
  expect((await t.c.post(`${ended.path}/effects`, body)).body).toMatchObject({ products: 0, prices: 0 })
  const closed = await t.seller([{ sku: 'C', cost: '10' }])
  expect((await t.c.post(`${closed.path}/effects`, body)).body).toMatchObject({ products: 1, gained: 1 })
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', closed.dropshipper_id)
    .execute()
  expect((await t.c.post(`${closed.path}/effects`, body)).body).toMatchObject({ products: 0 })
})

const twelve = Array.from({ length: 12 }, (_, i) => ({ sku: `P-${i}`, cost: '10' }))

test('a preview compares prices with what each store shows and tells which updates would need approval', async () => {
  const { vendor_id, path, productOf } = await t.seller(twelve)
  const shown = twelve.map(({ sku }) => ({ product_id: productOf(sku), price: '12.00' }))
  await t.storeOf(vendor_id, shown)
  await t.storeOf(vendor_id, shown, { vendor_store_name: 'Wide', price_bound_percent: '60' })
  await t.storeOf(vendor_id, shown, { vendor_store_name: 'Halted', stopped_reason: 'Login refused' })
  const weigh = async (value: string) =>
    (await t.c.post(`${path}/effects`, { ...plain, rules: [percent(value)] })).body
  const none = { products: 12, up: 0, down: 0, gained: 0, zeroed: 12, untold: null }
  // the products are out of stock at their supplier: that counts for the gate, too
  const asks = ['12 of 12 products in stock would sell out (limit 20%)']
  const moves = ['12 of 12 prices would change by more than 30% (limit 20%)']
  expect((await weigh('0.2')).stores).toMatchObject([
    { vendor_store_name: 'Halted', untold: 'stopped', asks: [] },
    { vendor_store_name: 'Second', ...none, asks },
    { vendor_store_name: 'Shop', products: 0, up: 0, asks: [] },
    { vendor_store_name: 'Wide', ...none, asks },
  ])
  await h.services.db
    .updateTable('product')
    .set({ quantity: 5 })
    .where(
      'product_id',
      'in',
      shown.map((row) => row.product_id),
    )
    .execute()
  const { stores } = await weigh('0.8')
  expect(stores).toMatchObject([
    { vendor_store_name: 'Halted', up: 12 },
    { vendor_store_name: 'Second', up: 12, zeroed: 0, asks: moves },
    { vendor_store_name: 'Shop', up: 0 },
    { vendor_store_name: 'Wide', up: 12, asks: [] },
  ])
  // a price that is left alone moves nowhere
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ skip_price_updates: true })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect((await weigh('0.8')).stores[1]).toMatchObject({ up: 0, asks: [] })
})

test('a store’s update then does what the preview showed', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await t.seller(twelve)
  await h.services.db
    .updateTable('product')
    .set({ quantity: 5 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  const id = await t.storeOf(
    vendor_id,
    twelve.map(({ sku }) => ({ product_id: productOf(sku), price: '12.00' })),
  )
  const rules = [percent('0.8'), percent('0.21', { brand: 'None' })]
  const { stores } = (await t.c.post(`${path}/effects`, { ...plain, rules })).body
  await t.c.post(path, { ...plain, rules })
  await t.c.post(`/api/vendor/${vendor_id}/store-updates`, { vendor_store_id: id, kind: 'changed' })
  const held = await waitUntil(
    async () => (await t.c.get(`/api/vendor/${vendor_id}/store-updates?vendor_store_id=${id}`)).body[0],
    (update) => update?.state === 'held',
  )
  expect(held).toMatchObject({ price_changed: 12, price_beyond: 12 })
  expect(stores[0].asks).toEqual(held.reasons)
})

test('prices in a market without a store are listed apart, and counted only if no market has one', async () => {
  const { vendor_id, dropshipper_id, path } = await t.seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '20' },
  ])
  const { db } = h.services
  await db.insertInto('vendor_market_map').values({ vendor_id, dropshipper_id, market_id: 34 }).execute()
  const rules = [percent('0.5', { market_id: 34 })]
  const weigh = async () => (await t.c.post(`${path}/effects`, { ...plain, rules })).body
  expect(await weigh()).toMatchObject({
    products: 2,
    prices: 2,
    gained: 0,
    same: 2,
    storeless: [{ market_id: 34, prices: 2 }],
    counts_storeless: false,
    // and so it does of a rule
    rules: [{ priced: 0, own: 0, covers: 0, storeless: 2 }],
  })
  const anywhere = { ...plain, rules: [percent('0.5'), percent('0.4', { brand: 'None' })] }
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ market_is_on: false })
    .where('vendor_id', '=', vendor_id)
    .where('market_id', '=', 48)
    .execute()
  const elsewhere = await t.seller([{ sku: 'C', cost: '30' }])
  await db
    .insertInto('subscription')
    .values({ vendor_id, dropshipper_id: elsewhere.dropshipper_id })
    .execute()
  await db
    .updateTable('vendor_market_map')
    .set({ vendor_id })
    .where('vendor_id', '=', elsewhere.vendor_id)
    .execute()
  // one is sold where there is a store, two where there is none
  expect((await t.c.post(`${path}/effects`, anywhere)).body).toMatchObject({
    products: 1,
    prices: 1,
    after: { priced: 1 },
    rules: [
      { priced: 1, covers: 1, storeless: 2 },
      { priced: 0, storeless: 0 },
    ],
  })
  await db.deleteFrom('vendor_store').where('vendor_id', '=', vendor_id).execute()
  expect(await weigh()).toMatchObject({
    products: 3,
    prices: 3,
    gained: 2,
    counts_storeless: true,
    stores: [],
    rules: [{ priced: 2, storeless: 0 }],
  })
})

test('a product counts once overall and once per rule, and has no price if one is missing', async () => {
  const { vendor_id, dropshipper_id, path } = await t.seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '20', brand: 'Both' },
    { sku: 'C', cost: null },
  ])
  const { db } = h.services
  await db.insertInto('vendor_market_map').values({ vendor_id, dropshipper_id, market_id: 34 }).execute()
  await t.storeOf(vendor_id, [], { market_id: 34 })
  const rules = [percent('0.5', { market_id: 34 }), { brand: 'Both', markup_type_id: 7, markup_value: '5' }]
  const { body } = await t.c.post(`${path}/effects`, { ...plain, rules })
  expect(body).toMatchObject({
    products: 3,
    prices: 6,
    gained: 3,
    after: { priced: 1, below_cost: 1, without: { rule: 1, cost: 1 } },
    rules: [
      { priced: 1, own: 2, covers: 3 },
      { priced: 1, own: 1, covers: 1 },
    ],
  })
})

test('a product with the same change in several markets is one example', async () => {
  const { vendor_id, dropshipper_id, path } = await t.seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '20' },
  ])
  const { db } = h.services
  await db.insertInto('vendor_market_map').values({ vendor_id, dropshipper_id, market_id: 34 }).execute()
  await db.deleteFrom('vendor_store').where('vendor_id', '=', vendor_id).execute()
  await t.c.post(path, { ...plain, rules: [percent('0.5')] })
  const rules = [
    percent('1'),
    percent('2', { market_id: 34, brand: 'None' }),
    percent('1', { market_id: 34 }),
  ]
  const { body } = await t.c.post(`${path}/effects`, { ...plain, rules })
  expect(body).toMatchObject({ prices: 4, up: 4 })
  expect(body.examples.up).toMatchObject([
    { sku: 'A', market_ids: [34, 48] },
    { sku: 'B', market_ids: [34, 48] },
  ])
  const { body: other } = await t.c.post(`${path}/effects`, {
    ...plain,
    rules: [percent('1'), percent('2', { market_id: 34 })],
  })
  expect(other.examples.up.map((e: { market_ids: number[] }) => e.market_ids)).toEqual([
    [34],
    [34],
    [48],
    [48],
  ])
})

test('each rule shows how many products it prices, and which rules come before one that prices none', async () => {
  const { path, dropshipper_id } = await t.seller([
    { sku: 'A', cost: '10', brand: 'Bosch', categories: 'Garden > Tools' },
    { sku: 'B', cost: null, brand: 'Bosch', categories: 'Garden' },
    { sku: 'C', cost: '10', brand: 'Makita' },
    { sku: 'D', cost: null, brand: 'Tiny' },
  ])
  const rules = [
    percent('0.1'),
    percent('0.2', { brand: 'Bosch' }),
    percent('0.3', { cat1: 'Garden' }),
    percent('0.4', { dropshipper_id }),
    percent('0.5', { brand: 'Nobody' }),
    percent('0.6', { brand: 'Tiny' }),
  ]
  const { body } = await t.c.post(`${path}/effects`, { ...plain, rules })
  expect(body.rules).toEqual([
    { priced: 0, own: 0, covers: 4, why: null, first: [1, 3, 5], storeless: 0 },
    { priced: 1, own: 2, covers: 2, why: 'cost', first: [], storeless: 0 },
    { priced: 0, own: 0, covers: 2, why: null, first: [1], storeless: 0 },
    { priced: 1, own: 1, covers: 4, why: null, first: [1, 5], storeless: 0 },
    { priced: 0, own: 0, covers: 0, why: null, first: [], storeless: 0 },
    { priced: 0, own: 1, covers: 1, why: 'cost', first: [], storeless: 0 },
  ])
})

test('the ten biggest changes are shown, and removed products count only if a store shows them', async () => {
  const costs = Array.from({ length: 12 }, (_, i) => ({ sku: `P-${12 - i}`, cost: String((12 - i) * 10) }))
  const { vendor_id, path, productOf } = await t.seller([
    ...costs,
    { sku: 'GONE', cost: '10', isDiscontinued: true },
  ])
  await t.c.post(path, { ...plain, rules: [{ markup_type_id: 1, markup_value: '1' }] })
  await t.storeOf(vendor_id, [{ product_id: productOf('GONE'), price: '11.00' }])
  const rules = [{ markup_type_id: 1, markup_value: '6' }]
  const { body } = await t.c.post(`${path}/effects`, { ...plain, rules })
  expect(body).toMatchObject({ products: 12, prices: 12, up: 12 })
  const up = body.examples.up.map((one: { sku: string }) => one.sku)
  expect(up).toEqual(Array.from({ length: 10 }, (_, i) => `P-${i + 1}`))
})
