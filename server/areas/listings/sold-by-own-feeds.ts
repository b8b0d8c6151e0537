import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

const alive = (p: string) =>
  sql`${sql.ref(`${p}.gone_tm`)} is null and ${sql.ref(`${p}.product_status_id`)} = 1`

/**
 * How many products a vendor is sold of each supplier of which a custom feed of its own counts; of any other
 * it is the supplier's catalogue. As many as `soldTables` has, in a third of its time (0.8 s for 100,000 own
 * products of 300,000): what the custom feed has, and what else the supplier has where it isn't restricted.
 */
export async function soldByOwnFeeds(db: Db, vendorId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ dropshipper_id: number; n: number }>`
    with counted as materialized (
      select c.dropshipper_id, c.is_restricted_setup, w.feed_id
      from vendor_custom_feed c
      join feed w using (vendor_custom_feed_id)
      where c.vendor_id = ${vendorId} and c.active and w.current_run_id is not null
      limit 2000),
    own as materialized (
      select c.dropshipper_id, o.sku
      from counted c
      join product o using (feed_id)
      where ${alive('o')}),
    sold as (
      select dropshipper_id, count(*) as n
      from own
      group by 1
      union all
      select f.dropshipper_id, count(*)
      from counted c
      join feed f on f.dropshipper_id = c.dropshipper_id and ${ownFeed('f')}
      join product p on p.feed_id = f.feed_id and ${alive('p')}
      where not c.is_restricted_setup
        and not exists (select from own where own.dropshipper_id = f.dropshipper_id and own.sku = p.sku)
      group by 1)
    select c.dropshipper_id, coalesce(sum(sold.n), 0)::int as n
    from counted c
    left join sold using (dropshipper_id)
    group by 1`.execute(db)
  return new Map(rows.map(({ dropshipper_id, n }) => [dropshipper_id, n]))
}
