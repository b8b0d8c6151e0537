import { z } from 'zod'
import { post } from '../operation.ts'
import { moment } from '../values.ts'

export const logPageSize = 50
const logFilters = z.object({
  page: z.number().int().min(1).max(10_000).default(1),
  dropshipper_id: z.number().int().positive(),
  search: z.string().trim().max(200).default(''),
  start_date: z.iso.date('Give a day').optional(),
  end_date: z.iso.date('Give a day').optional(),
  type: z.string().max(100).optional(),
  oldest_first: z.boolean().default(false),
  action_by: z.string().max(200).optional(),
})

const logRow = z.object({
  activity_id: z.number(),
  tm: moment,
  type: z.string(),
  message: z.string(),
  action_by: z.string(),
  entity: z.string().nullable(),
  entity_id: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
})

export type LogRow = z.output<typeof logRow>

export const activityLogOperations = {
  getActivityLog: post('/api/dropshipper-activity-log/', "What was done to a supplier, 50 a page, with the filters' choices", {
    body: logFilters,
    answer: z.object({ logs: z.array(logRow), types: z.array(z.string()), support_reps: z.array(z.string()) }),
  }),
  searchActivityLog: post('/api/dropshipper-activity-log/search', 'The same, the log alone', { body: logFilters, answer: z.object({ logs: z.array(logRow) }) }),
}
