import type { Handlers } from '#server/platform/http/http.ts'
import {
  downloadBillingSuspended,
  getBillingSuspended,
  prepareBillingSuspended,
} from './billing-suspended.ts'
import { downloadClosedDeals, getClosedDeals, prepareClosedDeals } from './closed-deals.ts'
import { getRemainingMonthEstimate } from './month-estimate.ts'
import { getMonthlyRevenue, listRevenuePayments } from './monthly-revenue.ts'
import { getPlanViolations } from './plan-violations.ts'
import { downloadRefundReport, getRefundReport } from './refunds.ts'
import { saveTruthGoal } from './goals.ts'
import { getTheTruth } from './the-truth.ts'
import { downloadActiveUsers, getActiveUsers, prepareActiveUsers } from './active-users.ts'
import { getAffiliateReport } from './affiliates.ts'
import { downloadCancels, getCancels, listCancelEvents, prepareCancels } from './cancels.ts'
import { getChurnedUsers } from './churned-users.ts'
import { listNewSubscriptions } from './new-subscriptions.ts'
import { getStatusChanges } from './status-changes.ts'
import { getEtilizeReport } from './partners/etilize-report.ts'
import { getJmWholesaleReport } from './partners/jm-wholesale-report.ts'
import {
  downloadSupplierSubscriptions,
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
} from './supplier-subscriptions.ts'

export const reportRoutes: Handlers<'reports'> = {
  getActiveUsers,
  prepareActiveUsers,
  downloadActiveUsers,
  getCancels,
  listCancelEvents,
  prepareCancels,
  downloadCancels,
  listNewSubscriptions,
  getChurnedUsers,
  getStatusChanges,
  getAffiliateReport,
  getEtilizeReport,
  getJmWholesaleReport,
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
  downloadSupplierSubscriptions,
  getClosedDeals,
  prepareClosedDeals,
  downloadClosedDeals,
  getBillingSuspended,
  prepareBillingSuspended,
  downloadBillingSuspended,
  getPlanViolations,
  getMonthlyRevenue,
  getRemainingMonthEstimate,
  listRevenuePayments,
  getTheTruth,
  saveTruthGoal,
  getRefundReport,
  downloadRefundReport,
}
