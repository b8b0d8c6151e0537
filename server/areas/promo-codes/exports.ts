import { dayOf } from '#contract/billing/days.ts'
import { billsText, planText, promoCodeStates } from '#contract/promo-codes/kinds.ts'
import type { PromoCode, PromoCodeUsage } from '#contract/promo-codes/promo-codes.ts'
import { byQuery, exportedList } from '#server/platform/files/exported.ts'
import { selectCodes, selectUsers } from './read.ts'

export const promoCodeExports = [
  exportedList<'promo_codes', PromoCode>({
    list: 'promo_codes',
    ...byQuery((_db, filters, clock) => selectCodes(filters, dayOf(clock.now()))),
    values: {
      code: (c) => c.promo_code,
      affiliate: (c) => c.affiliate_company,
      partner: (c) => c.partner_name,
      state: (c) => promoCodeStates[c.state],
      discount: (c) => c.discount,
      unit: (c) => (c.percentage_based ? '%' : '$'),
      bills: billsText,
      plan: planText,
      supplier: (c) => c.dropshipper_name,
      market: (c) => c.market_name,
      usage: (c) => c.total_usage,
      limit: (c) => c.usage_limit,
      money: (c) => c.money_given,
      ends: (c) => c.ends_on,
      added: (c) => c.added_tm,
      description: (c) => c.description,
      using: (c) => c.using,
      sync: (c) => (c.enable_optimized_sync ? 'Yes' : 'No'),
      id: (c) => c.promo_code_id,
    },
  }),
  exportedList<'promo_code_users', PromoCodeUsage>({
    list: 'promo_code_users',
    ...byQuery((_db, { promo_code_id, ...filters }) => selectUsers(promo_code_id, filters)),
    values: {
      company: (u) => u.company,
      given: (u) => u.given_tm,
      by: (u) => u.given_by,
      off: (u) => u.removed_tm,
      bills: (u) => u.bills_used,
      left: (u) => (u.removed_tm ? null : (u.bills_left ?? 'All')),
      last: (u) => u.last_bill,
      money: (u) => u.money_given,
      off_by: (u) => u.removed_by,
      id: (u) => u.vendor_id,
    },
  }),
]
