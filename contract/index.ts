import { contactUsOperations } from './account/contact-us.ts'
import { accountDetailOperations } from './account/details.ts'
import { downloadOperations } from './account/downloads.ts'
import { mySubscriptionOperations } from './account/my-subscriptions.ts'
import { emailChangeOperations } from './account/email-change.ts'
import { ownProductOperations } from './account/own-products.ts'
import { accountRequestOperations } from './account/requests.ts'
import { supplierRequestOperations } from './account/supplier-requests.ts'
import { productAlertOperations } from './account/product-alerts.ts'
import { activityLogOperations } from './activity/activity-log.ts'
import { staffLogOperations } from './activity/staff-log.ts'
import { vendorLogOperations } from './activity/vendor-log.ts'
import { approvalOperations } from './approvals/approvals.ts'
import { billingOperations } from './billing/billing.ts'
import { customFeedOperations } from './custom-feeds/custom-feeds.ts'
import { directUserOperations } from './direct-app/direct-users.ts'
import { comparisonOperations } from './feeds/comparison.ts'
import { costCellOperations } from './feeds/cost-cell.ts'
import { expectationOperations } from './feeds/expectations.ts'
import { feedOperations } from './feeds/feeds.ts'
import { fileBackTestOperations } from './feeds/file-back-test.ts'
import { heldRunOperations } from './feeds/held-runs.ts'
import { manyFeedsOperations } from './feeds/many-feeds.ts'
import { monitoringOperations } from './feeds/monitoring.ts'
import { previewOperations } from './feeds/preview.ts'
import { reportInfoOperations } from './feeds/report-info.ts'
import { feedDayOperations } from './feeds/feed-days.ts'
import { runFaultOperations } from './feeds/run-fault.ts'
import { runOperations } from './feeds/runs.ts'
import { scheduleOperations } from './feeds/schedule.ts'
import { statisticsOperations } from './feeds/statistics.ts'
import { incidentOperations } from './incidents/incidents.ts'
import { integrationOperations } from './integrations/integrations.ts'
import { feedTroubleOperations } from './integrations/feed-troubles.ts'
import { integrationListOperations } from './integrations/list.ts'
import { liveOperations } from './integrations/live.ts'
import { jobDashboardOperations } from './jobs/dashboard.ts'
import { jobFailureOperations } from './jobs/failures.ts'
import { healthOperations } from './jobs/health.ts'
import { jobOperations } from './jobs/jobs.ts'
import { exportOperations } from './lists/exports.ts'
import { savedViewOperations } from './lists/views.ts'
import { campaignOperations } from './marketing/campaigns.ts'
import { campaignReportOperations } from './marketing/report.ts'
import { noticeEndpointOperations } from './notifications/endpoints.ts'
import { messageOperations } from './notifications/messages.ts'
import { noticeRuleOperations } from './notifications/rules.ts'
import { billingInformationOperations } from './payments/billing-information.ts'
import { bookOperations } from './payments/books.ts'
import { chargePageOperations } from './payments/charge-page.ts'
import { closingOperations } from './payments/closing.ts'
import { renewalStopOperations } from './payments/renewal-stops.ts'
import { failingCardOperations } from './payments/failing-cards.ts'
import { ownBillingOperations } from './payments/own-billing.ts'
import { paperOperations } from './payments/papers.ts'
import { paymentOperations } from './payments/payments.ts'
import { platformOperations } from './platforms/platforms.ts'
import { pricingOperations } from './pricing/price-rules.ts'
import { productPageOperations } from './product-page/product-page.ts'
import { imageOperations } from './products/images.ts'
import { asinHoldOperations } from './products/asins/holds.ts'
import { asinBatchOperations, asinQueueOperations } from './products/asins/queue.ts'
import { asinUploadOperations } from './products/asins/uploads.ts'
import { catalogOperations } from './products/catalog.ts'
import { productOperations } from './products/products.ts'
import { searchIndexOperations } from './products/search-index.ts'
import { promoCodeOperations } from './promo-codes/promo-codes.ts'
import { paletteOperations } from './search/palette.ts'
import { activeUserReportOperations } from './reports/active-users.ts'
import { billingSuspendedOperations } from './reports/billing-suspended.ts'
import { monthlyRevenueOperations } from './reports/monthly-revenue.ts'
import { countedRowOperations } from './reports/counted-rows.ts'
import { recurringRevenueOperations } from './reports/recurring-revenue.ts'
import { monthClosingOperations } from './reports/closing.ts'
import { planViolationOperations } from './reports/plan-violations.ts'
import { cancelOperations } from './reports/cancels.ts'
import { closedDealsOperations } from './reports/closed-deals.ts'
import { customerReportOperations } from './reports/customers.ts'
import { partnerReportOperations } from './reports/partners.ts'
import { reportMailOperations } from './reports/mails.ts'
import { reportNoteOperations } from './reports/notes.ts'
import { refundReportOperations } from './reports/refunds.ts'
import { supplierSubscriptionOperations } from './reports/supplier-subscriptions.ts'
import { theTruthOperations } from './reports/the-truth.ts'
import { retentionOperations } from './retention/retention.ts'
import { accountOperations } from './session/account.ts'
import { clientErrorOperations } from './session/client-errors.ts'
import { keptMailOperations } from './session/kept-mail.ts'
import { passwordResetOperations } from './session/password-reset.ts'
import { registrationOperations } from './session/registration.ts'
import { passkeyOperations, passkeySignInOperations } from './session/passkeys.ts'
import { identityOperations } from './session/identity.ts'
import { secondFactorOperations } from './session/second-factor.ts'
import { sessionOperations } from './session/sessions.ts'
import { signInOperations } from './session/sign-in.ts'
import { unsubscribeOperations } from './session/unsubscribe.ts'
import { verificationOperations } from './session/verification.ts'
import { signInRuleOperations } from './staff/sign-in-rule.ts'
import { staffOperations } from './staff/staff.ts'
import { storeCallOperations } from './stores/calls.ts'
import { connectionTestOperations } from './stores/connection-test.ts'
import { freshnessOperations } from './stores/freshness.ts'
import { storeGrantOperations } from './stores/grants.ts'
import { storeOrderOperations } from './stores/orders.ts'
import { sentUpdateOperations } from './stores/sent-updates.ts'
import { shopFactOperations } from './stores/shop-facts.ts'
import { vendorStoreOperations } from './stores/stores.ts'
import { storeUpdateOperations } from './stores/updates.ts'
import { customerRequestOperations } from './subscriptions/customer-requests.ts'
import { restrictedAccessOperations } from './subscriptions/restricted-access.ts'
import { vendorSubscriptionOperations } from './subscriptions/subscriptions.ts'
import { vendorSupplierConfigOperations } from './subscriptions/vendor-supplier-config.ts'
import { warehouseOperations } from './subscriptions/warehouses.ts'
import { supplierConfigOperations } from './suppliers/config.ts'
import { supplierFailureOperations } from './suppliers/failures.ts'
import { featuredOperations } from './suppliers/featured.ts'
import { logoOperations } from './suppliers/logo.ts'
import { supplierNoteOperations } from './suppliers/notes.ts'
import { shippingOperations } from './suppliers/shipping.ts'
import { subscriberOperations } from './suppliers/subscribers.ts'
import { supplierOperations } from './suppliers/suppliers.ts'
import { mappingOperations } from './variants/mapping.ts'
import { parentOperations } from './variants/parents.ts'
import { activeOperations } from './vendors/active.ts'
import { vendorBasicsOperations } from './vendors/basics.ts'
import { byManagerOperations } from './vendors/by-manager.ts'
import { vendorContactOperations } from './vendors/contacts.ts'
import { customerViewOperations } from './vendors/customer-view.ts'
import { vendorDashboardOperations } from './vendors/dashboard.ts'
import { deletionOperations } from './vendors/deletion.ts'
import { vendorFailureOperations } from './vendors/failures.ts'
import { vendorLockOperations } from './vendors/lock.ts'
import { loginOperations } from './vendors/logins.ts'
import { vendorLogoOperations } from './vendors/logo.ts'
import { managerOperations } from './vendors/managers.ts'
import { vendorNoteOperations } from './vendors/notes.ts'
import { timelineOperations } from './vendors/timeline.ts'
import { orderManagerOperations } from './vendors/order-manager.ts'
import { platformAuthOperations } from './vendors/platform-auths.ts'
import { vendorOperations } from './vendors/vendors.ts'
import type { AnswerOf, InputOf, ParsedOf, ResultOf } from './operation.ts'

