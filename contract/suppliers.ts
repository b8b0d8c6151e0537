import { z } from 'zod'
import { messages } from './messages.ts'
import { operation } from './operation.ts'
import { id, moment, updateFailures } from './shared.ts'

export const supplierPageSize = 50
export const supplierSorts = ['name', 'subs', 'votes'] as const
/** allow_browse by id (document 2, section 4). */
export const allowBrowse = { 1: 'Public', 0: 'Private', '-1': 'Hidden/Restricted', '-2': 'No Catalog' } as const
/** custom_feed_support of a supplier's detail (document 2, section 4). */
export const customFeedSupport = { 0: 'None', 1: 'Required', 2: 'Optional' } as const
/** The supplier page's tabs by page name (document 2, section 2, Supplier view). */
export const supplierTabs = {
  basic: 'Basic Info',
  config: 'Configuration',
  image: 'Image',
  solr: 'Search Index',
  monitoring: 'Monitoring',
  subscriptions: 'Subscriptions',
  stats: 'Product Stats',
  'variant-mapping': 'Variant Mapping',
  order_automation: 'Shipping Info',
  log: 'Activity Log',
} as const
/** What a new supplier is: it decides how it may be browsed and whether vendors bring feeds of their own. */
export const supplierTypes = { standard: 'Standard', restricted: 'Restricted', custom: 'Custom feeds only' } as const
/** Access of a subscription (document 2, section 4). */
export const subscriptionAccess = { 0: 'None', 1: 'eBay access', 2: 'Legacy' } as const
/** Shares of failed updates over three days, in percent (document 2, section 9). */
export const failureMarks = { days: 3, moderate: 25, severe: 90 } as const
/** A logo is one image of at most 0.1 MB (document 2, section 5, Suppliers; its unit isn't shown there). */
export const logoLimitBytes = 102_400
export const featuredLimit = 24
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
  supplier_name: z.string().trim().min(1, messages.supplierNameNeeded).max(200),
  dropshipper_prefix: z
    .string()
    .trim()
    .min(1, messages.supplierPrefixNeeded)
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
  variant_mapping_update_tm: moment.nullable(),
  supplier_type: z.string(),
  votes: z.number(),
  active_products: z.number(),
  sub_count: z.number(),
  integration_count: z.number(),
  max_file_age_allowed_in_days: z.number(),
  feed_id: z.number(),
  insert_tm: moment,
})
const customFeedField = z.object({
  custom_feed_field_id: z.number().int().positive().optional(),
  name: z.string().trim().min(1, 'Enter a name').max(100),
  required: z.boolean(),
  field_order: z.number().int().min(0).max(1000),
})
export type CustomFeedField = z.input<typeof customFeedField>
const category = z.object({ catalog_category_id: z.number(), catalog_category_name: z.string() })
const location = z.object({ dropshipper_location_id: z.number(), dropshipper_location_name: z.string() })
const currency = z.object({ currency_id: z.number(), currency_name: z.string() })
const supplierView = z.object({
  dropshipper: supplier,
  dropshipper_file_update_time: z.object({ max_file_age_allowed_in_days: z.number() }),
  all_categories: z.array(category),
  dropshipper_categories: z.array(category),
  all_locations: z.array(location),
  dropshipper_shipping_locations: z.array(location),
  dropshipper_custom_feed_fields: z.array(customFeedField.extend({ custom_feed_field_id: z.number(), dropshipper_id: z.number() })),
  all_currencies: z.array(currency),
  dropshipper_currencies: z.array(currency),
})
export type SupplierView = z.output<typeof supplierView>
const ids = z.array(z.number().int().positive()).max(500).default([])

const failureRow = z.object({
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  ...updateFailures,
  last_run_id: z.number().nullable(),
})
export type FailureRow = z.output<typeof failureRow>

