import type { Handlers } from '#server/platform/http/http.ts'
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
  getRefundReport,
  downloadRefundReport,
}
