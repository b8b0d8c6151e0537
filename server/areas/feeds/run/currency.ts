import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * What a feed's money is in where a product says none of its own: what its products say, else what its
 * supplier is paid in. Null: they say several.
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
            -- only a mapped field has values: no feed is read to its end for nothing
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
  const { own, symbol } = rows[0] ?? { own: null, symbol: null }
  if (own) return own.length === 1 ? own[0]! : null
  return symbol ?? '$'
}
