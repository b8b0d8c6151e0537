import type { SentSince } from '#contract/stores/update-gate.ts'
import { beyondSql, shownPrice, soldAfterSql, soldSql, takesDownSql } from '#server/areas/listings/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/**
 * Records which lines of an update take a product to 0 or change its price without approval:
 * for an approved update, only what goes beyond the approval. Roll-backs, and removals of an unpaid vendor's
 * products, end their products' count.
 */
export const keepMoves = (tx: Tx, storeId: number, updateId: number, ids: readonly number[]) =>
  sql`
    with told as (
      select o.product_id, o.changes, u.kind, u.decided_by is not null as decided, st.price_bound_percent,
        ${soldSql('sp')} as sold,
        ${shownPrice('sp')} as was, (o.changes ->> 'price')::numeric as price,
        coalesce(a.sinks, false) as may_sink, a.price is not null as may_cost
      from store_outbox o
      join store_update u using (store_update_id)
      join vendor_store st using (vendor_store_id)
      join store_product sp on sp.vendor_store_id = st.vendor_store_id and sp.product_id = o.product_id
      left join store_approval a on a.vendor_store_id = st.vendor_store_id and a.product_id = o.product_id
      where o.store_update_id = ${updateId} and o.product_id = any(${ids}::bigint[]) and sp.in_store),
    moved as (
      select product_id, sold and ${takesDownSql(sql`changes`)} and not (decided and may_sink) as sank,
        case when price <> was and (not decided
          or (not may_cost and ${beyondSql(sql`was`, sql`price`, sql`price_bound_percent`)})) then was end as price
      from told
      where kind not in ('back', 'delist')),
    taken_back as (
      delete from store_move m
      using told
      where m.vendor_store_id = ${storeId} and m.product_id = told.product_id and told.kind in ('back', 'delist'))
    insert into store_move (vendor_store_id, product_id, sank, price)
    select ${storeId}::int, product_id, sank, price
    from moved
    where sank or price is not null`.execute(tx)

/** A new count begins. */
export const endMoves = (tx: Tx, storeId: number) =>
  tx.deleteFrom('store_move').where('vendor_store_id', '=', storeId).execute()

/**
 * How a store differs, through updates without approval, from when their count
 * began; with what an update would send beyond approvals. null: nothing was sent so.
 * @param updateId null: as the store is now
 */
export async function sentSince(
  db: Db,
  storeId: number,
  bound: number,
  updateId: number | null = null,
): Promise<SentSince | null> {
  const percent = sql`${bound}::numeric`
  const { rows } = await sql<{ since: string | null } & Omit<SentSince, 'since'>>`
    with planned as (
      select product_id, changes
      from store_outbox
      where store_update_id = ${updateId} and before <> 'null'),
    stands as (
      select m.since, coalesce(m.sank, false) as sank, s.sold, sp.in_store,
        ${soldAfterSql(sql`changes`, sql`s.sold`)} as sells,
        coalesce(m.price, ${shownPrice('sp')}) as was, ${shownPrice('sp')} as stands, (changes ->> 'price')::numeric as told,
        -- approved, or within the bound of the approved price
        coalesce(a.sinks, false) as may_sink,
        a.price is not null and changes ? 'price'
          and not ${beyondSql(sql`a.price`, sql`(changes ->> 'price')::numeric`, percent)} as may_cost
      from (select * from store_moved where vendor_store_id = ${storeId}) m
      full join planned p using (product_id)
      left join store_product sp on sp.vendor_store_id = ${storeId} and sp.product_id = coalesce(m.product_id, p.product_id)
      left join store_approval a on a.vendor_store_id = ${storeId} and a.product_id = p.product_id
      cross join lateral (select ${soldSql('sp')} as sold) s)
    select min(since) as since, (count(*) filter (where sank and not sold))::int as sunk,
      (count(*) filter (where (sank or sold) and not sells and not may_sink))::int as zeroed,
      (count(*) filter (where beyond))::int as price_beyond,
      (count(*) filter (where beyond and not ${beyondSql(sql`was`, sql`stands`, percent)}))::int as price_tipped
    from stands
    cross join lateral (
      select in_store and may_cost is not true
        and ${beyondSql(sql`was`, sql`coalesce(told, stands)`, percent)} as beyond) b`.execute(db)
  const { since: firstSent, ...counts } = singleRow(rows)
  return firstSent === null ? null : { since: firstSent, ...counts }
}
