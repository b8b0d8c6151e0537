import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { dayOf, longDay, spanText } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { numberOf } from '#contract/billing/papers.ts'

/** An invoice or a credit note, as it was issued and as it is paid. */
export interface Paper {
  series: string
  number: number
  kind: 'renewal' | 'manual' | 'credit_note'
  issued_on: string
  issued_tm: string
  total: string
  bill_to: Partial<Record<'company' | 'name' | 'email' | Place, string | null>>
  paid_tm: string | null
  written_off_tm: string | null
  period_starts: string | null
  period_ends: string | null
  /** A third party owes it, not the vendor. */
  third_party: boolean
  /** The paper that a credit note or a correction is for; null on a credit note: its charge has no invoice. */
  corrects: { series: string; number: number } | null
  lines: { text: string; amount: string }[]
}
type Place = 'address1' | 'address2' | 'city' | 'state' | 'province' | 'zip' | 'country'
type Doc = PDFKit.PDFDocument

const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const fonts = { text: font('DejaVuSans'), bold: font('DejaVuSans-Bold') }
const page = { width: 612, height: 792, left: 54, right: 558, top: 54, bottom: 720 }
const wide = page.right - page.left
const amountWide = 110
const textWide = wide - amountWide - 16
const ink = '#1a1d21'
const faint = '#5c6570'
const hair = '#c9ced4'

/** Draws a paper using only its own dates, so the same paper gives the same bytes. */
export function drawPaper(paper: Paper, issuer: readonly string[]): Doc {
  const title = paper.kind === 'credit_note' ? 'Credit note' : 'Invoice'
  const issuedAt = new Date(paper.issued_tm)
  const doc = new PDFDocument({
    size: [page.width, page.height],
    // page breaks are decided here
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${title} ${numberOf(paper)}`,
      Author: issuer[0]!,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  doc.registerFont('text', fonts.text)
  doc.registerFont('bold', fonts.bold)
  const y = drawLines(doc, paper, drawHead(doc, paper, title, issuer))
  drawTotal(doc, paper, y)
  drawFoot(doc, `${title} ${numberOf(paper)}`)
  doc.end()
  return doc
}

type Face = 'text' | 'bold'
const set = (doc: Doc, face: Face, size: number, color = ink) =>
  doc.font(face).fontSize(size).fillColor(color)
const heightOf = (doc: Doc, text: string, width: number) => doc.heightOfString(text, { width })

/** Draws issuer, payer, dates and period; returns where the lines begin. */
function drawHead(doc: Doc, paper: Paper, title: string, issuer: readonly string[]): number {
  set(doc, 'bold', 22).text(title, page.left, page.top)
  const top = Math.max(page.top + 52, drawIssuer(doc, issuer) + 20)
  return Math.max(drawPayer(doc, paper, top), drawFacts(doc, paper, top)) + 26
}

/** Draws the issuer to the right of the title; returns where it ends. */
function drawIssuer(doc: Doc, [name, ...rest]: readonly string[]): number {
  const place = { width: 260, align: 'right' } as const
  const x = page.right - place.width
  set(doc, 'bold', 11).text(name!, x, page.top + 6, place)
  set(doc, 'text', 8, faint)
  for (const line of rest) doc.text(line, x, doc.y + 2, place)
  return doc.y
}

function drawPayer(doc: Doc, { bill_to: to, kind }: Paper, top: number): number {
  const width = 270
  set(doc, 'text', 8, faint).text(kind === 'credit_note' ? 'For' : 'Bill to', page.left, top)
  set(doc, 'bold', 10.5).text(to.company ?? '—', page.left, top + 13, { width })
  const rest = [
    to.name,
    to.address1,
    to.address2,
    [[to.city, to.state || to.province].filter(Boolean).join(', '), to.zip].filter(Boolean).join(' '),
    to.country,
    to.email,
  ]
  set(doc, 'text', 9.5)
  for (const line of rest) if (line) doc.text(line, page.left, doc.y + 2, { width })
  return doc.y
}

type Fact = readonly [name: string, value: string]
const periodFacts = ({ period_starts: starts, period_ends: ends }: Paper): Fact[] =>
  starts && ends ? [['Period', spanText({ starts, ends })]] : []

/** The paper that a credit note or a correction is for. */
function correctionFacts({ kind, corrects }: Paper): Fact[] {
  if (kind === 'credit_note') return [['For', corrects ? numberOf(corrects) : 'Charge without an invoice']]
  return corrects ? [['Corrects', numberOf(corrects)]] : []
}

function drawFacts(doc: Doc, paper: Paper, top: number): number {
  const facts: Fact[] = [
    ['Number', numberOf(paper)],
    ['Date (UTC)', longDay(paper.issued_on)],
    ...periodFacts(paper),
    ...correctionFacts(paper),
  ]
  let y = top
  for (const [name, value] of facts) {
    set(doc, 'text', 8, faint).text(name, 350, y + 1.5, { width: 62 })
    set(doc, 'text', 9.5).text(value, 412, y, { width: page.right - 412, align: 'right' })
    y = doc.y + 5
  }
  return y
}

function drawLineHead(doc: Doc, y: number): number {
  set(doc, 'text', 8, faint).text('Description', page.left, y)
  doc.text('Amount (USD)', page.right - amountWide, y, { width: amountWide, align: 'right' })
  rule(doc, y + 14)
  return y + 21
}
const rule = (doc: Doc, y: number) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hair).stroke()

/** Returns `y` if there is room below it, else starts a new page with its own line header. */
function roomFor(doc: Doc, height: number, y: number): number {
  if (y + height <= page.bottom) return y
  doc.addPage()
  return drawLineHead(doc, page.top)
}

function drawLines(doc: Doc, { lines }: Paper, top: number): number {
  let y = drawLineHead(doc, top)
  for (const { text, amount } of lines) {
    set(doc, 'text', 9.5)
    y = roomFor(doc, heightOf(doc, text, textWide), y)
    set(doc, 'text', 9.5).text(text, page.left, y, { width: textWide })
    const next = doc.y
    doc.text(money(amount), page.right - amountWide, y, { width: amountWide, align: 'right' })
    y = next + 7
  }
  return y
}

function drawTotal(doc: Doc, paper: Paper, top: number): void {
  const y = roomFor(doc, 60, top) + 2
  rule(doc, y)
  set(doc, 'bold', 10.5).text('Total', page.left, y + 9)
  doc.text(money(paper.total), page.right - amountWide, y + 9, { width: amountWide, align: 'right' })
  set(doc, 'text', 9.5, faint).text(standingOf(paper), page.left, y + 30, { width: wide })
}

/** Whether it is paid, in words. */
function standingOf({ kind, total, paid_tm, written_off_tm, third_party }: Paper): string {
  if (kind === 'credit_note')
    return Number(total) < 0
      ? `${money(-Number(total))} refunded to the original payment method.`
      : 'No card refund.'
  if (third_party) return 'Owed by a third party. No payment due.'
  if (paid_tm !== null)
    return Number(total) > 0 ? `Paid on ${longDay(dayOf(Date.parse(paid_tm)))} (UTC).` : 'No payment due.'
  return written_off_tm === null ? `Amount due: ${money(total)}.` : 'Written off. No payment due.'
}

/** Numbers the pages once all of them exist. */
function drawFoot(doc: Doc, name: string): void {
  const { count } = doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i)
    rule(doc, 742)
    set(doc, 'text', 8, faint).text(name, page.left, 750)
    doc.text(`Page ${i + 1} of ${count}`, page.left, 750, { width: wide, align: 'right' })
  }
}
