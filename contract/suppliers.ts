import { z } from 'zod'
import { operation } from './operation.ts'
import { id, moment } from './shared.ts'

export const supplierPageSize = 50
export const supplierSorts = ['name', 'subs', 'votes'] as const
/** allow_browse by id (document 2, section 4). */
export const allowBrowse = { 1: 'Public', 0: 'Private', '-1': 'Hidden/Restricted', '-2': 'No Catalog' } as const
/** custom_feed_support of a supplier's detail (document 2, section 4). */
export const customFeedSupport = { 0: 'None', 1: 'Required', 2: 'Optional' } as const
/** The supplier page's tabs by page name (document 2, section 2, Supplier view). */
export const supplierTabs = { basic: 'Basic Info', config: 'Configuration', monitoring: 'Monitoring', stats: 'Product Stats', log: 'Activity Log' } as const
export const supplierTexts = ['description', 'primary_contact_info', 'ordering_info', 'pricing_info', 'account_setup_info', 'policy_info'] as const

const supplierRow = z.object({
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  dropshipper_prefix: z.string(),
  allow_browse: z.number(),
  custom_feed_support: z.number(),
  automated_variant_mapping: z.boolean(),
  variant_mapping_update_tm: moment.nullable(),
  active_products: z.number(),
  sub_count: z.number(),
  votes: z.number(),
  last_run_state: z.string().nullable(),
  last_good_run_tm: moment.nullable(),
})
export type SupplierRow = z.output<typeof supplierRow>

export const supplierDetails = z.object({
  supplier_name: z.string().trim().min(1, 'Supplier name is required.').max(200),
  dropshipper_prefix: z
    .string()
    .trim()
    .min(1, 'Supplier prefix is required.')
    .max(20)
    .regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, - and _ only'),
  allow_browse: z.number().int().min(-2).max(1),
  integrated: z.boolean(),
  custom_feed_support: z.number().int().min(0).max(2),
  automated_variant_mapping: z.boolean(),
  supports_inventory_automation: z.boolean(),
  supports_order_automation: z.boolean(),
  allows_ebay: z.boolean(),
  allows_amazon: z.boolean(),
  allows_marketplace: z.boolean(),
  description: z.string().max(50_000),
  primary_contact_info: z.string().max(50_000),
  ordering_info: z.string().max(50_000),
  pricing_info: z.string().max(50_000),
  account_setup_info: z.string().max(50_000),
  policy_info: z.string().max(50_000),
})
export type SupplierDetails = z.output<typeof supplierDetails>

const supplier = supplierDetails.extend({
  dropshipper_id: z.number(),
  dropshipper_logo: z.string().nullable(),
  supplier_type: z.string(),
  votes: z.number(),
  active_products: z.number(),
  sub_count: z.number(),
  integration_count: z.number(),
  max_file_age_allowed_in_days: z.number(),
  feed_id: z.number(),
  insert_tm: moment,
})
const report = z.object({ id: z.number().int().positive(), hidden_from_report: z.boolean(), report_note: z.string().max(2000) })
const params = z.object({ id })

const runStrip = z.array(z.object({ feed_run_id: z.number(), state: z.string(), rows: z.number(), tm: moment }))
const monitored = {
  succeeding: z.boolean(),
  last_run: moment.nullable(),
  last_successful_run: moment.nullable(),
  success_rate: z.number().nullable(),
  last_state: z.string().nullable(),
  last_reason: z.string().nullable(),
  last_run_id: z.number().nullable(),
  held_run_id: z.number().nullable(),
  active_products: z.number(),
  products_yesterday: z.number().nullable(),
  hidden_from_report: z.boolean(),
  report_note: z.string(),
  max_age_hours: z.number(),
  runs: runStrip,
}
const monitoredSupplier = z.object({
  dropshipper_id: z.number(),
  supplier: z.string(),
  feed_id: z.number(),
  allow_browse: z.number(),
  custom_feed_support: z.number(),
  sub_count: z.number(),
  ...monitored,
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
  ...monitored,
})
export type MonitoredSupplier = z.output<typeof monitoredSupplier>
export type MonitoredCustomFeed = z.output<typeof monitoredCustomFeed>

