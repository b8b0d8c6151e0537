import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

const store = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  market_name: z.string(),
  store_url: z.string(),
  behind_since: moment.nullable().describe('null: it was sent all that changed'),
  integrations: z.number(),
  last_update_tm: moment.nullable(),
  last_job_id: z.number().nullable(),
  last_failure: z.string().nullable().describe('why its last update failed; null: it went well'),
  insert_tm: moment,
})
export type VendorStore = z.output<typeof store>

export const vendorStoreOperations = {
  listVendorStores: get(
    '/api/vendor/{vendor_id}/stores',
    'A vendor’s stores, and how their last updates went',
    { answer: z.array(store), refuses: ['not_found'] },
  ),
}
