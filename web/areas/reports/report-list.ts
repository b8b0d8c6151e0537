import type { ReportName } from '#contract/reports/names.ts'

/** What each report answers, in the order of the index. */
export const reportPurposes: Readonly<Record<ReportName, string>> = {
  supplier_subscriptions: 'Who subscribes to which supplier, and who sells with it',
  cancels: 'Which subscriptions end and why, and the MRR lost with them',
  'new-subscriptions': 'Who subscribed in the last hour, day, week or 30 days',
  customers: 'Who stopped paying, whose status changed, and whom affiliates brought',
  'monthly-revenue': 'Money kept each month, and the estimate for this month',
  'closed-deals': 'Who started to pay or pays more, by owner and week',
  'billing-suspended': 'Who stopped paying, how much is owed, and what happens next',
  'the-truth': 'New paying vendors, registrations and goals, by week or month',
  'plan-violations': 'Vendors that use more than their plan includes',
  refunds: 'How much was refunded, why, and by whom',
  'etilize-report': 'Vendors who sold with the data provider’s products, by month',
  'jmwholesale-report': 'Subscribers of the wholesaler: new, ended, at the end of a month',
}
