import type { Handlers } from '#server/platform/http/http.ts'
import { getAffiliateReport } from './affiliates.ts'
import { downloadCancels, getCancels, listCancelEvents, prepareCancels } from './cancels.ts'
import { getChurnedUsers } from './churned-users.ts'
import { listNewSubscriptions } from './new-subscriptions.ts'
import { downloadRefundReport, getRefundReport } from './refunds.ts'
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
  getRefundReport,
  downloadRefundReport,
}
