import type { RawBuilder } from 'kysely'
import type { Parsed, Result } from '#contract/index.ts'
import { standings } from '#contract/feeds/standing.ts'
import { supplierPageSize, type SupplierRow } from '#contract/suppliers/suppliers.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { slipsIn, wordsOf } from '#server/platform/database/spelling.ts'
import { contains, singleRow } from '#server/platform/database/sql.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'

const sorts = {
  name: 'lower(d.supplier_name)',
  subs: 'sub_count',
  votes: 'd.votes',
  products: 'd.active_products',
} as const

type Standing = Pick<SupplierRow, 'standing' | 'standing_reason' | 'last_good_run_tm'>
type Row = Omit<SupplierRow, keyof Standing>

/** What every list of suppliers shows, without the status of its feed. */
const supplierQuery = <More = object>(selection: RawBuilder<unknown>, extraColumns = sql``) => sql<
  Row & More
>`
  select ${extraColumns}
    d.dropshipper_id, d.supplier_name, d.dropshipper_prefix, d.allow_browse, d.custom_feed_support,
    d.automated_variant_mapping, d.variant_mapping_update_tm, d.active_products, d.votes,
    d.max_file_age_allowed_in_days * 24 as max_age_hours,
    case when own.schedule_cron is not null then own.schedule_active end as schedule_active,
    coalesce(s.n, 0)::int as sub_count
  from dropshipper d
  left join feed own on own.dropshipper_id = d.dropshipper_id and ${ownFeed('own')}
  left join (select dropshipper_id, count(*) as n from subscription group by 1) s
    on s.dropshipper_id = d.dropshipper_id
  ${selection}`

/** The rows of every list of suppliers, with the status of their own feeds. */
export async function supplierRows<More = object>(
  db: Db,
  selection: RawBuilder<unknown>,
  extraColumns = sql``,
): Promise<(SupplierRow & More)[]> {
  const { rows } = await supplierQuery<More>(selection, extraColumns).execute(db)
  return withStandings(db, rows)
}

export async function withStandings<Of extends Row>(db: Db, rows: readonly Of[]): Promise<(Of & Standing)[]> {
  const standings = await ownStandings(
    db,
    rows.map((r) => r.dropshipper_id),
  )
  return rows.map((row) => {
    const { standing, standing_reason, last_good_run_tm } = standings.get(row.dropshipper_id) ?? noFeed
    return { ...row, standing, standing_reason, last_good_run_tm }
  })
}
const noFeed = {
  standing: 'never_ran',
  standing_reason: 'No feed',
  last_good_run_tm: null,
} as const

type SupplierFilters = Parsed<'listSuppliers'>['body']
const matching = ({ query, ids }: SupplierFilters) => {
  const like = contains(query)
  const searchCondition = sql`(
    d.supplier_name ilike ${like}
    or d.dropshipper_prefix ilike ${like}
    or d.dropshipper_id::text = ${query})`
  const idCondition = ids ? sql`d.dropshipper_id = any(${ids}::int[])` : sql`true`
  return sql`${query === '' ? sql`true` : searchCondition} and ${idCondition}`
}
async function selectionFor(db: Db, filters: SupplierFilters) {
  const { sort_on: sortKey, descending } = filters
  if (sortKey === 'standing' || sortKey === 'good')
    return sql`
      join unnest(${await idsByStanding(db, filters, sortKey)}::int[]) with ordinality as sorted(id, place)
        on sorted.id = d.dropshipper_id
      order by sorted.place`
  return sql`
    where ${matching(filters)}
    order by ${sql.raw(sorts[sortKey])} ${sql.raw(descending ? 'desc' : 'asc')}, d.dropshipper_id`
}

/**
 * The status of a feed is computed from its runs, so it is read for all suppliers, then sorted. Suppliers
 * without a good run come last.
 */
async function idsByStanding(
  db: Db,
  filters: SupplierFilters,
  sortKey: 'standing' | 'good',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.dropshipper_id as id
    from dropshipper d
    where ${matching(filters)}
    order by lower(d.supplier_name), d.dropshipper_id`.execute(db)
  const of = await ownStandings(
    db,
    rows.map((row) => row.id),
  )
  const keyOf = ({ id }: { id: number }) => {
    const { standing, last_good_run_tm } = of.get(id) ?? noFeed
    if (sortKey === 'standing') return standings.indexOf(standing)
    return last_good_run_tm === null ? null : Date.parse(last_good_run_tm)
  }
  const sign = filters.descending ? -1 : 1
  return rows
    .map((row) => ({ id: row.id, key: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * (a.key - b.key)
    })
    .map(({ id }) => id)
}

/** With more suppliers than this, similar names aren't searched. */
const mostCompared = 10_000
const mostAlike = 100
const shortestName = 4

/**
 * The filters, or if nothing contains the search text, filters for suppliers whose name is the text with
 * typos.
 */
async function correctSearch(
  db: Db,
  filters: SupplierFilters,
): Promise<{ filters: SupplierFilters; alike: boolean }> {
  const words = wordsOf(filters.query)
  if (!words.some((word) => word.length >= shortestName)) return { filters, alike: false }
  const matches = await sql`
    select from dropshipper d
    where ${matching(filters)}
    limit 1`.execute(db)
  if (matches.rows.length > 0) return { filters, alike: false }
  const { rows } = await sql<{ id: number; name: string }>`
    select d.dropshipper_id as id, d.supplier_name as name
    from dropshipper d
    where ${matching({ ...filters, query: '' })}
    limit ${mostCompared}`.execute(db)
  const slips = slipsIn(words)
  const ids = rows
    .map(({ id, name }) => ({ id, slips: slips(wordsOf(name)) }))
    .filter((row) => row.slips < Infinity)
    .toSorted((a, b) => a.slips - b.slips)
    .slice(0, mostAlike)
    .map(({ id }) => id)
  return ids.length === 0
    ? { filters, alike: false }
    : { filters: { ...filters, query: '', ids }, alike: true }
}

/** Every supplier that matches, on any page. */
export const suppliersFound = async (db: Db, filters: SupplierFilters) =>
  supplierQuery(await selectionFor(db, (await correctSearch(db, filters)).filters))

export async function listSuppliers({ db }: Ctx, { body: input }: Parsed<'listSuppliers'>) {
  const { filters: body, alike } = await correctSearch(db, input)
  const suppliers = await supplierRows(
    db,
    sql`
      ${await selectionFor(db, body)}
      limit ${supplierPageSize}
      offset ${(body.current_page - 1) * supplierPageSize}`,
  )
  const { rows } = await sql<{ total: number } & Totals>`
    select count(*) as total, coalesce(sum(d.active_products), 0)::bigint as active_products,
      coalesce(sum(d.votes), 0)::bigint as votes,
      (
        select count(*)
        from subscription s
        join dropshipper d using (dropshipper_id)
        where ${matching(body)}
      ) as sub_count
    from dropshipper d
    where ${matching(body)}`.execute(db)
  const { total, ...totals } = singleRow(rows)
  return { total, totals, alike, suppliers }
}
type Totals = Result<'listSuppliers'>['totals']
