import { jobPageSize, mostCounted, type Job, type JobFilters } from '#contract/jobs/jobs.ts'
import { jobTypes } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, singleRow } from '#server/platform/database/sql.ts'
import { jobColumns, toJob, type JobRow } from './read.ts'

/** Ids are assigned in the order of queueing, but a transaction may delay one a little. */
const margin = 1000

/**
 * Jobs by keyset, 50 per page: every filter has an index that ends in job_id. End and duration have an
 * index each, read until enough match. A time span is turned into a span of ids first, and a text into the
 * subjects and causes that contain it.
 */
export async function listJobs({ db }: Ctx, { body }: Parsed<'listJobs'>): Promise<Job[]> {
  const { rows } = await (await jobsFound(db, body, jobPageSize)).execute(db)
  return rows.map(toJob)
}

/** Every matching job, or the first ones. */
export async function jobsFound(db: Db, filters: Parsed<'listJobs'>['body'], limit: number | null = null) {
  const { sort_on, oldest_first: oldest, beyond: afterCursor } = filters
  const way = sql.raw(oldest ? 'asc' : 'desc')
  const after = sql.raw(oldest ? '>' : '<')
  const key = keys[sort_on]
  const hits = await matching(db, filters, {
    limit,
    key,
    order: sql`order by key ${way}, job_id ${way}`,
    beyond:
      afterCursor !== undefined &&
      (sort_on === 'queued'
        ? sql`j.job_id ${after} ${afterCursor}`
        : sql`(${key}, j.job_id) ${after} (
            (select ${key} from job j where j.job_id = ${afterCursor}), ${afterCursor}::bigint)`),
  })
  return sql<JobRow>`
    select ${jobColumns}, null::float8 as usual_seconds, null::float8 as usual_most_seconds
    from (${hits}) hit
    join job j using (job_id)
    order by hit.key ${way}, j.job_id ${way}`
}

/** The sort orders of jobs, then by id; each has an index. */
const keys = {
  queued: sql`j.job_id`,
  ended: sql`coalesce(j.job_end_time, 'infinity'::timestamptz)`,
  took: sql`coalesce(j.job_end_time - j.job_start_time, interval '-1 second')`,
} as const

/** Counts up to 10,000; beyond that the list says “10,000+”. */
export async function countJobs({ db }: Ctx, { body }: Parsed<'countJobs'>) {
  const hits = await matching(db, body, { limit: mostCounted + 1, key: keys.queued })
  const { rows } = await sql<{
    jobs: number
  }>`select count(distinct job_id) as jobs from (${hits}) hit`.execute(db)
  const { jobs } = singleRow(rows)
  return { jobs: Math.min(jobs, mostCounted), more: jobs > mostCounted }
}

