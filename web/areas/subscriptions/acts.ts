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

const whyLeft = {
  active: 'active already',
  cancel_pending: 'to end already',
  freeze_pending: 'to be frozen already',
  frozen: 'frozen already',
} as const
/** Which of those that are ticked an act leaves out, and why; blank where it is one for all. */
export function leftOut(act: SubscriptionAct, ticked: readonly VendorSubscription[]): string {
  const left = ticked.filter((s) => !fits[act](s))
  if (left.length === 0) return ''
  const states = Object.keys(whyLeft) as (keyof typeof whyLeft)[]
  const groups = states.flatMap((state) => {
    const names = left.filter((s) => s.state === state).map((s) => s.dropshipper_name)
    return names.length === 0
      ? []
      : [`${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} ${whyLeft[state]}`]
  })
  return `${left.length} of the ${ticked.length} ticked ${left.length === 1 ? 'is' : 'are'} left out: ${groups.join('; ')}.`
}
/** The first few by name. */
function namesOf(names: readonly string[]): string {
  const named = names.slice(0, mostNamed)
  const rest = names.length - named.length
  return new Intl.ListFormat('en').format(rest > 0 ? [...named, `${rest} more`] : named)
}
const mostNamed = 3

/** What an act asks for; of one that ends, that it stays comes before that it is frozen no more. */
export function wantedBy(act: SubscriptionAct, s: VendorSubscription): WantedSubscription {
  const { dropshipper_id } = s
  if (act === 'cancel') return { dropshipper_id, is_cancel_pending: true }
  if (act === 'freeze') return { dropshipper_id, is_frozen: true }
  return s.state === 'cancel_pending'
    ? { dropshipper_id, is_cancel_pending: false }
    : { dropshipper_id, is_frozen: false }
}

/** What takes an act back exactly; undefined where nothing does. */
export function undoneBy({ suppliers }: SubscriptionEffects): WantedSubscription[] | undefined {
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
  const one = e.suppliers.length === 1
  return [holds(act, e, one), ...integrationsOf(act, e, one), billing(act, e, one)].filter((s) => s !== '')
}

function holds(act: SubscriptionAct, { on, charged, suppliers }: SubscriptionEffects, one: boolean): string {
  const it = one ? 'It' : 'They'
  if (act === 'remove') return `${it} end${one ? 's' : ''} now. This can’t be taken back.`
  if (act === 'reactivate') {
    const again = suppliers.filter((s) => s.to !== 'active').length
    return again === 0
      ? `${it} ${one ? 'is' : 'are'} active again at once.`
      : `${it} will not end; what was frozen, or to be, stays so.`
  }
  const day = on && `${charged ? 'the next charge on ' : ''}${dayText(on)}`
  if (act === 'cancel')
    return day
      ? `${it} stay${one ? 's' : ''} as ${one ? 'it is' : 'they are'} until ${day}, ` +
          `and can be reactivated until then; that day ${one ? 'it ends' : 'they end'}.`
      : `No charge is to come: ${it.toLowerCase()} end${one ? 's' : ''} now. This can’t be taken back.`
  return day
    ? `${it} stay${one ? 's' : ''} active until ${day}, and ${one ? 'is' : 'are'} frozen ` +
        'from then on: all settings are kept, nothing is synchronized.'
    : `No charge is to come: ${it.toLowerCase()} ${one ? 'is' : 'are'} frozen now. ` +
        'All settings are kept, nothing is synchronized.'
}

function integrationsOf(
  act: SubscriptionAct,
  { stops, resumes, deleted_integrations: deleted, on }: SubscriptionEffects,
  one: boolean,
): string[] {
  if (act === 'reactivate')
    return resumes === 0
      ? []
      : [`${one ? 'Its' : 'Their'} ${many(resumes, 'integration')} ${resumes === 1 ? 'goes' : 'go'} on.`]
  const then = on && act !== 'remove' ? 'then' : 'now'
  const gone =
    deleted === 0 ? '' : `${many(deleted, 'integration')} ${deleted === 1 ? 'is' : 'are'} deleted ${then}.`
  if (stops.integrations === 0) return [gone || 'No active integration stops.']
  return [
    `${many(stops.integrations, 'active integration')} stop${stops.integrations === 1 ? 's' : ''} ${then}: ` +
      `up to ${count(stops.listings)} listings aren’t updated any more. They stay in the stores as they are.`,
    gone,
  ]
}

function billing(act: SubscriptionAct, e: SubscriptionEffects, one: boolean): string {
  const { before, after } = e.next_charge
  const fee = Number(after.frozen) - Number(before.frozen)
  const lines: string[] = []
  if (act === 'freeze' && fee > 0)
    lines.push(`${money(String(fee))} a month for ${one ? 'it' : 'them'}, from that charge on.`)
  const moved =
    before.total === after.total
      ? `stays ${money(after.total)}`
      : `is ${money(after.total)} in place of ${money(before.total)}`
  lines.push(
    e.next_charge_date === null
      ? 'No charge is due yet.'
      : e.charged
        ? `The next charge, on ${dayText(e.next_charge_date)}, ${moved}.`
        : `Nothing is charged until it is Active again; a charge ${moved} then.`,
  )
  if (act === 'remove' || act === 'cancel') lines.push('Nothing is given back of what was charged.')
  return lines.join(' ')
}
