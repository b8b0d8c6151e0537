import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

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

/** The first that is true (docs/domain.md, Integrations). */
export function integrationStatus(i: IntegrationFacts): IntegrationStatus {
  if (!i.subscribed) return 'No Active Subscription'
  if (i.is_cancel_pending) return 'Cancel Pending'
  if (i.is_pause_pending) return 'Freeze Pending'
  if (i.paused_at !== null) return 'Frozen'
  if (i.is_activated === 2) return 'Connection Released'
  if (i.is_activated === 0) return 'In Onboarding'
  return i.market_is_on ? 'Active' : 'Paused'
}

/** Neither works nor was stopped on purpose. */
export const needsSomebody = (status: IntegrationStatus): boolean => waiting.has(status)
const waiting: ReadonlySet<IntegrationStatus> = new Set([
  'No Active Subscription',
  'Connection Released',
  'In Onboarding',
  'Paused',
])

export const onboardingSteps = 5
/** How far the set-up of an integration that isn't activated is. */
export const onboardingStep = (i: IntegrationFacts): number =>
  i.tools_configured ? 5 : i.access_details_provided ? 4 : i.supplier_account_confirmed ? 3 : 2

const integration = z.object({
  vendor_market_map_id: z.number(),
  market_name: z.string(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  store: z.string().nullable(),
  status: z.enum(integrationStatuses),
  /** Of one in onboarding: the step, and whether it takes longer than it may. */
  step: z.number().nullable(),
  overdue: z.boolean(),
  insert_tm: moment,
  last_modified_tm: moment,
})
export type VendorIntegration = z.output<typeof integration>

export const vendorIntegrationOperations = {
  listVendorIntegrations: get(
    '/api/vendor/{vendor_id}/integrations',
    "A vendor's integrations by market and supplier",
    { answer: z.array(integration), refuses: ['not_found'] },
  ),
}
