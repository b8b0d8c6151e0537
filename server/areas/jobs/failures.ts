import { jobTypes, schedulableTypes, type JobType } from '#contract/jobs/types.ts'
import type { FailureGroup } from '#contract/jobs/failures.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { replayJobs } from './replay-jobs.job.ts'

const replayable = (type: string) => (schedulableTypes as readonly string[]).includes(type)

/** Failed jobs by type and cause: a reason with its numbers taken out, so that one fault is one group. */
export async function listFailureGroups({ db }: Ctx, { query }: Parsed<'listFailureGroups'>): Promise<FailureGroup[]> {
  const { rows } = await sql<Omit<FailureGroup, 'label' | 'replayable'>>`
    select job_type, category, coalesce(cause, 'No reason was kept') as cause, count(*) as jobs, count(distinct param_value) as records, count(distinct param_value) filter (where replayed_by is null) as waiting,
      min(job_end_time) as first_tm, max(job_end_time) as last_tm, max(job_id) as last_job_id, (array_agg(subject order by job_id desc))[1] as last_subject
    from job where job_status = 3 and job_end_time > now() - make_interval(hours => ${query.hours}::int) and ${query.category ? sql`category = ${query.category}` : sql`true`}
    group by job_type, category, cause order by max(job_end_time) desc limit 100`.execute(db)
  return rows.map((r) => ({ ...r, label: jobTypes[r.job_type as JobType]?.label ?? r.job_type, replayable: replayable(r.job_type) && r.waiting > 0 }))
}

/** Queues the replay of a group as a job of its own. */
export const replayFailureGroup = (ctx: Ctx, { body }: Parsed<'replayFailureGroup'>) =>
  write(ctx, async (tx, did) => {
    const since = new Date(Date.now() - body.hours * 3_600_000).toISOString()
    const { rows } = await sql<{ records: number }>`
      select count(distinct param_value) as records from job where job_type = ${body.job_type} and job_status = 3 and cause = ${body.cause} and job_end_time >= ${since} and replayed_by is null and param_value is not null`.execute(
      tx,
    )
    const { records } = rows[0]!
    if (records === 0) return { status: 'None of these jobs is left to run again', job_id: null, records }
    const job_id = await ctx.jobs.offer(tx, replayJobs, {
      payload: { job_type: body.job_type, cause: body.cause, since, by: ctx.who.name },
      subject: `${jobTypes[body.job_type].label}: ${body.cause}`,
      paramValue: body.cause,
      requestedBy: ctx.who.name,
      rank: 20,
    })
    if (job_id === null) return { status: 'A replay of this group waits already', job_id, records }
    await did({
      type: 'job.replay',
      entity: 'job',
      entity_id: job_id,
      message: `${records} records of failed jobs run again: ${body.cause}`,
      reason: body.reason,
    })
    return { status: 'Successfully scheduled the job', job_id, records }
  })
