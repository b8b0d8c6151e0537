import type { Handlers } from '#server/platform/http.ts'
import { listVendorCharges } from './charges.ts'
import { getVendorBilling } from './read.ts'
import { addBillingExtraType, saveBillingExtras } from './save-extras.ts'
import { saveBillingPlan, savePlanType, toggleCustomBillingPlan } from './save-plan.ts'

export const billingRoutes: Handlers<'billing'> = {
  getVendorBilling,
  listVendorCharges,
  savePlanType,
  saveBillingPlan,
  toggleCustomBillingPlan,
  saveBillingExtras,
  addBillingExtraType,
}
