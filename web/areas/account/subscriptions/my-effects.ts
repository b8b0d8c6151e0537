import { pauseConfirmed, pauseFee, type OwnAct } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import type { SubscriptionEffects } from '#contract/subscriptions/subscriptions.ts'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'

const planStays = 'You’ll have no suppliers left, but your plan will still be charged. Contact us to end it.'
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
  if (listings === 0) return `None of ${isOne(effects) ? 'its' : 'their'} products are in your stores.`
  return (
    `${many(listings, 'product')} ${listings === 1 ? 'is' : 'are'} listed in your stores now. ` +
    `${listings === 1 ? 'It’ll' : 'They’ll'} stay listed with that day’s stock and prices. Remove what you can’t ship.`
  )
}

const cancelEffects = (effects: SubscriptionEffects): string[] => [
  cancelDayText(effects),
  noMoreUpdates(effects),
  listingsStay(effects),
  'Past charges aren’t refunded.',
]

function cancelDayText({ on: endDay, charged: isCharged, next_charge_date: due }: SubscriptionEffects) {
  const noDelayReason =
    due !== null && isCharged ? `Your ${dayText(due)} charge is due` : 'You have no upcoming charge'
  if (!endDay) return `${noDelayReason}, so this happens right away and can’t be undone.`
  const chargeDay = isCharged ? ', the day of your next charge' : ''
  return `Nothing changes until ${dayText(endDay)}${chargeDay}. You can reactivate until then.`
}

function noMoreUpdates(effects: SubscriptionEffects): string {
  const names = suppliersOf(effects)
  if (effects.suppliers.every(({ from }) => from === 'frozen'))
    return `Your stores won’t get stock and prices from ${names} again.`
  const start = effects.on ? 'From then on' : 'From now on'
  return `${start}, your stores won’t get stock and prices from ${names}.`
}

function pauseEffects(effects: SubscriptionEffects): string[] {
  const { on: startDay, charged: isCharged } = effects
  const start = startDay
    ? `on ${isCharged ? 'your next charge date, ' : ''}${dayText(startDay)}`
    : 'right away'
  return [
    `Support will confirm your request ${pauseConfirmed}.`,
    `Once confirmed, the pause starts ${start}. Your settings are saved, and your stores won’t get stock and prices from ${suppliersOf(effects)}.`,
    listingsStay(effects),
    `A pause costs ${pauseFee} a month per supplier.`,
  ]
}

function reactivateEffects({ suppliers, resumes, next_charge_date }: SubscriptionEffects): string[] {
  const [supplier] = suppliers
  const dayPart = next_charge_date === null ? 'with your next charge' : `on ${dayText(next_charge_date)}`
  if (supplier?.to === 'frozen') return ['It won’t end. It stays paused.']
  if (supplier?.to === 'freeze_pending') return [`It won’t end. It still pauses ${dayPart}.`]
  if (supplier?.from !== 'frozen') {
    const end = supplier?.from === 'cancel_pending' ? 'end' : 'pause'
    return [`It won’t ${end} ${dayPart}. It stays active.`]
  }
  return ['It’s active again right away.', resumes > 0 ? 'Your stores get its stock and prices again.' : '']
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
  if (!isCharged) return 'You won’t be charged while your account isn’t active.'
  const charge = `Your next charge on ${dayText(next_charge_date)}`
  if (before.total === after.total) return `${charge} stays ${money(after.total)}.`
  const will = act === 'pause' ? 'would be' : 'will be'
  return `${charge} ${will} ${money(after.total)} instead of ${money(before.total)}.`
}
