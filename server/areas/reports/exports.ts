import { dayOf } from '#contract/billing/days.ts'
import { dealKinds, type ClosedDeal } from '#contract/reports/closed-deals.ts'
import { suspendedStages, type SuspendedVendor } from '#contract/reports/billing-suspended.ts'
import { moneyKinds, type RevenueMonth, type RevenuePayment } from '#contract/reports/monthly-revenue.ts'
import { violationKinds, type PlanViolation } from '#contract/reports/plan-violations.ts'
import { refundStates, type RefundRange, type ReportedRefund } from '#contract/reports/refunds.ts'
import type {
  CountedSubscription,
  SupplierSubscriptionsRow,
} from '#contract/reports/supplier-subscriptions.ts'
import { feedStatuses } from '#contract/statuses.ts'
import { subscriptionStates } from '#contract/subscriptions/standing.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { selectDeals } from './closed-deals.ts'
import { readBillingSuspended } from './billing-suspended.ts'
import { readMonthlyRevenue, revenuePayments } from './monthly-revenue.ts'
import { readPlanViolations } from './plan-violations.ts'
import { partnerExports } from './partners/partner-exports.ts'
import { customerExports } from './customers/customer-exports.ts'
import { selectRefunds, toRefund, type RefundRow } from './refunds.ts'
import { revenueExports } from './revenue/exports.ts'
import { selectCountedSubscriptions } from './counted-subscriptions.ts'
import { readSupplierSubscriptions } from './supplier-subscriptions.ts'
import { truthExports } from './truth/truth-export.ts'

const currency = 'USD'
const percentOf = (part: number | null) => (part === null ? null : Math.round(part * 1000) / 10)

export const reportExports = [
  ...customerExports,
  ...partnerExports,
  ...truthExports,
  exportedList<'counted_subscriptions', CountedSubscription>({
    list: 'counted_subscriptions',
    ...byQuery((_db, filters, clock) => selectCountedSubscriptions(filters, dayOf(clock.now()))),
    values: {
      day: (row) => row.day,
      company: (row) => row.company,
      supplier: (row) => row.supplier_name,
      state: (row) => (row.state === null ? 'Ended' : subscriptionStates[row.state]),
      vendor_id: (row) => row.vendor_id,
      supplier_id: (row) => row.dropshipper_id,
    },
  }),
  exportedList<'supplier_subscriptions', SupplierSubscriptionsRow>({
    list: 'supplier_subscriptions',
    ...atOnce(
      async ({ db, clock }, input) =>
        (await readSupplierSubscriptions(db, input, dayOf(clock.now()))).suppliers,
    ),
    values: {
      supplier: (row) => row.supplier_name,
      opening: (row) => row.opening,
      added: (row) => row.added,
      ended: (row) => row.ended,
      closing: (row) => row.closing,
      churn: (row) => percentOf(row.churn),
      subscribers: (row) => row.subscribers,
      active: (row) => row.active,
      cancel_pending: (row) => row.cancel_pending,
      freeze_pending: (row) => row.freeze_pending,
      frozen: (row) => row.frozen,
      with_integration: (row) => row.with_integration,
      only_this: (row) => row.only_this,
      feed: (row) => (row.standing ? feedStatuses[row.standing] : row.standing_reason),
      id: (row) => row.dropshipper_id,
    },
  }),
  exportedList<'plan_violations', PlanViolation>({
    list: 'plan_violations',
    ...atOnce(async ({ db, clock }) => (await readPlanViolations(db, dayOf(clock.now()))).violations),
    values: {
      kind: (row) => violationKinds[row.kind][0],
      company: (row) => row.company,
      since: (row) => row.since,
      what: (row) => row.what,
      plan: (row) => row.plan,
      needs: (row) => row.needs,
      difference: (row) => row.difference,
      manager: (row) => row.manager,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'monthly_revenue', RevenueMonth>({
    list: 'monthly_revenue',
    ...atOnce(
      async ({ db, clock }, input) => (await readMonthlyRevenue(db, input.months, dayOf(clock.now()))).months,
    ),
    values: {
      month: (row) => row.month,
      recurring: (row) => row.recurring,
      set_up: (row) => row.set_up,
      other: (row) => row.other,
      third_party: (row) => row.third_party,
      refunds: (row) => row.refunds,
      disputes: (row) => row.disputes,
      kept: (row) => row.kept,
      billed: (row) => row.billed,
      credited: (row) => row.credited,
      still_open: (row) => row.still_open,
      currency: () => currency,
    },
  }),
  ...revenueExports,
  exportedList<'revenue_payments', RevenuePayment>({
    list: 'revenue_payments',
    ...byQuery(revenuePayments),
    values: {
      tm: (row) => row.tm,
      company: (row) => row.company,
      what: (row) => moneyKinds[row.what][0],
      text: (row) => row.text,
      amount: (row) => row.amount,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
      charge_id: (row) => row.vendor_charge_id,
    },
  }),
  exportedList<'closed_deals', ClosedDeal>({
    list: 'closed_deals',
    ...byQuery((_db, input, clock) => selectDeals(input, dayOf(clock.now()))),
    values: {
      day: (row) => row.day,
      company: (row) => row.company,
      kind: (row) => dealKinds[row.kind],
      added: (row) => row.added,
      set_up: (row) => row.set_up,
      owner: (row) => row.owner,
      manager: (row) => row.manager,
      registered: (row) => row.registered_days,
      pays: (row) => (row.pays_today ? 'Yes' : 'No'),
      lost_on: (row) => row.lost_on,
      week: (row) => row.week,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'billing_suspended', SuspendedVendor>({
    list: 'billing_suspended',
    ...atOnce(
      async ({ db, clock }, input) => (await readBillingSuspended(db, input, dayOf(clock.now()))).vendors,
    ),
    values: {
      company: (row) => row.company,
      stage: (row) => suspendedStages[row.stage],
      since: (row) => row.since,
      days: (row) => row.days,
      owed: (row) => row.owed,
      invoices: (row) => row.invoices,
      tries: (row) => row.tries,
      declined: (row) => row.declined,
      card: (row) => row.card,
      card_ends: (row) => row.card_ends,
      monthly: (row) => row.monthly,
      upgraded: (row) => row.upgraded_on,
      delist_on: (row) => row.delist_on,
      note_tm: (row) => row.note_tm,
      note: (row) => row.note,
      manager: (row) => row.manager,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'refunds', ReportedRefund>({
    list: 'refunds',
    ...byQuery<RefundRange, RefundRow, ReportedRefund>(
      (_db, input, clock) => selectRefunds(input, dayOf(clock.now())),
      async (_db, rows) => rows.map(toRefund),
    ),
    values: {
      tm: (row) => row.tm,
      company: (row) => row.company,
      state: (row) => refundStates[row.state],
      amount: (row) => row.amount,
      credit: (row) => row.credit_back,
      charged_tm: (row) => row.charged_tm,
      charged: (row) => row.charged,
      kept: (row) => row.kept,
      days: (row) => row.days,
      what: (row) => row.what,
      reason: (row) => row.reason,
      note: (row) => row.note,
      by: (row) => row.by,
      second: (row) => row.second_person,
      invoice: (row) => row.invoice,
      credit_note: (row) => row.credit_note,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
      charge_id: (row) => row.vendor_charge_id,
    },
  }),
]
