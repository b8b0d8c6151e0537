import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { amazonTests } from '#server/test/stores/amazon-sellers.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { currencyOf } from '#contract/stores/shops.ts'
import { feedOf, placeOf } from './feed.ts'

const h = harness({ worker: true })
const { t, goneOn, listed, store, told } = amazonTests(h)
const us = 'ATVPDKIKX0DER'
const priced = (value_with_tax: number) => [
  { marketplace_id: us, currency: 'USD', audience: 'ALL', our_price: [{ schedule: [{ value_with_tax }] }] },
]

describe('an Amazon seller', () => {
  test('offers what Amazon lists by product code, through a feed uploaded to another address', async () => {
    const s = await store()
    await s.change(sql`asin = 'B000000001'`, ['SKU-1'])
    await s.change(sql`upc = null, isbn = '9780000000002'`, ['SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 1 })
    const asked = t.market.asked.map(({ method, path }) => `${method} ${path.replace(/-\d+$/, '')}`)
    expect(asked).toEqual([
      'POST /auth/o2/token',
      'POST /feeds/2021-06-30/documents',
      'PUT /files/document',
      'POST /feeds/2021-06-30/feeds',
    ])
    const [login, , upload] = t.market.asked
    expect(new URLSearchParams(login!.body).get('grant_type')).toBe('refresh_token')
    expect(upload!.headers.host).toMatch(/^localhost:/)
    expect(JSON.parse(upload!.body).header).toMatchObject({ sellerId: 'A1SELLER', version: '2.0' })
    expect([...t.shop.feeds.values()]).toMatchObject([{ marketplaceIds: [us] }])
    const [[first, second, third]] = told() as [object[]]
    expect(first).toEqual({
      messageId: 1,
      sku: 'SKU-1',
      operationType: 'UPDATE',
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        condition_type: [{ marketplace_id: us, value: 'new_new' }],
        merchant_suggested_asin: [{ marketplace_id: us, value: 'B000000001' }],
        purchasable_offer: priced(12.5),
        fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 5 }],
      },
    })
    const code = (type: string, value: string) => ({
      attributes: { externally_assigned_product_identifier: [{ marketplace_id: us, type, value }] },
    })
    expect(second).toMatchObject(code('upc', '000000000002'))
    expect(third).toMatchObject(code('isbn', '9780000000002'))
    // taken, and not done
    expect(await goneOn(s)).toMatchObject({ sent: 0 })
    expect((await s.calls())[0]).toMatchObject({ state: 'accepted', bucket: 'feeds', spent: '1' })
    expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: true, quantity: 5, price: '12.50' })
  })

  test('lists a product under the ASIN that was chosen for its market, in place of the feed’s', async () => {
    const s = await store()
    await s.change(sql`asin = 'B000000001'`, ['SKU-1'])
    await sql`
      insert into market (market_id, market_name)
      values (44, 'Amazon UK')
      on conflict do nothing`.execute(h.services.db)
    await sql`
      insert into product_asin (product_id, market_id, asin, how, decided_by_name)
      select p.product_id, x.market_id, x.asin, 'person', 'Pat'
      from product p
      cross join (values (9, 'B00CHOSEN1'), (44, 'B00OTHER01')) x(market_id, asin)
      where p.sku = 'SKU-1' and p.dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
    await s.update()
    const [[first]] = told() as [object[]]
    expect(first).toMatchObject({
      sku: 'SKU-1',
      attributes: { merchant_suggested_asin: [{ marketplace_id: us, value: 'B00CHOSEN1' }] },
    })
  })

  test('gets prices and stock as patches that leave the handling time alone', async () => {
    const s = await listed()
    const had = t.shop.listings.get('SKU-1')!
    had.fulfillment_availability![0]!.lead_time_to_ship_max_days = 4
    await s.change(sql`wholesale_price = 11, quantity = 9`, ['SKU-1'])
    await s.update()
    expect(told()).toEqual([
      [
        {
          messageId: 1,
          sku: 'SKU-1',
          operationType: 'PATCH',
          productType: 'PRODUCT',
          patches: [
            { op: 'replace', path: '/attributes/purchasable_offer', value: priced(13.5) },
            {
              op: 'merge',
              path: '/attributes/fulfillment_availability',
              value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 9 }],
            },
          ],
        },
      ],
    ])
    await goneOn(s)
    expect(t.shop.listings.get('SKU-1')).toMatchObject({
      purchasable_offer: priced(13.5),
      fulfillment_availability: [{ quantity: 9, lead_time_to_ship_max_days: 4 }],
    })
  })

  test('is not sent changed product details, and its listings keep their own', async () => {
    const s = await listed()
    await s.change(sql`title = 'Another', content_hash = 98`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, calls: 1 })
    expect(t.market.asked).toEqual([])
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('has products without a code refused before sending, and the others numbered without them', async () => {
    const s = await store()
    await s.change(sql`upc = null`, ['SKU-1'])
    t.shop.fails.set('SKU-3', 'You are not authorized to list this brand.')
    expect((await s.update()).result).toMatchObject({ refused: 1 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_why: 'invalid',
      refused_text: expect.stringContaining('needs an ASIN, UPC, EAN or ISBN'),
    })
    expect(told()[0].map((one: { sku: string }) => one.sku)).toEqual(['SKU-2', 'SKU-3'])
    await goneOn(s)
    expect(await goneOn(s)).toMatchObject({ sent: 1, refused: 1 })
    const shown = await s.shown()
    // a warning refuses nothing
    expect(shown.get('SKU-2')).toMatchObject({ in_store: true, refused_why: null })
    expect(shown.get('SKU-3')).toMatchObject({
      in_store: false,
      refused_why: 'permission',
      refused_text: 'You are not authorized to list this brand.',
    })
  })

  test('with nothing that can be listed is sent no feed', async () => {
    const s = await store(2)
    await s.change(sql`upc = null`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ refused: 2 })
    expect(t.market.asked).toEqual([])
  })

  test('has removed products taken down, and those already missing count as down', async () => {
    const s = await listed({ delete_market_products: true })
    t.shop.listings.delete('SKU-3')
    await s.change(sql`gone_tm = now()`, ['SKU-2', 'SKU-3'])
    await s.update()
    expect(told()).toEqual([
      [
        { messageId: 1, sku: 'SKU-2', operationType: 'DELETE' },
        { messageId: 2, sku: 'SKU-3', operationType: 'DELETE' },
      ],
    ])
    expect(await goneOn(s)).toMatchObject({ sent: 2, refused: 0 })
    expect([...t.shop.listings.keys()]).toEqual(['SKU-1'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: null })
  })

  test('shows a manually deleted listing as missing', async () => {
    const s = await listed()
    t.shop.listings.delete('SKU-2')
    await s.change(sql`quantity = 2`, ['SKU-1', 'SKU-2'])
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: 'missing' })
  })

  test.each(['FATAL', 'CANCELLED'] as const)('has nothing marked as sent if a feed ends %s', async (fate) => {
    t.shop.fate = fate
    const s = await store(2)
    await s.update()
    await goneOn(s)
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 2 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      refused_why: 'outage',
      refused_text: expect.stringMatching(fate === 'FATAL' ? /may have been applied/ : /canceled/),
    })
  })

  test('is out of date again if a product changed before a feed’s result came', async () => {
    t.shop.pace = 0
    const s = await store(2)
    await s.update()
    await s.change(sql`quantity = 7`, ['SKU-1'])
    await s.due()
    expect((await s.store()).behind_since).toBeNull()
    // a job that does only what a person asks for
    await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
    await waitUntil(
      () => t.c.get(s.path),
      ({ body }) => body[0].state === 'dry',
    )
    expect((await s.calls())[0]).toMatchObject({ state: 'done', live: 2 })
    expect((await s.store()).behind_since).not.toBeNull()
  })

  test('is sent no further change to a listing until the last one has a result', async () => {
    const s = await listed()
    t.shop.pace = 1000
    await s.change(sql`quantity = 8`, ['SKU-1'])
    await s.update()
    await s.change(sql`quantity = 7`, ['SKU-1', 'SKU-2'])
    await s.update()
    const skus = () => told().map((feed) => feed.map((one: { sku: string }) => one.sku))
    expect(skus()).toEqual([['SKU-1'], ['SKU-2']])
    t.shop.pace = 0
    for (const feed of t.shop.feeds.values()) feed.polls = 0
    for (let i = 0; i < 3; i++) await goneOn(s)
    expect(skus()).toEqual([['SKU-1'], ['SKU-2'], ['SKU-1']])
    expect((await s.shown()).get('SKU-1')).toMatchObject({ quantity: 7 })
  })

  test('can be sent earlier values, except for listings still waiting for a result', async () => {
    const s = await listed()
    await s.change(sql`quantity = 8`, ['SKU-1', 'SKU-2'])
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
    const { body } = await t.c.get(s.path)
    const update = body.find((one: { sent: number }) => one.sent === 2)
    t.shop.pace = 1000
    await s.change(sql`quantity = 7`, ['SKU-2'])
    await s.update()
    const back = await t.c.post(`${s.path}/${update.store_update_id}/send-back`, { reason: 'Wrong feed' })
    await waitUntil(
      () => t.c.get(`${s.path}/${back.body.store_update_id}`),
      (one) => one.body.update.state === 'accepted',
    )
    expect(
      told()
        .at(-1)
        .map((one: { sku: string }) => one.sku),
    ).toEqual(['SKU-1'])
    t.shop.pace = 0
    for (const feed of t.shop.feeds.values()) feed.polls = 0
    await goneOn(s)
    expect(t.shop.listings.get('SKU-1')).toMatchObject({ fulfillment_availability: [{ quantity: 5 }] })
  })

  test('that refuses access is stopped, and the reason says who has to fix it', async () => {
    const s = await store(2)
    await h.services.db
      .updateTable('vendor_store')
      .set({ store_admin_secret: h.services.secrets.seal('old') })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()
    expect((await s.update()).reason).toMatch(/refused the refresh token.*authorize Feedstock again/)
    h.services.config.amazon.clientSecret = 'rotated'
    expect((await s.update()).reason).toMatch(/client ID or secret.*after 180 days/)
    h.services.config.amazon.clientId = undefined
    expect((await s.update()).reason).toMatch(/client ID or secret for Amazon is missing.*AMAZON_CLIENT_ID/)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('Amazon') })
  })
})

test.each([
  ['https://sellingpartnerapi-na.amazon.com', us, 'USD'],
  ['https://sellingpartnerapi-eu.amazon.com', 'A1F83G8C2ARO7P', 'GBP'],
  ['https://sellingpartnerapi-fe.amazon.com', 'A1VC38T7YXB528', 'JPY'],
  ['http://127.0.0.1', us, 'USD'],
])('the endpoint %s sells in the marketplace %s in its currency', (address, id, currency) => {
  expect(placeOf(new URL(address).hostname)).toMatchObject({ id })
  expect(currencyOf('amazon', { market_id: 9, address })).toBe(currency)
})

test('an offer is in its marketplace’s currency, and yen have no decimals', () => {
  const offered = (currency: string) => {
    const row = { sku: 'A', price: '1250.50', remote: null, fresh: false }
    const place = { ...placeOf('sellingpartnerapi-fe.amazon.com'), currency }
    return (feedOf('S', [row], place) as { messages: { patches: { value: unknown }[] }[] }).messages[0]!
      .patches[0]!.value
  }
  const at = (value_with_tax: number) => ({ our_price: [{ schedule: [{ value_with_tax }] }] })
  expect(offered('JPY')).toMatchObject([{ currency: 'JPY', ...at(1251) }])
  expect(offered('GBP')).toMatchObject([{ currency: 'GBP', ...at(1250.5) }])
})

test('an Amazon seller’s listings are compared with what was sent, 20 SKUs a request', async () => {
  t.shop.pace = 0
  const s = await store(45)
  await s.update()
  await goneOn(s)
  await s.toldEarlier(3)
  t.market.asked.length = 0
  const stock = (sku: string, quantity: number) => {
    t.shop.listings.get(sku)!.fulfillment_availability = [{ fulfillment_channel_code: 'DEFAULT', quantity }]
  }
  t.shop.listings.get('SKU-1')!.purchasable_offer![0]!.our_price[0]!.schedule[0]!.value_with_tax = 99
  stock('SKU-2', 50)
  stock('SKU-3', 4)
  t.shop.suppressed.add('SKU-4')
  t.shop.listings.delete('SKU-45')
  expect(await s.compare()).toMatchObject({
    shown: 45,
    differing: { price: 1, more: 1, less: 1, hidden: 1, gone: 1 },
  })
  const asked = t.market.asked.filter(({ path }) => path.startsWith('/listings'))
  // and once more of the one that was left out
  expect(asked.map(({ query }) => query.get('identifiers')!.split(',').length)).toEqual([20, 20, 5, 1])
  expect((await s.calls()).at(-2)).toMatchObject({
    told: 'compared',
    bucket: 'listing searches',
    products: 45,
  })
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  await s.update()
  await goneOn(s)
  expect(t.shop.listings.get('SKU-1')).toMatchObject({ purchasable_offer: priced(12.5) })
  expect(t.shop.listings.get('SKU-2')!.fulfillment_availability![0]!.quantity).toBe(5)
  expect(t.shop.listings.get('SKU-3')!.fulfillment_availability![0]!.quantity).toBe(4)
})
