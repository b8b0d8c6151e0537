import type { MoneyFact, MoneyActName } from '#contract/approvals/acts.ts'
import { billOn, planOn } from '#contract/billing/bill.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { dayText, money } from '#contract/formats.ts'
import { present } from '#contract/present.ts'
import { isActive, vendorStatus, vendorStatuses } from '#contract/vendors/status.ts'
import type { Doing, GuardedAct } from '#server/areas/approvals/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { billDay, centsMoved, extrasOf, readMoneyState, type MoneyState } from './money-moved.ts'

interface VendorAct<Request> {
  act: MoneyActName
  /** How its vendor is locked, if the request names it by something else than its id. */
  lock?: GuardedAct<Request & object, number>['lock']
  /** Carries it out; returns it in words. */
  perform: (doing: Doing<number>, request: Request) => Promise<string>
  keep?: GuardedAct<Request & object, number>['keep']
}

/** An act on a vendor's billing: what it may move is what changes between before and after it. */
export const vendorAct = <Request extends object>({
  act,
  lock = lockNamed,
  perform,
  keep = async (_, request) => request,
}: VendorAct<Request>): GuardedAct<Request, number> => ({
  act,
  access: 'money',
  lock,
  keep,
  async perform(doing, request) {
    const { ctx, tx, vendor_id } = doing
    const before = await readMoneyState(tx, ctx.clock, vendor_id)
    const text = await perform(doing, request)
    const after = await readMoneyState(tx, ctx.clock, vendor_id)
    return {
      amount: centsMoved(before, after),
      text,
      changes: factsOf(before, after),
      always: isNow(vendorStatus.delisted, before, after)
        ? 'Removing all products from the stores always needs approval'
        : undefined,
    }
  },
})

const lockNamed: GuardedAct<object, number>['lock'] = async (ctx, tx, request) => {
  const { vendor_id } = request as { vendor_id: number }
  await lockVendor(ctx, tx, vendor_id)
  return vendor_id
}

const isNow = (status: number, before: MoneyState, after: MoneyState): boolean =>
  after.vendor_status_id === status && before.vendor_status_id !== status

/** What changes, and the next charge even if it doesn't. */
function factsOf(before: MoneyState, after: MoneyState): MoneyFact[] {
  const fact = (name: string, text: (state: MoneyState) => string): MoneyFact => ({
    name,
    from: text(before),
    to: text(after),
  })
  return [
    fact('Status', ({ vendor_status_id: id }) => present(vendorStatuses[id], `Status ${id}`)),
    fact('Credit', ({ credit }) => money(credit)),
    fact('Plan', planText),
    fact('Extras per month', (state) => money(fromCents(extrasOf(state)))),
    fact('Promo codes', ({ terms }) => terms.promos.map((promo) => promo.promo_code).join(', ') || 'none'),
    fact('Next charge', nextText),
  ].filter(({ name, from, to }) => from !== to || name === 'Next charge')
}

function planText(state: MoneyState): string {
  const plan = planOn(state.terms, billDay(state))
  const { custom } = state.terms
  const later =
    custom && custom.custom_billing_plan_start_tm > billDay(state)
      ? `, ${money(custom.monthly_fee)} from ${dayText(custom.custom_billing_plan_start_tm)}`
      : ''
  return (plan === null ? 'none' : `${plan.name}, ${money(plan.monthly_fee)}`) + later
}

function nextText(state: MoneyState): string {
  const { next_charge_date: day } = state.terms
  if (day === null) return 'none'
  const { total } = billOn(state.terms, day, state.frozenCount)
  return `${money(total)} on ${dayText(day)}${isActive(state) ? '' : ' (not billed)'}`
}
