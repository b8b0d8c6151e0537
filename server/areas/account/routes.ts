import {
  addPasskey,
  beginPasskey,
  confirmIdentity,
  listPasskeys,
  removePasskey,
  renamePasskey,
  beginSecondFactor,
  confirmSecondFactor,
  endOtherSessions,
  endSecondFactor,
  endSession,
  getSecondFactor,
  listSessions,
  renewRecoveryCodes,
} from '#server/areas/session/public.ts'
import type { Handlers } from '#server/platform/http/http.ts'
import { getAccountDetails } from './get-account-details.ts'
import { changePassword } from './change-password.ts'
import { contactUs, giveLegacyFeedback } from './contact-us.ts'
import { getOrderAutomation, signInToOrders } from './sign-in-to-orders.ts'
import {
  saveContactDetails,
  saveNotificationEmails,
  sendUpdatesAgain,
  updateAccount,
} from './save-account.ts'
import { saveTimeZone } from './save-time-zone.ts'
import { askPause } from './ask-pause.ts'
import { cancelSubscriptions, reactivateSubscription } from './change-own-subscriptions.ts'
import { downloadCatalogueFile, listDownloadableSuppliers, startCatalogueFile } from './downloads.ts'
import { listOwnSubscriptions, weighOwnSubscriptions } from './own-subscriptions.ts'
import { checkEmailChange, confirmEmailChange } from './email-change/confirm-email-change.ts'
import { requestEmailChange, withdrawEmailChange } from './email-change/request-email-change.ts'
import { listOwnProducts } from './products/list-own-products.ts'
import { browseSuppliers } from './requests/browse-suppliers.ts'
import {
  getOwnRequests,
  requestClosing,
  requestPlan,
  withdrawAccountRequest,
} from './requests/request-account-change.ts'
import { requestSupplier, withdrawSupplierRequest } from './requests/request-supplier.ts'
import { getProductAlert, listProductAlerts } from './read-alerts.ts'
import { withdrawPause } from './withdraw-pause.ts'
import { saveProductAlerts } from './save-product-alerts.ts'

export const accountRoutes: Handlers<'account'> = {
  getAccountDetails,
  confirmIdentity,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  listSessions,
  endSession,
  endOtherSessions,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  saveContactDetails,
  saveNotificationEmails,
  updateAccount,
  saveTimeZone,
  sendUpdatesAgain,
  changePassword,
  getOrderAutomation,
  signInToOrders,
  contactUs,
  giveLegacyFeedback,
  listDownloadableSuppliers,
  startCatalogueFile,
  downloadCatalogueFile,
  listOwnSubscriptions,
  weighOwnSubscriptions,
  cancelSubscriptions,
  reactivateSubscription,
  askPause,
  withdrawPause,
  requestEmailChange,
  withdrawEmailChange,
  checkEmailChange,
  confirmEmailChange,
  listOwnProducts,
  getOwnRequests,
  requestPlan,
  requestClosing,
  withdrawAccountRequest,
  browseSuppliers,
  requestSupplier,
  withdrawSupplierRequest,
  listProductAlerts,
  saveProductAlerts,
  getProductAlert,
}
