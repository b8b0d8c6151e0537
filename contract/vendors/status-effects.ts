import { delistAfterDays } from '../payments/dunning.ts'
import { unpaidOf } from '../stores/unpaid.ts'
import { many } from '../words.ts'
import { healthPoints } from './health.ts'
import { isActive } from './status.ts'

/** The facts that decide what a status does. */
export interface StatusFacts {
  subscription_count: number
  total_active_integrations: number
  store_count: number
  has_login: boolean
  /** The date of its next charge in words; null: none is scheduled. */
  next_charge: string | null
  /** The same save removes the next charge. */
  charge_taken: boolean
  /** The previous status. */
  vendor_status_id: number
}
/** Statuses that require confirmation: suspended, to be delisted, canceled. */
export const asksWhy = (before: number, after: number): boolean => after !== before && after >= 2

/** What a status changes and what it leaves unchanged (docs/domain/vendors.md, Statuses), in sentences. */
export function statusEffects(status: number, facts: StatusFacts): string[] {
  const ends = status === 4
  return [
    subscriptionsAfter(ends, facts),
    facts.next_charge === null
      ? 'Charges: none is to come.'
      : `Charges: none comes until the status is Active again; the one of ${facts.next_charge} waits for that. Take the next charge away where it is not to come.`,
    storesAfter(status, facts),
    signInAfter(ends, facts),
    [
      ...(isActive(facts) ? ['It is no active user any more.'] : []),
      ends ? 'It has no health score.' : healthAfter(facts.vendor_status_id, status),
    ].join(' '),
  ]
}
function subscriptionsAfter(ends: boolean, { subscription_count, charge_taken }: StatusFacts): string {
  if (subscription_count === 0)
    return `Subscriptions: it has none${ends ? ', and none can be added any more' : ''}.`
  return (
    `Subscriptions: ${many(subscription_count, 'subscription')} ${agree(subscription_count, 'stays as it is', 'stay as they are')}` +
    (ends ? ', and no supplier can be added any more.' : '.') +
    (charge_taken ? ' What waits for the next charge ends or freezes now.' : '')
  )
}
function signInAfter(ends: boolean, { has_login }: StatusFacts): string {
  if (!has_login) return 'Sign-in: nobody of it has a login.'
  return `Sign-in: its people sign in as before.${ends ? ' Delete the account to end that.' : ''}`
}
/** What happens to the stores: only billing stops them or removes their listings. */
function storesAfter(status: number, facts: StatusFacts): string {
  if (facts.store_count === 0) return 'Stores: it has none.'
  const unpaid = unpaidOf(status)
  if (unpaid === 'delisted')
    return 'Stores: their next update takes out all that we sent, and nothing else is sent. It comes back once the status is Active again.'
  if (unpaid === 'suspended')
    return (
      'Stores: nothing is sent until the status is Active again, and no listing is taken out.' +
      ` After ${delistAfterDays} days the products are taken out.`
    )
  const restartNote = unpaidOf(facts.vendor_status_id) === null ? '' : ' What they shall show is told again.'
  return facts.total_active_integrations > 0
    ? `Stores: ${many(facts.total_active_integrations, 'active integration')} ${agree(facts.total_active_integrations, 'goes', 'go')} on ` +
        `sending what changes, and no listing is taken out. Freeze or remove the subscriptions to stop that.${restartNote}`
    : 'Stores: nothing is sent, and no listing is taken out.'
}
/** The health points that a status costs (contract/vendors/health.ts). */
const lostPoints: Readonly<Record<number, number>> = { 2: healthPoints.suspended, 3: healthPoints.delisted }
function healthAfter(before: number, after: number): string {
  if (before === 4)
    return `It has a health score again, ${lostPoints[after] ?? 0} points lower by its status.`
  const extraPoints = (lostPoints[after] ?? 0) - (lostPoints[before] ?? 0)
  return `Its health is ${Math.abs(extraPoints)} points ${extraPoints > 0 ? 'lower' : 'higher'}.`
}
const agree = (n: number, singular: string, plural: string) => (n === 1 ? singular : plural)
