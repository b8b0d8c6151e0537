import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { makeSixVendors } from '#server/test/billing/six-vendors.ts'
import { brokenReportDays } from '#server/test/report-days.ts'
import { runTimer } from '#server/timers.ts'
import { byMonth, readFigures, type MonthFigures } from './figures.ts'

const h = harness()
let months: Map<string, MonthFigures>
beforeAll(async () => {
  await makeSixVendors(h)
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

test('once all periods are over, exactly what was billed is earned', async () => {
  h.services.clock.now = () => Date.parse('2027-01-31T12:00:00Z')
  await runTimer(h.services, 'update recurring revenue')
  const { rows } = await sql`
    select (sum(value) filter (where measure = 'earned') / 100)::numeric(12,2)::text as earned,
      (sum(case measure when 'billed' then value when 'credited' then -value end) / 100)::numeric(12,2)::text as billed
    from report_day`.execute(h.services.db)
  expect(rows).toEqual([{ earned: '1510.00', billed: '1510.00' }])
})
