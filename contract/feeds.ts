import { z } from 'zod'
import { feedFormat, feedMapping, feedRules, feedSource, mappingEntry, typedSource } from './feed-settings.ts'
import { operation } from './operation.ts'
import { id, moment } from './shared.ts'

const runStates = [
  'queued',
  'running',
  'applied',
  'unchanged',
  'held',
  'rejected',
  'discarded',
  'superseded',
  'rolled_back',
  'failed',
  'terminated',
  'dry',
] as const
export const runPhases = ['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide', 'apply'] as const
export const uploadLimitBytes = 256 * 1024 * 1024

const schedule = z.object({
  active: z.boolean(),
  /** Five cron fields; minutes are kept. */
  cron: z.string().trim().max(100).nullable(),
  tz: z.string().max(60),
})
export type FeedSchedule = z.output<typeof schedule>
export const feedSettings = z.object({
  source: typedSource,
  format: feedFormat,
  mapping: feedMapping,
  rules: feedRules,
  one_time_threshold_percent: z.number().min(0).max(100).nullable(),
})
export type FeedSettings = z.output<typeof feedSettings>

const feed = feedSettings.extend({
  source: feedSource,
  feed_id: z.number(),
  dropshipper_id: z.number(),
  supplier: z.string(),
  vendor_custom_feed_id: z.number().nullable(),
  source_secret_set: z.boolean(),
  mapping_version: z.number(),
  upload: z.object({ name: z.string(), tm: moment, bytes: z.number() }).nullable(),
  current_run_id: z.number().nullable(),
  updated_tm: moment,
})
export type Feed = z.output<typeof feed>

const phase = z.object({ phase: z.enum(runPhases), start_tm: moment, ms: z.number().nullable(), rows: z.number().nullable(), bytes: z.number().nullable() })
const measure = z.object({
  name: z.string(),
  label: z.string(),
  before: z.number(),
  after: z.number(),
  moved: z.number(),
  warn: z.number(),
  hold: z.number(),
  verdict: z.enum(['ok', 'warn', 'hold']),
  usual: z.tuple([z.number(), z.number()]).nullable(),
})
const impact = z.object({
  vendors: z.number(),
  integrations: z.number(),
  listings: z.number(),
  examples: z.array(
    z.object({
      sku: z.string(),
      title: z.string().nullable(),
      change: z.enum(['Created', 'Updated', 'Deleted']),
      fields: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
    }),
  ),
  vendor_examples: z.array(z.object({ vendor_id: z.number(), company: z.string(), integrations: z.number() })),
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
}
const live = z.object({
  feed_run_id: z.number(),
  state: z.enum(runStates),
  phase: z.string().nullable(),
  phases: z.array(phase),
  rate: z.number().nullable(),
  ...counts,
})
const run = live.extend({
  feed_id: z.number(),
  dropshipper_id: z.number(),
  supplier: z.string(),
  job_id: z.number().nullable(),
  dry: z.boolean(),
  started_by: z.string(),
  attempt: z.number(),
  file_name: z.string().nullable(),
  file_bytes: z.number().nullable(),
  file_tm: moment.nullable(),
  encoding: z.string().nullable(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  approved_by: z.string().nullable(),
  approve_reason: z.string().nullable(),
  insert_tm: moment,
  start_tm: moment.nullable(),
  end_tm: moment.nullable(),
  applied_tm: moment.nullable(),
  previous_run_id: z.number().nullable(),
  stats: z.record(z.string(), z.number()).nullable(),
  decision: z
    .object({ verdict: z.enum(['apply', 'hold']), threshold: z.number(), one_time: z.boolean(), first_load: z.boolean(), measures: z.array(measure) })
    .nullable(),
  impact: impact.nullable(),
  issues: z.array(
    z.object({
      severity: z.enum(['rejected', 'warning']),
      reason: z.string(),
      rows: z.number(),
      examples: z.array(z.object({ line: z.number(), column: z.string(), value: z.string() })),
    }),
  ),
  can: z
    .object({ apply: z.string().nullable(), discard: z.string().nullable(), roll_back: z.string().nullable(), terminate: z.string().nullable() })
    .describe('null: may be done; else why not'),
})
export type FeedRun = z.output<typeof run>
export type LiveRun = z.output<typeof live>

const preview = z.object({
  format: feedFormat,
  encoding: z.string(),
  encoding_by: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  suggestion: z.array(mappingEntry),
  preset: z.string().nullable(),
  mapped: z.array(
    z.object({ line: z.number(), values: z.record(z.string(), z.string().nullable()), issue: z.string().nullable(), warnings: z.array(z.string()) }),
  ),
  failure: z.string().nullable(),
})
export type FeedPreview = z.output<typeof preview>

const feedId = z.object({ feed_id: id })
const runId = z.object({ feed_run_id: id })
const reason = z.object({ reason: z.string().trim().min(3, 'Say why, for those who read the log').max(1000) })
const comparedProduct = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  change: z.enum(['Created', 'Updated', 'Deleted']),
  fields: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
})
export type ComparedProduct = z.output<typeof comparedProduct>

