import type { Handlers } from '#server/platform/http.ts'
import { changePassword } from './change-password.ts'
import { contactUs, giveLegacyFeedback } from './contact-us.ts'
import { getOrderAutomation, signInToOrders } from './sign-in-to-orders.ts'
import { saveContactDetails, saveNotificationEmails, updateAccount } from './save-account.ts'

export const accountRoutes: Handlers<'account'> = {
  saveContactDetails,
  saveNotificationEmails,
  updateAccount,
  changePassword,
  getOrderAutomation,
  signInToOrders,
  contactUs,
  giveLegacyFeedback,
}
