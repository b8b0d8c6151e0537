import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { wooCommerce, type WooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness({ worker: true })
let c: Client
let shop: WooCommerce
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 201, market_name: 'WooCommerce' }).execute()
})
beforeEach(async () => {
  shop = wooCommerce({ token: 'cs' })
  market = await startMarket(shop)
})
afterEach(() => market.close())

const skus = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `SKU-${from + i}`)
const inShop = (...of: string[]) => {
  const by = new Map([...shop.products.values()].map((one) => [one.sku, one]))
  return of.map((sku) => by.get(sku)!)
}
const stock = (...of: string[]) => inShop(...of).map((one) => one.stock_quantity)
const prices = (...of: string[]) => inShop(...of).map((one) => one.regular_price)

/** A store of 40 products, 12 of which change so that its update is held. */
async function heldStore(
  change: ReturnType<typeof sql>,
  settings: object = {},
  first: (s: Awaited<ReturnType<typeof makeApiStore>>) => Promise<unknown> = () => Promise.resolve(),
) {
  const s = await makeApiStore(h, c, {
    market_id: 201,
    address: market.address,
    login: 'ck',
    token: 'cs',
    products: 40,
    settings,
  })
  await s.update()
  await first(s)
  await s.change(change, skus(1, 12))
  expect((await s.update()).result.held).toMatch(/12 of 40/)
  const path = `${s.path}/${(await c.get(s.path)).body[0].store_update_id}`
  market.asked.length = 0
  return {
    ...s,
    held: async () => (await c.get(path)).body.update,
    decide: (what: 'approve' | 'discard') => c.post(`${path}/${what}`, { reason: 'I looked' }),
    idle: () =>
      waitUntil(
        async () => {
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n
            from job
            where param_value = ${String(s.vendor_store_id)} and job_status in (1, 4)`.execute(h.services.db)
          return rows[0]!.n
        },
        (n) => n === 0,
      ),
    /** The market takes nothing until its mischief ends. */
    async waiting() {
      market.mischief.push({
        times: 99,
        answer: { status: 429, headers: { 'retry-after': '600' }, body: {} },
      })
      await this.decide('approve')
      await waitUntil(s.store, (one) => one.waits_until !== null)
      await this.idle()
      market.mischief.length = 0
      market.asked.length = 0
    },
  }
}
type Held = Awaited<ReturnType<typeof heldStore>>
const approved = async (s: Held) => {
  await s.decide('approve')
  await s.idle()
}

test('an approved update sends the values current at sending', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.change(sql`quantity = 3`, ['SKU-1'])
  await s.change(sql`quantity = 2`, ['SKU-20'])
  await approved(s)
  expect(stock('SKU-1', 'SKU-2', 'SKU-12', 'SKU-20', 'SKU-40')).toEqual([3, 0, 0, 2, 5])
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 13, zeroed: 11, decided_reason: 'I looked' })
})

test('a price that changed slightly after approval is sent as it is now', async () => {
  const s = await heldStore(sql`wholesale_price = 20, content_hash = content_hash + 1000`)
  await s.change(sql`wholesale_price = 19, content_hash = content_hash + 1000`, ['SKU-1'])
  await approved(s)
  expect(prices('SKU-1', 'SKU-2')).toEqual(['21.50', '22.50'])
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 12 })
})

test('an approved update that waits for its market also sends stock that fell meanwhile', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.waiting()
  expect(await s.held()).toMatchObject({ state: 'asked', sent: 0, decided_reason: 'I looked' })
  await s.change(sql`quantity = 1`, ['SKU-2', 'SKU-30'])
  await s.change(sql`quantity = 0`, ['SKU-40'])
  expect((await s.update()).result).toMatchObject({ sent: 14 })
  expect(stock('SKU-1', 'SKU-2', 'SKU-30', 'SKU-40')).toEqual([0, 1, 1, 0])
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 14 })
})

test('changes beyond what was approved are held again and need their own approval', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.waiting()
  await s.change(sql`quantity = 0`, skus(21, 32))
  const beside = '12 of 40 products in stock would sell out (limit 20%), in addition to the approved changes'
  expect((await s.update()).result).toMatchObject({ held: beside, waiting: 24 })
  expect(await s.held()).toMatchObject({ state: 'held', reasons: [beside], decided_by: null })
  expect(market.asked.filter(({ method }) => method !== 'GET')).toEqual([])
  await approved(s)
  expect(stock('SKU-1', 'SKU-12', 'SKU-21', 'SKU-32', 'SKU-40')).toEqual([0, 0, 0, 0, 5])
})

test('a price far from the approved one needs approval again', async () => {
  const s = await heldStore(sql`wholesale_price = 20, content_hash = content_hash + 1000`)
  await s.waiting()
  await s.change(sql`wholesale_price = 2, content_hash = content_hash + 1000`, skus(1, 12))
  expect((await s.update()).result.held).toMatch(/12 of 40 prices would change by more than 30%/)
  expect(prices('SKU-1')).toEqual(['12.50'])
  await approved(s)
  expect(prices('SKU-1')).toEqual(['4.50'])
})

test('approving an update doesn’t allow further moves of prices that were within the bound', async () => {
  const s = await heldStore(
    sql`wholesale_price = 20, content_hash = content_hash + 1000`,
    {},
    // 10 % up, in the same update
    (told) => told.change(sql`wholesale_price = 11.25, content_hash = content_hash + 1000`, skus(13, 24)),
  )
  await s.waiting()
  // 35 % up of what is shown, 23 % of what was to be told
  await s.change(sql`wholesale_price = 14.38, content_hash = content_hash + 1000`, skus(13, 24))
  expect((await s.update()).result.held).toMatch(/^12 of 40 prices .*, in addition to the approved changes$/)
  expect(prices('SKU-1', 'SKU-13')).toEqual(['12.50', '12.50'])
})

test('approving prices doesn’t allow products to go to 0', async () => {
  const s = await heldStore(sql`wholesale_price = 20, content_hash = content_hash + 1000`)
  await s.waiting()
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect((await s.update()).result.held).toMatch(
    /^12 of 40 products in stock would sell out.*, in addition to the approved changes$/,
  )
  expect(stock('SKU-1', 'SKU-12')).toEqual([5, 5])
})

test('an approved price is sent even if the price shown in the market is unknown', async () => {
  const s = await heldStore(sql`quantity = 7, wholesale_price = 99`, {}, async (told) => {
    await told.change(sql`quantity = 6, wholesale_price = 11`, skus(1, 12))
    market.mischief.push({
      pattern: /POST/,
      executesFirst: true,
      answer: { body: { create: [], update: [] } },
    })
    expect((await told.update()).result).toMatchObject({ refused: 12 })
  })
  await approved(s)
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 12 })
  expect(prices('SKU-1', 'SKU-12')).toEqual(['101.50', '101.50'])
})

test('sending an earlier update back meanwhile leaves the approval in force', async () => {
  const s = await heldStore(
    sql`wholesale_price = 20, content_hash = content_hash + 1000`,
    {},
    async (told) => {
      await told.change(sql`wholesale_price = 10.5, content_hash = content_hash + 1000`, skus(1, 12))
      await told.update()
    },
  )
  const { body } = await c.get(s.path)
  const before = body.find(({ state }: { state: string }) => state === 'sent')
  market.mischief.push({ times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } })
  await c.post(`${s.path}/${before.store_update_id}/send-back`, { reason: 'Too dear' })
  await waitUntil(s.store, (one) => one.waits_until !== null)
  await approved(s)
  market.mischief.length = 0
  await s.update()
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 12, decided_reason: 'I looked' })
  expect(prices('SKU-1', 'SKU-12')).toEqual(['22.50', '22.50'])
})

test('approved removals are carried out', async () => {
  const s = await heldStore(sql`product_status_id = 2`, { delete_market_products: true })
  await approved(s)
  expect(shop.products.size).toBe(28)
  expect(await s.held()).toMatchObject({ state: 'sent', sent: 12 })
})

test('an approval counts only once', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await approved(s)
  await s.change(sql`quantity = 5`, skus(1, 12))
  await s.update()
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect((await s.update()).result.held).toMatch(/12 of 40/)
})

test('discarding what is held again withdraws its earlier approval', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.waiting()
  await s.change(sql`quantity = 0`, skus(21, 32))
  await s.update()
  expect((await s.decide('discard')).status).toBe(204)
  expect((await s.update()).result.held).toMatch(/^24 of 40 products in stock would sell out \(limit 20%\)$/)
})

test('a dry run doesn’t carry over an approval given to another update', async () => {
  const s = await heldStore(sql`quantity = 0`)
  const { body } = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
  const dry = async () => (await c.get(`${s.path}/${body.store_update_id}`)).body.update
  await waitUntil(dry, ({ state }) => state === 'dry')
  expect(await dry()).toMatchObject({ waiting: 12 })
  await s.change(sql`quantity = 5`, skus(1, 12))
  await approved(s)
  await s.change(sql`quantity = 0`, skus(1, 12))
  expect((await s.update()).result.held).toMatch(/12 of 40/)
})

test('an approved full update includes what changed since it was held', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.decide('discard')
  const { body } = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'full' })
  const path = `${s.path}/${body.store_update_id}`
  await waitUntil(
    async () => (await c.get(path)).body.update.state,
    (state) => state === 'held',
  )
  await s.change(sql`quantity = 2`, ['SKU-30'])
  await sql`update vendor_store set behind_since = now() where vendor_store_id = ${s.vendor_store_id}`.execute(
    h.services.db,
  )
  await c.post(`${path}/approve`, { reason: 'I looked' })
  await s.idle()
  expect(stock('SKU-1', 'SKU-30')).toEqual([0, 2])
  expect(await s.store()).toMatchObject({ behind_since: null })
})

test('an update counted long before sending is counted again', async () => {
  const s = await heldStore(sql`quantity = 0`)
  await s.decide('discard')
  await s.change(sql`quantity = 5`, skus(1, 12))
  await s.change(sql`quantity = 4`, ['SKU-40'])
  market.mischief.push({ pattern: /POST/, answer: { status: 402, body: {} } })
  await s.update()
  await s.change(sql`quantity = 1`, ['SKU-40'])
  await sql`
    update store_update set counted_tm = counted_tm - interval '1 hour' where state = 'sending'`.execute(
    h.services.db,
  )
  market.asked.length = 0
  await s.update()
  expect(stock('SKU-40')).toEqual([1])
  expect(market.asked.filter(({ body }) => body.includes('"stock_quantity":4'))).toEqual([])
})
