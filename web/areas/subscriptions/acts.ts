import { money } from '#contract/formats.ts'
import type {
  SubscriptionEffects,
  VendorSubscription,
  WantedSubscription,
} from '#contract/subscriptions/subscriptions.ts'
import { dayText } from '../../ui/time.ts'
import { count, many } from '../../ui/values.tsx'

export const subscriptionActs = ['cancel', 'freeze', 'reactivate', 'remove'] as const
export type SubscriptionAct = (typeof subscriptionActs)[number]
export const actNames = {
  cancel: 'Cancel',
  freeze: 'Freeze',
  reactivate: 'Reactivate',
  remove: 'Remove',
} as const satisfies Record<SubscriptionAct, string>

/** Whether an act is one for a subscription as it stands. */
export const fits: Record<SubscriptionAct, (s: VendorSubscription) => boolean> = {
  cancel: ({ state }) => state !== 'cancel_pending',
  freeze: ({ state }) => state === 'active',
  reactivate: ({ state }) => state !== 'active',
  remove: () => true,
}

const skipReasons = {
  active: 'active already',
  cancel_pending: 'to end already',
  freeze_pending: 'to be frozen already',
  frozen: 'frozen already',
} as const
/** Which of those that are ticked an act leaves out, and why; blank where it is one for all. */
export function skippedText(act: SubscriptionAct, selection: readonly VendorSubscription[]): string {
  const skips = selection.filter((s) => !fits[act](s))
  if (skips.length === 0) return ''
  const states = Object.keys(skipReasons) as (keyof typeof skipReasons)[]
  const groups = states.flatMap((state) => {
    const names = skips.filter((s) => s.state === state).map((s) => s.dropshipper_name)
    return names.length === 0
      ? []
      : [`${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} ${skipReasons[state]}`]
  })
  return `${skips.length} of the ${selection.length} ticked ${skips.length === 1 ? 'is' : 'are'} left out: ${groups.join('; ')}.`
}
/** The first few by name. */
function namesOf(names: readonly string[]): string {
  const shownNames = names.slice(0, mostNamed)
  const rest = names.length - shownNames.length
  return new Intl.ListFormat('en').format(rest > 0 ? [...shownNames, `${rest} more`] : shownNames)
}
const mostNamed = 3

/** What an act asks for; of one that ends, that it stays comes before that it is frozen no more. */
export function changeFor(act: SubscriptionAct, s: VendorSubscription): WantedSubscription {
  const { dropshipper_id } = s
  if (act === 'cancel') return { dropshipper_id, is_cancel_pending: true }
  if (act === 'freeze') return { dropshipper_id, is_frozen: true }
  return s.state === 'cancel_pending'
    ? { dropshipper_id, is_cancel_pending: false }
    : { dropshipper_id, is_frozen: false }
}

/** What takes an act back exactly; undefined where nothing does. */
export function undoChanges({ suppliers }: SubscriptionEffects): WantedSubscription[] | undefined {
  const steps = suppliers.map(({ dropshipper_id, from, to }): WantedSubscription | undefined => {
    if (to === 'cancel_pending') return { dropshipper_id, is_cancel_pending: false }
    if (to === 'freeze_pending' && from === 'active') return { dropshipper_id, is_frozen: false }
    if (from === 'cancel_pending' && to !== null) return { dropshipper_id, is_cancel_pending: true }
    if (from === 'freeze_pending' && to === 'active') return { dropshipper_id, is_frozen: true }
    return undefined
  })
  return steps.some((step) => step === undefined) ? undefined : (steps as WantedSubscription[])
}

/** What an act does, to whom, when and for how much, in sentences. */
export function sentencesOf(act: SubscriptionAct, e: SubscriptionEffects): string[] {
  const isSingle = e.suppliers.length === 1
  return [
    timingSentence(act, e, isSingle),
    ...integrationSentences(act, e, isSingle),
    billingSentence(act, e, isSingle),
  ].filter((s) => s !== '')
}

function timingSentence(
  act: SubscriptionAct,
  { on: startDay, charged: isCharged, suppliers }: SubscriptionEffects,
  isSingle: boolean,
): string {
  const subject = isSingle ? 'It' : 'They'
  if (act === 'remove') return `${subject} end${isSingle ? 's' : ''} now. This can’t be taken back.`
  if (act === 'reactivate') {
    const pending = suppliers.filter((s) => s.to !== 'active').length
    return pending === 0
      ? `${subject} ${isSingle ? 'is' : 'are'} active again at once.`
      : `${subject} will not end; what was frozen, or to be, stays so.`
  }
  const endText = startDay && `${isCharged ? 'the next charge on ' : ''}${dayText(startDay)}`
  if (act === 'cancel')
    return endText
      ? `${subject} stay${isSingle ? 's' : ''} as ${isSingle ? 'it is' : 'they are'} until ${endText}, ` +
          `and can be reactivated until then; that day ${isSingle ? 'it ends' : 'they end'}.`
      : `No charge is to come: ${subject.toLowerCase()} end${isSingle ? 's' : ''} now. This can’t be taken back.`
  return endText
    ? `${subject} stay${isSingle ? 's' : ''} active until ${endText}, and ${isSingle ? 'is' : 'are'} frozen ` +
        'from then on: all settings are kept, nothing is synchronized.'
    : `No charge is to come: ${subject.toLowerCase()} ${isSingle ? 'is' : 'are'} frozen now. ` +
        'All settings are kept, nothing is synchronized.'
}

function integrationSentences(
  act: SubscriptionAct,
  { stops, resumes, deleted_integrations: deletedCount, on: day }: SubscriptionEffects,
  isSingle: boolean,
): string[] {
  if (act === 'reactivate')
    return resumes === 0
      ? []
      : [`${isSingle ? 'Its' : 'Their'} ${many(resumes, 'integration')} ${resumes === 1 ? 'goes' : 'go'} on.`]
  const timing = day && act !== 'remove' ? 'then' : 'now'
  const deletions =
    deletedCount === 0
      ? ''
      : `${many(deletedCount, 'integration')} ${deletedCount === 1 ? 'is' : 'are'} deleted ${timing}.`
  if (stops.integrations === 0) return [deletions || 'No active integration stops.']
  return [
    `${many(stops.integrations, 'active integration')} stop${stops.integrations === 1 ? 's' : ''} ${timing}: ` +
      `up to ${count(stops.listings)} listings aren’t updated any more. They stay in the stores as they are.`,
    deletions,
  ]
}

function billingSentence(act: SubscriptionAct, e: SubscriptionEffects, isSingle: boolean): string {
  const { before, after } = e.next_charge
  const fee = Number(after.frozen) - Number(before.frozen)
  const lines: string[] = []
  if (act === 'freeze' && fee > 0)
    lines.push(`${money(String(fee))} a month for ${isSingle ? 'it' : 'them'}, from that charge on.`)
  const amountText =
    before.total === after.total
      ? `stays ${money(after.total)}`
      : `is ${money(after.total)} in place of ${money(before.total)}`
  lines.push(
    e.next_charge_date === null
      ? 'No charge is due yet.'
      : e.charged
        ? `The next charge, on ${dayText(e.next_charge_date)}, ${amountText}.`
        : `Nothing is charged until it is Active again; a charge ${amountText} then.`,
  )
  if (act === 'remove' || act === 'cancel') lines.push('Nothing is given back of what was charged.')
  return lines.join(' ')
}
