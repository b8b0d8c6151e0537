import { amount } from '#contract/formats.ts'
import { exportColumns, type Kind } from '#contract/lists/columns.ts'
import { mostEmailRows, mostPdfRows, type MailedList } from '#contract/reports/mails.ts'
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
export const printedColumns: Record<MailedList, readonly string[]> = {
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
  monthly_revenue: [
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
  closed_deals: ['day', 'company', 'kind', 'added', 'set_up', 'owner', 'manager', 'pays', 'lost_on'],
  billing_suspended: [
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
  plan_violations: ['kind', 'company', 'since', 'what', 'plan', 'needs', 'difference', 'manager'],
  refunds: ['tm', 'company', 'state', 'amount', 'charged', 'reason', 'note', 'by', 'credit_note'],
  cancels: ['tm', 'what', 'company', 'supplier', 'ends_on', 'reason', 'comment', 'by', 'plan'],
  recurring_revenue: [
    'month',
    'opening',
    'new',
    'reactivation',
    'recovered',
    'expansion',
    'contraction',
    'churn_canceled',
    'churn_unpaid',
    'closing',
    'vendors',
  ],
  earned_revenue: [
    'month',
    'billed',
    'billed_once',
    'credited',
    'earned',
    'earned_once',
    'earned_credited',
    'earned_net',
    'deferred',
    'written_off',
  ],
  churned_users: ['company', 'kind', 'day', 'mrr', 'months_paid', 'kept', 'plan', 'reason', 'manager'],
  status_changes: ['tm', 'company', 'from', 'to', 'why', 'by'],
  affiliate_months: ['name', 'referred', 'paying', 'churned', 'given', 'discount', 'billed', 'kept'],
  the_truth: ['number', 'owner', 'week', 'start', 'actual', 'goal', 'reached'],
}
/** The columns of the email itself, which a phone shows. */
const emailColumns: Record<MailedList, readonly string[]> = {
  supplier_subscriptions: ['supplier', 'subscribers', 'added', 'ended', 'cancel_pending'],
  monthly_revenue: ['month', 'recurring', 'set_up', 'refunds', 'kept'],
  closed_deals: ['day', 'company', 'kind', 'added', 'owner'],
  billing_suspended: ['company', 'stage', 'since', 'owed', 'delist_on'],
  plan_violations: ['company', 'kind', 'plan', 'needs', 'difference'],
  refunds: ['tm', 'company', 'amount', 'reason', 'by'],
  cancels: ['tm', 'company', 'what', 'supplier', 'reason'],
  recurring_revenue: ['month', 'opening', 'new', 'churn_canceled', 'closing'],
  earned_revenue: ['month', 'billed', 'earned_net', 'deferred'],
  churned_users: ['company', 'kind', 'day', 'mrr', 'reason'],
  status_changes: ['tm', 'company', 'from', 'to', 'why'],
  affiliate_months: ['name', 'referred', 'paying', 'discount', 'kept'],
  the_truth: ['number', 'start', 'actual', 'goal'],
}

export function columnsOf(services: Services, name: MailedList, keys: readonly string[]): PrintedColumn[] {
  const list = services.lists[name]
  const all = exportColumns[name] as Readonly<Record<string, readonly [string, Kind]>>
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
export async function readRows(services: Services, list: MailedList, input: object): Promise<ReportRows> {
  const rows: unknown[] = []
  let total = 0
  for await (const batch of services.lists[list].batches(services, input as never)) {
    total += batch.length
    rows.push(...batch.slice(0, Math.max(0, mostPdfRows - rows.length)))
  }
  return { rows, total }
}

/** The first rows as a table of an email, with moments as its receiver reads them. */
export function emailTable(
  services: Services,
  list: MailedList,
  { rows }: ReportRows,
  momentText: (iso: string) => string,
) {
  const columns = columnsOf(services, list, emailColumns[list])
  return {
    head: columns.map(({ header }) => header),
    rows: rows.slice(0, mostEmailRows).map((row) =>
      columns.map(({ kind, value }) => {
        const cell = value(row)
        // of an email’s columns, only dollars have decimals
        return kind === 'number' && String(cell).includes('.')
          ? amount(String(cell))
          : cellText(kind, cell, momentText)
      }),
    ),
  }
}
