import { z } from 'zod'
import { post } from '../operation.ts'

const report = z.object({ id: z.number().int().positive(), hidden_from_report: z.boolean(), report_note: z.string().max(2000) })

export const reportInfoOperations = {
  saveSupplierReportInfo: post('/api/suppliers/update-report-info', "A supplier's report note, and whether it is hidden from the report", { body: report }),
  saveCustomFeedReportInfo: post('/api/suppliers/update-custom-feed-report-info', "A custom feed's report note and hiding", { body: report }),
}
