import {
  leastExpansion,
  lostWithinDays,
  noOwner,
  reactivatedAfterDays,
  setUpWithinDays,
} from './closed-deals.ts'
import { billedKinds, keptText, moneyKinds } from './monthly-revenue.ts'
import { cancelLossDays } from './cancels.ts'
import type { ReportName } from './names.ts'
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
} as const satisfies Partial<Record<ReportName, readonly Definition[]>>
