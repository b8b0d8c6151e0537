import { z } from 'zod'
import { get } from '../operation.ts'
import { supplierJob } from './supplier-jobs.ts'
import { moment } from '../values.ts'

export const searchIndexOperations = {
  listIndexLag: get(
    '/api/suppliers/products/sync',
    'How far each supplier’s search index is behind its catalogue, furthest first',
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
  listIndexSyncs: get('/api/suppliers/{id}/solr/history', 'The last 50 syncs of the search index', {
    answer: z.array(supplierJob),
    refuses: ['not_found'],
  }),
  getSearchIndex: get(
    '/api/suppliers/{id}/solr/current',
    'What the search index holds of a supplier, and how far it is behind',
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
