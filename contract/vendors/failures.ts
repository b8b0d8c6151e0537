import { z } from 'zod'
import { get } from '../operation.ts'
import { updateFailures } from '../values.ts'

const updateFailure = z.object({
  vendor_id: z.number(),
  email: z.string(),
  company: z.string(),
  ...updateFailures,
  last_job_id: z.number().nullable(),
})

export type UpdateFailure = z.output<typeof updateFailure>

export const vendorFailureOperations = {
  listVendorFailures: get(
    '/api/vendor/update_failures',
    'Vendors with failed custom feed or store updates in the last 3 days, worst first, at most 500',
    { answer: z.array(updateFailure) },
  ),
}
