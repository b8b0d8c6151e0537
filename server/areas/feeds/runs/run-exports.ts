import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { ChangeKind, ComparedProduct } from '#contract/feeds/comparison.ts'
import { isMoney, productFields, type ProductField } from '#contract/feeds/settings.ts'
import { fileMoney } from '#contract/pricing/amounts.ts'
import { readCsv } from '#engine/formats/csv.ts'
import type { Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { withoutGuard } from '#server/platform/files/csv.ts'
import { exportedList, type Rows } from '#server/platform/files/exported.ts'
import type { Files } from '#server/platform/files/files.ts'
import { comparePage, pairOf } from './compare-runs.ts'

interface OfRun {
  feed_run_id: number
}
interface ChangesQuery {
  change?: ChangeKind | undefined
  search: string
}
const batchRows = 500

export async function readRun(db: Db, { feed_run_id }: OfRun) {
  const run = await db
    .selectFrom('feed_run')
    .select([
      'feed_id',
      'state',
      'changes_key',
      'rejected_key',
      'rows_rejected',
      'rows_left_out',
      'impact',
      'changes_removed_tm',
    ])
    .select(({ eb }) => eb('created', '+', eb('updated', '+', eb.ref('deleted'))).as('changed'))
    .where('feed_run_id', '=', feed_run_id)
    .executeTakeFirst()
  if (!run) throw notFound('run')
  return run
}

/** What an applied run changed, from the catalogue; what another would change, from the file that it kept. */
const changes: Rows<OfRun & ChangesQuery, ComparedProduct> = {
  async count({ db }, input) {
    const run = await readRun(db, input)
    if (!run.changes_key && (run.state !== 'applied' || run.changes_removed_tm !== null))
      throw notFound('list of changes')
    return Number(run.changed)
  },
  async *batches({ db, files }, input) {
    const { changes_key, feed_id } = await readRun(db, input)
    const { change, search } = input
    if (changes_key) {
      for await (const batch of keptChanges(files, changes_key)) yield batch.filter(changeFilter(input))
      return
    }
    const pair = await pairOf(db, feed_id, input.feed_run_id - 1, input.feed_run_id)
    for (let after: number | null = 0; after !== null;) {
      const { products, next } = await comparePage(db, pair, { change, search, after, size: batchRows })
      yield products
      after = next
    }
  },
}

/** Accepts changes of the kind whose product's SKU or title contains the text. */
export function changeFilter({ change, search }: ChangesQuery): (product: ComparedProduct) => boolean {
  const words = search.toLowerCase()
  return (product) =>
    (!change || product.change === change) &&
    (!words || `${product.sku}\n${product.title ?? ''}`.toLowerCase().includes(words))
}

export async function* keptChanges(files: Files, key: string): AsyncGenerator<ComparedProduct[]> {
  const file = await files.open(key)
  const text = file.pipe(createGunzip())
  file.once('error', (error) => text.destroy(error))
  let rows: ComparedProduct[] = []
  try {
    for await (const line of createInterface({ input: text })) {
      if (rows.push(JSON.parse(line) as ComparedProduct) < batchRows) continue
      yield rows
      rows = []
    }
    yield rows
  } finally {
    file.destroy()
    text.destroy()
  }
}

/** How many columns of our own follow the supplier's. */
const ownColumns = 2

export async function* rejectedRows(files: Files, key: string) {
  const file = await files.open(key)
  try {
    const text = file.setEncoding('utf8') as AsyncIterable<string>
    for await (const { columns, rows } of readCsv(text, {
      kind: 'csv',
      header: true,
      header_row: 1,
      every_line: true,
      quote: '"',
      delimiter: ',',
    }))
      yield { columns, rows: rows.map((row) => row.cells.map(withoutGuard)) }
  } finally {
    file.destroy()
  }
}
const rejectedRowList: Rows<OfRun, string[]> = {
  async count({ db }, input) {
    const run = await readRun(db, input)
    if (!run.rejected_key) throw notFound('rejected rows file')
    return run.rows_rejected + run.rows_left_out
  },
  async *batches({ db, files }, input) {
    const { rejected_key } = await readRun(db, input)
    if (rejected_key) for await (const { rows } of rejectedRows(files, rejected_key)) yield rows
  },
}

const fieldsOf = ({ fields }: ComparedProduct) =>
  Object.entries(fields)
    .map(([field, { from, to }]) => {
      const text = (value: string | null) => (isMoney(field) ? fileMoney(value) : value) ?? '—'
      return `${productFields[field as ProductField]?.label ?? field} ${text(from)} → ${text(to)}`
    })
    .join('\n')

export const runExports = [
  exportedList<'run_changes', ComparedProduct>({
    list: 'run_changes',
    ...changes,
    values: {
      change: (p) => (p.change === 'Deleted' ? 'Removed' : p.change),
      sku: (p) => p.sku,
      title: (p) => p.title,
      fields: fieldsOf,
    },
  }),
  exportedList<'run_rejected_rows', string[]>({
    list: 'run_rejected_rows',
    ...rejectedRowList,
    values: {
      line: (cells) => cells.at(-ownColumns),
      reason: (cells) => cells.at(-1),
      row: {
        async columns({ db, files }, input) {
          const { rejected_key } = await readRun(db, input)
          if (!rejected_key) return []
          for await (const { columns } of rejectedRows(files, rejected_key))
            return columns.slice(0, -ownColumns).map((header, i) => [header, (cells) => cells[i]])
          return []
        },
      },
    },
  }),
]
