import { z } from 'zod'
import { text, line, count, id, page, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { feedStanding } from '../feeds/standing.ts'
import { messages } from '../messages.ts'
import { moment } from '../values.ts'
import { monthlyReportNames, supplierTypes } from './kinds.ts'

export const supplierPageSize = 50
export const supplierSorts = ['name', 'subs', 'votes', 'products', 'standing', 'good'] as const

export const supplierTexts = [
  'description',
  'primary_contact_info',
  'ordering_info',
  'pricing_info',
  'account_setup_info',
  'policy_info',
] as const
export const supplierRow = z.object({
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
  standing: feedStanding.shape.standing,
  standing_reason: feedStanding.shape.standing_reason,
  last_good_run_tm: moment.nullable(),
  max_age_hours: z.number().describe('the maximum age of its data'),
  schedule_active: z.boolean().nullable().describe('null if it has no schedule'),
})

export type SupplierRow = z.output<typeof supplierRow>
export const supplierDetails = z.object({
  supplier_name: line(200, messages.supplierNameNeeded),
  dropshipper_prefix: line(20, messages.supplierPrefixNeeded).regex(
    /^[A-Za-z0-9_-]+$/,
    'Use only letters, digits, - and _',
  ),
  allow_browse: count(-2, 1),
  integrated: z.boolean(),
  custom_feed_support: count(0, 2),
  automated_variant_mapping: z.boolean(),
  supports_inventory_automation: z.boolean(),
  supports_order_automation: z.boolean(),
  allows_ebay: z.boolean(),
  allows_amazon: z.boolean(),
  allows_marketplace: z.boolean(),
  description: text(50_000),
  primary_contact_info: text(50_000),
  ordering_info: text(50_000),
  pricing_info: text(50_000),
  account_setup_info: text(50_000),
  policy_info: text(50_000),
  monthly_report: z
    .enum(monthlyReportNames)
    .nullable()
    .optional()
    .describe('the partner’s monthly report about it, which only one supplier has; without: unchanged'),
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
  /** Its place among the featured suppliers, from 1. */
  featured_order: z.number().nullable(),
  insert_tm: moment,
})

const customFeedField = z.object({
  custom_feed_field_id: id.optional(),
  name: line(100, 'Enter a name'),
  required: z.boolean(),
  field_order: count(0, 1000),
})

export type CustomFeedField = z.input<typeof customFeedField>
const category = z.object({ catalog_category_id: z.number(), catalog_category_name: z.string() })
const location = z.object({ dropshipper_location_id: z.number(), dropshipper_location_name: z.string() })
const currency = z.object({ currency_id: z.number(), currency_name: z.string() })
const supplierView = z.object({
  version: z.number(),
  dropshipper: supplier,
  dropshipper_file_update_time: z.object({ max_file_age_allowed_in_days: z.number() }),
  all_categories: z.array(category),
  dropshipper_categories: z.array(category),
  all_locations: z.array(location),
  dropshipper_shipping_locations: z.array(location),
  dropshipper_custom_feed_fields: z.array(
    customFeedField.extend({ custom_feed_field_id: z.number(), dropshipper_id: z.number() }),
  ),
  all_currencies: z.array(currency),
  dropshipper_currencies: z.array(currency),
})

export type SupplierView = z.output<typeof supplierView>
const ids = z.array(id).max(500).default([])

export const supplierOperations = {
  listSuppliers: post('/api/suppliers/', 'List suppliers, 50 per page', {
    reads: true,
    body: z.object({
      query: line(200).default(''),
      current_page: page,
      sort_on: z.enum(supplierSorts).default('name'),
      descending: z.boolean().default(false),
      ids: z.array(id).max(500).optional().describe('only these suppliers'),
    }),
    answer: z.object({
      total: z.number(),
      totals: z
        .object({ active_products: z.number(), sub_count: z.number(), votes: z.number() })
        .describe('totals over all pages'),
      alike: z.boolean().describe('no exact match: these have similar names'),
      suppliers: z.array(supplierRow),
    }),
  }),
  getSupplier: get('/api/suppliers/{id}', 'Get a supplier', { answer: supplierView, refuses: ['not_found'] }),
  insertSupplier: post(
    '/api/suppliers/insert',
    'Add a supplier with an empty feed; errors are returned in insertion_error',
    {
      body: z.object({
        supplier_name: line(200, messages.supplierNameNeeded),
        supplier_prefix: line(20, messages.supplierPrefixNeeded).regex(
          /^[A-Za-z0-9_-]+$/,
          'Use only letters, digits, - and _',
        ),
        supplier_type: z.enum(Object.keys(supplierTypes) as [keyof typeof supplierTypes], {
          error: messages.supplierTypeNeeded,
        }),
      }),
      answer: z.object({ dropshipper_id: z.number().nullable(), insertion_error: z.string().optional() }),
    },
  ),
  listRestrictedSuppliers: get('/api/suppliers/restricted', 'List hidden and restricted suppliers by name', {
    answer: z.array(supplierRow),
  }),
  saveSupplier: post('/api/suppliers/{id}', "Save a supplier's basic info", {
    record: [{ read: 'getSupplier' }],
    body: z.object({
      version,
      dropshipper: supplierDetails,
      max_file_age_allowed_in_days: count(1, 365, 'Enter a number from 1 to 365'),
      added_shipping_locations: ids,
      deleted_shipping_locations: ids,
      new_categories: z.array(line(100, messages.categoryNameNeeded)).max(50).default([]),
      added_categories: ids,
      deleted_categories: ids,
      dropshipper_custom_feed_fields: z.array(customFeedField).max(100).default([]),
      deleted_dropshipper_custom_feed_fields: ids,
      /** currency ids; none: as they are */
      dropshipper_currencies: z.array(id).max(10).optional(),
    }),
    answer: supplierView,
    refuses: ['not_found', 'conflict'],
  }),
}
