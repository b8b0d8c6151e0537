import { z } from 'zod'
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
const code = line(40, 'Enter the code')
  .overwrite((text) => text.replaceAll(/\p{Cf}/gu, ''))
  .refine((text) => !/\s/.test(text), 'A code has no blanks')
/** Dollars or percent. */
const discount = amountOr('Give a number such as 12.50').pipe(price)
export const promoCodeDetails = z.object({
  promo_code: code,
  description: line(200),
  percentage_based: z.boolean().describe('the discount is in percent, else in dollars'),
  discount,
  enable_optimized_sync: z.boolean().describe('who is given it has optimized sync from then on'),
  billing_plan_id: count(1, 32_767).nullable().describe('the one plan that it is for'),
  plan_only: z.enum(planFamilies).nullable().describe('the family of plans that it is for'),
  is_recurring: z.boolean(),
  recurring_billing_cycles: count(1, mostCycles).nullable().describe('off so many bills; null: off all'),
  dropshipper_id: id.nullable(),
  market_id: id.nullable(),
  vendor_affiliate_id: id.nullable(),
  promo_code_partner_id: id.nullable(),
  ends_on: day.nullable().describe('the last day on which it is given'),
  usage_limit: count(1, 1_000_000).nullable().describe('to so many users it is given'),
})
export type PromoCodeDetails = z.output<typeof promoCodeDetails>

/** Contradictions between fields, by field; used by the form and by the save. */
export function promoCodeFaults(details: PromoCodeDetails): Record<string, string> {
  const discount = Number(details.discount)
  return {
    ...(discount === 0 && { discount: 'Give a discount above zero' }),
    ...(details.percentage_based && discount > 100 && { discount: 'At most 100 percent' }),
    ...(details.billing_plan_id !== null &&
      details.plan_only !== null && { plan_only: 'It is for one plan, or for a family of plans' }),
    ...(details.vendor_affiliate_id !== null &&
      details.promo_code_partner_id !== null && { promo_code_partner_id: 'It is an affiliate’s already' }),
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
  total_usage: z.number().describe('users who were given it'),
  using: z.number().describe('users who have it'),
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
  search: line(100).default('').describe('part of the code, what it is for, or whose it is'),
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
  bills_left: z.number().nullable().describe('null: it goes off all'),
  money_given: decimal,
  last_bill: z.string().nullable().describe('from when the last bill is that it went off'),
})
export type PromoCodeUsage = z.output<typeof usage>
export const usageSort = sortOf(['given', 'company', 'bills', 'money', 'last'])

const view = z.object({ version: z.number(), promo_code: shownCode })
export type PromoCodeView = z.output<typeof view>
const reasonInput = lines(4000).default('').describe('why; it stands in the log')

export const promoCodeOperations = {
  listPromoCodes: post('/api/promo-codes/getPromoCodes', 'Promo codes of one type, a page', {
    reads: true,
    body: list,
    answer: z.object({
      promo_codes: z.array(shownCode),
      total: z.number(),
      counts: z.record(z.enum(types), z.number()).describe('how many each type has in all'),
    }),
  }),
  listPromoCodePartners: get('/api/promo-codes/getPromoCodePartners', 'Whose codes there are', {
    answer: z.array(partner),
  }),
  addPromoCodePartner: post('/api/promo-codes/addPromoCodePartner', 'Add a partner', {
    access: 'money',
    body: z.object({ partner_name: line(100, 'Enter the partner’s name') }),
    answer: partner,
    refuses: ['conflict'],
  }),
  savePromoCode: post('/api/promo-codes/', 'Add a promo code, or change one for the bills to come', {
    access: 'money',
    record: [{ read: 'getPromoCode', keys: { id: 'promo_code_id' }, from: 'promo_code' }],
    body: promoCodeDetails.extend({ version, promo_code_id: id.nullable().describe('null: a new one') }),
    answer: view,
    refuses: ['not_found', 'conflict'],
  }),
  getPromoCode: get('/api/promo-codes/{id}', 'A promo code, who has or had it, and what it gave', {
    query: z.object({
      page: fromText.page,
      search: line(100).default(''),
      sort: usageSort.default('-given'),
    }),
    answer: view.extend({
      usage: z.array(usage),
      total: z.number().describe('of the search'),
      bills: z.number().describe('that it went off'),
    }),
    refuses: ['not_found'],
  }),
  checkPromoCode: post(
    '/api/vendor/{vendor_id}/checkPromoCode',
    'What a promo code would be to a vendor’s bills, or why it can’t be given to it',
    {
      reads: true,
      body: z.object({
        promo_code: code,
        replaces: id.optional().describe('the usage in whose place it comes'),
      }),
      answer: z.object({ promo: vendorPromo.nullable(), refused: z.string().nullable() }),
      refuses: ['not_found'],
    },
  ),
  listGivableCodes: get(
    '/api/vendor/{vendor_id}/givable-codes',
    'Promo codes that can be given to a vendor, as one is typed; the likest 20',
    {
      query: z.object({
        search: line(100).default('').describe('part of the code, what it is for, or whose it is'),
        replaces: fromText.id.optional().describe('the usage in whose place it comes'),
      }),
      answer: z.object({
        codes: z.array(
          shownCode.pick({ promo_code: true, description: true, percentage_based: true, discount: true }),
        ),
      }),
      refuses: ['not_found'],
    },
  ),
  givePromoCode: post('/api/vendor/{vendor_id}/postPromoCode', 'Give a vendor a promo code', {
    access: 'money',
    body: z.object({ promo_code: code, reason: reasonInput }),
    answer: z.array(vendorPromo),
    refuses: ['not_found', 'conflict'],
  }),
  changePromoCode: put('/api/vendor/updatePromoCode', 'Give a vendor another promo code in place of one', {
    access: 'money',
    body: z.object({ promo_code_usage_id: id, promo_code: code, reason: reasonInput }),
    answer: z.array(vendorPromo),
    refuses: ['not_found', 'conflict'],
  }),
  removePromoCode: remove(
    '/api/vendor/{promo_code_usage_id}/deletePromeCode',
    'Take a promo code off a vendor; what it gave stays',
    {
      access: 'money',
      query: z.object({ reason: line(500).default('').describe('why; it stands in the log') }),
      answer: z.array(vendorPromo),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
