import type { Parsed } from '#contract/index.ts'
import { checkedDays, lastChecked, mostWrong, type HeldSupplier } from '#contract/products/asins/holds.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/**
 * The suppliers of whose last sure matches in a market people found too many wrong: `dropshipper_id`, `market_id`,
 * `checked`, `wrong`, `since_tm`.
 */
export const heldSuppliers = sql`
  select x.dropshipper_id, x.market_id, max(x.tm) filter (where x.is_wrong) as since_tm, count(*)::int as checked,
    count(*) filter (where x.is_wrong)::int as wrong
  from (
    select m.dropshipper_id, d.market_id, d.tm, d.asin is distinct from d.suggested as is_wrong,
      row_number() over (
        partition by m.dropshipper_id, d.market_id
        order by d.product_asin_decision_id desc) as turn
    from product_asin_decision d
    join product_asin_match m using (product_asin_match_id)
    left join asin_hold_lift l on l.dropshipper_id = m.dropshipper_id and l.market_id = d.market_id
    where d.how = 'person'
      and d.class = 'green'
      and d.undone_tm is null
      and d.tm > now() - make_interval(days => ${sql.lit(checkedDays)})
      and (l.lifted_tm is null or d.tm > l.lifted_tm)
      and not exists (
        select
        from product_asin_decision o
        where o.product_asin_match_id = d.product_asin_match_id
          and o.product_asin_decision_id > d.product_asin_decision_id
          and o.how = 'person'
          and o.undone_tm is null)) x
  where x.turn <= ${sql.lit(lastChecked)}
  group by x.dropshipper_id, x.market_id
  having count(*) filter (where x.is_wrong) >= ${sql.lit(mostWrong)}`

export async function listHeldSuppliers(db: Db, marketId: number): Promise<HeldSupplier[]> {
  const { rows } = await sql<HeldSupplier>`
    select h.dropshipper_id, s.supplier_name, h.checked, h.wrong, (
        select count(*)
        from product_asin_match m
        where m.dropshipper_id = h.dropshipper_id and m.market_id = ${marketId} and m.state = 'open'
          and m.class = 'green') as sure
    from (${heldSuppliers}) h
    join dropshipper s using (dropshipper_id)
    where h.market_id = ${marketId}
    order by s.supplier_name
    limit 100`.execute(db)
  return rows
}

export const allowBulkAsins = (ctx: Ctx, { body: { market_id, dropshipper_id } }: Parsed<'allowBulkAsins'>) =>
  write(ctx, async (tx, logActivity) => {
    const { rows } = await sql`
      insert into asin_hold_lift as l (dropshipper_id, market_id, lifted_by_name)
      select h.dropshipper_id, ${market_id}::int, ${ctx.who.name}
      from (${heldSuppliers}) h
      where h.dropshipper_id = ${dropshipper_id} and h.market_id = ${market_id}
      on conflict (dropshipper_id, market_id) do update set
        lifted_by_name = excluded.lifted_by_name, lifted_tm = now()
      returning l.dropshipper_id`.execute(tx)
    if (rows.length === 0) throw conflict('Bulk acceptance is already allowed for this supplier')
    await logActivity({
      type: 'asin.allow',
      dropshipper_id,
      entity: 'dropshipper',
      entity_id: dropshipper_id,
      message: 'Bulk acceptance of sure ASINs allowed again',
    })
  })
