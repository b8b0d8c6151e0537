import { z } from 'zod'
import { get } from '../operation.ts'
import { supplierJob } from './supplier-jobs.ts'
import { moment } from '../values.ts'

export const searchIndexOperations = {
  listIndexLag: get(
    '/api/suppliers/products/sync',
    'List the changes waiting for each supplier’s search index, most first',
    {
      answer: z.array(
        z.object({
          dropshipper_id: z.number(),
          supplier_name: z.string(),
          active_products: z.number(),
          pending: z.number(),
          last_sync_tm: moment.nullable(),
          last_job_id: z.number().nullable(),
        }),
      ),
    },
  ),
  listIndexSyncs: get('/api/suppliers/{id}/solr/history', 'List the last 50 search index syncs', {
    answer: z.array(supplierJob),
    refuses: ['not_found'],
  }),
  getSearchIndex: get(
    '/api/suppliers/{id}/solr/current',
    'Get a supplier’s search index counts and waiting changes',
    {
      answer: z.object({
        indexed: z.number(),
        products: z.number(),
        pending_new: z.number(),
        pending_changed: z.number(),
        last_sync_tm: moment.nullable(),
        current: supplierJob.nullable(),
      }),
      refuses: ['not_found'],
    },
  ),
}
