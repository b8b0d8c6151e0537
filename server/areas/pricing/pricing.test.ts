import { beforeAll, expect, test } from 'vitest'
import { client, harness, makeLogin, staff, until, type Client } from '../../test/harness.ts'
import { makeSeller } from '../../test/sellers.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 48, market_name: 'XCart' },
      { market_id: 34, market_name: 'Magento' },
    ])
    .execute()
})

interface Sold {
  sku: string
  cost: string | null
  msrp?: string
  map?: string
  brand?: string
  categories?: string
  currency?: string
  gone?: boolean
}
/** A vendor that sells these products of one supplier in XCart. */
async function seller(products: readonly Sold[], settings: object = {}) {
  const { dropshipper_id, feed_id, vendor_id } = await makeSeller(h, {
    market_id: 48,
    settings,
    store: { drop_to: { kind: 'storage', folder: 'x' } },
  })
  const rows = await h.services.db
    .insertInto('product')
    .values(
      products.map((p, i) => ({
        feed_id,
        dropshipper_id,
        content_hash: i,
        created_run_id: 1,
        updated_run_id: 1,
        sku: p.sku,
        title: `Title of ${p.sku}`,
        wholesale_price: p.cost,
        msrp: p.msrp ?? null,
        map_price: p.map ?? null,
        manufacturer: p.brand ?? null,
        categories: p.categories ?? null,
        currency: p.currency ?? null,
        gone_tm: p.gone ? new Date().toISOString() : null,
      })),
    )
    .returning(['product_id', 'sku'])
    .execute()
  const productOf = (sku: string) => rows.find((row) => row.sku === sku)!.product_id
  return { vendor_id, dropshipper_id, productOf, path: `/api/vendor/${vendor_id}/price-rules` }
}
const plain = { currency_id: 1, rates: [] }
const percent = (value: string, more: object = {}) => ({ markup_type_id: 2, markup_value: value, ...more })

test('price rules are kept as they were given, with one entry in the log that tells each', async () => {
  const { vendor_id, dropshipper_id, path } = await seller([{ sku: 'A', cost: '10' }])
  const tiers = [
    { from: '0', value: '1.00' },
    { from: '10.50', value: '2' },
  ]
  const rules = [
    percent('0.355', { round_to: 99, minimum_margin: '0.1' }),
    {
      dropshipper_id,
      market_id: 48,
      brand: 'Bosch',
      cat1: 'Garden',
      markup_type_id: 3,
      tiers,
      add_shipping: true,
      add_dropship_fee: true,
      ignore_map: true,
      cap_at_msrp: true,
    },
  ]
  const saved = await c.post(path, { ...plain, rates: [{ code: 'eur', rate: '1.1' }], rules })
  expect(saved.status).toBe(200)
  const { body } = await c.get(path)
  expect(body).toEqual(saved.body)
  expect(body.rules).toMatchObject([
    { markup_value: '0.355', round_to: 99, minimum_margin: '0.1', dropshipper_id: null, tiers: [] },
    { markup_value: null, brand: 'Bosch', cat1: 'Garden', tiers, ignore_map: true },
  ])
  expect(body.rates).toEqual([{ code: 'EUR', rate: '1.1' }])
  expect(body.markets).toEqual([{ market_id: 48, market_name: 'XCart', integrations: 1 }])
  const log = await h.services.db
    .selectFrom('activity')
    .select(['message', 'changes'])
    .where('vendor_id', '=', vendor_id)
    .where('type', '=', 'pricing.save')
    .execute()
  expect(log).toHaveLength(1)
  expect(log[0]!.changes).toMatchObject({
    '1 EUR': { to: '1.1' },
    'For everything': { to: 'Markup 35.5 %, margin at least 10 %, ends in .99' },
  })
  expect(log[0]!.message).toContain('brand Bosch, Garden, in XCart')
  expect((await c.post(path, { ...plain, rates: body.rates, rules, version: body.version })).status).toBe(200)
  const again = await h.services.db
    .selectFrom('activity')
    .select('activity_id')
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(again).toHaveLength(1)
})

