import { expect, test } from 'vitest'
import { ColumnTable, RowBatch, smallPieces } from './record.ts'

test('a table’s columns grow with its records, and each record is as wide as the table was at the time', () => {
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

test('the names of a table’s columns have at most a million characters in total', () => {
  const table = new ColumnTable()
  const half = 'x'.repeat(512 * 1024)
  table.put([], half, 'x', 1)
  table.put([], `${half.slice(1)}y`, 'x', 2)
  table.put([], half, 'x', 3)
  expect(() => table.put([], 'z', 'x', 4)).toThrow(
    expect.objectContaining({
      code: 'too_many_columns',
      line: 4,
      message: 'The field names of an item have more than 1048576 characters (line 4)',
    }),
  )
})

test('rows are passed on in batches of 500, or sooner at a million characters', () => {
  const row = { line: 1, cells: [], hashA: 0, hashB: 0 }
  const batch = new RowBatch()
  for (const _ of [1, 2]) {
    for (let i = 0; i < 499; i++) batch.add(row, 1)
    expect(batch.full).toBe(false)
    batch.add(row, 1)
    expect(batch.full).toBe(true)
    expect(batch.take()).toEqual(Array.from({ length: 500 }, () => row))
  }
  batch.add(row, 1024 * 1024 - 1)
  expect(batch.full).toBe(false)
  batch.add(row, 1)
  expect(batch.full).toBe(true)
})

test('rows are passed on before their cells take much memory, even if the cells are empty', () => {
  const row = { line: 1, cells: Array.from({ length: 4000 }, () => ''), hashA: 0, hashB: 0 }
  const batch = new RowBatch()
  let rows = 0
  while (!batch.full) {
    batch.add(row, 0)
    rows++
  }
  expect(rows).toBe(9)
  expect(batch.take()).toHaveLength(9)
  expect(batch.full).toBe(false)
})

test('a text is split into small pieces and nothing is lost', () => {
  const text = Array.from({ length: 40_000 }, (_, i) => i % 10).join('')
  const pieces = [...smallPieces(text)]
  expect(pieces.join('')).toBe(text)
  expect(pieces.map((piece) => piece.length)).toEqual([16_384, 16_384, 7232])
  expect([...smallPieces(text.slice(0, 16_384))]).toHaveLength(1)
})
