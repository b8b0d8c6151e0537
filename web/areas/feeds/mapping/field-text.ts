import { price } from '#contract/formats.ts'
import { isMoney, productFields, type ProductField } from '#contract/feeds/settings.ts'
import { decimalText } from '../../../ui/values.tsx'

/** A product's value for display: money with its currency, other amounts with at least two decimals. */
export function fieldText(field: string, value: string, currency: string | null): string {
  if (isMoney(field)) return price(value, currency)
  return productFields[field as ProductField]?.kind === 'decimal' ? decimalText(value) : value
}
