import type { Handlers } from '#server/platform/http/http.ts'
import {
  downloadBillingSuspended,
  getBillingSuspended,
  prepareBillingSuspended,
} from './billing-suspended.ts'
import { getRemainingMonthEstimate } from './month-estimate.ts'
import { getMonthlyRevenue, listRevenuePayments } from './monthly-revenue.ts'
import { getPlanViolations } from './plan-violations.ts'
import { downloadRefundReport, getRefundReport } from './refunds.ts'
import { saveTruthGoal } from './goals.ts'
import { getTheTruth } from './the-truth.ts'
import {
  downloadSupplierSubscriptions,
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
} from './supplier-subscriptions.ts'

export const reportRoutes: Handlers<'reports'> = {
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
  downloadSupplierSubscriptions,
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
