import type { Readable } from 'node:stream'
import { exportColumns } from '#contract/lists/columns.ts'
import { definitionsOf } from '#contract/reports/definitions.ts'
import { mostAttachedMegabytes, type MailedList, type MailedReport } from '#contract/reports/mails.ts'
import { reports } from '#contract/reports/names.ts'
import { fileTypes, makeFile } from '#server/areas/lists/public.ts'
import type { Services } from '#server/platform/services.ts'
import { drawReport } from './draw-report.ts'
import type { Reading } from './readings.ts'
import { columnsOf, printedColumns, type ReportRows } from './report-rows.ts'

/** A file of an email; without content it is too large to attach. */
export interface MailedFile {
  name: string
  type: string
  content: Buffer | undefined
}
interface FileRequest {
  report: MailedReport
  list: MailedList
  name: string
  reading: Reading
  /** The file's name without its extension. */
  stem: string
}
const mostBytes = mostAttachedMegabytes * 1024 * 1024

/** The whole of a stream; undefined: it is too large. */
async function readBytes(stream: Readable | PDFKit.PDFDocument): Promise<Buffer | undefined> {
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

export async function csvOf(services: Services, { list, reading, stem }: FileRequest): Promise<MailedFile> {
  const request = {
    list,
    format: 'csv',
    columns: Object.keys(exportColumns[list]),
    input: reading.input,
  } as const
  const content = await readBytes(await makeFile(services, request, () => {}))
  return { name: `${stem}.csv`, type: fileTypes.csv, content }
}

export async function pdfOf(
  services: Services,
  { report, list, name, reading, stem }: FileRequest,
  { rows, total }: ReportRows,
): Promise<MailedFile> {
  const columns = columnsOf(services, list, printedColumns[list])
  const doc = drawReport({
    title: reports[report].title,
    name,
    answer: reading.answer,
    figures: reading.figures,
    filter: reading.filter,
    before: reading.before,
    made: new Date(services.clock.now()).toISOString(),
    definitions: definitionsOf(report, list),
    columns,
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    total,
  })
  return { name: `${stem}.pdf`, type: 'application/pdf', content: await readBytes(doc) }
}
