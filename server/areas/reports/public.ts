// What other areas may call.
export { keepMrrSpans } from './mrr-spans.ts'
export { sendReportMail } from './mails/send-report-mail.job.ts'
export { planReportMails } from './mails/plan-report-mails.ts'