test('a rule that isn’t named any more is gone, and the log says so', async () => {
  const { vendor_id, path } = await seller([{ sku: 'A', cost: '10' }])
  await c.post(path, {
    ...plain,
    rates: [{ code: 'EUR', rate: '1.1' }],
    rules: [percent('0.3'), percent('0.4', { brand: 'B' })],
  })
  await c.post(path, { ...plain, rules: [percent('0.3')] })
  expect((await c.get(path)).body).toMatchObject({ rates: [], rules: [{ markup_value: '0.3', brand: '' }] })
  await c.post(path, { ...plain, rules: [] })
  expect((await c.get(path)).body.rules).toEqual([])
  const log = await h.services.db
    .selectFrom('activity')
    .select('changes')
    .where('vendor_id', '=', vendor_id)
    .orderBy('activity_id')
    .execute()
  expect(log.map(({ changes }) => changes).slice(1)).toEqual([
    { '1 EUR': { from: '1.1', to: null }, 'Brand B': { from: 'Markup 40 %', to: null } },
    { 'For everything': { from: 'Markup 30 %', to: null } },
  ])
})

test('saving one’s rules and rates leaves another’s as they are', async () => {
  const one = await seller([{ sku: 'A', cost: '10' }])
  const other = await seller([{ sku: 'A', cost: '10' }])
  const set = (rate: string) => ({
    currency_id: 1,
    rates: [{ code: 'EUR', rate }],
    rules: [percent(rate === '1.1' ? '0.3' : '0.4')],
  })
  await c.post(one.path, set('1.1'))
  await c.post(other.path, set('1.2'))
  expect((await c.get(one.path)).body).toMatchObject({
    rates: [{ code: 'EUR', rate: expect.stringMatching(/^1\.10*$/) }],
    rules: [{ markup_value: expect.stringMatching(/^0\.30*$/) }],
  })
})

test('a changed rule makes the vendor’s stores behind, an unchanged one does not', async () => {
  const { vendor_id, path } = await seller([{ sku: 'A', cost: '10' }])
  const behind = async () =>
    (
      await h.services.db
        .selectFrom('vendor_store')
        .select('behind_since')
        .where('vendor_id', '=', vendor_id)
        .executeTakeFirstOrThrow()
    ).behind_since
  expect(await behind()).toBeNull()
  await c.post(path, { ...plain, rules: [percent('0.3')] })
  expect(await behind()).not.toBeNull()
  await h.services.db
    .updateTable('vendor_store')
    .set({ behind_since: null })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await c.post(path, { ...plain, rules: [percent('0.3')] })
  expect(await behind()).toBeNull()
})

test('what rules would do is counted on all that is sold, and nothing is changed by it', async () => {
  const { path, productOf } = await seller([
    { sku: 'UP', cost: '10' },
    { sku: 'DOWN', cost: '100' },
    { sku: 'SAME', cost: '40' },
    { sku: 'LOST', cost: '20', currency: 'EUR' },
    { sku: 'NONE', cost: null },
    { sku: 'LOSS', cost: '50', brand: 'Cheap' },
    { sku: 'GONE', cost: '10', gone: true },
  ])
  const kept = {
    ...plain,
    rates: [{ code: 'EUR', rate: '1' }],
    rules: [{ markup_type_id: 1, markup_value: '10' }],
  }
  expect((await c.post(path, kept)).status).toBe(200)
  const wanted = {
    ...plain,
    rules: [percent('0.25', {}), { brand: 'Cheap', markup_type_id: 7, markup_value: '30' }],
  }
  const { status, body } = await c.post(`${path}/effects`, wanted)
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
  })
  // 13.6 % up, 37.5 % and 50 % down
  expect(body.bands).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
  expect(body.examples.down.map((e: { sku: string }) => e.sku)).toEqual(['LOSS', 'UP'])
  expect(body.examples.up).toMatchObject([
    { product_id: productOf('DOWN'), before: '110.00', after: '125.00', cost: '100.00', market_id: 48 },
  ])
  expect(body.examples.below_cost.map((e: { sku: string }) => e.sku)).toEqual(['LOSS'])
  expect(body.examples.lost).toMatchObject([{ sku: 'LOST', before: '30.00', after: null }])
  expect((await c.get(path)).body.rules).toMatchObject([{ markup_type_id: 1 }])
})

