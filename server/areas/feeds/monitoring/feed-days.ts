import { recordedDays, type FeedDay } from '#contract/feeds/feed-days.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { dayAges } from './day-ages.ts'
import { endedBadly, endedWell } from './standing.ts'

type Day = Omit<FeedDay, 'age_hours'>

/** A feed's last days: runs by verdict, the check that was worst, and the age of the data. */
export async function listFeedDays(
  { db }: Ctx,
  { params: { feed_id } }: Parsed<'listFeedDays'>,
): Promise<Result<'listFeedDays'>> {
  const feed = await db
    .selectFrom('feed')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
    .select('max_file_age_allowed_in_days')
    .where('feed_id', '=', feed_id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  const [days, goodRuns] = await Promise.all([readDays(db, feed_id), readGoodRuns(db, feed_id)])
  const starts = days.map(({ day }) => Date.parse(day))
  const ages = dayAges(goodRuns.ended, starts, goodRuns.now)
  return {
    max_age_hours: feed.max_file_age_allowed_in_days * 24,
    days: days.map((day, i) => ({ ...day, age_hours: ages[i] ?? null })),
  }
}

/** Two thousand runs, hourly ones of 90 days, take 60 ms. */
async function readDays(db: Db, feedId: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with run as (
      select r.feed_run_id, (coalesce(r.end_tm, r.insert_tm) at time zone 'UTC')::date as day,
        coalesce(r.decision->>'verdict' = 'hold', false) as held,
        ${endedBadly('r')} as rejected,
        worst.share, worst.label
      from feed_run r
      left join lateral (
        select m->>'label' as label,
          case (m->>'hold')::numeric
            when 0 then 999
            else least(999, round((m->>'value')::numeric * 100 / (m->>'hold')::numeric))
          end as share
        from jsonb_array_elements(r.decision->'measures') m
        where (m->>'hold')::numeric > 0 or m->>'verdict' = 'hold'
        order by share desc
        limit 1
      ) worst on true
      where r.feed_id = ${feedId}
        and not r.dry
        and r.mends_run_id is null
        and r.state not in ('queued', 'running', 'terminated')
        and r.insert_tm >= now() - make_interval(days => ${recordedDays + 1}::int)
    ),
    listed as (
      select (now() at time zone 'UTC')::date - n as day
      from generate_series(${recordedDays - 1}::int, 0, -1) n
    )
    select to_char(day, 'YYYY-MM-DD') as day,
      count(*) filter (where not held and not rejected) as passed,
      count(*) filter (where held and not rejected) as held,
      count(*) filter (where rejected) as rejected,
      max(share)::int as worst,
      (array_agg(label order by share desc nulls last, feed_run_id desc))[1] as check,
      (array_agg(case when held then 'held' else 'passed' end order by share desc nulls last, feed_run_id desc)
        filter (where share is not null))[1] as verdict,
      (array_agg(feed_run_id order by share desc nulls last, rejected desc, feed_run_id desc))[1] as feed_run_id
    from listed
    left join run using (day)
    group by day
    order by day`.execute(db)
  return rows
}

/** When good runs ended, from the last one before those days on. */
async function readGoodRuns(db: Db, feedId: number): Promise<{ ended: number[]; now: number }> {
  const { rows } = await sql<{ now: string; ended: string[] | null }>`
    with span as (select now() - make_interval(days => ${recordedDays + 1}::int) as begins)
    select now() as now, (
      select array_agg(end_tm order by end_tm)
      from (
        select r.end_tm
        from feed_run r
        where r.feed_id = ${feedId} and ${endedWell('r')} and r.mends_run_id is null
          and r.end_tm >= begins
        union all
        (
          select r.end_tm
          from feed_run r
          where r.feed_id = ${feedId} and ${endedWell('r')} and r.mends_run_id is null
            and r.end_tm < begins
          order by r.end_tm desc nulls last
          limit 1
        )
      ) good
    ) as ended
    from span`.execute(db)
  const [row] = rows
  return { now: Date.parse(row?.now ?? ''), ended: (row?.ended ?? []).map((tm) => Date.parse(tm)) }
}
