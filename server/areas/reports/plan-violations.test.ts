import { beforeAll, expect, test } from 'vitest'
import type { PlanViolation } from '#contract/reports/plan-violations.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let supplier: number
const [basic, pro, enterprise, none] = [1, 2, 3, 4]
const [plain, proMarket, vipMarket] = [901, 902, 903]

beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  await db
    .insertInto('plan_type')
    .values([
      { vendor_plan_type_id: basic, name: 'Basic', monthly_fee: '50', families: ['IA'] },
      { vendor_plan_type_id: pro, name: 'Pro', monthly_fee: '200', families: ['Pro', 'FA'] },
      { vendor_plan_type_id: enterprise, name: 'Enterprise', monthly_fee: '900', families: ['VIP'] },
      { vendor_plan_type_id: none, name: 'Nothing', monthly_fee: '0', families: [] },
    ])
    .execute()
  const platform = async (name: string, flags: object = {}) => {
    const row = await db
      .insertInto('platform')
      .values({ platform_name: name, platform_handle: name.toLowerCase(), ...flags })
      .returning('platform_id')
      .executeTakeFirstOrThrow()
    return row.platform_id
  }
  const platforms = [
    await platform('Shopify'),
    await platform('Amazon', { requires_pro_plan: true }),
    await platform('Walmart', { requires_enterprise_plan: true }),
  ]
  await db
    .insertInto('market')
    .values(
      [plain, proMarket, vipMarket].map((market_id, i) => ({
        market_id,
        market_name: `Market ${i}`,
        platform_id: platforms[i] ?? null,
      })),
    )
    .execute()
  const row = await db
    .insertInto('dropshipper')
    .values({ supplier_name: 'Lamps', dropshipper_prefix: 'LA' })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  supplier = row.dropshipper_id
})

async function vendor(company: string, vendor_plan_type_id: number | null, values: object = {}) {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company, vendor_plan_type_id, ...values })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return row.vendor_id
}
const integrates = (vendor_id: number, market_id: number, is_activated = 1) =>
  h.services.db
    .insertInto('vendor_market_map')
    .values({
      vendor_id,
      market_id,
      dropshipper_id: supplier,
      is_activated,
      insert_tm: '2026-08-01T00:00:00Z',
    })
    .execute()
const report = async () => {
  await h.services.db.deleteFrom('report_cache').execute()
  return (await c.get('/api/reports/plan-violations')).body
}
const of = async (company: string) =>
  (await report()).violations
    .filter((v: PlanViolation) => v.company === company)
    .map((v: PlanViolation) => [v.kind, v.what, v.plan, v.needs, v.difference])

test('a store or an active integration on a platform that needs a higher plan is listed with that plan', async () => {
  const low = await vendor('Low', basic)
  await integrates(low, proMarket)
  await h.services.db
    .insertInto('vendor_store')
    .values({ vendor_id: low, vendor_store_name: 'Shop', market_id: vipMarket, drop_to: '{}' })
    .execute()
  const fits = await vendor('Fits', pro)
  await integrates(fits, proMarket)
  await integrates(await vendor('Ordinary', basic), plain)
  await integrates(await vendor('Not yet active', basic), proMarket, 0)
  await integrates(await vendor('Canceled', basic, { vendor_status_id: 4 }), proMarket)
  expect(await of('Low')).toEqual([
    ['platform', 'Amazon: integration of Lamps', 'Basic', 'Pro', '150.00'],
    ['platform', 'Walmart: store Shop', 'Basic', 'Enterprise', '850.00'],
  ])
  for (const company of ['Fits', 'Ordinary', 'Not yet active', 'Canceled'])
    expect(await of(company), company).toEqual([])
  // one plan is enough for both; each kind keeps the sum of its rows
  const { difference, counts } = await report()
  expect([difference, counts[0]]).toEqual([
    '850.00',
    { kind: 'platform', violations: 2, difference: '1000.00' },
  ])
})

