import {
  productFields,
  type FeedFormat,
  type ProductField,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import { many } from '#contract/words.ts'
import { RowChecker, type Issue } from './check.ts'
import { decode } from './formats/decode.ts'
import { FeedFailure, type UnpackLimits } from './failure.ts'
import { formats } from './formats/formats.ts'
import { groupRows } from './group-rows.ts'
import { PlaceholderRows } from './placeholder-rows.ts'
import type { KnownRow, LeftOutLine, RecordBatch, SourceRow, TextTraits } from './record.ts'
import { refuseDictionary, refuseOthers } from './refusals.ts'
import { removedReason, removedRows } from './removed-rows.ts'
import { storableRows } from './storable-rows.ts'
import { unpack, type OnOpen } from './formats/unpack.ts'

/** Increased whenever files are read differently than before, so that earlier readings of the same bytes don't count. */
export const readingVersion = 13

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
  /** The row's SKU, if it can be read. */
  sku: string | undefined
}
/** What a reading learns about its file; complete after the last batch. */
export interface FileTraits extends TextTraits {
  columns: readonly string[]
  /** The cells of the first rows, by which a first mapping is judged. */
  sample: (readonly string[])[]
}
const sampledRows = 200
export interface ReadBatch {
  columns: readonly string[]
  accepted: AcceptedRow[]
  rejected: RejectedRow[]
  /** Rows that `knownRow` recognized. */
  known: number
  /** Lines that aren't rows; they don't count as read. */
  leftOut: LeftOutLine[]
}
/** Where time goes, in the caller's milliseconds: the engine has no clock. */
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
  traits: FileTraits
}

/** Options of a reading. */
export interface ReadWith {
  /** Recognizes rows; not used if the format has no text per row, or rows depend on others. */
  knownRow?: KnownRow | undefined
  watch?: Stopwatch
  /** Fields that another file of the feed may fill. */
  elsewhere?: ReadonlySet<ProductField>
  traits?: TextTraits
  unpackLimits?: UnpackLimits
  onOpen?: OnOpen
}
interface Records {
  encoding: string
  encodingBy: string
  batches: AsyncGenerator<RecordBatch>
}

/** A file's records, whatever its format. Throws FeedFailure if the file can't be read. */
export async function openRecords(
  path: string,
  settings: FeedFormat,
  options: ReadWith = {},
): Promise<Records> {
  const { encoding, encodingBy, batches: asRead } = await openUngrouped(path, settings, options)
  const batches = removedRows(refuseDictionary(storableRows(asRead)), options.traits)
  return { encoding, encodingBy, batches: settings.group ? groupRows(batches, settings) : batches }
}

async function openUngrouped(path: string, settings: FeedFormat, options: ReadWith): Promise<Records> {
  const format = formats[settings.kind]
  if ('file' in format)
    return {
      encoding: 'utf-8',
      encodingBy: 'format',
      batches: format.file(path, settings, options.unpackLimits, options.traits),
    }
  const bytes = (await unpack(path, options.unpackLimits, options.onOpen, {
    file: settings.file,
    traits: options.traits,
  })) as AsyncIterable<Buffer>
  const { encoding, decidedBy, text, notes } = await decode(bytes, settings.encoding, {
    marksLines: settings.kind === 'csv',
  })
  options.traits?.notes?.push(...notes)
  const knownRow = settings.group ? undefined : options.knownRow
  const pieces = refuseOthers(text)
  const batches = format.text(
    options.watch ? timeDecoding(pieces, options.watch) : pieces,
    settings,
    knownRow,
    options.traits,
  )
  return { encoding, encodingBy: decidedBy, batches }
}

/**
 * A feed's file as checked rows, streaming. Always `read = accepted + rejected + known`; lines that were left out
 * aren't read.
 * A file without a record, or without a column that the SKU or the price comes from, is a FeedFailure: a
 * rejected run.
 */
