import { pauseConfirmed, pauseFee, type OwnAct } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import type { SubscriptionEffects } from '#contract/subscriptions/subscriptions.ts'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'

const planStays =
  'Then you have no supplier left, and your plan is charged all the same: to end that, too, write to us.'
/**
 * What an act means for a customer’s stores and next charge, in sentences.
 * @param all no other supplier stays active
 */
export function myEffects(act: OwnAct, effects: SubscriptionEffects, all = false): string[] {
  const sentences = sentencesOf[act](effects)
  const plan =
    act === 'cancel' && all && effects.charged && effects.next_charge_date !== null ? planStays : ''
  return [...sentences, chargeOf(act, effects), plan].filter((sentence) => sentence !== '')
}

const isOne = ({ suppliers }: SubscriptionEffects) => suppliers.length === 1

function listingsStay(effects: SubscriptionEffects): string {
  const { listings } = effects.stops
  if (listings === 0) return `None of ${isOne(effects) ? 'its' : 'their'} products is in your stores.`
  return (
    `${many(listings, 'product')} ${listings === 1 ? 'is' : 'are'} listed in your stores now. They ` +
    'stay there with the stock and prices they have by then: take down what you can’t deliver.'
  )
}

const cancelEffects = (effects: SubscriptionEffects): string[] => [
  cancelDayText(effects),
  noMoreUpdates(effects),
  listingsStay(effects),
  'Nothing is given back of what was charged already.',
]

function cancelDayText({ on: endDay, charged: isCharged, next_charge_date: due }: SubscriptionEffects) {
  const noDelayReason =
    due !== null && isCharged ? `Your charge of ${dayText(due)} is due` : 'You have no charge to come'
  if (!endDay) return `${noDelayReason}, so this holds at once and can’t be taken back.`
  const chargeDay = isCharged ? ', the day of your next charge' : ''
  return `Nothing changes until ${dayText(endDay)}${chargeDay}, and until then you can reactivate.`
}

function noMoreUpdates(effects: SubscriptionEffects): string {
  const names = suppliersOf(effects)
  const start = effects.on ? 'From that day on' : 'From now on'
  if (!effects.suppliers.every(({ from }) => from === 'frozen'))
    return `${start} your stores get no more stock and prices of ${names}.`
  const theyAre = isOne(effects) ? 'it is' : 'they are'
  return `Your stores get no stock and prices of ${names} while ${theyAre} paused, and none after that.`
}

function pauseEffects(effects: SubscriptionEffects): string[] {
  const { on: startDay, charged: isCharged } = effects
  const start = startDay && `from ${isCharged ? 'your next charge on ' : ''}${dayText(startDay)}`
  return [
    `This asks our support. Nothing is paused until they confirm it, ${pauseConfirmed}.`,
    `Once confirmed it holds ${start ?? 'at once'}: your settings are ` +
      `kept, and your stores get no more stock and prices of ${suppliersOf(effects)}.`,
    listingsStay(effects),
    `A pause costs ${pauseFee} a month for each supplier.`,
  ]
}

function reactivateEffects({ suppliers, resumes, next_charge_date }: SubscriptionEffects): string[] {
  const [supplier] = suppliers
  const dayPart = next_charge_date === null ? 'with your next charge' : `on ${dayText(next_charge_date)}`
  if (supplier?.to === 'frozen') return ['It will not end, and is paused as before.']
  if (supplier?.to === 'freeze_pending') return [`It will not end; it is paused ${dayPart}, as before.`]
  if (supplier?.from !== 'frozen') {
    const ends = supplier?.from === 'cancel_pending' ? 'ends' : 'is paused'
    return [`Nothing ${ends} ${dayPart}: it goes on as it does now.`]
  }
  return ['It is active again at once.', resumes > 0 ? 'Your stores get its stock and prices again.' : '']
}
const sentencesOf = { cancel: cancelEffects, reactivate: reactivateEffects, pause: pauseEffects }

function suppliersOf({ suppliers }: SubscriptionEffects): string {
  const [first, ...others] = suppliers
  return first && others.length === 0 ? first.dropshipper_name : `these ${suppliers.length} suppliers`
}

function chargeOf(
  act: OwnAct,
  { next_charge_date, charged: isCharged, next_charge: { before, after } }: SubscriptionEffects,
) {
  if (next_charge_date === null) return ''
  if (!isCharged) return 'Nothing is charged while your account isn’t active.'
  const charge = `Your next charge, on ${dayText(next_charge_date)},`
  if (before.total === after.total) return `${charge} stays ${money(after.total)}.`
  const would = act === 'pause' ? 'would then be' : 'is then'
  return `${charge} ${would} ${money(after.total)} instead of ${money(before.total)}.`
}
