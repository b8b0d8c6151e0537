import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

const update = z.object({
  job_id: z.number(),
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  job_status: z.number(),
  job_state: z.string(),
  requested_by: z.string(),
  queued_tm: moment,
  job_start_time: moment.nullable(),
  job_end_time: moment.nullable(),
  progress: z.number().nullable(),
  progress_text: z.string().nullable(),
  stopping: z.boolean().describe('a person terminated it and it runs still'),
  terminated: z.boolean().describe('a person terminated it and it has stopped'),
  attempt: z.number(),
  reason: z.string().nullable(),
  sent: z.number().nullable().describe('products; null: not known'),
  files: z.number().nullable(),
  bytes: z.number().nullable(),
})
export type StoreUpdate = z.output<typeof update>

export const storeUpdateOperations = {
  listVendorUpdates: get(
    '/api/vendor/{vendor_id}/current',
    'The updates of a vendor’s stores that run or wait now, with how far they are',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
  listStoreUpdates: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/current',
    'The updates of one store that run or wait now, with how far they are',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
}
