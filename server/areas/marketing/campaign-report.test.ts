import { beforeAll, describe, expect, test } from 'vitest'
import type { CampaignPeriod, CampaignReport, CampaignRow } from '#contract/marketing/report.ts'
import { book, keepLedgerSums } from '#server/areas/ledger/public.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let fair: number
let ads: number
let movements = 0

/** A vendor who registered on a day, by a campaign or none. */
async function registered(day: string, source: object | null = null): Promise<number> {
  const { vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company: `Shop ${day}`, insert_tm: `${day}T00:00:00Z` })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  if (source)
    await h.services.db
      .insertInto('registration_source')
      .values({ vendor_id, ...source })
      .execute()
  return vendor_id
}
/** Money that came in, or went out, on a day. */
const moved = (vendor_id: number, day: string, cents: number, account: 'gateway' | 'outside' = 'gateway') =>
  h.services.db.transaction().execute((tx) =>
    book(tx, [
      {
        key: `report ${++movements}`,
        vendor_id,
        tm: `${day}T12:00:00Z`,
        what: 'Payment',
        postings: [
          { account, cents },
          { account: 'receivable', cents: -cents },
        ],
      },
    ]),
  )
const report = async (body: object): Promise<CampaignReport> =>
  (await c.post('/api/marketing-campaigns/', body)).body
const rows = async (body: object) => (await c.post('/api/marketing-campaigns/registrations', body)).body
const add = async (campaign_name: string, code: string) =>
  (
    await c.post('/api/marketing-campaigns/links', {
      campaign_name,
      code,
      landing_url: 'https://www.example.com/',
      vendor_affiliate_id: null,
      promo_code_id: null,
      is_ended: false,
    })
  ).body.campaign_id

const autumn = { start: '2025-09-01', end: '2025-10-31' }
beforeAll(async () => {
  c = await staff(h)
  fair = await add('Trade fair', 'fair')
  ads = await add('Search ads', 'ads')
  const a = await registered('2025-09-10', { campaign_id: fair })
  const b = await registered('2025-10-31', { campaign_id: fair })
  const d = await registered('2025-10-05', { campaign_id: ads })
  await registered('2025-10-06', { utm_campaign: 'podcast' })
  const e = await registered('2025-10-20')
  // the range before, and the day after the range
  const earlier = await registered('2025-08-31', { campaign_id: fair })
  await registered('2025-11-01', { campaign_id: fair })
  // nobody who registered
  await h.services.db
    .insertInto('vendor')
    .values({ company: 'Staff', insert_tm: '2025-10-07T00:00:00Z', is_staff: true })
    .execute()
  // two days after registration; a refund and a later payment are no first payment
  await moved(a, '2025-09-12', 10_000)
  await moved(a, '2025-09-20', -2500)
  await moved(a, '2025-12-01', 5000)
  // outside of the gateway, after the range
  await moved(b, '2025-11-04', 2000, 'outside')
  await moved(e, '2025-10-20', 999)
  await moved(earlier, '2025-08-31', 7000)
  // no revenue of the range before, which ended
  await moved(earlier, '2025-09-15', 300)
  // a bill without a payment is no revenue
  await h.services.db.transaction().execute((tx) =>
    book(tx, [
      {
        key: 'report unpaid',
        vendor_id: d,
        tm: '2025-10-10T00:00:00Z',
        what: 'Invoice',
        postings: [
          { account: 'receivable', cents: 4000 },
          { account: 'revenue_plan', cents: -4000 },
        ],
      },
    ]),
  )
})

