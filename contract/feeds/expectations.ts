import { z } from 'zod'
import { count, fromText, lines, percent } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { gateMeasure, judgedMeasure, measureKind, type GateMeasure, type JudgedMeasure } from './gate.ts'
import { feedRules, productFields, type ProductField } from './settings.ts'

/** What a person who lets a run through expects of the feed for some days. */
export const expectedWith = z.object({
  measures: z.array(gateMeasure).min(1, 'Choose at least one check').max(40),
  days: count(1, 365),
})

const expectation = z.object({
  feed_expectation_id: z.number(),
  measure: gateMeasure,
  field: z.string().nullable().describe('the product field it applies to'),
  part: z.string().nullable().describe('the brand, category or price band it applies to'),
  sign: z.number().describe('-1 for a decrease'),
  limit: z.number().describe('in percent; larger changes are held'),
  feed_run_id: z.number().describe('the run that was approved'),
  reason: z.string(),
  by: z.string(),
  insert_tm: moment,
  until_tm: moment,
  revoked_by: z.string().nullable(),
  revoked_tm: moment.nullable(),
})
export type Expectation = z.output<typeof expectation>

/** An expectation in words: “Fields emptied, Description”, “Prices throughout, lower”. */
export const expectedText = ({
  measure,
  field,
  part,
  sign,
}: {
  measure: GateMeasure
  field: string | null
  part: string | null
  sign: number
}): string =>
  [
    measureKind(measure).label,
    field === null ? undefined : productFields[field as ProductField].label,
    part ?? undefined,
    sign < 0 ? 'lower' : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ')

/** A measure in the same words as an expectation of it. */
export const measureText = ({
  name,
  value,
  ...place
}: Pick<JudgedMeasure, 'name' | 'field' | 'part' | 'value'>): string =>
  expectedText({ measure: name, ...place, sign: Math.sign(value) })

const judgedRun = z.object({
  feed_run_id: z.number(),
  tm: moment,
  state: z.string(),
  was: z.enum(['apply', 'hold']),
  is: z.enum(['apply', 'hold']),
  expected: z.boolean().describe('passes because the change is expected'),
  sentence: z.string(),
  worst: judgedMeasure.pick({ name: true, label: true, value: true, hold: true }).nullable(),
})
export type JudgedRun = z.output<typeof judgedRun>

export const expectationOperations = {
  listExpectations: get('/api/feeds/{feed_id}/expectations', 'List a feed’s expected changes, newest first', {
    answer: z.array(expectation),
    refuses: ['not_found'],
  }),
  revokeExpectation: post('/api/feed-expectations/{id}/revoke', 'End an expected change', {
    body: z.object({ reason: lines(1000).min(3, 'Enter a reason') }),
    refuses: ['not_found', 'conflict'],
  }),
  backTest: post('/api/feeds/{feed_id}/back-test', 'Test other limits on the feed’s last 60 checked runs', {
    reads: true,
    body: z.object({
      rules: feedRules.pick({ threshold_percent: true, warn_percent: true, limits: true }),
      one_time_threshold_percent: percent.nullable().default(null),
    }),
    answer: z.array(judgedRun),
    refuses: ['not_found'],
  }),
  reportGate: get('/api/reports/gate', 'Report holds, warnings and wrong holds by check', {
    query: z.object({ days: fromText.days.default(30) }),
    answer: z.object({
      runs: z.number().describe('runs checked in the period'),
      held: z.number(),
      warned: z.number(),
      let_through: z.number().describe('held, then approved and not rolled back'),
      superseded: z.number().describe('held until a newer run replaced it'),
      discarded: z.number().describe('held, then discarded, or approved and later rolled back'),
      waiting: z.number(),
      rolled_back: z.number().describe('missed: applied without a hold, then rolled back'),
      measures: z.array(
        z.object({
          name: gateMeasure,
          label: z.string(),
          held: z.number(),
          let_through: z.number(),
          discarded: z.number(),
          warned: z.number(),
          expected: z.number().describe('expected changes now active'),
        }),
      ),
    }),
  }),
}
