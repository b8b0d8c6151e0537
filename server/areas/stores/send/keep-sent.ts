import type { RawBuilder } from 'kysely'
import type { Refusal } from '#contract/stores/shops.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { keepMoves } from '../update/recent-moves.ts'
import type { Remote } from '../shops/market.ts'

/** Products that the market fails on are sent this often, then only when they change. */
const mostTries = 3

/** What an update's job has done so far. */
export interface SentTotals {
  sent: number
  refused: number
  files: number
  bytes: number
  calls: number
}
interface SentLine {
  product_id: number
  remote?: Remote | undefined
}

/** Moves delivered lines from the outbox to what the store shows. */
export async function keepSent(tx: Tx, storeId: number, updateId: number, lines: readonly SentLine[]) {
  if (lines.length === 0) return
  await keepMoves(
    tx,
    storeId,
    updateId,
    lines.map((line) => line.product_id),
  )
  const sentLines = lines.map(({ product_id, remote }) => ({ product_id, remote }))
  await sql`
    with told as (
      select *
      from jsonb_to_recordset(${JSON.stringify(sentLines)}::jsonb) as x(product_id bigint, remote jsonb)),
    sent as (
      delete from store_outbox o
      using told
      where o.store_update_id = ${updateId} and o.product_id = told.product_id
      returning o.*, told.remote),
    counted as (select kind, counted_tm from store_update where store_update_id = ${updateId}),
    -- what was let through is done; what is taken back is not what was asked about
    approved as (
      delete from store_approval a
      using told, counted
      where a.vendor_store_id = ${storeId} and a.product_id = told.product_id and counted.kind <> 'back')
    insert into store_product as sp (vendor_store_id, product_id, seen_hash, sent_tm, in_store, quantity,
      price, list_price, active, content_hash, store_update_id, before, remote)
    select ${storeId}::int, product_id, seen_hash, now(), changes -> 'removed' is distinct from 'true',
      (changes ->> 'quantity')::int, (changes ->> 'price')::numeric, (changes ->> 'list_price')::numeric,
      coalesce((changes ->> 'active')::boolean, true), content_hash, store_update_id, before, remote
    from sent
    on conflict (vendor_store_id, product_id) do update
    set seen_hash = case when sp.again_tm > (select counted_tm from counted) then null
        else excluded.seen_hash end,
      again_tm = case when sp.again_tm > (select counted_tm from counted) then sp.again_tm end,
      sent_tm = excluded.sent_tm,
      in_store = excluded.in_store,
      quantity = coalesce(excluded.quantity, sp.quantity),
      price = coalesce(excluded.price, sp.price),
      -- a price that is told without one takes it away
      list_price = case when excluded.price is null then sp.list_price else excluded.list_price end,
      active = case when excluded.quantity is null then sp.active else excluded.active end,
      content_hash = coalesce(excluded.content_hash, sp.content_hash),
      store_update_id = excluded.store_update_id,
      -- one that goes on may tell it again: what it was before all of it stays
      before = case when sp.store_update_id = excluded.store_update_id then sp.before else excluded.before end,
      remote = case when excluded.in_store then coalesce(excluded.remote, sp.remote) end,
      refused_tm = null,
      refused_times = 0,
      refused_why = null,
      refused_text = null,
      refused_update_id = null,
      differs_update_id = null,
      differs = null,
      differs_from = null,
      differs_by = null`.execute(tx)
  await takeOver(tx, storeId, updateId, lines)
  await sql`
    update store_update
    set sent = sent + ${lines.length}
    where store_update_id = ${updateId}`.execute(tx)
}

