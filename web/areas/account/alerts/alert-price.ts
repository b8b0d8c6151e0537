import type { SupplierChanges } from '#contract/account/product-alerts.ts'
import { price } from '#contract/formats.ts'

type Of = Pick<
  SupplierChanges['examples'][number],
  'kind' | 'was_price' | 'was_currency' | 'price' | 'currency'
>

/** What a product that changed costs, as its mail says it. */
export function priceOf({ kind, was_price, was_currency, price: now, currency }: Of): string {
  const text = (amount: string | null, of: string | null) =>
    amount === null ? 'no price' : price(amount, of)
  if (kind === 'gone') return ''
  return kind === 'price'
    ? `from ${text(was_price, was_currency)} to ${text(now, currency)}`
    : text(now, currency)
}
