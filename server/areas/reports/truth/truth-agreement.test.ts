import { beforeAll, expect, test } from 'vitest'
import type { ClosedDeals } from '#contract/reports/closed-deals.ts'
import { weekStart, type MeasuredRow, type TheTruth } from '#contract/reports/the-truth.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'
import { readMrr } from '../mrr.ts'

const h = harness()
let six: SixVendors
let finance: Client
beforeAll(async () => {
  six = await makeSixVendors(h)
  ;({ finance } = six)
  await runTimer(h.services, 'update recurring revenue')
}, 120_000)

const truth = async (query: string): Promise<TheTruth> =>
  (await finance.get(`/api/reports/the-truth?${query}`)).body
const actualsOf = ({ rows }: TheTruth, which: string, owner: string | null = null) =>
  rows.find((row) => row.which === which && row.owner === owner)?.cells.map(({ actual }) => actual)

test('the months of six vendors are those reckoned by hand', async () => {
  const body = await truth('view=monthly&year=2026&month=11&from_year=2026&from_month=9')
  expect(actualsOf(body, 'mrr_added')).toEqual(['350.00', '205.00', '100.00'])
  expect(actualsOf(body, 'mrr_lost')).toEqual(['0.00', '150.00', '100.00'])
  expect(actualsOf(body, 'net_mrr')).toEqual(['350.00', '55.00', '0.00'])
  expect(actualsOf(body, 'deals')).toEqual(['4', '3', '0'])
  expect(actualsOf(body, 'deals', 'IS')).toEqual(['4', '3', '0'])
  expect(actualsOf(body, 'cancels')).toEqual(['0', '2', '0'])
})

test('net MRR of a month is the movements of that month', async () => {
  const body = await truth('view=monthly&year=2026&month=10&from_year=2026&from_month=10')
  const { opening, closing, movements } = await readMrr(h.services.db, {
    start: '2026-10-01',
    end: '2026-10-31',
  })
  expect(actualsOf(body, 'net_mrr')).toEqual([(Number(closing) - Number(opening)).toFixed(2)])
  const rises = movements.reduce((sum, { amount }) => sum + Math.max(0, Number(amount)), 0)
  expect(actualsOf(body, 'mrr_added')).toEqual([rises.toFixed(2)])
})

test('deals of the weeks by owner, IS included, are the closed deals of these days', async () => {
  await sql`
    update mrr_span
    set crm_owner_vendor_id = ${six.ids.B}
    where vendor_id in (${six.ids.A}, ${six.ids.C})`.execute(h.services.db)
  const body = await truth('year=2026&month=10')
  const day = (week: number) => new Date(weekStart(week)).toISOString().slice(0, 10)
  const weeks = body.periods.flatMap(({ week }) => week ?? [])
  const [first = 0] = weeks
  const last = new Date(weekStart((weeks.at(-1) ?? 0) + 1) - 86_400_000).toISOString().slice(0, 10)
  const closed: ClosedDeals = (
    await finance.post('/api/reports/closed-deals', { start: day(first), end: last })
  ).body
  const owners = body.rows.filter(({ which, owner }) => which === 'deals' && owner !== null)
  expect(owners.map(({ owner }) => owner)).toEqual(['IS', 'Shop B'])
  const sum = (cells: readonly { actual: string | null }[]) =>
    cells.reduce((total, { actual }) => total + Number(actual), 0)
  expect(owners.reduce((total, { cells }) => total + sum(cells), 0)).toBe(closed.total)
  for (const { owner, cells } of owners)
    expect(sum(cells), owner ?? '').toBe(closed.by_owner.find((row) => row.owner === owner)?.deals)
  for (const [place, week] of weeks.entries()) {
    const deals = closed.weeks.filter((row) => row.week === week).reduce((total, row) => total + row.deals, 0)
    expect(actualsOf(body, 'deals')?.[place], String(week)).toBe(String(deals))
  }
})

test('each number is the sum of the rows that it opens', async () => {
  for (const view of ['weekly', 'monthly'] as const) {
    const body = await truth(`view=${view}&year=2026&month=11`)
    const measured = body.rows.filter(({ cells }) => cells.some(({ actual }) => Number(actual) !== 0))
    expect(measured.map(({ which }) => which)).toContain('kept' satisfies MeasuredRow)
    for (const { which, owner, cells } of measured)
      for (const [place, { actual }] of cells.entries()) {
        const period = body.periods[place]
        if (!period || Number(actual) === 0) continue
        const at = period.week === null ? `year=${period.year}&month=${period.month}` : `week=${period.week}`
        const { body: opened } = await finance.get(
          `/api/reports/the-truth/rows?view=${view}&which=${which}&${at}${owner === null ? '' : `&owner=${owner}`}`,
        )
        expect(opened.sum, `${which} ${at}`).toBe(actual)
        const values = opened.rows.reduce((sum: number, row: { value: string }) => sum + Number(row.value), 0)
        expect(values.toFixed(2), `${which} ${at}`).toBe(Number(actual).toFixed(2))
      }
  }
})

test('the file has a row for each number and period', async () => {
  const request = {
    list: 'the_truth_money',
    format: 'csv',
    columns: ['number', 'owner', 'start', 'actual'],
    input: { view: 'monthly', year: 2026, month: 10, from_year: 2026, from_month: 10 },
  }
  const { list_export_id } = (await finance.post('/api/exports', request)).body
  const { body: text } = await finance.get(`/api/exports/${list_export_id}/file`)
  expect(String(text)).toContain('All MRR added,,2026-10-01T00:00:00.000Z,205')
  expect(String(text)).toContain('Deals,IS,2026-10-01T00:00:00.000Z,')
})
