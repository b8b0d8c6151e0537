import { planFamilies, type PlanFamily } from '#contract/billing/promos.ts'
import { promoCodeTypes, typeOfCode, type PromoCodeType } from '#contract/promo-codes/kinds.ts'
import {
  promoCodeDetails,
  promoCodeFaults,
  withoutIdleCycles,
  type PromoCode,
  type PromoCodeDetails,
} from '#contract/promo-codes/promo-codes.ts'

/** The plans a code can be for: any, a specific one, or a family. */
export const planOptions = ['None', 'Specific', ...planFamilies] as const
type PlanOption = (typeof planOptions)[number]
/** In the specification's words. */
export const planLabel = (option: PlanOption): string =>
  option === 'None' || option === 'Specific' ? option : `${option} only`

/** The bills a code applies to. */
export const billChoices = {
  first: 'First bill',
  several: 'First N bills',
  every: 'Every bill',
} as const
export type BillChoice = keyof typeof billChoices
function billsOf(code: PromoCodeDetails): BillChoice {
  if (!code.is_recurring) return 'first'
  return code.recurring_billing_cycles === null ? 'every' : 'several'
}

export interface PromoCodeForm extends Omit<
  PromoCodeDetails,
  'plan_only' | 'ends_on' | 'is_recurring' | 'recurring_billing_cycles' | 'usage_limit'
> {
  type: PromoCodeType
  plan: PlanOption
  bills: BillChoice
  recurring_billing_cycles: string
  ends_on: string
  usage_limit: string
}

export const blankForm = (type: PromoCodeType): PromoCodeForm => ({
  type,
  promo_code: '',
  description: '',
  percentage_based: true,
  discount: '',
  enable_optimized_sync: false,
  plan: 'None',
  billing_plan_id: null,
  bills: 'first',
  recurring_billing_cycles: '',
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: '',
  usage_limit: '',
})

export function toForm(code: PromoCode): PromoCodeForm {
  const details = promoCodeDetails.parse(code)
  const { plan_only, is_recurring: _, recurring_billing_cycles, ends_on, usage_limit, ...rest } = details
  return {
    ...rest,
    type: typeOfCode(rest),
    plan: plan_only ?? (rest.billing_plan_id === null ? 'None' : 'Specific'),
    bills: billsOf(details),
    recurring_billing_cycles: recurring_billing_cycles?.toString() ?? '',
    ends_on: ends_on ?? '',
    usage_limit: usage_limit?.toString() ?? '',
  }
}

const number = (text: string) => (text.trim() === '' ? null : Number(text))
/** What is saved: values of fields that aren't shown are dropped. */
export function toBody({ type, plan, bills, ...form }: PromoCodeForm): PromoCodeDetails {
  return withoutIdleCycles({
    ...form,
    discount: form.discount.trim(),
    plan_only: plan === 'None' || plan === 'Specific' ? null : (plan satisfies PlanFamily),
    billing_plan_id: plan === 'Specific' ? form.billing_plan_id : null,
    vendor_affiliate_id: type === 'affiliates' ? form.vendor_affiliate_id : null,
    promo_code_partner_id: type === 'partner' ? form.promo_code_partner_id : null,
    is_recurring: bills !== 'first',
    recurring_billing_cycles: number(form.recurring_billing_cycles),
    ends_on: form.ends_on || null,
    usage_limit: number(form.usage_limit),
  })
}

/** What is wrong with it, by field. */
export function validate(form: PromoCodeForm): Record<string, string> {
  const body = toBody(form)
  const result = promoCodeDetails.safeParse(body)
  const issues = result.error?.issues ?? []
  return {
    ...promoCodeFaults(body),
    // the first of several is shown
    ...Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), wordsOf(issue)])),
    ...(form.bills === 'several' &&
      body.recurring_billing_cycles === null && { recurring_billing_cycles: 'Enter a whole number' }),
    ...(form.plan === 'Specific' && body.billing_plan_id === null && { billing_plan_id: 'Choose a plan' }),
    ...(form.type === 'affiliates' &&
      body.vendor_affiliate_id === null && { vendor_affiliate_id: 'Choose an affiliate' }),
    ...(form.type === 'partner' &&
      body.promo_code_partner_id === null && { promo_code_partner_id: 'Choose a partner' }),
  }
}
const wordsOf = ({ code, message }: { code?: string; message: string }) =>
  code === 'invalid_type' ? 'Enter a whole number' : message

export const labels: Readonly<Record<string, string>> = {
  type: 'Code type',
  promo_code: 'Code',
  description: 'Description',
  percentage_based: 'Discount type',
  discount: 'Discount',
  enable_optimized_sync: 'Turn on optimized sync',
  plan: 'Plan',
  billing_plan_id: 'Specific plan',
  bills: 'Applies to',
  recurring_billing_cycles: 'Number of bills',
  dropshipper_id: 'Supplier',
  market_id: 'Market',
  vendor_affiliate_id: 'Affiliate',
  promo_code_partner_id: 'Partner',
  ends_on: 'Redeem by',
  usage_limit: 'Maximum vendors',
}
/** Values that are codes, in words. */
export function words([field]: readonly string[], value: unknown): string | undefined {
  if (field === 'bills') return billChoices[value as BillChoice]
  if (field === 'plan') return planLabel(value as PlanOption)
  return field === 'type' ? promoCodeTypes[value as PromoCodeType] : undefined
}
/** The server's field names as this form's. */
const formNames: Readonly<Record<string, string>> = { plan_only: 'plan', is_recurring: 'bills' }
export const toErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([key, text]) => [formNames[key] ?? key, text]))
