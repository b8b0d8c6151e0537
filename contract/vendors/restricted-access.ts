import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

const restrictedAccess = z.object({
  vendor_id: z.number(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  note: z.string(),
  created_tm: moment,
  added_by: z.string(),
  subscribed: z.boolean(),
})
export type RestrictedAccess = z.output<typeof restrictedAccess>

export const restrictedAccessOperations = {
  listRestrictedAccess: get(
    '/api/vendor/{vid}/restricted-access',
    'Restricted suppliers that a vendor was let in to, with why, by whom and when',
    { answer: z.array(restrictedAccess), refuses: ['not_found'] },
  ),
}
