import { cancelReasons } from '#contract/account/my-subscriptions.ts'
import { dayOf } from '#contract/billing/days.ts'
import { cancelEventNames, type CancelEvent } from '#contract/reports/cancels.ts'
import { refundStates, type ReportedRefund } from '#contract/reports/refunds.ts'
import type { SupplierSubscriptionsRow } from '#contract/reports/supplier-subscriptions.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { selectCancelEvents } from './cancels.ts'
import { readRefundReport } from './refunds.ts'
import { readSupplierSubscriptions } from './supplier-subscriptions.ts'

const currency = 'USD'
const reasonText = (id: number | null): string | null =>
  id === null ? null : ((cancelReasons as Readonly<Record<number, string>>)[id] ?? `Reason ${id}`)

export const reportExports = [
  exportedList<'cancels', CancelEvent>({
    list: 'cancels',
    ...byQuery((_db, input, clock) => selectCancelEvents(input, dayOf(clock.now()))),
    values: {
      tm: (row) => row.tm,
      what: (row) => cancelEventNames[row.what],
      vendor_id: (row) => row.vendor_id,
      company: (row) => row.company,
      supplier: (row) => row.supplier_name,
      ends_on: (row) => row.ends_on,
      reason: (row) => reasonText(row.reason_id),
      comment: (row) => row.comment,
      by: (row) => row.by_name,
      had_days: (row) => row.had_days,
      plan: (row) => row.plan,
      manager: (row) => row.manager,
    },
  }),
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
