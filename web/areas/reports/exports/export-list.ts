import { addMonths } from '#contract/billing/days.ts'
import { lastMonth } from '#contract/marketing/periods.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import { usualUpgradeMonths } from '#contract/reports/billing-suspended.ts'

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
  const offer = (title: string, text: string, source: ExportedList, access: 'staff' | 'money' = 'staff') => ({
    title,
    text,
    access,
    source,
  })
  return [
    offer('Active users', 'Now', { list: 'active_vendors', input: {} }),
    offer('Supplier Subscriptions', 'Now, with those added this month', {
      list: 'supplier_subscriptions',
      input: {},
    }),
    offer('Cancellations', 'Last month', { list: 'cancels', input: month }),
    offer('New Subscriptions', 'Last 30 days', { list: 'new_subscriptions', input: { interval: 43_200 } }),
    offer('Churned users', 'Last month', { list: 'churned_users', input: chosen }, 'money'),
    offer('Status changes', 'Last month', { list: 'status_changes', input: chosen }),
    offer('Affiliates', 'Last month', { list: 'affiliate_months', input: chosen }, 'money'),
    offer('Monthly Revenue', 'Last 13 months', { list: 'monthly_revenue', input: { months: 13 } }, 'money'),
    offer(
      'Recurring revenue',
      'Last 13 months',
      { list: 'recurring_revenue', input: { months: 13 } },
      'money',
    ),
    offer('Earned revenue', 'Last 13 months', { list: 'earned_revenue', input: { months: 13 } }, 'money'),
    offer('Unpaid cards', 'Last 13 months', { list: 'unpaid_cards', input: { months: 13 } }, 'money'),
    offer(
      'Closed Deals',
      'Last 3 months',
      { list: 'closed_deals', input: { start: addMonths(today, -3) } },
      'money',
    ),
    offer(
      'Billing Suspended',
      'All',
      { list: 'billing_suspended', input: { start: addMonths(today, -usualUpgradeMonths) } },
      'money',
    ),
    offer('The Truth', 'Last 3 months, without money', { list: 'the_truth', input: {} }),
    offer('The Truth with MRR', 'Last 3 months', { list: 'the_truth_money', input: {} }, 'money'),
    offer('Plan Violations', 'Now', { list: 'plan_violations', input: {} }),
    offer('Refunds', 'Last month', { list: 'refunds', input: month }, 'money'),
    offer('Marketing Campaigns', 'Last month', {
      list: 'campaign_report',
      input: { ...month, interval: 'month' },
    }),
    offer('Etilize Report', 'Last month', { list: 'etilize_report', input: chosen }),
    offer('JM Wholesale Report', 'Last month', { list: 'jmwholesale_report', input: chosen }),
  ]
}
