import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Cell } from '#server/platform/files/exported.ts'
import { writeCsv } from './write-csv.ts'

const columns = [
  { header: 'SKU', kind: 'text' },
  { header: 'Votes, all', kind: 'number' },
  { header: 'Joined', kind: 'moment' },
] as const
async function* batches(...of: Cell[][][]) {
  yield* of
}
const written = async (...of: Cell[][][]) =>
  (await buffer(writeCsv({ title: 'List', columns, batches: batches(...of) }))).toString()

test('a CSV file has its byte-order mark, its headers and one line per row across batches', async () => {
  const first = [
    ['=1+1', -5, '2026-01-02T03:04:05Z'],
    ['-5', null, null],
  ]
  expect(await written(first, [], [['B', 0, '']])).toBe(
    '\ufeffSKU,"Votes, all",Joined\r\n' + "'=1+1,-5,2026-01-02T03:04:05Z\r\n" + '-5,,\r\n' + 'B,0,\r\n',
  )
  expect(await written()).toBe('\ufeffSKU,"Votes, all",Joined\r\n')
})
