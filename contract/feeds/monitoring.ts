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
  last_run: moment.nullable().describe('the newest ended run that counts'),
  last_successful_run: moment.nullable(),
  last_state: z.string().nullable(),
  last_reason: z.string().nullable(),
  last_reason_code: z.string().nullable(),
  last_run_id: z.number().nullable(),
  bad_run_id: z.number().nullable().describe('the newest of 48 hours that was rejected or failed'),
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
    'the newest 24 of 48 hours, oldest first, each: feed_run_id, state, rows read, seconds since 1970',
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
  good: z.array(z.number()).describe('of each of the 49 full hours, 48 hours ago first'),
})

export type HistoryRow = z.output<typeof historyRow>
const window = {
  start: fromText.instant.optional().describe('seconds since 1970'),
  end: fromText.instant.optional().describe('seconds since 1970'),
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
  before: fromText.bigId.optional().describe('keyset: only runs that follow this one in the order'),
})

export const monitoringOperations = {
  listCustomFeedHistory: get(
    '/api/vendor/{vcfi}/custom-feed/history',
    "A custom feed's runs, newest first or sorted, 50 a page by keyset",
    { query: pageOfRuns, answer: z.array(historyRow), refuses: ['not_found'] },
  ),
  listRuns: get(
    '/api/suppliers/{id}/monitoring',
    "A supplier's feed runs, newest first or sorted, 50 a page by keyset",
    { query: pageOfRuns, answer: z.array(historyRow), refuses: ['not_found'] },
  ),
  listMonitoredFeeds: get(
    '/api/suppliers/monitoring/list',
    'Every supplier and custom feed over the last 48 hours, worst first',
    {
      answer: z.object({ suppliers: z.array(monitoredSupplier), custom_feeds: z.array(monitoredCustomFeed) }),
    },
  ),
  getFleetHours: get(
    '/api/suppliers/monitoring/fleet',
    'How many feeds had data within the age they are allowed, at each hour of the last 48',
    { answer: z.object({ tm: moment, suppliers: fleet, custom_feeds: fleet }) },
  ),
  listRunsBetween: get(
    '/api/suppliers/monitoring/history',
    "A supplier's runs between two moments, at most 500",
    {
      query: z.object({ dropshipper_id: fromText.id, ...window }),
      answer: z.array(historyRow),
      refuses: ['not_found'],
    },
  ),
  listCustomFeedRuns: get(
    '/api/suppliers/custom-feeds/monitoring/history',
    "A custom feed's runs between two moments, at most 500",
    {
      query: z.object({ custom_feed_id: fromText.id, ...window }),
      answer: z.array(historyRow),
      refuses: ['not_found'],
    },
  ),
}
