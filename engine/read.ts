import type { ProductField, ReadSettings } from '#contract/feeds/settings.ts'
import { RowChecker, type Issue } from './check.ts'
import { readCsv, type KnownRow } from './csv.ts'
import { decode } from './decode.ts'
import { FeedFailure } from './failure.ts'
import { readJson, readJsonLines } from './json.ts'
import type { RecordBatch, SourceRow } from './record.ts'
import { packingOf, unpack } from './unpack.ts'
import { readX12 } from './x12.ts'
import { readXlsx } from './xlsx.ts'
import { readXml } from './xml.ts'

export interface AcceptedRow {
  line: number
  /** In the order of `Reading.fields`; null is a blank. */
  values: (string | null)[]
  warnings: Issue[] | undefined
  hashA: number
  hashB: number
}
export interface RejectedRow {
  line: number
  cells: readonly string[]
  issue: Issue
}
export interface ReadBatch {
  columns: readonly string[]
  accepted: AcceptedRow[]
  rejected: RejectedRow[]
  /** Rows that `known` vouched for. */
  known: number
}
/** Where time goes, in the caller's own milliseconds: the engine has no clock. */
export interface Stopwatch {
  now(): number
  decode: number
  parse: number
  check: number
}
export interface Reading {
  encoding: string
  encodingBy: string
  fields: readonly ProductField[]
  batches: AsyncGenerator<ReadBatch>
}

/** A file's records, whatever its format. Throws FeedFailure where the file can't be read. */
export async function openRecords(
  path: string,
  settings: ReadSettings['format'],
  known?: KnownRow,
  watch?: Stopwatch,
): Promise<{ encoding: string; encodingBy: string; batches: AsyncGenerator<RecordBatch> }> {
  if (settings.kind === 'xlsx') {
    if ((await packingOf(path)) !== 'zip') throw new FeedFailure('not_xlsx', 'The file is not an XLSX workbook')
    return { encoding: 'utf-8', encodingBy: 'format', batches: readXlsx(path, settings) }
  }
  const decoded = await decode((await unpack(path)) as AsyncIterable<Buffer>, settings.encoding)
  const text = watch ? timed(decoded.text, watch) : decoded.text
  const { kind } = settings
  const batches = () => {
    switch (kind) {
      case 'csv':
        return readCsv(text, settings, settings.group ? undefined : known)
      case 'xml':
        return readXml(text, settings.item)
      case 'json':
        return readJson(text, settings.item)
      case 'jsonl':
        return readJsonLines(text, known)
      case 'x12':
        return readX12(text)
    }
  }
  return { encoding: decoded.encoding, encodingBy: decoded.by, batches: settings.group ? grouped(batches(), settings.group) : batches() }
}

/**
 * A feed's file as checked rows, streaming. Always `read = accepted + rejected + known`.
 * A file without a record, or without a column that the SKU or the price comes from, is a FeedFailure: a rejected run.
 */
export async function readFeed(path: string, settings: ReadSettings, known?: KnownRow, watch?: Stopwatch): Promise<Reading> {
  const records = await openRecords(path, settings.format, known, watch)
  const checker = new RowChecker(settings.mapping, settings.rules)
  if (!checker.fields.includes('sku')) throw new FeedFailure('no_sku_mapping', 'The mapping names no column for the SKU')
  const ragged = settings.format.kind === 'csv'

  async function* batches(): AsyncGenerator<ReadBatch> {
    let rows = 0
    let columns: readonly string[] = []
    let mark = watch?.now() ?? 0
    for await (const batch of records.batches) {
      if (watch) watch.parse += watch.now() - mark
      const began = watch?.now() ?? 0
      columns = batch.columns
      checker.columns(columns)
      if (rows === 0 && ragged) requireColumns(settings, columns)
      const out: ReadBatch = { columns, accepted: [], rejected: [], known: 0 }
      for (const row of batch.rows) {
        rows++
        if (row.known) {
          out.known++
          continue
        }
        const checked = checker.check(row, ragged)
        if ('rejected' in checked) out.rejected.push({ line: row.line, cells: row.cells, issue: checked.rejected })
        else out.accepted.push({ line: row.line, values: checked.values, warnings: checked.warnings, hashA: row.hashA, hashB: row.hashB })
      }
      if (watch) watch.check += watch.now() - began
      yield out
      mark = watch?.now() ?? 0
    }
    if (rows === 0) throw new FeedFailure('empty', 'The file holds no rows')
    if (!ragged) requireColumns(settings, columns)
  }
  return { encoding: records.encoding, encodingBy: records.encodingBy, fields: checker.fields, batches: batches() }
}

async function* timed(text: AsyncIterable<string>, watch: Stopwatch): AsyncGenerator<string> {
  let mark = watch.now()
  for await (const piece of text) {
    const spent = watch.now() - mark
    watch.decode += spent
    watch.parse -= spent
    yield piece
    mark = watch.now()
  }
}

function requireColumns(settings: ReadSettings, columns: readonly string[]): void {
  for (const m of settings.mapping) {
    if ((m.field === 'sku' || m.field === 'wholesale_price' || m.field === 'quantity') && !columns.includes(m.from))
      throw new FeedFailure(
        'column_gone',
        `The column “${m.from}” (${m.field}) isn't in the file; it has ${columns
          .slice(0, 12)
          .map((c) => `“${c}”`)
          .join(', ')}${columns.length > 12 ? ' …' : ''}`,
      )
  }
}

/** Blank cells of a row take those of the first row with the same value in `column`. */
async function* grouped(batches: AsyncGenerator<RecordBatch>, column: string): AsyncGenerator<RecordBatch> {
  let head: readonly string[] = []
  let name: string | undefined
  for await (const batch of batches) {
    const at = batch.columns.indexOf(column)
    if (at >= 0)
      for (const row of batch.rows as SourceRow[]) {
        const value = row.cells[at] ?? ''
        if (value !== '' && value === name) {
          if (row.cells.length === batch.columns.length)
            row.cells = row.cells.map((c, i) => (c === '' && inherits.test(batch.columns[i] ?? '') ? (head[i] ?? '') : c))
        } else [head, name] = [row.cells, value]
      }
    yield batch
  }
}

/** What belongs to the product rather than to one of its variants. */
const inherits = /title|body|vendor|brand|type|tags|description|category|name$/i
