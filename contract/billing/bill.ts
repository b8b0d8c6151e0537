import { many } from '../words.ts'
import { fromCents, toCents } from './cents.ts'
import { promosTaken, type BillPromo, type PlanForCodes, type PromoTaken } from './promos.ts'

/** What a frozen supplier costs a month, in cents. */
export const frozenFee = 900
/** The smallest amount a card is charged, in cents. */
export const leastCharge = 50

export interface PlanFee extends PlanForCodes {
  name: string
  monthly_fee: string
}
/** A custom plan, from its start until it expires, if it does. */
export interface CustomPlan {
  monthly_fee: string
  custom_billing_plan_start_tm: string
  billing_plan_will_expire: boolean
  billing_plan_expiration_date: string | null
  billing_plan_default: PlanFee | null
}
/** A one-time item of a bill. */
export interface BillItem {
  /** undefined: it is computed, not stored. */
  bill_item_id?: number
  kind: 'proration' | 'carried'
  text: string
  amount: string
}
/** What a vendor's bills consist of. */
export interface BillTerms {
  plan: PlanFee | null
  /** null: no custom plan is used. */
  custom: CustomPlan | null
  extras: readonly { billing_extra_name: string; billing_extra_cost: string }[]
  /** The vendor's codes. */
  promos: readonly BillPromo[]
  /** One-time items of the next bill: a plan changed mid-month, an amount that was too small to charge. */
  items: BillItem[]
  credit_available: string
}
/** What a line of a bill, an invoice or a credit note is for. */
export const lineKinds = [
  'plan',
  'extra',
  'frozen',
  'proration',
  'carried',
  'manual',
  'promo',
  'tax',
  'credit',
  'kept',
  'refund',
] as const
export type LineKind = (typeof lineKinds)[number]
export interface BillLine {
  kind: LineKind
  text: string
  amount: string
}
export interface Bill {
  lines: BillLine[]
  /** What each promo code takes off, or why it takes nothing. */
  promos: PromoTaken[]
  /** The part for frozen suppliers. */
  frozen: string
  /** The amount charged to the card. */
  total: string
}

/** The plan in effect on a day, `2026-11-23` (docs/domain/bills.md, Plans and extras). */
export function planOn({ plan, custom }: Pick<BillTerms, 'plan' | 'custom'>, day: string): PlanFee | null {
  if (!custom || day < custom.custom_billing_plan_start_tm) return plan
  const { billing_plan_will_expire: willExpire, billing_plan_expiration_date: expiresOn } = custom
  const isOver = willExpire && expiresOn !== null && day >= expiresOn
  return isOver
    ? (custom.billing_plan_default ?? plan)
    : { name: 'Custom plan', monthly_fee: custom.monthly_fee, vendor_plan_type_id: null, families: [] }
}

/**
 * The bill of a day, line by line: the plan, the extras, nine dollars per frozen supplier, less promo codes,
 * less credit.
 * @param frozenCount how many suppliers are frozen by that day
 */
export function billOn(terms: BillTerms, day: string, frozenCount: number): Bill {
  const plan = planOn(terms, day)
  const owedLines: (Omit<BillLine, 'amount'> & { cents: number })[] = [
    ...(plan ? [{ kind: 'plan' as const, text: plan.name, cents: toCents(plan.monthly_fee) }] : []),
    ...terms.extras.map((extra) => ({
      kind: 'extra' as const,
      text: extra.billing_extra_name,
      cents: toCents(extra.billing_extra_cost),
    })),
    ...(frozenCount > 0
      ? [
          {
            kind: 'frozen' as const,
            text: many(frozenCount, 'paused supplier'),
            cents: frozenCount * frozenFee,
          },
        ]
      : []),
  ]
  const promos = promosTaken(
    owedLines.reduce((total, line) => total + line.cents, 0),
    plan,
    terms.promos,
  )
  for (const { text, amount } of promos)
    if (toCents(amount) > 0) owedLines.push({ kind: 'promo', text, cents: -toCents(amount) })
  owedLines.push(...terms.items.map(({ amount, ...item }) => ({ ...item, cents: toCents(amount) })))
  const sum = owedLines.reduce((total, line) => total + line.cents, 0)
  const credit = Math.max(0, Math.min(sum, toCents(terms.credit_available)))
  if (credit > 0) owedLines.push({ kind: 'credit', text: 'Credit', cents: -credit })
  const dueCents = sum - credit
  if (dueCents < 0) owedLines.push({ kind: 'kept', text: 'Added to credit', cents: -dueCents })
  else if (dueCents > 0 && dueCents < leastCharge)
    owedLines.push({ kind: 'carried', text: 'Carried over to the next bill', cents: -dueCents })
  return {
    lines: owedLines.map(({ cents, ...line }) => ({ ...line, amount: fromCents(cents) })),
    promos,
    frozen: frozenCost(frozenCount),
    total: fromCents(dueCents < leastCharge ? 0 : dueCents),
  }
}

/** What frozen suppliers cost a month. */
export const frozenCost = (frozenCount: number): string => fromCents(frozenCount * frozenFee)

const monthly: readonly LineKind[] = ['plan', 'extra', 'frozen', 'manual']
/** Splits a bill's lines into the plan and the rest, each less its share of promo codes, in cents. */
export function partsOf(lines: readonly Pick<BillLine, 'kind' | 'amount'>[]) {
  const sum = (kinds: readonly LineKind[]) =>
    lines.reduce((cents, { kind, amount }) => cents + (kinds.includes(kind) ? toCents(amount) : 0), 0)
  const [plan, whole, promo] = [sum(['plan']), sum(monthly), sum(['promo'])]
  const promoShare = plan === 0 ? 0 : Math.round((promo * plan) / whole)
  return { plan: plan + promoShare, beside: whole - plan + promo - promoShare }
}
