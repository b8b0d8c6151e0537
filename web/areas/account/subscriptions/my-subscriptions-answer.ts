import type { MySubscription, MySubscriptions } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import { count, many } from '#contract/words.ts'
import { dayText } from '../../../ui/time.ts'

/** The state of the customer's subscriptions today, and what the pauses cost. */
export function subscriptionsAnswer({
  subscriptions,
  frozen_fee,
  next_charge_date,
  charged: isCharged,
}: Pick<MySubscriptions, 'subscriptions' | 'frozen_fee' | 'next_charge_date' | 'charged'>): string {
  if (subscriptions.length === 0) return 'No subscriptions yet.'
  // pending cancellations and pauses count as they are until the next charge
  const active = subscriptions.filter((s) => s.paused_at === null)
  const pausedOnes = subscriptions.filter((s) => s.paused_at !== null)
  const isMixed = active.length > 0 && pausedOnes.length > 0
  const every = subscriptions.length === 1 ? '' : 'all '
  const state = pausedOnes.length > 0 ? 'paused' : 'active'
  const stand = isMixed
    ? `: ${count(active.length)} active${goingOf(active)}, ${count(pausedOnes.length)} paused${goingOf(pausedOnes)}`
    : `, ${every}${state}${goingOf(subscriptions)}`
  const day = next_charge_date ? ` on ${dayText(next_charge_date)}` : ''
  const cost = `${money(frozen_fee)} ${isCharged ? `in your next charge${day}` : 'a month once your account is active again'}`
  const fee = Number(frozen_fee) > 0 ? ` Pauses cost ${cost}.` : ''
  const inactiveText = isCharged ? '' : 'Your account isn’t active. '
  return `${inactiveText}${many(subscriptions.length, 'supplier')}${stand}.${fee}`
}

/** How many will end or be paused; a single one needs no count. */
function goingOf(subscriptions: readonly MySubscription[]): string {
  const n = (state: MySubscription['state']) => subscriptions.filter((s) => s.state === state).length
  const going = (
    [
      [n('cancel_pending'), 'ending'],
      [n('freeze_pending'), 'pausing'],
    ] as const
  ).filter(([number]) => number > 0)
  const [first] = going
  if (!first) return ''
  if (subscriptions.length === 1) return ` (${first[1]})`
  return ` (${going.map(([number, label]) => `${count(number)} ${label}`).join(', ')})`
}
