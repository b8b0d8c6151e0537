import { subscriptionStatuses } from '../statuses.ts'

/** The facts that decide a subscription's status. */
export interface SubscriptionFlags {
  is_cancel_pending: boolean
  is_pause_pending: boolean
  paused_at: string | null
}
export const subscriptionStates = subscriptionStatuses
export type SubscriptionState = keyof typeof subscriptionStates

/** The first that applies (docs/domain/subscriptions.md, State). */
export function subscriptionState(s: SubscriptionFlags): SubscriptionState {
  if (s.is_cancel_pending) return 'cancel_pending'
  if (s.is_pause_pending) return 'freeze_pending'
  return s.paused_at === null ? 'active' : 'frozen'
}

/** Whether the next charge includes its fee: one that ends that day costs nothing more. */
const isFrozenByThen = (s: SubscriptionFlags) =>
  !s.is_cancel_pending && (s.is_pause_pending || s.paused_at !== null)
export const frozenByThen = (flags: readonly SubscriptionFlags[]): number =>
  flags.filter(isFrozenByThen).length

/**
 * The day from which an act takes effect: the next charge's; null: at once, since no charge is scheduled.
 */
export const holdsFrom = (next_charge_date: string | null, today: string): string | null =>
  next_charge_date !== null && next_charge_date > today ? next_charge_date : null

/** Where a supplier's products come from, and whether its custom feeds have options of their own. */
export function catalogText(supplier: {
  on_dropshipper_core: boolean
  supports_dynamic_custom_feeds: boolean
}): string {
  if (supplier.on_dropshipper_core)
    return supplier.supports_dynamic_custom_feeds ? 'Core, dynamic feeds' : 'Core'
  return supplier.supports_dynamic_custom_feeds ? 'Dynamic feeds only' : 'Custom feed only'
}
