import { jobStatus } from '#contract/jobs/types.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { Random } from '#server/platform/random.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { pastFollowUps } from './suppliers.ts'

/**
 * Moves the first runs six days back and fills the days since with scheduled runs: mostly unchanged files, some
 * failures.
 */
export async function pastRuns({ db, config }: Services): Promise<void> {
  await moveFirstRuns(db)
  await insertPastRuns(db, await makePastRuns(db))
  await insertSamples(db, config.serverName)
}

/** What the worker used in the last day: busier around feed runs, which begin every four hours. */
const insertSamples = (db: Db, server: string) =>
  sql`
    insert into server_sample (server, minute, cpu, memory_bytes, running_jobs, queued)
    select ${server}, date_trunc('minute', now()) - make_interval(mins => n * 10),
      0.15 + busy * 1.4 + n % 7 * 0.02, (320 + busy * 180 + n % 5 * 9) * 1048576, round(busy * 5), round(busy * 14)
    from (select n, greatest(0, sin(n * pi() / 12)) ^ 3 as busy from generate_series(1, 143) n) past
    on conflict do nothing`.execute(db)

async function moveFirstRuns(db: Db): Promise<void> {
  await sql`
    update feed_run
    set insert_tm = insert_tm - interval '6 days', start_tm = start_tm - interval '6 days',
      end_tm = end_tm - interval '6 days', applied_tm = applied_tm - interval '6 days'`.execute(db)
  await sql`
    update job
    set queued_tm = queued_tm - interval '6 days', job_start_time = job_start_time - interval '6 days',
      job_end_time = job_end_time - interval '6 days'`.execute(db)
  await sql`
    update job_attempt
    set start_tm = start_tm - interval '6 days', end_tm = end_tm - interval '6 days'`.execute(db)
  await sql`update job_log set tm = tm - interval '6 days'`.execute(db)
  // acts on a vendor itself keep their own day
  await sql`
    update activity set tm = tm - interval '6 days' where entity is distinct from 'vendor'`.execute(db)
}

/** The past runs as JSON, oldest first. */
async function makePastRuns(db: Db): Promise<string> {
  const r = new Random(99)
  const feeds = await db
    .selectFrom('feed')
    .innerJoin('feed_run', 'feed_run.feed_run_id', 'feed.current_run_id')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
    .select([
      'feed.feed_id',
      'feed.dropshipper_id',
      'vendor_custom_feed_id',
      'supplier_name',
      'rows_read',
      'rows_accepted',
      'rows_rejected',
      'rows_warned',
      'stats',
      'file_name',
      'file_bytes',
      'encoding',
    ])
    .orderBy('feed.feed_id')
    .execute()
  const rows: { at: number; feed: (typeof feeds)[number]; bad: string | null; seconds: number }[] = []
  for (const [i, feed] of feeds.entries()) {
    // flaky: two of five runs fail, the last one succeeds
    const trouble = i % 8 === 5
    const fails = (run: number) => (trouble ? run % 5 === 0 || run % 5 === 2 : r.chance(0.012))
    for (let hours = 138, run = 0; hours > 2; hours -= 4, run++)
      rows.push({
        at: databaseNow() - hours * 3_600_000 + r.int(0, 1_500_000),
        feed,
        bad: fails(run)
          ? r.pick([
              'The server answered 503',
              'Couldn’t download the file: the server didn’t respond in time',
              'The server sent no data for 60 seconds',
            ])
          : null,
        seconds: r.int(1, 40),
      })
  }
  rows.sort((a, b) => a.at - b.at)
  return JSON.stringify(
    rows.map((x) => ({
      ...x.feed,
      at: new Date(x.at).toISOString(),
      upto: new Date(x.at + x.seconds * 1000).toISOString(),
      bad: x.bad,
    })),
  )
}

async function insertPastRuns(db: Db, data: string): Promise<void> {
  await sql`
    with past as (
      select *
      from jsonb_to_recordset(${data}::jsonb) as x(
        feed_id int, dropshipper_id int, vendor_custom_feed_id int, supplier_name text, rows_read int,
        rows_accepted int, rows_rejected int, rows_warned int, stats jsonb, file_name text, file_bytes bigint,
        encoding text, at timestamptz, upto timestamptz, bad text)
      order by at),
    runs as (
      insert into feed_run (feed_id, dropshipper_id, state, attempt, insert_tm, start_tm, end_tm, reason,
        reason_code, rows_read, rows_accepted, rows_rejected, rows_warned, rows_known, unchanged, stats,
        file_name, file_bytes, encoding)
      select feed_id, dropshipper_id, case when bad is null then 'unchanged' else 'rejected' end, 1,
        at, at, upto,
        coalesce(bad, 'The file hasn’t changed since the last applied run'),
        case when bad is not null then 'unreachable' end,
        case when bad is null then rows_read else 0 end,
        case when bad is null then rows_accepted else 0 end,
        case when bad is null then rows_rejected else 0 end,
        case when bad is null then rows_warned else 0 end,
        case when bad is null then rows_accepted else 0 end,
        case when bad is null then rows_accepted else 0 end,
        case when bad is null then stats end, file_name, file_bytes, encoding
      from past
      returning feed_run_id, feed_id, dropshipper_id, state, reason, insert_tm, end_tm)
    insert into job (job_type, category, job_status, reason, param_name, param_value, subject, payload,
      result, vcpu, attempt, server, queued_tm, job_start_time, job_end_time, progress)
    select type, category, status, reason, param_name, param_value, subject, payload, result,
      vcpu, 1, 'worker-1', at, at, upto, 1
    from (
      select
        case when ${ownFeed('f')} then 'DROPSHIPPER_MONITORING_JOB'
          else 'RESTRICTED_MONITORING_JOB' end as type,
        'monitoring' as category,
        case when r.state = 'rejected' then ${sql.lit(jobStatus.failed)}
          else ${sql.lit(jobStatus.succeeded)} end as status,
        case when r.state = 'rejected' then r.reason end as reason,
        case when ${ownFeed('f')} then 'dropshipper_id'
          else 'vendor_custom_feed_id' end as param_name,
        coalesce(f.vendor_custom_feed_id, r.dropshipper_id)::text as param_value,
        d.supplier_name as subject,
        jsonb_build_object('feed_id', r.feed_id, 'feed_run_id', r.feed_run_id) as payload,
        jsonb_build_object('state', r.state) as result, 2 as vcpu, r.insert_tm as at, r.end_tm as upto
      from runs r
      join feed f using (feed_id)
      join dropshipper d on d.dropshipper_id = r.dropshipper_id
      union all ${pastFollowUps}) past
    order by at`.execute(db)
  await sql`
    update feed_run r
    set job_id = j.job_id
    from job j
    where r.job_id is null
      and (j.payload->>'feed_run_id')::bigint = r.feed_run_id`.execute(db)
}