/** Each area's operations, by the names of their files' types: written out in full, they are too long for the compiler. */
type Areas = {
  account: typeof accountDetailOperations &
    typeof contactUsOperations &
    typeof downloadOperations &
    typeof mySubscriptionOperations &
    typeof emailChangeOperations &
    typeof ownProductOperations &
    typeof accountRequestOperations &
    typeof supplierRequestOperations &
    typeof productAlertOperations &
    typeof identityOperations &
    typeof passkeyOperations &
    typeof secondFactorOperations &
    typeof sessionOperations
  activity: typeof activityLogOperations & typeof vendorLogOperations & typeof staffLogOperations
  approvals: typeof approvalOperations
  billing: typeof billingOperations
  'custom-feeds': typeof customFeedOperations
  'direct-app': typeof directUserOperations
  feeds: typeof comparisonOperations &
    typeof costCellOperations &
    typeof expectationOperations &
    typeof feedOperations &
    typeof fileBackTestOperations &
    typeof heldRunOperations &
    typeof manyFeedsOperations &
    typeof monitoringOperations &
    typeof previewOperations &
    typeof reportInfoOperations &
    typeof runOperations &
    typeof runFaultOperations &
    typeof feedDayOperations &
    typeof scheduleOperations &
    typeof statisticsOperations
  incidents: typeof incidentOperations
  integrations: typeof integrationListOperations &
    typeof feedTroubleOperations &
    typeof integrationOperations &
    typeof liveOperations
  jobs: typeof healthOperations &
    typeof jobDashboardOperations &
    typeof jobFailureOperations &
    typeof jobOperations
  lists: typeof exportOperations & typeof savedViewOperations
  marketing: typeof campaignOperations & typeof campaignReportOperations
  notifications: typeof messageOperations & typeof noticeEndpointOperations & typeof noticeRuleOperations
  payments: typeof billingInformationOperations &
    typeof bookOperations &
    typeof chargePageOperations &
    typeof failingCardOperations &
    typeof closingOperations &
    typeof renewalStopOperations &
    typeof ownBillingOperations &
    typeof paperOperations &
    typeof paymentOperations
  platforms: typeof platformOperations
  pricing: typeof pricingOperations
  'product-page': typeof productPageOperations
  products: typeof catalogOperations &
    typeof imageOperations &
    typeof productOperations &
    typeof searchIndexOperations &
    typeof asinUploadOperations &
    typeof asinHoldOperations &
    typeof asinQueueOperations &
    typeof asinBatchOperations
  'promo-codes': typeof promoCodeOperations
  reports: typeof billingSuspendedOperations &
    typeof activeUserReportOperations &
    typeof cancelOperations &
    typeof closedDealsOperations &
    typeof monthClosingOperations &
    typeof customerReportOperations &
    typeof partnerReportOperations &
    typeof monthlyRevenueOperations &
    typeof planViolationOperations &
    typeof recurringRevenueOperations &
    typeof countedRowOperations &
    typeof refundReportOperations &
    typeof reportMailOperations &
    typeof reportNoteOperations &
    typeof supplierSubscriptionOperations &
    typeof theTruthOperations
  retention: typeof retentionOperations
  search: typeof paletteOperations
  session: typeof accountOperations &
    typeof clientErrorOperations &
    typeof keptMailOperations &
    typeof passwordResetOperations &
    typeof registrationOperations &
    typeof signInOperations &
    typeof passkeySignInOperations &
    typeof unsubscribeOperations &
    typeof verificationOperations
  staff: typeof signInRuleOperations & typeof staffOperations
  stores: typeof connectionTestOperations &
    typeof freshnessOperations &
    typeof sentUpdateOperations &
    typeof shopFactOperations &
    typeof storeCallOperations &
    typeof storeGrantOperations &
    typeof storeOrderOperations &
    typeof storeUpdateOperations &
    typeof vendorStoreOperations
  subscriptions: typeof customerRequestOperations &
    typeof restrictedAccessOperations &
    typeof vendorSubscriptionOperations &
    typeof vendorSupplierConfigOperations &
    typeof warehouseOperations
  suppliers: typeof featuredOperations &
    typeof logoOperations &
    typeof shippingOperations &
    typeof subscriberOperations &
    typeof supplierConfigOperations &
    typeof supplierFailureOperations &
    typeof supplierNoteOperations &
    typeof supplierOperations
  variants: typeof mappingOperations & typeof parentOperations
  vendors: typeof activeOperations &
    typeof byManagerOperations &
    typeof customerViewOperations &
    typeof deletionOperations &
    typeof loginOperations &
    typeof managerOperations &
    typeof orderManagerOperations &
    typeof platformAuthOperations &
    typeof vendorBasicsOperations &
    typeof vendorContactOperations &
    typeof vendorDashboardOperations &
    typeof vendorFailureOperations &
    typeof vendorLockOperations &
    typeof vendorLogoOperations &
    typeof vendorNoteOperations &
    typeof timelineOperations &
    typeof vendorOperations
}

