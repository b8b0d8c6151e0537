import { mayCall, type Role } from '../roles.ts'

interface NamedReport {
  title: string
  access: 'staff' | 'money'
}
/** The reports by their page, and who may see them. */
export const reports = {
  supplier_subscriptions: { title: 'Supplier Subscriptions', access: 'staff' },
  'monthly-revenue': { title: 'Monthly Revenue', access: 'money' },
  'closed-deals': { title: 'Closed Deals', access: 'money' },
  'billing-suspended': { title: 'Billing Suspended', access: 'money' },
  'the-truth': { title: 'The Truth', access: 'staff' },
  'plan-violations': { title: 'Plan Violations', access: 'staff' },
  refunds: { title: 'Refunds', access: 'money' },
  cancels: { title: 'Cancellations', access: 'staff' },
  'new-subscriptions': { title: 'New Subscriptions', access: 'staff' },
  customers: { title: 'Customers', access: 'staff' },
  'etilize-report': { title: 'Etilize Report', access: 'staff' },
  'jmwholesale-report': { title: 'JM Wholesale Report', access: 'staff' },
} as const satisfies Record<string, NamedReport>
export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]]

export const maySeeReport = (role: Role, report: ReportName): boolean =>
  (mayCall[reports[report].access] as readonly Role[]).includes(role)
