import type { MySubscription, MySubscriptions } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import { count, many } from '#contract/words.ts'
import { dayText } from '../../ui/time.ts'

/** How one’s subscriptions stand today, and what the pauses cost. */
export function subscriptionsAnswer({
  subscriptions,
  frozen_fee,
  next_charge_date,
  charged,
}: Pick<MySubscriptions, 'subscriptions' | 'frozen_fee' | 'next_charge_date' | 'charged'>): string {
  if (subscriptions.length === 0) return 'No supplier yet.'
  // until the next charge what is to end or to be paused is as it was
  const stand = [
    inWords(
      subscriptions.filter((s) => s.paused_at === null),
      'active',
    ),
    inWords(
      subscriptions.filter((s) => s.paused_at !== null),
      'paused',
    ),
  ].filter((said) => said !== null)
  const day = next_charge_date ? ` on ${dayText(next_charge_date)}` : ''
  const cost = `cost ${money(frozen_fee)} ${charged ? `of your next charge${day}` : 'a month, once your account is active again'}`
  const fee = Number(frozen_fee) > 0 ? ` Pauses ${cost}.` : ''
  return `${many(subscriptions.length, 'supplier')}: ${stand.join('; ')}.${fee}`
}

function inWords(of: readonly MySubscription[], stand: string): string | null {
  if (of.length === 0) return null
  const n = (state: MySubscription['state']) => of.filter((s) => s.state === state).length
  const going = (
    [
      [n('cancel_pending'), 'to end'],
      [n('freeze_pending'), 'to be paused'],
    ] as const
  ).filter(([some]) => some > 0)
  const them = going.map(([some, what]) => `${count(some)} ${what}`).join(' and ')
  return `${count(of.length)} ${stand}${them && `, of them ${them}`}`
}
