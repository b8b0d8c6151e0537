// What other areas may call.
export { keepBooksChecked } from './books.ts'
export { chargeManually } from './charge-manually.ts'
export { closeInvoice } from './close-invoice.ts'
export { keepDispute, remindOfDisputes } from './disputes.ts'
export { takeEvents } from './events.ts'
export { sendDueMoney } from './intents.ts'
export { openPaper } from './open-papers.ts'
export { standsForBill } from './periods.ts'
export { broken } from './invariants.ts'
export { receiveGatewayEvents } from './receive-event.ts'
export { reconcile } from './reconcile.ts'
export { refundCharge } from './refund-charge.ts'
export { renew } from './renew.ts'
export { saveCard } from './save-card.ts'
export { settleDueSubscriptions } from './settle-subscriptions.ts'
export {
  behaviourOf,
  disputeMs,
  evidenceMs,
  expiredCard,
  hasEnded,
  knowCard,
  refundMs,
} from './gateways/cards.ts'
