import { z } from 'zod'
import { count, id, line, text } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { moment } from '../values.ts'
import type { ListName } from '../lists/columns.ts'
import { reportNames, type ReportName } from './names.ts'

/** The reports that can be emailed, with the list of their rows. */
export const mailedReports = {
  supplier_subscriptions: 'supplier_subscriptions',
  'monthly-revenue': 'monthly_revenue',
  'closed-deals': 'closed_deals',
  'billing-suspended': 'billing_suspended',
  'plan-violations': 'plan_violations',
  refunds: 'refunds',
  cancels: 'cancels',
} as const satisfies Partial<Record<ReportName, ListName>>
export type MailedReport = keyof typeof mailedReports
const mailedNames = Object.keys(mailedReports) as [MailedReport, ...MailedReport[]]
export const isMailedReport = (report: ReportName): report is MailedReport => report in mailedReports

export const mailHour = 7
/** An email waits for figures being brought up to date for so many hours, then is sent with a remark. */
export const mailWaitHours = 6
export const mostMailRecipients = 50
export const mostReportMails = 50
export const mostAttachedMegabytes = 5
export const mostPdfRows = 1000

export const mailSchedules = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const
export type MailSchedule = keyof typeof mailSchedules
const scheduleNames = Object.keys(mailSchedules) as [MailSchedule, ...MailSchedule[]]
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** When emails of a schedule are sent. */
export function scheduleText({ every, day }: { every: MailSchedule; day: number | null }): string {
  if (every === 'day') return 'Every day'
  return every === 'week' ? `Every ${weekdays[(day ?? 1) - 1]}` : `Day ${day} of each month`
}
export const mailFormats = ['pdf', 'csv'] as const

const sending = z.object({
  due_on: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  why: z.string().nullable(),
  recipients: z.number().nullable(),
  ended_tm: moment.nullable(),
})
const reportMail = z.object({
  report_mail_id: z.number(),
  report: z.enum(reportNames),
  name: z.string(),
  search: z.string(),
  every: z.enum(scheduleNames),
  day: z.number().nullable(),
  formats: z.array(z.enum(mailFormats)),
  owner: z.string(),
  recipients: z.array(z.string()).describe('their names'),
  may_stop: z.boolean().describe('its owner and admins may'),
  last: sending.nullable(),
})
export type ReportMail = z.output<typeof reportMail>

export const reportMailOperations = {
  listReportMails: get('/api/reports/mails', 'Scheduled emails of the reports that you may see', {
    answer: z.array(reportMail),
  }),
  listReportReaders: get('/api/reports/readers', 'Staff who may see a report', {
    query: z.object({ report: z.enum(reportNames) }),
    answer: z.array(z.object({ login_id: z.number(), name: z.string(), is_you: z.boolean() })),
    refuses: ['forbidden'],
  }),
  addReportMail: post('/api/reports/mails', 'Email a report with its filters by a schedule', {
    body: z.object({
      report: z.enum(mailedNames),
      name: line(60, 'Enter a name'),
      search: text(2000).describe('filters, as in the report’s address'),
      every: z.enum(scheduleNames),
      day: count(1, 28).nullable().describe('of the week from Monday, or of the month; null: daily'),
      recipients: z
        .array(id)
        .min(1, 'Choose a recipient')
        .max(mostMailRecipients, `Choose at most ${mostMailRecipients} recipients`),
      formats: z.array(z.enum(mailFormats)).max(2),
    }),
    answer: z.object({ report_mail_id: z.number() }),
    refuses: ['forbidden', 'conflict'],
  }),
  stopReportMail: remove('/api/reports/mails/{id}', 'Stop your own scheduled email; admins stop any', {
    refuses: ['not_found', 'forbidden'],
  }),
}
