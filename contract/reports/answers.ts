import { addMonths } from '../billing/days.ts'
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
  { months, today, same_days }: Pick<MonthlyRevenue, 'months' | 'today' | 'same_days'>,
  estimate: Pick<RevenueEstimate, 'estimate' | 'low' | 'high'> | undefined,
): string {
  const [running] = months
  const kept = `${money(running?.kept)} kept in ${monthText(today)} so far`
  const before = `${monthText(addMonths(`${today.slice(0, 7)}-01`, -1))} until the same day`
  const answer = `${kept}${comparedText(Number(running?.kept ?? 0), Number(same_days.before), before)}.`
  if (!estimate) return answer
  return `${answer} ${money(estimate.estimate)} expected by its end (${money(estimate.low)} to ${money(estimate.high)}).`
}
/** How much more or less than before, in percent. */
function comparedText(now: number, before: number, name: string): string {
  if (before <= 0) return ''
  const percent = Math.round((now / before - 1) * 1000) / 10
  if (percent === 0) return `, as much as ${name}`
  return `, ${Math.abs(percent).toFixed(1)}% ${percent < 0 ? 'less' : 'more'} than ${name}`
}

export function billingSuspendedAnswer({
  total,
  delisted,
  owed,
  monthly,
}: Pick<BillingSuspended, 'total' | 'delisted' | 'owed' | 'monthly'>): string {
  if (total === 0) return 'No vendors are suspended.'
  const owedText = `${money(owed)} owed by ${many(total, 'suspended vendor')}`
  if (total === 1)
    return `${owedText}${delisted > 0 ? ', delisted' : ''}. Its last bill was ${money(monthly)} a month.`
  const stage = delisted > 0 ? `, ${count(delisted)} of them delisted` : ''
  return `${owedText}${stage}. Their last bills were ${money(monthly)} a month.`
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
