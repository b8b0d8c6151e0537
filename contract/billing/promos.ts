import { money } from '../formats.ts'
import { fromCents, toCents, type Cents } from './cents.ts'

/** The families of plans, for codes that are limited to some plans; a plan may belong to several. */
export const planFamilies = ['IA', 'FA', 'Pro', 'Plus', 'VIP'] as const
export type PlanFamily = (typeof planFamilies)[number]

/** The billed plan as codes check it; the id of a custom plan is null. */
export interface PlanForCodes {
  vendor_plan_type_id: number | null
  families: readonly PlanFamily[]
}
/** A vendor's code, with what decides its effect on the next bill. */
export interface BillPromo {
  promo_code_usage_id: number
  promo_code: string
  /** The discount is in percent, else in dollars. */
  percentage_based: boolean
  discount: string
  /** The only plan it applies to. */
  for_plan: { vendor_plan_type_id: number; name: string } | null
  plan_only: PlanFamily | null
  for_supplier: { name: string; subscribed: boolean } | null
  for_market: { name: string; active: boolean } | null
  /** How many more bills it applies to; null: all. */
  bills_left: number | null
  given_tm: string
}
/** What a code takes off a bill, or why it takes nothing. */
export interface PromoTaken {
  promo_code_usage_id: number
  text: string
  amount: string
  why_not: string | null
}

/**
 * What each code takes off a bill: the narrowest first, then percent, then dollars, then the oldest. Each applies
 * to what the ones before it left, down to zero (docs/domain/promo-codes.md).
 *
 * @param billCents what plan, extras and frozen suppliers cost together
 */
export function promosTaken(
  billCents: Cents,
  plan: PlanForCodes | null,
  promos: readonly BillPromo[],
): PromoTaken[] {
  let leftCents = billCents
  return promos.toSorted(before).map((promo) => {
    const refusal = whyNot(promo, plan) ?? (leftCents > 0 ? null : 'Other promo codes already cover the bill')
    const cents = refusal === null ? discountOf(promo, leftCents) : 0
    leftCents -= cents
    return {
      promo_code_usage_id: promo.promo_code_usage_id,
      text: `Promo code ${promo.promo_code}, ${discountText(promo)}`,
      amount: fromCents(cents),
      why_not: refusal === null && cents === 0 ? 'The discount is less than a cent' : refusal,
    }
  })
}

/** A code's discount as people read it: `20%`, `$15`. */
export const discountText = ({
  percentage_based,
  discount,
}: Pick<BillPromo, 'percentage_based' | 'discount'>): string =>
  percentage_based ? `${Number(discount)}%` : money(discount)

const before = (a: BillPromo, b: BillPromo): number =>
  narrowness(b) - narrowness(a) ||
  Number(b.percentage_based) - Number(a.percentage_based) ||
  (a.given_tm < b.given_tm ? -1 : Number(a.given_tm > b.given_tm)) ||
  a.promo_code_usage_id - b.promo_code_usage_id

/** A supplier is narrower than a market, a market than a plan, a plan than a family of plans. */
const narrowness = (promo: BillPromo): number =>
  (promo.for_supplier ? 8 : 0) +
  (promo.for_market ? 4 : 0) +
  (promo.for_plan ? 2 : 0) +
  (promo.plan_only ? 1 : 0)

function whyNot(promo: BillPromo, plan: PlanForCodes | null): string | null {
  const { for_supplier, for_market, for_plan, plan_only } = promo
  if (promo.bills_left !== null && promo.bills_left <= 0) return 'Used up'
  if (for_supplier && !for_supplier.subscribed) return `Only for subscribers to ${for_supplier.name}`
  if (for_market && !for_market.active) return `Only with an active ${for_market.name} integration`
  if (for_plan && plan?.vendor_plan_type_id !== for_plan.vendor_plan_type_id)
    return `Only for the ${for_plan.name} plan`
  if (plan_only && !plan?.families.includes(plan_only)) return `Only for ${plan_only} plans`
  return null
}

/** Rounds half a cent up, once, in whole numbers, so no cent is lost. */
function discountOf({ percentage_based, discount }: BillPromo, leftCents: Cents): Cents {
  if (!percentage_based) return Math.min(leftCents, toCents(discount))
  const basisPoints = BigInt(toCents(discount))
  return Math.min(leftCents, Number((BigInt(leftCents) * basisPoints + 5000n) / 10_000n))
}
