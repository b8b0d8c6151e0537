import { z } from 'zod'
import { count } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { changeableKinds, mostRetentionDays, retentionKindNames } from './kinds.ts'

const size = z.number().nullable().describe('null: not measured yet')

export const retentionOperations = {
  getRetention: get('/api/retention', 'List kinds of records with days kept, size and growth', {
    answer: z.object({
      database_bytes: z.number(),
      disk_free_bytes: z.number().nullable().describe('free where files are stored; null: unknown'),
      kinds: z.array(
        z.object({
          kind: z.enum(retentionKindNames),
          days: z.number().nullable().describe('null: kept forever'),
          rows: z.number(),
          bytes: z.number(),
          added_bytes_day: size.describe('new bytes a day; removed rows don’t lower it'),
          forecast_bytes: size.describe('in 90 days'),
          removed: z.number().describe('rows removed by the last cleanup'),
          cleaned_tm: z.string().nullable().describe('when the last cleanup ended'),
        }),
      ),
    }),
  }),
  saveRetention: post('/api/retention', 'Change how many days records of a kind are kept', {
    access: 'admin',
    fresh: true,
    body: z.object({
      kind: z.enum(changeableKinds),
      days: count(1, mostRetentionDays),
      known_days: count(1, mostRetentionDays).describe('the days that the form showed'),
    }),
    answer: z.object({ days: z.number() }),
    refuses: ['conflict'],
  }),
}
