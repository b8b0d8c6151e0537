import { z } from 'zod'
import { waits } from '../approvals/acts.ts'
import { planFamilies } from '../billing/promos.ts'
import { amountOr, count, day, fromText, id, line, lines, page, price, sortOf, version } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { promoCodeStates, promoCodeTypes, type PromoCodeState, type PromoCodeType } from './kinds.ts'
import { vendorPromo } from './vendor-promos.ts'

export const promoCodePageSize = 100
export const mostCodes = 20
/** The largest number of bills: a hundred years. */
const mostCycles = 1200
const types = Object.keys(promoCodeTypes) as [PromoCodeType, ...PromoCodeType[]]
const states = Object.keys(promoCodeStates) as [PromoCodeState, ...PromoCodeState[]]

// two codes that look alike would read as one
const code = line(40, 'Enter a code')
  .overwrite((text) => text.replaceAll(/\p{Cf}/gu, ''))
  .refine((text) => !/\s/.test(text), 'Enter a code without spaces')
/** Dollars or percent. */
const discount = amountOr('Enter a discount such as 12.50').pipe(price)
export const promoCodeDetails = z.object({
  promo_code: code,
  description: line(200),
  percentage_based: z.boolean().describe('true: percent; false: dollars'),
  discount,
  enable_optimized_sync: z.boolean().describe('turns on optimized sync for the vendor'),
  billing_plan_id: count(1, 32_767).nullable().describe('the only plan it applies to'),
  plan_only: z.enum(planFamilies).nullable().describe('the only plan family it applies to'),
  is_recurring: z.boolean(),
  recurring_billing_cycles: count(1, mostCycles).nullable().describe('number of bills; null: all bills'),
  dropshipper_id: id.nullable(),
  market_id: id.nullable(),
  vendor_affiliate_id: id.nullable(),
  promo_code_partner_id: id.nullable(),
  ends_on: day.nullable().describe('last day it can be redeemed'),
  usage_limit: count(1, 1_000_000).nullable().describe('maximum number of vendors'),
})
export type PromoCodeDetails = z.output<typeof promoCodeDetails>

/** Contradictions between fields, by field; used by the form and by the save. */
export function promoCodeFaults(details: PromoCodeDetails): Record<string, string> {
  const discount = Number(details.discount)
  return {
    ...(discount === 0 && { discount: 'Enter a discount above 0' }),
    ...(details.percentage_based && discount > 100 && { discount: 'Enter at most 100%' }),
    ...(details.billing_plan_id !== null &&
      details.plan_only !== null && { plan_only: 'Choose either a plan or a plan family' }),
    ...(details.vendor_affiliate_id !== null &&
      details.promo_code_partner_id !== null && {
        promo_code_partner_id: 'Choose either an affiliate or a partner',
      }),
  }
}
/** A code that isn't recurring has no number of bills. */
export const withoutIdleCycles = (details: PromoCodeDetails): PromoCodeDetails => ({
  ...details,
  recurring_billing_cycles: details.is_recurring ? details.recurring_billing_cycles : null,
})

const shownCode = promoCodeDetails.extend({
  promo_code_id: z.number(),
  discount: decimal,
  ends_on: z.string().nullable(),
  billing_plan_name: z.string().nullable(),
  dropshipper_name: z.string().nullable(),
  market_name: z.string().nullable(),
  affiliate_company: z.string().nullable(),
  partner_name: z.string().nullable(),
  state: z.enum(states),
  total_usage: z.number().describe('vendors that ever had it'),
  using: z.number().describe('vendors that have it'),
  money_given: decimal,
  added_tm: moment,
})
export type PromoCode = z.output<typeof shownCode>

const partner = z.object({ promo_code_partner_id: z.number(), partner_name: z.string(), codes: z.number() })
export const promoCodeSort = sortOf(['code', 'discount', 'usage', 'money', 'ends', 'added'])
const list = z.object({
  page_limit: count(1, promoCodePageSize).default(promoCodePageSize),
  current_page: page,
  promo_code_type: z.enum(types).default('standard'),
  partner_id: id.optional(),
  search: line(100).default('').describe('part of the code, description, affiliate or partner'),
  state: z.enum(states).optional(),
  billing_plan_id: count(1, 32_767).optional(),
  plan_only: z.enum(planFamilies).optional(),
  dropshipper_id: id.optional(),
  market_id: id.optional(),
  sort: promoCodeSort.default('-added'),
})
export type PromoCodeList = z.output<typeof list>

