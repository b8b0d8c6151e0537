import { z } from 'zod'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

const schedule = z.object({
  active: z.boolean(),
  /** Five cron fields; minutes are kept. */
  cron: z.string().trim().max(100).nullable(),
  tz: z.string().max(60),
})

export type FeedSchedule = z.output<typeof schedule>

export const scheduleOperations = {
  getSchedule: get('/api/suppliers/{id}/monitoring/schedule', 'When the feed runs by itself', { answer: schedule.extend({ next_runs: z.array(moment) }) }),
  saveSchedule: post('/api/suppliers/monitoring/schedule', 'Set when the feed runs by itself', {
    body: schedule.extend({ dropshipper_id: z.number().int().positive() }),
    answer: schedule.extend({ next_runs: z.array(moment) }),
  }),
}
