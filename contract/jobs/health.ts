import { z } from 'zod'
import { get } from '../operation.ts'

export const healthOperations = {
  getHealth: get('/api/health', 'Get the state of workers, queue, and database', {
    answer: z.object({
      status: z.enum(['ok', 'degraded', 'down']),
      workers: z.number(),
      workers_lost: z.number(),
      queued: z.number(),
      oldest_queued_seconds: z.number(),
      clocks_off: z
        .array(z.object({ server: z.string(), ahead_seconds: z.number().describe('negative if it is slow') }))
        .describe('processes whose machine’s clock is off; they run no billing'),
      database: z.enum(['embedded', 'server']),
      database_bytes: z.number(),
      disk_free_bytes: z
        .number()
        .nullable()
        .describe('the least free space where this process or a worker writes files; null: unknown'),
      disk_low: z.boolean().describe('so little is free that uploads are refused'),
      database_forecast_bytes: z.number().nullable().describe('in 90 days; null: not measured yet'),
      feeds_waiting: z.number().describe('failing or held feeds, without those hidden from the report'),
      jobs_failed: z.number().describe('of the last day, without recovered or terminated jobs'),
    }),
  }),
}
