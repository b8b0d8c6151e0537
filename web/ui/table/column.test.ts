import { expect, test } from 'vitest'
import { headerOf, leaving, type Column } from './column.ts'

const column = (key: string, leaves?: number): Column<unknown> => ({
  key,
  header: key,
  cell: () => key,
  ...(leaves !== undefined && { leaves }),
})
const order = (...columns: Column<unknown>[]) => leaving(columns).map((c) => c.key)

test('columns are hidden from the right, and the first always stays', () => {
  expect(order(column('name'), column('b'), column('c'))).toEqual(['c', 'b'])
})

test('a column can be set to stay or to be hidden sooner', () => {
  expect(order(column('name'), column('b', 9), column('c'), column('acts', 0))).toEqual(['b', 'c'])
})

test('a header of times names every time zone they are in, and other headers name none', () => {
  const began = { key: 'tm', header: 'Began', moment: (tm: string) => tm }
  const zones = (...tms: string[]) => headerOf(began, tms)
  expect(zones('2026-01-05T12:00:00Z')).toMatch(/^Began \([A-Z]+[^/]*\)$/)
  expect(headerOf(began, undefined)).toMatch(/^Began \([A-Z]/)
  const due: Column<string> = {
    key: 'due',
    header: 'Evidence',
    cell: (tm) => `Until ${tm}`,
    momentInCell: (tm) => tm,
  }
  expect(headerOf(due, ['2026-07-01T12:00:00Z'])).toMatch(/^Evidence \([A-Z]/)
  expect(headerOf({ key: 'n', header: 'Rows', cell: () => '1' }, ['x'])).toBe('Rows')
})
