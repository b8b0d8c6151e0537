import { expect, test } from 'vitest'
import { reportCounts } from './report-counts.ts'

const figures = (of: Parameters<typeof reportCounts>[0]) =>
  reportCounts(of).map(([, items]) => items.map(([label, value]) => `${label} ${value}`).join(', '))

const of = {
  runs: 82,
  held: 12,
  warned: 6,
  let_through: 3,
  superseded: 2,
  discarded: 4,
  waiting: 1,
  rolled_back: 1,
}
test('the gate report’s numbers add up, and runs that ended otherwise are listed', () => {
  expect(figures(of)).toEqual([
    'Runs 82, = passed 70, + held 12',
    '= wrongly held 3, + correctly held 4, + replaced 2, + waiting 1, + other 2',
    '= no warnings 64, + with warnings 6, Missed 1',
  ])
  expect(figures({ ...of, held: 10 })[1]).toBe(
    '= wrongly held 3, + correctly held 4, + replaced 2, + waiting 1',
  )
})

test('passed and held runs show as shares of all runs, if there are any', () => {
  const shares = (report: typeof of) => reportCounts(report)[0]![1].map(([, , note]) => note)
  expect(shares(of)).toEqual(['each compared with earlier runs', '85.4% of them', '14.6% of them'])
  expect(shares({ ...of, runs: 0, held: 0 }).slice(1)).toEqual([undefined, undefined])
})
