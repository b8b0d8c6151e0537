import type { RawBuilder } from 'kysely'
import type { ChangeableKind } from '#contract/retention/kinds.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { moneyFields } from '#contract/vendors/basics.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { neededProducts, neededRun } from './needed-runs.ts'

/** A step of a removal: one short statement, which continues after the row that the last one ended with. */
interface Step {
  days: number
  upto: number
}
interface Stepped {
  upto: number
  removed: number
  isDone: boolean
}
type Removal = (db: Db, step: Step) => Promise<Stepped>

/** The most rows of a statement: 5,000 log lines take about 30 ms. */
const batch = 5000
/** Rows that others go with. */
const smallBatch = 500

const cutoff = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/**
 * Removes rows in the order of their ids, which is about the order of time, so that no index on the time is needed:
 * a page without an old row ends it.
 */
const byId =
  (t: {
    table: string
    id: string
    tm: RawBuilder<unknown>
    unless?: RawBuilder<unknown>
    page?: number
  }): Removal =>
  async (db, { days, upto }) => {
    const [table, id] = [sql.table(t.table), sql.ref(`t.${t.id}`)]
    const page = t.page ?? batch
    const { rows } = await sql<{ upto: number; seen: number; removed: number; has_old: boolean }>`
      with page as materialized (
        select ${id} as id, ${t.tm} < ${cutoff(days)} as is_old, ${t.unless ?? sql`false`} as stays
        from ${table} t
        where ${id} > ${upto}
        order by ${id}
        limit ${page}),
      removed as (
        delete from ${table} t using page p where ${id} = p.id and p.is_old and not p.stays returning 1)
      select coalesce(max(id), ${upto})::float8 as upto, count(*)::float8 as seen,
        (select count(*) from removed)::float8 as removed, coalesce(bool_or(is_old), false) as has_old
      from page`.execute(db)
    const { seen, has_old: hasOld, ...step } = singleRow(rows)
    return { ...step, isDone: seen < page || !hasOld }
  }

