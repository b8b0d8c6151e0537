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
  listings: z.number().describe('active integrations × updated or removed products; the upper limit'),
  closed: z
    .number()
    .optional()
    .describe('supplier products that a restricted custom feed removes from sale because it lacks them'),
  examples: z.array(comparedProduct),
  vendor_examples: z.array(
    z.object({
      vendor_id: z.number(),
      company: z.string(),
      integrations: z.number(),
      listings: z
        .number()
        .optional()
        .describe('products of all suppliers in the vendor’s active integrations; not in older runs'),
    }),
  ),
})

const counts = {
  rows_read: z.number(),
  rows_accepted: z.number(),
  rows_rejected: z.number(),
  rows_warned: z.number(),
  rows_left_out: z.number().describe('lines that aren’t product rows, such as totals; not part of rows_read'),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  deleted: z.number(),
  kept: z.number().describe('products left unchanged because their row was rejected'),
  skipped: z
    .number()
    .describe('rows of unknown products, skipped by a feed that only updates known products'),
}

const live = z.object({
  feed_run_id: z.number(),
  state: z.enum(runStates),
  phase: z.string().nullable(),
  phases: z.array(phase),
  rate: z.number().nullable(),
  file_bytes: z.number().nullable(),
  bytes_read: z.number().describe('of the received file; 0 while unknown, such as for a workbook'),
  waits_for: z
    .string()
    .nullable()
    .describe('what a queued run is waiting for, or how far the download of a running one is'),
  stopping: z.boolean().describe('terminated but not yet stopped'),
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
  vendor_id: z.number().nullable().describe('the vendor that owns the custom feed'),
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
  currency: z.string().nullable().describe('default for products without one; null if the feed has several'),
  files: z.array(runFile).describe('all files read, main file first, if the feed has additional files'),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  acts: z.array(runAct).describe('oldest first'),
  insert_tm: moment,
  start_tm: moment.nullable(),
  end_tm: moment.nullable(),
  applied_tm: moment.nullable(),
  previous_run_id: z.number().nullable(),
  roll_back_job_id: z.number().nullable().describe('the job that is rolling it back'),
  rejected_file: z.boolean().describe('whether its rejected rows can be downloaded'),
  mends_run_id: z.number().nullable().describe('the run whose corrected rows this run reads'),
  mended_by: z
    .array(live.pick({ feed_run_id: true, state: true, rows_read: true, rows_rejected: true }))
    .describe('runs of its corrected rows, oldest first'),
  stats: z.record(z.string(), z.number()).nullable(),
  decision: decision.nullable(),
  impact: impact.nullable(),
  alike: z.array(heldRun).describe('earlier runs held for the same check and their outcome, newest first'),
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
    .describe('active expected changes set when this run was approved'),
  rejected_usual: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('lowest and highest percent of rows rejected in the feed’s last 30 good runs'),
  rows_usual: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('fewest and most rows read in the feed’s last 30 good runs'),
  ends_in_line: z.boolean().describe('whether the file’s last line has no end, as in a cut-off file'),
  held: z
    .object({ others: z.number(), next_run_id: z.number().nullable() })
    .nullable()
    .describe('for a held run: how many others are held, and the next one to review'),
  issues: z.array(
    z.object({
      severity: z.enum(['rejected', 'warning', 'left_out', 'note']),
      reason: z.string(),
      rows: z.number(),
      examples: z.array(z.object({ line: z.number(), column: z.string(), value: z.string() })),
    }),
  ),
  newest: z.boolean().describe('whether it is the feed’s newest run, without dry runs'),
  can: z
    .object({
      apply: z.string().nullable(),
      discard: z.string().nullable(),
      roll_back: z.string().nullable(),
      mend: z.string().nullable(),
      terminate: z.string().nullable(),
      run_again: z.string().nullable(),
    })
    .describe('null if allowed, otherwise the reason'),
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
  held_run_id: z.number().nullable().describe('the held run, even if another run is in progress'),
  last_run_id: z.number().nullable().describe('the last finished run, without dry runs'),
  last_reason_code: z.string().nullable(),
  bad_run_id: z.number().nullable().describe('the last rejected or failed run in 48 hours'),
})
export type CurrentRun = z.output<typeof currentRun>

const reason = z.object({ reason: lines(1000).min(3, 'Enter a reason') })

export const runOperations = {
  startRun: post('/api/feeds/{feed_id}/run', 'Run the feed now, or as a dry run', {
    body: z.object({ dry: z.boolean().default(false) }),
    answer: z.object({ feed_run_id: z.number(), job_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  getRun: get('/api/feed-runs/{feed_run_id}', 'Get a run', { answer: run, refuses: ['not_found'] }),
  listRunChanges: get(
    '/api/feed-runs/{feed_run_id}/changes',
    'List the products a run changed or would change, up to 5,000',
    {
      query: z.object({ change: z.enum(changeKinds).optional(), search: line(200).default('') }),
      answer: z.object({
        products: z.array(comparedProduct),
        counts: z
          .record(z.enum(changeKinds), z.number())
          .nullable()
          .describe('of all changes; null if unknown'),
        whole: z.boolean().describe('false if there are more products'),
      }),
      refuses: ['not_found'],
    },
  ),
  watchRun: get('/api/feed-runs/{feed_run_id}/events', 'Follow a run with server-sent events until it ends', {
    answer: 'events',
    event: live,
    refuses: ['not_found'],
  }),
  applyRun: post(
    '/api/feed-runs/{feed_run_id}/apply',
    'Approve a held run with a reason, and set expected changes',
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
  rollBackRun: post('/api/feed-runs/{feed_run_id}/roll-back', 'Roll back the last applied run', {
    body: reason,
    answer: z.object({ job_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  mendRun: post(
    '/api/feed-runs/{feed_run_id}/mend',
    'Run a run’s corrected rows on their own; the feed’s source stays the same',
    {
      body: z.object({ file: uploadedFile }),
      answer: z.object({
        feed_run_id: z.number(),
        job_id: z.number(),
        rows: z.number(),
        left_out: z.number().describe('rows whose SKU is still on another line'),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  downloadRejectedRows: get(
    '/api/feed-runs/{feed_run_id}/rejected.csv',
    'Download the rejected rows as a CSV to correct and upload again',
    {
      answer: 'file',
      refuses: ['not_found'],
    },
  ),
  getCurrentCustomFeedRun: get(
    '/api/vendor/{vcfi}/custom-feed/current',
    "Get the custom feed's current run and status",
    { answer: currentRun, refuses: ['not_found'] },
  ),
  getCurrentRun: get(
    '/api/suppliers/{id}/monitoring/current',
    "Get the supplier's current run and feed status",
    {
      answer: currentRun,
      refuses: ['not_found'],
    },
  ),
}
