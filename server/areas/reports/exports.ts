import { dayOf } from '#contract/billing/days.ts'
import { refundStates, type ReportedRefund } from '#contract/reports/refunds.ts'
import type { SupplierSubscriptionsRow } from '#contract/reports/supplier-subscriptions.ts'
import { atOnce, exportedList } from '#server/platform/files/exported.ts'
import { readRefundReport } from './refunds.ts'
import { readSupplierSubscriptions } from './supplier-subscriptions.ts'

const currency = 'USD'

export const reportExports = [
  exportedList<'supplier_subscriptions', SupplierSubscriptionsRow>({
    list: 'supplier_subscriptions',
    ...atOnce(
      async ({ db, clock }, input) =>
        (await readSupplierSubscriptions(db, input, dayOf(clock.now()))).suppliers,
    ),
    values: {
      supplier: (row) => row.supplier_name,
      subscribers: (row) => row.subscribers,
      added: (row) => row.added,
      active: (row) => row.active,
      cancel_pending: (row) => row.cancel_pending,
      freeze_pending: (row) => row.freeze_pending,
      frozen: (row) => row.frozen,
      with_integration: (row) => row.with_integration,
      only_this: (row) => row.only_this,
      id: (row) => row.dropshipper_id,
    },
  }),
  exportedList<'refunds', ReportedRefund>({
    list: 'refunds',
    ...atOnce(
      async ({ db, clock }, input) => (await readRefundReport(db, input, dayOf(clock.now()))).refunds,
    ),
    values: {
      tm: (row) => row.tm,
      company: (row) => row.company,
      state: (row) => refundStates[row.state],
      amount: (row) => row.amount,
      credit: (row) => row.credit_back,
      charged_tm: (row) => row.charged_tm,
      charged: (row) => row.charged,
      kept: (row) => row.kept,
      days: (row) => row.days,
      what: (row) => row.what,
      reason: (row) => row.reason,
      note: (row) => row.note,
      by: (row) => row.by,
      second: (row) => row.second_person,
      invoice: (row) => row.invoice,
      credit_note: (row) => row.credit_note,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
      charge_id: (row) => row.vendor_charge_id,
    },
  }),
]
