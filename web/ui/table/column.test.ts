import { expect, test } from 'vitest'
import { leaving, type Column } from './column.ts'

const column = (key: string, leaves?: number): Column<unknown> => ({
  key,
  header: key,
  cell: () => key,
  ...(leaves !== undefined && { leaves }),
})
const order = (...columns: Column<unknown>[]) => leaving(columns).map((c) => c.key)

test('columns leave from the right, and the first stays', () => {
  expect(order(column('name'), column('b'), column('c'))).toEqual(['c', 'b'])
})

test('a column says that it stays, or that it leaves sooner', () => {
  expect(order(column('name'), column('b', 9), column('c'), column('acts', 0))).toEqual(['b', 'c'])
})