/** When a product newly takes a SKU in a store, other products lose it unless sharing is allowed. */
const takeOver = (tx: Tx, storeId: number, updateId: number, lines: readonly SentLine[]) =>
  sql`
    update store_product sp
    set in_store = false
    from store_product mine
    join product p using (product_id)
    join vendor_store st on st.vendor_store_id = mine.vendor_store_id
    join vendor_market_map m
      on m.vendor_id = st.vendor_id and m.market_id = st.market_id and m.dropshipper_id = p.dropshipper_id
    join product o on o.sku = p.sku and o.product_id <> p.product_id
    where mine.vendor_store_id = ${storeId}
      and mine.product_id = any(${lines.map((line) => line.product_id)}::bigint[])
      and mine.store_update_id = ${updateId}
      and mine.before = 'null'
      and mine.in_store
      and not m.load_child_product_conflicts
      and sp.vendor_store_id = mine.vendor_store_id
      and sp.product_id = o.product_id
      and sp.in_store`.execute(tx)

/** The update removes an unpaid vendor's products; its refusals are counted separately. */
export const isDelistUpdate = (id: RawBuilder<unknown>) => sql<boolean>`exists (
          select
          from store_update u
          where u.store_update_id = ${id} and u.kind = 'delist')`

/**
 * Keeps refused products: the store shows what it did, and they aren't sent again until they change. What the market
 * no longer has is new there then, or with the next update if its integration adds products that the lookup
 * misses; after a failure of the market itself, the next update sends them again, a few times.
 */
export async function keepRefused(
  tx: Tx,
  storeId: number,
  updateId: number,
  lines: readonly { product_id: number; why: Refusal; text: string }[],
) {
  if (lines.length === 0) return
  await sql`
    with told as (
      select *
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(product_id bigint, why text, text text)),
    refused as (
      delete from store_outbox o
      using told
      where o.store_update_id = ${updateId} and o.product_id = told.product_id
      returning o.product_id, o.seen_hash, told.why, told.text),
    again as (
      select r.product_id, (r.why in ('outage', 'quota', 'throttled') and
        coalesce(case when had.refused_why in ('outage', 'quota', 'throttled') then had.refused_times end, 0) < ${mostTries - 1}) or (
        r.why = 'missing'
        and exists (
          select
          from store_product sp
          join product p using (product_id)
          join vendor_store st using (vendor_store_id)
          join vendor_market_map m using (vendor_id, market_id, dropshipper_id)
          where sp.vendor_store_id = ${storeId}
            and sp.product_id = r.product_id
            and sp.in_store
            and m.missing_lookup_products)) as next
      from refused r
      left join store_product had
        on had.vendor_store_id = ${storeId} and had.product_id = r.product_id)
    insert into store_product as sp (vendor_store_id, product_id, seen_hash, refused_tm, refused_times,
      refused_why, refused_text, refused_update_id)
    select ${storeId}::int, product_id, case when not next then seen_hash end, now(), 1, why, text,
      ${updateId}::bigint
    from refused
    join again using (product_id)
    on conflict (vendor_store_id, product_id) do update
    set seen_hash = excluded.seen_hash,
      -- it may have been done all the same: what the market shows isn't known any more
      last_quantity = coalesce(case when sp.active is false then 0 else sp.quantity end, sp.last_quantity),
      last_price = coalesce(sp.price, sp.last_price),
      quantity = case when excluded.refused_why <> 'outage' then sp.quantity end,
      price = case when excluded.refused_why <> 'outage' then sp.price end,
      list_price = case when excluded.refused_why <> 'outage' then sp.list_price end,
      active = case when excluded.refused_why <> 'outage' then sp.active end,
      in_store = sp.in_store and excluded.refused_why <> 'missing',
      remote = case when excluded.refused_why <> 'missing' then sp.remote end,
      refused_tm = excluded.refused_tm,
      refused_times = case
        when sp.refused_why = excluded.refused_why
          and ${isDelistUpdate(sql`sp.refused_update_id`)} = ${isDelistUpdate(sql`${updateId}::bigint`)}
        then least(sp.refused_times + 1, 1000)
        else 1 end,
      refused_why = excluded.refused_why,
      refused_text = excluded.refused_text,
      refused_update_id = excluded.refused_update_id`.execute(tx)
  await sql`
    update store_update
    set refused = refused + ${lines.length}
    where store_update_id = ${updateId}`.execute(tx)
}
