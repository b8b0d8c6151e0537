import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { chargeStatus } from '#contract/billing/charge-codes.ts'
import { toCents } from '#contract/billing/cents.ts'
import type { EarnedMonth, RecurringMonth } from '#contract/reports/recurring-revenue.ts'
import { readSums } from '#server/areas/ledger/public.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { brokenReportDays } from '#server/test/report-days.ts'
import { runTimer } from '#server/timers.ts'
import { byMonth, readFigures, type MonthFigures } from './figures.ts'

const h = harness()
let months: Map<string, MonthFigures>
let six: SixVendors
let c: Client
beforeAll(async () => {
  six = await makeSixVendors(h)
  c = six.finance
  await runTimer(h.services, 'update recurring revenue')
  months = byMonth(await readFigures(h.services.db, '2026-09-01', '2026-11-26'))
}, 120_000)

const [september, october, november] = ['2026-09-01', '2026-10-01', '2026-11-01']
const cents = (month: string | undefined, measure: string, key?: string) =>
  months.get(month ?? '')?.cents(measure, key)

describe('the figures by day of six vendors', () => {
  test('bill and earn as reckoned by hand', () => {
    expect([september, october, november].map((month) => cents(month, 'earned', 'period'))).toEqual([
      // 34.84 + 68 (A), 60.97 + 54 (C), 61.29 + 23.33 (D), 12.90 + 36.67 (E), 3.23 (F)
      243_33, 488_44, 355_23,
    ])
    expect([cents(october, 'billed', 'period'), cents(november, 'billed', 'period')]).toEqual([
      555_00, 405_00,
    ])
    expect([cents(october, 'billed', 'once'), cents(october, 'earned', 'once')]).toEqual([250_00, 250_00])
    expect([cents(october, 'credited'), cents(november, 'credited')]).toEqual([50_00, 0])
    // of F’s 31 days 29 are over at the end of October
    expect([cents(october, 'earned', 'credited'), cents(november, 'earned', 'credited')]).toEqual([
      -46_77, -3_23,
    ])
  })
  test('defer what the days after November 26 pay for', () => {
    // A 13 of 30 days, C 18 of 30, D 23 of 30, E 8 of 30: 52 + 81 + 76.67 + 13.33
    expect(cents(november, 'deferred')).toBe(223_00)
    expect([cents(september, 'deferred'), cents(october, 'deferred')]).toEqual([106_67, 170_00])
  })
  test('agree with the rows they come from, and are the same made from nothing', async () => {
    expect(await brokenReportDays(h.services)).toEqual([])
  })
})

const report = async (path: string) => (await c.get(`/api/reports/${path}`)).body
const sum = (amounts: readonly string[]) => amounts.reduce((cents, amount) => cents + toCents(amount), 0)
const recurring = async (): Promise<RecurringMonth[]> =>
  (await report('monthly-revenue/recurring?months=3')).months

