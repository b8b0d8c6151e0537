import { beforeAll, describe, expect, test } from 'vitest'
import { toCents } from '#contract/billing/cents.ts'
import type { RevenueRow } from '#contract/reports/counted-rows.ts'
import type { Cohort, EarnedMonth, RecurringMonth, UnpaidMonth } from '#contract/reports/recurring-revenue.ts'
import { brokenWrites } from '#server/test/history.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeSixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = (await makeSixVendors(h)).finance
  await runTimer(h.services, 'update recurring revenue')
}, 120_000)

const read = async (path: string) => (await c.get(`/api/reports/monthly-revenue/${path}`)).body
const tab = (name: string) => read(`${name}?months=3`)
interface Listed {
  rows: RevenueRow[]
  total: number
  amount: string
}
/** The rows of a number, whose sum is the one that the list says. */
async function listed(query: string): Promise<Listed> {
  const list: Listed = await read(`rows?${query}`)
  expect([query, list.rows.length]).toEqual([query, list.total])
  expect([query, list.rows.reduce((cents, { amount }) => cents + toCents(amount), 0)]).toEqual([
    query,
    toCents(list.amount),
  ])
  expect(new Set(list.rows.map(({ row }) => row)).size).toBe(list.total)
  return list
}
const amountOf = async (query: string) => (await listed(query)).amount

describe('each number leads to rows that add up to it:', () => {
  test('recurring revenue', async () => {
    const months: RecurringMonth[] = (await tab('recurring')).months
    for (const { month, opening, closing, vendors, opening_vendors, movements, ...rates } of months) {
      for (const { kind, amount } of movements)
        expect([month, kind, await amountOf(`number=movements&month=${month}&kind=${kind}`)]).toEqual([
          month,
          kind,
          amount,
        ])
      const paying = await listed(`number=paying&month=${month}`)
      expect([month, paying.amount, paying.total]).toEqual([month, closing, vendors])
      const left = await listed(`number=left&month=${month}`)
      const [lost, retained] = [
        await amountOf(`number=lost&month=${month}`),
        await amountOf(`number=retained&month=${month}`),
      ]
      const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)
      expect([month, rates.vendor_churn, rates.gross_churn, rates.net_churn]).toEqual([
        month,
        share(left.total, opening_vendors),
        share(toCents(lost), toCents(opening)),
        share(-toCents(retained), toCents(opening)),
      ])
    }
    expect(months.map(({ vendor_churn }) => vendor_churn)).toContain(0.25)
    const october = await listed('number=movements&month=2026-10-15')
    expect([october.total, october.amount]).toEqual([5, '55.00'])
  })
  test('earned, month by month and together', async () => {
    const { months, totals }: { months: EarnedMonth[]; totals: EarnedMonth } = await tab('earned')
    for (const { month, ...figures } of months)
      for (const [number, amount] of Object.entries(figures))
        expect([month, number, await amountOf(`number=${number}&month=${month}`)]).toEqual([
          month,
          number,
          amount,
        ])
    for (const [number, amount] of Object.entries(totals))
      expect([number, await amountOf(`number=${number}&month=2026-09-01&until=2026-11-01`)]).toEqual([
        number,
        amount,
      ])
    const october = await listed('number=earned&month=2026-10-01')
    expect(october.rows.map(({ amount }) => amount)).toContain('38.71')
  })
  test('cohorts', async () => {
    const { cohorts }: { cohorts: Cohort[] } = await tab('cohorts')
    const months = ['2026-09-01', '2026-10-01', '2026-11-01']
    let cells = 0
    for (const cohort of cohorts)
      for (const [age, cell] of cohort.cells.entries()) {
        const month = months[months.indexOf(cohort.month) + age]
        const rows = await listed(`number=paying&month=${month}&cohort=${cohort.month}`)
        expect([cohort.month, month, rows.total, rows.amount]).toEqual([
          cohort.month,
          month,
          cell.vendors,
          cell.mrr,
        ])
        cells += cell.vendors
      }
    expect(cells).toBeGreaterThan(5)
  })
  test('unpaid cards', async () => {
    const report: { months: UnpaidMonth[]; totals: UnpaidMonth } = await tab('unpaid-cards')
    for (const { month, invoices, amount, outcomes, recovered, recovered_amount } of report.months) {
      const numbers = [
        ['', { invoices, amount }],
        ['&outcome=recovered', { invoices: recovered, amount: recovered_amount }],
        ...outcomes.map((counted) => [`&outcome=${counted.outcome}`, counted] as const),
      ] as const
      for (const [narrowed, counted] of numbers) {
        const rows = await listed(`number=unpaid&month=${month}${narrowed}`)
        expect([month, narrowed, rows.total, rows.amount]).toEqual([
          month,
          narrowed,
          counted.invoices,
          counted.amount,
        ])
      }
    }
    const all = await listed('number=unpaid&month=2026-09-01&until=2026-11-01')
    expect([all.total, all.amount]).toEqual([report.totals.invoices, report.totals.amount])
    expect(all.total).toBeGreaterThan(0)
  })
})

test('support sees no rows of money, and an unknown number is refused by name', async () => {
  const support = await staff(h, 'support')
  const path = '/api/reports/monthly-revenue/rows'
  expect((await support.get(`${path}?number=paying&month=2026-10-01`)).status).toBe(403)
  const refused = await c.get(`${path}?number=profit&month=2026-10-01`)
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['number']])
})

test('every write left its event', async () => {
  expect(await brokenWrites(h.services.db)).toEqual([])
})
