import { z } from 'zod'
import { text, line, id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

const schedule = z.object({
  active: z.boolean(),
  /** Five cron fields; minutes are kept. */
  cron: line(100).nullable(),
  tz: text(60),
})

export type FeedSchedule = z.output<typeof schedule>

export const scheduleOperations = {
  getSchedule: get('/api/suppliers/{id}/monitoring/schedule', 'When the feed runs by itself', {
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found'],
  }),
  saveSchedule: post('/api/suppliers/monitoring/schedule', 'Set when the feed runs by itself', {
    body: schedule.extend({ version, dropshipper_id: id }),
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
}
