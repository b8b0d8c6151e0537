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

/** What every list of suppliers shows of one, less how its feed stands. */
const supplierQuery = <More = object>(wanted: RawBuilder<unknown>, more = sql``) => sql<Row & More>`
  select ${more}
    d.dropshipper_id, d.supplier_name, d.dropshipper_prefix, d.allow_browse, d.custom_feed_support,
    d.automated_variant_mapping, d.variant_mapping_update_tm, d.active_products, d.votes,
    d.max_file_age_allowed_in_days * 24 as max_age_hours,
    case when own.schedule_cron is not null then own.schedule_active end as schedule_active,
    coalesce(s.n, 0)::int as sub_count
  from dropshipper d
  left join feed own on own.dropshipper_id = d.dropshipper_id and ${ownFeed('own')}
  left join (select dropshipper_id, count(*) as n from subscription group by 1) s
    on s.dropshipper_id = d.dropshipper_id
  ${wanted}`

/** The rows of every list of suppliers, with how their own feeds stand. */
export async function supplierRows<More = object>(
  db: Db,
  wanted: RawBuilder<unknown>,
  more = sql``,
): Promise<(SupplierRow & More)[]> {
  const { rows } = await supplierQuery<More>(wanted, more).execute(db)
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
  standing_reason: 'It has no feed of its own',
  last_good_run_tm: null,
} as const

type Asked = Parsed<'listSuppliers'>['body']
const matching = ({ query, ids }: Asked) => {
  const like = contains(query)
  const found = sql`(
    d.supplier_name ilike ${like}
    or d.dropshipper_prefix ilike ${like}
    or d.dropshipper_id::text = ${query})`
  const chosen = ids ? sql`d.dropshipper_id = any(${ids}::int[])` : sql`true`
  return sql`${query === '' ? sql`true` : found} and ${chosen}`
}
async function wanted(db: Db, asked: Asked) {
  const { sort_on: by, descending } = asked
  if (by === 'standing' || by === 'good')
    return sql`
      join unnest(${await idsByStanding(db, asked, by)}::int[]) with ordinality as sorted(id, place)
        on sorted.id = d.dropshipper_id
      order by sorted.place`
  return sql`
    where ${matching(asked)}
    order by ${sql.raw(sorts[by])} ${sql.raw(descending ? 'desc' : 'asc')}, d.dropshipper_id`
}

/** How feeds stand is decided from their runs: it is read of all, then sorted. No good run comes last. */
async function idsByStanding(db: Db, asked: Asked, by: 'standing' | 'good'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.dropshipper_id as id
    from dropshipper d
    where ${matching(asked)}
    order by lower(d.supplier_name), d.dropshipper_id`.execute(db)
  const of = await ownStandings(
    db,
    rows.map((row) => row.id),
  )
  const keyOf = ({ id }: { id: number }) => {
    const { standing, last_good_run_tm } = of.get(id) ?? noFeed
    if (by === 'standing') return standings.indexOf(standing)
    return last_good_run_tm === null ? null : Date.parse(last_good_run_tm)
  }
  const sign = asked.descending ? -1 : 1
  return rows
    .map((row) => ({ id: row.id, key: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * (a.key - b.key)
    })
    .map(({ id }) => id)
}

/** Of more suppliers it isn't looked which have a similar name. */
const mostCompared = 10_000
const mostAlike = 100
const shortestName = 4

/** What is asked for, or where nothing holds it, those whose name is the text but for slips. */
async function meant(db: Db, asked: Asked): Promise<{ asked: Asked; alike: boolean }> {
  const words = wordsOf(asked.query)
  if (!words.some((word) => word.length >= shortestName)) return { asked, alike: false }
  const held = await sql`
    select from dropshipper d
    where ${matching(asked)}
    limit 1`.execute(db)
  if (held.rows.length > 0) return { asked, alike: false }
  const { rows } = await sql<{ id: number; name: string }>`
    select d.dropshipper_id as id, d.supplier_name as name
    from dropshipper d
    where ${matching({ ...asked, query: '' })}
    limit ${mostCompared}`.execute(db)
  const slips = slipsIn(words)
  const ids = rows
    .map(({ id, name }) => ({ id, slips: slips(wordsOf(name)) }))
    .filter((row) => row.slips < Infinity)
    .toSorted((a, b) => a.slips - b.slips)
    .slice(0, mostAlike)
    .map(({ id }) => id)
  return ids.length === 0 ? { asked, alike: false } : { asked: { ...asked, query: '', ids }, alike: true }
}

/** Every supplier that is asked for, on whatever page. */
export const suppliersFound = async (db: Db, asked: Asked) =>
  supplierQuery(await wanted(db, (await meant(db, asked)).asked))

export async function listSuppliers({ db }: Ctx, { body: given }: Parsed<'listSuppliers'>) {
  const { asked: body, alike } = await meant(db, given)
  const suppliers = await supplierRows(
    db,
    sql`
      ${await wanted(db, body)}
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
