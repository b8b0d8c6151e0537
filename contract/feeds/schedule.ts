import { z } from 'zod'
import { text, line, id, version } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { moment } from '../values.ts'

const schedule = z.object({
  active: z.boolean(),
  /** Five cron fields; minutes are kept. */
  cron: line(100).nullable(),
  tz: text(60),
})

export type FeedSchedule = z.output<typeof schedule>

export const scheduleOperations = {
  getFeedSchedule: get('/api/feeds/{feed_id}/schedule', 'Get a feed’s schedule', {
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found'],
  }),
  saveFeedSchedule: put('/api/feeds/{feed_id}/schedule', 'Set a feed’s schedule', {
    record: [{ read: 'getFeedSchedule' }],
    body: schedule.extend({ version }),
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  getSchedule: get('/api/suppliers/{id}/monitoring/schedule', 'Get the schedule of a supplier’s feed', {
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found'],
  }),
  saveSchedule: post('/api/suppliers/monitoring/schedule', 'Set the schedule of a supplier’s feed', {
    record: [{ read: 'getSchedule', keys: { id: 'dropshipper_id' } }],
    body: schedule.extend({ version, dropshipper_id: id }),
    answer: schedule.extend({ next_runs: z.array(moment), version: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
}
