import type { Readable } from 'node:stream'
import { exportColumns, type Kind } from '#contract/lists/columns.ts'
import { definitions } from '#contract/reports/definitions.ts'
import {
  mailedReports,
  mostAttachedMegabytes,
  mostPdfRows,
  type MailedReport,
} from '#contract/reports/mails.ts'
import { reports } from '#contract/reports/names.ts'
import { fileTypes, makeFile } from '#server/areas/lists/public.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import type { Services } from '#server/platform/services.ts'
import { drawReport } from './draw-report.ts'
import type { Reading } from './readings.ts'

/** A file of an email; without content it is too large to attach. */
export interface MailedFile {
  name: string
  type: string
  content: Buffer | undefined
}
interface Mailed {
  report: MailedReport
  name: string
  reading: Reading
  /** The file's name without its extension. */
  stem: string
}
const mostBytes = mostAttachedMegabytes * 1024 * 1024

/** The columns of the PDF: as many as a page holds. */
const printed: Record<MailedReport, readonly string[]> = {
  supplier_subscriptions: [
    'supplier',
    'subscribers',
    'added',
    'active',
    'cancel_pending',
    'freeze_pending',
    'frozen',
    'with_integration',
    'only_this',
  ],
  'monthly-revenue': [
    'month',
    'recurring',
    'set_up',
    'other',
    'third_party',
    'refunds',
    'disputes',
    'kept',
    'billed',
    'credited',
    'still_open',
  ],
  'closed-deals': ['day', 'company', 'kind', 'added', 'set_up', 'owner', 'manager', 'pays', 'lost_on'],
  'billing-suspended': [
    'company',
    'stage',
    'since',
    'days',
    'owed',
    'tries',
    'declined',
    'monthly',
    'delist_on',
  ],
  'plan-violations': ['kind', 'company', 'since', 'what', 'plan', 'needs', 'difference', 'manager'],
  refunds: ['tm', 'company', 'state', 'amount', 'charged', 'reason', 'note', 'by', 'credit_note'],
  cancels: ['tm', 'what', 'company', 'supplier', 'ends_on', 'reason', 'comment', 'by', 'plan'],
}

/** The whole of a stream; undefined: it is too large. */
async function collected(stream: Readable | PDFKit.PDFDocument): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk as Uint8Array | string)
    bytes += piece.length
    if (bytes > mostBytes) return undefined
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}

export async function csvOf(services: Services, { report, reading, stem }: Mailed): Promise<MailedFile> {
  const list = mailedReports[report]
  const request = {
    list,
    format: 'csv',
    columns: Object.keys(exportColumns[list]),
    input: reading.input,
  } as const
  const content = await collected(await makeFile(services, request, () => {}))
  return { name: `${stem}.csv`, type: fileTypes.csv, content }
}

export async function pdfOf(
  services: Services,
  { report, name, reading, stem }: Mailed,
): Promise<MailedFile> {
  const list = services.lists[mailedReports[report]]
  const all = exportColumns[mailedReports[report]] as Readonly<Record<string, readonly [string, Kind]>>
  const columns = printed[report].flatMap((key) => {
    const column = all[key]
    const value = (list.values as Record<string, unknown>)[key] as
      | ((row: never) => Cell | undefined)
      | undefined
    return column && value ? [{ header: column[0], kind: column[1], value }] : []
  })
  const rows: Cell[][] = []
  let total = 0
  for await (const batch of list.batches(services, reading.input as never)) {
    total += batch.length
    for (const row of batch.slice(0, Math.max(0, mostPdfRows - rows.length)))
      rows.push(columns.map(({ value }) => value(row) ?? null))
  }
  const doc = drawReport({
    title: reports[report].title,
    name,
    answer: reading.answer,
    figures: reading.figures,
    filter: reading.filter,
    before: reading.before,
    made: new Date(services.clock.now()).toISOString(),
    definitions: definitions[report],
    columns,
    rows,
    total,
  })
  return { name: `${stem}.pdf`, type: 'application/pdf', content: await collected(doc) }
}
