import type { Handlers } from '#server/platform/http/http.ts'
import {
  downloadBillingSuspended,
  getBillingSuspended,
  prepareBillingSuspended,
} from './billing-suspended.ts'
import { downloadClosedDeals, getClosedDeals, prepareClosedDeals } from './closed-deals.ts'
import { getRemainingMonthEstimate } from './month-estimate.ts'
import { getMonthlyRevenue, listRevenuePayments } from './monthly-revenue.ts'
import { closeMonth } from './closing/close-month.ts'
import { listMonthClosings } from './closing/closings.ts'
import { reopenMonth } from './closing/reopen-month.ts'
import { getCohorts } from './revenue/cohorts.ts'
import { getEarnedRevenue, getRecurringRevenue } from './revenue/recurring.ts'
import { listRevenueRows } from './revenue/counted-rows.ts'
import { getUnpaidCards } from './revenue/unpaid-cards.ts'
import { getPlanViolations } from './plan-violations.ts'
import { downloadRefundReport, getRefundReport } from './refunds.ts'
import { downloadActiveUsers, getActiveUsers, prepareActiveUsers } from './active-users.ts'
import { saveTruthGoal } from './truth/goals.ts'
import { getTheTruth } from './truth/the-truth.ts'
import { listTruthRows } from './truth/truth-rows.ts'
import { addReportNote, changeReportNote, listReportNotes, removeReportNote } from './notes/report-notes.ts'
import { checkReportCopy, openReportMail, stopReportCopy } from './mails/copies.ts'
import { listReportMails, listReportReaders, stopReportMail } from './mails/report-mails.ts'
import { addReportMail, changeReportMail } from './mails/save-report-mail.ts'
import { getAffiliateReport } from './affiliates.ts'
import { downloadCancels, getCancels, listCancelEvents, prepareCancels } from './cancels.ts'
import { getChurnedUsers } from './churned-users.ts'
import { listNewSubscriptions } from './new-subscriptions.ts'
import { getStatusChanges } from './status-changes.ts'
import { getEtilizeReport } from './partners/etilize-report.ts'
import { getJmWholesaleReport } from './partners/jm-wholesale-report.ts'
import { listCountedSubscriptions } from './counted-subscriptions.ts'
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
  listCountedSubscriptions,
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
  getRecurringRevenue,
  listRevenueRows,
  getEarnedRevenue,
  getCohorts,
  getUnpaidCards,
  listMonthClosings,
  closeMonth,
  reopenMonth,
  getTheTruth,
  listTruthRows,
  saveTruthGoal,
  listReportMails,
  listReportReaders,
  addReportMail,
  changeReportMail,
  openReportMail,
  checkReportCopy,
  stopReportCopy,
  stopReportMail,
  listReportNotes,
  addReportNote,
  changeReportNote,
  removeReportNote,
  getRefundReport,
  downloadRefundReport,
}
