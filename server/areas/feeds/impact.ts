import type { z } from 'zod'
import type { feeds } from '#contract/feeds.ts'
import { productFieldNames, type ProductField } from '#contract/feed-settings.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Comparison, Scope } from './catalogue.ts'
import { stageTable } from './stage.ts'

type Impact = NonNullable<z.output<typeof feeds.run.answer>['impact']>
type Fields = Record<string, { from: string | null; to: string | null }>

/** Whom a run would touch and how, with twenty products as examples: the worst first (gone, then price, then the rest). */
export async function measureImpact(db: Db, scope: Scope, found: Comparison): Promise<Impact> {
  const { dropshipperId, runId, feedId, fields } = scope
  const touched = found.updated + found.deleted
  const {
    rows: [who],
  } = await sql<{ vendors: number; integrations: number }>`
    select (select count(*) from subscription where dropshipper_id = ${dropshipperId}) as vendors,
      (select count(*) from vendor_market_map where dropshipper_id = ${dropshipperId} and is_activated = 1 and paused_at is null) as integrations`.execute(db)
  const { rows: vendors } = await sql<{ vendor_id: number; company: string; integrations: number }>`
    select v.vendor_id, v.company, count(m.*) as integrations from subscription s join vendor v using (vendor_id)
    left join vendor_market_map m on m.vendor_id = v.vendor_id and m.dropshipper_id = s.dropshipper_id and m.is_activated = 1 and m.paused_at is null
    where s.dropshipper_id = ${dropshipperId} group by v.vendor_id order by count(m.*) desc, v.vendor_id limit 10`.execute(db)
  const columns = (alias: string) => sql.raw(fields.map((f) => `${alias}.${f}::text as "${alias}_${f}"`).join(', '))
  const change = sql.raw(stageTable(runId, 'change'))
  const stage = sql.raw(stageTable(runId))
  const { rows } = await sql<Record<string, string | null>>`
    select c.kind, coalesce(s.sku, p.sku) as sku, ${sql.raw(fields.includes('title') ? 'coalesce(s.title, p.title)' : 'p.title')} as title, ${columns('p')}, ${columns('s')}
    from (select * from ${change} where kind <> 'rehashed' order by case when kind = 'deleted' then 0 when price_changed then 1 when kind = 'updated' then 2 else 3 end, product_id limit 20) c
    left join ${stage} s on s.line = c.line left join product p on p.product_id = c.product_id and p.feed_id = ${feedId}`.execute(db)
  return {
    vendors: who!.vendors,
    integrations: who!.integrations,
    listings: who!.integrations * touched,
    vendor_examples: vendors,
    examples: rows.map((r) => {
      const change = r.kind === 'created' || r.kind === 'restored' ? 'Created' : r.kind === 'deleted' ? 'Deleted' : 'Updated'
      return { sku: r.sku!, title: r.title ?? null, change, fields: change === 'Updated' ? changedFields(fields, r, 'p_', 's_') : {} }
    }),
  }
}

/** The fields in which two prefixed sets of columns of one row differ. */
function changedFields(fields: readonly ProductField[], row: Record<string, string | null>, before: string, after: string): Fields {
  const out: Fields = {}
  for (const f of fields) {
    const from = row[before + f] ?? null
    const to = row[after + f] ?? null
    if (from !== to) out[f] = { from, to }
  }
  return out
}

/** Two applied runs of a feed product by product, 50 a page in order of SKU. */
export async function compareRuns(db: Db, feedId: number, first: number, second: number, after: string | undefined, only: string | undefined) {
  const list = (alias: string, as: string) => sql.raw(productFieldNames.map((f) => `${alias}.${f}::text as "${as}${f}"`).join(', '))
  const state = sql`
    touched as (
      select product_id from product_before where feed_id = ${feedId} and feed_run_id > ${first} and feed_run_id <= ${second}
      union select product_id from product where feed_id = ${feedId} and created_run_id > ${first} and created_run_id <= ${second}
    ),
    at_first as (select distinct on (product_id) b.* from product_before b join touched using (product_id) where b.feed_run_id > ${first} order by product_id, b.feed_run_id),
    at_second as (select distinct on (product_id) b.* from product_before b join touched using (product_id) where b.feed_run_id > ${second} order by product_id, b.feed_run_id),
    pair as (
      select p.product_id, p.sku, coalesce(b2.title, p.title) as title,
        (p.created_run_id <= ${first} and coalesce(b1.gone_tm, case when b1.product_id is null then p.gone_tm end) is null) as was,
        (case when b2.product_id is null then p.gone_tm else b2.gone_tm end) is null as is_now, b1.product_id as b1, b2.product_id as b2
      from touched t join product p using (product_id) left join at_first b1 using (product_id) left join at_second b2 using (product_id)
    ),
    labelled as (select *, case when not was and is_now then 'Created' when was and not is_now then 'Deleted' when was and is_now then 'Updated' end as change from pair where was or is_now)`
  const {
    rows: [counts],
  } = await sql<{ Created: number; Updated: number; Deleted: number }>`
    with ${state} select count(*) filter (where change = 'Created') as "Created", count(*) filter (where change = 'Updated') as "Updated", count(*) filter (where change = 'Deleted') as "Deleted" from labelled`.execute(
    db,
  )
  const { rows } = await sql<Record<string, string | null>>`
    with ${state}
    select l.sku, l.title, l.change, ${list('x', 'a_')}, ${list('y', 'b_')} from (
      select * from labelled where ${after === undefined ? sql`true` : sql`sku > ${after}`} and ${only === undefined ? sql`true` : sql`change = ${only}`} order by sku limit 51
    ) l
    join product p on p.product_id = l.product_id
    left join at_first b1 on b1.product_id = l.product_id left join at_second b2 on b2.product_id = l.product_id
    cross join lateral (select ${sql.raw(productFieldNames.map((f) => `case when b1.product_id is null then p.${f} else b1.${f} end as ${f}`).join(', '))}) x
    cross join lateral (select ${sql.raw(productFieldNames.map((f) => `case when b2.product_id is null then p.${f} else b2.${f} end as ${f}`).join(', '))}) y
    order by l.sku`.execute(db)
  const page = rows.slice(0, 50)
  return {
    counts: counts!,
    products: page.map((r) => {
      const change = r.change as 'Created' | 'Updated' | 'Deleted'
      return { sku: r.sku!, title: r.title ?? null, change, fields: change === 'Updated' ? changedFields(productFieldNames, r, 'a_', 'b_') : {} }
    }),
    next: rows.length > 50 ? page.at(-1)!.sku! : null,
  }
}
