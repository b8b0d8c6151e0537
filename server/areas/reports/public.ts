// What other areas may call.
import { approvable } from '#server/areas/approvals/public.ts'
import { reopenMonthAct } from './closing/reopen-month.ts'

export { closeDueMonth, freezeMonths } from './closing/close-month.ts'
export { keepMrrSpans } from './mrr-spans.ts'
export { keepReports } from './revenue/keep-days.ts'
export { sendReportMail } from './mails/send-report-mail.job.ts'
export { planReportMails } from './mails/plan-report-mails.ts'
export const reportActs = [approvable(reopenMonthAct)]
