import { z } from 'zod'
import { activityLogOperations } from '../activity/activity-log.ts'
import { staffLogOperations } from '../activity/staff-log.ts'
import { vendorLogOperations } from '../activity/vendor-log.ts'
import { allChargesFilters, chargeSort, chargeState, chargeTypes } from '../billing/billing.ts'
import { directOrdersAsked, directUsersAsked } from '../direct-app/direct-users.ts'
import { campaignReportOperations, registrationFilters } from '../marketing/report.ts'
import { changeKinds } from '../feeds/comparison.ts'
import { bigId, count, id, line } from '../inputs.ts'
import { jobOperations } from '../jobs/jobs.ts'
import { failuresAsked } from '../products/images.ts'
import { subscribersAsked } from '../suppliers/subscribers.ts'
import { manualChargeTypes } from '../payments/manual-charge.ts'
import { papersFilters } from '../payments/papers.ts'
import { parentsAsked } from '../variants/parents.ts'
import { platformOperations } from '../platforms/platforms.ts'
import { promoCodeOperations } from '../promo-codes/promo-codes.ts'
import { productFilters } from '../products/catalog.ts'
import { productOperations } from '../products/products.ts'
import { exportColumns, type ListName } from './columns.ts'
import { exportFormats } from './formats.ts'
import { billingSuspendedFilters } from '../reports/billing-suspended.ts'
import { revenuePaymentFilters } from '../reports/monthly-revenue.ts'
import { cancelEventFilters, newSubscriptionWindow } from '../reports/cancels.ts'
import { monthChoice, statusChangeFilters } from '../reports/customers.ts'
import { countedRowFilters } from '../reports/counted-rows.ts'
import { closedDealsFilters } from '../reports/closed-deals.ts'
import { refundRange } from '../reports/refunds.ts'
import { theTruthAsked } from '../reports/the-truth.ts'
import { countedSubscriptionFilters, supplierSubscriptionFilters } from '../reports/supplier-subscriptions.ts'
import { supplierOperations } from '../suppliers/suppliers.ts'
import { mappingOperations } from '../variants/mapping.ts'
import { activeOperations } from '../vendors/active.ts'
import { byManagerOperations } from '../vendors/by-manager.ts'
import { vendorOperations } from '../vendors/vendors.ts'

const list = <Name extends ListName, I extends z.ZodObject>(name: Name, title: string, input: I) => {
  const columns = exportColumns[name]
  const keys = Object.keys(columns) as (keyof (typeof exportColumns)[Name] & string)[]
  const body = z.object({
    list: z.literal(name),
    format: z.enum(exportFormats),
    columns: z.array(z.enum(keys)).min(1, 'Choose a column').max(100),
    input,
  })
  return { title, columns, body }
}

/** Lists that are filtered and sorted in the browser send the shown rows in order. */
const shownRows = z.object({ ids: z.array(id).max(5000) })
const shownOfVendor = shownRows.extend({ vendor_id: id })
const ofRun = z.object({ feed_run_id: bigId })
const ofChanges = ofRun.extend({ change: z.enum(changeKinds).optional(), search: line(200).default('') })

const revenueMonthsInput = z.object({ months: count(1, 36).default(13) })