describe('the report', () => {
  test('has each source with the ledger’s money, and those without a campaign last', async () => {
    const { campaigns, totals } = await report(autumn)
    expect(
      campaigns.map((row: CampaignRow) => [
        row.name,
        row.total_registrations,
        row.purchases,
        row.revenue,
        row.total_revenue,
      ]),
    ).toEqual([
      ['Trade fair', 2, 2, '75.00', '145.00'],
      ['Search ads', 1, 0, '0.00', '0.00'],
      ['Direct', 1, 1, '9.99', '9.99'],
      ['Other tagged links', 1, 0, '0.00', '0.00'],
    ])
    // 2.5, 4.5 and half a day
    const day = 86_400
    expect(campaigns[0]!.avg_purchase_time).toBe(3.5 * day)
    expect(campaigns[1]!.avg_purchase_time).toBe(null)
    expect(totals).toEqual({
      total_registrations: 5,
      purchases: 3,
      avg_purchase_time: 2.5 * day,
      revenue: '84.99',
      total_revenue: '154.99',
    })
  })
  test('adds up by month and by week, and is compared with the range before', async () => {
    for (const interval of ['month', 'week']) {
      const { periods, campaigns, totals, before } = await report({ ...autumn, interval })
      for (const figure of ['total_registrations', 'purchases', 'revenue', 'total_revenue'] as const) {
        const sum = (all: readonly (CampaignPeriod | CampaignRow)[]) =>
          all.reduce((total, row) => total + Math.round(Number(row[figure]) * 100), 0)
        expect([sum(periods), sum(campaigns)], figure).toEqual([
          Math.round(Number(totals[figure]) * 100),
          Math.round(Number(totals[figure]) * 100),
        ])
      }
      expect(before).toMatchObject({
        start: '2025-07-01',
        end: '2025-08-31',
        totals: { total_registrations: 1, revenue: '70.00' },
      })
    }
    const { periods } = await report(autumn)
    expect(periods.map((p) => [p.start, p.end, p.total_registrations])).toEqual([
      ['2025-09-01', '2025-09-30', 1],
      ['2025-10-01', '2025-10-31', 4],
    ])
  })
  test('is of last month, by month, unless it is told otherwise', async () => {
    h.services.clock.now = () => Date.parse('2025-11-28T12:00:00Z')
    const body = await report({})
    expect(body).toMatchObject({ start: '2025-10-01', end: '2025-10-31', interval: 'month' })
    expect(body.periods).toHaveLength(1)
  })
  test('is the same once the ledger’s sums are stored, and after a later payment', async () => {
    const before = await report(autumn)
    await keepLedgerSums(h.services)
    expect(await report(autumn)).toEqual(before)
    const { vendor_id } = (await rows({ ...autumn, until: autumn.end, campaign_id: ads })).registrations[0]
    await moved(vendor_id, '2025-10-07', 300)
    const { campaigns } = await report(autumn)
    expect(campaigns[1]).toMatchObject({ name: 'Search ads', purchases: 1, revenue: '3.00' })
    await moved(vendor_id, '2025-10-08', -300)
    await keepLedgerSums(h.services)
    expect((await report(autumn)).campaigns[1]).toMatchObject({ purchases: 1, total_revenue: '0.00' })
  })
  test('each figure is the sum of the rows that it leads to', async () => {
    const { campaigns, periods } = await report(autumn)
    for (const row of campaigns) {
      const { source, campaign_id } = row
      const behind = await rows({
        ...autumn,
        until: autumn.end,
        source,
        ...(campaign_id !== null && { campaign_id }),
      })
      expect(behind.total).toBe(row.total_registrations)
      expect(behind.totals).toMatchObject({ purchases: row.purchases, revenue: row.revenue })
      expect(behind.totals.avg_purchase_time).toBe(row.avg_purchase_time)
      const paid = await rows({
        ...autumn,
        until: autumn.end,
        source,
        campaign_id: campaign_id ?? undefined,
        only: 'purchases',
      })
      expect(paid.totals).toMatchObject({
        total_registrations: row.purchases,
        total_revenue: row.total_revenue,
      })
    }
    for (const { start, end, ...row } of periods)
      expect((await rows({ start, end, until: autumn.end })).totals).toEqual(row)
  })
  test('of one campaign, the list of campaigns counts the same registrations as its rows', async () => {
    const ever = { start: '2000-01-01', end: '2026-12-31', until: '2026-12-31' }
    const campaigns: { campaign_id: number; registered: number; paid: number; total_revenue: string }[] = (
      await c.get('/api/marketing-campaigns/links')
    ).body
    expect(campaigns.length).toBeGreaterThan(1)
    for (const { campaign_id, registered: all, paid, total_revenue } of campaigns)
      expect((await rows({ ...ever, campaign_id })).totals).toMatchObject({
        total_registrations: all,
        purchases: paid,
        total_revenue,
      })
    expect((await rows(ever)).error.fields).toEqual({ start: 'Choose at most 10 years' })
  })
  test('is refused with each wrong field named', async () => {
    const fields = async (body: object) => (await c.post('/api/marketing-campaigns/', body)).body.error.fields
    expect(await fields({ start: '2025-10-02', end: '2025-10-01' })).toEqual({
      end: 'Enter a day on or after the first day',
    })
    expect(await fields({ start: '2025-10-02' })).toEqual({ end: 'Enter the last day' })
    expect(await fields({ end: '2025-10-02' })).toEqual({ start: 'Enter the first day' })
    expect(await fields({ start: '2010-01-01', end: '2025-10-01' })).toEqual({
      start: 'Choose at most 10 years',
    })
    expect(await fields({ interval: 'day' })).toHaveProperty('interval')
  })
  test('is a file, too', async () => {
    const { status, body, headers } = await c.get(
      `/api/marketing-campaigns/export?start=${autumn.start}&end=${autumn.end}`,
    )
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(String(body).trim().split('\r\n')).toEqual([
      'Campaign,Affiliate,From,To,Registrations,Paid,Average days to purchase,Revenue,Total revenue,Currency',
      'Trade fair,,2025-09-01,2025-09-30,1,1,2.5,75.00,125.00,USD',
      'Search ads,,2025-10-01,2025-10-31,1,1,2.5,0.00,0.00,USD',
      'Trade fair,,2025-10-01,2025-10-31,1,1,4.5,0.00,20.00,USD',
      'Direct,,2025-10-01,2025-10-31,1,1,0.5,9.99,9.99,USD',
      'Other tagged links,,2025-10-01,2025-10-31,1,0,,0.00,0.00,USD',
    ])
    expect((await c.get('/api/marketing-campaigns/export?start=2025-10-02&end=2025-10-01')).status).toBe(400)
  })
})