type Condition = ReturnType<typeof sql> | false
const all = (conditions: readonly Condition[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `)

interface Page {
  /** Undefined: all of them. */
  limit: number | null
  key: ReturnType<typeof sql>
  /** Undefined: they are only counted. */
  order?: ReturnType<typeof sql>
  beyond?: Condition
}

/** The ids of the matching jobs, in order. */
async function matching(db: Db, f: JobFilters, { limit, key, order, beyond: afterCursor = false }: Page) {
  // a job that started earlier was queued earlier; one that started later may have waited for long
  const [upto, from] = await Promise.all([idAt(db, f.end), f.begun ? undefined : idAt(db, f.start)])
  const tm = f.begun ? sql`j.job_start_time` : sql`j.queued_tm`
  const filters = all([
    afterCursor,
    f.job_type !== undefined && sql`j.job_type = ${f.job_type}`,
    f.param_value !== undefined && sql`j.param_value = ${f.param_value}`,
    f.param_name !== undefined && sql`j.param_name = ${f.param_name}`,
    f.category !== undefined && sql`j.category = ${f.category}`,
    f.cause !== undefined && sql`j.cause = ${f.cause}`,
    f.job_status.length > 0 && ofStatus(f.job_status),
    f.stopped !== undefined && (f.stopped ? sql`j.terminate_by is not null` : sql`j.terminate_by is null`),
    upto !== undefined && sql`j.job_id < ${upto + margin} and ${tm} < to_timestamp(${f.end})`,
    from !== undefined && sql`j.job_id >= ${from - margin}`,
    f.start !== undefined && sql`${tm} >= to_timestamp(${f.start})`,
  ])
  const page = (condition: Condition) => sql`
    select j.job_id, ${key} as key
    from job j
    where ${all([filters, condition])}
    ${order ?? sql``}
    limit ${limit}::int`
  const holds = contains(f.search)
  const holding = sql`(j.subject ilike ${holds} or j.reason ilike ${holds} or j.param_value = ${f.search})`
  if (f.vendor_id !== undefined)
    // one record at a time, as far as the page goes: each has an index in the order of queueing
    return sql`
      select h.job_id, h.key
      from (${recordsOf(f.vendor_id)}) r
      cross join lateral (${page(
        all([sql`j.job_type = r.job_type and j.param_value = r.param_value`, f.search !== '' && holding]),
      )}) h
      ${order ?? sql``}
      limit ${limit}::int`
  if (f.search === '') return page(false)

  const terms = await termsHolding(db, f.search)
  // with so many matches, some are among the first jobs, too
  if (terms.length > mostTerms) return page(holding)
  const termsOfKind = (kind: Term['kind']) => terms.filter((t) => t.kind === kind).map((t) => t.term)
  const matchEach = (values: readonly string[], condition: Condition) => sql`
    select h.job_id, h.key
    from unnest(${[...values]}::text[]) as t(term)
    cross join lateral (${page(condition)}) h`
  return sql`
    select ${order ? sql`distinct` : sql``} job_id, key
    from (
      ${matchEach(termsOfKind('subject'), sql`j.subject = t.term`)}
      union all
      ${matchEach(termsOfKind('cause'), sql`j.cause = t.term and j.reason ilike ${holds}`)}
      union all
      ${matchEach(Object.keys(jobTypes), sql`j.job_type = t.term and j.param_value = ${f.search}`)}) found
    ${order ?? sql``}
    limit ${limit}::int`
}

/** The records of a vendor that jobs are for. */
const recordsOf = (vendorId: number) => sql`
  select 'RESTRICTED_MONITORING_JOB' as job_type, vendor_custom_feed_id::text as param_value
  from vendor_custom_feed
  where vendor_id = ${vendorId}
  union all
  select 'VENDOR_STORE_UPDATER_JOB', vendor_store_id::text
  from vendor_store
  where vendor_id = ${vendorId}`

const mostTerms = 200
interface Term {
  kind: 'subject' | 'cause'
  term: string
}

/** Subjects and causes of jobs that contain the text; a cause has `#` in place of its numbers. */
async function termsHolding(db: Db, search: string): Promise<Term[]> {
  const { rows } = await sql<Term>`
    select kind, term
    from job_term
    where term ilike ${contains(search)} or term ilike ${contains(search.replaceAll(/[0-9]+/g, '#'))}
    limit ${mostTerms + 1}`.execute(db)
  return rows
}

/** A single status is a literal in the statement, so that the planner finds the index of that status. */
const ofStatus = (statuses: number[]) => {
  const [status, ...others] = statuses
  return status !== undefined && others.length === 0
    ? sql`j.job_status = ${sql.lit(status)}`
    : sql`j.job_status = any(${statuses}::smallint[])`
}

async function idAt(db: Db, seconds: number | undefined): Promise<number | undefined> {
  if (seconds === undefined) return undefined
  const { rows } = await sql<{ job_id: number }>`
    select job_id
    from job
    where queued_tm < to_timestamp(${seconds})
    order by queued_tm desc
    limit 1`.execute(db)
  return rows[0]?.job_id ?? 0
}
