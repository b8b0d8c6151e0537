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
import { saveTruthGoal } from './truth/goals.ts'
import { getTheTruth } from './truth/the-truth.ts'
import { listTruthRows } from './truth/truth-rows.ts'
import { addReportNote, changeReportNote, listReportNotes, removeReportNote } from './notes/report-notes.ts'
import { addReportMail, listReportMails, listReportReaders, stopReportMail } from './mails/report-mails.ts'
import { getAffiliateReport } from './affiliates.ts'
import { downloadCancels, getCancels, listCancelEvents, prepareCancels } from './cancels.ts'
import { getChurnedUsers } from './churned-users.ts'
import { listNewSubscriptions } from './new-subscriptions.ts'
import { getStatusChanges } from './status-changes.ts'
import {
  downloadSupplierSubscriptions,
  getSupplierSubscriptions,
  prepareSupplierSubscriptions,
} from './supplier-subscriptions.ts'

export const reportRoutes: Handlers<'reports'> = {
  getCancels,
  listCancelEvents,
  prepareCancels,
  downloadCancels,
  listNewSubscriptions,
  getChurnedUsers,
  getStatusChanges,
  getAffiliateReport,
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
  listTruthRows,
  saveTruthGoal,
  listReportMails,
  listReportReaders,
  addReportMail,
  stopReportMail,
  listReportNotes,
  addReportNote,
  changeReportNote,
  removeReportNote,
  getRefundReport,
  downloadRefundReport,
}
