import { exportColumns, type Kind } from '#contract/lists/columns.ts'
import { mailedReports, mostEmailRows, mostPdfRows, type MailedReport } from '#contract/reports/mails.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import type { Services } from '#server/platform/services.ts'
import { cellText } from './cell-text.ts'

/** The rows of a report, as many as an email and its PDF have. */
export interface ReportRows {
  rows: readonly unknown[]
  /** Of all rows. */
  total: number
}
interface PrintedColumn {
  header: string
  kind: Kind
  value: (row: unknown) => Cell
}

/** The columns of the PDF: as many as a page holds. */
export const printed: Record<MailedReport, readonly string[]> = {
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
/** The columns of the email itself, which a phone shows. */
const emailed: Record<MailedReport, readonly string[]> = {
  supplier_subscriptions: ['supplier', 'subscribers', 'added', 'ended', 'cancel_pending'],
  'monthly-revenue': ['month', 'recurring', 'set_up', 'refunds', 'kept'],
  'closed-deals': ['day', 'company', 'kind', 'added', 'owner'],
  'billing-suspended': ['company', 'stage', 'since', 'owed', 'delist_on'],
  'plan-violations': ['company', 'kind', 'plan', 'needs', 'difference'],
  refunds: ['tm', 'company', 'amount', 'reason', 'by'],
  cancels: ['tm', 'company', 'what', 'supplier', 'reason'],
}

export function columnsOf(
  services: Services,
  report: MailedReport,
  keys: readonly string[],
): PrintedColumn[] {
  const list = services.lists[mailedReports[report]]
  const all = exportColumns[mailedReports[report]] as Readonly<Record<string, readonly [string, Kind]>>
  return keys.flatMap((key) => {
    const column = all[key]
    const value = (list.values as Record<string, unknown>)[key] as
      | ((row: never) => Cell | undefined)
      | undefined
    return column && value
      ? [{ header: column[0], kind: column[1], value: (row: unknown) => value(row as never) ?? null }]
      : []
  })
}

/** Reads a report’s rows once, for its email and its PDF. */
export async function readRows(services: Services, report: MailedReport, input: object): Promise<ReportRows> {
  const rows: unknown[] = []
  let total = 0
  for await (const batch of services.lists[mailedReports[report]].batches(services, input as never)) {
    total += batch.length
    rows.push(...batch.slice(0, Math.max(0, mostPdfRows - rows.length)))
  }
  return { rows, total }
}

/** The first rows as a table of an email, with moments as its receiver reads them. */
export function emailTable(
  services: Services,
  report: MailedReport,
  { rows }: ReportRows,
  momentText: (iso: string) => string,
) {
  const columns = columnsOf(services, report, emailed[report])
  return {
    head: columns.map(({ header }) => header),
    rows: rows
      .slice(0, mostEmailRows)
      .map((row) => columns.map(({ kind, value }) => cellText(kind, value(row), momentText))),
  }
}
