import { addMonths } from '#contract/billing/days.ts'
import { lastMonth } from '#contract/marketing/periods.ts'
import type { ExportedList } from '#contract/lists/exports.ts'

/** How many years back a year's file can be exported. */
export const exportedYears = 10
interface OfferedExport {
  title: string
  /** What its rows are, and of which days. */
  text: string
  access: 'staff' | 'money'
  source: ExportedList
}

/** The years that can be exported, this one first. */
export const yearsTo = (today: string): readonly number[] =>
  Array.from({ length: exportedYears }, (_, i) => Number(today.slice(0, 4)) - i)

/** The files of one year, each through the export of its list; of this year, until today. */
export function yearExports(year: number, today: string): readonly OfferedExport[] {
  const last = `${year}-12-31`
  const start = `${year}-01-01`
  const end = last < today ? last : today
  return [
    {
      title: 'Payments',
      text: 'Charges, refunds and declined charges of all vendors',
      access: 'staff',
      source: { list: 'charges', input: { from: start, to: end } },
    },
    {
      title: 'Invoices',
      text: 'Invoices and credit notes by issue date',
      access: 'staff',
      source: { list: 'invoices', input: { from: start, to: end } },
    },
    {
      title: 'Refunds',
      text: 'Refunds with their charge, reason and person',
      access: 'money',
      source: { list: 'refunds', input: { start, end } },
    },
    {
      title: 'Cancellations',
      text: 'Canceled, reactivated and ended subscriptions',
      access: 'staff',
      source: { list: 'cancels', input: { start, end } },
    },
    {
      title: 'Closed deals',
      text: 'Vendors who started to pay or pay more',
      access: 'money',
      source: { list: 'closed_deals', input: { start, end } },
    },
  ]
}

/** The file of each report, of its usual days. */
export function reportExports(today: string): readonly OfferedExport[] {
  const month = lastMonth(today)
  const chosen = { year: Number(month.start.slice(0, 4)), month: Number(month.start.slice(5, 7)) }
  const upgradeAfter = addMonths(today, -3)
  return [
    {
      title: 'Active users',
      text: 'Now',
      access: 'staff',
      source: { list: 'active_vendors', input: {} },
    },
    {
      title: 'Supplier Subscriptions',
      text: 'Now, with those added this month',
      access: 'staff',
      source: { list: 'supplier_subscriptions', input: {} },
    },
    {
      title: 'Cancellations',
      text: 'Last month',
      access: 'staff',
      source: { list: 'cancels', input: month },
    },
    {
      title: 'New Subscriptions',
      text: 'Last 30 days',
      access: 'staff',
      source: { list: 'new_subscriptions', input: { interval: 43_200 } },
    },
    {
      title: 'Churned users',
      text: 'Last month',
      access: 'money',
      source: { list: 'churned_users', input: chosen },
    },
    {
      title: 'Status changes',
      text: 'Last month',
      access: 'staff',
      source: { list: 'status_changes', input: chosen },
    },
    {
      title: 'Affiliates',
      text: 'Last month',
      access: 'money',
      source: { list: 'affiliate_months', input: chosen },
    },
    {
      title: 'Monthly Revenue',
      text: 'Last 13 months',
      access: 'money',
      source: { list: 'monthly_revenue', input: { months: 13 } },
    },
    {
      title: 'Closed Deals',
      text: 'Last 3 months',
      access: 'money',
      source: { list: 'closed_deals', input: { start: upgradeAfter } },
    },
    {
      title: 'Billing Suspended',
      text: 'Upgraded in the last 3 months',
      access: 'money',
      source: { list: 'billing_suspended', input: { start: upgradeAfter } },
    },
    {
      title: 'Plan Violations',
      text: 'Now',
      access: 'staff',
      source: { list: 'plan_violations', input: {} },
    },
    { title: 'Refunds', text: 'Last month', access: 'money', source: { list: 'refunds', input: month } },
    {
      title: 'Marketing Campaigns',
      text: 'Last month',
      access: 'staff',
      source: { list: 'campaign_report', input: { ...month, interval: 'month' } },
    },
    {
      title: 'Etilize Report',
      text: 'Last month',
      access: 'staff',
      source: { list: 'etilize_report', input: chosen },
    },
    {
      title: 'JM Wholesale Report',
      text: 'Last month',
      access: 'staff',
      source: { list: 'jmwholesale_report', input: chosen },
    },
  ]
}
