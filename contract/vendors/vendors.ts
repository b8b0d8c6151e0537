import { z } from 'zod'
import { count, line, page } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { matched } from '../search/matched.ts'
import { decimal, moment } from '../values.ts'

/** The six sorts of the vendor search. */
export const vendorSorts = [
  'email_asc',
  'email_desc',
  'vendor_id_asc',
  'vendor_id_desc',
  'newest',
  'oldest',
] as const

export const vendorSearchPageSize = 25
const vendorRow = z.object({
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
})

export type VendorRow = z.output<typeof vendorRow>
const foundVendor = vendorRow.extend({
  /** Called just so, or nearer than any other of those alike: it comes first in every sort. */
  best: z.boolean(),
  /** By what it was found, where its id, company and email don't say so. */
  matched: matched.nullable(),
})

export type FoundVendor = z.output<typeof foundVendor>
const vendorView = vendorRow.extend({
  credit_available: decimal,
  billing_failures: z.number(),
  address: z.array(z.string()),
  subscriptions: z.array(
    z.object({
      dropshipper_id: z.number(),
      dropshipper_name: z.string(),
      is_cancel_pending: z.boolean(),
      since_tm: moment,
    }),
  ),
  charges: z.array(
    z.object({
      vendor_charge_id: z.number(),
      tm: moment,
      amount: decimal,
      description: z.string(),
      status: z.string(),
    }),
  ),
})

export type VendorView = z.output<typeof vendorView>

export const vendorOperations = {
  searchVendors: post(
    '/api/vendor/search',
    'Find vendors by id, email, company, name, phone or store, slips forgiven, 25 a page',
    {
      body: z.object({
        term: line(200).default(''),
        sort: z.enum(vendorSorts).default('newest'),
        status: z.array(count(0, 4)).max(5).default([]),
        page,
      }),
      answer: z.object({
        total: z.number(),
        total_is_exact: z.boolean(),
        /** Nothing holds the term: these have names that are it but for slips. */
        alike: z.boolean(),
        vendors: z.array(foundVendor),
      }),
    },
  ),
  getVendor: get('/api/vendor/view/{vendor_id}', 'One vendor, or vendor_doesnt_exist', {
    answer: z.union([z.object({ vendor_doesnt_exist: z.literal(true) }), vendorView]),
  }),
}
