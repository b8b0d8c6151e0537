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
      ? 'Charges: none scheduled.'
      : `Charges: paused until the status is Active again, including the one on ${facts.next_charge}. Clear the next charge to cancel it.`,
    storesAfter(status, facts),
    signInAfter(ends, facts),
    [
      ...(isActive(facts) ? ['No longer counted as an active user.'] : []),
      ends ? 'No health score.' : healthAfter(facts.vendor_status_id, status),
    ].join(' '),
  ]
}
function subscriptionsAfter(ends: boolean, { subscription_count, charge_taken }: StatusFacts): string {
  if (subscription_count === 0) return `Subscriptions: none${ends ? ', and none can be added' : ''}.`
  return (
    `Subscriptions: ${many(subscription_count, 'subscription')} unchanged` +
    (ends ? ', and no supplier can be added.' : '.') +
    (charge_taken ? ' Pending cancellations and freezes happen now.' : '')
  )
}
function signInAfter(ends: boolean, { has_login }: StatusFacts): string {
  if (!has_login) return 'Sign-in: no logins.'
  return `Sign-in: unchanged.${ends ? ' Delete the account to end it.' : ''}`
}
/** What happens to the stores: only billing stops them or removes their listings. */
function storesAfter(status: number, facts: StatusFacts): string {
  if (facts.store_count === 0) return 'Stores: none.'
  const unpaid = unpaidOf(status)
  if (unpaid === 'delisted')
    return 'Stores: the next update removes all our products. They return once the status is Active again.'
  if (unpaid === 'suspended')
    return (
      'Stores: updates stop until the status is Active again. Listings stay.' +
      ` After ${delistAfterDays} days the products are removed.`
    )
  const restartNote = unpaidOf(facts.vendor_status_id) === null ? '' : ' All products are sent again.'
  return facts.total_active_integrations > 0
    ? `Stores: ${many(facts.total_active_integrations, 'active integration')} ${facts.total_active_integrations === 1 ? 'keeps' : 'keep'} ` +
        `syncing. Freeze or remove the subscriptions to stop updates. Listings stay.${restartNote}`
    : 'Stores: nothing is sent. Listings stay.'
}
/** The health points that a status costs (contract/vendors/health.ts). */
const lostPoints: Readonly<Record<number, number>> = { 2: healthPoints.suspended, 3: healthPoints.delisted }
function healthAfter(before: number, after: number): string {
  if (before === 4)
    return `Health score returns, ${lostPoints[after] ?? 0} points lower because of the status.`
  const extraPoints = (lostPoints[after] ?? 0) - (lostPoints[before] ?? 0)
  return `Health score ${Math.abs(extraPoints)} points ${extraPoints > 0 ? 'lower' : 'higher'}.`
}