export const feeds = {
  get: operation({ method: 'GET', path: '/api/feeds/{feed_id}', access: 'staff', summary: "A feed's settings", params: feedId, answer: feed }),
  save: operation({
    method: 'PUT',
    path: '/api/feeds/{feed_id}',
    access: 'staff',
    summary: "Save a feed's settings; a changed mapping is a new version",
    params: feedId,
    body: feedSettings.extend({
      source_secret: z.string().max(2000).optional().describe('write-only; none: kept, unless the source leads elsewhere'),
      updated_tm: moment.optional().describe('what was edited; a newer one is a conflict'),
    }),
    answer: feed,
  }),
  presets: operation({
    method: 'GET',
    path: '/api/feeds/presets',
    access: 'staff',
    summary: 'Known formats with their mapping',
    answer: z.array(z.object({ name: z.string(), label: z.string(), format: feedFormat, mapping: feedMapping })),
  }),
  upload: operation({
    method: 'POST',
    path: '/api/suppliers/{id}/feed-file-upload/{fileKey}',
    access: 'staff',
    summary: "Upload a supplier's feed file (field feedFile), 256 MB at most; fileKey is the feed's id",
    params: z.object({ id, fileKey: id }),
    encoding: 'multipart',
    answer: z.object({ name: z.string(), bytes: z.number() }),
  }),
  preview: operation({
    method: 'POST',
    path: '/api/feeds/{feed_id}/preview',
    access: 'staff',
    summary: 'The first rows of the file, before and after the mapping',
    params: feedId,
    body: z.object({
      format: feedFormat.optional(),
      mapping: feedMapping.optional(),
      rules: feedRules.optional(),
      rows: z.number().int().min(1).max(100).default(20),
    }),
    answer: preview,
  }),
  start: operation({
    method: 'POST',
    path: '/api/feeds/{feed_id}/run',
    access: 'staff',
    summary: 'Run the feed now, or only try it',
    params: feedId,
    body: z.object({ dry: z.boolean().default(false) }),
    answer: z.object({ feed_run_id: z.number(), job_id: z.number() }),
  }),
  run: operation({ method: 'GET', path: '/api/feed-runs/{feed_run_id}', access: 'staff', summary: 'One run', params: runId, answer: run }),
  watch: operation({
    method: 'GET',
    path: '/api/feed-runs/{feed_run_id}/events',
    access: 'staff',
    summary: 'A run as it goes, by server-sent events, until it ends',
    params: runId,
    answer: 'events',
    event: live,
  }),
  apply: operation({
    method: 'POST',
    path: '/api/feed-runs/{feed_run_id}/apply',
    access: 'staff',
    summary: 'Apply a held run, with a reason',
    params: runId,
    body: reason,
    answer: z.object({ job_id: z.number() }),
  }),
  discard: operation({
    method: 'POST',
    path: '/api/feed-runs/{feed_run_id}/discard',
    access: 'staff',
    summary: 'Discard a held run',
    params: runId,
    body: reason,
    answer: 'empty',
  }),
  rollBack: operation({
    method: 'POST',
    path: '/api/feed-runs/{feed_run_id}/roll-back',
    access: 'staff',
    summary: 'Undo the newest applied run',
    params: runId,
    body: reason,
    answer: z.object({ job_id: z.number() }),
  }),
  rejectedRows: operation({
    method: 'GET',
    path: '/api/feed-runs/{feed_run_id}/rejected.csv',
    access: 'staff',
    summary: 'The rejected rows as a CSV to mend and upload again',
    params: runId,
    answer: 'file',
  }),
  compare: operation({
    method: 'GET',
    path: '/api/feed-runs/{stat1}/compare/{stat2}',
    access: 'staff',
    summary: 'Two runs product by product, at most 50 a page by keyset',
    params: z.object({ stat1: id, stat2: id }),
    query: z.object({ after: z.coerce.number<number>().int().min(0).optional(), change: z.enum(['Created', 'Updated', 'Deleted']).optional() }),
    answer: z.object({ products: z.array(comparedProduct), next: z.number().nullable() }),
  }),
  compareCounts: operation({
    method: 'GET',
    path: '/api/feed-runs/{stat1}/compare/{stat2}/counts',
    access: 'staff',
    summary: 'How many products two runs differ in',
    params: z.object({ stat1: id, stat2: id }),
    answer: z.object({ Created: z.number(), Updated: z.number(), Deleted: z.number() }),
  }),
  current: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/monitoring/current',
    access: 'staff',
    summary: "The supplier's running, waiting or held run",
    params: z.object({ id }),
    answer: z.object({ run: live.nullable() }),
  }),
  getSchedule: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/monitoring/schedule',
    access: 'staff',
    summary: 'When the feed runs by itself',
    params: z.object({ id }),
    answer: schedule.extend({ next_runs: z.array(moment) }),
  }),
  saveSchedule: operation({
    method: 'POST',
    path: '/api/suppliers/monitoring/schedule',
    access: 'staff',
    summary: 'Set when the feed runs by itself',
    body: schedule.extend({ dropshipper_id: z.number().int().positive() }),
    answer: schedule.extend({ next_runs: z.array(moment) }),
  }),
}
