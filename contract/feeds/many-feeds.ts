import { z } from 'zod'
import { id } from '../inputs.ts'
import { post } from '../operation.ts'

const dropshipper_ids = z.array(id).min(1).max(500)

export const manyFeedsOperations = {
  runFeeds: post('/api/suppliers/feeds/run', 'Run several suppliers’ feeds now', {
    body: z.object({ dropshipper_ids }),
    answer: z.object({
      started: z.number(),
      under_way: z.number().describe('skipped because a run is already in progress'),
    }),
  }),
  switchSchedules: post(
    '/api/suppliers/feeds/schedules',
    'Turn several suppliers’ schedules on or off; suppliers without a schedule are skipped',
    {
      body: z.object({ dropshipper_ids, active: z.boolean() }),
      answer: z.object({
        changed: z.array(z.number()).describe('the suppliers whose schedule was changed'),
      }),
    },
  ),
}
