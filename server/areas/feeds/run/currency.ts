import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * The currency of a feed's products that name none: the one that its other products name, else the one its
 * supplier is paid in. Null: they name several, or nobody said.
 */
export async function currencyOf(db: Db, feedId: number): Promise<string | null> {
  const { rows } = await sql<{ own: string[] | null; symbol: string | null }>`
    select
      (
        select array_agg(distinct said.currency)
        from (
          select p.currency
          from product p
          where p.feed_id = f.feed_id
            and p.currency is not null
            -- only a mapped field has values: without it the whole feed would be read for nothing
            and f.mapping @> '[{"field":"currency"}]'
          limit 50
        ) said
      ) as own,
      (
        select min(c.symbol)
        from dropshipper_currency d
        join currency c using (currency_id)
        where d.dropshipper_id = f.dropshipper_id
        having count(*) = 1
      ) as symbol
    from feed f
    where f.feed_id = ${feedId}`.execute(db)
  const [row] = rows
  if (!row?.own) return row?.symbol ?? null
  const [currency, ...others] = row.own
  return currency === undefined || others.length > 0 ? null : currency
}
