import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { keepApproval, endApprovals } from './approvals.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queueStoreUpdate } from './outdated-stores.ts'
import { endMoves } from './recent-moves.ts'
import { knownUpdate } from '../watch/sent-updates.ts'
import { refuseUnpaid } from './unpaid.ts'

/** Approves a held update: it is planned again, and what it held is let through. */
export const approveStoreUpdate = (ctx: Ctx, request: Parsed<'approveStoreUpdate'>) =>
  write(ctx, async (tx, logActivity) => {
    const update = await heldUpdate(ctx, tx, request.params, true)
    await keepApproval(tx, update)
    await endMoves(tx, update.vendor_store_id)
    await tx
      .updateTable('store_update')
      .set({ state: 'asked', planned_tm: null, counted_tm: null })
      .set({ decided_by: ctx.who.name, decided_reason: request.body.reason })
      .where('store_update_id', '=', update.store_update_id)
      .execute()
    await queueStoreUpdate(ctx, tx, update.vendor_store_id, { requester: ctx.who.name, onlyRequests: true })
    await logActivity({
      type: 'store.approve',
      vendor_id: request.params.vendor_id,
      entity: 'vendor_store',
      entity_id: update.vendor_store_id,
      message: `Held update for ${update.vendor_store_name} approved: ${update.reasons.join('; ')}`,
      reason: request.body.reason,
    })
  })

/** Rejects a held update; the next one plans again what the store wasn't sent. */
export const discardStoreUpdate = (ctx: Ctx, request: Parsed<'discardStoreUpdate'>) =>
  write(ctx, async (tx, logActivity) => {
    const update = await heldUpdate(ctx, tx, request.params)
    await tx
      .updateTable('store_update')
      .set({ state: 'discarded', end_tm: sql`now()` })
      .set({ decided_by: ctx.who.name, decided_reason: request.body.reason })
      .where('store_update_id', '=', update.store_update_id)
      .execute()
    await tx.deleteFrom('store_outbox').where('store_update_id', '=', update.store_update_id).execute()
    await endApprovals(tx, update.vendor_store_id)
    await logActivity({
      type: 'store.discard',
      vendor_id: request.params.vendor_id,
      entity: 'vendor_store',
      entity_id: update.vendor_store_id,
      message: `Held update for ${update.vendor_store_name} rejected: ${update.reasons.join('; ')}`,
      reason: request.body.reason,
    })
  })

async function heldUpdate(
  ctx: Ctx,
  tx: Tx,
  params: { vendor_id: number; store_update_id: number },
  sends = false,
) {
  const vendor = await lockVendor(ctx, tx, params.vendor_id)
  if (sends) refuseUnpaid(vendor)
  await sql`
    select from store_update where store_update_id = ${params.store_update_id} for update`.execute(tx)
  const update = await knownUpdate(tx, params)
  if (update.state !== 'held') throw conflict('This update is no longer held')
  return update
}
