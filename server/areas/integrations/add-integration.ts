import { activation } from '#contract/integrations/activation.ts'
import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { knownIntegration, activityTarget } from './known-integration.ts'
import { storesOf } from './stores.ts'

/** Adds an integration that is still to be set up: nothing is sent before it is activated. */
export const addIntegration = (ctx: Ctx, { params: { vid }, body }: Parsed<'addIntegration'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    await refuseFields(tx, vid, body)
    const { market_id, dropshipper_id } = body
    const [store, ...otherStores] = await storesOf(tx, { vendor_id: vid, market_id })
    const { vendor_market_map_id } = await tx
      .insertInto('vendor_market_map')
      .values({
        vendor_id: vid,
        market_id,
        dropshipper_id,
        is_activated: activation.onboarding,
        vendor_store_id: store && otherStores.length === 0 ? store.vendor_store_id : null,
      })
      .returning('vendor_market_map_id')
      .executeTakeFirstOrThrow()
    const integration = await knownIntegration(tx, { vid, vmmid: vendor_market_map_id })
    await logActivity({
      type: 'integration.add',
      ...activityTarget(integration),
      message: `Integration added: ${integration.name}`,
    })
    return { vendor_market_map_id }
  })

async function refuseFields(tx: Tx, vid: number, body: Parsed<'addIntegration'>['body']): Promise<void> {
  const { market_id, dropshipper_id } = body
  const { rows } = await sql<{ market: boolean; subscribed: boolean; there: boolean }>`
    select
      exists (select from market where market_id = ${market_id}) as market,
      exists (
        select
        from subscription
        where vendor_id = ${vid} and dropshipper_id = ${dropshipper_id}
      ) as subscribed,
      exists (
        select
        from vendor_market_map
        where vendor_id = ${vid} and dropshipper_id = ${dropshipper_id} and market_id = ${market_id}
      ) as there`.execute(tx)
  const { market, subscribed: isSubscribed, there: exists } = singleRow(rows)
  if (!market) throw invalid({ market_id: 'Market not found' })
  if (!isSubscribed)
    throw invalid({
      dropshipper_id: 'Add a subscription to this supplier first',
    })
  if (exists) throw invalid({ dropshipper_id: 'This supplier already has an integration in this market' })
}
