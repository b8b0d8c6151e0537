import { SaxesParser } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import type { FeedFormat } from '#contract/feeds/settings.ts'
import { named } from './csv.ts'
import { FeedFailure, limits, unpackLimits, type UnpackLimits } from './failure.ts'
import { plainNumber } from './number.ts'
import { batchRows, type RecordBatch, type SourceRow } from './record.ts'
import { listZip, openZip, packingOf, zipEntry } from './unpack.ts'

/** A workbook's sheet, row by row. A formula counts as the value that was saved with it, and is never run. */
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

interface Opened {
  file: ZipFile
  bounds: UnpackLimits
}

async function* readSheet(
  zip: Opened,
  sheet: Entry,
  strings: string[],
  format: FeedFormat,
): AsyncGenerator<RecordBatch> {
  let columns: string[] | undefined
  let rows: SourceRow[] = []
  let cells: string[] = []
  let rowNumber = 0
  let column = 0
  let type = ''
  let inValue = false
  let value = ''
  const parser = saxes(sheet.fileName)
  parser.on('opentag', (tag) => {
    const name = localName(tag)
    const attributes = tag.attributes as Record<string, string>
    if (name === 'row') {
      // a number that is none counts on from the last
      rowNumber = /^[1-9]\d{0,6}$/.test(attributes.r ?? '') ? Number(attributes.r) : rowNumber + 1
      cells = []
      column = -1
    } else if (name === 'c') {
      column = attributes.r ? columnOf(attributes.r) : column + 1
      if (column >= limits.columns)
        throw new FeedFailure(
          'too_many_columns',
          `The sheet has more than ${limits.columns} columns`,
          rowNumber,
        )
      type = attributes.t ?? 'n'
      value = ''
    } else if (name === 'v' || name === 't') inValue = true
  })
  parser.on('text', (text) => {
    if (inValue) value += text
  })
  parser.on('closetag', (tag) => {
    const name = localName(tag)
    if (name === 'v' || name === 't') inValue = false
    else if (name === 'c') cells[column] = cellText(type, value, strings)
    else if (name === 'row') {
      for (let i = 0; i < cells.length; i++) cells[i] ??= ''
      if (cells.every((c) => c === '')) return
      if (!columns) {
        columns = format.header ? named(cells) : cells.map((_, i) => `col${i + 1}`)
        if (format.header) return
      }
      while (cells.length < columns.length) cells.push('')
      rows.push({ line: rowNumber, cells, hashA: 0, hashB: 0 })
    }
  })
  for await (const piece of texts(zip, sheet)) {
    parser.write(piece)
    if (rows.length >= batchRows) {
      yield { columns: columns!, rows }
      rows = []
    }
  }
  parser.close()
  if (columns) yield { columns, rows }
}

async function sharedStrings(zip: Opened, entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  if (entry.uncompressedSize > limits.sharedStringsBytes)
    throw new FeedFailure(
      'too_large',
      `The workbook's texts take more than ${limits.sharedStringsBytes} bytes`,
    )
  let text = ''
  let inText = false
  let inReading = false
  const parser = saxes(entry.fileName)
  parser.on('opentag', (tag) => {
    const name = localName(tag)
    if (name === 'si') text = ''
    // how a Japanese text is pronounced stands beside it
    if (name === 'rPh') inReading = true
    inText = name === 't' && !inReading
  })
  parser.on('text', (t) => {
    if (inText) text += t
  })
  parser.on('closetag', (tag) => {
    const name = localName(tag)
    inText = false
    if (name === 'rPh') inReading = false
    if (name === 'si') strings.push(text)
  })
  for await (const piece of texts(zip, entry)) parser.write(piece)
  parser.close()
  return strings
}

async function sheetEntry(zip: Opened, entries: Entry[], workbook: Entry, wanted?: string): Promise<Entry> {
  const sheets: { name: string; rid: string }[] = []
  const parser = saxes(workbook.fileName)
  parser.on('opentag', (tag) => {
    if (localName(tag) !== 'sheet') return
    const attributes = tag.attributes as Record<string, string>
    const rid = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    sheets.push({ name: attributes.name!, rid: rid! })
  })
  for await (const piece of texts(zip, workbook)) parser.write(piece)
  const targets = new Map<string, string>()
  const rels = entries.find((e) => e.fileName === 'xl/_rels/workbook.xml.rels')
  if (rels) {
    const relParser = saxes(rels.fileName)
    relParser.on('opentag', (tag) => {
      const attributes = tag.attributes as Record<string, string>
      if (attributes.Id && attributes.Target)
        targets.set(attributes.Id, attributes.Target.replace(/^\/?(xl\/)?/, 'xl/'))
    })
    for await (const piece of texts(zip, rels)) relParser.write(piece)
  }
  const chosen = wanted ? sheets.find((s) => s.name === wanted) : sheets[0]
  if (!chosen)
    throw new FeedFailure(
      'no_sheet',
      wanted
        ? `The workbook has no sheet “${wanted}”, only ${sheets.map((s) => `“${s.name}”`).join(', ')}`
        : 'The workbook has no sheet',
    )
  const usual = `xl/worksheets/sheet${sheets.indexOf(chosen) + 1}.xml`
  const entry = entries.find((e) => e.fileName === (targets.get(chosen.rid) ?? usual))
  if (!entry) throw new FeedFailure('not_xlsx', `The sheet “${chosen.name}” is missing from the workbook`)
  return entry
}

async function* texts(zip: Opened, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const { ratio, ratioFrom } = zip.bounds
  let bytes = 0
  for await (const chunk of (await zipEntry(zip.file, entry)) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ratioFrom && bytes > entry.compressedSize * ratio)
      throw new FeedFailure('bomb', `${entry.fileName} unpacks to more than ${ratio} times its size`)
    yield decoder.decode(chunk, { stream: true })
  }
}

const localName = (tag: { name: string }) => tag.name.replace(/^.*:/, '')

function saxes(name: string) {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new FeedFailure('not_xlsx', `${name} isn't well-formed: ${error.message}`)
  })
  return parser
}

/** `AB12` → 27. */
function columnOf(reference: string): number {
  let n = 0
  for (let i = 0; i < reference.length; i++) {
    const c = reference.charCodeAt(i)
    if (c < 65 || c > 90) break
    n = n * 26 + (c - 64)
  }
  return n - 1
}

/** What a cell of a type says. */
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
      return value
  }
}
