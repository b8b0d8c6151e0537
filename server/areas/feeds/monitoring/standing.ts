import type { RawBuilder } from 'kysely'
import {
  badStates,
  countedStates,
  goodStates,
  monitoredHours,
  needsPerson,
  standingOf,
  type FeedStanding,
  type StandingFacts,
} from '#contract/feeds/standing.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'

// Conditions on runs and feeds that every read shares. The states are written out, as in the conditions of the
// indexes.
const oneOf = (run: string, states: readonly string[]) =>
  sql<boolean>`${sql.ref(`${run}.state`)} in (${sql.join(states.map((state) => sql.lit(state)))})`
export const endedWell = (run: string) => oneOf(run, goodStates)
export const endedBadly = (run: string) => oneOf(run, badStates)
/** Excludes runs of mended rows, which say nothing about the supplier's own file. */
export const ofSource = (run: string) => sql<boolean>`${sql.ref(`${run}.mends_run_id`)} is null`
/** Not running, not a dry run, and not ended by a person: docs/domain/feed-standing.md, Standing of a feed. */
const countsForFeed = (run: string) => oneOf(run, countedStates)

/** The facts that decide each feed's standing, with its last counted run; for `feed f` and its supplier `d`. */
export const factColumns = sql`
  d.max_file_age_allowed_in_days * 24 as max_age_hours,
  case
    when not coalesce(cf.active, true) then 'switched off'
    when f.schedule_cron is not null and not f.schedule_active then 'schedule'
  end as paused,
  last.feed_run_id as last_run_id, last.insert_tm as last_run,
  last.state as last_state, last.reason as last_reason, last.reason_code as last_reason_code,
  good.end_tm as last_successful_run,
  held.feed_run_id as held_run_id, held.reason as held_reason, held.end_tm as held_tm,
  last.state is not null or exists (select from feed_run r where r.feed_id = f.feed_id and not r.dry) as ran,
  span.good_runs, span.bad_runs`

/** @param extraColumns aggregates over the runs `r` of 48 hours, newest first, `r.place` from 1 */
export const factJoins = (extraColumns = sql``) => sql`
  left join vendor_custom_feed cf on cf.vendor_custom_feed_id = f.vendor_custom_feed_id
  left join lateral (
    select r.feed_run_id, r.insert_tm, r.state, r.reason, r.reason_code
    from feed_run r
    where r.feed_id = f.feed_id and ${countsForFeed('r')} and ${ofSource('r')}
    order by r.end_tm desc nulls last
    limit 1
  ) last on true
  left join lateral (
    select r.end_tm
    from feed_run r
    where r.feed_id = f.feed_id and ${endedWell('r')} and ${ofSource('r')}
    order by r.end_tm desc nulls last
    limit 1
  ) good on true
  left join lateral (
    select r.feed_run_id, r.reason, r.end_tm
    from feed_run r
    where r.feed_id = f.feed_id and r.state = 'held'
    order by r.feed_run_id desc
    limit 1
  ) held on true
  left join lateral (
    select
      count(*) filter (where ${endedWell('r')}) as good_runs,
      count(*) filter (where ${endedBadly('r')}) as bad_runs ${extraColumns}
    from (
      select r.feed_run_id, r.state, r.rows_read, r.insert_tm,
        row_number() over (order by r.insert_tm desc) as place
      from feed_run r
      where r.feed_id = f.feed_id
        and not r.dry
        and ${ofSource('r')}
        and r.state not in ('discarded', 'superseded')
        and r.insert_tm > now() - make_interval(hours => ${monitoredHours}::int)
      order by r.insert_tm desc
    ) r
  ) span on true`

/** The newest run of 48 hours that was rejected or failed, as a column of `span`. */
export const newestBad = sql`,
      (array_agg(r.feed_run_id order by r.place) filter (where ${endedBadly('r')}))[1] as bad_run_id`

export type FactRow = Pick<
  StandingFacts,
  'paused' | 'ran' | 'last_successful_run' | 'max_age_hours' | 'good_runs' | 'bad_runs'
