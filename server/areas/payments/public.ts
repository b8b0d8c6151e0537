// What other areas may call.
export { paymentActs } from './approvals/payment-acts.ts'
export { keepBooksChecked } from './books/books.ts'
export { listBroken as broken } from './books/invariants.ts'
export { learnFromBooks } from './brake/judge-run.ts'
export { renewalsTimer } from './brake/decide-run.ts'
export { saveCard } from './cards/save-card.ts'
export { chargeManually } from './charges/charge-manually.ts'
export { keepDispute, remindOfDisputes } from './charges/disputes.ts'
export { refundCharge } from './charges/refund-charge.ts'
export {
  behaviourOf,
  disputeMs,
  evidenceMs,
  expiredCard,
  hasEnded,
  knowCard,
  refundMs,
} from './gateways/cards.ts'
export { takeEvents } from './gateways/events.ts'
export { receiveGatewayEvents } from './gateways/receive-event.ts'
export { sendDueMoney } from './intents/intents.ts'
export { reconcile } from './intents/reconcile.ts'
export { closeInvoice } from './papers/close-invoice.ts'
export { openPaper } from './papers/open-papers.ts'
export { owedOf } from './papers/owed.ts'
export { hasPendingPrepayment as standsForBill } from './renewals/periods.ts'
export { renew } from './renewals/renew.ts'
export { settleDueSubscriptions } from './renewals/settle-subscriptions.ts'
