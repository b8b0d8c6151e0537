import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { percent, plain, pricedSellers } from '#server/test/stores/priced-sellers.ts'

const h = harness({ worker: true })
const t = pricedSellers(h)

test('a product’s price is explained for each market that sells it', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await t.seller(
    [{ sku: 'A', cost: '10', map: '20' }],
    {
      sell_below_map: true,
    },
  )
  await h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id, market_id: 34 })
    .execute()
  await t.c.post(path, { ...plain, rules: [percent('0.5'), percent('0.6', { market_id: 48 })] })
  const { body } = await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf('A')}`)
  expect(body.feed).toMatchObject({ run_id: 1, product_id: productOf('A'), column: 'price' })
  const prices = body.markets.map((m: { market_name: string; price: string }) => [m.market_name, m.price])
  expect(prices).toEqual([
    ['Magento', '20.00'],
    ['XCart', '16.00'],
  ])
  const texts = (i: number) => body.markets[i].steps.map((s: { text: string }) => s.text)
  expect(texts(0)).toContain('Raised to the minimum advertised price (MAP)')
  expect(texts(1)).toContain('Markup 60%, in XCart')
  expect(texts(1).join()).toContain('allowed by the integration')
  expect((await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=999999`)).status).toBe(404)
})

test('products without a currency cost their supplier’s currency', async () => {
  const { dropshipper_id, vendor_id, path, productOf } = await t.seller([
    { sku: 'A', cost: '10' },
    { sku: 'B', cost: '10', currency: 'USD' },
  ])
  await h.services.db.insertInto('dropshipper_currency').values({ dropshipper_id, currency_id: 2 }).execute()
  await t.c.post(path, { ...plain, rates: [{ code: '£', rate: '1.3' }], rules: [percent('0.1')] })
  const price = async (sku: string) =>
    (await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf(sku)}`)).body.markets[0].price
  expect(await price('A')).toBe('14.30')
  expect(await price('B')).toBe('11.00')
})

test('a cost from an additional file is explained by that file’s column', async () => {
  const { db } = h.services
  const { vendor_id, dropshipper_id, productOf } = await t.seller([{ sku: 'A', cost: '10' }])
  const { feed_id } = await db
    .selectFrom('feed')
    .select('feed_id')
    .where('dropshipper_id', '=', dropshipper_id)
    .executeTakeFirstOrThrow()
  const at = `/api/feeds/${feed_id}`
  const { body } = await t.c.get(at)
  const entry = (field: string, from: string) => ({ field, from, transforms: [] })
  const source = { kind: 'storage', key: 'costs.csv' }
  const costs = { name: 'Costs', source, format: { kind: 'csv' } }
  const mapping = [
    entry('sku', 'code'),
    { ...entry('wholesale_price', 'net'), transforms: [{ kind: 'trim' }] },
  ]
  expect((await t.c.put(at, { ...body, further: [{ ...costs, mapping }] })).status).toBe(200)
  const { feed } = (await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf('A')}`)).body
  expect(feed).toMatchObject({ feed_id, column: 'net', transforms: ['trim'] })
})

test('a vendor’s prices are in its own currency, and costs in that currency need no rate', async () => {
  const { vendor_id, path, productOf } = await t.seller([
    { sku: 'A', cost: '10', currency: 'GBP' },
    { sku: 'B', cost: '10' },
    { sku: 'C', cost: '10', currency: 'USD' },
  ])
  await t.c.post(path, { currency_id: 2, rates: [{ code: 'USD', rate: '0.8' }], rules: [percent('0.1')] })
  const price = async (sku: string) =>
    (await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${productOf(sku)}`)).body.markets[0].price
  expect([await price('A'), await price('B'), await price('C')]).toEqual(['11.00', '11.00', '8.80'])
})

test('each store has its own explanation for a different price', async () => {
  const { vendor_id, dropshipper_id, path, productOf } = await t.seller([{ sku: 'A', cost: '10' }])
  const { db } = h.services
  const product_id = productOf('A')
  await t.c.post(path, { ...plain, rules: [percent('0.5')] })
  const id = await t.storeOf(vendor_id, [{ product_id, price: '12.00' }])
  const market = async () =>
    (await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${product_id}`)).body.markets[0]
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
  expect((await t.c.get(`/api/vendor/${vendor_id}/prices?product_id=${product_id}`)).body.markets).toEqual([])
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  // what the market refused is said though it isn't there
  expect((await market()).shown).toMatchObject([{ in_store: false, price: null, why: [{ why: 'refused' }] }])

  await shown({ in_store: true, refused_text: null, price: '15.0000' })
  expect(await why()).toEqual([])
})
