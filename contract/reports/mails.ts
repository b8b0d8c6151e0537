import { z } from 'zod'
import { count, id, line, text, version } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'
import type { ListName } from '../lists/columns.ts'
import { mayCall, type Role } from '../roles.ts'
import { maySeeReport, reportNames, reports, type ReportName } from './names.ts'

interface MailedPart {
  report: ReportName
  /** The parameter of the report’s address that chooses it; without: the report’s first tab, or all of it. */
  tab?: `${'view' | 'of'}=${string}`
  /** Without: as the report. */
  access?: 'money'
}
/** What is emailed of reports, by the list of its rows: a report with tabs has one for each. */
const mailedParts = {
  supplier_subscriptions: { report: 'supplier_subscriptions' },
  monthly_revenue: { report: 'monthly-revenue' },
  recurring_revenue: { report: 'monthly-revenue', tab: 'view=recurring' },
  earned_revenue: { report: 'monthly-revenue', tab: 'view=earned' },
  closed_deals: { report: 'closed-deals' },
  billing_suspended: { report: 'billing-suspended' },
  plan_violations: { report: 'plan-violations' },
  refunds: { report: 'refunds' },
  cancels: { report: 'cancels' },
  churned_users: { report: 'customers', access: 'money' },
  status_changes: { report: 'customers', tab: 'of=status' },
  affiliate_months: { report: 'customers', tab: 'of=affiliates', access: 'money' },
  the_truth: { report: 'the-truth' },
} as const satisfies Partial<Record<ListName, MailedPart>>
export type MailedList = keyof typeof mailedParts
const lists = Object.entries(mailedParts) as [MailedList, MailedPart][]
export type MailedReport = (typeof mailedParts)[MailedList]['report']
const mailedNames = [...new Set(lists.map(([, { report }]) => report))] as [MailedReport, ...MailedReport[]]
export const isMailedReport = (report: ReportName): report is MailedReport =>
  (mailedNames as readonly ReportName[]).includes(report)

/** The list that is emailed of a report whose address has these parameters. */
export function mailedListOf(report: ReportName, search: string): MailedList {
  const params: readonly string[] = search.split('&')
  const parts = lists.filter(([, part]) => part.report === report)
  const [list] =
    parts.find(([, { tab }]) => tab !== undefined && params.includes(tab)) ??
    parts.find(([, { tab }]) => tab === undefined) ??
    []
  if (list === undefined) throw new Error(`${report} isn’t emailed`)
  return list
}
/** Whether an email of a report shows money, which not all of staff may see. */
export const isMoneyMail = (report: ReportName, search: string): boolean =>
  reports[report].access === 'money' ||
  (isMailedReport(report) && (mailedParts[mailedListOf(report, search)] as MailedPart).access === 'money')
export const maySeeMail = (role: Role, report: ReportName, search: string): boolean =>
  maySeeReport(role, report) &&
  (!isMoneyMail(report, search) || (mayCall.money as readonly Role[]).includes(role))

/** The hour of a day, in UTC, at which emails are sent unless another one was chosen. */
export const mailHour = 7
/** An email waits for figures being brought up to date for so many hours, then is sent with a remark. */
export const mailWaitHours = 6
export const mostMailRecipients = 50
export const mostReportMails = 50
export const mostAttachedMegabytes = 5
export const mostPdfRows = 1000
/** Rows of the report’s table in the email itself. */
export const mostEmailRows = 12
/** After so many emails in a row that its receiver didn’t open by their link, an email offers to stop. */
export const unopenedEmails = 8

export const mailSchedules = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const
export type MailSchedule = keyof typeof mailSchedules
const scheduleNames = Object.keys(mailSchedules) as [MailSchedule, ...MailSchedule[]]
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** An hour of the day: 12:00 AM, 7:00 AM, 1:00 PM. */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
/** When emails of a schedule are sent. */
export function scheduleText({
  every,
  day,
  hour,
}: {
  every: MailSchedule
  day: number | null
  hour: number
}): string {
  const time = `${hourText(hour)} UTC`
  if (every === 'day') return `Every day, ${time}`
  return every === 'week' ? `Every ${weekdays[(day ?? 1) - 1]}, ${time}` : `Day ${day} of each month, ${time}`
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
  hour: z.number().describe('of the day, in UTC'),
  formats: z.array(z.enum(mailFormats)),
  owner: z.string(),
  recipients: z.array(z.object({ login_id: z.number(), name: z.string() })),
  may_change: z.boolean().describe('its owner and admins may edit and stop it'),
  version: z.number(),
  last: sending.nullable(),
})
export type ReportMail = z.output<typeof reportMail>

const schedule = z.object({
  name: line(60, 'Enter a name'),
  search: text(2000).describe('filters, as in the report’s address'),
  every: z.enum(scheduleNames),
  day: count(1, 28).nullable().describe('of the week from Monday, or of the month; null: daily'),
  hour: count(0, 23).default(mailHour).describe('of the day, in UTC'),
  recipients: z
    .array(id)
    .min(1, 'Choose a recipient')
    .max(mostMailRecipients, `Choose at most ${mostMailRecipients} recipients`),
  formats: z.array(z.enum(mailFormats)).max(2),
})

const copyAnswer = z.object({
  valid: z.boolean(),
  name: z.string().describe('of the scheduled email; empty if the link isn’t ours'),
  state: z.enum(['running', 'stopped', 'used']).describe('used: by an earlier click, or the email ended'),
})
/** The answer to a link that isn’t ours. */
export const unknownCopy = { valid: false, name: '', state: 'used' as const }

export const reportMailOperations = {
  listReportMails: get('/api/reports/mails', 'Scheduled emails of the reports that you may see', {
    answer: z.array(reportMail),
  }),
  listReportReaders: get('/api/reports/readers', 'Staff who may see a report', {
    query: z.object({
      report: z.enum(reportNames),
      search: text(2000).default('').describe('of its address; some tabs show money'),
    }),
    answer: z.array(z.object({ login_id: z.number(), name: z.string(), is_you: z.boolean() })),
    refuses: ['forbidden'],
  }),
  addReportMail: post('/api/reports/mails', 'Email a report with its filters by a schedule', {
    body: schedule.extend({ report: z.enum(mailedNames) }),
    answer: z.object({ report_mail_id: z.number() }),
    refuses: ['forbidden', 'conflict'],
  }),
  changeReportMail: put('/api/reports/mails/{id}', 'Edit your own scheduled email; admins edit any', {
    record: [{ read: 'listReportMails' }],
    body: schedule.extend({ version }),
    refuses: ['not_found', 'forbidden', 'conflict'],
  }),
  openReportMail: post('/api/reports/mails/{id}/open', 'You opened an emailed report by its link', {}),
  checkReportCopy: get('/api-public/report-email/{key}', 'Check the link that stops your copy of an email', {
    access: 'public',
    malformed: unknownCopy,
    answer: copyAnswer,
  }),
  stopReportCopy: post('/api-public/report-email/{key}', 'Stop your copy of a scheduled email, once', {
    access: 'public',
    malformed: unknownCopy,
    answer: copyAnswer,
  }),
  stopReportMail: remove('/api/reports/mails/{id}', 'Stop your own scheduled email; admins stop any', {
    refuses: ['not_found', 'forbidden'],
  }),
}
