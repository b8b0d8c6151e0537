import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'
import { gateMeasure } from './gate.ts'
import { runStates } from './run-states.ts'

/** A run that the gate held or warned of, and what a person did with it. */
export const heldRun = z.object({
  feed_run_id: z.number(),
  tm: moment,
  state: z.enum(runStates),
  sentence: z.string(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
})
export type HeldRun = z.output<typeof heldRun>

export const heldRunOperations = {
  listMeasuredRuns: get(
    '/api/reports/gate/runs',
    'List the runs a check held or gave a warning for, newest first, up to 200',
    {
      query: z.object({ days: fromText.days.default(30), measure: gateMeasure }),
      answer: z.array(heldRun.extend({ supplier: z.string() })),
    },
  ),
}
