import { unpaidOf, unpaidTexts, type Unpaid } from '#contract/stores/unpaid.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Store } from './store.ts'

/** Refuses requests for a store that gets no updates while its vendor is unpaid. */
export function refuseUnpaid({ vendor_status_id }: { vendor_status_id: number }): void {
  const unpaid = unpaidOf(vendor_status_id)
  if (unpaid !== null) throw conflict(unpaidTexts[unpaid])
}

/** The vendor's status changed since the update began, so it must begin again. */
export class StatusChanged extends Error {}

const unpaidNow = async (db: Db, { vendor_id }: Store): Promise<Unpaid | null> => {
  const vendor = await db
    .selectFrom('vendor')
    .select('vendor_status_id')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  return unpaidOf(vendor.vendor_status_id)
}

/** Ends the update if the vendor was suspended or has paid since it began. Called before planning and sending. */
export async function refuseStatusChange(db: Db, store: Store): Promise<void> {
  if ((await unpaidNow(db, store)) !== store.unpaid)
    throw new StatusChanged('The vendor’s billing status changed during the update')
}

/** The update continues later, so the store stays behind since when it was. */
export const markStillBehind = (db: Db, { vendor_store_id }: Store) =>
  sql`
    update vendor_store
    set behind_since = coalesce(late_since, behind_since, now()), late_since = null
    where vendor_store_id = ${vendor_store_id}`.execute(db)

/** Drops unsent lines from before a vendor was delisted, or removals from before it paid. */
export async function dropUnsent(
  db: Db,
  { vendor_store_id }: Store,
  keptKind: 'delisting' | 'others',
): Promise<void> {
  const condition = sql`(u.kind = 'delist') = ${keptKind === 'delisting'}`
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from store_outbox o
      using store_update u
      where u.store_update_id = o.store_update_id
        and u.vendor_store_id = ${vendor_store_id}
        and u.state = 'sending'
        and ${condition}
        and o.store_call_id is null`.execute(tx)
    await sql`
      update store_update u
      set state = case when owed.answer then 'accepted' else 'superseded' end,
        end_tm = case when owed.answer then null else now() end
      from (
        select o.store_update_id, exists (
          select from store_outbox x where x.store_update_id = o.store_update_id) as answer
        from store_update o
        where o.vendor_store_id = ${vendor_store_id} and o.state = 'sending') owed
      where u.store_update_id = owed.store_update_id and ${condition}`.execute(tx)
  })
}
