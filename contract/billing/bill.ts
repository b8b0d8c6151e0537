import { many } from '../words.ts'
import { fromCents, toCents } from './cents.ts'

/** A frozen supplier costs so many cents a month. */
const frozenFee = 900

export interface PlanFee {
  name: string
  monthly_fee: string
}
/** A plan of a vendor's own, from its start until it expires, where it does. */
export interface CustomPlan {
  monthly_fee: string
  custom_billing_plan_start_tm: string
  billing_plan_will_expire: boolean
  billing_plan_expiration_date: string | null
  billing_plan_default: PlanFee | null
}
/** What a vendor's bills are made of. */
export interface BillTerms {
  plan: PlanFee | null
  /** null: none is in use. */
  custom: CustomPlan | null
  extras: readonly { billing_extra_name: string; billing_extra_cost: string }[]
  credit_available: string
}
export interface BillLine {
  kind: 'plan' | 'extra' | 'frozen' | 'credit'
  text: string
  amount: string
}
export interface Bill {
  lines: BillLine[]
  /** What frozen suppliers cost of it. */
  frozen: string
  /** What the card is asked for. */
  total: string
}

/** The plan that counts on a day, `2026-11-23` (docs/domain.md, The next bill). */
export function planOn({ plan, custom }: Pick<BillTerms, 'plan' | 'custom'>, day: string): PlanFee | null {
  if (!custom || day < custom.custom_billing_plan_start_tm) return plan
  const over = custom.billing_plan_will_expire && day >= custom.billing_plan_expiration_date!
  return over
    ? (custom.billing_plan_default ?? plan)
    : { name: 'Custom plan', monthly_fee: custom.monthly_fee }
}

/**
 * A bill of that day, line by line: the plan, the extras, nine dollars a frozen supplier, less credit.
 * @param frozen how many suppliers are frozen by then
 */
export function billOn(terms: BillTerms, day: string, frozen: number): Bill {
  const plan = planOn(terms, day)
  const owed: (Omit<BillLine, 'amount'> & { cents: number })[] = [
    ...(plan ? [{ kind: 'plan' as const, text: plan.name, cents: toCents(plan.monthly_fee) }] : []),
    ...terms.extras.map((extra) => ({
      kind: 'extra' as const,
      text: extra.billing_extra_name,
      cents: toCents(extra.billing_extra_cost),
    })),
    ...(frozen > 0
      ? [{ kind: 'frozen' as const, text: many(frozen, 'frozen supplier'), cents: frozen * frozenFee }]
      : []),
  ]
  const sum = owed.reduce((total, line) => total + line.cents, 0)
  const credit = Math.min(sum, Math.max(0, toCents(terms.credit_available)))
  if (credit > 0) owed.push({ kind: 'credit', text: 'Credit', cents: -credit })
  return {
    lines: owed.map(({ cents, ...line }) => ({ ...line, amount: fromCents(cents) })),
    frozen: frozenCost(frozen),
    total: fromCents(sum - credit),
  }
}

/** What frozen suppliers cost a month. */
export const frozenCost = (frozen: number): string => fromCents(frozen * frozenFee)
