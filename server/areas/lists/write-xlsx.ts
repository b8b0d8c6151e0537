import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { startsFormula } from '#server/platform/files/csv.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import type { Kind } from '#contract/lists/columns.ts'
import type { Sheet } from './make-file.ts'

/** The most rows of a sheet; further rows go to another sheet. */
const mostRows = 1_048_576
/** The most characters in a cell. */
const mostText = 32_767
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageSchema = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Wide enough to show a date with its time. */
const widths = { text: 24, number: 12, moment: 20, day: 12 } as const satisfies Record<Kind, number>
/** Positions in the styles below. */
const style = { header: 1, moment: 2, day: 3, guarded: 4 } as const
const styles = `${head}<styleSheet ${main}>
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>
</styleSheet>`

/** Writes a workbook while the rows come, with texts in the cells themselves; only a batch is kept in memory. */
export function writeXlsx(sheet: Sheet): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const rows = new RowQueue(sheet.batches)
  let sheets = 0
  const addSheet = () => {
    const text = Readable.from(sheetText(sheet, rows), { objectMode: false })
    text.once('end', () => (rows.over ? finish() : addSheet()))
    // without a listener the error would end the process
    text.once('error', (error) => output.destroy(error))
    output.once('close', () => text.destroy())
    zip.addReadStream(text, `xl/worksheets/sheet${++sheets}.xml`, { compressionLevel: 3 })
  }
  const finish = () => {
    for (const [name, text] of Object.entries(parts(sheet.title, sheets)))
      zip.addBuffer(Buffer.from(text), name)
    zip.end()
  }
  // if the download is aborted, the reading ends too
  output.once('close', () => void rows.close())
  addSheet()
  return output
}

type Batch = readonly (readonly Cell[])[]

/** The rows in order, for whichever sheet takes them. */
class RowQueue {
  over = false
  #batch: Batch = []
  readonly #batches: AsyncIterator<Batch>
  constructor(batches: AsyncIterable<Batch>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }
  /** The next rows up to a limit; empty if there are no more. */
  async take(limit: number): Promise<Batch> {
    await this.end()
    const part = this.#batch.slice(0, limit)
    this.#batch = this.#batch.slice(limit)
    return part
  }
  /** Reads ahead, so that `over` is known. */
  async end(): Promise<void> {
    while (this.#batch.length === 0 && !this.over) {
      const next = await this.#batches.next()
      if (next.done) this.over = true
      else this.#batch = next.value
    }
  }
  async close(): Promise<void> {
    // the reading itself has reported any error
    await this.#batches.return?.().catch(() => {})
  }
}

async function* sheetText({ columns }: Sheet, rows: RowQueue): AsyncGenerator<string> {
  yield `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`
  yield columns
    .map(({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths[kind]}" customWidth="1"/>`)
    .join('')
  yield '</cols><sheetData>'
  const letters = columns.map((_, i) => lettersOf(i))
  // cell references are optional in the format, but some readers fail without them
  const row = (n: number, cell: (i: number, at: string) => string) =>
    `<row r="${n}">${letters.map((letter, i) => cell(i, ` r="${letter}${n}"`)).join('')}</row>`
  yield row(1, (i, reference) => textCell(reference, columns[i]?.header ?? '', style.header))
  for (let n = 1; n < mostRows;) {
    const part = await rows.take(mostRows - n)
    if (part.length === 0) break
    const first = n + 1
    yield part
      .map((cells, k) =>
        row(first + k, (i, reference) => cellXml(reference, columns[i]?.kind ?? 'text', cells[i] ?? null)),
      )
      .join('')
    n += part.length
  }
  await rows.end()
  yield '</sheetData></worksheet>'
}

/** A column's name: A to Z, AA to AZ, and so on. */
const lettersOf = (i: number): string =>
  (i < 26 ? '' : lettersOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))

function cellXml(reference: string, kind: Kind, cell: Cell): string {
  if (cell === null || cell === '') return `<c${reference}/>`
  if (kind === 'number' && Number.isFinite(Number(cell))) return `<c${reference}><v>${Number(cell)}</v></c>`
  const moment = kind === 'moment' || kind === 'day' ? Date.parse(String(cell)) : Number.NaN
  // spreadsheets count days from the end of 1899, here in UTC
  if (!Number.isNaN(moment))
    return `<c${reference} s="${style[kind as 'moment' | 'day']}"><v>${moment / 86_400_000 + 25_569}</v></c>`
  const text = String(cell)
  return textCell(reference, text, startsFormula(text) ? style.guarded : 0)
}

const textCell = (reference: string, text: string, s: number) =>
  `<c${reference} t="inlineStr"${s ? ` s="${s}"` : ''}><is><t xml:space="preserve">${escape(text)}</t></is></c>`

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
// oxlint-disable-next-line no-control-regex -- these are what XML can't hold
const unheld = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escape = (text: string) =>
  text
    .slice(0, mostText)
    .toWellFormed()
    .replace(unheld, '')
    // texts that would be read as character codes
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (c) => marks[c] ?? c)

/** The parts of a workbook in addition to its sheets. */
function parts(title: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  const relations = (inside: string) =>
    `${head}<Relationships xmlns="${packageSchema}/relationships">${inside}</Relationships>`
  const sheetName = (n: number) => escape(n === 1 ? title.slice(0, 31) : `${title.slice(0, 25)} ${n}`)
  return {
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets>${numbers
      .map((n) => `<sheet name="${sheetName(n)}" sheetId="${n}" r:id="s${n}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': styles,
    'xl/_rels/workbook.xml.rels': relations(
      numbers.map((n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
        relation('styles', 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relations(relation('workbook', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${head}<Types xmlns="${packageSchema}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
${part('workbook', 'sheet.main')}${part('styles', 'styles')}\
${numbers.map((n) => part(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  }
}
