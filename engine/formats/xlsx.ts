import type { Entry } from 'yauzl'
import type { FeedFormat } from '#contract/feeds/settings.ts'
import { uniqueNames } from './csv.ts'
import { FeedFailure, limits, unpackLimits, type UnpackLimits } from '../failure.ts'
import { plainNumber } from '../number.ts'
import { RowBatch, type RecordBatch } from '../record.ts'
import { listZip, openZip, packingOf } from './unpack.ts'
import { refuseGrowth, parse, parsePieces, type OpenWorkbook } from './xlsx-part.ts'

/** A workbook's sheet, row by row. Formulas are never run; their saved values count. */
export async function* readXlsx(
  path: string,
  format: FeedFormat,
  bounds: UnpackLimits = unpackLimits,
): AsyncGenerator<RecordBatch> {
  if ((await packingOf(path)) !== 'zip') throw new FeedFailure('not_xlsx', 'The file is not an XLSX workbook')
  const zip = { file: await openZip(path), bounds }
  try {
    const entries = await listZip(zip.file)
    const entry = (name: string) => entries.find((e) => e.fileName === name)
    const workbook = entry('xl/workbook.xml')
    if (!workbook) throw new FeedFailure('not_xlsx', 'The file is a zip archive but not an XLSX workbook')
    const sheet = await sheetEntry(zip, entries, workbook, format.sheet)
    const strings = await sharedStrings(zip, entry('xl/sharedStrings.xml'))
    yield* readSheet(zip, sheet, strings, format)
  } finally {
    zip.file.close()
  }
}

async function* readSheet(
  zip: OpenWorkbook,
  sheet: Entry,
  strings: string[],
  format: FeedFormat,
): AsyncGenerator<RecordBatch> {
  let columns: string[] | undefined
  const batch = new RowBatch()
  let cells: string[] = []
  let rowNumber = 0
  let column = 0
  let rowChars = 0
  let allChars = 0
  let type = ''
  let inValue = false
  // within the pronunciation of a Japanese text
  let inReading = false
  let value = ''
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'row') {
      // an invalid number continues from the last one
      rowNumber = /^[1-9]\d{0,6}$/.test(attributes.r ?? '') ? Number(attributes.r) : rowNumber + 1
      cells = []
      rowChars = 0
      column = -1
    } else if (name === 'c') {
      column = columnOf(attributes.r) ?? column + 1
      if (column >= limits.columns)
        throw new FeedFailure(
          'too_many_columns',
          `The sheet has more than ${limits.columns} columns`,
          rowNumber,
        )
      type = attributes.t ?? 'n'
      value = ''
    } else if (name === 'rPh') inReading = true
    else if (name === 'v' || name === 't') inValue = !inReading
  }
  const text = (piece: string) => {
    if (inValue) value += piece
  }
  const close = (name: string) => {
    if (name === 'v' || name === 't') inValue = false
    else if (name === 'rPh') inReading = false
    else if (name === 'c') {
      const cell = (cells[column] = cellText(type, value, strings))
      rowChars += cell.length
      if (rowChars > limits.recordChars)
        throw new FeedFailure(
          'endless_row',
          `A row has more than ${limits.recordChars} characters`,
          rowNumber,
        )
    } else if (name === 'row') {
      for (let i = 0; i < cells.length; i++) cells[i] ??= ''
      if (cells.every((c) => c === '')) return
      // a shared text is packed once, however many cells use it
      refuseGrowth(
        `The cell text of ${sheet.fileName}`,
        (allChars += rowChars),
        zip.file.fileSize,
        zip.bounds,
      )
      if (!columns) {
        columns = format.header ? uniqueNames(cells, rowNumber) : cells.map((_, i) => `col${i + 1}`)
        if (format.header) return
      }
      while (cells.length < columns.length) cells.push('')
      batch.add({ line: rowNumber, cells, hashA: 0, hashB: 0 }, rowChars)
    }
  }
  for await (const _ of parsePieces(zip, sheet, { open, text, close }))
    if (batch.full && columns) yield { columns, rows: batch.take() }
  if (columns) yield { columns, rows: batch.take() }
}

async function sharedStrings(zip: OpenWorkbook, entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  if (entry.uncompressedSize > limits.sharedStringsBytes)
    throw new FeedFailure(
      'too_large',
      `The workbook’s text is larger than ${limits.sharedStringsBytes} bytes`,
    )
  let text = ''
  let inText = false
  let inReading = false
  const open = (name: string) => {
    if (name === 'si') text = ''
    if (name === 'rPh') inReading = true
    inText = name === 't' && !inReading
  }
  const close = (name: string) => {
    inText = false
    if (name === 'rPh') inReading = false
    if (name !== 'si') return
    strings.push(unescapeText(text))
    if (strings.length > limits.sharedStrings)
      throw new FeedFailure('too_large', `The workbook has more than ${limits.sharedStrings} texts`)
  }
  await parse(zip, entry, { open, text: (piece) => inText && (text += piece), close })
  return strings
}

async function sheetEntry(
  zip: OpenWorkbook,
  entries: Entry[],
  workbook: Entry,
  sheetName?: string,
): Promise<Entry> {
  const sheets: { name: string; rid: string }[] = []
  const open = (name: string, attributes: Record<string, string>) => {
    if (name !== 'sheet') return
    const rid = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    sheets.push({ name: attributes.name ?? '', rid: rid ?? '' })
  }
  await parse(zip, workbook, { open })
  const targets = new Map<string, string>()
  const rels = entries.find((e) => e.fileName === 'xl/_rels/workbook.xml.rels')
  if (rels)
    await parse(zip, rels, {
      open(_name, { Id, Target }) {
        if (Id && Target) targets.set(Id, Target.replace(/^\/?(xl\/)?/, 'xl/'))
      },
    })
  const sheet = sheetName ? sheets.find((s) => s.name === sheetName) : sheets[0]
  if (!sheet)
    throw new FeedFailure(
      'no_sheet',
      sheetName
        ? `The workbook has no sheet “${sheetName}”, only ${sheets.map((s) => `“${s.name}”`).join(', ')}`
        : 'The workbook has no sheet',
    )
  const usual = `xl/worksheets/sheet${sheets.indexOf(sheet) + 1}.xml`
  const entry = entries.find((e) => e.fileName === (targets.get(sheet.rid) ?? usual))
  if (!entry) throw new FeedFailure('not_xlsx', `The sheet “${sheet.name}” is missing from the workbook`)
  return entry
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

/** The text of a cell, by its type. */
function cellText(type: string, value: string, strings: readonly string[]): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case 'n':
      return plainNumber(value)
    default:
      return unescapeText(value)
  }
}

/** `_x000D_` is the character with that code, as spreadsheets write characters that XML would lose. */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
