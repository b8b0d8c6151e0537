import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Kind } from '#contract/lists/columns.ts'
import type { Definition } from '#contract/reports/definitions.ts'
import { count } from '#contract/words.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import { changeText } from '../letters.ts'
import { cellText, utcText } from './cell-text.ts'
import { figureText, type MailFigure } from './readings.ts'

/** A report on paper. */
export interface PaperReport {
  title: string
  /** The name of its schedule. */
  name: string
  answer: string
  figures: readonly MailFigure[]
  filter: string
  before: string | null
  /** When it was made, ISO 8601. */
  made: string
  definitions: readonly Definition[]
  columns: readonly { header: string; kind: Kind }[]
  rows: readonly (readonly Cell[])[]
  /** Of all rows. */
  total: number
}
type Doc = PDFKit.PDFDocument

const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const fonts = { text: font('DejaVuSans'), bold: font('DejaVuSans-Bold') }
const page = { width: 792, height: 612, left: 40, right: 752, top: 40, bottom: 560 }
const wide = page.right - page.left
const ink = '#1a1d21'
const faint = '#5c6570'
const hair = '#c9ced4'
const gap = 8
const set = (doc: Doc, face: 'text' | 'bold', size: number, color = ink) =>
  doc.font(face).fontSize(size).fillColor(color)

/** Draws a report: its answer and numbers, its rows, and how they are counted. */
export function drawReport(report: PaperReport): Doc {
  const made = new Date(report.made)
  const doc = new PDFDocument({
    size: [page.width, page.height],
    // page breaks are decided here
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: report.title, CreationDate: made, ModDate: made },
  })
  doc.registerFont('text', fonts.text)
  doc.registerFont('bold', fonts.bold)
  const y = drawRows(doc, report, drawHead(doc, report))
  drawDefinitions(doc, report, y + 14)
  drawFoot(doc, report)
  doc.end()
  return doc
}

function drawHead(doc: Doc, report: PaperReport): number {
  set(doc, 'bold', 18).text(report.title, page.left, page.top)
  set(doc, 'text', 10).text(report.answer, page.left, doc.y + 4, { width: wide })
  set(doc, 'text', 8, faint).text(
    [`${report.filter}. Days are in UTC.`, report.before, `Made ${utcText(report.made)} UTC.`]
      .filter(Boolean)
      .join(' '),
    page.left,
    doc.y + 4,
    { width: wide },
  )
  const top = doc.y + 12
  const step = wide / Math.max(4, report.figures.length)
  let bottom = top
  for (const [place, figure] of report.figures.entries()) {
    const x = page.left + place * step
    set(doc, 'text', 7.5, faint).text(figure.name, x, top, { width: step - gap })
    set(doc, 'bold', 11).text(figureText(figure, figure.now), x, doc.y + 1, { width: step - gap })
    set(doc, 'text', 7.5, faint).text(changeText(figure) || ' ', x, doc.y + 1, { width: step - gap })
    bottom = Math.max(bottom, doc.y)
  }
  return bottom + 14
}

interface Column {
  header: string
  isNumber: boolean
  x: number
  width: number
}
/** As wide as their texts need, in proportion; a long text is cut in its cell. */
function columnsOf(doc: Doc, { columns }: PaperReport, texts: readonly (readonly string[])[]): Column[] {
  set(doc, 'text', 7)
  const needs = columns.map(({ header }, i) =>
    Math.min(
      170,
      Math.max(
        ...[header, ...texts.slice(0, 200).map((row) => row[i] ?? '')].map((t) => doc.widthOfString(t)),
      ) + 2,
    ),
  )
  const free = wide - gap * (columns.length - 1)
  const sum = needs.reduce((a, b) => a + b, 0)
  const share = Math.min(1.6, free / sum)
  let x = page.left
  return columns.map(({ header, kind }, i) => {
    const width = (needs[i] ?? 0) * share
    const column = { header, isNumber: kind === 'number', x, width }
    x += width + gap
    return column
  })
}

function drawRows(doc: Doc, report: PaperReport, top: number): number {
  const texts = report.rows.map((row) =>
    row.map((cell, i) => cellText(report.columns[i]?.kind ?? 'text', cell, utcText)),
  )
  const columns = columnsOf(doc, report, texts)
  const cell = ({ isNumber, x, width }: Column, text: string, y: number) =>
    doc.text(text, x, y, {
      width,
      height: 9,
      ellipsis: true,
      lineBreak: false,
      align: isNumber ? 'right' : 'left',
    })
  const drawHeader = (y: number) => {
    set(doc, 'bold', 7, faint)
    for (const column of columns) cell(column, column.header, y)
    rule(doc, y + 11)
    return y + 15
  }
  let y = drawHeader(top)
  for (const row of texts) {
    if (y > page.bottom) {
      doc.addPage()
      y = drawHeader(page.top)
    }
    set(doc, 'text', 7)
    for (const [i, column] of columns.entries()) cell(column, row[i] ?? '', y)
    y += 12
  }
  if (report.total === 0) set(doc, 'text', 8, faint).text('No rows.', page.left, y)
  if (report.total > report.rows.length) {
    set(doc, 'text', 8, faint)
    doc.text(`The first ${count(report.rows.length)} of ${count(report.total)} rows.`, page.left, y + 2)
    y += 12
  }
  return y
}

function drawDefinitions(doc: Doc, { definitions }: PaperReport, top: number): void {
  let y = top
  const room = (height: number) => {
    if (y + height <= page.bottom) return
    doc.addPage()
    y = page.top
  }
  room(40)
  set(doc, 'bold', 9).text('How this is counted', page.left, y)
  y += 16
  for (const [name, text] of definitions) {
    set(doc, 'text', 7.5)
    const height = doc.heightOfString(text, { width: wide - 130 })
    room(height)
    set(doc, 'text', 7.5, faint).text(name, page.left, y, { width: 120 })
    set(doc, 'text', 7.5).text(text, page.left + 130, y, { width: wide - 130 })
    y += height + 4
  }
}
const rule = (doc: Doc, y: number) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hair).stroke()

/** Numbers the pages once all of them exist. */
function drawFoot(doc: Doc, { title, name, filter }: PaperReport): void {
  const { count: pages } = doc.bufferedPageRange()
  for (let i = 0; i < pages; i++) {
    doc.switchToPage(i)
    rule(doc, 580)
    set(doc, 'text', 7.5, faint).text(`${title} · ${name} · ${filter}`, page.left, 586, {
      width: wide - 90,
      height: 10,
      ellipsis: true,
    })
    doc.text(`Page ${i + 1} of ${pages}`, page.left, 586, { width: wide, align: 'right' })
  }
}
