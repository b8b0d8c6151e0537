import {
  billOn,
  planOn,
  type Bill,
  type BillTerms,
  type CustomPlan,
  type PlanFee,
} from '#contract/billing/bill.ts'
import type { BillingView } from '#contract/billing/billing.ts'
import { prorate, samePlan } from '#contract/billing/proration.ts'
import { money } from '#contract/formats.ts'
import { dayText } from '../../ui/time.ts'

export const planOf = (view: BillingView, id: number | null): PlanFee | null =>
  view.plans.find((plan) => plan.vendor_plan_type_id === id) ?? null

/** A plan of the vendor's own as the bill's rules take it. */
export const ownPlan = (view: BillingView, plan: NonNullable<BillingView['billing_plan']>): CustomPlan => ({
  ...plan,
  billing_plan_default: planOf(view, plan.billing_plan_default_id),
})

/** What a vendor is billed by now. */
const termsOf = (view: BillingView): BillTerms => ({
  plan: planOf(view, view.vendor_plan_type_id),
  custom: view.has_custom_billing_plan && view.billing_plan ? ownPlan(view, view.billing_plan) : null,
  extras: view.billing_extras,
  items: view.items,
  promos: view.promos,
  credit_available: view.credit_available,
})

/** The next bill, were something of its terms otherwise. */
export const billWith = (view: BillingView, change: Partial<BillTerms>): Bill =>
  billOn({ ...termsOf(view), ...change }, view.bill_date, view.frozen_suppliers)

/** What another plan makes of the days that are paid for. */
function restOf(view: BillingView, change: Partial<BillTerms>) {
  const before = termsOf(view)
  const next = planOn({ ...before, ...change }, view.today)
  return samePlan(next, planOn(before, view.today)) ? null : prorate(view.period, next, view.today)
}

/** What a change does to the next bill, in a sentence. */
export function billMoves(view: BillingView, change: Partial<BillTerms>): string {
  const rest = restOf(view, change)
  const after = billWith(view, { ...change, ...(rest && { items: [...view.items, rest] }) })
  const { total } = view.due
  const when = view.next_charge_date === null ? '' : `, on ${dayText(view.next_charge_date)},`
  const moves =
    after.total === total
      ? `stays ${money(total)}`
      : view.next_charge_date === null
        ? `would be ${money(after.total)} in place of ${money(total)}`
        : `is ${money(after.total)} in place of ${money(total)}`
  const why = rest ? ` ${rest.text}: ${money(rest.amount)}.` : ''
  return `The next charge${when} ${moves}.${why}${view.next_charge_date === null ? ' None is due yet.' : ''}`
}

/** What the next charge is, once a change is saved. */
export const billStands = ({ due, next_charge_date }: BillingView): string =>
  next_charge_date === null
    ? `The next charge would be ${money(due.total)}. None is due yet.`
    : `The next charge, on ${dayText(next_charge_date)}, is ${money(due.total)}.`

/** Which plan counts, and until when, in a sentence. */
export function planSentence(view: BillingView): string {
  const own = view.has_custom_billing_plan ? view.billing_plan : null
  const type = view.plan ?? 'no plan'
  if (!own) return view.plan ? `Billed by its plan type, ${type}.` : 'It has no plan: only extras are billed.'
  const next = planOf(view, own.billing_plan_default_id)?.name ?? type
  if (view.bill_date < own.custom_billing_plan_start_tm)
    return `Billed by ${type} until its own plan begins on ${dayText(own.custom_billing_plan_start_tm)}.`
  if (own.billing_plan_expiration_date === null) return 'Billed by a plan of its own, which doesn’t expire.'
  const end = dayText(own.billing_plan_expiration_date)
  if (view.bill_date < own.billing_plan_expiration_date)
    return `Billed by a plan of its own until ${end}; then ${next} counts.`
  // it may still be in use today, and over by the day of the next bill
  return view.today < own.billing_plan_expiration_date
    ? `Its own plan expires on ${end}: ${next} counts for the next charge.`
    : `Its own plan expired on ${end}: ${next} counts.`
}
