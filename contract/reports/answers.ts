import { money, monthText } from '../formats.ts'
import { count, many } from '../words.ts'
import type { BillingSuspended } from './billing-suspended.ts'
import type { CancelReport } from './cancels.ts'
import type { ClosedDeals } from './closed-deals.ts'
import type { MonthlyRevenue, RevenueEstimate } from './monthly-revenue.ts'
import type { PlanViolations } from './plan-violations.ts'
import type { RefundReport } from './refunds.ts'
import type { SupplierSubscriptions } from './supplier-subscriptions.ts'

// The answer of each report in a sentence, on its screen and in its emails.

export function closedDealsAnswer({ all, lost }: Pick<ClosedDeals, 'all' | 'lost'>): string {
  if (all.deals === 0) return 'No deals closed.'
  const lostText = lost.deals > 0 ? ` ${many(lost.deals, 'deal')} worth ${money(lost.added)} lost since.` : ''
  return `${money(all.added)} MRR added in ${many(all.deals, 'deal')}.${lostText}`
}

export function refundsAnswer({
  done,
  amount,
  charged,
}: Pick<RefundReport, 'done' | 'amount' | 'charged'>): string {
  if (done === 0) return `Nothing refunded of ${money(charged)} charged.`
  const share = Number(charged) > 0 ? `, ${((Number(amount) / Number(charged)) * 100).toFixed(1)}%` : ''
  return `${money(amount)} refunded in ${many(done, 'refund')}${share} of ${money(charged)} charged.`
}

export function supplierSubscriptionsAnswer({ totals, vendors, suppliers }: SupplierSubscriptions): string {
  const whole = `${many(totals.subscribers, 'subscription')} of ${many(vendors, 'vendor')} with ${many(suppliers.length, 'supplier')}`
  const moved =
    totals.added === null || totals.ended === null
      ? ''
      : `${count(totals.added)} added, ${count(totals.ended)} ended, `
  return `${whole}: ${moved}${count(totals.cancel_pending)} pending cancellation.`
}

export function monthlyRevenueAnswer(
  { months, today }: Pick<MonthlyRevenue, 'months' | 'today'>,
  estimate: Pick<RevenueEstimate, 'estimate' | 'low' | 'high'> | undefined,
): string {
  const kept = `${money(months[0]?.kept)} kept in ${monthText(today)} so far`
  if (!estimate) return `${kept}.`
  return `${kept}, ${money(estimate.estimate)} expected by its end (${money(estimate.low)} to ${money(estimate.high)}).`
}

export function billingSuspendedAnswer({
  total,
  delisted,
  owed,
  monthly,
}: Pick<BillingSuspended, 'total' | 'delisted' | 'owed' | 'monthly'>): string {
  if (total === 0) return 'No vendors are suspended.'
  const stage = delisted > 0 ? `, ${count(delisted)} of them delisted` : ''
  return `${money(owed)} owed by ${many(total, 'suspended vendor')}${stage}. Their last bills were ${money(monthly)} a month.`
}

export function planViolationsAnswer({
  total,
  vendors,
  difference,
}: Pick<PlanViolations, 'total' | 'vendors' | 'difference'>): string {
  if (total === 0) return 'Every active vendor’s plan includes what the vendor uses.'
  const worth = Number(difference) > 0 ? ` Fitting plans would add ${money(difference)} a month.` : ''
  return `${many(vendors, 'vendor')} ${vendors === 1 ? 'uses more than its' : 'use more than their'} plan includes.${worth}`
}

export function cancelsAnswer({ totals }: Pick<CancelReport, 'totals'>): string {
  const { asked, taken_back: takenBack, ended, mrr_lost: lost } = totals
  if (asked + takenBack + ended === 0) return 'No cancellations requested, and no subscriptions ended.'
  const lostText = lost === null ? '' : ` ${money(lost)} MRR lost.`
  return `${many(asked, 'cancellation')} requested, ${count(takenBack)} taken back, ${count(ended)} ended.${lostText}`
}
