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
    }),
  }),
}
