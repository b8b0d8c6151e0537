import { z } from 'zod'
import { get } from '../operation.ts'

/** Where in its file a rejected run broke, as the run keeps it. */
export const faultPlace = z.object({
  line: z.number().optional(),
  column: z.number().optional(),
  file: z.string().optional().describe('the name of the additional file it is in'),
})
export type FaultPlace = z.output<typeof faultPlace>

const runFault = z.object({
  file_name: z.string().nullable(),
  line: z.number().nullable().describe('null: the whole file is at fault, and its first lines are shown'),
  column: z.number().nullable(),
  first_column: z.number().describe('the first column shown of each line, larger than 1 in long lines'),
  lines: z.array(z.object({ line: z.number(), text: z.string(), is_cut: z.boolean() })),
  missing: z.enum(['not_kept', 'too_large', 'no_lines']).nullable().describe('why there are no lines'),
})
export type RunFault = z.output<typeof runFault>

export const runFaultOperations = {
  getRunFault: get(
    '/api/feed-runs/{feed_run_id}/fault',
    "Get the lines of a rejected run's file around the place where it broke",
    { answer: runFault, refuses: ['not_found'] },
  ),
}
