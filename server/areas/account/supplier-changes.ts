import type { RawBuilder } from 'kysely'
import { changeKinds, type SupplierChanges } from '#contract/account/product-alerts.ts'
import { ownFeedId, supplierCurrency } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

export interface ChangesSince extends SupplierChanges {
  /** The run of the current catalog; 0: none. */
  run_id: number
}

/** The run of a supplier's current catalog; 0: none. */
export const runNow = (supplier: RawBuilder<unknown>) => sql<number>`
  coalesce((select f.current_run_id from feed f where f.feed_id = ${ownFeedId(supplier as never)}), 0)`

/**
 * Changes of a supplier's own catalog since a run: counts, and a few examples of each kind. Read from what the
 * runs since have kept, in one statement and so from one state (docs/domain/alerts-and-catalogs.md, Product alerts).
 */
export async function changesSince(
  db: Db,
  dropshipperId: number,
  runId: number,
  examples: number,
): Promise<ChangesSince> {
  const examplesByKind = sql.join(
    changeKinds.map(
      (kind) => sql`
        (select ${kind}::text as kind, sku, title, quantity, was_price::text, was_currency, price::text, currency
        from moved
        where ${sql.ref(flags[kind])}
        order by sku
        limit ${examples}::int)`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<ChangesSince>`
    with own as (
      select feed_id, coalesce(current_run_id, 0) as run_id
      from feed
      where feed_id = ${ownFeedId(dropshipperId)}),
    applied as materialized (
      select r.feed_run_id, r.product_upto
      from feed_run r
      join own using (feed_id)
      where r.state = 'applied'),
    upto as (
      select coalesce(max(product_upto), 0) as product_id from applied where feed_run_id <= ${runId}::bigint),
    -- each touched product as it was then
    was as materialized (
      select distinct on (b.product_id) b.product_id, b.gone_tm is null and b.product_status_id = 1 as there,
        b.created_run_id, b.quantity, b.wholesale_price, b.currency
      from applied a
      join product_before b using (feed_run_id)
      where a.feed_run_id > ${runId}::bigint and b.kind in ('updated', 'deleted', 'restored')
      order by b.product_id, b.feed_run_id),
    touched as (
      select product_id, there, quantity, wholesale_price, currency
      from was
      where created_run_id <= ${runId}::bigint
      union all
      select p.product_id, false, 0, null, null
      from product p
      join own using (feed_id)
      where p.product_id > (select product_id from upto) and p.created_run_id > ${runId}::bigint),
    pairs as (
      select p.sku, p.title, p.quantity, w.there, p.gone_tm is null and p.product_status_id = 1 as is_now,
        w.quantity as was_quantity, w.wholesale_price as was_price, p.wholesale_price as price,
        coalesce(w.currency, ${supplierCurrency('p.dropshipper_id')}, 'USD') as was_currency,
        coalesce(p.currency, ${supplierCurrency('p.dropshipper_id')}, 'USD') as currency
      from touched w
      join product p using (product_id)),
    moved as materialized (
      select sku, title, quantity, was_price, was_currency, price, currency,
        not there and is_now as added,
        there and not is_now as gone,
        there and is_now and (was_price is distinct from price or (price is not null and was_currency <> currency))
          as price_moved,
        there and is_now and was_quantity <= 0 and quantity > 0 as back
      from pairs)
    select own.run_id,
      exists (
        select from feed_run where feed_run_id = ${runId}::bigint and state = 'rolled_back') as taken_back,
      (
        select jsonb_build_object(
          'added', count(*) filter (where added), 'gone', count(*) filter (where gone),
          'price', count(*) filter (where price_moved), 'back', count(*) filter (where back))
        from moved
      ) as counts,
      coalesce((select jsonb_agg(to_jsonb(x)) from (${examplesByKind}) x), '[]') as examples
    from own`.execute(db)
  return rows[0] ?? nothing
}

/** The column that flags each kind of change. */
const flags = { added: 'added', gone: 'gone', price: 'price_moved', back: 'back' } as const

const nothing: ChangesSince = {
  run_id: 0,
  taken_back: false,
  counts: { added: 0, gone: 0, price: 0, back: 0 },
  examples: [],
}

/** Whether there is anything to report. */
export const hasChanges = ({ counts, taken_back }: SupplierChanges) =>
  taken_back || Object.values(counts).some((n) => n > 0)
