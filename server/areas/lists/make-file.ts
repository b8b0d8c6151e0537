import type { Readable } from 'node:stream'
import type { Kind, ListName } from '#contract/lists/columns.ts'
import { exportedLists } from '#contract/lists/exported.ts'
import type { ExportFormat } from '#contract/lists/formats.ts'
import type { AnyList, Cell } from '#server/platform/files/exported.ts'
import type { Services } from '#server/platform/services.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

/** An export request, as its record keeps it. */
export interface Request {
  list: ListName
  format: ExportFormat
  columns: readonly string[]
  input: unknown
}

export interface Sheet {
  title: string
  columns: readonly { header: string; kind: Kind }[]
  batches: AsyncIterable<readonly (readonly Cell[])[]>
}

interface Column {
  header: string
  kind: Kind
  value: (row: never) => Cell | undefined
}

const writers = { csv: writeCsv, xlsx: writeXlsx }
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Makes a list's file while the list is read, and never holds more than a batch of its rows.
 * @param onBatch receives the number of rows of every batch
 */
export async function makeFile(
  services: Services,
  { list: name, format, columns: keys, input }: Request,
  onBatch: (rows: number) => void,
): Promise<Readable> {
  const list = services.lists[name]
  const columnGroups = await Promise.all(
    [...new Set(keys)].map((key) => columnsOf(services, list, key, input)),
  )
  const columns = columnGroups.flat()
  async function* batches() {
    for await (const rows of list.batches(services, input as never)) {
      yield rows.map((row) => columns.map(({ value }) => value(row) ?? null))
      onBatch(rows.length)
    }
  }
  return writers[format]({ title: exportedLists[name].title, columns, batches: batches() })
}

async function columnsOf(services: Services, list: AnyList, key: string, input: unknown): Promise<Column[]> {
  const declaredColumns = exportedLists[list.list].columns as Record<string, readonly [string, Kind]>
  const value = (list.values as Record<string, (typeof list.values)[never]>)[key] as
    | Column['value']
    | { columns(s: Services, input: unknown): Promise<readonly [string, Column['value']][]> }
    | undefined
  const column = declaredColumns[key]
  if (!value || !column) throw new Error(`The list ${list.list} has no column ${key}`)
  const [header, kind] = column
  if (typeof value === 'function') return [{ header, kind, value }]
  return (await value.columns(services, input)).map(([header, value]) => ({ header, kind, value }))
}
