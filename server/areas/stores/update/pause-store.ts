import { storeStoppedLetter } from '../letters.ts'
import { updateAddresses } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { endAuthorization } from '../connection/authorizations.ts'
import type { StoreRefused } from '../send/file-drop.ts'
import { isUnchangedStore, type Store, type Update } from './store.ts'
import { raise } from '#server/platform/notices.ts'

/**
 * Decides what becomes of lines that the market has no room for: an update of changes leaves them to
 * the next one, which plans again and sends removals first; a full update, or one that a person
 * approved, plans its rest again when it continues.
 */
export async function passOnUnsent(
  db: Db,
  store: Store,
  { store_update_id: id, kind }: Update,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (kind === 'changed')
      await sql`
        with given as (
          delete from store_outbox o
          using store_update u
          where o.store_update_id = ${id}
            and o.store_call_id is null
            and u.store_update_id = o.store_update_id
            and u.decided_by is null
          returning 1),
        many as (
          update store_update
          set left_over = left_over + (select count(*) from given)
          where store_update_id = ${id} and exists (select from given))
        update vendor_store
        set behind_since = coalesce(behind_since, now())
        where vendor_store_id = ${store.vendor_store_id} and exists (select from given)`.execute(tx)
    await sql`
        with rest as (
          delete from store_outbox o
          using store_update u
          where o.store_update_id = ${id}
            and o.store_call_id is null
            and u.store_update_id = o.store_update_id
            and (u.kind = 'full' or (u.kind = 'changed' and u.decided_by is not null))
          returning 1)
        update store_update
        set state = 'asked'
        where store_update_id = ${id} and exists (select from rest)`.execute(tx)
    await sql`
      update store_update u
      set state = case when open.calls > 0 then 'accepted' else 'sent' end,
        end_tm = case when open.calls > 0 then null else now() end
      from (
        select count(*) filter (where store_call_id is null) as waiting, count(store_call_id) as calls
        from store_outbox
        where store_update_id = ${id}) open
      where u.store_update_id = ${id} and u.state = 'sending' and open.waiting = 0`.execute(tx)
  })
}

/** Until then no update starts by itself; people can still start one. */
export const keepWait = (db: Db, store: Store, moment: number, reason: string) =>
  sql`
    update vendor_store
    set waits_until = ${new Date(moment).toISOString()}, waits_for = ${reason}
    where vendor_store_id = ${store.vendor_store_id}`.execute(db)
export const clearWait = (db: Db, store: Store) =>
  sql`
    update vendor_store
    set waits_until = null, waits_for = null
    where vendor_store_id = ${store.vendor_store_id}`.execute(db)

/**
 * Stops a store that rejects us: what waits stays, and staff and the vendor are notified.
 * @returns false: it was fixed meanwhile, which queued another update
 */
export const stopStore = (
  { db, mail }: RunningJob<unknown>,
  store: Store,
  { message: reason, lockedOut }: StoreRefused,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows: stores } = await sql<{ stopped: boolean }>`
      select stopped_reason is not null as stopped
      from vendor_store
      where vendor_store_id = ${store.vendor_store_id} and ${isUnchangedStore(store)}
      for no key update`.execute(tx)
    if (!stores[0]) return false
    if (lockedOut) await endAuthorization(tx, store)
    if (stores[0].stopped) return true
    await tx
      .updateTable('vendor_store')
      .set({
        stopped_reason: reason,
        stopped_tm: sql`now()`,
        behind_since: sql`coalesce(late_since, behind_since, now())`,
        late_since: null,
      })
      .where('vendor_store_id', '=', store.vendor_store_id)
      .execute()
    const message = `Updates for ${store.vendor_store_name} stopped. ${reason}`
    const link = `/vendors/view/${store.vendor_id}/stores/${store.vendor_store_id}`
    await raise(tx, {
      kind: 'store',
      subject: store.vendor_store_id,
      message,
      link,
      vendor_id: store.vendor_id,
    })
    await tellCustomer(tx, mail, store, reason)
    return true
  })

async function tellCustomer(tx: Tx, mail: Mail, store: Store, reason: string): Promise<void> {
  const { vendor_id } = store
  const letter = storeStoppedLetter({ vendor_id, store: store.vendor_store_name, reason })
  await mail.write(
    tx,
    ...(await updateAddresses(tx, vendor_id)).map((recipient) => ({ recipient, ...letter })),
  )
}
