import { z } from 'zod'
import { get } from '../operation.ts'

export const healthOperations = {
  getHealth: get('/api/health', 'Workers, queue and database at a glance', {
    answer: z.object({
      status: z.enum(['ok', 'degraded', 'down']),
      workers: z.number(),
      workers_lost: z.number(),
      queued: z.number(),
      oldest_queued_seconds: z.number(),
      database: z.enum(['embedded', 'server']),
      database_bytes: z.number(),
      suppliers_waiting: z.number().describe('whose feeds fail or are held: a person is needed'),
      jobs_failed: z
        .number()
        .describe('of the last day; none that went well since, or that a person stopped'),
    }),
  }),
}
