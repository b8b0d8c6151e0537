import { expect, test } from 'vitest'
import { ColumnTable, RowBatch } from './record.ts'

test('a table’s columns grow with its records, each as wide as the table was by then', () => {
  const table = new ColumnTable()
  const first: string[] = []
  table.put(first, 'sku', 'A', 1)
  table.put(first, 'tag', 'red', 1)
  table.put(first, 'tag', 'blue', 1)
  expect(table.row(first, 1)).toEqual({ line: 1, cells: ['A', 'red|blue'], hashA: 0, hashB: 0 })
  const second: string[] = []
  table.put(second, 'size', '9', 7)
  table.put(second, 'tag', '', 7)
  table.put(second, 'tag', 'green', 7)
  expect(table.row(second, 7)).toEqual({ line: 7, cells: ['', 'green', '9'], hashA: 0, hashB: 0 })
  expect(table.columns).toEqual(['sku', 'tag', 'size'])
})

test('a table has at most 2,000 columns', () => {
  const table = new ColumnTable()
  const cells: string[] = []
  for (let i = 0; i < 2000; i++) table.put(cells, `c${i}`, 'x', 3)
  table.put(cells, 'c1999', 'y', 3)
  expect(cells).toHaveLength(2000)
  expect(cells[1999]).toBe('x|y')
  expect(() => table.put(cells, 'c2000', 'x', 3)).toThrow(
    expect.objectContaining({
      code: 'too_many_columns',
      line: 3,
      message: 'Items have more than 2000 different fields (line 3)',
    }),
  )
})

test('rows are handed on before their cells take much room, however little they say', () => {
  const row = { line: 1, cells: Array.from({ length: 2000 }, () => ''), hashA: 0, hashB: 0 }
  const batch = new RowBatch()
  let rows = 0
  while (!batch.full) {
    batch.add(row, 0)
    rows++
  }
  expect(rows).toBe(525)
  expect(batch.take()).toHaveLength(525)
  expect(batch.full).toBe(false)
})
