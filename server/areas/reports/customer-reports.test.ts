import { beforeAll, describe, expect, test } from 'vitest'
import { reportColumns } from '#contract/lists/report-columns.ts'
import type { CancelFigures, CancelReport } from '#contract/reports/cancels.ts'
import type { AffiliateMonth, ChurnedUser, StatusChange } from '#contract/reports/customers.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let six: SixVendors
let finance: Client
let support: Client
beforeAll(async () => {
  six = await makeSixVendors(h)
  finance = six.finance
  support = await staff(h)
  await runTimer(h.services, 'update recurring revenue')
}, 120_000)

const october = { start: '2026-10-01', end: '2026-10-31' }
const november = { start: '2026-11-01', end: '2026-11-26' }
const noon = (day: string) => (h.services.clock.now = () => Date.parse(`${day}T12:00:00Z`))

describe('cancellations', () => {
  const report = async (body: object, by = finance): Promise<CancelReport> =>
    (await by.post('/api/reports/cancels', body)).body
  const figures = ({ asked, taken_back, ended, vendors_left }: CancelFigures) => [
    asked,
    taken_back,
    ended,
    vendors_left,
  ]
  test('in October and November are those reckoned by hand', async () => {
    const { totals, periods } = await report({ ...october, interval: 'month' })
    expect(totals).toEqual({
      asked: 2,
      taken_back: 1,
      ended: 1,
      vendors_left: 1,
      median_days: 50,
      mrr_lost: '100.00',
      reasons: [
        { reason_id: 2, asked: 2, ended: 0 },
        { reason_id: null, asked: 0, ended: 1 },
      ],
    })
    expect(periods).toEqual([{ ...october, ...totals }])
    expect((await report(november)).totals).toMatchObject({
      asked: 0,
      ended: 1,
      median_days: 62,
      reasons: [{ reason_id: 2, asked: 0, ended: 1 }],
    })
  })
  test('are of last month by day unless asked otherwise, each event on its own day', async () => {
    const { start, end, interval, periods } = await report({})
    expect([start, end, interval, periods.length]).toEqual([october.start, october.end, 'day', 31])
    const days = periods.filter((day) => day.asked + day.taken_back + day.ended > 0)
    expect(days.map((day) => [day.start, ...figures(day)])).toEqual([
      ['2026-10-05', 1, 0, 0, 0],
      ['2026-10-06', 0, 1, 0, 0],
      ['2026-10-12', 1, 0, 0, 0],
      ['2026-10-20', 0, 0, 1, 1],
    ])
  })
  test('add up whatever the interval', async () => {
    const whole = { start: '2026-09-01', end: '2026-11-26' }
    for (const interval of ['day', 'week', 'month']) {
      const { totals, periods } = await report({ ...whole, interval })
      const sums = periods.map(figures).reduce((sum, row) => sum.map((n, i) => n + row[i]!))
      expect(sums, interval).toEqual(figures(totals))
    }
    expect((await report({ ...whole, interval: 'week' })).periods[1]).toMatchObject({
      start: '2026-09-07',
      end: '2026-09-13',
    })
  })
  test('lead to the events that they count', async () => {
    const events = async (body: object) => (await finance.post('/api/reports/cancels/events', body)).body
    const { totals } = await report(october)
    expect(await events({ ...october, what: 'cancel_asked' })).toMatchObject({
      total: totals.asked,
      events: [
        {
          company: 'Shop B',
          comment: 'Too few orders',
          reason_id: 2,
          ends_on: '2026-11-01',
          by_customer: true,
        },
        { company: 'Shop A', comment: 'Trying without', ends_on: null },
      ],
    })
    expect((await events(october)).total).toBe(totals.asked + totals.taken_back + totals.ended)
  })
  test('are a file, one row an event, once prepared', async () => {
    const file = '/api/reports/cancels-export'
    expect((await finance.get(file)).status).toBe(404)
    expect((await finance.post(file, { ...november, interval: 'day' })).status).toBe(200)
    const { body, headers } = await finance.get(file)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, ...rows] = String(body).trim().split('\r\n')
    expect(head).toContain('Event,Vendor ID,Vendor,Supplier,Ends on,Reason,Comment,By')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(
      `Ended,${six.ids.B},Shop B,Harbor Supply,2026-11-01,I don’t sell enough of their products,Too few orders,`,
    )
  })
  test('are a file with the newest first', async () => {
    const body = { list: 'cancels', format: 'csv', columns: ['what', 'company'], input: october }
    const { list_export_id } = (await finance.post('/api/exports', body)).body
    const file = String((await finance.get(`/api/exports/${list_export_id}/file`)).body)
    expect(file.replace('\uFEFF', '').trim().split('\r\n').slice(1)).toEqual([
      'Removed by staff,Shop F',
      'Canceled,Shop B',
      'Reactivated,Shop A',
      'Canceled,Shop A',
    ])
  })
  test('of one kind are a file, too', async () => {
    const body = {
      list: 'cancels',
      format: 'csv',
      columns: ['what'],
      input: { ...october, what: 'reactivated' },
    }
    const { list_export_id } = (await finance.post('/api/exports', body)).body
    expect((await finance.get(`/api/exports/${list_export_id}/file`)).body).toBe(
      '\uFEFFEvent\r\nReactivated\r\n',
    )
  })
  test('show money only to those who may move it', async () => {
    const { totals, periods } = await report(october, support)
    expect([totals.mrr_lost, periods[19]?.mrr_lost]).toEqual([null, null])
    expect(totals.asked).toBe(2)
  })
  test('of a range that can’t be are refused at its field', async () => {
    const { body } = await finance.post('/api/reports/cancels', { start: '2026-10-02', end: '2026-10-01' })
    expect(body.error.fields).toEqual({ end: 'Enter a day on or after the first day' })
    for (const path of ['cancels', 'cancels/events', 'cancels-export']) {
      const long = await finance.post(`/api/reports/${path}`, { start: '2015-01-01', end: '2026-01-01' })
      expect(long.body.error.fields, path).toEqual({ start: 'Choose at most 10 years' })
    }
  })
})

