import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db.ts'
import { amazon, amazonApp, type Amazon } from '../../../stand-ins/amazon.ts'
import { harness, staff, until, type Client } from '../../../test/harness.ts'
import { orderOf, ordersAreAlike, ordersOf } from '../../../test/market-orders.ts'
import { startMarket } from '../../../test/markets.ts'
import { toldStore } from '../../../test/told-stores.ts'
import { currencyOf } from '#contract/stores/shops.ts'
import { feedOf, placeOf } from './amazon-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 9, market_name: 'Amazon' }).execute()
})

const token = 'Atzr|refresh'
let late = 0
let shop: Amazon
let market: Awaited<ReturnType<typeof startMarket>>
beforeEach(async () => {
  late = 0
  shop = amazon({ token, now: () => Date.now() + late })
  // its files are on another host
  shop.filesAt = (address) => address.replace('127.0.0.1', 'localhost')
  market = await startMarket(shop)
  h.services.config.amazon = { ...amazonApp, loginUrl: `${market.address}/auth/o2/token` }
})
afterEach(() => market.close())
const store = (products = 3, settings: object = {}) =>
  toldStore(h, c, {
    market_id: 9,
    address: market.address,
    login: 'A1SELLER',
    token,
    products,
    settings: { special_attribute_enabled: true, ...settings },
  })
type Store = Awaited<ReturnType<typeof store>>
const goneOn = async (s: Store) => {
  await s.due()
  return (await s.update()).result
}
/** What it was told, feed by feed. */
const told = () =>
  [...shop.feeds.values()].map(({ input }) => JSON.parse(shop.files.get(input)!.text).messages)
/** New products, told and taken; what was asked until then is forgotten. */
const listed = async (settings: object = {}) => {
  shop.pace = 0
  const s = await store(3, settings)
  await s.update()
  expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
  shop.feeds.clear()
  market.asked.length = 0
  return s
}
const us = 'ATVPDKIKX0DER'
const priced = (value_with_tax: number) => [
  { marketplace_id: us, currency: 'USD', audience: 'ALL', our_price: [{ schedule: [{ value_with_tax }] }] },
]

ordersAreAlike({
  h,
  c: () => c,
  shop: () => shop,
  market: () => market,
  store,
  idOf: (order) => `902-0000000-000${order.id}`,
  twoPages: 3,
  ships: /POST .*shipmentConfirmation/,
  refuses: true,
})

test('an order at Amazon is told as one package, however often, and what Amazon ships is left', async () => {
  shop.orders.push(orderOf(500, 3, 2))
  const s = ordersOf(h, c, await store(1))
  const id = '902-0000000-000500'
  const told = { carrier: 'Own van', tracking: 'V1' }
  await s.ship(id, { ...told, lines: [{ line_id: '1', quantity: 1 }] })
  const look = market.asked.find(({ path }) => path.endsWith(id))!
  const { body } = structuredClone(shop.answer(look)) as { body: { order: { fulfillment: object } } }
  const theirs = { ...body.order.fulfillment, fulfilledBy: 'AMAZON' }
  const amazons = { order: { ...body.order, fulfillment: theirs } }
  market.mischief.push({ at: /GET .*2026-01-01/, answer: { body: amazons } })
  expect((await s.ship(id, told)).body.error.message).toContain('Amazon ships this order itself.')
  expect((await s.ship(id, told)).body).toMatchObject({ state: 'told' })
  // that it has the package is not shown yet
  market.mischief.push({ at: /GET .*2026-01-01/, answer: { body } })
  expect((await s.ship(id, told)).body).toMatchObject({ state: 'told' })
  expect((await s.all()).orders).toMatchObject([
    { lines: [{ quantity: 2, shipped: 2 }], shipments: [{ carrier: 'Own van', tracking: 'V1' }] },
  ])
})

test('a package has one number, by its store, order, tracking number and lines', async () => {
  shop.orders.push(orderOf(500, 3, 4), orderOf(501, 3, 4))
  const [s, another] = [ordersOf(h, c, await store(1)), ordersOf(h, c, await store(1))]
  const [first, second] = ['902-0000000-000500', '902-0000000-000501']
  // what it was told it doesn’t show yet
  const blank = structuredClone(shop.orders)
  const numberOf = async (of: typeof s, id: string, tracking: string, quantity?: number) => {
    shop.orders.splice(0, 2, ...structuredClone(blank))
    market.asked.length = 0
    const line = shop.orders.find((order) => id.endsWith(String(order.id)))!.lines[0]!
    const lines = quantity && [{ line_id: String(line.id), quantity }]
    expect((await of.ship(id, { carrier: 'UPS', tracking, ...(lines && { lines }) })).body.state).toBe('told')
    const { body } = market.asked.find(({ path }) => path.endsWith('/shipmentConfirmation'))!
    return JSON.parse(body).packageDetail.packageReferenceId as string
  }
  const one = await numberOf(s, first!, 'V1')
  expect(await numberOf(s, first!, 'V1')).toBe(one)
  const others = [
    await numberOf(s, first!, 'V1', 2),
    await numberOf(s, first!, 'V2'),
    await numberOf(s, second!, 'V1'),
    await numberOf(another, first!, 'V1'),
  ]
  expect(new Set([one, ...others]).size).toBe(5)
})