export async function readFeed(
  path: string,
  settings: ReadSettings,
  options: ReadWith = {},
): Promise<Reading> {
  const { watch } = options
  const traits: FileTraits = { columns: [], ended: true, swallowed: undefined, sample: [], notes: [] }
  const records = await openRecords(path, settings.format, { ...options, traits })
  const checker = new RowChecker(settings.mapping, settings.rules, options.elsewhere)
  if (!checker.fields.includes('sku')) {
    // for a file that can't be read at all, the mapping isn't the fault
    for await (const { rows } of records.batches)
      if (rows.length > 0) throw new FeedFailure('no_sku_mapping', 'No column is mapped to the SKU')
    throw noRows(traits)
  }
  const fixedColumns = formats[settings.format.kind].fixedColumns
  const placeholders =
    settings.rules.placeholder_row === 'leave_out' ? new PlaceholderRows(checker.fields) : undefined

  async function* batches(): AsyncGenerator<ReadBatch> {
    let rows = 0
    let columns: readonly string[] = []
    let mark = watch?.now() ?? 0
    for await (const batch of records.batches) {
      if (watch) watch.parse += watch.now() - mark
      const began = watch?.now() ?? 0
      columns = batch.columns
      checker.columns(columns)
      if (rows === 0 && fixedColumns) requireColumns(settings, columns)
      for (const { cells, known: isKnown } of batch.rows.slice(0, sampledRows - traits.sample.length))
        if (!isKnown) traits.sample.push(cells)
      const readBatch: ReadBatch = {
        columns,
        accepted: [],
        rejected: [],
        known: 0,
        leftOut: [...(batch.leftOut ?? [])],
      }
      for (const row of batch.rows) {
        rows++
        if (row.known) {
          readBatch.known++
          continue
        }
        const checkedRow = checker.check(row, fixedColumns)
        if ('rejected' in checkedRow)
          readBatch.rejected.push({
            line: row.line,
            cells: row.cells,
            issue: checkedRow.rejected,
            sku: checkedRow.sku,
          })
        else
          readBatch.accepted.push({
            line: row.line,
            values: checkedRow.values,
            warnings: withDoubt(checkedRow.warnings, row),
            hashA: row.hashA,
            hashB: row.hashB,
          })
      }
      placeholders?.leaveOut(readBatch, batch.rows)
      if (watch) watch.check += watch.now() - began
      yield readBatch
      mark = watch?.now() ?? 0
    }
    if (rows === 0) throw noRows(traits)
    if (!fixedColumns) requireColumns(settings, columns)
    traits.columns = columns
  }
  return {
    encoding: records.encoding,
    encodingBy: records.encodingBy,
    fields: checker.fields,
    batches: batches(),
    traits,
  }
}

const withDoubt = (warnings: Issue[] | undefined, { doubt, cells }: SourceRow): Issue[] | undefined =>
  doubt === undefined
    ? warnings
    : [...(warnings ?? []), { column: '', value: cells.join(' · ').slice(0, 200), reason: doubt }]

/** @param traits what was left out instead */
export function noRows({ notices }: TextTraits): FeedFailure {
  const removedCount = notices?.get(removedReason)?.count
  const reason = removedCount ? `: it only marks ${many(removedCount, 'product')} as deleted` : ''
  return new FeedFailure('empty', `The file has no rows${reason}`)
}

async function* timeDecoding(text: AsyncIterable<string>, watch: Stopwatch): AsyncGenerator<string> {
  let mark = watch.now()
  for await (const piece of text) {
    const ms = watch.now() - mark
    watch.decode += ms
    watch.parse -= ms
    yield piece
    mark = watch.now()
  }
}

function requireColumns(settings: ReadSettings, columns: readonly string[]): void {
  for (const m of settings.mapping) {
    if (m.field !== 'sku' && m.field !== 'wholesale_price' && m.field !== 'quantity') continue
    const divisors = m.transforms.flatMap((t) => (t.kind === 'divide_by' ? [t.column] : []))
    // a fixed value comes from no column
    const missing = [m.from, ...divisors].find((column) => column !== '' && !columns.includes(column))
    if (missing !== undefined)
      throw new FeedFailure(
        'column_gone',
        `The column “${missing}” (${productFields[m.field].label}) isn't in the file; it has ${columns
          .slice(0, 12)
          .map((c) => `“${c.slice(0, 100)}”`)
          .join(', ')}${columns.length > 12 ? ' …' : ''}`,
      )
  }
}
