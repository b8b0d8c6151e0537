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
    'A vendor’s dashboard: feeds, integrations and stores that need attention, next charge, latest notes',
    {
      answer: z.object({
        feeds: z.array(vendorSubscription),
        integrations: z
          .array(listedIntegration)
          .describe(
            'needing attention: in onboarding, released, paused, without an active subscription, ' +
              'or active without a store for its market',
          ),
        stores: vendorStoreOperations.listVendorStores.answer,
        due: z.object({ date: z.string(), ...bill.shape }).nullable(),
        owed: z
          .object({
            declined: z
              .object({ amount: decimal, tm: moment, failed: z.boolean() })
              .nullable()
              .describe('the newest charge if it was declined or failed and isn’t written off'),
            failures: z.number().describe('failed attempts in a row'),
            suspended: z.boolean().describe('suspended for billing'),
            open: z.boolean().describe('an invoice is unpaid'),
          })
          .nullable(),
        notes: z.array(vendorNote),
      }),
      refuses: ['not_found'],
    },
  ),
}
