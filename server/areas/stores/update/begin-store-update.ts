import type { Parsed } from '#contract/index.ts'
import { updateKinds } from '#contract/stores/sent-updates.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queueStoreUpdate } from './outdated-stores.ts'
import { canBeCompared, takesNoFile } from '../record/known-store.ts'
import { refuseUnpaid } from './unpaid.ts'

/** Asks for an update of a store, for a dry one that sends nothing, or for a comparison. */
export const beginStoreUpdate = (ctx: Ctx, { params, body }: Parsed<'beginStoreUpdate'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id } = params
    const vendor = await lockVendor(ctx, tx, vendor_id)
    if (body.kind !== 'dry') refuseUnpaid(vendor)
    const store = await tx
      .selectFrom('vendor_store')
      .innerJoin('market', 'market.market_id', 'vendor_store.market_id')
      .select(['vendor_store_id', 'vendor_store_name', 'stopped_reason', 'drop_to'])
      .select(['vendor_store.market_id', 'market_name'])
      .where('vendor_store_id', '=', body.vendor_store_id)
      .where('vendor_id', '=', vendor_id)
      .forUpdate('vendor_store')
      .executeTakeFirst()
    if (!store) throw notFound('store')
    if (await takesNoFile(tx, store.vendor_store_id)) throw conflict('Connect the store first')
    // whoever starts one says that the problem is fixed; if not, the store stops again
    if (body.kind !== 'dry' && store.stopped_reason !== null)
      await tx
        .updateTable('vendor_store')
        .set({ stopped_reason: null, stopped_tm: null })
        .where('vendor_store_id', '=', store.vendor_store_id)
        .execute()
    if (body.kind === 'compare' && !canBeCompared(store))
      throw conflict('Comparison isn’t supported for this market')
    const waits = await tx
      .selectFrom('store_update')
      .select('store_update_id')
      .where('vendor_store_id', '=', store.vendor_store_id)
      .where('state', '=', 'asked')
      .where('kind', '=', body.kind)
      .executeTakeFirst()
    if (waits) return waits
    const { store_update_id } = await tx
      .insertInto('store_update')
      .values({
        vendor_store_id: store.vendor_store_id,
        kind: body.kind,
        state: 'asked',
        requested_by: ctx.who.name,
      })
      .returning('store_update_id')
      .executeTakeFirstOrThrow()
    await queueStoreUpdate(ctx, tx, store.vendor_store_id, { requester: ctx.who.name, onlyRequests: true })
    await logActivity({
      type: 'store.update',
      vendor_id,
      entity: 'vendor_store',
      entity_id: store.vendor_store_id,
      message: `Update for ${store.vendor_store_name} requested: ${updateKinds[body.kind].toLowerCase()}`,
    })
    return { store_update_id }
  })
