import type { Selectable } from 'kysely'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { isBad } from '#contract/feeds/standing.ts'
import type { Parsed } from '#contract/index.ts'
import type { CatalogueCounts } from '../gate/catalogue-counts.ts'
import type { FeedRun as FeedRunTable } from '#server/db/tables.ts'
import { ownFeed, rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { endedBadly, endedWell } from '../monitoring/standing.ts'

export const datumColumns = [
  'stats',
  'rows_read',
  'rows_accepted',
  'rows_rejected',
  'created',
  'updated',
  'unchanged',
  'deleted',
] as const
type DatumRow = Pick<Selectable<FeedRunTable>, (typeof datumColumns)[number]>

/** A run's statistics as named numbers (docs/domain/feed-checks.md, Run numbers); fill rates in percent. */
export function datums(row: DatumRow): Record<string, number> | null {
  const stats = row.stats as {
    counts?: CatalogueCounts
    bytes?: number
    prices_changed?: number
    categories?: number
    with_images?: number
    active?: number
  } | null
  if (!stats?.counts) return null
  const { counts } = stats
  const fills = Object.entries(counts.filled).map(
    ([f, n]) =>
      [
        `fill:${productFields[f as ProductField].label}`,
        counts.products ? Math.round((n / counts.products) * 1000) / 10 : 0,
      ] as const,
  )
  const values = {
    products: counts.products,
    in_stock: counts.in_stock,
    read: row.rows_read,
    accepted: row.rows_accepted,
    rejected: row.rows_rejected,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    deleted: row.deleted,
    prices_changed: stats.prices_changed,
    categories: stats.categories,
    with_images: stats.with_images,
    active: stats.active,
    bytes: stats.bytes,
  }
  return Object.fromEntries([
    ...Object.entries(values).flatMap(([k, v]) => (v === undefined ? [] : [[k, v] as const])),
    ...fills,
  ])
}

export async function listRunStatistics({ db }: Ctx, { params }: Parsed<'listRunStatistics'>) {
  const rows = await db
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .select(
      (['feed_run_id', 'insert_tm', 'end_tm', 'state', 'reason', ...datumColumns] as const).map(
        (c) => `feed_run.${c}` as const,
      ),
    )
    .where('feed.dropshipper_id', '=', params.id)
    .where(ownFeed('feed'))
    .where((run) =>
      run.or([
        run('stats', 'is not', null).and(
          run.or([endedWell('feed_run'), run('state', 'in', ['held', 'rolled_back'])]),
        ),
        endedBadly('feed_run'),
      ]),
    )
    .orderBy('feed_run_id', 'desc')
    .limit(200)
    .execute()
  return (await rowsOfSupplier(db, params.id, rows)).toReversed().map((r) => ({
    feed_run_id: r.feed_run_id,
    tm: r.end_tm ?? r.insert_tm,
    state: r.state,
    reason: r.reason,
    // a failed run says nothing about products
    datums: isBad(r.state) ? {} : (datums(r) ?? {}),
  }))
}

export async function listNewestStatistics({ db }: Ctx) {
  const { rows } = await sql<DatumRow & { dropshipper_id: number; end_tm: string; active_products: number }>`
    select d.dropshipper_id, d.active_products, r.end_tm,
      ${sql.join(datumColumns.map((c) => sql.ref(`r.${c}`)))}
    from dropshipper d
    join feed f on f.dropshipper_id = d.dropshipper_id and ${ownFeed('f')}
    join feed_run r on r.feed_run_id = f.current_run_id
    order by d.dropshipper_id
    limit 2000`.execute(db)
  return rows.map((r) => ({
    dropshipper_id: r.dropshipper_id,
    tm: r.end_tm,
    active_products: r.active_products,
    datums: datums(r) ?? {},
  }))
}