describe('churned users', () => {
  const churned = async (query: string) => (await finance.get(`/api/reports/churned-users${query}`)).body
  test('are the losses of the month’s churn, the largest first', async () => {
    const { figures, users, total } = await churned('?year=2026&month=10')
    const { D, F, B } = six.ids
    expect(users.map((user: ChurnedUser) => [user.vendor_id, user.kind, user.day, user.mrr])).toEqual([
      [D, 'unpaid', '2026-10-27', '100.00'],
      [F, 'canceled', '2026-10-20', '50.00'],
    ])
    expect(users).toMatchObject([
      { company: 'Shop D', same_period: false, is_back: true, plan: 'Pro', kept: '200.00', months_paid: 2 },
      { company: 'Shop F', same_period: true, is_back: false, plan: 'Starter', kept: '250.00', suppliers: 0 },
    ])
    expect(total).toBe(2)
    const lost = figures.movements.filter(({ kind }: { kind: string }) => kind.startsWith('churn_'))
    expect(lost.map(({ amount }: { amount: string }) => amount)).toEqual(['-50.00', '-100.00'])
    expect(figures).toMatchObject({ opening: '350.00', closing: '405.00', vendor_churn: 0.25 })
    expect(await churned('?year=2026&month=11')).toMatchObject({
      figures: { start: '2026-11-01', end: '2026-11-26', closing: '405.00' },
      users: [{ vendor_id: B, kind: 'canceled', mrr: '50.00', reason_id: 2, comment: 'Too few orders' }],
    })
  })
  test('count only paid renewals as months paid', async () => {
    const monthsPaid = async (company: string) =>
      (await churned('?year=2026&month=10')).users.find((user: ChurnedUser) => user.company === company)
        .months_paid
    // F paid for a set-up as well
    expect(await monthsPaid('Shop F')).toBe(1)
    const { db } = h.services
    const { rows } = await sql<{ invoice_id: number; paid_tm: string }>`
      select invoice_id, paid_tm from invoice
      where vendor_id = ${six.ids.D} and kind = 'renewal' and paid_tm is not null
      limit 1`.execute(db)
    const [paid] = rows
    const set = (tm: string | null) =>
      sql`update invoice set paid_tm = ${tm}::timestamptz where invoice_id = ${paid?.invoice_id}`.execute(db)
    await set(null)
    expect(await monthsPaid('Shop D')).toBe(1)
    await set(paid?.paid_tm ?? null)
    expect(await monthsPaid('Shop D')).toBe(2)
  })
  test('include who left on the last day of the month, and on the first', async () => {
    const { db } = h.services
    const leave = (from: string, to: string) =>
      sql`update mrr_span set to_day = ${to} where vendor_id = ${six.ids.F} and to_day = ${from}`.execute(db)
    const leftIn = async (month: number) =>
      (await churned(`?year=2026&month=${month}`)).users.some(
        ({ company }: ChurnedUser) => company === 'Shop F',
      )
    await leave('2026-10-20', '2026-10-31')
    expect([await leftIn(10), await leftIn(11)]).toEqual([true, false])
    await leave('2026-10-31', '2026-11-01')
    expect([await leftIn(10), await leftIn(11)]).toEqual([false, true])
    await leave('2026-11-01', '2026-10-20')
  })
  test('are of last month unless asked otherwise, and only for those who may move money', async () => {
    expect((await churned('')).figures.start).toBe('2026-10-01')
    expect((await churned('?year=2026')).error.fields).toEqual({ month: 'Choose a month and its year' })
    expect((await support.get('/api/reports/churned-users')).status).toBe(403)
  })
})

