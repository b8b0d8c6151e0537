import type { Handlers } from '#server/platform/http.ts'
import { askPause } from './ask-pause.ts'
import { cancelSubscriptions, reactivateSubscription } from './change-own-subscriptions.ts'
import { downloadCatalogueFile, listDownloadableSuppliers, startCatalogueFile } from './downloads.ts'
import { listOwnSubscriptions, weighOwnSubscriptions } from './own-subscriptions.ts'
import { getProductAlert, listProductAlerts } from './read-alerts.ts'
import { saveProductAlerts } from './save-product-alerts.ts'

export const accountRoutes: Handlers<'account'> = {
  listDownloadableSuppliers,
  startCatalogueFile,
  downloadCatalogueFile,
  listOwnSubscriptions,
  weighOwnSubscriptions,
  cancelSubscriptions,
  reactivateSubscription,
  askPause,
  listProductAlerts,
  saveProductAlerts,
  getProductAlert,
}
