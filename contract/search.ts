import { z } from 'zod'
import { operation } from './operation.ts'

const found = z.object({
  kind: z.enum(['vendor', 'supplier', 'product', 'job']),
  id: z.number(),
  label: z.string(),
  detail: z.string(),
  parent_id: z.number().nullable(),
})
export type Found = z.output<typeof found>

export const search = {
  palette: operation({
    method: 'GET',
    path: '/api/search',
    access: 'staff',
    summary: 'Vendors, suppliers, SKUs and jobs by their first letters or numbers, at most 6 of each',
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    answer: z.array(found),
  }),
  health: operation({
    method: 'GET',
    path: '/api/health',
    access: 'staff',
    summary: 'Workers, queue and database at a glance',
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
