import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'

/** Why a product's cost can't be looked up in its file. */
export const cellNotSeen = {
  no_column: 'its feed reads it from no column',
  not_kept: 'the file isn’t kept any more',
  too_large: 'the file is too large to be looked into here',
  unread: 'the file can’t be read any more',
  not_there: 'the file that is kept has no such row',
} as const

const cell = z.object({
  column: z.string().nullable(),
  text: z.string().nullable().describe('as it stands in the file, its first 300 characters'),
  run_id: z.number().nullable().describe('the run that read the file'),
  not_seen: z
    .enum(Object.keys(cellNotSeen) as [keyof typeof cellNotSeen])
    .nullable()
    .describe('why there is no text'),
})
export type CostCell = z.output<typeof cell>

export const costCellOperations = {
  getCostCell: get(
    '/api/feeds/{feed_id}/cost-cell',
    'The cell of a feed’s file that a product’s wholesale price is read from, before any transform',
    { query: z.object({ product_id: fromText.bigId }), answer: cell, refuses: ['not_found'] },
  ),
}
