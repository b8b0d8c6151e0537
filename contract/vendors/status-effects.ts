import { delistAfterDays } from '../payments/dunning.ts'
import { unpaidOf } from '../stores/unpaid.ts'
import { many } from '../words.ts'
import { healthPoints } from './health.ts'
import { isActive } from './status.ts'

/** What of a vendor says what a status does to it. */
export interface StatusFacts {
  subscription_count: number
  total_active_integrations: number
  store_count: number
  has_login: boolean
  /** The day of its next charge as a person reads it; null: none is to come. */
  next_charge: string | null
  /** The same save takes the next charge away. */
  charge_taken: boolean
  /** The status before. */
  vendor_status_id: number
}
/** Statuses that are asked about before they are saved: suspended, to be delisted, canceled. */
export const asksWhy = (before: number, after: number): boolean => after !== before && after >= 2

/** What a status does and what it leaves as it is (docs/domain.md, Vendors), in sentences. */
export function statusEffects(status: number, of: StatusFacts): string[] {
  const ends = status === 4
  return [
    of.subscription_count > 0
      ? `Subscriptions: ${many(of.subscription_count, 'subscription')} ${one(of.subscription_count, 'stays as it is', 'stay as they are')}` +
        (ends ? ', and no supplier can be added any more.' : '.') +
        (of.charge_taken ? ' What waits for the next charge ends or freezes now.' : '')
      : `Subscriptions: it has none${ends ? ', and none can be added any more' : ''}.`,
    of.next_charge === null
      ? 'Charges: none is to come.'
      : `Charges: none comes until the status is Active again; the one of ${of.next_charge} waits for that. Take the next charge away where it is not to come.`,
    storesAfter(status, of),
    of.has_login
      ? `Sign-in: its people sign in as before.${ends ? ' Delete the account to end that.' : ''}`
      : 'Sign-in: nobody of it has a login.',
    [
      ...(isActive(of) ? ['It is no active user any more.'] : []),
      ends ? 'It has no health score.' : healthAfter(of.vendor_status_id, status),
    ].join(' '),
  ]
}
/** What becomes of the stores: billing stops them, or takes out what they show; nothing else does. */
function storesAfter(status: number, of: StatusFacts): string {
  if (of.store_count === 0) return 'Stores: it has none.'
  const unpaid = unpaidOf(status)
  if (unpaid === 'delisted')
    return 'Stores: their next update takes out all that we sent, and nothing else is sent. It comes back once the status is Active again.'
  if (unpaid === 'suspended')
    return (
      'Stores: nothing is sent until the status is Active again, and no listing is taken out.' +
      ` After ${delistAfterDays} days the products are taken out.`
    )
  const back = unpaidOf(of.vendor_status_id) === null ? '' : ' What they shall show is told again.'
  return of.total_active_integrations > 0
    ? `Stores: ${many(of.total_active_integrations, 'active integration')} ${one(of.total_active_integrations, 'goes', 'go')} on ` +
        `sending what changes, and no listing is taken out. Freeze or remove the subscriptions to stop that.${back}`
    : 'Stores: nothing is sent, and no listing is taken out.'
}
/** What health loses by a status (contract/vendors/health.ts). */
const lost: Readonly<Record<number, number>> = { 2: healthPoints.suspended, 3: healthPoints.delisted }
function healthAfter(before: number, after: number): string {
  if (before === 4) return `It has a health score again, ${lost[after] ?? 0} points lower by its status.`
  const more = (lost[after] ?? 0) - (lost[before] ?? 0)
  return `Its health is ${Math.abs(more)} points ${more > 0 ? 'lower' : 'higher'}.`
}
const one = (n: number, is: string, are: string) => (n === 1 ? is : are)
