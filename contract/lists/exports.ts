import { z } from 'zod'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import type { ListName } from './columns.ts'
import { exportedLists as lists } from './exported.ts'

/** Only the list's own columns are accepted; an error names the position of any other. */
const request = z.discriminatedUnion('list', [
  lists.suppliers.body,
  lists.restricted_suppliers.body,
  lists.index_sync.body,
  lists.subscribers.body,
  lists.failed_images.body,
  lists.shipping_methods.body,
  lists.config_rows.body,
  lists.mapping_report.body,
  lists.mappable_products.body,
  lists.parents.body,
  lists.monitored_suppliers.body,
  lists.monitored_custom_feeds.body,
  lists.jobs.body,
  lists.activity.body,
  lists.vendor_activity.body,
  lists.staff_activity.body,
  lists.run_changes.body,
  lists.run_rejected_rows.body,
  lists.products.body,
  lists.found_products.body,
  lists.vendors.body,
  lists.active_vendors.body,
  lists.vendors_of_manager.body,
  lists.vendor_subscriptions.body,
  lists.restricted_access.body,
  lists.platforms.body,
  lists.platform_subscriptions.body,
  lists.own_catalogue.body,
  lists.direct_users.body,
  lists.direct_orders.body,
  lists.campaign_report.body,
  lists.campaign_registrations.body,
  lists.promo_codes.body,
  lists.promo_code_users.body,
  lists.vendor_charges.body,
  lists.charges.body,
  lists.invoices.body,
  lists.money_months.body,
  lists.cancels.body,
  lists.new_subscriptions.body,
  lists.churned_users.body,
  lists.status_changes.body,
  lists.affiliate_months.body,
  lists.etilize_report.body,
  lists.jmwholesale_report.body,
  lists.counted_subscriptions.body,
  lists.supplier_subscriptions.body,
  lists.plan_violations.body,
  lists.monthly_revenue.body,
  lists.recurring_revenue.body,
  lists.revenue_rows.body,
  lists.earned_revenue.body,
  lists.unpaid_cards.body,
  lists.revenue_payments.body,
  lists.closed_deals.body,
  lists.billing_suspended.body,
  lists.refunds.body,
  lists.the_truth.body,
  lists.the_truth_money.body,
  lists.staff.body,
  lists.supplier_failures.body,
  lists.vendor_failures.body,
])
export type ExportRequest = z.input<typeof request>
/** What a list's screen sends: the list's name and its filters. */
export type ExportedList = {
  [N in ListName]: Pick<Extract<ExportRequest, { list: N }>, 'list' | 'input'>
}[ListName]

/** The most recent exports of a person that are listed. */
export const mostRecentExports = 50
const recentExport = z.object({
  list_export_id: z.number(),
  title: z.string().describe('the list’s'),
  file_name: z.string(),
  insert_tm: moment,
  expires_tm: moment.describe('its link ends then'),
  job_id: z.number().nullable().describe('null: the file is made when it is downloaded'),
  job_status: z.number().nullable(),
  progress: z.number().nullable(),
  rows_written: z.number().nullable(),
  bytes: z.number().nullable(),
  ready: z.boolean(),
})
export type RecentExport = z.output<typeof recentExport>

export const exportOperations = {
  listExports: get('/api/exports', 'Your exports of the last days, newest first', {
    answer: z.array(recentExport),
  }),
  startExport: post('/api/exports', 'Export a filtered list as a file, directly or by a job', {
    fresh: true,
    body: request,
    answer: z.object({ list_export_id: z.number(), job_id: z.number().nullable() }),
    refuses: ['not_found', 'locked'],
  }),
  getExport: get('/api/exports/{id}', 'Progress of an export', {
    answer: z.object({
      list_export_id: z.number(),
      file_name: z.string(),
      job_id: z.number().nullable(),
      job_status: z.number().nullable(),
      progress: z.number().nullable(),
      progress_text: z.string().nullable(),
      rows_written: z.number().nullable(),
      bytes: z.number().nullable(),
      /** Whether it can be downloaded. */
      ready: z.boolean(),
    }),
    refuses: ['not_found'],
  }),
  downloadExport: get('/api/exports/{id}/file', 'Download an export’s file', {
    answer: 'file',
    refuses: ['not_found', 'conflict', 'too_many'],
  }),
}