describe('a seller at Amazon', () => {
  test('offers what Amazon lists by its code, through a feed that is uploaded elsewhere', async () => {
    const s = await store()
    await s.change(sql`asin = 'B000000001'`, ['SKU-1'])
    await s.change(sql`upc = null, isbn = '9780000000002'`, ['SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 1 })
    const asked = market.asked.map(({ method, path }) => `${method} ${path.replace(/-\d+$/, '')}`)
    expect(asked).toEqual([
      'POST /auth/o2/token',
      'POST /feeds/2021-06-30/documents',
      'PUT /files/document',
      'POST /feeds/2021-06-30/feeds',
    ])
    const [login, , upload] = market.asked
    expect(new URLSearchParams(login!.body).get('grant_type')).toBe('refresh_token')
    expect(upload!.headers.host).toMatch(/^localhost:/)
    expect(JSON.parse(upload!.body).header).toMatchObject({ sellerId: 'A1SELLER', version: '2.0' })
    expect([...shop.feeds.values()]).toMatchObject([{ marketplaceIds: [us] }])
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

  test('is told prices and stock by patches that leave the time to ship alone', async () => {
    const s = await listed()
    const had = shop.listings.get('SKU-1')!
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
    expect(shop.listings.get('SKU-1')).toMatchObject({
      purchasable_offer: priced(13.5),
      fulfillment_availability: [{ quantity: 9, lead_time_to_ship_max_days: 4 }],
    })
  })

  test('is not told what a listing says of the product, and keeps it', async () => {
    const s = await listed()
    await s.change(sql`title = 'Another', content_hash = 98`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, calls: 1 })
    expect(market.asked).toEqual([])
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('says before anything is sent what has no code; the others are numbered without it', async () => {
    const s = await store()
    await s.change(sql`upc = null`, ['SKU-1'])
    shop.fails.set('SKU-3', 'You are not authorized to list this brand.')
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
    expect(market.asked).toEqual([])
  })

  test('takes down what is removed, and what isn’t there any more is down', async () => {
    const s = await listed({ delete_market_products: true })
    shop.listings.delete('SKU-3')
    await s.change(sql`gone_tm = now()`, ['SKU-2', 'SKU-3'])
    await s.update()
    expect(told()).toEqual([
      [
        { messageId: 1, sku: 'SKU-2', operationType: 'DELETE' },
        { messageId: 2, sku: 'SKU-3', operationType: 'DELETE' },
      ],
    ])
    expect(await goneOn(s)).toMatchObject({ sent: 2, refused: 0 })
    expect([...shop.listings.keys()]).toEqual(['SKU-1'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: null })
  })

  test('of a listing that a hand took down hears that it is gone', async () => {
    const s = await listed()
    shop.listings.delete('SKU-2')
    await s.change(sql`quantity = 2`, ['SKU-1', 'SKU-2'])
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, refused_why: 'missing' })
  })

  test.each(['FATAL', 'CANCELLED'] as const)(
    'takes nothing for done of a feed that ends %s',
    async (fate) => {
      shop.fate = fate
      const s = await store(2)
      await s.update()
      await goneOn(s)
      expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 2 })
      expect((await s.shown()).get('SKU-2')).toMatchObject({
        refused_why: 'outage',
        refused_text: expect.stringMatching(fate === 'FATAL' ? /some of it, none or all/ : /cancelled/),
      })
    },
  )

  test('whose feed is refused as a whole takes nothing for done', async () => {
    const s = await store(2)
    await h.services.db.updateTable('vendor_store').set({ store_admin_login: '' }).execute()
    shop.pace = 0
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 2 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_text: 'Attribute ‘Merchant’ is required, but not present.',
    })
  })

  test('whose report can’t be fetched is asked for it again', async () => {
    shop.pace = 0
    shop.packed = false
    const s = await store(2)
    await s.update()
    market.mischief.push({ at: /GET .*files/, answer: { status: 403, body: '<Error/>' } })
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 0 })
    expect((await s.calls())[0]).toMatchObject({
      state: 'accepted',
      said: 'Amazon’s address of a file refuses it (403).',
    })
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
  })

  test('whose report is no whole one takes nothing for done, and is asked for it again', async () => {
    shop.pace = 0
    const s = await store()
    await s.update()
    market.mischief.push({ at: /GET .*files/, answer: { body: '' } })
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 0 })
    expect((await s.calls()).at(-1)).toMatchObject({ state: 'accepted' })
    expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
  })

  test('whose upload address has ended is given another', async () => {
    const s = await store(2)
    market.mischief.push({ at: /PUT/, meanwhile: () => (late = 301_000) })
    expect((await s.update()).reason).toBeNull()
    expect(await s.store()).toMatchObject({ stopped_reason: null })
    expect(told()).toHaveLength(1)
    expect(market.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })

  test('is told the same again where the answer to the feed was lost', async () => {
    shop.pace = 0
    const s = await store(2)
    market.mischief.push({ at: /POST .*feeds$|POST .*inputFeedDocumentId/, cut: true })
    await s.update()
    expect(told()).toHaveLength(2)
    expect(told()[1]).toEqual(told()[0])
    await goneOn(s)
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
  })

  test('takes five feeds in five minutes, then is waited for', async () => {
    const s = await store(2)
    for (let i = 0; i < 5; i++)
      shop.answer({
        method: 'POST',
        path: '/feeds/2021-06-30/feeds',
        query: new URLSearchParams(),
        headers: { 'x-amz-access-token': login() },
        body: '{}',
        address: market.address,
      })
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    expect((await s.store()).waits_for).toBe('The market takes no more for now')
    late = 301_000
    expect((await s.update()).result).toMatchObject({ calls: 1 })
  })
  const login = (): string => {
    const form = { client_secret: amazonApp.clientSecret, refresh_token: token }
    const { body } = shop.answer({
      method: 'POST',
      path: '/auth/o2/token',
      query: new URLSearchParams(),
      headers: {},
      body: new URLSearchParams(form).toString(),
      address: market.address,
    })
    return (body as { access_token: string }).access_token
  }

  test('is sent no sixth feed in five minutes, whatever another seller sends', async () => {
    const s = await store(2)
    const other = await store(1)
    const { db } = h.services
    const feedsOf = (vendor_store_id: number) =>
      sql`
        with u as (
          insert into store_update (vendor_store_id, kind, state, requested_by)
          values (${vendor_store_id}, 'changed', 'sent', 'schedule')
          returning store_update_id)
        insert into store_call (vendor_store_id, store_update_id, bucket, told, products, state, spent)
        select ${vendor_store_id}::int, store_update_id, 'feeds', 'quantity', 1, 'done', 1
        from u, generate_series(1, 5)`.execute(db)
    await feedsOf(s.vendor_store_id)
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0, waits: expect.any(String) })
    expect(market.asked).toEqual([])
    const { body } = await c.get(`/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`)
    expect(body.allowances).toMatchObject([
      { name: 'feeds', limit: 5, used: 5 },
      { name: 'listing questions', used: 0 },
    ])
    const minutes = (Date.parse(body.allowances[0].opens_tm) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4)
    expect(minutes).toBeLessThanOrEqual(5)
    expect((await other.update()).result).toMatchObject({ calls: 1 })
    await s.earlier(301)
    expect((await s.update()).result).toMatchObject({ calls: 1 })
  })

  test('that never says what became of a feed is told of it again after a day', async () => {
    const s = await listed()
    shop.pace = 1000
    await s.change(sql`quantity = 8`, ['SKU-2'])
    await s.update()
    await s.earlier(86_390)
    expect(await goneOn(s)).toMatchObject({ refused: 0 })
    await s.earlier(20)
    shop.feeds.clear()
    shop.pace = 0
    expect(await goneOn(s)).toMatchObject({ refused: 1, calls: 2 })
    expect((await s.calls())[1]).toMatchObject({ state: 'done', refused: 1 })
    expect(await goneOn(s)).toMatchObject({ sent: 1 })
  })

  test('is asked what became of a feed less and less often, each quarter of an hour at least', async () => {
    shop.pace = 1000
    const s = await store(1)
    await s.update()
    const seconds: number[] = []
    for (let i = 0; i < 9; i++) {
      await goneOn(s)
      const { poll_tm } = (await s.calls())[0]!
      seconds.push((Date.parse(poll_tm!) - Date.now()) / 1000)
    }
    expect(seconds[0]).toBeGreaterThan(50)
    expect(seconds[3]).toBeGreaterThan(190)
    expect(seconds[8]).toBeGreaterThan(890)
    expect(seconds[8]).toBeLessThanOrEqual(900)
  })

  test('is looked at again once it said what became of a feed: more may have changed meanwhile', async () => {
    shop.pace = 0
    const s = await store(2)
    await s.update()
    await s.change(sql`quantity = 7`, ['SKU-1'])
    await s.due()
    expect((await s.store()).behind_since).toBeNull()
    // a job that does only what a person asks for
    await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
    await until(
      () => c.get(s.path),
      ({ body }) => body[0].state === 'dry',
    )
    expect((await s.calls())[0]).toMatchObject({ state: 'done', live: 2 })
    expect((await s.store()).behind_since).not.toBeNull()
  })

  test('is sent back what it had, but of no listing that it still owes an answer of', async () => {
    const s = await listed()
    await s.change(sql`quantity = 8`, ['SKU-1', 'SKU-2'])
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
    const { body } = await c.get(s.path)
    const update = body.find((one: { sent: number }) => one.sent === 2)
    shop.pace = 1000
    await s.change(sql`quantity = 7`, ['SKU-2'])
    await s.update()
    const back = await c.post(`${s.path}/${update.store_update_id}/send-back`, { reason: 'Wrong feed' })
    await until(
      () => c.get(`${s.path}/${back.body.store_update_id}`),
      (one) => one.body.update.state === 'accepted',
    )
    expect(
      told()
        .at(-1)
        .map((one: { sku: string }) => one.sku),
    ).toEqual(['SKU-1'])
    shop.pace = 0
    for (const feed of shop.feeds.values()) feed.left = 0
    await goneOn(s)
    expect(shop.listings.get('SKU-1')).toMatchObject({ fulfillment_availability: [{ quantity: 5 }] })
  })

  test('is stopped where it doesn’t let us in, and says who has to mend it', async () => {
    const s = await store(2)
    await h.services.db
      .updateTable('vendor_store')
      .set({ store_admin_secret: h.services.secrets.seal('old') })
      .where('vendor_store_id', '=', s.vendor_store_id)
      .execute()
    expect((await s.update()).reason).toMatch(/refuses the refresh token.*authorize this program again/)
    h.services.config.amazon.clientSecret = 'rotated'
    expect((await s.update()).reason).toMatch(/client id and secret.*after 180 days/)
    h.services.config.amazon.clientId = undefined
    expect((await s.update()).reason).toMatch(/no client id and secret.*AMAZON_CLIENT_ID/)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('Amazon') })
  })
})

