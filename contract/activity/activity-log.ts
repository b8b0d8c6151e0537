import { z } from 'zod'
import { day, id, line, page, sortOf, text } from '../inputs.ts'
import { post } from '../operation.ts'
import { moment } from '../values.ts'

export const logSort = sortOf(['by', 'type'])
export const logPageSize = 50
const logFilters = z.object({
  page,
  dropshipper_id: id,
  search: line(200).default(''),
  start_date: day.optional(),
  end_date: day.optional(),
  type: text(100).optional(),
  oldest_first: z.boolean().default(false),
  sort: logSort.optional().describe('then by time'),
  action_by: text(200).optional(),
})

export const logRow = z.object({
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

/** A page of the log with the choices for its filters. */
export const activityLog = z.object({
  logs: z.array(logRow),
  types: z.array(z.string()),
  support_reps: z.array(z.string()),
})

export const activityLogOperations = {
  getActivityLog: post(
    '/api/dropshipper-activity-log/',
    'List a supplier’s activity log, 50 per page, with filter choices',
    {
      reads: true,
      body: logFilters,
      answer: activityLog,
      refuses: ['not_found'],
    },
  ),
  searchActivityLog: post('/api/dropshipper-activity-log/search', 'Search a supplier’s activity log', {
    reads: true,
    body: logFilters,
    answer: activityLog,
    refuses: ['not_found'],
  }),
}
