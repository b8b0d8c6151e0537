import { customFeedEffects } from '#contract/custom-feeds/acts.ts'
import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { queueIndexSync } from '#server/areas/products/public.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { knownCustomFeed, activityFields } from './known-custom-feed.ts'
import { readCustomFeed } from './read.ts'

/** Removes a custom feed's products from the search index and queues a job that adds all of them again. */
export const resetCustomFeedIndex = (ctx: Ctx, { params: { vcfid } }: Parsed<'resetCustomFeedIndex'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'custom_feed', vcfid)
    const customFeed = await knownCustomFeed(tx, vcfid)
    const view = await readCustomFeed(ctx, tx, vcfid)
    const effects = customFeedEffects('reset', view)
    if ('refused' in effects) throw conflict(effects.refused)
    await sql`delete from product_index where feed_id = ${customFeed.feed_id}`.execute(tx)
    await tx
      .updateTable('feed')
      .set({ indexed_upto: 0, indexed_tm: null })
      .where('feed_id', '=', customFeed.feed_id)
      .execute()
    const supplier = { dropshipper_id: customFeed.dropshipper_id, supplier_name: customFeed.dropshipper_name }
    const job_id = await queueIndexSync(ctx, tx, supplier, ctx.who.name)
    await logActivity({
      type: 'custom_feed.reset',
      ...activityFields(customFeed),
      message: `Search index reset for the custom feed from ${customFeed.dropshipper_name}: ${many(view.indexed_products, 'entry')}`,
    })
    return { products: view.indexed_products, job_id }
  })
