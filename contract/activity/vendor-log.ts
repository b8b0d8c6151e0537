import { z } from 'zod'
import { day, id, line, page, text } from '../inputs.ts'
import { post } from '../operation.ts'
import { activityLog, logSort } from './activity-log.ts'

const vendorLogFilters = z.object({
  page,
  vendor_id: id,
  search: line(200).default(''),
  start_date: day.optional(),
  end_date: day.optional(),
  type: text(100).optional(),
  meta_key: text(100).optional().describe('only changes of this field'),
  meta_value: line(200).optional().describe('only changes from or to this value'),
  oldest_first: z.boolean().default(false),
  sort: logSort.optional().describe('then by time'),
  action_by: text(200).optional(),
})

export const vendorLogOperations = {
  getVendorLog: post('/api/activity-log/', 'List a vendor’s activity log, 50 per page, with filter choices', {
    reads: true,
    body: vendorLogFilters,
    answer: activityLog.extend({ meta_keys: z.array(z.string()) }),
    refuses: ['not_found'],
  }),
  searchVendorLog: post('/api/activity-log/search', 'Search a vendor’s activity log', {
    reads: true,
    body: vendorLogFilters,
    answer: activityLog,
    refuses: ['not_found'],
  }),
}
