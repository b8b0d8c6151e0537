import { z } from 'zod'
import { id, text, version } from '../inputs.ts'
import { post } from '../operation.ts'

const report = z.object({ id, hidden_from_report: z.boolean(), report_note: text(2000), version })

export const reportInfoOperations = {
  saveSupplierReportInfo: post(
    '/api/suppliers/update-report-info',
    "Set a supplier's report note, and whether it is hidden from the report",
    {
      body: report,
      refuses: ['not_found', 'conflict'],
    },
  ),
  saveCustomFeedReportInfo: post(
    '/api/suppliers/update-custom-feed-report-info',
    "Set a custom feed's report note, and whether it is hidden from the report",
    {
      body: report,
      refuses: ['not_found', 'conflict', 'locked'],
    },
  ),
}
