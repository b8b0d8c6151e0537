import { expect, test } from 'vitest'
import { inOrder } from './exported.ts'

test('exported rows have the shown columns in their shown order', () => {
  const rows = [{ n: 1 }, { n: 2 }, { n: 3 }]
  expect(inOrder(rows, [3, 9, 1], (row) => row.n)).toEqual([{ n: 3 }, { n: 1 }])
})