describe('status changes', () => {
  const changes = async (query: string, by = finance) =>
    (await by.get(`/api/reports/status-change?${query}`)).body
  const row = ({ vendor_id, from_id, to_id, why, by_name, mrr }: StatusChange) => [
    vendor_id,
    from_id,
    to_id,
    why,
    by_name,
    mrr,
  ]
  test('of a month are those reckoned by hand, with the MRR of the day before', async () => {
    const { B, D } = six.ids
    expect((await changes('year=2026&month=10')).changes.map(row)).toEqual([
      [D, 1, 2, 'renewal', 'Feedstock', '100.00'],
    ])
    expect((await changes('year=2026&month=11')).changes.map(row)).toEqual([
      [D, 2, 1, 'paid', 'Feedstock', '0.00'],
      [B, 1, 4, 'by hand', 'Pat finance', '50.00'],
    ])
  })
  test('of a year are counted by month, and their sum is the rows', async () => {
    const { counts, changes: rows, total } = await changes('year=2026')
    const since = counts.filter(({ month }: { month: string }) => month >= '2026-10-01')
    expect(since).toEqual([
      { month: '2026-10-01', from_id: 1, to_id: 2, why: 'renewal', changes: 1, vendors: 1 },
      { month: '2026-11-01', from_id: 1, to_id: 4, why: 'by hand', changes: 1, vendors: 1 },
      { month: '2026-11-01', from_id: 2, to_id: 1, why: 'paid', changes: 1, vendors: 1 },
    ])
    expect(rows).toHaveLength(total)
  })
  test('from one status to another are listed alone, beside the counts of all', async () => {
    const { counts, changes: rows, total } = await changes('year=2026&month=11&from_id=1&to_id=4')
    expect(rows.map((row: StatusChange) => row.vendor_id)).toEqual([six.ids.B])
    expect([counts.length, total]).toEqual([2, 1])
    const active = (await changes('year=2026&month=11&to_id=1')).changes
    expect(active.map((row: StatusChange) => row.vendor_id)).toEqual([six.ids.D])
    expect((await changes('year=2026&to_id=5')).error.fields).toHaveProperty('to_id')
  })
  test('show money only to those who may move it', async () => {
    expect((await changes('year=2026&month=10', support)).changes).toMatchObject([{ mrr: null }])
    expect((await changes('month=10')).error.fields).toEqual({ year: 'Choose a year' })
  })
})

