import type { RawBuilder } from 'kysely'
import type { ChangeKind, ComparedProduct } from '#contract/feeds/comparison.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { effective, fieldBit, type Comparison, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

type Impact = NonNullable<FeedRun['impact']>
type Fields = Record<string, { from: string | null; to: string | null }>

/** Whom a run would affect and how, with twenty example products: removed ones first, then prices, then the rest. */
export async function measureImpact(db: Db, scope: Scope, comparison: Comparison): Promise<Impact> {
  const { dropshipperId, fields } = scope
  const {
    rows: [owner],
  } = await sql<{ vendor_id: number; restricted: boolean }>`
    select c.vendor_id, c.is_restricted_setup and c.active as restricted
    from feed f
    join vendor_custom_feed c using (vendor_custom_feed_id)
    where f.feed_id = ${scope.feedId}`.execute(db)
  // a custom feed affects only its own vendor
  const ofOwner = (vendor: string) =>
    owner ? sql`${sql.ref(`${vendor}.vendor_id`)} = ${owner.vendor_id}` : sql`true`
  const touchedProducts = comparison.updated + comparison.deleted
  const closedProducts = owner?.restricted ? await closedBy(db, scope) : 0
  const { rows: counts } = await sql<{ vendors: number; integrations: number }>`
    select
      (select count(*) from subscription s where s.dropshipper_id = ${dropshipperId} and ${ofOwner('s')}) as vendors,
      (
        select count(*)
        from vendor_market_map m
        where m.dropshipper_id = ${dropshipperId} and ${activeIntegration} and ${ofOwner('m')}
      ) as integrations`.execute(db)
  const affected = singleRow(counts)
  const { rows: vendors } = await sql<Impact['vendor_examples'][number]>`
    with touched as (
    select v.vendor_id, v.company, count(m.*) as integrations
    from subscription s
    join vendor v using (vendor_id)
    left join vendor_market_map m
      on m.vendor_id = v.vendor_id
      and m.dropshipper_id = s.dropshipper_id
      and ${activeIntegration}
    where s.dropshipper_id = ${dropshipperId} and ${ofOwner('s')}
    group by v.vendor_id
    order by count(m.*) desc, v.vendor_id
    limit 10)
    select t.vendor_id, t.company, t.integrations, coalesce(l.listings, 0) as listings
    from touched t
    left join lateral (
      select sum(d.active_products) as listings
      from vendor_market_map m
      join dropshipper d using (dropshipper_id)
      where m.vendor_id = t.vendor_id and ${activeIntegration}) l on true
    order by t.integrations desc, t.vendor_id`.execute(db)
  const examples = sql`
    select *
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind <> 'rehashed'
    order by
      case
        when kind = 'deleted' then 0
        when changed & ${fieldBit('wholesale_price')}::int <> 0 and kind = 'updated' then 1
        when kind = 'updated' then 2
        else 3
      end,
      product_id
    limit 20`
  const { rows } = await changeQuery(scope, examples).execute(db)
  return {
    vendors: affected.vendors,
    integrations: affected.integrations,
    listings: affected.integrations * (touchedProducts + closedProducts),
    closed: closedProducts,
    vendor_examples: vendors,
    examples: rows.map((row) => toChange(fields, row)),
  }
}

/** How many of the supplier's open products its restricted custom feed would close. */
async function closedBy(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from feed own
    join feed f on f.dropshipper_id = own.dropshipper_id and ${ownFeed('f')}
    join product p on p.feed_id = f.feed_id and p.gone_tm is null and p.product_status_id = 1
    where own.feed_id = ${scope.feedId}
      and not exists (select from ${sql.raw(stageTable(scope))} s where s.sku = p.sku)
      and (own.current_run_id is null or exists (
        select
        from product had
        where had.feed_id = own.feed_id and had.sku = p.sku and had.gone_tm is null
          and had.product_status_id = 1))`.execute(db)
  return singleRow(rows).n
}

export type ChangeRow = Record<string, string | null>

/** Rows of a staged run's changes, each with its product as it is and as it would be. */
export function changeQuery(scope: Scope, changes: RawBuilder<unknown>) {
  const { feedId, fields, rules } = scope
  const columns = (alias: string, expression: (f: ProductField) => string) =>
    sql.raw(fields.map((f) => `(${expression(f)})::text as "${alias}_${f}"`).join(', '))
  const stage = sql.raw(stageTable(scope))
  const title = sql.raw(fields.includes('title') ? 'coalesce(s.title, p.title)' : 'p.title')
  const currency = sql.raw(fields.includes('currency') ? 'coalesce(s.currency, p.currency)' : 'p.currency')
  return sql<ChangeRow>`
    select c.kind, coalesce(s.sku, p.sku) as sku, ${title} as title, ${currency} as currency,
      ${columns('p', (f) => `p.${f}`)},
      ${columns('s', (f) => effective(f, rules))}
    from (${changes}) c
    left join ${stage} s on s.line = c.line
    left join product p on p.product_id = c.product_id and p.feed_id = ${feedId}`
}

function changeKindOf(kind: string): ChangeKind {
  if (kind === 'created' || kind === 'restored') return 'Created'
  return kind === 'deleted' ? 'Deleted' : 'Updated'
}

export function toChange(fields: readonly ProductField[], row: ChangeRow): ComparedProduct {
  const change = changeKindOf(row.kind ?? '')
  return {
    sku: row.sku ?? '',
    title: row.title ?? null,
    change,
    ...(row.currency && { currency: row.currency }),
    fields: changedFields(change, fields, row, { before: 'p_', after: 's_' }),
  }
}

/**
 * The fields in which two prefixed sets of a row's columns differ; for a product that is added or removed, only
 * those that are sent to stores.
 */
export function changedFields(
  change: ChangeKind,
  fields: readonly ProductField[],
  row: Record<string, string | null>,
  { before, after }: { before: string; after: string },
): Fields {
  const differences: Fields = {}
  const comparedFields = change === 'Updated' ? fields : fields.filter((f) => sentFields[change].includes(f))
  for (const f of comparedFields) {
    const from = change === 'Created' ? null : (row[before + f] ?? null)
    const to = change === 'Deleted' ? '0' : (row[after + f] ?? null)
    if (from !== to) differences[f] = { from, to }
  }
  return differences
}
const sentFields: Record<'Created' | 'Deleted', readonly ProductField[]> = {
  Created: ['wholesale_price', 'quantity'],
  Deleted: ['quantity'],
}
