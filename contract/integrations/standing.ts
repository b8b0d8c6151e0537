import type { Unpaid } from '../stores/unpaid.ts'
import { activation } from './activation.ts'

/** How an integration stands, and what of it says so. */
export interface IntegrationFacts {
  subscribed: boolean
  is_cancel_pending: boolean
  is_pause_pending: boolean
  paused_at: string | null
  is_activated: number
  market_is_on: boolean
  supplier_account_confirmed: boolean
  access_details_provided: boolean
  tools_configured: boolean
}
export const integrationStatuses = [
  'No Active Subscription',
  'Cancel Pending',
  'Freeze Pending',
  'Frozen',
  'Connection Released',
  'In Onboarding',
  'Paused',
  'Active',
] as const
export type IntegrationStatus = (typeof integrationStatuses)[number]

/** The first that is true (docs/domain/integrations.md, Status). */
export function integrationStatus(i: IntegrationFacts): IntegrationStatus {
  if (!i.subscribed) return 'No Active Subscription'
  if (i.is_cancel_pending) return 'Cancel Pending'
  if (i.is_pause_pending) return 'Freeze Pending'
  if (i.paused_at !== null) return 'Frozen'
  if (i.is_activated === activation.released) return 'Connection Released'
  if (i.is_activated === activation.onboarding) return 'In Onboarding'
  return i.market_is_on ? 'Active' : 'Paused'
}

/** What of a store of its market says whether an integration's products reach it. */
export interface StoreFacts {
  takes_file: boolean
  stopped_reason: string | null
  /** Of its vendor's billing. */
  unpaid: Unpaid | null
  held_update_id: number | null
  last_failure: string | null
}
/** What keeps an active integration's products from their stores, as lists name it; the worst first. */
export const integrationTroubles = {
  no_store: 'No store',
  takes_nothing: 'Store not connected',
  stopped: 'Store stopped',
  suspended: 'Suspended for billing',
  delisted: 'Delisted for billing',
  held: 'Update held',
  failed: 'Last update failed',
} as const
export type IntegrationTrouble = keyof typeof integrationTroubles
export const troubleNames = Object.keys(integrationTroubles) as [IntegrationTrouble, ...IntegrationTrouble[]]

/** Why a store isn’t sent what changed; null: it is. */
export function storeTrouble(store: StoreFacts): Exclude<IntegrationTrouble, 'no_store'> | null {
  if (!store.takes_file) return 'takes_nothing'
  if (store.stopped_reason !== null) return 'stopped'
  if (store.unpaid !== null) return store.unpaid
  if (store.held_update_id !== null) return 'held'
  return store.last_failure === null ? null : 'failed'
}
/** What one store of several may have; the worst first. */
const storeTroubles = ['stopped', 'suspended', 'delisted', 'held', 'failed'] as const
/** The worst that keeps an active integration from its stores. @param stores of the vendor in its market */
export function integrationTrouble(
  status: IntegrationStatus,
  stores: readonly StoreFacts[],
): IntegrationTrouble | null {
  if (status !== 'Active') return null
  if (stores.length === 0) return 'no_store'
  const troubles = stores.map(storeTrouble)
  if (troubles.every((trouble) => trouble === 'takes_nothing')) return 'takes_nothing'
  return storeTroubles.find((trouble) => troubles.includes(trouble)) ?? null
}

/** Neither works nor was stopped on purpose. */
export const needsSomebody = (i: {
  status: IntegrationStatus
  trouble: IntegrationTrouble | null
}): boolean => i.trouble !== null || waiting.has(i.status)
const waiting: ReadonlySet<IntegrationStatus> = new Set([
  'No Active Subscription',
  'Connection Released',
  'In Onboarding',
  'Paused',
])

export const onboardingSteps = 5
type ConfirmedStep = 'supplier_account_confirmed' | 'access_details_provided' | 'tools_configured'
/** How far the set-up of an integration that isn't activated is. */
export function onboardingStep(i: Pick<IntegrationFacts, ConfirmedStep>): number {
  if (i.tools_configured) return 5
  if (i.access_details_provided) return 4
  return i.supplier_account_confirmed ? 3 : 2
}

/** What of an integration and its supplier says whether a custom feed is missing. */
interface ToolFacts extends IntegrationFacts {
  /** The supplier's: 1 requires a custom feed. */
  custom_feed_support: number
  has_custom_feed: boolean
}
/** Its tools wait for a custom feed that the supplier requires and the vendor hasn't got. */
export const toolsPending = (i: ToolFacts): boolean =>
  i.is_activated !== activation.active &&
  onboardingStep(i) > 3 &&
  i.custom_feed_support === 1 &&
  !i.has_custom_feed

/** What an integration's activation may be, by `is_activated`. */
export const activations = {
  0: 'Not Active (New Integration)',
  2: 'Connection Confirmed Release To User',
  1: 'Active Integration',
} as const

interface StepWords {
  name: string
  /** What is to be done at it. */
  next: string
  /** What says that it is done; the first is done by adding the integration, the last by activating it. */
  done?: ConfirmedStep
}
/** The steps of an onboarding by their number. */
export const stepWords: Readonly<Record<number, StepWords>> = {
  1: { name: 'Integration added', next: 'add the integration' },
  2: {
    name: 'Supplier’s account',
    next: 'confirm the vendor’s account with the supplier',
    done: 'supplier_account_confirmed',
  },
  3: {
    name: 'Access details',
    next: 'get access details for the store and the supplier',
    done: 'access_details_provided',
  },
  4: {
    name: 'Tools',
    next: 'set up settings, configuration and custom feed',
    done: 'tools_configured',
  },
  5: { name: 'Activation', next: 'release the connection to the vendor or activate it' },
}
