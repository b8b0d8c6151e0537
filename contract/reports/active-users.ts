import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { activeFilters, activeOperations } from '../vendors/active.ts'
import { vendorSorts } from '../vendors/vendors.ts'
import { preparedFile } from './files.ts'

const owner = fromText.count(0, 2_147_483_647).optional().describe('0: none')
const days = fromText.count(0, 36_500).optional()
/** The filters of the list of active users, in an address. */
const inAddress = z.object({
  plan: fromText.count(1, 32_767).optional(),
  manager: owner,
  crm_owner: owner,
  market: fromText.id.optional().describe('has an active integration in this market'),
  supplier: fromText.id.optional().describe('has an active integration of this supplier'),
  days_from: days.describe('least days since the vendor joined'),
  days_to: days,
  billing_failing: fromText.flag.default(false),
  sort: z.enum(vendorSorts).default('newest'),
  page: fromText.page,
})

export const activeUserReportOperations = {
  getActiveUsers: get('/api/reports/active-users', 'Active users, filtered, 25 a page', {
    query: inAddress,
    answer: activeOperations.listActiveVendors.answer,
  }),
  prepareActiveUsers: post('/api/reports/active-users-export', 'Prepare the active users as CSV', {
    fresh: true,
    body: activeFilters.extend({ sort: z.enum(vendorSorts).default('newest') }),
    answer: preparedFile,
  }),
  downloadActiveUsers: get('/api/reports/active-users-export', 'Download the active users as last prepared', {
    answer: 'file',
    refuses: ['too_many', 'not_found', 'conflict'],
  }),
}
