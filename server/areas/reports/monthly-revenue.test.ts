import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, dayOf } from '#contract/billing/days.ts'
import { axisStart, type RevenueMonth, type RevenuePayment } from '#contract/reports/monthly-revenue.ts'
import { book, readSums } from '#server/areas/ledger/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let c: Client
let vendor: number
let disputes = 0

/** A charge or refund with its movement, as payments book them. */
async function moved(
  day: string,
  cents: number,
  values: object,
  { account = 'gateway' as 'gateway' | 'outside' } = {},
): Promise<number> {
  const tm = `${day}T12:00:00Z`
  const { vendor_charge_id } = await h.services.db
    .insertInto('vendor_charge')
    .values({
      vendor_id: vendor,
      tm,
      amount: (Math.abs(cents) / 100).toFixed(2),
      vendor_charge_status_id: 1,
      ...values,
    })
    .returning('vendor_charge_id')
    .executeTakeFirstOrThrow()
  await booked(`charge ${vendor_charge_id}`, tm, cents, account)
  return vendor_charge_id
}
const booked = (key: string, tm: string, cents: number, account: 'gateway' | 'outside', reverses?: string) =>
  h.services.db.transaction().execute((tx) =>
    book(tx, [
      {
        key,
        vendor_id: vendor,
        tm,
        what: key,
        ...(reverses && { reverses }),
        postings: [
          { account, cents },
          { account: 'receivable', cents: -cents },
        ],
      },
    ]),
  )
async function invoice(values: object): Promise<number> {
  const { invoice_id } = await h.services.db
    .insertInto('invoice')
    .values({
      vendor_id: vendor,
      series: 'INV',
      number: ++invoices,
      kind: 'renewal',
      issued_on: '2026-01-01',
      issued_tm: '2026-01-01T00:00:00Z',
      total: '100',
      bill_to: JSON.stringify({}),
      ...values,
    })
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
  return invoice_id
}
let invoices = 0
const thisMonth = () => `${dayOf(h.services.clock.now()).slice(0, 7)}-01`
const lastMonth = () => addMonths(thisMonth(), -1)
const report = async () => (await c.get('/api/reports/monthly-revenue')).body
const monthOf = async (month: string): Promise<RevenueMonth> =>
  (await report()).months.find((row: RevenueMonth) => row.month === month)

beforeAll(async () => {
  c = await staff(h, 'finance')
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Ann' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  vendor = row.vendor_id
  const [first, last] = [lastMonth(), addDays(thisMonth(), -1)]
  const renewal = await invoice({ issued_on: first, issued_tm: `${first}T05:00:00Z`, total: '120' })
  await invoice({ issued_on: last, issued_tm: `${last}T05:00:00Z`, total: '80' })
  await invoice({
    issued_on: last,
    issued_tm: `${last}T05:00:00Z`,
    total: '-30',
    kind: 'credit_note',
    series: 'CN',
  })
  await invoice({ issued_on: thisMonth(), issued_tm: `${thisMonth()}T05:00:00Z`, total: '999' })
  await h.services.db
    .updateTable('invoice')
    .set({ paid_tm: `${first}T06:00:00Z` })
    .where('invoice_id', '=', renewal)
    .execute()
  await moved(first, 120_00, { vendor_charge_type_id: 1, invoice_id: renewal })
  await moved(first, 250_00, { vendor_charge_type_id: 2 })
  await moved(last, 40_00, { vendor_charge_type_id: 3 }, { account: 'outside' })
  await moved(
    last,
    15_00,
    { vendor_charge_type_id: 1, vendor_charge_trans_type_id: 5 },
    { account: 'outside' },
  )
  const refund = await moved(last, -30_00, { vendor_charge_trans_type_id: 3 })
  const failed = await moved(last, -7_00, { vendor_charge_trans_type_id: 3, vendor_charge_status_id: 3 })
  await booked(`charge ${failed} taken back`, `${last}T13:00:00Z`, 7_00, 'gateway', `charge ${failed}`)
  expect(refund).toBeGreaterThan(0)
  await booked(`dispute sandbox ${++disputes} 1`, `${last}T23:59:59Z`, -20_00, 'gateway')
  // the next month's first second, and the last of the month before
  await moved(thisMonth(), 500_00, { vendor_charge_type_id: 2, tm: `${thisMonth()}T00:00:00Z` })
  await moved(addDays(first, -1), 77_00, { vendor_charge_type_id: 2 })
  // declined: nothing moved
  await h.services.db
    .insertInto('vendor_charge')
    .values({ vendor_id: vendor, tm: `${last}T12:00:00Z`, amount: '66', vendor_charge_status_id: 2 })
    .execute()
})

