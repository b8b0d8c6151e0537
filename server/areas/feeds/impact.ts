import type { FeedRun } from '#contract/feeds/runs.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import { activeIntegration } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Comparison, Scope } from './catalogue.ts'
import { stageTable } from './stage.ts'

type Impact = NonNullable<FeedRun['impact']>
type Fields = Record<string, { from: string | null; to: string | null }>

/**
 * Whom a run would touch and how, with twenty products as examples: the worst first (gone, then price, then
 * the rest).
 */
export async function measureImpact(db: Db, scope: Scope, found: Comparison): Promise<Impact> {
  const { dropshipperId, feedId, fields } = scope
  const touched = found.updated + found.deleted
  const {
    rows: [who],
  } = await sql<{ vendors: number; integrations: number }>`
    select
      (select count(*) from subscription where dropshipper_id = ${dropshipperId}) as vendors,
      (
        select count(*)
        from vendor_market_map m
        where m.dropshipper_id = ${dropshipperId} and ${activeIntegration}
      ) as integrations`.execute(db)
  const { rows: vendors } = await sql<{ vendor_id: number; company: string; integrations: number }>`
    select v.vendor_id, v.company, count(m.*) as integrations
    from subscription s
    join vendor v using (vendor_id)
    left join vendor_market_map m
      on m.vendor_id = v.vendor_id
      and m.dropshipper_id = s.dropshipper_id
      and ${activeIntegration}
    where s.dropshipper_id = ${dropshipperId}
    group by v.vendor_id
    order by count(m.*) desc, v.vendor_id
    limit 10`.execute(db)
  const columns = (alias: string) =>
    sql.raw(fields.map((f) => `${alias}.${f}::text as "${alias}_${f}"`).join(', '))
  const change = sql.raw(stageTable(scope, 'change'))
  const stage = sql.raw(stageTable(scope))
  const title = sql.raw(fields.includes('title') ? 'coalesce(s.title, p.title)' : 'p.title')
  const { rows } = await sql<Record<string, string | null>>`
    select c.kind, coalesce(s.sku, p.sku) as sku, ${title} as title, ${columns('p')}, ${columns('s')}
    from (
      select *
      from ${change}
      where kind <> 'rehashed'
      order by
        case when kind = 'deleted' then 0 when price_changed then 1 when kind = 'updated' then 2 else 3 end,
        product_id
      limit 20
    ) c
    left join ${stage} s on s.line = c.line
    left join product p on p.product_id = c.product_id and p.feed_id = ${feedId}`.execute(db)
  return {
    vendors: who!.vendors,
    integrations: who!.integrations,
    listings: who!.integrations * touched,
    vendor_examples: vendors,
    examples: rows.map((r) => {
      const change =
        r.kind === 'created' || r.kind === 'restored'
          ? 'Created'
          : r.kind === 'deleted'
            ? 'Deleted'
            : 'Updated'
      return {
        sku: r.sku!,
        title: r.title ?? null,
        change,
        fields: change === 'Updated' ? changedFields(fields, r, 'p_', 's_') : {},
      }
    }),
  }
}

/** The fields in which two prefixed sets of columns of one row differ. */
export function changedFields(
  fields: readonly ProductField[],
  row: Record<string, string | null>,
  before: string,
  after: string,
): Fields {
  const out: Fields = {}
  for (const f of fields) {
    const from = row[before + f] ?? null
    const to = row[after + f] ?? null
    if (from !== to) out[f] = { from, to }
  }
  return out
}
