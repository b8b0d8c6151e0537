import { z } from 'zod'
import { id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { supplierRow } from './suppliers.ts'

export const featuredLimit = 24

export const featuredOperations = {
  listFeaturedSuppliers: get('/api/suppliers/featured', 'List the featured suppliers in order', {
    answer: z.array(
      supplierRow.extend({
        dropshipper_logo: z.string().nullable(),
        featured_order: z.number(),
        version: z.number(),
      }),
    ),
  }),
  saveFeaturedSuppliers: post('/api/suppliers/featured', 'Set the featured suppliers and their order', {
    body: z.object({
      version,
      dropshipper_ids: z.array(id).max(featuredLimit, `You can feature at most ${featuredLimit} suppliers`),
    }),
    refuses: ['conflict'],
  }),
}
