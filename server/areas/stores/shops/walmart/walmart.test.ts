import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { walmart } from '#server/stand-ins/walmart.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { walmartTests, walmartToken } from '#server/test/stores/walmart-accounts.ts'

const h = harness({ worker: true })
const { t, asked, ended, goneOn, later, shows } = walmartTests(h)
const feeds = () => [...t.shop.feeds.values()].map((feed) => feed.type)

test('a Walmart account that gives no result within a day is sent the products again', async () => {
  t.shop.pace = 99
  const s = await t.store(2)
  await s.update()
  await s.earlier(23 * 3600)
  await goneOn(s)
  expect((await s.calls()).filter((call) => call.state === 'accepted')).not.toEqual([])
  await s.earlier(2 * 3600)
  t.shop.pace = 0
  const before = t.shop.feeds.size
  await goneOn(s)
  const silent = 'The market accepted it but reported no result within 24 hours.'
  expect((await s.calls())[0]).toMatchObject({ state: 'done', live: 0, refused: 2 })
  expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_why: 'outage', refused_text: silent })
  await ended(s)
  expect(t.shop.feeds.size).toBeGreaterThan(before)
  expect((await s.shown()).get('SKU-1')).toMatchObject({ in_store: true, refused_text: null })
})

describe('a Walmart account', () => {
  test('is sent new products in an item feed, and their stock once that succeeds', async () => {
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 1 })
    expect(feeds()).toEqual(['MP_ITEM'])
    expect(await s.calls()).toMatchObject([{ state: 'accepted', bucket: 'item feeds', spent: '1' }])
    expect(await goneOn(s)).toMatchObject({ sent: 0 })
    expect(feeds()).toEqual(['MP_ITEM'])
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 0 })
    expect(feeds()).toEqual(['MP_ITEM', 'inventory'])
    expect((await s.shown()).size).toBe(0)
    // none of it is said to stand in the store before Walmart says so
    const waits = async () => (await t.c.get(`/api/vendor/${s.vendor_id}/stores`)).body[0].waits_until
    expect(await waits()).not.toBeNull()
    await goneOn(s)
    expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
    expect(await waits()).toBeNull()
    expect(['SKU-1', 'SKU-3'].map(shows)).toEqual([
      ['Product 1', 12.5, 5],
      ['Product 3', 12.5, 5],
    ])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: true, quantity: 5, price: '12.50' })
    expect(await s.calls()).toMatchObject([
      { state: 'done', live: 3 },
      { state: 'done', bucket: 'inventory feeds', told: 'quantity', products: 3, spent: '1' },
    ])
    // the id of a feed holds an @
    expect(asked(/GET/).every((one) => one.path.includes('%40'))).toBe(true)
    expect(t.market.asked.every((one) => one.headers['wm_qos.correlation_id'])).toBe(true)
  })

  test('is sent changed stock and prices in separate feeds, products going off sale first', async () => {
    const s = await t.store()
    await s.update()
    await ended(s)
    t.shop.feeds.clear()
    await s.change(sql`quantity = 7`, ['SKU-2'])
    await s.update()
    expect(feeds()).toEqual(['inventory'])
    await ended(s)
    expect(shows('SKU-2')).toEqual(['Product 2', 12.5, 7])
    t.shop.feeds.clear()
    await s.change(sql`wholesale_price = 20, quantity = 9`, ['SKU-1'])
    await s.change(sql`wholesale_price = 20, quantity = 0`, ['SKU-3'])
    await s.update()
    // of two calls: nothing is left of the one, the other is sold at its new price
    expect([...t.shop.feeds.values()].map(({ type, body }) => [type, Object.values(body)[1]])).toMatchObject([
      ['inventory', [{ sku: 'SKU-3', quantity: { amount: 0 } }]],
      ['PRICE_AND_PROMOTION', [{ 'Promo&Discount': { sku: 'SKU-1', price: 22.5 } }]],
    ])
    await ended(s)
    expect(feeds()).toEqual(['inventory', 'PRICE_AND_PROMOTION', 'PRICE_AND_PROMOTION', 'inventory'])
    expect(['SKU-1', 'SKU-3'].map(shows)).toEqual([
      ['Product 1', 22.5, 9],
      ['Product 3', 22.5, 0],
    ])
  })

  test('says why it refuses a product of a processed feed', async () => {
    t.shop.fails.set('SKU-1', 'DATA_ERROR').set('SKU-3', 'TIMEOUT_ERROR')
    const s = await t.store()
    await s.update()
    await ended(s)
    const shown = await s.shown()
    expect(shown.get('SKU-1')).toMatchObject({
      in_store: false,
      refused_why: 'invalid',
      refused_text: 'The brand is not allowed.',
    })
    expect(shown.get('SKU-2')).toMatchObject({ in_store: true, refused_why: null })
    expect(shown.get('SKU-3')).toMatchObject({
      refused_why: 'outage',
      refused_text: 'Walmart’s status: TIMEOUT_ERROR.',
    })
    // no stock of what isn't there
    const [, inventory] = [...t.shop.feeds.values()]
    expect(inventory!.body).toMatchObject({ Inventory: [{ sku: 'SKU-2' }] })
    t.shop.fails.clear()
    t.shop.items.delete('SKU-2')
    await s.change(sql`quantity = 2`, ['SKU-2'])
    await s.update()
    await ended(s)
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: 'missing' })
  })

  test('is sent feeds no larger than it takes', async () => {
    const s = await t.store(30)
    const skus = Array.from({ length: 30 }, (_, i) => `SKU-${i + 1}`)
    await s.change(sql`description = repeat('x', 1000000)`, skus)
    await s.update()
    expect([...t.shop.feeds.values()].map((feed) => JSON.stringify(feed.body).length < 25_000_000)).toEqual([
      true,
      true,
    ])
    await ended(s)
    expect(t.shop.items.size).toBe(30)
  })

  test('answers page by page', async () => {
    const s = await t.store(1005)
    t.shop.fails.set('SKU-1003', 'DATA_ERROR')
    await s.update()
    await ended(s)
    expect(t.shop.items.size).toBe(1004)
    const shown = await s.shown()
    expect(shown.get('SKU-1003')).toMatchObject({ refused_why: 'invalid' })
    expect(shown.get('SKU-1005')).toMatchObject({ in_store: true, quantity: 5 })
  })

  test('that rejects a whole feed marks nothing as sent', async () => {
    t.shop.gives = 'MP_ITEM'
    const s = await t.store()
    await s.update()
    await ended(s)
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      in_store: false,
      refused_why: 'outage',
      refused_text: 'Walmart failed to process the feed. The file cannot be read.',
    })
  })

  /** An update of two calls. */
  const inTwo = async () => {
    const s = await t.store()
    await s.update()
    await ended(s)
    t.market.asked.length = 0
    await s.change(sql`quantity = 7`, ['SKU-2'])
    await s.change(sql`wholesale_price = 20, content_hash = 99`, ['SKU-1'])
    return s
  }
  test('issues a token for some minutes, and a new one is requested if it expires early', async () => {
    const s = await inTwo()
    t.market.mischief.push({ pattern: /feedType=inventory/, meanwhile: () => later(901_000) })
    expect((await s.update()).result).toMatchObject({ calls: 2 })
    expect(asked(/token/)).toHaveLength(2)
    expect(asked(/POST .*feeds/)).toHaveLength(3)
    expect((await s.calls()).at(-1)).toMatchObject({ state: 'accepted' })
  })
  test('is asked for a new token shortly before the old one expires, and not more often', async () => {
    const s = await inTwo()
    t.shop.tokenSeconds = 30
    expect((await s.update()).result).toMatchObject({ calls: 2 })
    expect(asked(/token/)).toHaveLength(2)
    t.shop.tokenSeconds = 900
    await s.due()
    t.market.asked.length = 0
    await s.update()
    expect(asked(/token/)).toHaveLength(1)
  })

  test('takes a limited number of feeds an hour, and the update waits', async () => {
    const s = await t.store()
    await s.update()
    await ended(s)
    t.market.mischief.push({
      pattern: /feedType=inventory/,
      times: 9,
      answer: { status: 429, headers: { 'retry-after': '1800' }, body: { error: [] } },
    })
    await s.change(sql`quantity = 8`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    const minutes = (Date.parse((await s.store()).waits_until!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(31)
  })

  test('that takes no more stock this hour is still sent prices', async () => {
    const s = await t.store()
    await s.update()
    await ended(s)
    t.shop.feeds.clear()
    await sql`
      insert into store_call (vendor_store_id, store_update_id, bucket, told, products, state, spent, insert_tm)
      select vendor_store_id, max(store_update_id), 'inventory feeds', 'quantity', 1, 'done', 10,
        now() - interval '50 minutes'
      from store_update
      where vendor_store_id = ${s.vendor_store_id}
      group by vendor_store_id`.execute(h.services.db)
    await s.change(sql`quantity = 7`, ['SKU-2'])
    await s.change(sql`wholesale_price = 20, content_hash = 99`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ calls: 1, waits: expect.any(String) })
    expect(feeds()).toEqual(['PRICE_AND_PROMOTION'])
    const minutes = (Date.parse((await s.store()).waits_until!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
  })

  test('that takes no stock yet is sent it later', async () => {
    const s = await t.store()
    await s.update()
    await goneOn(s)
    t.market.mischief.push({
      pattern: /feedType=inventory/,
      answer: { status: 429, headers: { 'retry-after': '600' }, body: { error: [] } },
    })
    await goneOn(s)
    const [call] = await s.calls()
    expect(call).toMatchObject({ state: 'accepted', said: 'Too many requests to the store.' })
    expect(Date.parse(call!.poll_tm!)).toBeGreaterThan(Date.now() + 590_000)
    await ended(s)
    expect(shows('SKU-1')).toEqual(['Product 1', 12.5, 5])
  })

  test('that took a feed without answering is sent the same feed again', async () => {
    const s = await t.store()
    t.market.mischief.push({ pattern: /feedType=MP_ITEM/, losesAnswer: true })
    await s.update()
    expect(feeds()).toEqual(['MP_ITEM', 'MP_ITEM'])
    await ended(s)
    expect((await s.shown()).get('SKU-1')).toMatchObject({ in_store: true, quantity: 5 })
  })

  test('is sent feeds one after another, each within its own allowance', async () => {
    const s = await t.store(3, { delete_market_products: true })
    const spent = async () =>
      Object.fromEntries(
        Map.groupBy(await s.calls(), (call) => call.bucket)
          .entries()
          .map(([bucket, calls]) => [bucket, calls.reduce((sum, call) => sum + Number(call.spent), 0)]),
      )
    await s.update()
    expect(await spent()).toEqual({ 'item feeds': 1 })
    await ended(s)
    expect(await spent()).toEqual({ 'item feeds': 1, 'inventory feeds': 1 })
    const calls = `/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`
    expect((await t.c.get(calls)).body.allowances).toMatchObject([
      { name: 'item feeds', used: 1 },
      { name: 'price feeds', used: 0 },
      { name: 'inventory feeds', used: 1 },
      { name: 'retire feeds', used: 0 },
      { name: 'catalog pages', used: 0 },
    ])
    await s.change(sql`wholesale_price = 11, quantity = 9`, ['SKU-1'])
    await s.update()
    await ended(s)
    expect(await spent()).toEqual({ 'item feeds': 1, 'price feeds': 1, 'inventory feeds': 2 })
    // what goes off sale is told of its stock first
    await s.change(sql`wholesale_price = 12, quantity = 0`, ['SKU-1'])
    await s.update()
    expect(await spent()).toEqual({ 'item feeds': 1, 'price feeds': 2, 'inventory feeds': 3 })
    await ended(s)
    expect(await spent()).toEqual({ 'item feeds': 1, 'price feeds': 2, 'inventory feeds': 3 })
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    await s.update()
    await ended(s)
    expect(await spent()).toEqual({
      'item feeds': 1,
      'price feeds': 2,
      'inventory feeds': 4,
      'retire feeds': 1,
    })
    expect(feeds()).toHaveLength(8)
  })

  test('stops selling removed products, and then retires them', async () => {
    const s = await t.store(3, { delete_market_products: true })
    await s.update()
    await ended(s)
    t.shop.feeds.clear()
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    await s.update()
    expect([...t.shop.feeds.values()]).toMatchObject([
      { type: 'inventory', body: { Inventory: [{ sku: 'SKU-2', quantity: { amount: 0 } }] } },
    ])
    await ended(s)
    expect(feeds()).toEqual(['inventory', 'RETIRE_ITEM'])
    expect([...t.shop.items.keys()]).toEqual(['SKU-1', 'SKU-3'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: null })
    // what somebody removed there before is as gone as it shall be
    t.shop.items.delete('SKU-3')
    await s.change(sql`gone_tm = now()`, ['SKU-3'])
    await s.update()
    await ended(s)
    expect((await s.shown()).get('SKU-3')).toMatchObject({ in_store: false, refused_why: null })
  })

  test('in another currency is sent nothing until there are prices in its own', async () => {
    const s = await t.store()
    const path = `/api/vendor/${s.vendor_id}/price-rules`
    const priceIn = async (currency_id: number) => {
      const { version } = (await t.c.get(path)).body
      const rules = [{ markup_type_id: 1, markup_value: '20' }]
      expect((await t.c.post(path, { version, currency_id, rates: [], rules })).status).toBe(200)
    }
    await priceIn(4)
    const why =
      'Feedstock prices in ZAR, but Walmart uses USD: choose USD in the price rules, or use a file connection.'
    expect((await s.update()).reason).toBe(why)
    expect(await s.store()).toMatchObject({ stopped_reason: why })
    expect(t.market.asked).toEqual([])
    // a dry run sends nothing
    const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
    await waitUntil(
      () => t.c.get(`${s.path}/${body.store_update_id}`),
      (a) => a.body.update.state === 'dry',
    )
    await priceIn(1)
    expect(await s.store()).toMatchObject({ stopped_reason: null, behind_since: expect.anything() })
    await s.update()
    await ended(s)
    expect(shows('SKU-1')).toEqual(['Product 1', 30, 5])
  })

  test('in Canada can’t be priced for yet', async () => {
    await h.services.db.insertInto('market').values({ market_id: 136, market_name: 'Walmart CA' }).execute()
    const address = t.market.address
    const s = await makeApiStore(h, t.c, {
      market_id: 136,
      address,
      login: 'client',
      token: walmartToken,
      products: 1,
    })
    expect((await s.update()).reason).toBe(
      'Feedstock prices in USD, but Walmart uses CAD: use a file connection.',
    )
  })

  test('that refuses the client ID is stopped', async () => {
    const s = await makeApiStore(h, t.c, {
      market_id: 63,
      address: t.market.address,
      login: 'x',
      token: 'wrong',
    })
    expect((await s.update()).reason).toMatch(/refused the token \(401\)/)
  })
})

test('a Walmart stand-in skips an earlier feed’s price and takes ten feeds an hour', () => {
  let now = Date.UTC(2026, 0, 1)
  const one = walmart({ token: walmartToken, now: () => now })
  one.pace = 0
  one.items.set('A', { sku: 'A', title: '', published: true, quantity: 0 })
  const headers = { 'wm_qos.correlation_id': '1', 'wm_svc.name': 'W' }
  const ask = (method: string, path: string, more: Record<string, string> = {}, body = '') =>
    one.answer({
      method,
      path,
      query: new URLSearchParams({ feedType: 'PRICE_AND_PROMOTION', includeDetails: 'true' }),
      headers: { ...headers, ...more },
      body,
      address: 'http://here',
    })
  const basic = `Basic ${Buffer.from(`client:${walmartToken}`).toString('base64')}`
  const { body } = ask('POST', '/v3/token', { authorization: basic })
  const pass = { 'wm_sec.access_token': (body as { access_token: string }).access_token }
  const tell = (amount: number, feedDate: string) => {
    const prices = {
      MPItemFeedHeader: { feedDate },
      MPItem: [{ 'Promo&Discount': { sku: 'A', price: amount } }],
    }
    const told = ask('POST', '/v3/feeds', pass, JSON.stringify(prices))
    const { feedId } = told.body as { feedId?: string }
    if (feedId) ask('GET', `/v3/feeds/${encodeURIComponent(feedId)}`, pass)
    return told
  }
  tell(2, '2026-01-01T00:00:02Z')
  tell(1, '2026-01-01T00:00:01Z')
  expect(one.items.get('A')).toMatchObject({ price: 2 })
  for (let i = 2; i < 10; i++) expect(tell(i, `2026-01-01T00:01:0${i}Z`).status ?? 200).toBe(200)
  expect(tell(10, '2026-01-01T00:02:00Z')).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
  now += 3_600_001
  // and its token has ended by then
  expect(tell(11, '2026-01-01T01:02:00Z').status).toBe(401)
})
