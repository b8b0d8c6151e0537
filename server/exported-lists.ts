import type { ListName } from '#contract/lists/columns.ts'
import { activityExports } from './areas/activity/exports.ts'
import { billingExports } from './areas/billing/exports.ts'
import { directAppExports } from './areas/direct-app/exports.ts'
import { feedExports } from './areas/feeds/exports.ts'
import { jobExports } from './areas/jobs/exports.ts'
import { marketingExports } from './areas/marketing/exports.ts'
import { paymentExports } from './areas/payments/exports.ts'
import { platformExports } from './areas/platforms/exports.ts'
import { pricingExports } from './areas/pricing/exports.ts'
import { productExports } from './areas/products/exports.ts'
import { promoCodeExports } from './areas/promo-codes/exports.ts'
import { reportExports } from './areas/reports/exports.ts'
import { staffExports } from './areas/staff/exports.ts'
import { subscriptionExports } from './areas/subscriptions/exports.ts'
import { supplierExports } from './areas/suppliers/exports.ts'
import { variantExports } from './areas/variants/exports.ts'
import { vendorExports } from './areas/vendors/exports.ts'
import type { AnyList } from './platform/files/exported.ts'

const all = [
  ...activityExports,
  ...billingExports,
  ...directAppExports,
  ...feedExports,
  ...jobExports,
  ...marketingExports,
  ...paymentExports,
  ...platformExports,
  ...pricingExports,
  ...productExports,
  ...promoCodeExports,
  ...reportExports,
  ...staffExports,
  ...subscriptionExports,
  ...supplierExports,
  ...variantExports,
  ...vendorExports,
]

/** Every list that can be taken out as a file, by its name. */
export const exportedLists = Object.fromEntries(all.map((list) => [list.list, list])) as Record<
  ListName,
  AnyList
>
