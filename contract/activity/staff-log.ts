import { id } from '../inputs.ts'
import { post } from '../operation.ts'
import { activityLog } from './activity-log.ts'
import { vendorLogOperations } from './vendor-log.ts'

/** What happens to staff logins: only admins see it (docs/domain/staff.md, Activity). */
export const staffLogOperations = {
  getStaffLog: post(
    '/api/staff/activity-log',
    'List the activity of staff logins, 50 per page, with filter choices',
    {
      access: 'admin',
      reads: true,
      body: vendorLogOperations.searchVendorLog.body
        .omit({ vendor_id: true, meta_key: true, meta_value: true })
        .extend({
          login_id: id.optional().describe('only entries by this person or about their login'),
        }),
      answer: activityLog,
    },
  ),
}
