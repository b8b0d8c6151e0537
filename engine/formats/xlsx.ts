import type { FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure, limits, unpackLimits, type UnpackLimits } from '../failure.ts'
import { plainNumber } from '../number.ts'
import { RowBatch, type RecordBatch, type TextTraits } from '../record.ts'
import { sampleRows, tableScore } from '../table/layout.ts'
import { Table } from '../table/rows.ts'
import { listZip, openZip, packingOf } from './unpack.ts'
import { openWorkbook, unescapeText, type Workbook } from './xlsx-book.ts'
import { refuseGrowth, parsePieces, type OpenWorkbook } from './xlsx-part.ts'

type Sheet = Workbook['sheets'][number]
/** A row of a sheet that isn't blank. */
interface SheetRow {
  line: number
  cells: string[]
  chars: number
  /** A formula has no saved value. */
  isUnsaved: boolean
}

/** A workbook's sheet, row by row, as a person sees it. Formulas are never run; their saved values count. */
export async function* readXlsx(
  path: string,
  format: FeedFormat,
  bounds: UnpackLimits = unpackLimits,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  if ((await packingOf(path)) !== 'zip') throw new FeedFailure('not_xlsx', 'The file is not an XLSX workbook')
  const zip = { file: await openZip(path), bounds }
  try {
    const workbook = await openWorkbook(zip, await listZip(zip.file))
    const sheet = await chooseSheet(zip, workbook, format, traits)
    yield* readSheet(zip, workbook, sheet, { format, traits })
  } finally {
    zip.file.close()
  }
}

/** The sheet that the format names, else the visible one that looks most like a table of products. */
async function chooseSheet(
  zip: OpenWorkbook,
  workbook: Workbook,
  format: FeedFormat,
  traits: TextTraits | undefined,
): Promise<Sheet> {
  const { sheets } = workbook
  const visible = sheets.filter((sheet) => !sheet.isHidden)
  const names = (list: readonly Sheet[]) => list.map((s) => `“${s.name}”`).join(', ')
  const namedSheet = sheets.find((sheet) => sheet.name === format.sheet)
  if (format.sheet && !namedSheet)
    throw new FeedFailure('no_sheet', `The workbook has no sheet “${format.sheet}”, only ${names(sheets)}`)
  const candidates = (visible.length > 0 ? visible : sheets).slice(0, lookedAtSheets)
  const [first] = candidates
  if (!first) throw new FeedFailure('no_sheet', 'The workbook has no sheet')
  if (traits)
    traits.table = {
      headerRow: undefined,
      sheets: (visible.length > 0 ? visible : sheets).map((s) => s.name),
    }
  if (namedSheet) return namedSheet
  const hidden = visible.length > 0 ? sheets.filter((sheet) => sheet.isHidden) : []
  if (hidden.length > 0)
    traits?.notes?.push(
      hidden.length === 1
        ? `Hidden sheet ${names(hidden)} was not read`
        : `Hidden sheets ${names(hidden.slice(0, 5))} were not read`,
    )
  if (candidates.length === 1) return first
  const scores: { sheet: Sheet; score: number }[] = []
  for (const sheet of candidates) scores.push({ sheet, score: await scoreOf(zip, workbook, sheet) })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  const others = scores
    .filter(({ sheet, score }) => sheet !== best.sheet && score > 1)
    .map(({ sheet }) => sheet)
  if (best.sheet !== first || others.length > 0)
    traits?.notes?.push(
      `Sheet “${best.sheet.name}” was read` +
        (others.length > 0
          ? `; ${names(others.slice(0, 5))} also ${others.length === 1 ? 'looks' : 'look'} like products`
          : ''),
    )
  return best.sheet
}
const lookedAtSheets = 20

async function scoreOf(zip: OpenWorkbook, workbook: Workbook, sheet: Sheet): Promise<number> {
  const rows: SheetRow[] = []
  for await (const someRows of sheetRows(zip, workbook, sheet)) {
    rows.push(...someRows)
    if (rows.length >= sampleRows) break
  }
  return tableScore(rows.slice(0, sampleRows))
}

async function* readSheet(
  zip: OpenWorkbook,
  workbook: Workbook,
  sheet: Sheet,
  { format, traits }: { format: FeedFormat; traits: TextTraits | undefined },
): AsyncGenerator<RecordBatch> {
  const batch = new RowBatch()
  const enough = (format.header_row ?? 0) + sampleRows
  let heldRows: SheetRow[] = []
  let heldChars = 0
  let table: Table | undefined
  const judge = () => {
    table = new Table(heldRows, format)
    if (traits) traits.table = { ...traits.table, headerRow: table.headerLine, sheet: sheet.name }
    traits?.notes?.push(...table.notes)
    return table
  }
  function* take(rows: readonly SheetRow[], knownTable: Table): Generator<RecordBatch> {
    for (const row of rows) {
      takeRow(knownTable, batch, row)
      if (batch.full) yield { columns: knownTable.columns, ...batch.takeAll() }
    }
  }
  for await (const rows of sheetRows(zip, workbook, sheet)) {
    if (table) {
      yield* take(rows, table)
      continue
    }
    heldRows.push(...rows)
    for (const { chars } of rows) heldChars += chars
    if (heldRows.length < enough && heldChars < heldAtMost) continue
    yield* take(heldRows, judge())
    heldRows = []
  }
  if (!table && (heldRows.length > 0 || format.header_row !== undefined)) yield* take(heldRows, judge())
  if (table) yield { columns: table.columns, ...batch.takeAll() }
}
/** Long rows are judged by fewer of them. */
const heldAtMost = 1024 * 1024

