/** A blank promo code for anybody, as its form sends it. */
export const blankCode = {
  promo_code_id: null,
  description: '',
  enable_optimized_sync: false,
  billing_plan_id: null,
  plan_only: null,
  is_recurring: true,
  recurring_billing_cycles: null,
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: null,
  usage_limit: null,
}
/** A code for a tenth off. */
export const tenthOff = { ...blankCode, percentage_based: true, discount: '10' }
