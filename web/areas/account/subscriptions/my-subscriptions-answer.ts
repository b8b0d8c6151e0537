import type { MySubscription, MySubscriptions } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import { count, many } from '#contract/words.ts'
import { dayText } from '../../../ui/time.ts'

/** How one’s subscriptions stand today, and what the pauses cost. */
export function subscriptionsAnswer({
  subscriptions,
  frozen_fee,
  next_charge_date,
  charged,
}: Pick<MySubscriptions, 'subscriptions' | 'frozen_fee' | 'next_charge_date' | 'charged'>): string {
  if (subscriptions.length === 0) return 'No supplier yet.'
  // until the next charge what is to end or to be paused is as it was
  const active = subscriptions.filter((s) => s.paused_at === null)
  const paused = subscriptions.filter((s) => s.paused_at !== null)
  const both = active.length > 0 && paused.length > 0
  const stand = both
    ? `: ${count(active.length)} active${goingOf(active)}; ${count(paused.length)} paused${goingOf(paused)}`
    : `, ${subscriptions.length === 1 ? '' : 'all '}${paused.length > 0 ? 'paused' : 'active'}${goingOf(subscriptions)}`
  const day = next_charge_date ? ` on ${dayText(next_charge_date)}` : ''
  const cost = `cost ${money(frozen_fee)} ${charged ? `of your next charge${day}` : 'a month, once your account is active again'}`
  const fee = Number(frozen_fee) > 0 ? ` Pauses ${cost}.` : ''
  const still = charged ? '' : 'Your account isn’t active. '
  return `${still}${many(subscriptions.length, 'supplier')}${stand}.${fee}`
}

/** What is to become of some of them; of one alone it needs no count. */
function goingOf(of: readonly MySubscription[]): string {
  const n = (state: MySubscription['state']) => of.filter((s) => s.state === state).length
  const going = (
    [
      [n('cancel_pending'), 'to end'],
      [n('freeze_pending'), 'to be paused'],
    ] as const
  ).filter(([some]) => some > 0)
  if (going.length === 0) return ''
  if (of.length === 1) return ` and ${going[0]![1]}`
  return `, of them ${going.map(([some, what]) => `${count(some)} ${what}`).join(' and ')}`
}