function takeRow(table: Table, batch: RowBatch, { line, cells, chars, isUnsaved }: SheetRow): void {
  if (line < table.firstLine) {
    const head = table.head(line)
    if (!('header' in head)) batch.leaveOut({ line, cells, reason: head.leftOut }, chars)
    return
  }
  while (cells.length < table.columns.length) cells.push('')
  const lineKind = table.sort(cells, line)
  if (lineKind && 'leftOut' in lineKind) batch.leaveOut({ line, cells, reason: lineKind.leftOut }, chars)
  else
    batch.add(
      { line, cells, hashA: 0, hashB: 0, ...lineKind, ...(isUnsaved && { doubt: unsavedFormula }) },
      chars,
    )
}
const unsavedFormula = 'A formula has no saved value: open the workbook and save it again'

/** A sheet's rows that aren't blank. Cells of one row may come in several elements. */
async function* sheetRows(zip: OpenWorkbook, workbook: Workbook, sheet: Sheet): AsyncGenerator<SheetRow[]> {
  const parser = new SheetParser(zip, workbook, sheet)
  for await (const _ of parsePieces(zip, sheet.entry, parser)) {
    const rows = parser.take()
    if (rows.length > 0) yield rows
  }
  const rows = parser.take(true)
  if (rows.length > 0) yield rows
}

class SheetParser {
  readonly #zip: OpenWorkbook
  readonly #workbook: Workbook
  readonly #sheet: Sheet
  #rows: SheetRow[] = []
  /** A row without a number has it from its first cell, or follows the last one. */
  #isPending = false
  #row: SheetRow = { line: 0, cells: [], chars: 0, isUnsaved: false }
  #column = 0
  #allChars = 0
  #type = ''
  #style = 0
  #inValue = false
  /** Within the pronunciation of a Japanese text. */
  #inReading = false
  #isFormula = false
  #hasValue = false
  #value = ''

  constructor(zip: OpenWorkbook, workbook: Workbook, sheet: Sheet) {
    this.#zip = zip
    this.#workbook = workbook
    this.#sheet = sheet
  }

  /** The rows that are complete; at the end, all. */
  take(atEnd = false): SheetRow[] {
    if (atEnd) this.#endRow()
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'row') {
      this.#isPending = !/^[1-9]\d{0,6}$/.test(attributes.r ?? '')
      if (!this.#isPending) this.#startRow(Number(attributes.r))
    } else if (name === 'c') {
      if (this.#isPending) this.#startRow(Number(/\d+$/.exec(attributes.r ?? '')?.[0] ?? this.#row.line + 1))
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      if (this.#column >= limits.columns)
        throw new FeedFailure(
          'too_many_columns',
          `The sheet has more than ${limits.columns} columns`,
          this.#row.line,
        )
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = ''
      this.#isFormula = false
      this.#hasValue = false
    } else if (name === 'f') this.#isFormula = true
    else if (name === 'rPh') this.#inReading = true
    else if (name === 'v' || name === 't') {
      this.#inValue = !this.#inReading
      this.#hasValue = true
    }
  }

  text = (piece: string): void => {
    if (this.#inValue) this.#value += piece
  }

  close = (name: string): void => {
    if (name === 'v' || name === 't') this.#inValue = false
    else if (name === 'rPh') this.#inReading = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row' && this.#isPending) this.#startRow(this.#row.line + 1)
  }

  /** Cells of one row may come in several elements. */
  #startRow(line: number): void {
    this.#isPending = false
    if (line !== this.#row.line) {
      this.#endRow()
      this.#row = { line, cells: [], chars: 0, isUnsaved: false }
    }
    this.#column = this.#row.cells.length - 1
  }

  #endCell(): void {
    const row = this.#row
    const cell = (row.cells[this.#column] = this.#cellText())
    if (this.#isFormula && !this.#hasValue) row.isUnsaved = true
    row.chars += cell.length
    if (row.chars > limits.recordChars)
      throw new FeedFailure('endless_row', `A row has more than ${limits.recordChars} characters`, row.line)
  }

  #endRow(): void {
    const { cells, chars } = this.#row
    for (let i = 0; i < cells.length; i++) cells[i] ??= ''
    if (cells.every((c) => c === '')) return
    // a shared text is packed once, however many cells use it
    refuseGrowth(
      `The cell text of ${this.#sheet.entry.fileName}`,
      (this.#allChars += chars),
      this.#zip.file.fileSize,
      this.#zip.bounds,
    )
    this.#rows.push(this.#row)
    this.#row = { ...this.#row, cells: [], chars: 0 }
  }

  /** The text of a cell, by its type. */
  #cellText(): string {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#workbook.strings[Number(value)] ?? ''
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        return ''
      case 'n':
        return value === '' ? '' : (this.#workbook.formats[this.#style]?.(value) ?? plainNumber(value))
      default:
        return unescapeText(value)
    }
  }
}

/** `AB12` → 27; undefined if no column is named. */
function columnOf(reference = ''): number | undefined {
  let n = 0
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) | 32) - 96
    if (letter < 1 || letter > 26) break
    n = n * 26 + letter
  }
  return n === 0 ? undefined : n - 1
}
