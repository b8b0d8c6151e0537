import { z } from 'zod'
import { amount, count, day, id, line, page } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { integrationStatuses } from '../integrations/standing.ts'
import { heldLock } from '../refusals.ts'
import { match } from '../search/matched.ts'
import { decimal, moment } from '../values.ts'
import { deletion } from './deletion.ts'
import { healthLevels, troubleTabs } from './health.ts'

/** The six sort orders of the vendor search, and worst or best health first. */
export const vendorSorts = [
  'email_asc',
  'email_desc',
  'vendor_id_asc',
  'vendor_id_desc',
  'newest',
  'oldest',
  'health_asc',
  'health_desc',
] as const

export const vendorSearchPageSize = 25
export const vendorRow = z.object({
  vendor_id: z.number(),
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.string(),
  vendor_status_id: z.number(),
  plan: z.string().nullable(),
  account_manager: z.string().nullable(),
  crm_owner: z.string().nullable(),
  subscription_count: z.number(),
  total_active_integrations: z.number(),
  next_charge_date: z.string().nullable(),
  insert_tm: moment,
  /** As of `health_tm`; null for a canceled vendor, and until it is computed. */
  health: z.number().nullable(),
  health_cause: z.string().nullable().describe('the worst trouble'),
  health_tm: moment.nullable(),
  amount_owed: decimal.describe('open invoices, as of health_tm'),
})

export type VendorRow = z.output<typeof vendorRow>
const foundVendor = vendorRow.extend({
  /** An exact match, or the nearest of the similar ones: it comes first in every order. */
  best: z.boolean(),
  /** Why it was found, if its id, company and email don't show it. */
  matched: match.nullable(),
})

export type FoundVendor = z.output<typeof foundVendor>
const trouble = z.object({
  code: z.string(),
  text: z.string(),
  points: z.number(),
  tab: z.enum(troubleTabs),
  act: z.string(),
})
const vendorView = vendorRow
  .omit({ health: true, health_cause: true, health_tm: true, amount_owed: true })
  .extend({
    logo: z.string().nullable(),
    counts: z
      .object({ name: z.string(), monthly_fee: decimal })
      .nullable()
      .describe('the plan used for the next bill'),
    credit_available: decimal,
    primary_contact_id: z.number().nullable(),
    account_manager_vendor_id: z.number().nullable(),
    crm_owner_vendor_id: z.number().nullable(),
    vendor_plan_type_id: z.number().nullable(),
    has_custom_billing_plan: z.boolean(),
    custom_billing_plan_start_tm: z
      .string()
      .nullable()
      .describe('the custom plan’s first day, in use or not'),
    optimized_sync_oa: z.boolean(),
    billing_failures: z.number(),
    total_cancel_pending: z.number(),
    total_freeze_pending: z.number(),
    total_frozen: z.number(),
    /** Where its inventory is sent: the names of its markets. */
    markets: z.array(z.string()),
    /** The markets of its stores. */
    store_markets: z.array(z.string()),
    /** Its subscriptions except frozen ones. */
    active_subscription_count: z.number(),
    integration_count: z.number(),
    /** Their statuses, each as its tab shows it. */
    integration_states: z.array(z.object({ status: z.enum(integrationStatuses), number: z.number() })),
    /** Its last charge failed. */
    owed: z.boolean(),
    store_count: z.number(),
    custom_feed_count: z.number(),
    /** Its problems, worst first, and its score of 100; null for a canceled vendor. */
    troubles: z.array(trouble),
    score: z.number().nullable(),
    /** It has a customer login whose view can be opened. */
    has_login: z.boolean(),
    /** One of its people signs in with a code, too. */
    has_second_factor: z.boolean(),
    /** Who has locked it. */
    lock: heldLock.extend({ mine: z.boolean() }).nullable(),
    deletion: deletion.nullable(),
    /** The last activity except sign-ins, and by whom. */
    last_act: z.object({ tm: moment, message: z.string(), action_by: z.string() }).nullable(),
  })

export type VendorView = z.output<typeof vendorView>

/** Filters that hold if one of their values does. */
export const severalFilters = {
  plan: z.array(count(1, 32_767)).max(50).default([]),
  manager: z.array(count(0, 2_147_483_647)).max(50).default([]).describe('0: none'),
  market: z.array(id).max(50).default([]).describe('has an active integration in one of these markets'),
  supplier: z
    .array(id)
    .max(50)
    .default([])
    .describe('has an active integration of one of these suppliers, in one of the markets if any are given'),
}

/** Filters of every list of vendors. */
export const vendorFilters = {
  status: z.array(count(0, 4)).max(5).default([]),
  ...severalFilters,
  health: z.array(z.enum(healthLevels)).max(3).default([]).describe('good, fair or poor'),
  owed_min: amount.optional().describe('open invoices of at least this much'),
  owed_max: amount.optional(),
}

export const vendorOperations = {
  searchVendors: post(
    '/api/vendor/search',
    'Search vendors by ID, email, company, name, phone, store, charge or note, typos allowed, 25 a page',
    {
      reads: true,
      body: z.object({
        term: line(200).default(''),
        all: z.boolean().default(false).describe('without a term: all vendors that match the filters'),
        sort: z.enum(vendorSorts).default('newest'),
        ...vendorFilters,
        since: day.optional().describe('joined on this day (UTC) or later'),
        until: day.optional().describe('joined on this day (UTC) or earlier'),
        vendor_ids: z.array(id).max(500).default([]).describe('only these, all if empty'),
        page,
      }),
      answer: z.object({
        total: z.number(),
        total_is_exact: z.boolean(),
        /** Nothing contains the term: these have names that are the term with typos. */
        alike: z.boolean(),
        vendors: z.array(foundVendor),
      }),
    },
  ),
  countVendorsInTrouble: get('/api/vendor/attention', 'How many vendors have poor health', {
    answer: z.object({ total: z.number().describe('counted up to 10,000'), total_is_exact: z.boolean() }),
  }),
  getVendor: get('/api/vendor/view/{vendor_id}', 'One vendor, or vendor_doesnt_exist', {
    answer: z.union([z.object({ vendor_doesnt_exist: z.literal(true) }), vendorView]),
  }),
}
