import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

export const statisticsOperations = {
  listRunStatistics: get(
    '/api/suppliers/{id}/stats',
    "List the statistics of a supplier's runs, oldest first, up to 200",
    {
      answer: z.array(
        z.object({
          feed_run_id: z.number(),
          tm: moment,
          state: z.string(),
          reason: z.string().nullable(),
          datums: z.record(z.string(), z.number()),
        }),
      ),
      refuses: ['not_found'],
    },
  ),
  listNewestStatistics: get('/api/dropshipper-stat/', "List each supplier's latest statistics", {
    answer: z.array(
      z.object({
        dropshipper_id: z.number(),
        tm: moment,
        active_products: z.number(),
        datums: z.record(z.string(), z.number()),
      }),
    ),
  }),
}
