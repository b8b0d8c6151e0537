import type { BillingView } from '#contract/billing/billing.ts'
import { price } from '#contract/inputs.ts'
import { same } from '../../ui/form/rebase.ts'

/** The extras' costs by type, and one that is being added. */
export interface ExtrasForm {
  extras: Record<string, string>
  adding: { type: string | null; cost: string }
  reason: string
}
export const toForm = (view: BillingView): ExtrasForm => ({
  extras: Object.fromEntries(
    view.billing_extras.map((extra) => [String(extra.id.billing_extra_type_id), extra.billing_extra_cost]),
  ),
  adding: { type: null, cost: '' },
  reason: '',
})
export const costFault = (cost: string): string | undefined =>
  priceFault(cost) ?? (Number(cost) > 0 ? undefined : 'Enter an amount above 0')
/** What is wrong with a price, in the words of the save. */
export const priceFault = (text: string): string | undefined =>
  price.safeParse(text.trim()).error?.issues[0]?.message

/** What is wrong, by field; a cost that isn't added yet blocks saving, as does a missing reason. */
export function validate(
  { extras, adding, reason }: ExtrasForm,
  original: BillingView,
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [type, cost] of Object.entries(extras)) {
    const fault = costFault(cost)
    if (fault) faults[`extras.${type}`] = fault
  }
  if (adding.cost.trim() !== '') faults['adding.cost'] = 'Add or clear this amount before saving'
  const isChanged = !same(extras, toForm(original).extras)
  if (isChanged && reason.trim().length < 3) faults.reason = 'Enter a reason of at least 3 characters'
  return faults
}
export const toBody = (vendorId: number, { extras }: ExtrasForm) =>
  Object.entries(extras).map(([type, cost]) => ({
    id: { vendor_id: vendorId, billing_extra_type_id: Number(type) },
    billing_extra_cost: cost.trim(),
  }))
/** A refusal's fields by the form's names. */
export const toErrors = (fields: Record<string, string>, { extras }: ExtrasForm): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => {
      const place = /^billing_extras\.(\d+)\./.exec(path)?.[1]
      return [place === undefined ? path : `extras.${Object.keys(extras)[Number(place)]}`, text]
    }),
  )
