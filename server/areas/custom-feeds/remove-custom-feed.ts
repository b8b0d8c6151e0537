import { customFeedEffects } from '#contract/custom-feeds/acts.ts'
import type { Parsed } from '#contract/index.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { endFeed } from './ended-feeds.ts'
import { knownCustomFeed, activityFields } from './known-custom-feed.ts'
import { readCustomFeed } from './read.ts'

/**
 * Deletes a custom feed with its settings and files; its vendor is then sold what the supplier's feed has.
 */
export const removeCustomFeed = (
  ctx: Ctx,
  { params: { vcfi }, query: { reason } }: Parsed<'removeCustomFeed'>,
) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'custom_feed', vcfi)
    const customFeed = await knownCustomFeed(tx, vcfi)
    // no run starts meanwhile
    await tx
      .selectFrom('feed')
      .select('feed_id')
      .where('feed_id', '=', customFeed.feed_id)
      .forUpdate()
      .execute()
    const effects = customFeedEffects('remove', await readCustomFeed(ctx, tx, vcfi))
    if ('refused' in effects) throw conflict(effects.refused)
    await endFeed(tx, customFeed)
    await tx.deleteFrom('vendor_custom_feed').where('vendor_custom_feed_id', '=', vcfi).execute()
    await markStoresOfVendorBehind(tx, customFeed.vendor_id, [customFeed.dropshipper_id])
    await logActivity({
      type: 'custom_feed.remove',
      ...activityFields(customFeed),
      message: `Custom feed deleted: ${customFeed.dropshipper_name}`,
      reason: reason || null,
    })
  })
