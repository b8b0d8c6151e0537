import type { Handlers } from '#server/platform/http/http.ts'
import { agreeToRun, refuseRun, weighStoppedRun } from './brake/decide-run.ts'
import { beginCardSetup, getBillingInformation, saveBillingInformation } from './cards/billing-information.ts'
import { openCardLink, sendCardLinks } from './cards/card-links.ts'
import { listFailingCards } from './cards/failing-cards.ts'
import { acceptDifference } from './intents/accept-difference.ts'
import { auditBooks, getBooks } from './books/books.ts'
import { cancelAfterRefund } from './charges/cancel-after-refund.ts'
import { closeInvoice, weighClosing } from './papers/close-invoice.ts'
import { chargeManually, requestManualCharge, weighManualCharge } from './charges/charge-manually.ts'
import { beginPaymentConfirmation, endPaymentConfirmation } from './cards/confirm-payment.ts'
import { askGatewayAgain, decideMoney } from './intents/decide-money.ts'
import { getCharge } from './charge-page/get-charge.ts'
import { downloadInvoice, getPaper } from './papers/download-invoice.ts'
import { downloadOwnPaper, getOwnBilling, listOwnPapers } from './cards/own-billing.ts'
import { getAging, listPapers } from './papers/papers.ts'
import { getVendorPayments } from './read.ts'
import { refundCharge, requestRefund, weighRefund } from './charges/refund-charge.ts'
import { retryPayment } from './renewals/retry-payment.ts'
import { getMoneySums } from './books/sums.ts'
import { retryRenewal } from './renewals/retry-renewal.ts'
import { getMoneyWaiting } from './intents/money-waiting.ts'

export const paymentRoutes: Handlers<'payments'> = {
  getBillingInformation,
  beginCardSetup,
  saveBillingInformation,
  listFailingCards,
  sendCardLinks,
  openCardLink,
  getOwnBilling,
  beginPaymentConfirmation,
  endPaymentConfirmation,
  listOwnPapers,
  downloadOwnPaper,
  listPapers,
  getAging,
  getVendorPayments,
  getCharge,
  getPaper,
  downloadInvoice,
  weighManualCharge,
  chargeManually,
  requestManualCharge,
  weighRefund,
  refundCharge,
  requestRefund,
  cancelAfterRefund,
  retryPayment,
  weighClosing,
  closeInvoice,
  getBooks,
  auditBooks,
  getMoneyWaiting,
  getMoneySums,
  askGatewayAgain,
  decideMoney,
  retryRenewal,
  weighStoppedRun,
  agreeToRun,
  refuseRun,
  acceptDifference,
}
