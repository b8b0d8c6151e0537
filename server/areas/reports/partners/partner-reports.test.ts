import { beforeAll, describe, expect, test } from 'vitest'
import type { DataProviderMonth, WholesalerMonth } from '#contract/reports/partners.ts'
import { reportColumns } from '#contract/lists/report-columns.ts'
import { activation } from '#contract/integrations/activation.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'

const h = harness()
let six: SixVendors
let support: Client
const integrations = new Map<string, string>()

async function integrate(name: keyof SixVendors['ids'], { ids, finance, supplier }: SixVendors) {
  const { status, body } = await finance.post(`/api/vendor/${ids[name]}/add-integration`, {
    market_id: 39,
    dropshipper_id: supplier,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  integrations.set(name, `/api/vendor/${ids[name]}/integration/${body.vendor_market_map_id}`)
}
async function turn(name: keyof SixVendors['ids'], is_activated: number, { finance }: SixVendors) {
  const { status, body } = await finance.post(integrations.get(name)!, { integration: { is_activated } })
  expect(status, JSON.stringify(body)).toBe(200)
}

/** A sells from September 10, D from September 20, B from October 10 to 15, E from November 10; F never does. */
async function sellBeside(day: string, vendors: SixVendors) {
  const { ids, finance, supplier } = vendors
  const acts: Record<string, () => Promise<unknown>> = {
    '2026-09-01': async () => {
      await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
      for (const name of ['A', 'B', 'D', 'E', 'F'] as const) await integrate(name, vendors)
    },
    '2026-09-10': () => turn('A', activation.active, vendors),
    '2026-09-20': () => turn('D', activation.active, vendors),
    '2026-10-10': () => turn('B', activation.active, vendors),
    '2026-10-15': () => turn('B', activation.released, vendors),
    '2026-11-10': async () => {
      before = [await provider(10), await wholesaler(10)]
      await turn('E', activation.active, vendors)
      expect((await finance.post(`/api/vendor/${ids.F}/subscription/${supplier}`)).status).toBe(200)
    },
  }
  await acts[day]?.()
}
let before: [DataProviderMonth, WholesalerMonth]

const choose = (monthly_report: 'data_provider' | 'wholesaler' | null) =>
  h.services.db
    .updateTable('dropshipper')
    .set({ monthly_report })
    .where('supplier_name', '=', 'Harbor Supply')
    .execute()
async function provider(month: number): Promise<DataProviderMonth> {
  await choose('data_provider')
  return (await support.get(`/api/reports/etilize-monthly-report?year=2026&month=${month}`)).body
}
async function wholesaler(month: number): Promise<WholesalerMonth> {
  await choose('wholesaler')
  return (await support.get(`/api/reports/jmwholesale-monthly-report?year=2026&month=${month}`)).body
}

beforeAll(async () => {
  support = await staff(h)
  six = await makeSixVendors(h, sellBeside)
}, 120_000)

describe('the data provider’s month', () => {
  const days = ({ vendors }: DataProviderMonth) =>
    vendors.map(({ company, first_day, last_day, integrations: n, is_new }) => [
      company,
      first_day,
      last_day,
      n,
      is_new,
    ])
  test('has the vendors with an active integration on some day, until they were suspended', async () => {
    const october = await provider(10)
    expect(days(october)).toEqual([
      ['Shop A', '2026-10-01', '2026-10-31', 1, false],
      ['Shop D', '2026-10-01', '2026-10-27', 1, false],
      ['Shop B', '2026-10-10', '2026-10-15', 1, true],
    ])
    expect(october).toMatchObject({
      supplier: { dropshipper_id: six.supplier, supplier_name: 'Harbor Supply' },
      start: '2026-10-01',
      end: '2026-10-31',
      total: 3,
      new_vendors: 1,
      integrations: 3,
    })
    expect(days(await provider(11))).toEqual([
      ['Shop A', '2026-11-01', '2026-11-26', 1, false],
      ['Shop D', '2026-11-05', '2026-11-26', 1, false],
      ['Shop E', '2026-11-10', '2026-11-26', 1, true],
    ])
    expect(days(await provider(8))).toEqual([])
  })
  test('doesn’t change with what happens later', async () => {
    expect(await provider(10)).toEqual(before[0])
    expect(await wholesaler(10)).toEqual(before[1])
  })
})

describe('the wholesaler’s month', () => {
  const rows = ({ subscribers }: WholesalerMonth) =>
    subscribers.map(({ company, state, since, ended, integrations: n }) => [company, state, since, ended, n])
  const sums = ({ opening, added, ended, closing, with_integration }: WholesalerMonth) => [
    opening,
    added,
    ended,
    closing,
    with_integration,
  ]
  test('has its subscribers: before, new, ended and at the end', async () => {
    const october = await wholesaler(10)
    expect(sums(october)).toEqual([6, 0, 1, 5, 1])
    expect(rows(october)).toEqual([
      ['Shop F', 'lost', '2026-08-31', '2026-10-20', 0],
      ['Shop A', 'kept', '2026-08-31', null, 1],
      ['Shop B', 'kept', '2026-08-31', null, 0],
      ['Shop C', 'kept', '2026-08-31', null, 0],
      ['Shop D', 'kept', '2026-08-31', null, 0],
      ['Shop E', 'kept', '2026-08-31', null, 0],
    ])
    const november = await wholesaler(11)
    expect(sums(november)).toEqual([5, 1, 1, 5, 3])
    expect(rows(november).slice(0, 2)).toEqual([
      ['Shop B', 'lost', '2026-08-31', '2026-11-01', 0],
      ['Shop F', 'new', '2026-11-10', null, 0],
    ])
    expect(sums(await wholesaler(8))).toEqual([0, 6, 0, 6, 0])
  })
})

test('listings of the supplier’s products are counted as of now, with when one was last sent', async () => {
  const { db } = h.services
  const { ids } = six
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({ vendor_id: ids.A, vendor_store_name: 'Shop', market_id: 39, drop_to: '{"kind":"none"}' })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  const other = await makeFeed(h)
  const { feed_id } = other
  const list = async (dropshipper_id: number, sku: string, columns: object) => {
    const { product_id } = await db
      .insertInto('product')
      .values({ dropshipper_id, feed_id, sku, content_hash: 1, created_run_id: 1, updated_run_id: 1 })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('store_product')
      .values({ vendor_store_id, product_id, ...columns })
      .execute()
  }
  await list(six.supplier, 'ONE', { in_store: true, sent_tm: '2026-11-25T10:00:00Z' })
  await list(six.supplier, 'TWO', { in_store: true, sent_tm: '2026-11-24T10:00:00Z' })
  await list(six.supplier, 'GONE', { in_store: false, sent_tm: '2026-11-26T10:00:00Z' })
  await list(other.dropshipper_id, 'OTHER', { in_store: true, sent_tm: '2026-11-26T11:00:00Z' })
  const found = { listed: 2, last_sent_tm: '2026-11-25T10:00:00.000Z' }
  expect((await provider(10)).vendors[0]).toMatchObject({ company: 'Shop A', ...found })
  expect((await wholesaler(10)).subscribers[1]).toMatchObject({ company: 'Shop A', ...found })
})

test('an integration older than the history was what its first event says, or what it is', async () => {
  const { db } = h.services
  const mapOf = (name: string) => Number(integrations.get(name)!.split('/').at(-1))
  await db
    .updateTable('integration_event')
    .set({ from_log: true })
    .where('vendor_market_map_id', 'in', [mapOf('A'), mapOf('D'), mapOf('F')])
    .where('what', '=', 'added')
    .execute()
  await db
    .deleteFrom('integration_event')
    .where('vendor_market_map_id', 'in', [mapOf('A'), mapOf('F')])
    .where('what', '=', 'activated')
    .execute()
  const vendors = async (month: number) =>
    (await provider(month)).vendors.map((row) => [row.company, row.first_day])
  // A is active today, and was from its first day; D only since its event
  expect(await vendors(9)).toEqual([
    ['Shop A', '2026-09-01'],
    ['Shop D', '2026-09-20'],
  ])
})

test('staff accounts are in no partner’s report', async () => {
  const [providers, subscribers] = [await provider(10), await wholesaler(10)]
  const staffAccount = (is_staff: boolean) =>
    h.services.db.updateTable('vendor').set({ is_staff }).where('vendor_id', '=', six.ids.A).execute()
  await staffAccount(true)
  const [without, fewer] = [await provider(10), await wholesaler(10)]
  await staffAccount(false)
  expect(without.vendors.map(({ company }) => company)).toEqual(
    providers.vendors.map(({ company }) => company).filter((company) => company !== 'Shop A'),
  )
  expect([without.total, without.integrations]).toEqual([providers.total - 1, providers.integrations - 1])
  expect(fewer.subscribers.map(({ company }) => company)).not.toContain('Shop A')
  expect([fewer.opening, fewer.with_integration]).toEqual([
    subscribers.opening - 1,
    subscribers.with_integration - 1,
  ])
})

describe('a partner’s report', () => {
  test('is of last month unless asked otherwise, and names a wrong month', async () => {
    expect((await support.get('/api/reports/etilize-monthly-report')).body.start).toBe('2026-10-01')
    for (const report of ['etilize', 'jmwholesale']) {
      const fields = async (query: string) =>
        (await support.get(`/api/reports/${report}-monthly-report?${query}`)).body.error.fields
      expect(await fields('year=2026')).toEqual({ month: 'Choose a month and its year' })
      expect(await fields('year=2026&month=13')).toHaveProperty('month')
    }
  })
  test('is a file', async () => {
    const file = async (list: 'etilize_report' | 'jmwholesale_report') => {
      const columns = Object.keys(reportColumns[list])
      const input = { year: 2026, month: 10 }
      const { body } = await support.post('/api/exports', { list, format: 'csv', columns, input })
      const answer = await support.get(`/api/exports/${body.list_export_id}/file`)
      return String(answer.body).trim().split('\r\n').slice(1)
    }
    await choose('data_provider')
    expect((await file('etilize_report'))[2]).toBe(
      `Shop B,2026-10-10,2026-10-15,Yes,1,0,,Harbor Supply,${six.ids.B}`,
    )
    await choose('wholesaler')
    expect((await file('jmwholesale_report'))[0]).toBe(
      `Shop F,Ended,2026-08-31,2026-10-20,0,0,,Harbor Supply,${six.ids.F}`,
    )
  })
  test('is empty until a supplier is chosen, which only one can be', async () => {
    await choose(null)
    expect((await support.get('/api/reports/etilize-monthly-report')).body).toMatchObject({
      supplier: null,
      vendors: [],
      total: 0,
    })
    const [first, second] = [await makeFeed(h, { name: 'First' }), await makeFeed(h, { name: 'Second' })]
    const save = async ({ dropshipper_id }: { dropshipper_id: number }, changes: object) => {
      const { version, dropshipper } = (await support.get(`/api/suppliers/${dropshipper_id}`)).body
      return support.post(`/api/suppliers/${dropshipper_id}`, {
        version,
        dropshipper: { ...dropshipper, ...changes },
        max_file_age_allowed_in_days: 3,
      })
    }
    expect((await save(first, { monthly_report: 'data_provider' })).body.dropshipper.monthly_report).toBe(
      'data_provider',
    )
    expect((await save(second, { monthly_report: 'data_provider' })).body.error.fields).toEqual({
      'dropshipper.monthly_report': 'Data provider is already First. Remove it there first.',
    })
    expect(
      (await save(first, { monthly_report: undefined, policy_info: 'None' })).body.dropshipper,
    ).toMatchObject({
      monthly_report: 'data_provider',
    })
    const { supplier } = (await support.get('/api/reports/etilize-monthly-report')).body
    expect(supplier).toEqual({ dropshipper_id: first.dropshipper_id, supplier_name: 'First' })
    expect((await save(first, { monthly_report: null })).body.dropshipper.monthly_report).toBeNull()
  })
})
