import { z } from 'zod'
import { get } from '../operation.ts'
import { fromText, sortOf } from '../inputs.ts'
import { feedStanding } from './standing.ts'
import { moment } from '../values.ts'

// thousands in one answer: field names would take most of it
const runStrip = z.array(z.tuple([z.number(), z.string(), z.number(), z.number()]))
export type RunStrip = z.output<typeof runStrip>
const monitoredShape = {
  ...feedStanding.shape,
  standing_since: moment
    .nullable()
    .describe(
      'of a held feed, when its run was held; of a failing one, its first failure since the last good run; ' +
        'of a late one, when it became late',
    ),
  last_run: moment.nullable().describe('the last finished run, without dry runs'),
  last_successful_run: moment.nullable(),
  last_state: z.string().nullable(),
  last_reason: z.string().nullable(),
  last_reason_code: z.string().nullable(),
  last_run_id: z.number().nullable(),
  bad_run_id: z.number().nullable().describe('the last rejected or failed run in 48 hours'),
  bad_run: moment.nullable(),
  bad_reason: z.string().nullable(),
  held_run_id: z.number().nullable(),
  active_products: z.number(),
  products_yesterday: z.number().nullable(),
  hidden_from_report: z.boolean(),
  report_note: z.string(),
  report_version: z.number(),
  max_age_hours: z.number(),
  runs: runStrip.describe(
    'the last 24 runs in 48 hours, oldest first, each as feed_run_id, state, rows read, Unix time',
  ),
}

const monitoredSupplier = z.object({
  dropshipper_id: z.number(),
  supplier: z.string(),
  feed_id: z.number(),
  allow_browse: z.number(),
  custom_feed_support: z.number(),
  sub_count: z.number(),
  ...monitoredShape,
})

const monitoredCustomFeed = z.object({
  vendor_custom_feed_id: z.number(),
  dropshipper_id: z.number(),
  feed_id: z.number(),
  vendor_id: z.number(),
  email: z.string(),
  supplier: z.string(),
  is_restricted_setup: z.boolean(),
  is_custom_price_setup: z.boolean(),
  ...monitoredShape,
})

export type MonitoredSupplier = z.output<typeof monitoredSupplier>
export type MonitoredCustomFeed = z.output<typeof monitoredCustomFeed>
const historyRow = z.object({
  feed_run_id: z.number(),
  state: z.string(),
  dry: z.boolean(),
  tm: moment,
  end_tm: moment.nullable(),
  seconds: z.number().nullable(),
  rows_read: z.number(),
  rows_rejected: z.number(),
  created: z.number(),
  updated: z.number(),
  deleted: z.number(),
  reason: z.string().nullable(),
})

const fleet = z.object({
  feeds: z.number(),
  good: z.array(z.number()).describe('for each of the last 49 full hours, oldest first'),
})

export type HistoryRow = z.output<typeof historyRow>
const window = {
  start: fromText.instant.optional().describe('Unix time in seconds'),
  end: fromText.instant.optional().describe('Unix time in seconds'),
}

export const runSort = sortOf([
  'id',
  'state',
  'tm',
  'took',
  'read',
  'rejected',
  'created',
  'updated',
  'deleted',
])

const pageOfRuns = z.object({
  sort: runSort.default('-id'),
  before: fromText.bigId.optional().describe('return only runs after this one in the sort order'),
})

export const monitoringOperations = {
  listCustomFeedHistory: get(
    '/api/vendor/{vcfi}/custom-feed/history',
    "List a custom feed's runs, newest first or sorted, 50 per page",
    { query: pageOfRuns, answer: z.array(historyRow), refuses: ['not_found'] },
  ),
  listRuns: get(
    '/api/suppliers/{id}/monitoring',
    "List a supplier's feed runs, newest first or sorted, 50 per page",
    { query: pageOfRuns, answer: z.array(historyRow), refuses: ['not_found'] },
  ),
  listMonitoredFeeds: get(
    '/api/suppliers/monitoring/list',
    'List all suppliers and custom feeds over the last 48 hours, worst first',
    {
      same_for_all: true,
      answer: z.object({ suppliers: z.array(monitoredSupplier), custom_feeds: z.array(monitoredCustomFeed) }),
    },
  ),
  getFleetHours: get(
    '/api/suppliers/monitoring/fleet',
    'Count the feeds with data within their age limit, for each of the last 48 hours',
    { answer: z.object({ tm: moment, suppliers: fleet, custom_feeds: fleet }) },
  ),
  listRunsBetween: get(
    '/api/suppliers/monitoring/history',
    "List a supplier's runs in a time range, up to 500",
    {
      query: z.object({ dropshipper_id: fromText.id, ...window }),
      answer: z.array(historyRow),
      refuses: ['not_found'],
    },
  ),
  listCustomFeedRuns: get(
    '/api/suppliers/custom-feeds/monitoring/history',
    "List a custom feed's runs in a time range, up to 500",
    {
      query: z.object({ custom_feed_id: fromText.id, ...window }),
      answer: z.array(historyRow),
      refuses: ['not_found'],
    },
  ),
}
