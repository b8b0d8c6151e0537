import { beforeAll, beforeEach, expect, test } from 'vitest'
import { marginEdges, priceEdges } from '#contract/integrations/live.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { endOfJob } from '#server/test/stores/sellers.ts'
import { wooShelf, wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)

/** A vendor whose store is connected, and whose integration of one supplier isn't live. */
async function setUp() {
  const s = await t.store(40)
  const { db } = h.services
  const { vendor_market_map_id: vmmid } = await db
    .updateTable('vendor_market_map')
    .set({ is_activated: 0 })
    .where('vendor_id', '=', s.vendor_id)
    .returning('vendor_market_map_id')
    .executeTakeFirstOrThrow()
  const path = `/api/vendor/${s.vendor_id}/integration/${vmmid}`
  const preview = async () => {
    const { status, body } = await t.c.get(`${path}/live-preview?vendor_store_id=${s.vendor_store_id}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const livePath = async () =>
    (
      await t.c.get(
        `/api/vendor/${s.vendor_id}/live-path?dropshipper_id=${s.dropshipper_id}&vendor_store_id=${s.vendor_store_id}`,
      )
    ).body
  return { ...s, vmmid, integrationPath: path, preview, livePath }
}
let s: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  s = await setUp()
})

/** A catalogue in which each reason to leave a product out occurs. */
async function mixUp() {
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2', 'SKU-3'])
  await s.change(sql`wholesale_price = null`, ['SKU-4', 'SKU-5'])
  await s.change(sql`categories = 'Outdoor > Guns'`, ['SKU-6'])
  await s.change(sql`product_status_id = 2`, ['SKU-7'])
  await s.change(sql`wholesale_price = 400`, ['SKU-8'])
  await s.change(sql`wholesale_price = 30, msrp = 20`, ['SKU-9', 'SKU-10'])
  await sql`
    update vendor_market_map set firearms_allowed = false where vendor_market_map_id = ${s.vmmid}`.execute(
    h.services.db,
  )
  // 20 % on top, but never above the MSRP
  await s.rules([{ markup_type_id: 2, markup_value: '0.2', cap_at_msrp: true }])
}

test('a preview counts what the first update then really adds and leaves out', async () => {
  await mixUp()
  const preview = await s.preview()
  expect(preview).toMatchObject({
    complete: true,
    products: 39,
    added: 33,
    in_store: 0,
    left_out: { upload_outofstock_product: 3, price: 2, firearms_allowed: 1 },
    restricted: 0,
    below_cost: 3,
    priced: 33,
    other_stores: [],
    stops: null,
  })
  const answer = await t.c.post(`${s.integrationPath}/live`, { vendor_store_id: s.vendor_store_id })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  // another update is refused while this one runs
  await endOfJob(t.c, answer.body.job_id)
  const shelf = wooShelf(t.shop)
  expect(shelf.size).toBe(preview.added)
  const { rows } = await sql<{ created: number; withheld: Record<string, number> }>`
    select created, withheld
    from store_update
    where vendor_store_id = ${s.vendor_store_id} and created > 0`.execute(h.services.db)
  expect(rows).toHaveLength(1)
  const { inactive: _inactive, ...withheld } = rows[0]!.withheld
  expect([rows[0]!.created, withheld]).toEqual([preview.added, preview.left_out])
  // prices as the store has them
  const prices = [...shelf.values()].map(({ price }) => Number(price))
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([
    Number(preview.lowest),
    Number(preview.highest),
  ])
  const costs = new Map(
    (
      await h.services.db
        .selectFrom('product')
        .select(['sku', 'wholesale_price'])
        .where('dropshipper_id', '=', s.dropshipper_id)
        .execute()
    ).map((p) => [p.sku, Number(p.wholesale_price)]),
  )
  const below = [...shelf].filter(([sku, { price }]) => Number(price) < costs.get(sku)!)
  expect(below.map(([sku]) => sku).toSorted()).toEqual(
    preview.below_cost_examples.map((e: { sku: string }) => e.sku).toSorted(),
  )
  const cost = [...shelf.keys()].reduce((sum, sku) => sum + costs.get(sku)!, 0)
  const sum = prices.reduce((a, b) => a + b, 0)
  expect(preview.margin).toBeCloseTo(((sum - cost) / sum) * 100, 6)
  expect(preview.prices.reduce((a: number, b: number) => a + b, 0)).toBe(33)
  expect(preview.margins[0]).toBe(3)
  // afterwards all of it is there, and nothing is new
  expect(await s.preview()).toMatchObject({ added: 0, in_store: 33 })
})

test('an integration’s margins count the products that it sells, before and after it is live', async () => {
  await mixUp()
  const margins = async () => (await t.c.get(`${s.integrationPath}/margins`)).body
  const before = await margins()
  expect(before).toMatchObject({ complete: true, products: 39, priced: 37, below_cost: 3 })
  expect(before.margins[0]).toBe(3)
  expect(before.prices.reduce((a: number, b: number) => a + b, 0)).toBe(37)
  const answer = await t.c.post(`${s.integrationPath}/live`, { vendor_store_id: s.vendor_store_id })
  await endOfJob(t.c, answer.body.job_id)
  expect(await margins()).toEqual(before)
  await s.rules([])
  expect(await margins()).toMatchObject({ products: 39, priced: 0, margin: null })
})

test('a price or a margin on the edge of a band belongs to the band that begins there', async () => {
  // all cost 10
  await s.rules([{ markup_type_id: 2, markup_value: '1' }])
  const { prices, margins } = (await t.c.get(`${s.integrationPath}/margins`)).body
  expect(prices[priceEdges.indexOf(20) + 1]).toBe(40)
  expect(margins[marginEdges.indexOf(50) + 1]).toBe(40)
})

test('without a price rule nothing is added where new products are on sale at once', async () => {
  await s.rules([])
  expect(await s.preview()).toMatchObject({ added: 0, left_out: { price: 40 }, margin: null })
})

test('a preview says how many products a restricted supplier or custom feed keeps from the vendor', async () => {
  const { db } = h.services
  const { vendor_custom_feed_id } = await db
    .insertInto('vendor_custom_feed')
    .values({ vendor_id: s.vendor_id, dropshipper_id: s.dropshipper_id, is_restricted_setup: true })
    .returning('vendor_custom_feed_id')
    .executeTakeFirstOrThrow()
  const own = await makeFeed(h)
  await db
    .updateTable('feed')
    .set({ vendor_custom_feed_id, dropshipper_id: s.dropshipper_id, current_run_id: 1 })
    .where('feed_id', '=', own.feed_id)
    .execute()
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title, quantity)
    select ${own.feed_id}::int, ${s.dropshipper_id}::int, i, 1, 1, 'SKU-' || i, 'Own ' || i, 5
    from generate_series(1, 4) i`.execute(db)
  expect(await s.preview()).toMatchObject({ products: 4, added: 4, restricted: 36 })
  await sql`update dropshipper set allow_browse = -1 where dropshipper_id = ${s.dropshipper_id}`.execute(db)
  expect((await s.livePath()).supplier).toMatchObject({ no_access: true })
  expect(await s.preview()).toMatchObject({ products: 0, added: 0, restricted: 40 })
  const refused = await t.c.post(`${s.integrationPath}/live`, { vendor_store_id: s.vendor_store_id })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/is restricted/)])
})