/** Every operation of the service by area, under its unique name. Both lists are sorted. */
export const contract: Areas = {
  account: {
    ...accountDetailOperations,
    ...contactUsOperations,
    ...downloadOperations,
    ...mySubscriptionOperations,
    ...emailChangeOperations,
    ...ownProductOperations,
    ...accountRequestOperations,
    ...supplierRequestOperations,
    ...productAlertOperations,
    ...identityOperations,
    ...passkeyOperations,
    ...secondFactorOperations,
    ...sessionOperations,
  },
  activity: {
    ...activityLogOperations,
    ...vendorLogOperations,
    ...staffLogOperations,
  },
  approvals: {
    ...approvalOperations,
  },
  billing: {
    ...billingOperations,
  },
  'custom-feeds': {
    ...customFeedOperations,
  },
  'direct-app': {
    ...directUserOperations,
  },
  feeds: {
    ...comparisonOperations,
    ...costCellOperations,
    ...expectationOperations,
    ...feedOperations,
    ...fileBackTestOperations,
    ...heldRunOperations,
    ...manyFeedsOperations,
    ...monitoringOperations,
    ...previewOperations,
    ...reportInfoOperations,
    ...runOperations,
    ...runFaultOperations,
    ...feedDayOperations,
    ...scheduleOperations,
    ...statisticsOperations,
  },
  incidents: {
    ...incidentOperations,
  },
  integrations: {
    ...integrationListOperations,
    ...feedTroubleOperations,
    ...integrationOperations,
    ...liveOperations,
  },
  jobs: {
    ...healthOperations,
    ...jobDashboardOperations,
    ...jobFailureOperations,
    ...jobOperations,
  },
  lists: {
    ...exportOperations,
    ...savedViewOperations,
  },
  marketing: {
    ...campaignOperations,
    ...campaignReportOperations,
  },
  notifications: {
    ...messageOperations,
    ...noticeEndpointOperations,
    ...noticeRuleOperations,
  },
  payments: {
    ...billingInformationOperations,
    ...bookOperations,
    ...chargePageOperations,
    ...failingCardOperations,
    ...closingOperations,
    ...renewalStopOperations,
    ...ownBillingOperations,
    ...paperOperations,
    ...paymentOperations,
  },
  platforms: {
    ...platformOperations,
  },
  pricing: {
    ...pricingOperations,
  },
  'product-page': {
    ...productPageOperations,
  },
  products: {
    ...catalogOperations,
    ...imageOperations,
    ...productOperations,
    ...searchIndexOperations,
    ...asinUploadOperations,
    ...asinHoldOperations,
    ...asinQueueOperations,
    ...asinBatchOperations,
  },
  'promo-codes': {
    ...promoCodeOperations,
  },
  reports: {
    ...billingSuspendedOperations,
    ...monthlyRevenueOperations,
    ...recurringRevenueOperations,
    ...countedRowOperations,
    ...monthClosingOperations,
    ...planViolationOperations,
    ...activeUserReportOperations,
    ...cancelOperations,
    ...closedDealsOperations,
    ...customerReportOperations,
    ...partnerReportOperations,
    ...refundReportOperations,
    ...reportMailOperations,
    ...reportNoteOperations,
    ...supplierSubscriptionOperations,
    ...theTruthOperations,
  },
  retention: {
    ...retentionOperations,
  },
  search: {
    ...paletteOperations,
  },
  session: {
    ...accountOperations,
    ...clientErrorOperations,
    ...keptMailOperations,
    ...passwordResetOperations,
    ...registrationOperations,
    ...signInOperations,
    ...passkeySignInOperations,
    ...unsubscribeOperations,
    ...verificationOperations,
  },
  staff: {
    ...signInRuleOperations,
    ...staffOperations,
  },
  stores: {
    ...connectionTestOperations,
    ...freshnessOperations,
    ...sentUpdateOperations,
    ...shopFactOperations,
    ...storeCallOperations,
    ...storeGrantOperations,
    ...storeOrderOperations,
    ...storeUpdateOperations,
    ...vendorStoreOperations,
  },
  subscriptions: {
    ...customerRequestOperations,
    ...restrictedAccessOperations,
    ...vendorSubscriptionOperations,
    ...vendorSupplierConfigOperations,
    ...warehouseOperations,
  },
  suppliers: {
    ...featuredOperations,
    ...logoOperations,
    ...shippingOperations,
    ...subscriberOperations,
    ...supplierConfigOperations,
    ...supplierFailureOperations,
    ...supplierNoteOperations,
    ...supplierOperations,
  },
  variants: {
    ...mappingOperations,
    ...parentOperations,
  },
  vendors: {
    ...activeOperations,
    ...byManagerOperations,
    ...customerViewOperations,
    ...deletionOperations,
    ...loginOperations,
    ...managerOperations,
    ...orderManagerOperations,
    ...platformAuthOperations,
    ...vendorBasicsOperations,
    ...vendorContactOperations,
    ...vendorDashboardOperations,
    ...vendorFailureOperations,
    ...vendorLockOperations,
    ...vendorLogoOperations,
    ...vendorNoteOperations,
    ...timelineOperations,
    ...vendorOperations,
  },
}
export type AreaName = keyof typeof contract
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never
/** Each operation by its name alone. */
export type Operations = Intersection<(typeof contract)[AreaName]>
export type OperationName = keyof Operations

/** What a caller passes to the operation with this name. */
export type Input<N extends OperationName> = InputOf<Operations[N]>
/** What its server function gets: parsed, with defaults filled in. */
export type Parsed<N extends OperationName> = ParsedOf<Operations[N]>
/** What its server function returns. */
export type Answer<N extends OperationName> = AnswerOf<Operations[N]>
/** What a caller receives. */
export type Result<N extends OperationName> = ResultOf<Operations[N]>
