import { IconReportAnalytics } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const reportScreens = defineScreens([
  {
    state: 'reports.exports',
    path: '/reports/exports',
    title: 'Reports',
    access: 'staff',
    load: () => import('./Reports.tsx'),
    nav: { group: 'Reports', icon: IconReportAnalytics, key: 're', otherPaths: ['/reports'] },
    words: 'revenue refunds subscriptions exports finance',
  },
  {
    state: 'reports.refunds',
    path: '/reports/refunds',
    title: 'Refunds',
    access: 'money',
    load: () => import('./Refunds.tsx'),
    words: 'report finance money back reasons',
  },
  { state: 'reports.cancels', path: '/reports/cancels', title: 'Cancellations', access: 'staff' },
  {
    state: 'reports.new_subscriptions',
    path: '/reports/new-subscriptions',
    title: 'New Subscriptions',
    access: 'staff',
  },
  {
    state: 'reports.monthly_revenue',
    path: '/reports/monthly-revenue',
    title: 'Monthly Revenue',
    access: 'staff',
  },
  { state: 'reports.customers', path: '/reports/customers', title: 'Customers', access: 'staff' },
  { state: 'reports.closed_deals', path: '/reports/closed-deals', title: 'Closed Deals', access: 'staff' },
  {
    state: 'reports.billing_suspended',
    path: '/reports/billing-suspended',
    title: 'Billing Suspended',
    access: 'staff',
  },
  {
    state: 'reports.plan_violations',
    path: '/reports/plan-violations',
    title: 'Plan Violations',
    access: 'staff',
  },
  { state: 'reports.the_truth', path: '/reports/the-truth', title: 'The Truth', access: 'staff' },
  { state: 'reports.etilize', path: '/reports/etilize-report', title: 'Etilize Report', access: 'staff' },
  {
    state: 'reports.jmwholesale',
    path: '/reports/jmwholesale-report',
    title: 'JM Wholesale Report',
    access: 'staff',
  },
  {
    state: 'reports.supplier_subscriptions',
    path: '/reports/supplier_subscriptions',
    title: 'Supplier Subscriptions',
    access: 'staff',
    load: () => import('./SupplierSubscriptions.tsx'),
    words: 'report subscribers',
  },
])
