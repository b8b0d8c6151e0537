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
  stopping: z.boolean().describe('true: terminated but still running'),
  terminated: z.boolean().describe('true: terminated and stopped'),
  attempt: z.number(),
  reason: z.string().nullable(),
  sent: z.number().nullable().describe('products; null: unknown'),
  files: z.number().nullable(),
  bytes: z.number().nullable(),
})
export type StoreUpdate = z.output<typeof update>

export const storeUpdateOperations = {
  listVendorUpdates: get(
    '/api/vendor/{vendor_id}/current',
    'List running and queued updates of a vendor’s stores with progress',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
  listStoreUpdates: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/current',
    'List running and queued updates of a store with progress',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
}
