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
  if (unpaid === 'delisted') return 'Your products are taken out of your stores'
  if (unpaid) return 'Your account is suspended for billing'
  if (!hasCard) return `There is no card to pay ${money(balance)}`
  if (refusal?.remedy === 'confirm') return `Your bank wants you to confirm ${money(balance)}`
  return refusal ? 'Your card was declined' : `${money(balance)} is open`
}

/** What resolves it. */
export function remedyOf(billing: OwnBilling, hasCard: boolean): string {
  const { refused: refusal } = billing
  if (owesNothing(billing)) return 'You owe nothing now. Write to us, and we look at how it goes on.'
  if (!hasCard) return 'Give a card below: it is charged at once.'
  switch (refusal?.remedy) {
    case 'confirm':
      return 'Your card is good; your bank asks you, as its holder, whether you mean this payment. It takes a minute.'
    case 'another_card':
      return 'Your bank doesn’t pay with this card any more. Use another one: it is charged at once.'
    default:
      return 'Ask your bank why, or use another card: it is charged at once.'
  }
}

/** What happens if it isn't paid, in order; days are in UTC. */
export function consequences(billing: OwnBilling): string[] {
  const { open_invoices: open, unpaid, suspended_on, delisted_on } = billing
  if (unpaid === 'delisted')
    return [
      `They come back with the next update once ${owesNothing(billing) ? 'your account is active again' : 'it is paid'}.`,
    ]
  const delists = (day: string) => `On ${dayText(day)} our products are taken out of your stores.`
  if (unpaid)
    return [
      ...(suspended_on
        ? [`Since ${dayText(suspended_on)} nothing is sent to your stores: what they show gets old.`]
        : []),
      ...(delisted_on ? [delists(delisted_on)] : []),
    ]
  const first = open[0]
  if (!first?.next_try) return []
  const last = lastTry(first.issued_on, first.next_try, first.tries_left)
  return [
    `On ${dayText(first.next_try)} we ask your card again${
      first.tries_left > 1
        ? `, at most ${first.tries_left} times until ${dayText(last)}`
        : ', for the last time'
    }.`,
    `If it isn’t paid by then, nothing is sent to your stores any more: what they show gets old.`,
    `${delistAfterDays} days later, on ${dayText(addDays(last, delistAfterDays))}, our products are taken out of them.`,
  ]
}
