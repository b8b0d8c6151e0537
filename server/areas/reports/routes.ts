import type { Handlers } from '#server/platform/http/http.ts'
import { getRemainingMonthEstimate } from './month-estimate.ts'
import { getMonthlyRevenue, listRevenuePayments } from './monthly-revenue.ts'
import { getPlanViolations } from './plan-violations.ts'
import { downloadRefundReport, getRefundReport } from './refunds.ts'
import {
  downloadSupplierSubscriptions,
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
} from './supplier-subscriptions.ts'

export const reportRoutes: Handlers<'reports'> = {
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
  downloadSupplierSubscriptions,
  getPlanViolations,
  getMonthlyRevenue,
  getRemainingMonthEstimate,
  listRevenuePayments,
  getRefundReport,
  downloadRefundReport,
}