> & {
  last_run_id: number | null
  last_run: string | null
  last_state: string | null
  last_reason: string | null
  last_reason_code: string | null
  held_run_id: number | null
  held_reason: string | null
  held_tm: string | null
}

export const standingOfRow = (row: FactRow, now = databaseNow()): FeedStanding =>
  standingOf({
    ...row,
    now,
    last: row.last_state === null ? null : { state: row.last_state, reason: row.last_reason },
    held: row.held_run_id === null ? null : { feed_run_id: row.held_run_id, reason: row.held_reason },
  })

/** The standing of feeds `f`, and when each had its last good run. */
async function readStandings(db: Db, condition: RawBuilder<unknown>, now?: number) {
  const { rows } = await sql<StandingRow>`
    select f.feed_id, f.dropshipper_id, d.supplier_name, f.vendor_custom_feed_id, ${factColumns},
      span.bad_run_id
    from feed f
    join dropshipper d on d.dropshipper_id = f.dropshipper_id
    ${factJoins(newestBad)}
    where ${condition}`.execute(db)
  return rows.map((row) => ({
    max_age_hours: row.max_age_hours,
    dropshipper_id: row.dropshipper_id,
    supplier_name: row.supplier_name,
    vendor_custom_feed_id: row.vendor_custom_feed_id,
    stands: {
      ...standingOfRow(row, now),
      feed_id: row.feed_id,
      last_good_run_tm: row.last_successful_run,
      last_run_id: row.last_run_id,
      last_reason_code: row.last_reason_code,
      held_run_id: row.held_run_id,
      held_tm: row.held_tm,
      bad_run_id: row.bad_run_id,
    },
  }))
}
interface StandingRow extends FactRow {
  feed_id: number
  dropshipper_id: number
  supplier_name: string
  vendor_custom_feed_id: number | null
  bad_run_id: number | null
}

/** The standings of suppliers' own feeds, by supplier id. */
export async function ownStandings(db: Db, dropshipperIds: readonly number[], now?: number) {
  const condition = sql`f.dropshipper_id = any(${dropshipperIds as number[]}::int[]) and ${ownFeed('f')}`
  return new Map((await readStandings(db, condition, now)).map((row) => [row.dropshipper_id, row.stands]))
}
/** The standings of vendors' custom feeds, by custom feed id. */
export async function customStandings(db: Db, customFeedIds: readonly number[], now?: number) {
  const condition = sql`f.vendor_custom_feed_id = any(${customFeedIds as number[]}::int[])`
  const rows = await readStandings(db, condition, now)
  return new Map(
    rows.flatMap(({ vendor_custom_feed_id: id, stands }) => (id === null ? [] : [[id, stands] as const])),
  )
}

/** The standings of what a vendor gets from these suppliers: their own feeds and its custom feeds. */
export async function standingsOfVendor(db: Db, vendorId: number, dropshipperIds: readonly number[]) {
  const condition = sql`
    f.dropshipper_id = any(${dropshipperIds as number[]}::int[])
    and (${ownFeed('f')} or cf.vendor_id = ${vendorId})
    limit 5000`
  const rows = await readStandings(db, condition)
  return rows.map(({ dropshipper_id, supplier_name, vendor_custom_feed_id, stands }) => ({
    dropshipper_id,
    supplier_name,
    vendor_custom_feed_id,
    stands,
  }))
}

/** The standings of the next feeds of any kind, in order of their ids. */
export async function standingsAfter(db: Db, feedId: number, limit: number, now: number) {
  const condition = sql`f.feed_id > ${feedId} order by f.feed_id limit ${limit}`
  return (await readStandings(db, condition, now)).map(({ stands, max_age_hours }) => ({
    ...stands,
    max_age_hours,
  }))
}
export type FeedAndStanding = Awaited<ReturnType<typeof standingsAfter>>[number]

/** How many feeds in the report fail or are held: the Monitoring Dashboard's number. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<FactRow>`
    select ${factColumns}
    from feed f
    join dropshipper d on d.dropshipper_id = f.dropshipper_id
    ${factJoins()}
    where not coalesce(cf.hidden_from_report, d.hidden_from_report)`.execute(db)
  return rows.filter((row) => needsPerson(standingOfRow(row).standing)).length
}