test.each([
  ['https://sellingpartnerapi-na.amazon.com', us, 'USD'],
  ['https://sellingpartnerapi-eu.amazon.com', 'A1F83G8C2ARO7P', 'GBP'],
  ['https://sellingpartnerapi-fe.amazon.com', 'A1VC38T7YXB528', 'JPY'],
  ['http://127.0.0.1', us, 'USD'],
])('the endpoint %s sells at the marketplace %s in its currency', (address, id, currency) => {
  expect(placeOf(new URL(address).hostname)).toMatchObject({ id })
  expect(currencyOf('amazon', { market_id: 9, address })).toBe(currency)
})

test('an offer is in its marketplace’s currency, and yen have no cents', () => {
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

test('a seller’s listings are compared by twenty SKUs a question, with what was told', async () => {
  shop.pace = 0
  const s = await store(45)
  await s.update()
  await goneOn(s)
  await s.toldEarlier(3)
  market.asked.length = 0
  const stock = (sku: string, quantity: number) => {
    shop.listings.get(sku)!.fulfillment_availability = [{ fulfillment_channel_code: 'DEFAULT', quantity }]
  }
  shop.listings.get('SKU-1')!.purchasable_offer![0]!.our_price[0]!.schedule[0]!.value_with_tax = 99
  stock('SKU-2', 50)
  stock('SKU-3', 4)
  shop.suppressed.add('SKU-4')
  shop.listings.delete('SKU-45')
  expect(await s.compare()).toMatchObject({
    shown: 45,
    differing: { price: 1, more: 1, less: 1, hidden: 1, gone: 1 },
  })
  const asked = market.asked.filter(({ path }) => path.startsWith('/listings'))
  // and once more of the one that was left out
  expect(asked.map(({ query }) => query.get('identifiers')!.split(',').length)).toEqual([20, 20, 5, 1])
  expect((await s.calls()).at(-2)).toMatchObject({
    told: 'compared',
    bucket: 'listing questions',
    products: 45,
  })
  await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
  await s.update()
  await goneOn(s)
  expect(shop.listings.get('SKU-1')).toMatchObject({ purchasable_offer: priced(12.5) })
  expect(shop.listings.get('SKU-2')!.fulfillment_availability![0]!.quantity).toBe(5)
  expect(shop.listings.get('SKU-3')!.fulfillment_availability![0]!.quantity).toBe(4)
})
