import type { SupplierChanges } from '#contract/account/product-alerts.ts'
import { price } from '#contract/formats.ts'

type ChangedProduct = Pick<
  SupplierChanges['examples'][number],
  'kind' | 'was_price' | 'was_currency' | 'price' | 'currency'
>

/** What a changed product costs, in the words of the alert's email. */
export function priceOf({ kind, was_price, was_currency, price: now, currency }: ChangedProduct): string {
  const text = (amount: string | null, amountCurrency: string | null) =>
    amount === null ? 'no price' : price(amount, amountCurrency)
  if (kind === 'gone') return ''
  return kind === 'price'
    ? `from ${text(was_price, was_currency)} to ${text(now, currency)}`
    : text(now, currency)
}