test('the path reads each step from what exists, and going live is one entry in the log', async () => {
  expect(await s.livePath()).toMatchObject({
    closed: null,
    subscriptions: [{ dropshipper_id: s.dropshipper_id, live: false }],
    supplier: { subscribed: true, no_access: false },
    store: { connected: true, grant_until: null },
    integration: { vendor_market_map_id: s.vmmid, status: 'In Onboarding', open_fields: 0 },
    rules: { all: 1, covering: 1 },
  })
  const { body } = await t.c.post(`${s.integrationPath}/live`, { vendor_store_id: s.vendor_store_id })
  expect(body.job_id).toEqual(expect.any(Number))
  expect(await s.livePath()).toMatchObject({
    subscriptions: [{ live: true }],
    integration: { status: 'Active' },
  })
  const { logs } = (await t.c.post('/api/activity-log/search', { vendor_id: s.vendor_id })).body
  expect(logs.filter(({ type }: { type: string }) => type === 'integration.save')).toHaveLength(1)
})

test('going live is refused with what is missing', async () => {
  const live = async () => {
    const { status, body } = await t.c.post(`${s.integrationPath}/live`, {
      vendor_store_id: s.vendor_store_id,
    })
    return [status, body.error.message]
  }
  const store = (set: ReturnType<typeof sql>) =>
    sql`update vendor_store set ${set} where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
  await store(sql`drop_to = '{"kind": "none"}'`)
  expect(await live()).toEqual([409, expect.stringMatching(/^Connect the store first/)])
  await store(sql`drop_to = '{"kind": "api"}', stopped_reason = 'Broken', stopped_tm = now()`)
  expect(await live()).toEqual([409, expect.stringMatching(/are stopped/)])
  await store(sql`stopped_reason = null, stopped_tm = null`)
  await sql`delete from subscription where vendor_id = ${s.vendor_id}`.execute(h.services.db)
  expect(await live()).toEqual([409, expect.stringMatching(/^Add a subscription/)])
  const other = await setUp()
  expect(
    (await t.c.post(`${s.integrationPath}/live`, { vendor_store_id: other.vendor_store_id })).status,
  ).toBe(404)
  expect(
    (await t.c.get(`${s.integrationPath}/live-preview?vendor_store_id=${other.vendor_store_id}`)).status,
  ).toBe(404)
})

let customer: Client
beforeAll(async () => {
  customer = await staff(h, 'customer')
})
test('customers can neither preview nor go live', async () => {
  const preview = `${s.integrationPath}/live-preview?vendor_store_id=${s.vendor_store_id}`
  expect((await customer.get(preview)).status).toBe(403)
  expect(
    (await customer.post(`${s.integrationPath}/live`, { vendor_store_id: s.vendor_store_id })).status,
  ).toBe(403)
  expect((await customer.get(`/api/vendor/${s.vendor_id}/live-path`)).status).toBe(403)
})

test('price rules are previewed with an integration that isn’t live', async () => {
  const weigh = async (integration?: number) =>
    (
      await t.c.post(`/api/vendor/${s.vendor_id}/price-rules/effects`, {
        currency_id: 1,
        rates: [],
        rules: [{ markup_type_id: 2, markup_value: '0.2' }],
        ...(integration && { integration }),
      })
    ).body
  expect((await weigh()).products).toBe(0)
  expect(await weigh(s.vmmid)).toMatchObject({ products: 40, after: { priced: 40 } })
})