describe('reports agree:', () => {
  test('a month’s closing MRR is the next one’s opening', async () => {
    const [newest, middle, oldest] = await recurring()
    expect([oldest, middle].map((month) => month?.closing)).toEqual([middle?.opening, newest?.opening])
    expect([oldest, middle, newest].map((month) => month?.closing)).toEqual(['350.00', '405.00', '405.00'])
  })
  test('opening and movements are closing', async () => {
    for (const { opening, movements, closing } of await recurring())
      expect(toCents(opening) + sum(movements.map(({ amount }) => amount))).toBe(toCents(closing))
  })
  test('the MRR that churned users lost is the churn of the movements', async () => {
    const [newest, october] = await recurring()
    for (const [month, row] of [
      ['11', newest],
      ['10', october],
    ] as const) {
      const { users } = await report(`churned-users?year=2026&month=${month}`)
      const churn = row?.movements.filter(({ kind }) => kind.startsWith('churn_')) ?? []
      expect(-sum(users.map(({ mrr }: { mrr: string }) => mrr)), month).toBe(
        sum(churn.map(({ amount }) => amount)),
      )
      expect(users.length, month).toBeGreaterThan(0)
    }
  })
  test('rates are those of the churned users’ report', async () => {
    const [, october] = await recurring()
    const { figures } = await report('churned-users?year=2026&month=10')
    for (const name of ['arpa', 'vendor_churn', 'gross_churn', 'net_churn'] as const)
      expect(october?.[name], name).toBe(figures[name])
    expect(october).toMatchObject({ vendors: 4, opening_vendors: 4, came: 2 })
  })
  test('money by what it was for is the ledger’s “At the gateway” and “Paid outside”', async () => {
    const { rows } = await readSums(h.services.db, async (sums, tx) =>
      sql<{ month: string; cents: number }>`
        select month::text, (sum(amount) * 100)::int8 as cents
        from (${sums}) s
        where account in ('gateway', 'outside')
        group by month`.execute(tx),
    )
    expect(rows).toHaveLength(3)
    const kinds = ['recurring', 'set_up', 'other', 'third_party', 'refunds', 'disputes']
    for (const row of rows)
      expect(
        kinds.reduce((total, kind) => total + (cents(row.month, 'collected', kind) ?? 0), 0),
        row.month,
      ).toBe(row.cents)
  })
  test('billed less credit notes is earned and deferred', async () => {
    const { months: rows }: { months: EarnedMonth[] } = await report('monthly-revenue/earned?months=3')
    let rest = 0
    for (const row of rows.toReversed()) {
      rest += sum([row.billed, row.billed_once]) - sum([row.credited, row.earned_net])
      expect(toCents(row.deferred), row.month).toBe(rest)
    }
    expect(rest).toBe(223_00)
  })
  test('billed and credited are those of the money tab', async () => {
    const { months: earnedRows } = await report('monthly-revenue/earned?months=3')
    const { months: moneyRows } = await report('monthly-revenue?months=3')
    expect(
      earnedRows.map((row: EarnedMonth) => [sum([row.billed, row.billed_once]), toCents(row.credited)]),
    ).toEqual(moneyRows.map((row: EarnedMonth) => [toCents(row.billed), toCents(row.credited)]))
  })
  test('paying vendors are the spans open that day, next to the active users they differ from', async () => {
    const { rows } = await sql<{ open: number; active: number }>`
      select (select count(distinct vendor_id)::int from mrr_span where to_day is null) as open,
        (select count(*)::int from vendor where vendor_status_id = 1 and not is_staff) as active`.execute(
      h.services.db,
    )
    const [newest] = await recurring()
    // D owes its last bill and isn’t suspended yet; F is Active, but its bill was refunded in full
    expect(rows).toEqual([{ open: newest?.vendors, active: 5 }])
    expect(newest?.vendors).toBe(4)
  })
  test('new subscriptions of 30 days that are still there are those added in supplier subscriptions', async () => {
    await sql`
      insert into subscription (vendor_id, dropshipper_id, insert_tm)
      values (${six.ids.B}, ${six.supplier}, '2026-11-20T10:00:00Z')`.execute(h.services.db)
    const { body: added } = await c.post('/api/vendor/new_subscriptions', { interval: 43_200 })
    const { body: bySupplier } = await c.post('/api/reports/supplier-subscriptions', {
      start: '2026-10-27',
      end: '2026-11-26',
    })
    const still = added.subscriptions.filter((row: { is_gone: boolean }) => !row.is_gone)
    expect(still).toHaveLength(1)
    expect(bySupplier.totals.added).toBe(still.length)
  })
  test('ended cancellations are the events of their link', async () => {
    const range = { start: '2026-10-01', end: '2026-11-26' }
    const { totals } = (await c.post('/api/reports/cancels', range)).body
    const eventsOf = async (what: string) =>
      (await c.post('/api/reports/cancels/events', { ...range, what })).body.total
    expect(totals.ended).toBe(2)
    expect((await eventsOf('ended')) + (await eventsOf('removed'))).toBe(totals.ended)
  })
  test('cohorts at a month’s end are its paying vendors and its MRR', async () => {
    const { cohorts } = await report('monthly-revenue/cohorts?months=3')
    const cellsOf = (back: number) =>
      cohorts.flatMap(({ cells }: { cells: { vendors: number; mrr: string }[] }) => cells.at(-1 - back) ?? [])
    for (const [back, row] of (await recurring()).entries()) {
      const cells = cellsOf(back)
      expect(cells.reduce((n: number, cell: { vendors: number }) => n + cell.vendors, 0)).toBe(row.vendors)
      expect(sum(cells.map(({ mrr }: { mrr: string }) => mrr))).toBe(toCents(row.closing))
    }
    expect(cohorts.map(({ came }: { came: number }) => came)).toEqual([0, 2, 4])
  })
  test('invoices whose first attempt failed are paid with another card, or open', async () => {
    const { months: rows } = await report('monthly-revenue/unpaid-cards?months=3')
    expect(rows.slice(0, 2)).toMatchObject([
      { month: november, invoices: 1, recovered: 0, outcomes: [{ outcome: 'open', amount: '100.00' }] },
      {
        month: october,
        invoices: 1,
        recovered: 1,
        outcomes: [{ outcome: 'another_card', amount: '100.00' }],
      },
    ])
  })
  test('unpaid cards are of renewals alone: a set-up that was declined first isn’t one', async () => {
    const { db } = h.services
    const before = await report('monthly-revenue/unpaid-cards?months=3')
    const { vendor_charge_id } = await db
      .insertInto('vendor_charge')
      .values({
        vendor_id: six.ids.F,
        tm: '2026-10-03T08:00:00Z',
        amount: '250.00',
        vendor_charge_status_id: chargeStatus.declined,
        invoice_id: (
          await db
            .selectFrom('invoice')
            .select('invoice_id')
            .where('vendor_id', '=', six.ids.F)
            .where('total', '=', '250.00')
            .executeTakeFirstOrThrow()
        ).invoice_id,
      })
      .returning('vendor_charge_id')
      .executeTakeFirstOrThrow()
    expect(await report('monthly-revenue/unpaid-cards?months=3')).toEqual(before)
    await db.deleteFrom('vendor_charge').where('vendor_charge_id', '=', vendor_charge_id).execute()
  })
  test('are for those who may move money', async () => {
    const support = await staff(h, 'support')
    for (const path of ['recurring', 'earned', 'cohorts', 'unpaid-cards'])
      expect((await support.get(`/api/reports/monthly-revenue/${path}`)).status, path).toBe(403)
  })
  test('say that they are being brought up to date while changes wait', async () => {
    const { db } = h.services
    expect(await report('monthly-revenue/recurring')).toMatchObject({ is_behind: false })
    await sql`
      insert into report_dirty (vendor_id, from_day, what, tm)
      values (${six.ids.A}, '2026-11-01', 'status', now() - interval '3 minutes')`.execute(db)
    expect(await report('monthly-revenue/recurring')).toMatchObject({ is_behind: true })
    await runTimer(h.services, 'update recurring revenue')
    expect(await report('monthly-revenue/recurring')).toMatchObject({ is_behind: false })
  })
})

test('once all periods are over, exactly what was billed is earned', async () => {
  h.services.clock.now = () => Date.parse('2027-01-31T12:00:00Z')
  await runTimer(h.services, 'update recurring revenue')
  const { rows } = await sql`
    select (sum(value) filter (where measure = 'earned'))::text as earned,
      (sum(case measure when 'billed' then value when 'credited' then -value end))::text as billed
    from report_day`.execute(h.services.db)
  // in cents, and in no fraction of one
  expect(rows).toEqual([{ earned: '151000.00000000', billed: '151000.00000000' }])
})
