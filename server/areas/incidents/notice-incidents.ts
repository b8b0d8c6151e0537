import { graceMinutes, incidentOf, isWell, type IncidentKind } from '#contract/incidents/standing.ts'
import { standingsAfter, type StoodFeed } from '#server/areas/feeds/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { emailIncidents } from './email-incidents.ts'

const feedsATurn = 500

/**
 * Records which feeds broke and which are well again, and emails the vendors who want to know (docs/domain/incidents.md,
 * Incidents). Any number of workers may do this, because a feed has at most one open incident.
 */
export async function noticeIncidents(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  for (let after = 0; ;) {
    const feeds = await standingsAfter(db, after, feedsATurn, now)
    await keepIncidents(db, feeds, now)
    const last = feeds.at(-1)
    if (!last || feeds.length < feedsATurn) break
    after = last.feed_id
  }
  await endIncidents(db, now)
  await emailIncidents(services)
}

interface FeedHealth {
  feed_id: number
  kind: IncidentKind | null
  well: boolean
  reason_code: string | null
  good_tm: string | null
  max_age_hours: number
}
const toFeedHealth = ({ feed_id, standing, last_reason_code, ...feed }: StoodFeed): FeedHealth => {
  const kind = incidentOf(standing)
  return {
    feed_id,
    kind,
    well: isWell(standing),
    reason_code: kind === 'failing' ? last_reason_code : null,
    good_tm: feed.last_good_run_tm,
    max_age_hours: feed.max_age_hours,
  }
}

/** Opens an incident for a broken feed from when it broke; for a well one, notes that the open incident is ending. */
async function keepIncidents(db: Db, feeds: readonly StoodFeed[], now: number): Promise<void> {
  const rows = feeds.map(toFeedHealth).filter(({ kind, well }) => kind !== null || well)
  if (rows.length === 0) return
  await sql`
    with seen as (
      select *
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (feed_id int, kind text, well boolean,
        reason_code text, good_tm timestamptz, max_age_hours int)),
    well as (
      update incident i
      -- after a held file was discarded, the last good run is the earlier one
      set well_tm = greatest(i.began_tm, case when s.good_tm > i.began_tm then s.good_tm else ${toTimestamp(now)} end)
      from seen s
      where i.feed_id = s.feed_id and s.well and i.ended_tm is null and i.well_tm is null)
    insert into incident as i (feed_id, kind, reason_code, began_tm, seen_tm)
    select s.feed_id, s.kind, s.reason_code, least(coalesce(b.tm, ${toTimestamp(now)}), ${toTimestamp(now)}), ${toTimestamp(now)}
    from seen s
    join feed using (feed_id)
    left join lateral (
      select case s.kind
        when 'late' then s.good_tm + make_interval(hours => s.max_age_hours)
        when 'held' then (
          select max(r.end_tm) from feed_run r where r.feed_id = s.feed_id and r.state = 'held')
        else (
          select min(r.end_tm)
          from feed_run r
          where r.feed_id = s.feed_id
            and r.state in ('rejected', 'failed')
            and r.mends_run_id is null
            and r.end_tm > coalesce(s.good_tm, '-infinity'))
        end as tm
      where not exists (
        select from incident o where o.feed_id = s.feed_id and o.ended_tm is null)) b on true
    where s.kind is not null
    on conflict (feed_id) where ended_tm is null do update
    set kind = excluded.kind, reason_code = excluded.reason_code, well_tm = null
    where i.kind <> excluded.kind
      or i.reason_code is distinct from excluded.reason_code
      or i.well_tm is not null`.execute(db)
}

/** Ends incidents of feeds that stayed well, as of when they first were. */
const endIncidents = (db: Db, now: number) =>
  sql`
    update incident
    set ended_tm = well_tm
    where ended_tm is null and well_tm <= ${toTimestamp(now - graceMinutes * 60_000)}`.execute(db)

const toTimestamp = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