const historyRow = z.object({
  feed_run_id: z.number(),
  state: z.string(),
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
export type HistoryRow = z.output<typeof historyRow>
const window = {
  start: z.coerce.number<number>().int().min(0).optional().describe('seconds since 1970'),
  end: z.coerce.number<number>().int().min(0).optional().describe('seconds since 1970'),
}

export const logPageSize = 50
const logFilters = z.object({
  page: z.number().int().min(1).max(10_000).default(1),
  dropshipper_id: z.number().int().positive(),
  search: z.string().trim().max(200).default(''),
  start_date: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
  type: z.string().max(100).optional(),
  oldest_first: z.boolean().default(false),
  action_by: z.string().max(200).optional(),
})
const logRow = z.object({
  activity_id: z.number(),
  tm: moment,
  type: z.string(),
  message: z.string(),
  action_by: z.string(),
  entity: z.string().nullable(),
  entity_id: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
})
export type LogRow = z.output<typeof logRow>

export const suppliers = {
  list: operation({
    method: 'POST',
    path: '/api/suppliers/',
    access: 'staff',
    summary: 'Suppliers, 50 a page',
    body: z.object({
      query: z.string().trim().max(200).default(''),
      current_page: z.number().int().min(1).max(10_000).default(1),
      sort_on: z.enum(supplierSorts).default('name'),
      descending: z.boolean().default(false),
    }),
    answer: z.object({ total: z.number(), suppliers: z.array(supplierRow) }),
  }),
  view: operation({
    method: 'GET',
    path: '/api/suppliers/{id}',
    access: 'staff',
    summary: 'One supplier',
    params,
    answer: z.object({ dropshipper: supplier, dropshipper_file_update_time: z.object({ max_file_age_allowed_in_days: z.number() }) }),
  }),
  save: operation({
    method: 'POST',
    path: '/api/suppliers/{id}',
    access: 'staff',
    summary: "Save a supplier's basic info",
    params,
    body: z.object({ dropshipper: supplierDetails, max_file_age_allowed_in_days: z.number().int().min(1, 'At least 1 day').max(365) }),
    answer: supplier,
  }),
  getConfig: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/config',
    access: 'staff',
    summary: "A supplier's configuration rows",
    params,
    answer: z.array(z.object({ dropshipper_id: z.number(), config_name: z.string(), config_value: z.string() })),
  }),
  saveConfig: operation({
    method: 'POST',
    path: '/api/suppliers/config',
    access: 'staff',
    summary: 'Save configuration rows',
    body: z
      .array(z.object({ dropshipper_id: z.number().int().positive(), config_name: z.string().trim().min(1).max(100), config_value: z.string().max(4000) }))
      .min(1)
      .max(200),
    answer: 'empty',
  }),
  stats: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/stats',
    access: 'staff',
    summary: "The statistics of a supplier's runs, oldest first, at most 200",
    params,
    answer: z.array(z.object({ feed_run_id: z.number(), tm: moment, state: z.string(), datums: z.record(z.string(), z.number()) })),
  }),
  currentStats: operation({
    method: 'GET',
    path: '/api/dropshipper-stat/',
    access: 'staff',
    summary: "Each supplier's newest statistics",
    answer: z.array(z.object({ dropshipper_id: z.number(), tm: moment, active_products: z.number(), datums: z.record(z.string(), z.number()) })),
  }),
  monitoring: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/monitoring',
    access: 'staff',
    summary: "A supplier's feed runs, newest first, 50 a page by keyset",
    params,
    query: z.object({ before: z.coerce.number<number>().int().positive().optional() }),
    answer: z.array(historyRow),
  }),
  monitoringList: operation({
    method: 'GET',
    path: '/api/suppliers/monitoring/list',
    access: 'staff',
    summary: 'Every supplier and custom feed over the last 48 hours',
    answer: z.object({ suppliers: z.array(monitoredSupplier), custom_feeds: z.array(monitoredCustomFeed) }),
  }),
  monitoringHistory: operation({
    method: 'GET',
    path: '/api/suppliers/monitoring/history',
    access: 'staff',
    summary: "A supplier's runs between two moments, at most 500",
    query: z.object({ dropshipper_id: id, ...window }),
    answer: z.array(historyRow),
  }),
  customFeedHistory: operation({
    method: 'GET',
    path: '/api/suppliers/custom-feeds/monitoring/history',
    access: 'staff',
    summary: "A custom feed's runs between two moments, at most 500",
    query: z.object({ custom_feed_id: id, ...window }),
    answer: z.array(historyRow),
  }),
  updateReportInfo: operation({
    method: 'POST',
    path: '/api/suppliers/update-report-info',
    access: 'staff',
    summary: "A supplier's report note, and whether it is hidden from the report",
    body: report,
    answer: 'empty',
  }),
  updateCustomFeedReportInfo: operation({
    method: 'POST',
    path: '/api/suppliers/update-custom-feed-report-info',
    access: 'staff',
    summary: "A custom feed's report note and hiding",
    body: report,
    answer: 'empty',
  }),
  activityLog: operation({
    method: 'POST',
    path: '/api/dropshipper-activity-log/',
    access: 'staff',
    summary: "What was done to a supplier, 50 a page, with the filters' choices",
    body: logFilters,
    answer: z.object({ logs: z.array(logRow), types: z.array(z.string()), support_reps: z.array(z.string()) }),
  }),
  searchActivityLog: operation({
    method: 'POST',
    path: '/api/dropshipper-activity-log/search',
    access: 'staff',
    summary: 'The same, the log alone',
    body: logFilters,
    answer: z.object({ logs: z.array(logRow) }),
  }),
}
