import type { Parsed } from '#contract/index.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockIntegration, activityTarget } from './known-integration.ts'

/** Deletes an integration with what it is configured by; what is in the store stays there. */
export const removeIntegration = (ctx: Ctx, { params, query: { reason } }: Parsed<'removeIntegration'>) =>
  write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    await tx.deleteFrom('vendor_market_map').where('vendor_market_map_id', '=', params.vmmid).execute()
    await logActivity({
      type: 'integration.remove',
      ...activityTarget(integration),
      message: `Integration deleted: ${integration.name}`,
      reason: reason || null,
    })
  })