describe('files', () => {
  const lines = async (list: string, input: object, by = finance) => {
    const columns = Object.keys(reportColumns[list as 'status_changes'])
    const begun = await by.post('/api/exports', { list, format: 'csv', columns, input })
    if (begun.status !== 200) return [`${begun.status}`]
    const { body } = await by.get(`/api/exports/${begun.body.list_export_id}/file`)
    return String(body).trim().split('\r\n').slice(1)
  }
  test('of churned users, status changes, affiliates and new subscriptions hold what the reports show', async () => {
    const month = { year: 2026, month: 10 }
    expect(await lines('churned_users', month)).toEqual([
      expect.stringMatching(/^Shop D,"?Suspended, unpaid"?,2026-10-27,100\.00,2,200\.00,Pro,/),
      expect.stringMatching(/^Shop F,Canceled,2026-10-20,50\.00,/),
    ])
    expect(await lines('status_changes', month)).toEqual([
      expect.stringContaining(`,Shop D,Active,Billing Suspended,Renewal declined,Feedstock,${six.ids.D}`),
    ])
    expect(await lines('affiliate_months', month)).toEqual([
      `Shop A,1,1,1,15.00,1,1,0,135.00,135.00,USD,${six.ids.A}`,
    ])
    expect(await lines('new_subscriptions', { interval: 43_200 })).toEqual([])
  })
  test('with money are only for those who may move it', async () => {
    const month = { year: 2026, month: 10 }
    expect(await lines('churned_users', month, support)).toEqual(['403'])
    expect(await lines('affiliate_months', month, support)).toEqual(['403'])
    expect(await lines('status_changes', month, support)).toHaveLength(1)
  })
})

test('an affiliate’s month is what its code took off, and what the vendors it referred paid', async () => {
  const report = async (month: number): Promise<AffiliateMonth[]> =>
    (await finance.get(`/api/affiliates/report?year=2026&month=${month}`)).body.affiliates
  const of = { vendor_id: six.ids.A, name: 'Shop A', codes: 1, redemptions: 1, discount: '15.00' }
  expect(await report(10)).toEqual([
    { ...of, given: 1, referred: 1, paying: 1, churned: 0, billed: '135.00', kept: '135.00' },
  ])
  expect(await report(11)).toEqual([
    { ...of, given: 0, referred: 1, paying: 1, churned: 0, billed: '135.00', kept: '135.00' },
  ])
  expect(await report(9)).toMatchObject([{ given: 0, redemptions: 0, referred: 0, billed: '0.00' }])
  expect((await support.get('/api/affiliates/report')).status).toBe(403)
})

