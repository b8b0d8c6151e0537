import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { operations, type Operation } from './operation.ts'

// Tests of each operation read its access from the contract, so they can't find a mistake in the contract itself.

const namesOf = (isMeant: (op: Operation) => boolean) =>
  [...operations(contract)].flatMap(({ name, op }) => (isMeant(op) ? name : [])).toSorted()
const writes = ({ method, reads }: Operation) => method !== 'GET' && reads !== true
const names = (text: string) => text.trim().split(/\s+/).toSorted()

test('these, and no others, are for who may move money', () => {
  expect(namesOf((op) => op.access === 'money')).toEqual(
    names(`
      weighApproval approveMoney
      chargeManually refundCharge cancelAfterRefund closeInvoice weighClosing
      savePlanType saveBillingPlan toggleCustomBillingPlan saveBillingExtras addBillingExtraType
      savePromoCode givePromoCode changePromoCode removePromoCode addPromoCodePartner
      weighStoppedRun agreeToRun refuseRun retryRenewal retryPayment
      auditBooks askGatewayAgain decideMoney acceptDifference
      saveDirectUser decideDirectDifferences
      getRefundReport downloadRefundReport
      getBillingSuspended prepareBillingSuspended downloadBillingSuspended
      getMonthlyRevenue getRemainingMonthEstimate listRevenuePayments
      getRecurringRevenue listRevenueRows getEarnedRevenue getCohorts getUnpaidCards listMonthClosings closeMonth reopenMonth
      getChurnedUsers getAffiliateReport getClosedDeals prepareClosedDeals downloadClosedDeals`),
  )
})

test('these, and no others, are for admins alone', () => {
  expect(namesOf((op) => op.access === 'admin')).toEqual(
    names(`
      listStaff getStaffLog inviteStaff resendStaffInvitation withdrawStaffInvitation
      changeStaffRole weighStaffRole disableStaff weighDisabling enableStaff
      getSignInRule saveSignInRule resetSecondFactor
      deleteAccount checkDeletion restoreAccount
      saveSecondPersonLimit saveRetention
      addNoticeEndpoint saveNoticeEndpoint changeNoticeSecret deleteNoticeEndpoint testNoticeEndpoint
      resendNoticeDelivery addNoticeTurn removeNoticeTurn`),
  )
})

test('every act of those who move money and of admins needs a fresh sign-in, but these', () => {
  expect(
    namesOf((op) => (op.access === 'money' || op.access === 'admin') && writes(op) && op.fresh !== true),
  ).toEqual(
    names(`
      addPromoCodePartner auditBooks askGatewayAgain
      withdrawStaffInvitation addNoticeTurn removeNoticeTurn testNoticeEndpoint
      resendNoticeDelivery`),
  )
})

test('of other acts these need one: credentials, logins and exports', () => {
  expect(namesOf((op) => (op.access === 'staff' || op.access === 'account') && op.fresh === true)).toEqual(
    names(`
      beginPasskey addPasskey removePasskey requestEmailChange giveLogin acceptFeedHostKey acceptStoreHostKey
      beginStoreGrant refuseMoney
      startExport downloadCampaignReport
      prepareCancels prepareSupplierSubscriptions prepareActiveUsers`),
  )
  expect(namesOf((op) => op.fresh === 'depends')).toEqual(
    names('saveFeed saveStore saveCustomFeed saveVendor'),
  )
})