test('what another sells, what isn’t active and what isn’t let in isn’t counted', async () => {
  const paused = await seller([{ sku: 'A', cost: '10' }], { market_is_on: false })
  await seller([{ sku: 'B', cost: '10' }])
  const body = { ...plain, rules: [percent('0.3')] }
  expect((await c.post(`${paused.path}/effects`, body)).body).toMatchObject({ products: 0, prices: 0 })
  const closed = await seller([{ sku: 'C', cost: '10' }])
  expect((await c.post(`${closed.path}/effects`, body)).body).toMatchObject({ products: 1, gained: 1 })
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', closed.dropshipper_id)
    .execute()
  expect((await c.post(`${closed.path}/effects`, body)).body).toMatchObject({ products: 0 })
})

test('a product’s price is explained for each market that it is sold in', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await seller([{ sku: 'A', cost: '10', map: '20' }], {
    sell_below_map: true,
  })
  await h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id, market_id: 34 })
    .execute()
  await c.post(path, { ...plain, rules: [percent('0.5'), percent('0.6', { market_id: 48 })] })
  const { body } = await c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf('A')}`)
  expect(body.feed).toMatchObject({ run_id: 1 })
  const prices = body.markets.map((m: { market_name: string; price: string }) => [m.market_name, m.price])
  expect(prices).toEqual([
    ['Magento', '20.00'],
    ['XCart', '16.00'],
  ])
  const texts = (i: number) => body.markets[i].steps.map((s: { text: string }) => s.text)
  expect(texts(0)).toContain('Raised to the minimum advertised price')
  expect(texts(1)).toContain('Markup 60 %, in XCart')
  expect(texts(1).join()).toContain('this integration sells below MAP')
  expect((await c.get(`/api/vendor/${vendor_id}/prices?product_id=999999`)).status).toBe(404)
})

test('a supplier’s own currency is what its products cost in where they say none', async () => {
  const { dropshipper_id, vendor_id, path, productOf } = await seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '10', currency: 'USD' },
  ])
  await h.services.db.insertInto('dropshipper_currency').values({ dropshipper_id, currency_id: 2 }).execute()
  await c.post(path, { ...plain, rates: [{ code: '£', rate: '1.3' }], rules: [percent('0.1')] })
  const price = async (sku: string) =>
    (await c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf(sku)}`)).body.markets[0].price
  expect(await price('A')).toBe('14.30')
  expect(await price('B')).toBe('11.00')
})

test('what can’t be saved names its field, and keeps what was', async () => {
  const { path } = await seller([{ sku: 'A', cost: '10' }])
  const good = { ...plain, rules: [percent('0.3')] }
  await c.post(path, good)
  const faults = async (body: object) => {
    const answer = await c.post(path, { ...good, ...body })
    expect(answer.status).toBe(400)
    return answer.body.error.fields
  }
  expect(await faults({ currency_id: 3 })).toEqual({ currency_id: 'Choose a currency' })
  expect(await faults({ rules: [percent('0.3'), percent('0.4')] })).toEqual({
    'rules.1.scope': 'Another rule is for the same',
  })
  expect(await faults({ rules: [percent('0.3', { dropshipper_id: 1_000_000 })] })).toEqual({
    'rules.0.dropshipper_id': 'This user is not subscribed to it',
  })
  expect(await faults({ rules: [percent('0.3', { market_id: 999 })] })).toEqual({
    'rules.0.market_id': 'There is no such market',
  })
  expect(await faults({ rules: [percent('1e9')] })).toEqual({ 'rules.0.markup_value': expect.any(String) })
  expect(await faults({ rates: [{ code: 'EUR', rate: '0' }] })).toEqual({
    'rates.0.rate': 'Give a rate above 0',
  })
  expect(
    await faults({
      rates: [
        { code: 'EUR', rate: '1' },
        { code: '€', rate: '2' },
      ],
    }),
  ).toEqual({ 'rates.1.code': 'This currency is there twice' })
  expect((await c.get(path)).body.rules).toHaveLength(1)
})

test('two who change the rules at once: the second is told what the first changed', async () => {
  const { path } = await seller([{ sku: 'A', cost: '10' }])
  const other = await client(h, (await makeLogin(h, 'finance')).email)
  const { version } = (await c.get(path)).body
  expect((await other.post(path, { ...plain, version, rules: [percent('0.4')] })).status).toBe(200)
  const late = await c.post(path, { ...plain, version, rules: [percent('0.5')] })
  expect(late.status).toBe(409)
  expect(JSON.stringify(late.body)).toContain('Markup 40 %')
  expect((await c.get(path)).body.rules).toMatchObject([{ markup_value: '0.4' }])
})