/** Removes rows by a condition, of a table that stays small or has an index on its time. */
const byCondition =
  (table: string, condition: (days: number) => RawBuilder<unknown>): Removal =>
  async (db, { days }) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
      where ctid in (select ctid from ${sql.table(table)} t where ${condition(days)} limit ${batch})`.execute(
      db,
    )
    const removed = Number(numAffectedRows ?? 0)
    return { upto: 0, removed, isDone: removed < batch }
  }

/** From the first batch on, the runs say that they can't be rolled back or compared any more. */
const runProducts: Removal = async (db, { days, upto }) => {
  const { rows } = await sql<{ upto: number; seen: number; removed: number; has_old: boolean }>`
    with page as materialized (
      select r.feed_run_id as id, coalesce(r.applied_tm, r.insert_tm) < ${cutoff(days)} as is_old,
        ${neededProducts} as stays
      from feed_run r
      where r.feed_run_id > ${upto}
        and r.state = 'applied'
        and (r.changes_removed_tm is null
          or exists (select from product_before b where b.feed_run_id = r.feed_run_id))
      order by r.feed_run_id
      limit ${smallBatch}),
    marked as (
      update feed_run r set changes_removed_tm = now()
      from page p
      where r.feed_run_id = p.id and p.is_old and not p.stays and r.changes_removed_tm is null),
    removed as (
      delete from product_before
      where ctid in (
        select b.ctid
        from product_before b
        join page p on p.id = b.feed_run_id
        where p.is_old and not p.stays
        limit ${batch})
      returning 1)
    select coalesce(max(id), ${upto})::float8 as upto, count(*)::float8 as seen,
      (select count(*) from removed)::float8 as removed, coalesce(bool_or(is_old), false) as has_old
    from page`.execute(db)
  const step = singleRow(rows)
  // the same runs have more
  if (step.removed === batch) return { upto, removed: batch, isDone: false }
  return { upto: step.upto, removed: step.removed, isDone: step.seen < smallBatch || !step.has_old }
}

const runIssues: Removal = async (db, { days, upto }) => {
  const { rows } = await sql<{ upto: number; seen: number; removed: number; has_old: boolean }>`
    with page as materialized (
      select r.feed_run_id as id, r.insert_tm < ${cutoff(days)} as is_old, ${neededProducts} as stays
      from (
        select distinct feed_run_id
        from feed_run_issue
        where feed_run_id > ${upto}
        order by feed_run_id
        limit ${smallBatch}) i
      join feed_run r using (feed_run_id)),
    removed as (
      delete from feed_run_issue i using page p
      where i.feed_run_id = p.id and p.is_old and not p.stays
      returning 1)
    select coalesce(max(id), ${upto})::float8 as upto, count(*)::float8 as seen,
      (select count(*) from removed)::float8 as removed, coalesce(bool_or(is_old), false) as has_old
    from page`.execute(db)
  const { seen, has_old: hasOld, ...step } = singleRow(rows)
  return { ...step, isDone: seen < smallBatch || !hasOld }
}

const isOpenJob = (status: string) =>
  sql`${sql.ref(status)} in (${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})`
/** What was done about money stays as long as the books do. */
const isAboutMoney = sql`(
  t.type like any(array['billing.%', 'payment.%', 'promo_code.%'])
  or (t.type = 'vendor.save' and coalesce(t.changes ?| ${[...moneyFields]}::text[], false)))`

/** How each kind's old rows are removed, and which of them stay. */
export const removals: Readonly<Record<ChangeableKind, Removal>> = {
  run_products: runProducts,
  run_issues: runIssues,
  runs: byId({
    table: 'feed_run',
    id: 'feed_run_id',
    tm: sql`t.insert_tm`,
    unless: neededRun,
    page: smallBatch,
  }),
  jobs: byId({
    table: 'job',
    id: 'job_id',
    tm: sql`coalesce(t.job_end_time, t.queued_tm)`,
    unless: isOpenJob('t.job_status'),
    page: smallBatch,
  }),
  job_logs: byId({
    table: 'job_log',
    id: 'job_log_id',
    tm: sql`t.tm`,
    unless: sql`exists (select from job j where j.job_id = t.job_id and ${isOpenJob('j.job_status')})`,
  }),
  activity: byId({ table: 'activity', id: 'activity_id', tm: sql`t.tm`, unless: isAboutMoney }),
  incidents: byId({
    table: 'incident',
    id: 'incident_id',
    tm: sql`coalesce(t.ended_tm, now())`,
    unless: sql`t.ended_tm is null`,
  }),
  system_messages: byId({
    table: 'system_message',
    id: 'id',
    tm: sql`t.insert_tm`,
    unless: sql`t.ended_tm is null`,
  }),
  notice_deliveries: byCondition('notice_delivery', (days) => sql`t.insert_tm < ${cutoff(days)}`),
  notice_events: byCondition('notice_event', (days) => sql`t.tm < ${cutoff(days)}`),
  client_errors: byCondition('client_error', (days) => sql`t.last_tm < ${cutoff(days)}`),
  mails: byId({ table: 'mail', id: 'mail_id', tm: sql`t.tm` }),
  expectations: byId({
    table: 'feed_expectation',
    id: 'feed_expectation_id',
    tm: sql`least(t.until_tm, t.revoked_tm)`,
  }),
  mappings: byCondition(
    'feed_mapping_version',
    (days) => sql`t.saved_tm < ${cutoff(days)}
      and t.version <> (select f.mapping_version from feed f where f.feed_id = t.feed_id)`,
  ),
  back_tests: byId({
    table: 'feed_back_test',
    id: 'feed_back_test_id',
    tm: sql`t.insert_tm`,
    unless: sql`t.end_tm is null`,
  }),
  gateway_events: byCondition(
    'gateway_event',
    (days) => sql`t.processed_tm is not null and t.tm < ${cutoff(days)}`,
  ),
  money_alone: byId({ table: 'money_alone', id: 'money_alone_id', tm: sql`t.tm` }),
}
