import { z } from 'zod'
import { bill } from '../billing/billing.ts'
import { get } from '../operation.ts'
import { listedIntegration } from '../integrations/list.ts'
import { decimal, moment } from '../values.ts'
import { vendorStoreOperations } from '../stores/stores.ts'
import { vendorSubscription } from '../subscriptions/subscriptions.ts'
import { vendorNote } from './notes.ts'

export const vendorDashboardOperations = {
  getVendorDashboard: get(
    '/api/vendor/view/{vendor_id}/dashboard',
    'What of a vendor needs somebody: feeds, integrations, stores, what is charged next, the last notes',
    {
      answer: z.object({
        feeds: z.array(vendorSubscription),
        integrations: z
          .array(listedIntegration)
          .describe(
            'those that need somebody: being set up, released, paused, without their subscription, ' +
              'or active and none of it reaches a store',
          ),
        stores: vendorStoreOperations.listVendorStores.answer,
        due: z.object({ date: z.string(), ...bill.shape }).nullable(),
        owed: z
          .object({
            declined: z
              .object({ amount: decimal, tm: moment, failed: z.boolean() })
              .nullable()
              .describe('the newest charge, where it was declined or failed and isn’t written off'),
            failures: z.number().describe('tries in a row that did not go through'),
            suspended: z.boolean().describe('for billing'),
            open: z.boolean().describe('an invoice is owed'),
          })
          .nullable(),
        notes: z.array(vendorNote),
      }),
      refuses: ['not_found'],
    },
  ),
}
