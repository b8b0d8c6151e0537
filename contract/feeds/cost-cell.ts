import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'

/** Why a product's cost can't be looked up in its file. */
export const cellNotSeen = {
  no_column: 'no column is mapped to it',
  not_kept: 'the file is no longer stored',
  too_large: 'the file is too large to search',
  unread: 'the file is no longer readable',
  not_there: 'the stored file doesn’t have this row',
} as const

const cell = z.object({
  column: z.string().nullable(),
  text: z.string().nullable().describe('the first 300 characters, as in the file'),
  run_id: z.number().nullable().describe('the run that read the file'),
  not_seen: z
    .enum(Object.keys(cellNotSeen) as [keyof typeof cellNotSeen])
    .nullable()
    .describe('why the text is missing'),
})
export type CostCell = z.output<typeof cell>

export const costCellOperations = {
  getCostCell: get(
    '/api/feeds/{feed_id}/cost-cell',
    'Get the file cell that a product’s wholesale price comes from, before transforms',
    { query: z.object({ product_id: fromText.bigId }), answer: cell, refuses: ['not_found'] },
  ),
}
