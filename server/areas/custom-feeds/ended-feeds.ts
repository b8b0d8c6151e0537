import { sql, type Db, type Tx } from '#server/platform/database/db.ts'

/**
 * Keeps the products of a deleted feed that a store still lists, as removed, until that store is updated.
 * Part of the caller's transaction.
 */
export async function endFeed(
  tx: Tx,
  feed: { feed_id: number; vendor_id: number; dropshipper_id: number },
): Promise<void> {
  const { feed_id, vendor_id, dropshipper_id } = feed
  await sql`delete from product_index where feed_id = ${feed_id}`.execute(tx)
  await sql`delete from index_pending where feed_id = ${feed_id}`.execute(tx)
  await sql`delete from product_before where feed_id = ${feed_id}`.execute(tx)
  await tx
    .updateTable('product')
    .set({ quantity: 0, product_status_id: 0, gone_tm: sql<string>`coalesce(gone_tm, now())` })
    .where('feed_id', '=', feed_id)
    .execute()
  await tx.insertInto('ended_custom_feed').values({ feed_id, vendor_id, dropshipper_id }).execute()
  await forgetUnsold(tx, [feed_id])
}

/** Removes products of deleted custom feeds once no store lists them any more. */
export const forgetEndedFeeds = ({ db }: { db: Db }) =>
  db.transaction().execute(async (tx) => {
    const endedFeeds = await tx.selectFrom('ended_custom_feed').select('feed_id').limit(1000).execute()
    await forgetUnsold(
      tx,
      endedFeeds.map((row) => row.feed_id),
    )
  })

/** A product that a store lists, or is waiting to get, stays until the store shows none of it. */
async function forgetUnsold(tx: Tx, feedIds: readonly number[]): Promise<void> {
  const ids = sql`any(${sql.val(feedIds)}::int[])`
  await sql`
    delete from product p
    using ended_custom_feed e
    where p.feed_id = ${ids}
      and e.feed_id = p.feed_id
      and not exists (
        select
        from vendor_store st
        join store_product sp using (vendor_store_id)
        where st.vendor_id = e.vendor_id
          and sp.product_id = p.product_id
          and sp.in_store
          and coalesce(sp.quantity, 1) > 0)
      and not exists (
        select
        from vendor_store st
        join store_update u using (vendor_store_id)
        join store_outbox o using (store_update_id)
        where st.vendor_id = e.vendor_id and o.product_id = p.product_id)`.execute(tx)
  await sql`
    delete from ended_custom_feed e
    where e.feed_id = ${ids} and not exists (select from product p where p.feed_id = e.feed_id)`.execute(tx)
}
