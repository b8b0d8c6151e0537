import { z } from 'zod'
import { get } from '../operation.ts'
import { decimal } from '../values.ts'
import { vendorSubscription } from '../subscriptions/subscriptions.ts'
import { vendorIntegrationOperations } from './integrations.ts'
import { vendorNote } from './notes.ts'
import { vendorStoreOperations } from './stores.ts'

export const vendorDashboardOperations = {
  getVendorDashboard: get(
    '/api/vendor/view/{vendor_id}/dashboard',
    'What of a vendor needs somebody: feeds, integrations, stores, what is charged next, the last notes',
    {
      answer: z.object({
        feeds: z.array(vendorSubscription),
        integrations: vendorIntegrationOperations.listVendorIntegrations.answer.describe(
          'those that need somebody: being set up, released, paused, or without their subscription',
        ),
        stores: vendorStoreOperations.listVendorStores.answer,
        due: z
          .object({ date: z.string(), plan: decimal, frozen: decimal, credit: decimal, total: decimal })
          .nullable(),
        notes: z.array(vendorNote),
      }),
      refuses: ['not_found'],
    },
  ),
}
