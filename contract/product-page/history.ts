import { z } from 'zod'
import { changeKinds } from '../feeds/comparison.ts'
import { moment } from '../values.ts'

export const historyPageSize = 25

const entry = z.object({
  feed_run_id: z.number(),
  tm: moment.nullable().describe('when the run was applied'),
  change: z.enum(changeKinds),
  fields: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
})
export type HistoryEntry = z.output<typeof entry>

/** What runs did to a product, newest first. */
export const productHistory = z.object({
  entries: z.array(entry),
  next: z.number().nullable().describe('`before` of the next page; null: there is none'),
  removed_until: moment.nullable().describe('changes up to then are no longer stored; null: all are'),
})
export type ProductHistory = z.output<typeof productHistory>