describe('monthly revenue', () => {
  test('has each movement of a month by what it was for, and the month’s bills', async () => {
    expect(await monthOf(lastMonth())).toEqual({
      month: lastMonth(),
      recurring: '120.00',
      set_up: '250.00',
      other: '40.00',
      third_party: '15.00',
      refunds: '30.00',
      disputes: '20.00',
      kept: '375.00',
      billed: '200.00',
      credited: '30.00',
      still_open: '80.00',
    })
    expect((await monthOf(thisMonth())).set_up).toBe('500.00')
    expect((await monthOf(addMonths(lastMonth(), -1))).kept).toBe('77.00')
  })
  test('is compared with the same days of last month and of a year before', async () => {
    const today = dayOf(h.services.clock.now())
    const isWhole = addMonths(today, -1) === addDays(thisMonth(), -1)
    expect((await report()).same_days).toEqual({ before: isWhole ? '375.00' : '370.00', year_before: '0.00' })
  })
  test('is the same from kept days, and has what changed since right away', async () => {
    const live = await report()
    await runTimer(h.services, 'update recurring revenue')
    expect(await report()).toEqual(live)
    const { rows } = await sql<{ days: number }>`
      select count(*)::int as days from report_day where measure = 'collected'`.execute(h.services.db)
    expect(rows).toEqual([{ days: expect.any(Number) }])
    expect(rows[0]!.days).toBeGreaterThan(3)
    // a late payment of last month, a bill of today, and a day that is kept but not changed
    const late = await moved(lastMonth(), 8_00, { vendor_charge_type_id: 2 })
    await invoice({ issued_on: thisMonth(), issued_tm: `${thisMonth()}T08:00:00Z`, total: '1' })
    const [now, before] = [await report(), live]
    const figureOf = (answer: typeof live, month: string, figure: 'set_up' | 'billed') =>
      Number(answer.months.find((row: RevenueMonth) => row.month === month)[figure])
    expect(figureOf(now, lastMonth(), 'set_up')).toBe(figureOf(before, lastMonth(), 'set_up') + 8)
    expect(figureOf(now, thisMonth(), 'billed')).toBe(figureOf(before, thisMonth(), 'billed') + 1)
    await runTimer(h.services, 'update recurring revenue')
    expect(await report()).toEqual(now)
    // as before for the tests that follow
    await booked(`charge ${late} taken back`, `${lastMonth()}T13:00:00Z`, -8_00, 'gateway')
  })
  test('recurring, set-up, other and third party less refunds and disputes are what the ledger received', async () => {
    const { months } = await report()
    const { rows: received } = await readSums(h.services.db, async (sums, tx) =>
      sql<{ month: string; amount: string }>`
        select month::text, sum(amount)::text as amount
        from (${sums}) s
        where account in ('gateway', 'outside')
        group by month`.execute(tx),
    )
    const byMonth = new Map(received.map((row) => [row.month, row.amount]))
    for (const row of months as RevenueMonth[]) {
      const [recurring, setUp, other, third, refunds, lost] = (
        ['recurring', 'set_up', 'other', 'third_party', 'refunds', 'disputes'] as const
      ).map((figure) => Math.round(Number(row[figure]) * 100)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      expect(recurring + setUp + other + third - refunds - lost, row.month).toBe(
        Math.round(Number(byMonth.get(row.month) ?? 0) * 100),
      )
      expect(Number(row.kept), row.month).toBe(Number(byMonth.get(row.month) ?? 0))
    }
  })
  test('has 13 months unless more are asked for, and their sums', async () => {
    const { months, totals } = await report()
    expect(months).toHaveLength(13)
    expect(totals).toMatchObject({ set_up: '827.00', kept: '952.00' })
    expect((await c.get('/api/reports/monthly-revenue?months=2')).body.months).toHaveLength(2)
    expect((await c.get('/api/reports/monthly-revenue?months=37')).body.error.fields).toHaveProperty('months')
  })
  test('each figure leads to rows whose sum it is', async () => {
    const row = await monthOf(lastMonth())
    const rowsOf = async (what?: string) =>
      (
        await c.get(
          `/api/reports/monthly-revenue/payments?month=${lastMonth()}${what ? `&what=${what}` : ''}`,
        )
      ).body
    for (const figure of ['recurring', 'set_up', 'other', 'third_party', 'refunds', 'disputes'] as const) {
      const { amount, payments, total } = await rowsOf(figure)
      const sign = figure === 'refunds' || figure === 'disputes' ? -1 : 1
      expect(Number(amount), figure).toBe(sign * Number(row[figure]))
      expect(payments).toHaveLength(total)
      const sum = payments.reduce((cents: number, p: RevenuePayment) => cents + Number(p.amount) * 100, 0)
      expect(Math.round(sum), figure).toBe(Math.round(Number(amount) * 100))
    }
    expect((await rowsOf()).amount).toBe(row.kept)
    expect((await rowsOf('refunds')).total).toBe(3)
    const wrong = await c.get('/api/reports/monthly-revenue/payments?month=2026-13-01&what=tips')
    expect(Object.keys(wrong.body.error.fields).toSorted()).toEqual(['month', 'what'])
  })
  test('is for those who may move money, its files too', async () => {
    const support = await staff(h, 'support')
    for (const path of [
      'monthly-revenue',
      'remaining-month-estimate',
      'monthly-revenue/payments?month=2026-01-01',
    ])
      expect((await support.get(`/api/reports/${path}`)).status, path).toBe(403)
    for (const [list, input] of [
      ['monthly_revenue', {}],
      ['revenue_payments', { month: '2026-01-01' }],
    ])
      expect(
        (await support.post('/api/exports', { list, format: 'csv', columns: ['amount'], input })).status,
      ).not.toBe(200)
  })
})

test('the axis starts at 80,000 only where every month exceeds it', () => {
  const month = (recurring: string, set_up: string) => ({ recurring, set_up })
  expect(axisStart([])).toBe(0)
  expect(axisStart([month('80000.00', '0.00')])).toBe(0)
  expect(axisStart([month('80000.00', '0.01'), month('0.00', '90000.00')])).toBe(80_000)
  expect(axisStart([month('90000.00', '0.00'), month('79999.99', '0.00')])).toBe(0)
})

test('the estimate adds due bills and open invoices at the rates of their attempts', async () => {
  const { db, clock } = h.services
  const last = addDays(addMonths(thisMonth(), 1), -1)
  let intents = 0
  const tried = (try_no: number, state: string) =>
    db
      .insertInto('money_intent')
      .values({
        money_intent_id: `try ${++intents}`,
        vendor_id: vendor,
        kind: 'renewal',
        amount: '1',
        state,
        gateway: 'sandbox',
        request: JSON.stringify({}),
        try_no,
        terms: JSON.stringify({}),
        insert_tm: new Date(clock.now() - 86_400_000).toISOString(),
        next_check_tm: new Date(clock.now()).toISOString(),
      })
      .execute()
  // 3 of 4 first attempts succeeded, 2 of 5 second ones
  for (const state of ['succeeded', 'succeeded', 'succeeded', 'declined']) await tried(1, state)
  for (const state of ['succeeded', 'succeeded', 'declined', 'declined', 'failed']) await tried(2, state)
  await tried(2, 'open')
  await invoice({ issued_on: thisMonth(), total: '100', tries: 1, next_try: last })
  await invoice({ issued_on: thisMonth(), total: '55', tries: 1, next_try: addDays(last, 1) })
  await db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 71, name: 'Starter', monthly_fee: '80' })
    .execute()
  const due = (next_charge_date: string, vendor_status_id = 1) =>
    db
      .insertInto('vendor')
      .values({ company: 'Due', vendor_plan_type_id: 71, next_charge_date, vendor_status_id })
      .execute()
  await due(last)
  await due(addDays(last, 1))
  await due(last, 2)
  await db
    .insertInto('vendor')
    .values({
      company: 'Colleague',
      vendor_plan_type_id: 71,
      next_charge_date: last,
      vendor_status_id: 1,
      is_staff: true,
    })
    .execute()
  const no = { issued_on: thisMonth(), total: '70', tries: 1, next_try: last }
  await invoice({ ...no, kind: 'manual' })
  await invoice({ ...no, written_off_tm: `${thisMonth()}T06:00:00Z`, written_off_reason: 'Closed' })
  const { body } = await c.get('/api/reports/remaining-month-estimate')
  const soFar = Number((await monthOf(thisMonth())).kept)
  // 80 at 3/4 and 100 at 2/5
  expect(body).toMatchObject({
    month: thisMonth(),
    so_far: soFar.toFixed(2),
    due: '80.00',
    due_bills: 1,
    due_rate: 0.75,
    retries: '100.00',
    retry_invoices: 1,
    retry_rate: 0.4,
    estimate: (soFar + 100).toFixed(2),
  })
  // twice the deviation, √(80² × 3/16 + 100² × 6/25) = 60, would exceed both bounds
  expect([body.low, body.high]).toEqual([soFar.toFixed(2), (soFar + 180).toFixed(2)])
})
