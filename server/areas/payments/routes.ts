import type { Handlers } from '#server/platform/http.ts'
import { approveMoney, refuseMoney, weighApproval } from './approvals.ts'
import { beginCardSetup, getBillingInformation, saveBillingInformation } from './billing-information.ts'
import { acceptDifference } from './accept-difference.ts'
import { auditBooks, getBooks } from './books.ts'
import { cancelAfterRefund } from './cancel-after-refund.ts'
import { closeInvoice, weighClosing } from './close-invoice.ts'
import { chargeManually, weighManualCharge } from './charge-manually.ts'
import { beginPaymentConfirmation, endPaymentConfirmation } from './confirm-payment.ts'
import { askGatewayAgain, decideMoney } from './decide-money.ts'
import { downloadInvoice, getPaper } from './download-invoice.ts'
import { downloadOwnPaper, getOwnBilling, listOwnPapers } from './own-billing.ts'
import { getAging, listPapers } from './papers.ts'
import { getVendorPayments } from './read.ts'
import { refundCharge, weighRefund } from './refund-charge.ts'
import { retryPayment } from './retry-payment.ts'
import { saveSecondPersonLimit } from './save-second-person-limit.ts'
import { getMoneySums } from './sums.ts'
import { retryRenewal } from './retry-renewal.ts'
import { getMoneyWaiting } from './waiting.ts'

export const paymentRoutes: Handlers<'payments'> = {
  getBillingInformation,
  beginCardSetup,
  saveBillingInformation,
  getOwnBilling,
  beginPaymentConfirmation,
  endPaymentConfirmation,
  listOwnPapers,
  downloadOwnPaper,
  listPapers,
  getAging,
  getVendorPayments,
  getPaper,
  downloadInvoice,
  weighManualCharge,
  chargeManually,
  weighRefund,
  refundCharge,
  cancelAfterRefund,
  retryPayment,
  weighClosing,
  closeInvoice,
  weighApproval,
  approveMoney,
  refuseMoney,
  saveSecondPersonLimit,
  getBooks,
  auditBooks,
  getMoneyWaiting,
  getMoneySums,
  askGatewayAgain,
  decideMoney,
  retryRenewal,
  acceptDifference,
}