/** The lists that can be exported as a file; each has the same input as its read. */
export const exportedLists = {
  suppliers: list('suppliers', 'Suppliers', supplierOperations.listSuppliers.body),
  restricted_suppliers: list('restricted_suppliers', 'Restricted suppliers', z.object({})),
  index_sync: list('index_sync', 'Index sync', shownRows),
  subscribers: list('subscribers', 'Subscribers', subscribersAsked.extend({ dropshipper_id: id })),
  failed_images: list('failed_images', 'Failed images', failuresAsked.extend({ dropshipper_id: id })),
  shipping_methods: list('shipping_methods', 'Shipping methods', z.object({ supplier_id: id })),
  config_rows: list('config_rows', 'Configuration rows', z.object({ dropshipper_id: id })),
  mapping_report: list('mapping_report', 'Variant mapping by supplier', shownRows),
  mappable_products: list(
    'mappable_products',
    'Variant mapping',
    mappingOperations.listMappableProducts.body,
  ),
  parents: list('parents', 'Parents', parentsAsked.extend({ dropshipper_id: id })),
  monitored_suppliers: list('monitored_suppliers', 'Monitored suppliers', shownRows),
  monitored_custom_feeds: list('monitored_custom_feeds', 'Monitored custom feeds', shownRows),
  jobs: list('jobs', 'Jobs', jobOperations.listJobs.body),
  activity: list('activity', 'Activity', activityLogOperations.searchActivityLog.body),
  vendor_activity: list('vendor_activity', 'Activity of a vendor', vendorLogOperations.searchVendorLog.body),
  staff_activity: list('staff_activity', 'Activity of staff', staffLogOperations.getStaffLog.body),
  run_changes: list('run_changes', 'Changed products', ofChanges),
  run_rejected_rows: list('run_rejected_rows', 'Rejected rows', ofRun),
  products: list('products', 'Products', productFilters),
  found_products: list('found_products', 'Matching products', productOperations.findProducts.query),
  vendors: list('vendors', 'Vendors', vendorOperations.searchVendors.body),
  active_vendors: list(
    'active_vendors',
    'Active users',
    activeOperations.listActiveVendors.body.omit({ page: true }),
  ),
  vendors_of_manager: list(
    'vendors_of_manager',
    'Vendors of an account owner',
    byManagerOperations.listVendorsOfManager.body
      .omit({ page: true })
      .extend({ manager_vid: count(0, 2_147_483_647) }),
  ),
  vendor_subscriptions: list('vendor_subscriptions', 'Subscriptions of a vendor', shownOfVendor),
  restricted_access: list('restricted_access', 'Restricted access of a vendor', shownOfVendor),
  platforms: list('platforms', 'Platforms', shownRows),
  platform_subscriptions: list(
    'platform_subscriptions',
    'Vendors of a platform',
    platformOperations.listPlatformSubscriptions.query
      .omit({ page: true, market_id: true })
      .extend({ platform_id: id, market_id: id.optional() }),
  ),
  own_catalogue: list(
    'own_catalogue',
    'Catalog with your prices',
    z.object({ vendor_id: id, dropshipper_id: id }),
  ),
  direct_users: list('direct_users', 'IS Direct users', directUsersAsked),
  direct_orders: list('direct_orders', 'Orders of an IS Direct user', directOrdersAsked),
  campaign_report: list(
    'campaign_report',
    'Marketing campaigns',
    campaignReportOperations.getCampaignReport.body,
  ),
  campaign_registrations: list('campaign_registrations', 'Registrations by campaign', registrationFilters),
  promo_codes: list(
    'promo_codes',
    'Promo codes',
    promoCodeOperations.listPromoCodes.body.omit({ page_limit: true, current_page: true }),
  ),
  promo_code_users: list(
    'promo_code_users',
    'Vendors of a promo code',
    promoCodeOperations.getPromoCode.query.omit({ page: true }).extend({ promo_code_id: id }),
  ),
  vendor_charges: list(
    'vendor_charges',
    'Charges of a vendor',
    z.object({
      vendor_id: id,
      sort: chargeSort.default('-tm'),
      type: count(1, chargeTypes.length).optional(),
      state: chargeState.optional(),
      charge: bigId.optional(),
    }),
  ),
  charges: list(
    'charges',
    'Charges of all vendors',
    allChargesFilters.extend({
      type: count(1, chargeTypes.length).optional(),
      for: count(1, manualChargeTypes.length).optional(),
    }),
  ),
  invoices: list('invoices', 'Invoices of all vendors', papersFilters),
  money_months: list('money_months', 'Totals by month', z.object({})),
  cancels: list('cancels', 'Cancellations', cancelEventFilters),
  new_subscriptions: list('new_subscriptions', 'New subscriptions', newSubscriptionWindow),
  churned_users: list('churned_users', 'Churned users', monthChoice),
  status_changes: list('status_changes', 'Status changes', statusChangeFilters),
  affiliate_months: list('affiliate_months', 'Affiliates of a month', monthChoice),
  etilize_report: list('etilize_report', 'Etilize report', monthChoice),
  jmwholesale_report: list('jmwholesale_report', 'JM Wholesale report', monthChoice),
  counted_subscriptions: list(
    'counted_subscriptions',
    'Subscriptions of a number',
    countedSubscriptionFilters,
  ),
  supplier_subscriptions: list(
    'supplier_subscriptions',
    'Supplier subscriptions',
    supplierSubscriptionFilters,
  ),
  plan_violations: list('plan_violations', 'Plan violations', z.object({})),
  monthly_revenue: list('monthly_revenue', 'Monthly revenue', revenueMonthsInput),
  recurring_revenue: list('recurring_revenue', 'MRR by month', revenueMonthsInput),
  revenue_rows: list('revenue_rows', 'Rows of Monthly Revenue', countedRowFilters),
  earned_revenue: list('earned_revenue', 'Earned by month', revenueMonthsInput),
  unpaid_cards: list('unpaid_cards', 'Unpaid cards by month', revenueMonthsInput),
  revenue_payments: list('revenue_payments', 'Payments of a month', revenuePaymentFilters),
  closed_deals: list('closed_deals', 'Closed deals', closedDealsFilters),
  billing_suspended: list('billing_suspended', 'Billing suspended', billingSuspendedFilters),
  refunds: list('refunds', 'Refunds', refundRange),
  the_truth: list('the_truth', 'The Truth', theTruthAsked),
  the_truth_money: list('the_truth_money', 'The Truth with money', theTruthAsked),
  staff: list('staff', 'Staff', shownRows),
  supplier_failures: list('supplier_failures', 'Supplier update failures', z.object({})),
  vendor_failures: list('vendor_failures', 'Vendor update failures', z.object({})),
} as const satisfies Record<ListName, unknown>
export type ExportedLists = typeof exportedLists

/** Lists that not all of staff may read, and who may. */
export const listAccess: Partial<Record<ListName, 'money' | 'admin'>> = {
  staff: 'admin',
  staff_activity: 'admin',
  refunds: 'money',
  churned_users: 'money',
  affiliate_months: 'money',
  the_truth_money: 'money',
  closed_deals: 'money',
  billing_suspended: 'money',
  monthly_revenue: 'money',
  recurring_revenue: 'money',
  revenue_rows: 'money',
  earned_revenue: 'money',
  unpaid_cards: 'money',
  revenue_payments: 'money',
}
