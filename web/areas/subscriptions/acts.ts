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

/** Whether an act fits a subscription in its state. */
export const fits: Record<SubscriptionAct, (s: VendorSubscription) => boolean> = {
  cancel: ({ state }) => state !== 'cancel_pending',
  freeze: ({ state }) => state === 'active',
  reactivate: ({ state }) => state !== 'active',
  remove: () => true,
}

const skipReasons = {
  active: 'already active',
  cancel_pending: 'already ending',
  freeze_pending: 'already set to freeze',
  frozen: 'already frozen',
} as const
/** Which ticked subscriptions an act skips, and why; blank if none. */
export function skippedText(act: SubscriptionAct, selection: readonly VendorSubscription[]): string {
  const skips = selection.filter((s) => !fits[act](s))
  if (skips.length === 0) return ''
  const states = Object.keys(skipReasons) as (keyof typeof skipReasons)[]
  const groups = states.flatMap((state) => {
    const names = skips.filter((s) => s.state === state).map((s) => s.dropshipper_name)
    if (names.length === 0) return []
    return `${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} ${skipReasons[state]}`
  })
  return `Skipping ${skips.length} of ${selection.length} selected: ${groups.join('; ')}.`
}
/** The first few by name. */
function namesOf(names: readonly string[]): string {
  const shownNames = names.slice(0, mostNamed)
  const rest = names.length - shownNames.length
  return new Intl.ListFormat('en').format(rest > 0 ? [...shownNames, `${rest} more`] : shownNames)
}
const mostNamed = 3

/** What an act requests; for a pending cancellation, reactivating first undoes that. */
export function changeFor(act: SubscriptionAct, s: VendorSubscription): WantedSubscription {
  const { dropshipper_id } = s
  if (act === 'cancel') return { dropshipper_id, is_cancel_pending: true }
  if (act === 'freeze') return { dropshipper_id, is_frozen: true }
  return s.state === 'cancel_pending'
    ? { dropshipper_id, is_cancel_pending: false }
    : { dropshipper_id, is_frozen: false }
}

/** The changes that undo an act exactly; undefined if nothing can. */
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

/** The words of a sentence about one subscription, or about several. */
interface Grammar {
  they: string
  them: string
  their: string
  are: string

  theyEnd: string
  /** The ending of a verb. */
  s: string
}
const singular: Grammar = {
  they: 'It',
  them: 'it',
  their: 'Its',
  are: 'is',

  theyEnd: 'it ends',
  s: 's',
}
const plural: Grammar = {
  they: 'They',
  them: 'them',
  their: 'Their',
  are: 'are',

  theyEnd: 'they end',
  s: '',
}

/** What an act does, when and for how much, in sentences. */
export function sentencesOf(act: SubscriptionAct, e: SubscriptionEffects): string[] {
  const words = e.suppliers.length === 1 ? singular : plural
  return [
    timingSentence(act, e, words),
    ...integrationSentences(act, e, words),
    billingSentence(act, e, words),
  ].filter((s) => s !== '')
}

function timingSentence(act: SubscriptionAct, e: SubscriptionEffects, words: Grammar): string {
  const { they, are, s } = words
  if (act === 'remove') return `${they} end${s} now. This can’t be undone.`
  if (act === 'reactivate')
    return e.suppliers.every(({ to }) => to === 'active')
      ? `${they} become${s} active again right away.`
      : `${they} won’t end. Frozen subscriptions stay frozen.`
  if (e.on === null) return immediateSentence(act, words)
  const end = `${e.charged ? 'the next charge on ' : ''}${dayText(e.on)}`
  return act === 'cancel'
    ? `${they} stay${s} unchanged until ${end}, then ${words.theyEnd}. ` + 'You can reactivate until then.'
    : `${they} stay${s} active until ${end}, then ${are} frozen. ` + 'Settings are saved; nothing is synced.'
}

const immediateSentence = (act: 'cancel' | 'freeze', { they, are, s }: Grammar) =>
  act === 'cancel'
    ? `No upcoming charge, so ${they.toLowerCase()} end${s} now. This can’t be undone.`
    : `No upcoming charge, so ${they.toLowerCase()} ${are} frozen now. ` +
      'Settings are saved; nothing is synced.'

function integrationSentences(
  act: SubscriptionAct,
  { stops, resumes, deleted_integrations: deletedCount, on: day }: SubscriptionEffects,
  { their }: Grammar,
): string[] {
  if (act === 'reactivate' && resumes === 0) return []
  if (act === 'reactivate')
    return [`${their} ${many(resumes, 'integration')} ${resumes === 1 ? 'resumes' : 'resume'}.`]
  const timing = day && act !== 'remove' ? 'then' : 'now'
  const deletions =
    deletedCount > 0 &&
    `${many(deletedCount, 'integration')} ${deletedCount === 1 ? 'is' : 'are'} deleted ${timing}.`
  if (stops.integrations === 0) return [deletions || 'No active integrations are affected.']
  return [
    `${many(stops.integrations, 'active integration')} stop${stops.integrations === 1 ? 's' : ''} ${timing}: ` +
      `up to ${count(stops.listings)} listings are no longer updated. They stay in the stores unchanged.`,
    deletions || '',
  ]
}

function billingSentence(act: SubscriptionAct, e: SubscriptionEffects, { them }: Grammar): string {
  const { before, after } = e.next_charge
  const fee = Number(after.frozen) - Number(before.frozen)
  return [
    act === 'freeze' && fee > 0 && `${money(String(fee))} a month for ${them}, starting with that charge.`,
    chargeSentence(e),
    (act === 'remove' || act === 'cancel') && 'Past charges aren’t refunded.',
  ]
    .filter(Boolean)
    .join(' ')
}

function chargeSentence({ next_charge, next_charge_date, charged: isCharged }: SubscriptionEffects): string {
  if (next_charge_date === null) return 'Nothing is due yet.'
  const { before, after } = next_charge
  const amountText =
    before.total === after.total
      ? `stays ${money(after.total)}`
      : `is ${money(after.total)} instead of ${money(before.total)}`
  return isCharged
    ? `The next charge, on ${dayText(next_charge_date)}, ${amountText}.`
    : `Nothing is charged until the account is Active. Then the charge ${amountText}.`
}
