import { pauseConfirmed, pauseFee, type OwnAct } from '#contract/account/my-subscriptions.ts'
import { money } from '#contract/formats.ts'
import type { SubscriptionEffects } from '#contract/subscriptions/subscriptions.ts'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'

const planStays =
  'Then you have no supplier left, and your plan is charged all the same: to end that, too, write to us.'
/**
 * What an act means for a customer’s stores and next charge, in sentences.
 * @param all it leaves no supplier that goes on
 */
export function myEffects(act: OwnAct, effects: SubscriptionEffects, all = false): string[] {
  const said = { cancel: cancels, reactivate: reactivates, pause: pauses }[act](effects)
  const plan =
    act === 'cancel' && all && effects.charged && effects.next_charge_date !== null ? planStays : ''
  return [...said, chargeOf(act, effects), plan].filter((sentence) => sentence !== '')
}

const listingsStay = ({ stops, suppliers }: SubscriptionEffects) =>
  stops.listings > 0
    ? `${many(stops.listings, 'product')} ${stops.listings === 1 ? 'is' : 'are'} listed in your stores now. They ` +
      'stay there with the stock and prices they have by then: take down what you can’t deliver.'
    : `None of ${suppliers.length === 1 ? 'its' : 'their'} products is in your stores.`

function cancels(effects: SubscriptionEffects): string[] {
  const { on, charged, next_charge_date: due } = effects
  const why = due !== null && charged ? `Your charge of ${dayText(due)} is due` : 'You have no charge to come'
  return [
    on
      ? `Nothing changes until ${dayText(on)}${charged ? ', the day of your next charge' : ''}, and until then you can reactivate.`
      : `${why}, so this holds at once and can’t be taken back.`,
    effects.suppliers.every(({ from }) => from === 'frozen')
      ? `Your stores get no stock and prices of ${suppliersOf(effects)} while ${effects.suppliers.length === 1 ? 'it is' : 'they are'} paused, and none after that.`
      : `${on ? 'From that day on' : 'From now on'} your stores get no more stock and prices of ${suppliersOf(effects)}.`,
    listingsStay(effects),
    'Nothing is given back of what was charged already.',
  ]
}

function pauses(effects: SubscriptionEffects): string[] {
  const { on, charged } = effects
  return [
    `This asks our support. Nothing is paused until they confirm it, ${pauseConfirmed}.`,
    `Once confirmed it holds ${on ? `from ${charged ? 'your next charge on ' : ''}${dayText(on)}` : 'at once'}: your settings are ` +
      `kept, and your stores get no more stock and prices of ${suppliersOf(effects)}.`,
    listingsStay(effects),
    `A pause costs ${pauseFee} a month for each supplier.`,
  ]
}

function reactivates({ suppliers, resumes, next_charge_date }: SubscriptionEffects): string[] {
  const { from, to } = suppliers[0]!
  const on = next_charge_date === null ? 'with your next charge' : `on ${dayText(next_charge_date)}`
  if (to === 'frozen') return ['It will not end, and is paused as before.']
  if (to === 'freeze_pending') return [`It will not end; it is paused ${on}, as before.`]
  if (from !== 'frozen')
    return [`Nothing ${from === 'cancel_pending' ? 'ends' : 'is paused'} ${on}: it goes on as it does now.`]
  return ['It is active again at once.', resumes > 0 ? 'Your stores get its stock and prices again.' : '']
}

const suppliersOf = ({ suppliers }: SubscriptionEffects) =>
  suppliers.length === 1 ? suppliers[0]!.dropshipper_name : `these ${suppliers.length} suppliers`

function chargeOf(
  act: OwnAct,
  { next_charge_date, charged, next_charge: { before, after } }: SubscriptionEffects,
) {
  if (next_charge_date === null) return ''
  if (!charged) return 'Nothing is charged while your account isn’t active.'
  const charge = `Your next charge, on ${dayText(next_charge_date)},`
  if (before.total === after.total) return `${charge} stays ${money(after.total)}.`
  const would = act === 'pause' ? 'would then be' : 'is then'
  return `${charge} ${would} ${money(after.total)} instead of ${money(before.total)}.`
}
