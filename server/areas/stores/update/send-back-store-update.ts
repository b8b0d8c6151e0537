import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queueStoreUpdate } from './outdated-stores.ts'
import { knownUpdate } from '../watch/sent-updates.ts'
import { refuseUnpaid } from './unpaid.ts'

/** Requests a roll-back: the store is sent what it had before an update. */
export const sendBackStoreUpdate = (ctx: Ctx, { params, body }: Parsed<'sendBackStoreUpdate'>) =>
  write(ctx, async (tx, logActivity) => {
    refuseUnpaid(await lockVendor(ctx, tx, params.vendor_id))
    const update = await knownUpdate(tx, params)
    if (!update.can_go_back) throw conflict('Nothing to roll back. Later updates replaced all its changes')
    const waits = await tx
      .selectFrom('store_update')
      .select('store_update_id')
      .where('back_of', '=', update.store_update_id)
      .where('state', 'in', ['asked', 'planning', 'sending'])
      .executeTakeFirst()
    if (waits) return waits
    const { store_update_id } = await tx
      .insertInto('store_update')
      .values({
        vendor_store_id: update.vendor_store_id,
        kind: 'back',
        state: 'asked',
        back_of: update.store_update_id,
        requested_by: ctx.who.name,
        decided_reason: body.reason,
      })
      .returning('store_update_id')
      .executeTakeFirstOrThrow()
    await queueStoreUpdate(ctx, tx, update.vendor_store_id, { requester: ctx.who.name, onlyRequests: true })
    await logActivity({
      type: 'store.send_back',
      vendor_id: params.vendor_id,
      entity: 'vendor_store',
      entity_id: update.vendor_store_id,
      message: `Update ${update.store_update_id} of ${update.vendor_store_name} rolled back`,
      reason: body.reason,
    })
    return { store_update_id }
  })
