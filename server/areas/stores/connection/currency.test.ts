import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyStore } from '#contract/stores/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 201, market_name: 'WooCommerce' },
      { market_id: 202, market_name: 'BigCommerce' },
    ])
    .execute()
})
let market: Awaited<ReturnType<typeof startMarket>>
afterEach(() => market.close())

/** A shop is asked for its currency once a day. */
const askedYesterday = ({ vendor_store_id }: { vendor_store_id: number }) =>
  h.services.db
    .updateTable('vendor_store')
    .set({ shop_currency_tm: sql`now() - interval '25 hours'` })
    .where('vendor_store_id', '=', vendor_store_id)
    .execute()

const token = 'secret-1'
const shops = [
  [39, 'Shopify', shopify, /currencyCode/],
  [201, 'WooCommerce', wooCommerce, /woocommerce_currency/],
  [202, 'BigCommerce', bigCommerce, /v2\/store/],
] as const
describe.each(shops)('market %i, a %s shop', (market_id, name, made, asks) => {
  let shop: ReturnType<typeof made>
  const open = async () => {
    shop = made({ token })
    market = await startMarket(shop)
    return makeApiStore(h, c, { market_id, address: market.address, login: 'ck', token, products: 2 })
  }
  const asked = () => market.asked.filter(({ path, body }) => asks.test(`${path} ${body}`)).length
  const why = (theirs: string, mend: string) =>
    `Feedstock prices in USD, but this ${name} store uses ${theirs}: ${mend}.`
  const files = 'use a file connection'

  test('in another currency is sent nothing, and resumes once prices are in its own', async () => {
    const s = await open()
    shop.currency = 'GBP'
    await s.update()
    const reason = why('GBP', `choose GBP in the price rules, or ${files}`)
    expect(await s.store()).toMatchObject({ stopped_reason: reason, shop_currency: 'GBP' })
    expect(shop.products.size).toBe(0)
    // both previews say it ahead
    const pricedIn = (currency_id: number) => ({
      currency_id,
      // of the currency that is sold in there is no rate
      rates: currency_id === 1 ? [] : [{ code: 'USD', rate: '0.8' }],
      rules: [{ markup_type_id: 1, markup_value: '2.50' }],
    })
    const path = `/api/vendor/${s.vendor_id}/price-rules`
    const weigh = async (currency_id: number) =>
      (await c.post(`${path}/effects`, pricedIn(currency_id))).body.stores[0].stops
    expect(await weigh(1)).toBe(reason)
    expect(await weigh(2)).toBeNull()
    const { vendor_market_map_id: id } = await h.services.db
      .selectFrom('vendor_market_map')
      .select('vendor_market_map_id')
      .where('vendor_id', '=', s.vendor_id)
      .executeTakeFirstOrThrow()
    const integration = `/api/vendor/${s.vendor_id}/integration/${id}`
    const { body } = await c.get(integration)
    const preview = await c.post(`${integration}/preview`, { integration: body.integration })
    expect(preview.body.stores[0].stops).toBe(reason)
    expect((await c.post(path, pricedIn(2))).status).toBe(200)
    await s.update()
    expect(await s.store()).toMatchObject({ stopped_reason: null })
    expect(shop.products.size).toBe(2)
  })

  test('is asked for its currency once a day, and again if the store was stopped', async () => {
    const s = await open()
    await s.update()
    await s.update()
    expect(asked()).toBe(1)
    await askedYesterday(s)
    shop.currency = 'EUR'
    await s.change(sql`quantity = 3`, ['SKU-1'])
    await s.update()
    expect(asked()).toBe(2)
    expect((await s.store()).stopped_reason).toBe(why('EUR', files))
    shop.currency = 'USD'
    await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'changed' })
    await waitUntil(s.store, (one) => one.shop_currency === 'USD')
    expect(asked()).toBe(3)
    await waitUntil(
      async () => (await s.shown()).get('SKU-1')?.quantity,
      (quantity) => quantity === 3,
    )
  })

  test('that doesn’t reveal its currency is sent updates as usual', async () => {
    const s = await open()
    market.mischief.push({ pattern: asks, times: 99, answer: { status: 403, body: {} } })
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(await s.store()).toMatchObject({ shop_currency: null, stopped_reason: null })
  })

  test('in another currency is sent stock if there are no price rules', async () => {
    const s = await open()
    await s.update()
    await askedYesterday(s)
    shop.currency = 'GBP'
    const none = { currency_id: 1, rates: [], rules: [] }
    expect((await c.post(`/api/vendor/${s.vendor_id}/price-rules`, none)).status).toBe(200)
    await s.change(sql`quantity = 3`, ['SKU-1'])
    await s.update()
    expect((await s.shown()).get('SKU-1')?.quantity).toBe(3)
    expect(await s.store()).toMatchObject({ stopped_reason: null, shop_currency: 'GBP' })
  })

  test('in another currency takes files as usual', async () => {
    const s = await open()
    shop.currency = 'GBP'
    await s.update()
    expect((await s.store()).stopped_reason).toContain('use a file connection')
    const drop_to = JSON.stringify({ kind: 'storage', folder: `currency-${market_id}` })
    await h.services.db
      .updateTable('vendor_store')
      .set({ drop_to, stopped_reason: null })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()
    expect((await s.update()).result).toMatchObject({ sent: 2, files: 1 })
    expect(await s.store()).toMatchObject({ stopped_reason: null })
  })

  test('that can’t give its currency yet is sent nothing until it does', async () => {
    const s = await open()
    market.mischief.push({
      pattern: asks,
      answer: { status: 429, headers: { 'retry-after': '60', 'x-retry-after': '60' }, body: {} },
    })
    await s.update()
    expect(shop.products.size).toBe(0)
    expect((await s.store()).waits_until).not.toBeNull()
    await s.update()
    expect(shop.products.size).toBe(2)
  })

  test('in another currency fails its connection test', async () => {
    const s = await open()
    const form = {
      ...emptyStore,
      market_id,
      vendor_store_name: 'Tested',
      protocol: 'api',
      store_admin_url: market.address,
      store_admin_login: market_id === 201 ? 'ck' : '',
      store_admin_password: token,
    }
    const test = async () =>
      (await c.post(`/api/vendor/${s.vendor_id}/store/test`, { store: form })).body.checks.at(-1)
    expect(await test()).toMatchObject({ state: 'ok' })
    shop.currency = 'EUR'
    expect(await test()).toMatchObject({
      state: 'failed',
      sentence: `Feedstock prices in USD, but this ${name} store uses EUR.`,
      what_to_do: 'Use a file connection.',
    })
  })
})
