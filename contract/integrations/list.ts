import { z } from 'zod'
import { requiredId } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { feedTrouble } from './feed-troubles.ts'
import { integrationStatuses, troubleNames } from './standing.ts'

export const listedIntegration = z.object({
  vendor_market_map_id: z.number(),
  market_name: z.string(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  store: z.string().nullable().describe('names of its stores'),
  status: z.enum(integrationStatuses),
  /** What keeps an active one from its stores. */
  trouble: z.enum(troubleNames).nullable(),
  feeds: z.array(feedTrouble).describe('its feeds that are failing, held or late, worst first'),
  /** Of one in onboarding: the step, and whether it takes longer than it may. */
  step: z.number().nullable(),
  overdue: z.boolean(),
  insert_tm: moment,
  last_modified_tm: moment,
})
export type VendorIntegration = z.output<typeof listedIntegration>

export const marketNeeded = 'Choose a market'
export const supplierNeeded = 'Choose a supplier'

export const integrationListOperations = {
  listVendorIntegrations: get(
    '/api/vendor/{vendor_id}/integrations',
    "A vendor's integrations by market and supplier",
    { answer: z.array(listedIntegration), refuses: ['not_found'] },
  ),
  listIntegrationChoices: get(
    '/api/vendor/{vid}/integration-choices',
    'All markets with the vendor’s stores there, and its subscribed suppliers',
    {
      answer: z.object({
        markets: z.array(z.object({ market_id: z.number(), market_name: z.string(), stores: z.number() })),
        suppliers: z.array(
          z.object({
            dropshipper_id: z.number(),
            dropshipper_name: z.string(),
            market_ids: z.array(z.number()).describe('where it has an integration already'),
          }),
        ),
      }),
      refuses: ['not_found'],
    },
  ),
  addIntegration: post(
    '/api/vendor/{vid}/add-integration',
    'Add an integration of a subscribed supplier in a market, not active yet',
    {
      body: z.object({ market_id: requiredId(marketNeeded), dropshipper_id: requiredId(supplierNeeded) }),
      answer: z.object({ vendor_market_map_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
