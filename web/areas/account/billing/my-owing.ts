import { addDays } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { delistAfterDays, lastTry } from '#contract/payments/dunning.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { dayText } from '../../../ui/time.ts'

/** Suspended although no invoice is open: staff wrote it off, or suspended the account manually. */
export const owesNothing = ({ unpaid, open_invoices }: OwnBilling): boolean =>
  unpaid !== null && open_invoices.length === 0

/** What wasn’t paid. */
export function titleOf({ refused: refusal, unpaid, balance }: OwnBilling, hasCard: boolean): string {
  if (unpaid === 'delisted') return 'We’re removing our products from your stores'
  if (unpaid) return 'Your account is suspended for non-payment'
  if (!hasCard) return `No card on file to pay ${money(balance)}`
  if (refusal?.remedy === 'confirm') return `Confirm your payment of ${money(balance)}`
  return refusal ? 'Your card was declined' : `You owe ${money(balance)}`
}

/** What resolves it. */
export function remedyOf(billing: OwnBilling, hasCard: boolean): string {
  const { refused: refusal } = billing
  if (owesNothing(billing)) return 'You don’t owe anything. Contact us to reactivate your account.'
  if (!hasCard) return 'Add a card below. We’ll charge it right away.'
  switch (refusal?.remedy) {
    case 'confirm':
      return 'Your bank needs you to confirm this payment. It takes a minute.'
    case 'another_card':
      return 'Your bank no longer accepts this card. Use a different card; we’ll charge it right away.'
    default:
      return 'Contact your bank, or use a different card; we’ll charge it right away.'
  }
}

/** What happens if it isn't paid, in order; days are in UTC. */
export function consequences(billing: OwnBilling): string[] {
  const { open_invoices: open, unpaid, suspended_on, delisted_on } = billing
  if (unpaid === 'delisted')
    return [
      `They’ll be listed again with the next update once ${owesNothing(billing) ? 'your account is active again' : 'your balance is paid'}.`,
    ]
  const delists = (day: string) => `On ${dayText(day)} our products will be removed from your stores.`
  if (unpaid)
    return [
      ...(suspended_on
        ? [`Store updates stopped on ${dayText(suspended_on)}. Your stock and prices will go out of date.`]
        : []),
      ...(delisted_on ? [delists(delisted_on)] : []),
    ]
  const first = open[0]
  if (!first?.next_try) return []
  const last = lastTry(first.issued_on, first.next_try, first.tries_left)
  return [
    first.tries_left > 1
      ? `We’ll try your card up to ${first.tries_left} more times, from ${dayText(first.next_try)} to ${dayText(last)}.`
      : `We’ll try your card one last time on ${dayText(first.next_try)}.`,
    `If it isn’t paid by then, store updates stop. Your stock and prices will go out of date.`,
    `${delistAfterDays} days later, on ${dayText(addDays(last, delistAfterDays))}, our products will be removed from your stores.`,
  ]
}