test('order automation needs a plan of the FA family; a channel that is off needs nothing', async () => {
  const channel = (vendor_id: number, enable_order_automation: boolean) =>
    h.services.db
      .insertInto('order_channel')
      .values({
        vendor_id,
        channel_name: 'eBay US',
        supported_channel_id: plain,
        enable_order_automation,
        test_mode: false,
        use_order_number_as_po: false,
        fetch_last_xdays_order: 3,
        active: true,
        disable_tracking_update: false,
        insert_tm: '2026-09-01T00:00:00Z',
      })
      .execute()
  await channel(await vendor('Automated', basic), true)
  await channel(await vendor('Manual', basic), false)
  await channel(await vendor('With FA', pro), true)
  expect(await of('Automated')).toEqual([['order_automation', 'eBay US', 'Basic', 'Pro', '150.00']])
  expect([...(await of('Manual')), ...(await of('With FA'))]).toEqual([])
  for (const [company, custom_billing_plan_start_tm] of [
    ['Own fee', '2025-01-01'],
    ['Own fee later', '2999-01-01'],
  ] as const) {
    const vendor_id = await vendor(company, basic, { has_custom_billing_plan: true })
    await channel(vendor_id, true)
    await h.services.db
      .insertInto('billing_plan')
      .values({ vendor_id, monthly_fee: '75', custom_billing_plan_start_tm, billing_plan_will_expire: false })
      .execute()
  }
  expect((await of('Own fee'))[0]?.at(-1)).toBe('125.00')
  expect((await of('Own fee later'))[0]?.at(-1)).toBe('150.00')
})

test('who is served without paying, an expired own plan, and priority support given manually are listed', async () => {
  const { db } = h.services
  await integrates(await vendor('Free rider', none), plain)
  const extra = await vendor('Pays an extra', none)
  await integrates(extra, plain)
  await db
    .insertInto('billing_extra_type')
    .values({ billing_extra_type_id: 1, billing_extra_name: 'API' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('billing_extra')
    .values({ vendor_id: extra, billing_extra_type_id: 1, billing_extra_cost: '10' })
    .execute()
  const own = (vendor_id: number, billing_plan_expiration_date: string, next: number | null) =>
    db
      .insertInto('billing_plan')
      .values({
        vendor_id,
        monthly_fee: '75',
        custom_billing_plan_start_tm: '2025-01-01',
        billing_plan_will_expire: true,
        billing_plan_expiration_date,
        billing_plan_default_id: next,
      })
      .execute()
  const custom = { has_custom_billing_plan: true }
  await own(await vendor('Expired', basic, custom), '2026-01-31', null)
  await own(await vendor('Followed', basic, custom), '2026-01-31', basic)
  await own(await vendor('Not over', basic, custom), '2999-01-31', null)
  await vendor('Helped', basic, { priority_support: true })
  expect(await of('Free rider')).toEqual([['unbilled', '1 active integration', 'Nothing', null, null]])
  expect(await of('Expired')).toEqual([
    ['expired', 'Own plan of $75.00 a month', 'Own plan, Basic', null, null],
  ])
  expect(await of('Helped')).toEqual([['priority', 'Priority support', 'Basic', null, null]])
  for (const company of ['Pays an extra', 'Followed', 'Not over'])
    expect(await of(company), company).toEqual([])
})

test('the answer is kept for 15 minutes; a person may compute it again once a minute', async () => {
  const path = '/api/reports/plan-violations'
  const { db } = h.services
  const makeOlder = (minutes: number) =>
    db
      .updateTable('report_cache')
      .set({ computed_tm: new Date(h.services.clock.now() - minutes * 60_000).toISOString() })
      .execute()
  const first = await report()
  await vendor('Newly helped', basic, { priority_support: true })
  expect((await c.get(path)).body).toEqual(first)
  // opening the report isn't counted
  expect((await c.get(`${path}?clearCache=true`)).status).toBe(200)
  const refused = await c.get(`${path}?clearCache=true`)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many'])
  const other = await staff(h)
  const fresh = (await other.get(`${path}?clearCache=true`)).body
  expect(fresh.total).toBe(first.total + 1)
  expect(fresh.counts.reduce((sum: number, one: { violations: number }) => sum + one.violations, 0)).toBe(
    fresh.total,
  )
  expect((await c.get(path)).body.total).toBe(fresh.total)
  await vendor('Helped later', basic, { priority_support: true })
  await makeOlder(14)
  expect((await c.get(path)).body.total).toBe(fresh.total)
  await makeOlder(16)
  expect((await c.get(path)).body.total).toBe(fresh.total + 1)
  expect((await c.get(`${path}?clearCache=true`)).status).toBe(200)
  await makeOlder(2)
  expect((await c.get(`${path}?clearCache=true`)).status).toBe(200)
  expect((await c.get(`${path}?clearCache=yes`)).body.error.fields).toHaveProperty('clearCache')
})
