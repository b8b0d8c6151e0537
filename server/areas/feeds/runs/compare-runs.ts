import type { Parsed } from '#contract/index.ts'
import type { ChangeKind } from '#contract/feeds/comparison.ts'
import { productFieldNames } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, singleRow } from '#server/platform/database/sql.ts'
import { currencyOf } from '../run/currency.ts'
import { changedFields } from './impact.ts'

const pageSize = 50
/** The kinds of change that can give a product each label. */
const kindsOf: Record<ChangeKind, readonly string[]> = {
  Created: ['restored'],
  Updated: ['updated', 'restored'],
  Deleted: ['deleted'],
}

/** The two runs in order, and the applied runs between and after them. */
interface Pair {
  feedId: number
  first: number
  second: number
  /** Runs after the first up to the second. */
  runsBetween: number[]
  /** Runs after the second. */
  after: number[]
  /** The highest product_id that the catalogue held at the first and at the second. */
  uptoFirst: number
  uptoSecond: number
}

/**
 * Compares two applied runs product by product, a page at a time in order of product_id. Each page reads about
 * as many rows as it shows, however many the runs changed.
 */
export async function compareRuns({ db }: Ctx, { params, query }: Parsed<'compareRuns'>) {
  const pair = await readPair(db, params.stat1, params.stat2)
  const page = await comparePage(db, pair, { ...query, after: query.after ?? 0, size: pageSize })
  return { ...page, currency: await currencyOf(db, pair.feedId) }
}

interface ChangeQuery {
  after: number
  change?: ChangeKind | undefined
  /** Text in the SKU or the title, as they were. */
  search?: string
  size: number
}

export async function comparePage(db: Db, pair: Pair, { after, ...query }: ChangeQuery) {
  const { rows } = await sql<ComparedRow>`
    with candidate as (${candidates(pair, { after, ...query })}
    )
    select c.product_id, p.sku, y.title,
      (c.product_id <= ${pair.uptoFirst} and (${goneTmAt('b1')}) is null) as was,
      (${goneTmAt('b2')}) is null as is_now,
      ${listFields('x', 'a_')}, ${listFields('y', 'b_')}
    from candidate c
    left join product p on p.product_id = c.product_id and p.feed_id = ${pair.feedId}
    left join lateral (${earliest(pair.runsBetween)}) b1 on true
    -- a product that no later run touched is unchanged
    left join lateral (
      select * from (${earliest(pair.after)}) l where p.updated_run_id > ${pair.second}
    ) b2 on true
    cross join lateral (select ${stateAt('b1')}) x
    cross join lateral (select ${stateAt('b2')}) y
    order by c.product_id`.execute(db)
  const page = rows.slice(0, query.size)
  return {
    products: page.flatMap((row) => {
      const change = changeOf(row)
      // permanently deleted since, or in neither catalogue
      if (row.sku == null || change === undefined || (query.change && change !== query.change)) return []
      return [
        {
          sku: row.sku,
          title: row.title ?? null,
          change,
          ...inMoney(row.b_currency ?? row.a_currency),
          fields: changedFields(change, productFieldNames, row, { before: 'a_', after: 'b_' }),
        },
      ]
    }),
    next: rows.length > query.size ? (page.at(-1)?.product_id ?? null) : null,
  }
}

type ComparedRow = Record<string, string | null> & { product_id: number; was: boolean; is_now: boolean }

function changeOf(row: ComparedRow): ChangeKind | undefined {
  if (row.was) return row.is_now ? 'Updated' : 'Deleted'
  return row.is_now ? 'Created' : undefined
}

/** The next products that may differ between the two runs, by id. */
function candidates(pair: Pair, { after, ...query }: ChangeQuery) {
  const kinds = query.change ? kindsOf[query.change] : ['updated', 'restored', 'deleted']
  const includesCreated = query.change === undefined || query.change === 'Created'
  const like = query.search ? contains(query.search) : null
  const matchesSearch = (table: string) =>
    like === null
      ? sql``
      : sql`and (${sql.ref(`${table}.sku`)} ilike ${like} or ${sql.ref(`${table}.title`)} ilike ${like})`
  return sql`
      select product_id
      from (
        (
          select b.product_id
          from unnest(${pair.runsBetween}::bigint[]) as r(id)
          cross join unnest(${kinds as string[]}::text[]) as k(kind)
          cross join lateral (
            select product_id
            from product_before x
            where x.feed_run_id = r.id
              and x.kind = k.kind
              and x.product_id > ${after}
              ${matchesSearch('x')}
            order by x.product_id
            limit ${query.size + 1}
          ) b
        )
        union all
        (
          select product_id
          from product
          where ${includesCreated}
            and feed_id = ${pair.feedId}
            and product_id > ${Math.max(after, pair.uptoFirst)}
            and product_id <= ${pair.uptoSecond}
            ${matchesSearch('product')}
          order by product_id
          limit ${query.size + 1}
        )
      ) x
      group by product_id
      order by product_id
      limit ${query.size + 1}`
}

/** The columns of all product fields, under a prefix. */
const listFields = (alias: string, prefix: string) =>
  sql.raw(productFieldNames.map((f) => `${alias}.${f}::text as "${prefix}${f}"`).join(', '))
/** A product's fields in the image before a run, or as they are now if there is none. */
const stateAt = (before: string) =>
  sql.raw(
    productFieldNames
      .map((f) => `case when ${before}.product_id is null then p.${f} else ${before}.${f} end as ${f}`)
      .join(', '),
  )
