import { promoCodeStatuses } from '../statuses.ts'

/** A code is for anybody, for those an affiliate brings, or for a partner's customers; these are the tabs of the list. */
export const promoCodeTypes = { standard: 'Standard', affiliates: 'Affiliates', partner: 'Partner' } as const
export type PromoCodeType = keyof typeof promoCodeTypes
/** Whether a code can still be given (docs/domain/promo-codes.md). */
export const promoCodeStates = promoCodeStatuses
export type PromoCodeState = keyof typeof promoCodeStates

export const typeOfCode = (code: {
  vendor_affiliate_id: number | null
  promo_code_partner_id: number | null
}): PromoCodeType => {
  if (code.vendor_affiliate_id !== null) return 'affiliates'
  return code.promo_code_partner_id !== null ? 'partner' : 'standard'
}

/** How many bills a code applies to. */
export function billsText(code: { is_recurring: boolean; recurring_billing_cycles: number | null }): string {
  const bills = code.is_recurring ? code.recurring_billing_cycles : 1
  if (bills === null) return 'All bills'
  return bills === 1 ? '1 bill' : `${bills} bills`
}

export const anyPlan = 'Any plan'
/** The plans a code applies to, in words. */
export const planText = (code: { billing_plan_name: string | null; plan_only: string | null }): string =>
  code.billing_plan_name ?? (code.plan_only ? `${code.plan_only} only` : anyPlan)