/** One turn of a supplier's image check or index sync, as its job left it. */
const turn = z.object({
  job_id: z.number(),
  job_state: z.string(),
  job_status: z.number(),
  queued_tm: moment,
  job_start_time: moment.nullable(),
  job_end_time: moment.nullable(),
  progress: z.number().nullable(),
  progress_text: z.string().nullable(),
  reason: z.string().nullable(),
  requested_by: z.string(),
  counts: z.record(z.string(), z.number()),
})
export type Turn = z.output<typeof turn>
const imageRow = z.object({
  product_image_id: z.number(),
  sku: z.string(),
  url: z.string(),
  host: z.string(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  attempts: z.number(),
  checked_tm: moment.nullable(),
  next_check_tm: moment,
})
export type ImageRow = z.output<typeof imageRow>
const shippingRow = z.object({
  supplier_shipping_id: z.number(),
  shipping_code: z.string(),
  supplier_carrier_name: z.string(),
  shipping_id: z.number(),
  carrier_id: z.number(),
  carrier_name: z.string(),
  method_name: z.string(),
})
export type ShippingRow = z.output<typeof shippingRow>

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
  start_date: z.iso.date('Give a day').optional(),
  end_date: z.iso.date('Give a day').optional(),
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
    answer: supplierView,
  }),
  insert: operation({
    method: 'POST',
    path: '/api/suppliers/insert',
    access: 'staff',
    summary: 'A new supplier, with an empty feed of its own; a refusal is insertion_error',
    body: z.object({
      supplier_name: z.string().trim().min(1, messages.supplierNameNeeded).max(200),
      supplier_prefix: z
        .string()
        .trim()
        .min(1, messages.supplierPrefixNeeded)
        .max(20)
        .regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, - and _ only'),
      supplier_type: z.enum(Object.keys(supplierTypes) as [keyof typeof supplierTypes], { error: messages.supplierTypeNeeded }),
    }),
    answer: z.object({ dropshipper_id: z.number().nullable(), insertion_error: z.string().optional() }),
  }),
  restricted: operation({
    method: 'GET',
    path: '/api/suppliers/restricted',
    access: 'staff',
    summary: 'Suppliers that are hidden or restricted, by name',
    answer: z.array(supplierRow),
  }),
  featured: operation({
    method: 'GET',
    path: '/api/suppliers/featured',
    access: 'staff',
    summary: 'The featured suppliers, in their order',
    answer: z.array(supplierRow.extend({ dropshipper_logo: z.string().nullable() })),
  }),
  saveFeatured: operation({
    method: 'POST',
    path: '/api/suppliers/featured',
    access: 'staff',
    summary: 'Which suppliers are featured, in order',
    body: z.object({ dropshipper_ids: z.array(z.number().int().positive()).max(featuredLimit, `At most ${featuredLimit} suppliers are featured`) }),
    answer: 'empty',
  }),
  manualVariantMapping: operation({
    method: 'GET',
    path: '/api/suppliers/manual-variant-mapping',
    access: 'staff',
    summary: "Suppliers' products that wait to be mapped to a parent by hand, most first",
    answer: z.array(
      z.object({
        dropshipper_id: z.number(),
        supplier_name: z.string(),
        automated_variant_mapping: z.boolean(),
        variant_mapping_update_tm: moment.nullable(),
        queued: z.number(),
        mapped: z.number(),
        unmapped: z.number(),
        parents: z.number(),
        oldest_queued_tm: moment.nullable(),
      }),
    ),
  }),
  productsSync: operation({
    method: 'GET',
    path: '/api/suppliers/products/sync',
    access: 'staff',
    summary: 'How far each supplier’s search index is behind its catalogue, furthest first',
    answer: z.array(
      z.object({
        dropshipper_id: z.number(),
        supplier_name: z.string(),
        active_products: z.number(),
        pending: z.number(),
        last_sync_tm: moment.nullable(),
        last_job_id: z.number().nullable(),
      }),
    ),
  }),
  failures: operation({
    method: 'GET',
    path: '/api/suppliers/failures',
    access: 'staff',
    summary: 'Suppliers whose updates failed in the last three days, worst first',
    answer: z.array(failureRow),
  }),
  subscriptions: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/subscriptions',
    access: 'staff',
    summary: "A supplier's subscribers, newest first, 100 a page",
    params,
    query: z.object({ page: z.coerce.number<number>().int().min(1).max(1000).default(1), search: z.string().trim().max(200).default('') }),
    answer: z.object({
      total: z.number(),
      counts: z.object({ none: z.number(), ebay: z.number(), legacy: z.number(), cancel_pending: z.number() }),
      subscriptions: z.array(
        z.object({
          vendor_id: z.number(),
          company: z.string(),
          email: z.string(),
          access: z.number(),
          is_cancel_pending: z.boolean(),
          integrations: z.number(),
          insert_tm: moment,
        }),
      ),
    }),
  }),
  uploadLogo: operation({
    method: 'POST',
    path: '/api/suppliers/{id}/logo',
    access: 'staff',
    summary: 'One image of at most 0.1 MB, checked and re-encoded',
    params,
    encoding: 'multipart',
    answer: z.object({ dropshipper_logo: z.string() }),
  }),
  logo: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/logo',
    access: 'staff',
    summary: "A supplier's logo",
    params,
    answer: 'file',
  }),
  solrHistory: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/solr/history',
    access: 'staff',
    summary: 'The last 50 syncs of the search index',
    params,
    answer: z.array(turn),
  }),
  solrCurrent: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/solr/current',
    access: 'staff',
    summary: 'What the search index holds of a supplier, and how far it is behind',
    params,
    answer: z.object({
      indexed: z.number(),
      products: z.number(),
      pending_new: z.number(),
      pending_changed: z.number(),
      last_sync_tm: moment.nullable(),
      current: turn.nullable(),
    }),
  }),
  imageHistory: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/image/history',
    access: 'staff',
    summary: 'The last 50 checks of the images',
    params,
    answer: z.array(turn),
  }),
  imageCurrent: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/image/current',
    access: 'staff',
    summary: "How a supplier's images stand, by host and by reason",
    params,
    answer: z.object({
      good: z.number(),
      waiting: z.number(),
      failed: z.number(),
      bytes: z.number(),
      hosts: z.array(z.object({ host: z.string(), good: z.number(), waiting: z.number(), failed: z.number() })),
      reasons: z.array(z.object({ reason_code: z.string(), reason: z.string(), images: z.number() })),
      samples: z.array(z.object({ product_image_id: z.number(), sku: z.string() })),
      current: turn.nullable(),
    }),
  }),
  imageFailures: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/image/failures',
    access: 'staff',
    summary: 'Images that failed, with the reason of each, 50 a page by keyset',
    params,
    query: z.object({ host: z.string().max(300).optional(), reason_code: z.string().max(50).optional(), after: id.optional() }),
    answer: z.array(imageRow),
  }),
  retryImages: operation({
    method: 'POST',
    path: '/api/suppliers/{id}/image/retry',
    access: 'staff',
    summary: "Fetch a host's failed images again",
    params,
    body: z.object({ host: z.string().trim().min(1).max(300).nullable() }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
  }),
  image: operation({
    method: 'GET',
    path: '/api/suppliers/{id}/image/{product_image_id}',
    access: 'staff',
    summary: 'The kept, reduced copy of an image',
    params: z.object({ id, product_image_id: id }),
    answer: 'file',
  }),
  shipping: operation({
    method: 'GET',
    path: '/api/suppliers/shipping/{supplier_id}',
    access: 'staff',
    summary: "An order-manager supplier's mapped shipping methods",
    params: z.object({ supplier_id: id }),
    answer: z.array(shippingRow),
  }),
  carriersAndMethods: operation({
    method: 'GET',
    path: '/api/suppliers/shipping/carrier_and_methods',
    access: 'staff',
    summary: 'Every carrier with its methods',
    answer: z.array(
      z.object({ carrier_id: z.number(), carrier_name: z.string(), methods: z.array(z.object({ shipping_id: z.number(), method_name: z.string() })) }),
    ),
  }),
  oimSuppliers: operation({
    method: 'GET',
    path: '/api/suppliers/shipping/{dropshipper_id}/get-oim-suppliers',
    access: 'staff',
    summary: "A supplier's order-manager suppliers",
    params: z.object({ dropshipper_id: id }),
    answer: z.array(z.object({ supplier_id: z.number(), supplier_name: z.string(), is_custom: z.boolean(), mapped: z.number() })),
  }),
  addShipping: operation({
    method: 'POST',
    path: '/api/suppliers/shipping/{supplier_id}/add-supplier-shipping',
    access: 'staff',
    summary: 'Map a supplier’s shipping code to a carrier’s method',
    params: z.object({ supplier_id: id }),
    body: z.object({
      shipping_code: z.string().trim().min(1, 'Enter the supplier’s code').max(100),
      supplier_carrier_name: z.string().trim().min(1, 'Enter the supplier’s carrier name').max(100),
      shipping_id: z.number({ error: messages.shippingMethodNeeded }).int().positive(),
      carrier_id: z.number().int().positive(),
      carrier_name: z.string().max(100),
      method_name: z.string().max(100),
    }),
    answer: z.array(shippingRow),
  }),
  removeShipping: operation({
    method: 'DELETE',
    path: '/api/suppliers/shipping/{supplier_id}/{supplier_shipping_id}',
    access: 'staff',
    summary: 'Remove a mapped shipping method',
    params: z.object({ supplier_id: id, supplier_shipping_id: id }),
    answer: 'empty',
  }),
  save: operation({
    method: 'POST',
    path: '/api/suppliers/{id}',
    access: 'staff',
    summary: "Save a supplier's basic info",
    params,
    body: z.object({
      dropshipper: supplierDetails,
      max_file_age_allowed_in_days: z.number().int().min(1, 'At least 1 day').max(365),
      added_shipping_locations: ids,
      deleted_shipping_locations: ids,
      new_categories: z.array(z.string().trim().min(1, messages.categoryNameNeeded).max(100)).max(50).default([]),
      added_categories: ids,
      deleted_categories: ids,
      dropshipper_custom_feed_fields: z.array(customFeedField).max(100).default([]),
      deleted_dropshipper_custom_feed_fields: ids,
      /** currency ids; none: as they are */
      dropshipper_currencies: z.array(z.number().int().positive()).max(10).optional(),
    }),
    answer: supplierView,
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
