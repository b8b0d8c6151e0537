import { causeText } from '#contract/jobs/failures.ts'
import { jobStatus, jobTypes } from '#contract/jobs/types.ts'
import { many } from '#contract/words.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { wellSince } from './failures.ts'
import { replayJobs } from './replay-jobs.job.ts'

/** Queues a job that replays the group. */
export const replayFailureGroup = (ctx: Ctx, { body }: Parsed<'replayFailureGroup'>) =>
  write(ctx, async (tx, logActivity) => {
    const { job_type, cause } = body
    const startTm = new Date(databaseNow() - body.hours * 3_600_000).toISOString()
    const records = await countWaiting(tx, job_type, cause, startTm)
    if (records === 0)
      return { status: 'All of these jobs were already retried or recovered', job_id: null, records }
    const job_id = await ctx.jobs.enqueueUnlessWaiting(tx, replayJobs, {
      payload: { job_type, cause, since: startTm, by: ctx.who.name },
      subject: `${jobTypes[job_type].label}: ${causeText(cause)}`,
      paramValue: cause,
      requestedBy: ctx.who.name,
      rank: 20,
    })
    if (job_id === null) return { status: 'This job is already queued', job_id, records }
    await logActivity({
      type: 'job.replay',
      entity: 'job',
      entity_id: job_id,
      message: `Failed jobs retried for ${many(records, 'record')}: ${causeText(cause)}`,
      reason: body.reason,
    })
    return { status: 'Successfully scheduled the job', job_id, records }
  })

/** Records of the group that haven't succeeded since and that nothing has replayed yet. */
async function countWaiting(tx: Tx, type: string, cause: string, startTm: string): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(distinct param_value) as records
    from job j
    where job_type = ${type}
      and job_status = ${sql.lit(jobStatus.failed)}
      and terminate_by is null
      and cause = ${cause}
      and job_end_time >= ${startTm}
      and replayed_by is null
      and param_value is not null
      and not ${wellSince}`.execute(tx)
  return singleRow(rows).records
}
