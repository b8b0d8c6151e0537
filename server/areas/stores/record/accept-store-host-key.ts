import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { acceptHostKey, changedKey } from '#server/platform/host-keys.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { markStoreBehind, queueStoreUpdate } from '../update/outdated-stores.ts'
import { lockStore } from './known-store.ts'
import { readStore } from './read-store.ts'

/** Trusts the changed key of a store's SFTP server from now on; updates that it stopped continue. */
export async function acceptStoreHostKey(ctx: Ctx, { params, body }: Parsed<'acceptStoreHostKey'>) {
  const { vid, id } = params
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const { store } = await lockStore(tx, { vid, id })
    const before = await acceptHostKey(tx, { vendor_store_id: id }, body)
    const { numAffectedRows: resumed = 0n } = await sql`
      update vendor_store
      set stopped_reason = null, stopped_tm = null
      where vendor_store_id = ${id} and starts_with(stopped_reason, ${changedKey})`.execute(tx)
    if (resumed > 0n) {
      await markStoreBehind(tx, id)
      await queueStoreUpdate(ctx, tx, id, { requester: ctx.who.name })
    }
    await logActivity({
      type: 'store.host_key',
      vendor_id: vid,
      entity: 'store',
      entity_id: id,
      message: `New host key of ${body.host}:${body.port} accepted for ${store.vendor_store_name}`,
      changes: { host_key: { from: `SHA256:${before}`, to: `SHA256:${body.key_sha256}` } },
    })
  })
  return readStore(ctx.db, params)
}
