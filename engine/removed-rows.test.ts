import { expect, test } from 'vitest'
import type { RecordBatch, TextTraits } from './record.ts'
import { removedReason, removedRows } from './removed-rows.ts'

const leftOut = [{ line: 1, cells: ['Price list'], reason: 'Above the header' }]
const batchOf = (column: string, values: readonly string[]): RecordBatch => ({
  columns: ['sku', column],
  rows: values.map((value, i) => ({ line: i + 2, cells: [`N${i + 1}`, value], hashA: 0, hashB: 0 })),
  leftOut,
})
async function read(column: string, values: readonly string[]) {
  const traits: TextTraits = { ended: true, swallowed: undefined }
  async function* one() {
    yield batchOf(column, values)
  }
  const batches: RecordBatch[] = []
  for await (const batch of removedRows(one(), traits)) batches.push(batch)
  return {
    skus: batches.flatMap(({ rows }) => rows.map(({ cells }) => cells[0])),
    leftOut: batches.flatMap((batch) => batch.leftOut ?? []),
    counted: traits.notices?.get(removedReason),
  }
}

test.each([
  ['@mode', ['new', 'delete', 'update']],
  ['deleted', ['0', '1', '']],
  ['Is Deleted', ['false', 'TRUE', 'no']],
  ['status', ['active', 'deleted', 'draft']],
  ['gelöscht', ['nein', 'ja', 'nein']],
])(
  'a product that “%s” removes is left out and counted, the lines around it stay',
  async (column, values) => {
    const found = await read(column, values)
    expect(found.skus).toEqual(['N1', 'N3'])
    expect(found.leftOut).toEqual(leftOut)
    expect(found.counted).toMatchObject({ count: 1, line: 3, value: `${column}: ${values[1]}` })
  },
)

test.each([
  ['status', ['active', 'discontinued', 'sold out']],
  ['title', ['Delete key', 'deleted', 'Removed scenes']],
  ['deleted_at', ['', '2026-01-08', '']],
])('other values of “%s” remove nothing', async (column, values) => {
  const found = await read(column, values)
  expect(found.skus).toEqual(['N1', 'N2', 'N3'])
  expect(found.counted).toBeUndefined()
})
