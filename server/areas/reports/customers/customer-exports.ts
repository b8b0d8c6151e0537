import { dayOf } from '#contract/billing/days.ts'
import {
  cancelEventNames,
  cancelReasonText,
  type CancelEvent,
  type NewSubscription,
} from '#contract/reports/cancels.ts'
import {
  churnNames,
  statusWhyText,
  type AffiliateMonth,
  type ChurnedUser,
  type StatusChange,
} from '#contract/reports/customers.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { readAffiliates } from '../affiliates.ts'
import { selectCancelEvents } from '../cancels.ts'
import { readChurnedUsers } from '../churned-users.ts'
import { readNewSubscriptions } from '../new-subscriptions.ts'
import { selectStatusChanges } from '../status-changes.ts'

const currency = 'USD'
const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
const reasonText = (id: number | null): string | null => (id === null ? null : cancelReasonText(id))

/** What became of vendors and their subscriptions, as files. */
export const customerExports = [
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
  exportedList<'new_subscriptions', NewSubscription>({
    list: 'new_subscriptions',
    ...atOnce(
      async ({ db, clock }, input) => (await readNewSubscriptions(db, input, clock.now())).subscriptions,
    ),
    values: {
      tm: (row) => row.tm,
      company: (row) => row.company,
      supplier: (row) => row.supplier_name,
      is_first: (row) => yesNo(row.is_first),
      ended: (row) => yesNo(row.is_gone),
      plan: (row) => row.plan,
      promo_code: (row) => row.promo_code,
      by: (row) => row.by_name,
      by_customer: (row) => (row.by_customer ? 'Customer' : 'Staff'),
      manager: (row) => row.manager,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'churned_users', ChurnedUser>({
    list: 'churned_users',
    ...atOnce(async ({ db, clock }, input) => (await readChurnedUsers(db, input, dayOf(clock.now()))).users),
    values: {
      company: (row) => row.company,
      kind: (row) => churnNames[row.kind],
      day: (row) => row.day,
      mrr: (row) => row.mrr,
      months_paid: (row) => row.months_paid,
      kept: (row) => row.kept,
      plan: (row) => row.plan,
      reason: (row) => reasonText(row.reason_id),
      comment: (row) => row.comment,
      suppliers: (row) => row.suppliers,
      stores: (row) => row.stores,
      manager: (row) => row.manager,
      crm_owner: (row) => row.crm_owner,
      same_month: (row) => yesNo(row.same_period),
      is_back: (row) => yesNo(row.is_back),
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'status_changes', Omit<StatusChange, 'mrr'>>({
    list: 'status_changes',
    ...byQuery((_db, input, clock) => selectStatusChanges(input, dayOf(clock.now()))),
    values: {
      tm: (row) => row.tm,
      company: (row) => row.company,
      from: (row) => vendorStatuses[row.from_id],
      to: (row) => vendorStatuses[row.to_id],
      why: (row) => (row.why === null ? null : statusWhyText(row.why)),
      by: (row) => row.by_name,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'affiliate_months', AffiliateMonth>({
    list: 'affiliate_months',
    ...atOnce(
      async ({ db, clock }, input) => (await readAffiliates(db, input, dayOf(clock.now()))).affiliates,
    ),
    values: {
      name: (row) => row.name,
      codes: (row) => row.codes,
      given: (row) => row.given,
      redemptions: (row) => row.redemptions,
      discount: (row) => row.discount,
      referred: (row) => row.referred,
      paying: (row) => row.paying,
      churned: (row) => row.churned,
      billed: (row) => row.billed,
      kept: (row) => row.kept,
      currency: () => currency,
      vendor_id: (row) => row.vendor_id,
    },
  }),
]