const goneTmAt = (before: string) =>
  sql.raw(`case when ${before}.product_id is null then p.gone_tm else ${before}.gone_tm end`)
/** The earliest image of candidate `c` in some runs. */
const earliest = (runs: readonly number[]) => sql`
      select b.*
      from unnest(${runs as number[]}::bigint[]) as r(id)
      cross join lateral (
        select *
        from product_before x
        where x.feed_run_id = r.id
          and x.kind in ('updated', 'deleted', 'restored')
          and x.product_id = c.product_id
        limit 1
      ) b
      order by b.feed_run_id
      limit 1`

const inMoney = (currency: string | null | undefined) => (currency ? { currency } : {})

/**
 * How many products differ between two runs, by label. For neighboring runs this is the run's own count; for
 * others, every product that was touched is examined.
 */
export async function countRunDifferences(
  { db }: Ctx,
  { params }: Parsed<'countRunDifferences'>,
): Promise<Record<ChangeKind, number>> {
  const pair = await readPair(db, params.stat1, params.stat2)
  const [onlyRun] = pair.runsBetween
  if (onlyRun === undefined) return { Created: 0, Updated: 0, Deleted: 0 }
  if (pair.runsBetween.length === 1) return countOfRun(db, onlyRun)
  const { rows } = await sql<Record<ChangeKind, number>>`
    with at_first as (
      select distinct on (product_id) product_id, gone_tm
      from product_before
      where feed_run_id = any(${pair.runsBetween})
      order by product_id, feed_run_id
    ),
    touched as (
      select p.product_id, p.gone_tm, p.updated_run_id,
        a.product_id is not null and a.gone_tm is null and p.product_id <= ${pair.uptoFirst} as was
      from at_first a
      join product p using (product_id)
      union all
      select p.product_id, p.gone_tm, p.updated_run_id, false
      from product p
      where p.feed_id = ${pair.feedId}
        and p.product_id > ${pair.uptoFirst}
        and p.product_id <= ${pair.uptoSecond}
        and p.product_id not in (select product_id from at_first)
    ),
    at_second as (
      select distinct on (product_id) b.product_id, b.gone_tm
      from product_before b
      join touched t using (product_id)
      where b.feed_run_id = any(${pair.after})
        and t.updated_run_id > ${pair.second}
      order by product_id, b.feed_run_id
    ),
    pair as (
      select t.was, (case when s.product_id is null then t.gone_tm else s.gone_tm end) is null as is_now
      from touched t
      left join at_second s using (product_id)
    )
    select
      count(*) filter (where not was and is_now) as "Created",
      count(*) filter (where was and is_now) as "Updated",
      count(*) filter (where was and not is_now) as "Deleted"
    from pair`.execute(db)
  return singleRow(rows)
}

/** How many products an applied run changed; a restored product counts as created. */
export async function countOfRun(db: Db, runId: number): Promise<Record<ChangeKind, number>> {
  const { rows } = await sql<Record<ChangeKind, number>>`
    select created as "Created", updated as "Updated", deleted as "Deleted"
    from feed_run
    where feed_run_id = ${runId}`.execute(db)
  return singleRow(rows)
}

async function readPair(db: Db, stat1: number, stat2: number): Promise<Pair> {
  const runs = await db
    .selectFrom('feed_run')
    .select(['feed_run_id', 'feed_id', 'state'])
    .where('feed_run_id', 'in', [stat1, stat2])
    .execute()
  const [first, second] = runs.sort((a, b) => a.feed_run_id - b.feed_run_id)
  if (!first || !second) throw notFound('run')
  if (first.feed_id !== second.feed_id) throw conflict('The runs belong to different feeds')
  for (const r of [first, second])
    if (r.state !== 'applied' && r.state !== 'unchanged')
      throw conflict(
        `Run ${r.feed_run_id} is ${r.state.replace('_', ' ')}. Only applied and unchanged runs can be compared`,
      )
  return pairOf(db, first.feed_id, first.feed_run_id, second.feed_run_id)
}

/** The runs of a feed between two runs, and after the second. */
export async function pairOf(db: Db, feedId: number, a: number, b: number): Promise<Pair> {
  const { rows } = await sql<{
    removed: number | null
    between: number[]
    after: number[]
    upto_first: number | null
    upto_second: number | null
  }>`
    select
      max(id) filter (where id > ${a} and is_removed) as removed,
      coalesce(array_agg(id order by id) filter (where id > ${a} and id <= ${b}), '{}') as between,
      coalesce(array_agg(id order by id) filter (where id > ${b}), '{}') as after,
      max(product_upto) filter (where id <= ${a}) as upto_first,
      max(product_upto) filter (where id <= ${b}) as upto_second
    from (
      select feed_run_id::float8 as id, product_upto, changes_removed_tm is not null as is_removed
      from feed_run
      where feed_id = ${feedId} and state = 'applied'
    ) r`.execute(db)
  const row = singleRow(rows)
  if (row.removed !== null)
    throw conflict(`The state before run ${row.removed} is no longer stored. Compare later runs`)
  return {
    feedId,
    first: a,
    second: b,
    runsBetween: row.between,
    after: row.after,
    uptoFirst: row.upto_first ?? 0,
    uptoSecond: row.upto_second ?? 0,
  }
}
