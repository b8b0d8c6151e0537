import { effectsOf } from '#contract/integrations/acts.ts'
import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockIntegration, activityTarget } from './known-integration.ts'
import { readIntegration } from './read.ts'

/** Forgets what the stores show of the supplier, so that the next update sends all of it again. */
export const resetIntegrationIndex = (ctx: Ctx, { params }: Parsed<'resetIntegrationIndex'>) =>
  write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    const view = await readIntegration(tx, params)
    const effects = effectsOf('reset', { ...view, ...view.integration })
    if ('refused' in effects) throw conflict(effects.refused)
    await markStoresOfVendorBehind(tx, integration.vendor_id, [integration.dropshipper_id])
    // what the store shows stays known: by it the next update is judged
    const { numAffectedRows = 0n } = await sql`
      update store_product sp
      set seen_hash = null, again_tm = clock_timestamp()
      from vendor_store st, product p
      where st.vendor_id = ${integration.vendor_id}
        and st.market_id = ${integration.market_id}
        and sp.vendor_store_id = st.vendor_store_id
        and p.product_id = sp.product_id
        and p.dropshipper_id = ${integration.dropshipper_id}
        and sp.in_store`.execute(tx)
    const products = Number(numAffectedRows)
    await logActivity({
      type: 'integration.reset',
      ...activityTarget(integration),
      message: `${integration.name}: ${many(products, 'product')} will be sent again`,
    })
    return { products }
  })
