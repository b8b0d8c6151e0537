import {
  billOn,
  planOn,
  type Bill,
  type BillItem,
  type BillTerms,
  type CustomPlan,
  type LineKind,
  type PlanFee,
} from '#contract/billing/bill.ts'
import type { BillingView } from '#contract/billing/billing.ts'
import { listBillItems, withPlanSettled, prorate, samePlan } from '#contract/billing/proration.ts'
import { money } from '#contract/formats.ts'
import { vendorStatus, vendorStatuses } from '#contract/vendors/status.ts'
import { dayText } from '../../ui/time.ts'

export const planOf = (view: BillingView, id: number | null): PlanFee | null =>
  view.plans.find((plan) => plan.vendor_plan_type_id === id) ?? null

/** A vendor's own plan in the form that the bill's rules take. */
export const ownPlan = (view: BillingView, plan: NonNullable<BillingView['billing_plan']>): CustomPlan => ({
  ...plan,
  billing_plan_default: planOf(view, plan.billing_plan_default_id),
})

/** What a vendor is billed by now. */
const termsOf = (view: BillingView): BillTerms => ({
  plan: planOf(view, view.vendor_plan_type_id),
  custom: view.has_custom_billing_plan && view.billing_plan ? ownPlan(view, view.billing_plan) : null,
  extras: view.billing_extras,
  items: listBillItems(view.next_charge_date, view.pending, view.periods),
  promos: view.promos,
  credit_available: view.credit_available,
})

/** The next bill with some of its terms changed. */
export const billWith = (view: BillingView, change: Partial<BillTerms>): Bill =>
  billOn({ ...termsOf(view), ...change }, view.bill_date, view.frozen_suppliers)

/** The items of the next bill only, under the plan that counts after the change. */
function itemsWith(view: BillingView, change: Partial<BillTerms>): BillItem[] {
  const { periods, pending, next_charge_date, today } = view
  const before = termsOf(view)
  const next = planOn({ ...before, ...change }, today)
  const rest = samePlan(next, planOn(before, today)) ? null : prorate(periods, next, today)
  return rest
    ? listBillItems(next_charge_date, [...pending, rest], withPlanSettled(periods, next, today))
    : before.items
}

/** What a change does to the next bill, in a sentence. */
export function billMoves(view: BillingView, change: Partial<BillTerms>): string {
  const items = itemsWith(view, change)
  const after = billWith(view, { ...change, items })
  const { total } = view.due
  const dayPart = view.next_charge_date === null ? '' : `, on ${dayText(view.next_charge_date)},`
  const verb = view.next_charge_date === null ? 'would be' : 'is'
  const moves =
    after.total === total
      ? `stays ${money(total)}`
      : `${verb} ${money(after.total)} instead of ${money(total)}`
  const credit = lineOf(after, 'kept')
  const keeps = credit && credit !== lineOf(view.due, 'kept') ? [`${money(credit)} is added to credit.`] : []
  const oldItems = termsOf(view).items.map(itemText)
  const newItems = items.map(itemText).filter((text) => !oldItems.includes(text))
  const notDue = view.next_charge_date === null ? ['Nothing is due yet.'] : []
  return [`The next charge${dayPart} ${moves}.`, ...newItems, ...keeps, ...notDue].join(' ')
}
const lineOf = ({ lines }: Pick<Bill, 'lines'>, kind: LineKind) =>
  lines.find((line) => line.kind === kind)?.amount
const itemText = ({ text, amount }: BillItem) => `${text}: ${money(amount)}.`

/** What the next charge is, once a change is saved. */
export const billStands = ({ due, next_charge_date }: BillingView): string =>
  next_charge_date === null
    ? `The next charge would be ${money(due.total)}. Nothing is due yet.`
    : `The next charge, on ${dayText(next_charge_date)}, is ${money(due.total)}.`

/** Which plan counts and until when, in a sentence. */
export function planSentence(view: BillingView): string {
  const ownTerms = view.has_custom_billing_plan ? view.billing_plan : null
  const type = view.plan ?? 'no plan'
  if (!ownTerms) return view.plan ? `On the standard ${type} plan.` : 'No plan. Only extras are billed.'
  const next = planOf(view, ownTerms.billing_plan_default_id)?.name ?? type
  if (view.bill_date < ownTerms.custom_billing_plan_start_tm)
    return `The custom plan starts on ${dayText(ownTerms.custom_billing_plan_start_tm)}. Until then: ${type}.`
  if (ownTerms.billing_plan_expiration_date === null) return 'On a custom plan that doesn’t expire.'
  const end = dayText(ownTerms.billing_plan_expiration_date)
  if (view.bill_date < ownTerms.billing_plan_expiration_date)
    return `On a custom plan until ${end}, then ${next}.`
  // it may count today and expire before the next bill
  return view.today < ownTerms.billing_plan_expiration_date
    ? `The custom plan expires on ${end}. The next charge uses ${next}.`
    : `The custom plan expired on ${end}. Now on ${next}.`
}

/** Why a due charge isn't billed: only Active vendors are (docs/domain/renewals.md); null: it is. */
export function unbilledText(status: number): string | null {
  if (status === vendorStatus.active) return null
  return status === vendorStatus.suspended || status === vendorStatus.delisted
    ? 'Billing stops until the balance is paid or the account is reactivated.'
    : `Not billed: the account is ${vendorStatuses[status] ?? 'not active'}.`
}
