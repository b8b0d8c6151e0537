import {
  leastExpansion,
  lostWithinDays,
  noOwner,
  reactivatedAfterDays,
  setUpWithinDays,
} from './closed-deals.ts'
import { billedKinds, keptText, moneyKinds } from './monthly-revenue.ts'
import { cancelLossDays } from './cancels.ts'
import type { ListName } from '../lists/columns.ts'
import type { ReportName } from './names.ts'
import { truthRows } from './the-truth.ts'
import { violationKinds } from './plan-violations.ts'
import { churnDays, subscriptionFigures } from './supplier-subscriptions.ts'

/** A number's name and how it is counted. */
export type Definition = readonly [name: string, text: string]

/** How the numbers of reports are counted, on their screens and in their files. */
export const definitions = {
  'closed-deals': [
    [
      'Deal',
      `A vendor’s first paid day, its return after ${reactivatedAfterDays} days or more, or a rise of its MRR by $${leastExpansion} or more.`,
    ],
    [
      'MRR added',
      'Plan, extras and frozen suppliers of a month, less promo codes, compared with the day before.',
    ],
    ['Owner', `The CRM owner on that day. ${noOwner}: none.`],
    ['Set-up charged', `Set-up fees that were paid within ${setUpWithinDays} days of the deal.`],
    [
      'Lost',
      `The vendor stopped paying within ${lostWithinDays} days. Lost deals stay in the list and in the sums.`,
    ],
    ['Week', 'Weeks start on Tuesdays at 4:00 AM UTC, as on The Truth.'],
  ],
  refunds: [
    ['Refunded', 'Refunds that went through, by the day of the refund. Failed and pending ones don’t count.'],
    [
      'Share of charges',
      'Refunded, compared with charges of the same days, at the gateway and outside of it.',
    ],
    ['Credit returned', 'Credit that the vendor used for the charge and got back. It isn’t part of the sum.'],
    ['Left of the charge', 'The charge less all its refunds until today.'],
    ['Reason', 'From the words of the note: “twice” is a duplicate, “cancel” a cancellation, and so on.'],
  ],
  'monthly-revenue': [
    ...Object.values(moneyKinds),
    ['Kept', keptText],
    ...Object.values(billedKinds),
    [
      'Estimate',
      'Kept so far, bills due until the month ends at the rate of first attempts of 90 days, and open invoices with an attempt until then at the rate of that attempt.',
    ],
    ['Low and high', 'About 19 of 20 months end between them, if cards pay as they did in 90 days.'],
  ],
  'billing-suspended': [
    ['Suspended', 'All attempts of an invoice failed. Nothing is synced until it is paid.'],
    [
      'Upgrade After',
      'The vendor’s last upgrade was on or after this day: its first bill, a bill after a gap, or one with higher plan, extras and frozen suppliers, less promo codes.',
    ],
    ['Owed', 'All open invoices, by their totals.'],
    ['Last bill a month', 'Plan, extras and frozen suppliers of the last billed period, less promo codes.'],
    ['Delists', 'The day on which the products are removed from the stores.'],
  ],
  'plan-violations': [
    ...Object.values(violationKinds),
    ['Needs', 'The cheapest plan of a family that fits. An own plan counts with its plan type’s families.'],
    [
      'Difference',
      'That plan’s list price less what the vendor’s plan costs today. The total counts the largest one of each vendor.',
    ],
  ],
  supplier_subscriptions: [
    ...Object.values(subscriptionFigures),
    ['Churn', `Of the subscriptions ${churnDays} days before the last day, the share that ended by then.`],
  ],
  cancels: [
    ['Requested', 'Subscriptions whose cancellation was requested by the customer or by staff, on that day.'],
    ['Taken back', 'Subscriptions reactivated before they ended, on the day of the reactivation.'],
    [
      'Ended',
      'Subscriptions that ended with their billing period, or that staff removed. A request ends later.',
    ],
    ['Vendors left', 'Vendors without any subscription afterwards.'],
    ['Days subscribed', 'The median of the ended subscriptions: half of them were there longer.'],
    [
      'MRR lost with them',
      `MRR of vendors that stopped paying within ${cancelLossDays} days of the request or removal.`,
    ],
    ['Reason', 'As chosen by the customer. Subscriptions that staff ended may have none.'],
  ],
  recurring_revenue: [
    [
      'MRR',
      'What vendors pay a month, on a day: plan, extras and frozen suppliers of the invoice whose period includes it, less promo codes. Nothing while suspended or canceled.',
    ],
    ['New', 'The first day with MRR.'],
    ['Recovered', 'Paid within 30 days of a suspension.'],
    ['Reactivation', 'Any other return.'],
    ['Expansion, contraction', 'More or less than the day before.'],
    ['Churn', 'MRR ended: unpaid after a suspension, canceled otherwise.'],
    ['ARPA', 'MRR per paying vendor at the month’s end.'],
    ['Vendor churn', 'Opening vendors without MRR at the end, of all opening vendors.'],
    ['Gross churn', 'Churn and contraction of opening vendors, of the opening MRR.'],
    ['Net churn', 'What opening vendors pay less at the end, of the opening MRR.'],
  ],
  earned_revenue: [
    ['Billed', 'Invoices for a period, by issue date.'],
    ['Billed once', 'Invoices for something once, such as set-up.'],
    ['Credited', 'Credit notes, by issue date.'],
    [
      'Earned',
      'Each invoice spread over the days of its period; days before its issue count on the day of issue.',
    ],
    ['Earned once', 'What pays for no period, on the day of issue.'],
    ['Taken back', 'Credit notes, spread over the remaining days of their invoice’s period.'],
    ['Earned in total', 'Earned and earned once, less credit notes.'],
    ['Deferred', 'All billed until the month’s end, less credited and earned: it pays for later days.'],
    ['Written off', 'Invoices written off in the month, by that day. Not taken from earned.'],
  ],
  churned_users: [
    ['MRR', 'Plan, extras and frozen suppliers of a month, less promo codes, from invoices of that day.'],
    ['Churned', 'The first day without MRR: after the last paid period, or the day of the suspension.'],
    ['New', 'Vendors’ first MRR.'],
    ['Recovered', 'Paid within 30 days of a suspension. Any other return is a reactivation.'],
    ['Expansion, contraction', 'More or less MRR than the day before.'],
    ['Vendor churn', 'Vendors with MRR before the month and none at its end, of all with MRR before.'],
    ['Gross churn', 'Churn and contraction of vendors with MRR before the month, of the MRR before it.'],
    ['Net churn', 'How much less those vendors pay at the end, of the MRR before the month.'],
    ['Kept', 'Received from the vendor in its whole life, less refunds and disputes.'],
    ['Same month', 'The vendor came in this month, too. It counts in the movements, not in the rates.'],
  ],
  status_changes: [
    ['Change', 'Each change of a vendor’s status. Its first status isn’t one. Staff accounts don’t count.'],
    ['Free to Active', 'Vendors that became paying: the conversion.'],
    ['Why', 'A declined renewal, a payment, the delisting after a suspension, or a person’s own change.'],
    ['By', 'Who changed it. Feedstock: a renewal or a timer.'],
    ['MRR before', 'The vendor’s MRR the day before the change.'],
  ],
  affiliate_months: [
    ['Affiliate', 'A vendor with promo codes or campaign links of its own.'],
    ['Given', 'Vendors who were given one of its codes in the month.'],
    ['Discounted bills', 'Bills of the month that one of its codes lowered, and by how much in all.'],
    [
      'Referred',
      'Vendors who registered by its link or were given one of its codes, until the end of the month.',
    ],
    ['Paying, churned', 'Of them, vendors with MRR at the end, and vendors whose MRR ended in the month.'],
    ['Totals', 'A vendor whom two affiliates referred counts for both of them, and twice in the totals.'],
    ['Billed', 'Invoices of referred vendors in the month, less credit notes.'],
    ['Kept', 'Received from them in the month, less refunds and disputes.'],
  ],
  the_truth: [
    ...Object.values(truthRows),
    [
      'Weeks',
      'Weeks start on Tuesdays at 4:00 AM UTC, counted from April 3, 2018. Deals and MRR are stored by day and count at its noon.',
    ],
    ['Reached', 'The number is at least the goal, or below it if the goal starts with <.'],
  ],
} as const satisfies Partial<Record<ReportName | ListName, readonly Definition[]>>

/** How the numbers of a report’s list are counted. */
export const definitionsOf = (report: ReportName, list: ListName): readonly Definition[] => {
  const all: Partial<Record<ReportName | ListName, readonly Definition[]>> = definitions
  return all[list] ?? all[report] ?? []
}
