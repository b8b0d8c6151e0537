import { z } from 'zod'
import { bill } from '../billing/billing.ts'
import { feedStanding } from '../feeds/standing.ts'
import { fromText, id, line, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { namedTwice } from './plan.ts'
import { subscriptionStates, type SubscriptionState } from './standing.ts'

const states = Object.keys(subscriptionStates) as [SubscriptionState]

export const vendorSubscription = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  vendor_supplier_id: z.number(),
  is_legacy: z.boolean(),
  has_ebay_access: z.boolean(),
  is_cancel_pending: z.boolean(),
  is_pause_pending: z.boolean(),
  paused_at: moment.nullable(),
  state: z.enum(states),
  on_dropshipper_core: z
    .boolean()
    .describe('its products are in the catalog; if not, only a custom feed has products'),
  supports_dynamic_custom_feeds: z
    .boolean()
    .describe('custom feeds can have pricing tiers or access to its restricted products'),
  no_access: z
    .string()
    .nullable()
    .describe('why the vendor has no access to its products; null: it has access'),
  open_fields: z.number().describe('empty required configuration fields'),
  warehouses: z.number().describe('warehouses chosen; 0: all'),
  active_products: z.number(),
  integrations: z.number(),
  active_integrations: z.number(),
  standing: feedStanding.shape.standing,
  standing_reason: z.string(),
  last_successful_run: moment.nullable(),
  max_age_hours: z.number(),
  since_tm: moment,
})
export type VendorSubscription = z.output<typeof vendorSubscription>

export const chargedFlag = z.boolean().describe('whether the vendor is Active and will be charged that day')
const subscriptionsView = z.object({
  version: z.number(),
  next_charge_date: z.string().nullable(),
  charged: chargedFlag,
  frozen_fee: decimal.describe('fee for frozen suppliers in the next charge'),
  subscriptions: z.array(vendorSubscription),
})
export type SubscriptionsView = z.output<typeof subscriptionsView>

const wantedSubscription = z.object({
  dropshipper_id: id,
  is_legacy: z.boolean().optional(),
  has_ebay_access: z.boolean().optional(),
  is_cancel_pending: z.boolean().optional().describe('false: reactivate'),
  is_frozen: z.boolean().optional().describe('freeze from the next charge date; false: resume now'),
})
export type WantedSubscription = z.output<typeof wantedSubscription>
const mostAtOnce = 500
const wantedSet = z
  .array(wantedSubscription)
  .max(mostAtOnce)
  .superRefine((all, ctx) => {
    const seenIds = new Set<number>()
    for (const [i, { dropshipper_id }] of all.entries()) {
      if (seenIds.has(dropshipper_id))
        ctx.addIssue({ code: 'custom', path: [i, 'dropshipper_id'], message: namedTwice })
      seenIds.add(dropshipper_id)
    }
  })

export const subscriptionEffects = z.object({
  on: z.string().nullable().describe('effective date; null: now'),
  next_charge_date: z.string().nullable(),
  charged: chargedFlag,
  suppliers: z.array(
    z.object({
      dropshipper_id: z.number(),
      dropshipper_name: z.string(),
      from: z.enum(states),
      to: z.enum(states).nullable().describe('null: ends now'),
    }),
  ),
  stops: z
    .object({ integrations: z.number(), listings: z.number() })
    .describe('active integrations that stop, and listings (at most) that are no longer updated'),
  resumes: z.number().describe('integrations that resume; not those in onboarding or with their market off'),
  deleted_integrations: z.number().describe('integrations deleted with their subscriptions'),
  next_charge: z.object({ before: bill, after: bill }),
})
export type SubscriptionEffects = z.output<typeof subscriptionEffects>

const supplierToAdd = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  active_products: z.number(),
  allow_browse: z.number(),
  needs_custom_feed: z.boolean(),
  needed_fields: z.number(),
  refused: z.string().nullable().describe('why this vendor can’t subscribe'),
})
export type SupplierToAdd = z.output<typeof supplierToAdd>

export const vendorSubscriptionOperations = {
  listVendorSubscriptions: get(
    '/api/vendor/{vendor_id}/subscriptions',
    'List a vendor’s subscriptions with feed health, by name',
    { answer: subscriptionsView, refuses: ['not_found'] },
  ),
  saveSubscriptions: post(
    '/api/vendor/{vendor_id}/subscriptions',
    'Change several subscriptions: extra access, cancel, freeze; others are unchanged',
    {
      record: [{ read: 'listVendorSubscriptions' }],
      body: z.object({ version, subscriptions: wantedSet }),
      answer: subscriptionsView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  weighSubscriptions: post(
    '/api/vendor/{vendor_id}/subscriptions/effects',
    'Preview the effect on integrations, listings and the next charge',
    {
      reads: true,
      body: z.object({
        subscriptions: wantedSet.default([]),
        removed: z.array(id).max(mostAtOnce).default([]),
      }),
      answer: subscriptionEffects,
      refuses: ['not_found'],
    },
  ),
  findSuppliersToAdd: get('/api/vendor/{vendor_id}/suppliers-to-add', 'Search suppliers to add, up to 20', {
    query: z.object({ search: line(200).default('') }),
    answer: z.array(supplierToAdd),
    refuses: ['not_found'],
  }),
  addSubscription: post('/api/vendor/{vendor_id}/subscription/{did}', 'Subscribe a vendor to a supplier', {
    answer: z.object({ vendor_supplier_id: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  removeSubscription: remove(
    '/api/vendor/{vendor_id}/subscription/{did}',
    'Remove a subscription and its integrations now',
    {
      query: z.object({ version: fromText.count(0, Number.MAX_SAFE_INTEGER).optional() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
