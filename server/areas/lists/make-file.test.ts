import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Services } from '#server/platform/services.ts'
import { makeFile, type Request } from './make-file.ts'

interface Row {
  line: number
  reason?: string
  cells: readonly string[]
}
/** A list of rejected rows, whose columns of the row itself are the supplier's own. */
const list = (...batches: Row[][]) => ({
  list: 'run_rejected_rows',
  values: {
    line: (row: Row) => row.line,
    reason: (row: Row) => row.reason,
    row: {
      columns: (_: Services, { feed_run_id }: { feed_run_id: number }) =>
        Promise.resolve(
          [`sku of ${feed_run_id}`, 'title'].map((name, i) => [name, (row: Row) => row.cells[i]]),
        ),
    },
  },
  async *batches() {
    yield* batches
  },
})
async function taken(columns: string[], ...batches: Row[][]) {
  const services = { lists: { run_rejected_rows: list(...batches) } } as unknown as Services
  const wrote: number[] = []
  const asked: Request = { list: 'run_rejected_rows', format: 'csv', columns, input: { feed_run_id: 7 } }
  const file = await makeFile(services, asked, (rows) => wrote.push(rows))
  return { lines: (await buffer(file)).toString().trim().split('\r\n'), wrote }
}

const first = [
  { line: 3, reason: 'No SKU', cells: ['', 'Hat'] },
  { line: 5, cells: ['B'] },
]
test('a file has the chosen columns in order, each once, including a record’s own columns', async () => {
  const { lines } = await taken(['reason', 'row', 'line', 'reason'], first)
  expect(lines).toEqual(['Reason,sku of 7,title,Line', 'No SKU,,Hat,3', ',B,,5'])
})
test('progress is reported for every batch', async () => {
  expect(await taken(['line'], first, [], [{ line: 9, cells: [] }])).toEqual({
    lines: ['Line', '3', '5', '9'],
    wrote: [2, 0, 1],
  })
})