describe('new subscriptions', () => {
  const added = async (interval?: number) =>
    (await support.post('/api/vendor/new_subscriptions', interval === undefined ? {} : { interval })).body
  test('are those of the window back from now, the newest first, also those that ended since', async () => {
    noon('2026-11-26')
    const { db } = h.services
    const other = await db
      .insertInto('dropshipper')
      .values({ supplier_name: 'Second', dropshipper_prefix: 'SE', allow_browse: 1 })
      .returning('dropshipper_id')
      .executeTakeFirstOrThrow()
    const path = `/api/vendor/${six.ids.A}/subscription/${other.dropshipper_id}`
    expect((await finance.post(path)).status).toBe(200)
    h.services.clock.now = () => Date.parse('2026-11-26T12:20:00Z')
    expect((await finance.delete(path)).status).toBe(204)
    h.services.clock.now = () => Date.parse('2026-11-26T12:30:00Z')
    const { bars, subscriptions, total, since } = await added(60)
    expect([total, since, bars.length]).toEqual([1, '2026-11-26T11:30:00.000Z', 60])
    expect(bars.findIndex((bar: { subscriptions: number }) => bar.subscriptions === 1)).toBe(30)
    expect(subscriptions).toMatchObject([
      {
        company: 'Shop A',
        supplier_name: 'Second',
        is_first: false,
        is_gone: true,
        plan: 'Pro',
        by_name: 'Pat finance',
        by_customer: false,
      },
    ])
    expect((await added(1440)).bars).toHaveLength(24)
  })
  test('of a week or a month are counted by calendar days, from the window’s start until now', async () => {
    type Bar = { since: string; subscriptions: number }
    h.services.clock.now = () => Date.parse('2026-11-27T09:00:00Z')
    const week: { since: string; bars: Bar[] } = await added(10_080)
    expect(week.bars.map((bar) => bar.since)).toEqual([
      '2026-11-20T09:00:00.000Z',
      ...[21, 22, 23, 24, 25, 26, 27].map((day) => `2026-11-${day}T00:00:00.000Z`),
    ])
    // added at noon of the day before, less than 24 hours ago
    expect(week.bars.map((bar) => bar.subscriptions)).toEqual([0, 0, 0, 0, 0, 0, 1, 0])
    expect((await added(43_200)).bars).toHaveLength(31)
    h.services.clock.now = () => Date.parse('2026-11-27T00:00:00Z')
    expect((await added(10_080)).bars.map((bar: Bar) => bar.since)).toEqual(
      [20, 21, 22, 23, 24, 25, 26].map((day) => `2026-11-${day}T00:00:00.000Z`),
    )
  })
  test('are counted to the window’s first minute, and no further', async () => {
    h.services.clock.now = () => Date.parse('2026-11-26T13:00:00Z')
    expect((await added(60)).total).toBe(1)
    h.services.clock.now = () => Date.parse('2026-11-26T13:00:01Z')
    expect((await added(60)).total).toBe(0)
    expect((await added()).total).toBe(1)
  })
  test('name the promo code that the vendor had then, not one that was removed before', async () => {
    const { db } = h.services
    h.services.clock.now = () => Date.parse('2026-11-26T14:00:00Z')
    const { dropshipper_id } = await db
      .insertInto('dropshipper')
      .values({ supplier_name: 'Third', dropshipper_prefix: 'TH', allow_browse: 1 })
      .returning('dropshipper_id')
      .executeTakeFirstOrThrow()
    const path = `/api/vendor/${six.ids.C}/subscription/${dropshipper_id}`
    expect((await finance.post(path)).status).toBe(200)
    h.services.clock.now = () => Date.parse('2026-11-26T14:10:00Z')
    const codeOf = async (removed_tm: string | null) => {
      await db
        .updateTable('promo_code_usage')
        .set({ removed_tm, removed_by: removed_tm && 'Pat' })
        .where('vendor_id', '=', six.ids.C)
        .execute()
      return (await added(60)).subscriptions[0].promo_code
    }
    expect(await codeOf('2026-11-26T13:00:00Z')).toBeNull()
    expect(await codeOf('2026-11-26T14:05:00Z')).toBe('LESS15')
    expect(await codeOf(null)).toBe('LESS15')
    expect((await finance.delete(path)).status).toBe(204)
  })
  test('know no other window', async () => {
    expect((await added(90)).error.fields).toHaveProperty('interval')
  })
})

test('a month that hasn’t started is refused', async () => {
  for (const path of [
    'churned-users',
    'status-change',
    'etilize-monthly-report',
    'jmwholesale-monthly-report',
  ]) {
    const { status, body } = await finance.get(`/api/reports/${path}?year=2199&month=1`)
    expect([path, status, body.error?.fields]).toEqual([
      path,
      400,
      { month: 'Choose this month or an earlier one' },
    ])
  }
})

test('a vendor who keeps another subscription isn’t one that left', async () => {
  const { body } = await finance.post('/api/reports/cancels', { start: '2026-11-26', end: '2026-11-26' })
  // A’s and C’s second subscriptions were removed that day
  expect([body.totals.ended, body.totals.vendors_left]).toEqual([2, 0])
})
