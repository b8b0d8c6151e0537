import { price } from '#contract/formats.ts'
import { isMoney, productFields, type ProductField } from '#contract/feeds/settings.ts'
import { decimalText } from '../../../ui/values.tsx'

/** A product's value as it is shown: money with its currency, another amount with two decimals at least. */
export function fieldText(field: string, value: string, currency: string | null): string {
  if (isMoney(field)) return price(value, currency)
  return productFields[field as ProductField]?.kind === 'decimal' ? decimalText(value) : value
}
