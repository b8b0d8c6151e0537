import { jobStates, jobTypes, type jobs } from '#contract/jobs.ts'
import type { Parsed } from '#contract/operation.ts'
import { queueRun } from '#server/areas/feeds/public.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Queues a job of a type for one record. A refusal is the answer's status text, as the specification shows it (document 2, section 8, Job scheduling). */
export async function scheduleJob(ctx: Ctx, { body }: Parsed<typeof jobs.scheduleJob>) {
  const column = ({ DROPSHIPPER_MONITORING_JOB: 'dropshipper_id', RESTRICTED_MONITORING_JOB: 'vendor_custom_feed_id' } as const)[body.job_type]
  if (!column) throw invalid({ job_type: `There is no job type ${body.job_type} to schedule` })
  if (body.param_name !== jobTypes[body.job_type as keyof typeof jobTypes].param) throw invalid({ param_name: `${body.job_type} takes ${column}` })
  if (!/^\d{1,9}$/.test(body.param_value)) throw invalid({ param_value: 'Give an id' })
  try {
    return await write(ctx, async (tx, did) => {
      const feed = await tx
        .selectFrom('feed')
        .select('feed_id')
        .where(column, '=', Number(body.param_value))
        .$if(column === 'dropshipper_id', (q) => q.where('vendor_custom_feed_id', 'is', null))
        .executeTakeFirst()
      if (!feed) throw notFound('feed')
      const { job_id } = await queueRun(ctx, tx, feed.feed_id, { dry: false, by: ctx.who.name }, did)
      return { status: 'Successfully scheduled the job', job_id }
    })
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return { status: error.message, job_id: null }
    throw error
  }
}

export async function terminateJob(ctx: Ctx, { body }: Parsed<typeof jobs.terminate>) {
  return write(ctx, async (tx, did) => {
    const job = await tx.selectFrom('job').select(['job_type', 'subject', 'param_name', 'param_value']).where('job_id', '=', body.job_id).executeTakeFirst()
    const state = await ctx.jobs.terminate(ctx, tx, body.job_id, body.reason, ctx.who.name)
    if (state === undefined || !job) throw notFound('job')
    await did({
      type: 'job.terminate',
      entity: 'job',
      entity_id: body.job_id,
      message: `Job ${body.job_id} (${job.subject ?? job.job_type}) terminated`,
      reason: body.reason,
      ...(job.param_name === 'dropshipper_id' && { dropshipper_id: Number(job.param_value) }),
    })
    return { job_id: body.job_id, job_state: jobStates[state]! }
  })
}
