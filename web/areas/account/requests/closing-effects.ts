import { money } from '#contract/formats.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { many } from '#contract/words.ts'

/** What closing an account means, in sentences, before it is requested. */
export function closingEffects({
  uses,
  balance,
  credit_available,
}: Pick<OwnBilling, 'uses' | 'balance' | 'credit_available'>): string[] {
  const suppliers = uses.suppliers + uses.frozen
  const stops = [
    ...(suppliers > 0 ? [many(suppliers, 'supplier')] : []),
    ...(uses.stores > 0 ? [`updates of ${many(uses.stores, 'store')}`] : []),
    'your plan',
  ]
  return [
    'Nothing ends yet. We’ll email you first.',
    `Once your account is closed, these end: ${stops.join(', ')}.`,
    ...(uses.listed > 0
      ? [
          `${many(uses.listed, 'product')} ${uses.listed === 1 ? 'stays' : 'stay'} listed in your stores. Remove what you can’t ship.`,
        ]
      : []),
    Number(balance) > 0 ? `You owe ${money(balance)}. It stays due.` : 'You don’t owe anything now.',
    ...(Number(credit_available) > 0 ? [`You have ${money(credit_available)} of credit left.`] : []),
    'Past charges aren’t refunded.',
  ]
}