/** A store of a vendor in Magento or XCart that shows these prices. */
async function storeOf(
  vendor_id: number,
  shown: readonly { product_id: number; price: string | null; quantity?: number }[],
  more: object = {},
) {
  const { db } = h.services
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({
      vendor_id,
      vendor_store_name: 'Second',
      market_id: 48,
      drop_to: '{"kind":"storage","folder":"y"}',
      ...more,
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  if (shown.length > 0)
    await db
      .insertInto('store_product')
      .values(shown.map((row) => ({ quantity: 5, ...row, vendor_store_id, in_store: true, active: true })))
      .execute()
  return vendor_store_id
}
const twelve = Array.from({ length: 12 }, (_, i) => ({ sku: `P-${i}`, cost: '10' }))

test('each store is weighed by what it shows, and says whether its update would ask first', async () => {
  const { vendor_id, path, productOf } = await seller(twelve)
  const shown = twelve.map(({ sku }) => ({ product_id: productOf(sku), price: '12.00' }))
  await storeOf(vendor_id, shown)
  await storeOf(vendor_id, shown, { vendor_store_name: 'Wide', price_bound_percent: '60' })
  await storeOf(vendor_id, shown, { vendor_store_name: 'Halted', stopped_reason: 'Login refused' })
  const weigh = async (value: string) =>
    (await c.post(`${path}/effects`, { ...plain, rules: [percent(value)] })).body
  const none = { products: 12, up: 0, down: 0, gained: 0, zeroed: 12, untold: null }
  // the products are out of stock at their supplier: that counts for the gate, too
  const asks = ['12 of 12 products in stock would go to 0, more than 20 %']
  const moves = ['12 of 12 prices would change by more than 30 %, more than 20 % of them']
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

test('what the preview says of a store is what its update then does', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await seller(twelve)
  await h.services.db
    .updateTable('product')
    .set({ quantity: 5 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  const id = await storeOf(
    vendor_id,
    twelve.map(({ sku }) => ({ product_id: productOf(sku), price: '12.00' })),
  )
  const rules = [percent('0.8'), percent('0.21', { brand: 'None' })]
  const { stores } = (await c.post(`${path}/effects`, { ...plain, rules })).body
  await c.post(path, { ...plain, rules })
  await c.post(`/api/vendor/${vendor_id}/store-updates`, { vendor_store_id: id, kind: 'changed' })
  const held = await until(
    async () => (await c.get(`/api/vendor/${vendor_id}/store-updates?vendor_store_id=${id}`)).body[0],
    (update) => update?.state === 'held',
  )
  expect(held).toMatchObject({ price_changed: 12, price_beyond: 12 })
  expect(stores[0].asks).toEqual(held.reasons)
})

test('prices in a market without a store are said apart, counted only where no market has one', async () => {
  const { vendor_id, dropshipper_id, path } = await seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '20' },
  ])
  const { db } = h.services
  await db.insertInto('vendor_market_map').values({ vendor_id, dropshipper_id, market_id: 34 }).execute()
  const rules = [percent('0.5', { market_id: 34 })]
  const weigh = async () => (await c.post(`${path}/effects`, { ...plain, rules })).body
  expect(await weigh()).toMatchObject({
    products: 2,
    prices: 2,
    gained: 0,
    same: 2,
    storeless: [{ market_id: 34, prices: 2 }],
    counts_storeless: false,
    // a rule counts all that it prices
    rules: [{ priced: 2 }],
  })
  await db.deleteFrom('vendor_store').where('vendor_id', '=', vendor_id).execute()
  expect(await weigh()).toMatchObject({ prices: 4, gained: 2, counts_storeless: true, stores: [] })
})

test('each rule says how many products it prices, and what comes before one that prices none', async () => {
  const { path, dropshipper_id } = await seller([
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
  const { body } = await c.post(`${path}/effects`, { ...plain, rules })
  expect(body.rules).toEqual([
    { priced: 0, own: 0, covers: 4, why: null, first: [1, 3, 5] },
    { priced: 1, own: 2, covers: 2, why: 'cost', first: [] },
    { priced: 0, own: 0, covers: 2, why: null, first: [1] },
    { priced: 1, own: 1, covers: 4, why: null, first: [1, 5] },
    { priced: 0, own: 0, covers: 0, why: null, first: [] },
    { priced: 0, own: 1, covers: 1, why: 'cost', first: [] },
  ])
})

test('why a store shows another price is told store by store', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await seller([{ sku: 'A', cost: '10' }])
  const { db } = h.services
  const product_id = productOf('A')
  await c.post(path, { ...plain, rules: [percent('0.5')] })
  const id = await storeOf(vendor_id, [{ product_id, price: '12.00' }])
  const market = async () =>
    (await c.get(`/api/vendor/${vendor_id}/prices?product_id=${product_id}`)).body.markets[0]
  const why = async () => (await market()).shown[0].why
  const none = { text: null, store_update_id: null, until: null }
  const store = (set: object) =>
    db.updateTable('vendor_store').set(set).where('vendor_store_id', '=', id).execute()
  const integration = (set: object) =>
    db.updateTable('vendor_market_map').set(set).where('vendor_id', '=', vendor_id).execute()
  const shown = (set: object) =>
    db.updateTable('store_product').set(set).where('vendor_store_id', '=', id).execute()
  const update = async (values: object) =>
    (
      await db
        .insertInto('store_update')
        .values({ vendor_store_id: id, kind: 'changed', state: 'sent', requested_by: 'x', ...values })
        .returning('store_update_id')
        .executeTakeFirstOrThrow()
    ).store_update_id
  expect(await market()).toMatchObject({ standing: null, stores: 2, price: '15.00' })
  expect(await why()).toEqual([{ ...none, why: 'next' }])

  const discarded = await update({ state: 'discarded', decided_reason: 'Wrong file' })
  expect(await why()).toEqual([{ ...none, why: 'discarded', text: 'Wrong file', store_update_id: discarded }])
  const back = await update({ kind: 'back', decided_reason: 'Too dear' })
  await shown({ store_update_id: back })
  expect(await why()).toEqual([{ ...none, why: 'back', text: 'Too dear', store_update_id: back }])

  const held = await update({ state: 'held' })
  await db
    .insertInto('store_outbox')
    .values({
      store_update_id: held,
      lane: 1,
      product_id,
      told: 'price',
      sku: 'A',
      changes: '{}',
      before: '{}',
      seen_hash: 1,
    })
    .execute()
  expect(await why()).toEqual([{ ...none, why: 'held', store_update_id: held }])
  await db
    .updateTable('store_update')
    .set({ state: 'superseded' })
    .where('store_update_id', '=', held)
    .execute()
  await shown({ store_update_id: null })
  await update({})

  await store({ stopped_reason: 'Login refused' })
  expect(await why()).toEqual([{ ...none, why: 'stopped', text: 'Login refused' }])
  await store({ stopped_reason: null, waits_until: new Date(Date.now() + 60_000).toISOString() })
  expect(await why()).toMatchObject([{ why: 'waits', until: expect.any(String) }])
  await store({ waits_until: null })
  await shown({ refused_tm: new Date().toISOString(), refused_why: 'invalid', refused_text: 'No UPC' })
  expect(await why()).toEqual([{ ...none, why: 'refused', text: 'No UPC' }])

  await integration({ skip_price_updates: true })
  expect(await why()).toEqual([{ ...none, why: 'skip_price_updates' }])
  await integration({ skip_price_updates: false, store_synchronize: false })
  expect(await why()).toEqual([{ ...none, why: 'store_synchronize' }])
  await integration({ store_synchronize: true, paused_at: new Date().toISOString() })
  expect((await market()).standing).toBe('Frozen')
  expect(await why()).toEqual([{ ...none, why: 'standing', text: 'Frozen' }])
  await integration({ paused_at: null, market_is_on: false })
  expect(await why()).toMatchObject([{ text: 'Paused' }])
  await integration({ market_is_on: true })
  await db.deleteFrom('subscription').where('vendor_id', '=', vendor_id).execute()
  expect(await why()).toMatchObject([{ text: 'No Active Subscription' }])
  await shown({ in_store: false })
  expect((await c.get(`/api/vendor/${vendor_id}/prices?product_id=${product_id}`)).body.markets).toEqual([])
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  // what the market refused is said though it isn't there
  expect((await market()).shown).toMatchObject([{ in_store: false, price: null, why: [{ why: 'refused' }] }])

  await shown({ in_store: true, refused_text: null, price: '15.0000' })
  expect(await why()).toEqual([])
})
