import { z } from 'zod'
import { line, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { changeKinds, comparedProduct } from './comparison.ts'
import { expectedWith } from './expectations.ts'
import { runFile } from './further-files.ts'
import { decision, gateMeasure } from './gate.ts'
import { heldRun } from './held-runs.ts'
import { runStates } from './run-states.ts'
import { sourceKinds, uploadedFile } from './settings.ts'
import { feedStanding } from './standing.ts'

export const runPhases = ['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide', 'apply'] as const
const phase = z.object({
  phase: z.enum(runPhases),
  reading: z.number().optional().describe('2: read again once it was approved'),
  start_tm: moment,
  ms: z.number().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
})
const impact = z.object({
  vendors: z.number(),
  integrations: z.number(),
  listings: z
    .number()
    .describe('each active integration times each product updated or gone; it may list fewer'),
  closed: z
    .number()
    .optional()
    .describe('products of the supplier that a restricted custom feed without them takes off sale'),
  examples: z.array(comparedProduct),
  vendor_examples: z.array(
    z.object({ vendor_id: z.number(), company: z.string(), integrations: z.number() }),
  ),
})

const counts = {
  rows_read: z.number(),
  rows_accepted: z.number(),
  rows_rejected: z.number(),
  rows_warned: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  deleted: z.number(),
  kept: z.number().describe('products whose row was rejected: they stay as they were'),
  skipped: z.number().describe('rows of products that a feed of news alone doesn’t know'),
}

const live = z.object({
  feed_run_id: z.number(),
  state: z.enum(runStates),
  phase: z.string().nullable(),
  phases: z.array(phase),
  rate: z.number().nullable(),
  file_bytes: z.number().nullable(),
  bytes_read: z.number().describe('of the file as it came; 0 while it isn’t known, as within a workbook'),
  waits_for: z.string().nullable().describe('what a queued run waits for'),
  stopping: z.boolean().describe('somebody has terminated it, and it has not stopped yet'),
  ...counts,
})

/** What a person did with a run. */
const runAct = z.object({
  what: z.enum(['approved', 'discarded', 'roll_back', 'terminated']),
  by: z.string(),
  tm: moment,
  reason: z.string().nullable(),
})

const run = live.extend({
  feed_id: z.number(),
  vendor_custom_feed_id: z
    .number()
    .nullable()
    .describe('a custom feed has no settings on the supplier’s page'),
  vendor_id: z.number().nullable().describe('whose custom feed it is'),
  company: z.string().nullable(),
  dropshipper_id: z.number(),
  supplier: z.string(),
  job_id: z.number().nullable(),
  dry: z.boolean(),
  started_by: z.string(),
  attempt: z.number(),
  file_name: z.string().nullable(),
  file_tm: moment.nullable(),
  encoding: z.string().nullable(),
  source: z
    .object({ kind: z.enum(sourceKinds), text: z.string() })
    .describe('where the feed’s file is fetched from by now'),
  currency: z.string().nullable().describe('of products that say none; null: they say several'),
  files: z.array(runFile).describe('where the feed has further files: all that it read, the main one first'),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  acts: z.array(runAct).describe('oldest first'),
  insert_tm: moment,
  start_tm: moment.nullable(),
  end_tm: moment.nullable(),
  applied_tm: moment.nullable(),
  previous_run_id: z.number().nullable(),
  roll_back_job_id: z.number().nullable().describe('the job that is taking it back'),
  rejected_file: z.boolean().describe('whether its rejected rows can still be downloaded'),
  mends_run_id: z.number().nullable().describe('it is of the mended rows of that run alone'),
  mended_by: z
    .array(live.pick({ feed_run_id: true, state: true, rows_read: true, rows_rejected: true }))
    .describe('the runs of its rejected rows, mended; oldest first'),
  stats: z.record(z.string(), z.number()).nullable(),
  decision: decision.nullable(),
  impact: impact.nullable(),
  alike: z
    .array(heldRun)
    .describe('the last times that this feed was held for the same measure, newest first, and what was done'),
  expected: z
    .array(
      z.object({
        measure: gateMeasure,
        field: z.string().nullable(),
        part: z.string().nullable(),
        sign: z.number(),
        limit: z.number(),
        until_tm: moment,
      }),
    )
    .describe('what was said to be expected when it was let through, while that stands'),
  rejected_usual: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('percent of rows rejected in the feed’s last 30 good runs, lowest and highest'),
  issues: z.array(
    z.object({
      severity: z.enum(['rejected', 'warning']),
      reason: z.string(),
      rows: z.number(),
      examples: z.array(z.object({ line: z.number(), column: z.string(), value: z.string() })),
    }),
  ),
  newest: z.boolean().describe('no run of its feed came after it, but for dry ones'),
  can: z
    .object({
      apply: z.string().nullable(),
      discard: z.string().nullable(),
      roll_back: z.string().nullable(),
      mend: z.string().nullable(),
      terminate: z.string().nullable(),
      run_again: z.string().nullable(),
    })
    .describe('null: may be done; else why not'),
})

export type FeedRun = z.output<typeof run>
export type LiveRun = z.output<typeof live>

/** The milliseconds that a run took, in both readings, without the time it waited for a person. Null: unknown. */
export const tookMs = ({ phases, end_tm }: Pick<FeedRun, 'phases' | 'end_tm'>): number | null =>
  phases.length === 0 ? null : phases.reduce((sum, p) => sum + (p.ms ?? brokenMs(p, end_tm)), 0)
/** A phase that was broken off lasted until the run's end. */
const brokenMs = ({ start_tm }: FeedRun['phases'][number], end_tm: string | null) =>
  // oxlint-disable-next-line no-restricted-globals -- reads given texts, no clock
  end_tm ? Math.max(0, Date.parse(end_tm) - Date.parse(start_tm)) : 0
/** A feed's running or held run, and the feed's standing. */
export const currentRun = feedStanding.extend({
  run: live.nullable(),
  last_good_run_tm: moment.nullable(),
  held_run_id: z.number().nullable().describe('the run that waits for a person, whatever runs since'),
  last_run_id: z.number().nullable().describe('the newest ended run that counts'),
  last_reason_code: z.string().nullable(),
  bad_run_id: z.number().nullable().describe('the newest of 48 hours that was rejected or failed'),
})
export type CurrentRun = z.output<typeof currentRun>

const reason = z.object({ reason: lines(1000).min(3, 'Say why, for those who read the log') })

export const runOperations = {
  startRun: post('/api/feeds/{feed_id}/run', 'Run the feed now, or only try it', {
    body: z.object({ dry: z.boolean().default(false) }),
    answer: z.object({ feed_run_id: z.number(), job_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  getRun: get('/api/feed-runs/{feed_run_id}', 'One run', { answer: run, refuses: ['not_found'] }),
  listRunChanges: get(
    '/api/feed-runs/{feed_run_id}/changes',
    'The products that a run changed or, where it isn’t applied, would change, at most 5,000',
    {
      query: z.object({ change: z.enum(changeKinds).optional(), search: line(200).default('') }),
      answer: z.object({
        products: z.array(comparedProduct),
        counts: z.record(z.enum(changeKinds), z.number()).nullable().describe('of all; null: not known'),
        whole: z.boolean().describe('false: there are more such products'),
      }),
      refuses: ['not_found'],
    },
  ),
  watchRun: get(
    '/api/feed-runs/{feed_run_id}/events',
    'A run as it goes, by server-sent events, until it ends',
    {
      answer: 'events',
      event: live,
      refuses: ['not_found'],
    },
  ),
  applyRun: post(
    '/api/feed-runs/{feed_run_id}/apply',
    'Apply a held run, with a reason, and say what of it is to be expected',
    {
      body: reason.extend({ expected: expectedWith.optional() }),
      answer: z.object({ job_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  discardRun: post('/api/feed-runs/{feed_run_id}/discard', 'Discard a held run', {
    body: reason,
    refuses: ['not_found', 'conflict'],
  }),
  rollBackRun: post('/api/feed-runs/{feed_run_id}/roll-back', 'Undo the newest applied run', {
    body: reason,
    answer: z.object({ job_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  mendRun: post(
    '/api/feed-runs/{feed_run_id}/mend',
    'Complete a run by its rejected rows, mended: a run of these alone, which leaves the feed’s source as it is',
    {
      body: z.object({ file: uploadedFile }),
      answer: z.object({
        feed_run_id: z.number(),
        job_id: z.number(),
        rows: z.number(),
        left_out: z.number().describe('rows whose SKU still stands on another line'),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  downloadRejectedRows: get(
    '/api/feed-runs/{feed_run_id}/rejected.csv',
    'The rejected rows as a CSV to mend and upload again',
    {
      answer: 'file',
      refuses: ['not_found'],
    },
  ),
  getCurrentCustomFeedRun: get(
    '/api/vendor/{vcfi}/custom-feed/current',
    "The custom feed's running, waiting or held run, and how it stands",
    { answer: currentRun, refuses: ['not_found'] },
  ),
  getCurrentRun: get(
    '/api/suppliers/{id}/monitoring/current',
    "The supplier's running, waiting or held run, and how its feed stands",
    {
      answer: currentRun,
      refuses: ['not_found'],
    },
  ),
}
