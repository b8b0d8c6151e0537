import { z } from 'zod'
import { id } from '../inputs.ts'
import { post } from '../operation.ts'

const dropshipper_ids = z.array(id).min(1).max(500)

export const manyFeedsOperations = {
  runFeeds: post('/api/suppliers/feeds/run', 'Run the own feeds of several suppliers now', {
    body: z.object({ dropshipper_ids }),
    answer: z.object({
      started: z.number(),
      under_way: z.number().describe('left alone: a run of them is under way already'),
    }),
  }),
  switchSchedules: post(
    '/api/suppliers/feeds/schedules',
    'Turn the schedules of several suppliers’ own feeds on or off; those without one stay as they are',
    {
      body: z.object({ dropshipper_ids, active: z.boolean() }),
      answer: z.object({
        changed: z.array(z.number()).describe('the suppliers whose schedule was otherwise'),
      }),
    },
  ),
}
