import { effectsOf } from '#contract/integrations/acts.ts'
import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockIntegration, activityTarget } from './known-integration.ts'
import { readIntegration } from './read.ts'

/** Forgets which of the store's categories the supplier's go to. */
export const clearIntegrationCategories = (ctx: Ctx, { params }: Parsed<'clearIntegrationCategories'>) =>
  write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    const view = await readIntegration(tx, params)
    const effects = effectsOf('clear', { ...view, ...view.integration })
    if ('refused' in effects) throw conflict(effects.refused)
    await tx.deleteFrom('integration_category').where('vendor_market_map_id', '=', params.vmmid).execute()
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    await logActivity({
      type: 'integration.categories',
      ...activityTarget(integration),
      message: `${integration.name}: ${many(view.categories, 'saved category')} cleared`,
    })
    return { categories: view.categories }
  })
