import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { markStoreBehind, queueStoreUpdate } from './outdated-stores.ts'
import { lockStore } from '../record/known-store.ts'

/** Plans refused products again; those that the market still shows differently are sent. */
export const tellRefusedAgain = (ctx: Ctx, { params }: Parsed<'tellRefusedAgain'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id, vendor_store_id: id } = params
    await lockVendor(ctx, tx, vendor_id)
    const { store } = await lockStore(tx, { vid: vendor_id, id })
    await markStoreBehind(tx, id)
    const { numAffectedRows = 0n } = await sql`
      update store_product
      set seen_hash = null, again_tm = clock_timestamp(), refused_times = 0
      where vendor_store_id = ${id} and refused_tm is not null`.execute(tx)
    const products = Number(numAffectedRows)
    if (products === 0) throw conflict('No refused products to resend')
    await queueStoreUpdate(ctx, tx, id, { requester: ctx.who.name })
    await logActivity({
      type: 'store.update',
      vendor_id,
      entity: 'vendor_store',
      entity_id: id,
      message: `${many(products, 'refused product')} of ${store.vendor_store_name} queued again`,
    })
    return { products }
  })