const usage = z.object({
  promo_code_usage_id: z.number(),
  vendor_id: z.number(),
  company: z.string(),
  given_tm: moment,
  given_by: z.string(),
  removed_tm: moment.nullable(),
  removed_by: z.string().nullable(),
  bills_used: z.number(),
  bills_left: z.number().nullable().describe('null: all'),
  money_given: decimal,
  last_bill: z.string().nullable().describe('date of the last bill it applied to'),
})
export type PromoCodeUsage = z.output<typeof usage>
export const usageSort = sortOf(['given', 'company', 'bills', 'money', 'last'])

const view = z.object({ version: z.number(), promo_code: shownCode })
export type PromoCodeView = z.output<typeof view>
const reasonInput = lines(4000).default('').describe('the reason, shown in the log')

const promosOfVendor = z.object({ promos: z.array(vendorPromo), waiting: waits })

export const promoCodeOperations = {
  listPromoCodes: post('/api/promo-codes/getPromoCodes', 'List promo codes of one type', {
    reads: true,
    body: list,
    answer: z.object({
      promo_codes: z.array(shownCode),
      total: z.number(),
      counts: z.record(z.enum(types), z.number()).describe('total codes by type'),
    }),
  }),
  listPromoCodePartners: get('/api/promo-codes/getPromoCodePartners', 'List partners with promo codes', {
    answer: z.array(partner),
  }),
  addPromoCodePartner: post('/api/promo-codes/addPromoCodePartner', 'Add a partner', {
    access: 'money',
    body: z.object({ partner_name: line(100, 'Enter a name') }),
    answer: partner,
    refuses: ['conflict'],
  }),
  savePromoCode: post('/api/promo-codes/', 'Add or change a promo code', {
    fresh: true,
    access: 'money',
    record: [{ read: 'getPromoCode', keys: { id: 'promo_code_id' }, from: 'promo_code' }],
    body: promoCodeDetails.extend({
      version,
      promo_code_id: id.nullable().default(null).describe('null: add a new code'),
    }),
    answer: view.extend({
      promo_code: shownCode.nullable().describe('null: a new code that waits for approval'),
      waiting: waits,
    }),
    refuses: ['not_found', 'conflict'],
  }),
  getPromoCode: get('/api/promo-codes/{id}', 'Get a promo code and its usage', {
    query: z.object({
      page: fromText.page,
      search: line(100).default(''),
      sort: usageSort.default('-given'),
    }),
    answer: view.extend({
      usage: z.array(usage),
      total: z.number().describe('vendors that match the search'),
      bills: z.number().describe('bills it applied to'),
    }),
    refuses: ['not_found'],
  }),
  checkPromoCode: post(
    '/api/vendor/{vendor_id}/checkPromoCode',
    'Preview a promo code for a vendor, or why it can’t be applied',
    {
      reads: true,
      body: z.object({
        promo_code: code,
        replaces: id.optional().describe('the usage it replaces'),
      }),
      answer: z.object({ promo: vendorPromo.nullable(), refused: z.string().nullable() }),
      refuses: ['not_found'],
    },
  ),
  listGivableCodes: get(
    '/api/vendor/{vendor_id}/givable-codes',
    'Suggest up to 20 promo codes for a vendor',
    {
      query: z.object({
        search: line(100).default('').describe('part of the code, description, affiliate or partner'),
        replaces: fromText.id.optional().describe('the usage it replaces'),
      }),
      answer: z.object({
        codes: z.array(
          shownCode.pick({ promo_code: true, description: true, percentage_based: true, discount: true }),
        ),
      }),
      refuses: ['not_found'],
    },
  ),
  givePromoCode: post('/api/vendor/{vendor_id}/postPromoCode', 'Apply a promo code to a vendor', {
    fresh: true,
    access: 'money',
    body: z.object({ promo_code: code, reason: reasonInput }),
    answer: promosOfVendor,
    refuses: ['not_found', 'conflict'],
  }),
  changePromoCode: put('/api/vendor/updatePromoCode', 'Replace a vendor’s promo code', {
    fresh: true,
    access: 'money',
    body: z.object({ promo_code_usage_id: id, promo_code: code, reason: reasonInput }),
    answer: promosOfVendor,
    refuses: ['not_found', 'conflict'],
  }),
  removePromoCode: remove(
    '/api/vendor/{promo_code_usage_id}/deletePromeCode',
    'Remove a vendor’s promo code; past discounts stay',
    {
      fresh: true,
      access: 'money',
      query: z.object({ reason: line(500).default('').describe('the reason, shown in the log') }),
      answer: promosOfVendor,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
