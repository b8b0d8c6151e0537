import { expect, test } from 'vitest'
import { boundsOf, isUnusual, percentOf, type DayFigures } from './bounds.ts'

const day = (invoices: number, cents = invoices * 10_000): DayFigures => ({
  invoices,
  cents,
  vendors: invoices,
})
const daily = Array.from({ length: 60 }, () => 1)
/** Judges a run of a service with 1,000 active vendors, whose busiest day had 50 invoices of $100. */
const judge = (run: Partial<DayFigures & { days: number | null }>, history = [day(30), day(50), day(41)]) => {
  const figures = { ...day(run.invoices ?? 40), days: 1, ...run }
  return isUnusual({
    figures: { ...figures, percent: percentOf(figures.vendors, 1000) },
    bounds: boundsOf(history, daily, 1000),
  })
}

test.each<[string, Parameters<typeof judge>[0], boolean]>([
  ['a usual day', {}, false],
  ['the last day of February, with the bills of four days', { invoices: 140 }, false],
  ['three times the invoices of the busiest day', { invoices: 150 }, false],
  ['more', { invoices: 151, cents: 100 }, true],
  ['three times its amount', { cents: 1_500_000 }, false],
  ['a cent more', { cents: 1_500_001 }, true],
  ['a fifth of the vendors', { vendors: 200 }, false],
  ['more of them', { vendors: 201 }, true],
  ['a weekend without runs', { days: 3 }, false],
  ['four days without', { days: 4 }, true],
  ['the first run', { days: null }, false],
  ['a small run after a month', { invoices: 25, cents: 250_000, days: 40 }, false],
  ['few invoices of a large amount after a month', { invoices: 2, cents: 250_001, days: 40 }, true],
])('%s: stopped %s', (_, run, stopped) => {
  expect(judge(run)).toBe(stopped)
})

test('without earlier days, more than 25 invoices or $2,500 are stopped', () => {
  expect([25, 26].map((invoices) => judge({ invoices, cents: 100, days: null }, []))).toEqual([false, true])
  expect([250_000, 250_001].map((cents) => judge({ invoices: 3, cents, days: null }, []))).toEqual([
    false,
    true,
  ])
})

test('a service that runs once a week is stopped after more than two weeks', () => {
  expect(boundsOf([], [7, 7, 6, 7, 21], 10).days).toBe(14)
})

test('a share is rounded up and at most everybody', () => {
  expect([percentOf(1, 1000), percentOf(3, 2), percentOf(0, 0)]).toEqual([1, 100, 0])
  expect(boundsOf([day(400)], daily, 1000).percent).toBe(100)
})
