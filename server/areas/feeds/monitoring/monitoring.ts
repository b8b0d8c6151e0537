import type { MonitoredCustomFeed, MonitoredSupplier, RunStrip } from '#contract/feeds/monitoring.ts'
import { standings, type FeedStanding } from '#contract/feeds/standing.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionColumn } from '#server/platform/database/versions.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { reportTypes } from '../settings/save-report-info.ts'
import {
  endedBadly,
  endedWell,
  factColumns,
  factJoins,
  newestBad,
  ofSource,
  standingOfRow,
  type FactRow,
} from './standing.ts'

/** Bars of a strip, as many as the screen has room for; reading them takes half of the list's time. */
const shownRuns = 24

/**
 * Every feed `f` of a supplier `d` with its facts, the newest of its runs of 48 hours, and the products it
 * had a day ago.
 */
const monitoredColumns = sql`
  f.feed_id, f.dropshipper_id, d.supplier_name as supplier, ${factColumns},
  bad.feed_run_id as bad_run_id, bad.end_tm as bad_run, bad.reason as bad_reason,
  coalesce(span.runs, '[]') as runs,
  case when ${endedBadly('last')} then (
    select min(r.end_tm)
    from feed_run r
    where r.feed_id = f.feed_id
      and ${endedBadly('r')}
      and ${ofSource('r')}
      and r.end_tm > coalesce(good.end_tm, '-infinity')
  ) end as failing_since,
  yesterday.products as products_yesterday`

const monitoredFrom = sql`
  feed f
  join dropshipper d on d.dropshipper_id = f.dropshipper_id
  ${factJoins(sql`${newestBad},
      json_agg(
        json_build_array(r.feed_run_id, r.state, r.rows_read, extract(epoch from r.insert_tm)::bigint)
      ) filter (where r.place <= ${shownRuns}::int) as runs`)}
  left join feed_run bad on bad.feed_run_id = span.bad_run_id
  left join lateral (
    select (r.stats->'counts'->>'products')::int as products
    from feed_run r
    where r.feed_id = f.feed_id and ${endedWell('r')} and r.end_tm < now() - interval '24 hours'
    order by r.end_tm desc nulls last
    limit 1
  ) yesterday on true`

type MonitoredRow<Feed> = Omit<Feed, keyof FeedStanding | 'standing_since'> & FactRow & FailingRow
interface FailingRow {
  failing_since: string | null
}

export const listMonitoredFeeds = ({ db }: Ctx) => readMonitoredFeeds(db)

export async function readMonitoredFeeds(
  db: Db,
): Promise<{ suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] }> {
  const [ownFeeds, custom] = await Promise.all([
    sql<MonitoredRow<MonitoredSupplier>>`
      select ${monitoredColumns},
        d.allow_browse, d.custom_feed_support, d.active_products, d.hidden_from_report, d.report_note,
        ${versionColumn({ entity: 'dropshipper', types: reportTypes }, 'd.dropshipper_id')} as report_version,
        coalesce(subscribed.n, 0) as sub_count
      from ${monitoredFrom}
      left join (select dropshipper_id, count(*) as n from subscription group by 1) subscribed
        on subscribed.dropshipper_id = f.dropshipper_id
      where ${ownFeed('f')}
      order by d.supplier_name
      limit 5000`.execute(db),
    sql<MonitoredRow<MonitoredCustomFeed>>`
      select ${monitoredColumns},
        cf.vendor_custom_feed_id, cf.vendor_id, coalesce(c.email, '') as email,
        cf.is_restricted_setup, cf.is_custom_price_setup, cf.hidden_from_report, cf.report_note,
        ${versionColumn({ entity: 'vendor_custom_feed', types: reportTypes }, 'cf.vendor_custom_feed_id')}
          as report_version,
        (
          select count(*)
          from product p
          where p.feed_id = f.feed_id and p.gone_tm is null
        )::int as active_products
      from ${monitoredFrom}
      join vendor v on v.vendor_id = cf.vendor_id
      left join contact c on c.contact_id = v.primary_contact_id
      order by d.supplier_name, c.email
      limit 5000`.execute(db),
  ])
  return { suppliers: worstFirst(ownFeeds.rows), custom_feeds: worstFirst(custom.rows) }
}

/** The feeds with their standing, worst first; within a standing, the oldest relative to its allowed age first. */
function worstFirst<Row extends FactRow & FailingRow & { runs: RunStrip }>(rows: readonly Row[]) {
  const now = databaseNow()
  const feeds = rows.map((row) => {
    const {
      paused: _paused,
      ran: _ran,
      held_reason: _reason,
      held_tm: _held,
      failing_since: _since,
      ...feed
    } = row
    const standing = standingOfRow(row, now)
    return { ...feed, ...standing, standing_since: sinceOf(row, standing), runs: row.runs.toReversed() }
  })
  const rank = new Map(standings.map((standing, place) => [standing, place * 1e6]))
  const badness = (feed: (typeof feeds)[number]) => {
    const hours = feed.last_successful_run ? (now - Date.parse(feed.last_successful_run)) / 3_600_000 : 1e5
    return (rank.get(feed.standing) ?? 0) - hours / feed.max_age_hours
  }
  return feeds.sort((a, b) => badness(a) - badness(b))
}

/** When a feed's trouble began; null where it has none, or none with a beginning. */
function sinceOf(row: FactRow & FailingRow, { standing }: FeedStanding): string | null {
  switch (standing) {
    case 'held':
      return row.held_tm
    case 'failing':
      return row.failing_since
    case 'late':
      return row.last_successful_run === null
        ? null
        : new Date(Date.parse(row.last_successful_run) + row.max_age_hours * 3_600_000).toISOString()
    default:
      return null
  }
}
