import { expect, test } from 'vitest'
import { exportedLists, listAccess } from '#contract/lists/exported.ts'
import { reportColumns } from '#contract/lists/report-columns.ts'
import { reportExports, yearExports, yearsTo } from './export-list.ts'

const offered = [...reportExports('2026-11-26'), ...yearExports(2025, '2026-11-26')]

test('each offered file is one that its list exports, for those who may read the list', () => {
  for (const { title, access, source } of offered) {
    const { input } = exportedLists[source.list].body.shape
    expect(input.safeParse(source.input).error, title).toBeUndefined()
    expect(access, title).toBe(listAccess[source.list] ?? 'staff')
  }
})

test('each report’s file is offered, except the rows of one number', () => {
  const files = offered.map(({ source }) => source.list as string)
  expect(Object.keys(reportColumns).filter((list) => !files.includes(list))).toEqual([
    'counted_subscriptions',
    'revenue_rows',
    'revenue_payments',
  ])
})

test('a year can be exported for the last ten years, this one until today', () => {
  expect(yearsTo('2026-11-26')).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017])
  const daysOf = (year: number) => yearExports(year, '2026-11-26').map(({ source }) => source.input)
  expect(daysOf(2026)[2]).toEqual({ start: '2026-01-01', end: '2026-11-26' })
  expect(daysOf(2024)[0]).toEqual({ from: '2024-01-01', to: '2024-12-31' })
})

test('suspended vendors are exported whenever they upgraded, within the limit of ten years', () => {
  const suspended = reportExports('2026-11-26').find(({ source }) => source.list === 'billing_suspended')
  expect(suspended).toMatchObject({ text: 'All', source: { input: { start: '2016-12-26' } } })
})
