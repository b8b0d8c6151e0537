import type { Handlers } from '#server/platform/http/http.ts'
import { listCharges, listVendorCharges } from './charges.ts'
import { getVendorBilling } from './read.ts'
import { addBillingExtraType, saveBillingExtras } from './save-extras.ts'
import { requestPlanType, saveBillingPlan, savePlanType, toggleCustomBillingPlan } from './save-plan.ts'

export const billingRoutes: Handlers<'billing'> = {
  getVendorBilling,
  listVendorCharges,
  listCharges,
  savePlanType,
  requestPlanType,
  saveBillingPlan,
  toggleCustomBillingPlan,
  saveBillingExtras,
  addBillingExtraType,
}
