import type { HistoryRow } from '#contract/feeds/monitoring.ts'
import type { Parsed } from '#contract/index.ts'
import { ownFeed, rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { sortOrder } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

const pageSize = 50
const spanSize = 500
export async function listRuns({ db }: Ctx, { params, query }: Parsed<'listRuns'>) {
  const rows = await runHistory(db, { dropshipper_id: params.id }, query, pageSize)
  return query.before === undefined ? rowsOfSupplier(db, params.id, rows) : rows
}

export async function listRunsBetween({ db }: Ctx, { query }: Parsed<'listRunsBetween'>) {
  const rows = await runHistory(db, { dropshipper_id: query.dropshipper_id }, query, spanSize)
  return rowsOfSupplier(db, query.dropshipper_id, rows)
}

export async function listCustomFeedRuns({ db }: Ctx, { query }: Parsed<'listCustomFeedRuns'>) {
  const rows = await runHistory(db, { custom_feed_id: query.custom_feed_id }, query, spanSize)
  if (rows.length === 0) await requireCustomFeed(db, query.custom_feed_id)
  return rows
}

/** The same as a supplier's, for a custom feed. */
export async function listCustomFeedHistory({ db }: Ctx, { params, query }: Parsed<'listCustomFeedHistory'>) {
  const rows = await runHistory(db, { custom_feed_id: params.vcfi }, query, pageSize)
  if (rows.length === 0) await requireCustomFeed(db, params.vcfi)
  return rows
}

async function requireCustomFeed(db: Db, id: number): Promise<void> {
  const customFeed = await db
    .selectFrom('vendor_custom_feed')
    .select('vendor_custom_feed_id')
    .where('vendor_custom_feed_id', '=', id)
    .executeTakeFirst()
  if (!customFeed) throw notFound('custom feed')
}

/**
 * A run's duration is the sum of its phases, because it doesn't work while it waits for a person. A phase that
 * was broken off lasted until the end.
 */
const historyColumns = sql`
  r.feed_run_id, r.state, r.dry, r.insert_tm as tm, r.end_tm,
  (
    select sum(coalesce(
      (step->>'ms')::float8,
      greatest(0, extract(epoch from r.end_tm - (step->>'start_tm')::timestamptz)) * 1000,
      0)) / 1000
    from jsonb_array_elements(r.phases) as steps(step)
  )::float8 as seconds,
  r.rows_read, r.rows_rejected, r.created, r.updated, r.deleted, r.reason`

/** The sort keys of runs, each followed by the id. */
const keys = {
  id: sql`feed_run_id`,
  tm: sql`tm`,
  state: sql`state`,
  took: sql`coalesce(seconds, -1)`,
  read: sql`rows_read`,
  rejected: sql`rows_rejected`,
  created: sql`created`,
  updated: sql`updated`,
  deleted: sql`deleted`,
} as const

interface Span {
  /** Seconds since 1970. */
  start?: number | undefined
  end?: number | undefined
  sort?: Parsed<'listRuns'>['query']['sort']
  /** The run after which the page begins. */
  before?: number | undefined
}

async function runHistory(
  db: Db,
  owner: { dropshipper_id: number } | { custom_feed_id: number },
  { start, end, sort = '-id', before }: Span,
  limit: number,
): Promise<HistoryRow[]> {
  const ownerCondition =
    'custom_feed_id' in owner
      ? sql`f.vendor_custom_feed_id = ${owner.custom_feed_id}`
      : sql`f.dropshipper_id = ${owner.dropshipper_id} and ${ownFeed('f')}`
  const { key, way, after } = sortOrder(sort, keys)
  // the newest first are found by their ids
  const following =
    sort === '-id'
      ? sql`feed_run_id < ${before}`
      : sql`(${key}, feed_run_id) ${after} (
          select ${key}, feed_run_id from found where feed_run_id = ${before})`
  const { rows } = await sql<HistoryRow>`
    with found as ${sort === '-id' ? sql`not materialized` : sql``} (
      select ${historyColumns}
      from feed f
      join feed_run r using (feed_id)
      where ${ownerCondition}
        ${start === undefined ? sql`` : sql`and r.insert_tm >= to_timestamp(${start})`}
        ${end === undefined ? sql`` : sql`and r.insert_tm < to_timestamp(${end})`})
    select *
    from found
    where ${before === undefined ? sql`true` : following}
    order by ${key} ${way}, feed_run_id ${way}
    limit ${limit}`.execute(db)
  return rows
}
