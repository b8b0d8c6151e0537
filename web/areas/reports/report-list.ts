/** The reports that exist, with what each answers, in the order of the index. */
export const reportList: readonly {
  title: string
  page: string
  purpose: string
  access: 'staff' | 'money'
}[] = [
  {
    title: 'Supplier Subscriptions',
    page: 'supplier_subscriptions',
    purpose: 'Who subscribes to which supplier, and who sells with it',
    access: 'staff',
  },
  {
    title: 'Cancellations',
    page: 'cancels',
    purpose: 'Which subscriptions end and why, and the MRR lost with them',
    access: 'staff',
  },
  {
    title: 'New Subscriptions',
    page: 'new-subscriptions',
    purpose: 'Who subscribed in the last hour, day, week or 30 days',
    access: 'staff',
  },
  {
    title: 'Customers',
    page: 'customers',
    purpose: 'Who stopped paying, whose status changed, and whom affiliates brought',
    access: 'staff',
  },
  {
    title: 'Monthly Revenue',
    page: 'monthly-revenue',
    purpose: 'Money kept each month, and the estimate for this month',
    access: 'money',
  },
  {
    title: 'Closed Deals',
    page: 'closed-deals',
    purpose: 'Who started to pay or pays more, by owner and week',
    access: 'money',
  },
  {
    title: 'Billing Suspended',
    page: 'billing-suspended',
    purpose: 'Who stopped paying, how much is owed, and what happens next',
    access: 'money',
  },
  {
    title: 'The Truth',
    page: 'the-truth',
    purpose: 'New paying vendors, registrations and goals, by week or month',
    access: 'staff',
  },
  {
    title: 'Plan Violations',
    page: 'plan-violations',
    purpose: 'Vendors that use more than their plan includes',
    access: 'staff',
  },
  {
    title: 'Refunds',
    page: 'refunds',
    purpose: 'How much was refunded, why, and by whom',
    access: 'money',
  },
  {
    title: 'Etilize Report',
    page: 'etilize-report',
    purpose: 'Vendors who sold with the data provider’s products, by month',
    access: 'staff',
  },
  {
    title: 'JM Wholesale Report',
    page: 'jmwholesale-report',
    purpose: 'Subscribers of the wholesaler: new, ended, at the end of a month',
    access: 'staff',
  },
]
