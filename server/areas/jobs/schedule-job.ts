import { jobStates, jobTypes } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { readRequest, schedulers } from './schedulers.ts'

/** Queues a job of a type for one record. A refusal is the answer's status text, as the specification shows it (document 2, section 8, Job scheduling). */
export async function scheduleJob(ctx: Ctx, { body }: Parsed<'scheduleJob'>) {
  const { type, id } = readRequest(body)
  try {
    return await write(ctx, async (tx, did) => {
      const job_id = await schedulers[type](ctx, tx, id, ctx.who.name, did)
      if (job_id === null) return { status: 'Such a job of this record waits already', job_id }
      await did({
        type: 'job.schedule',
        entity: 'job',
        entity_id: job_id,
        message: `Job ${job_id} scheduled: ${jobTypes[type].label}`,
        ...(jobTypes[type].param === 'dropshipper_id' && { dropshipper_id: id }),
      })
      return { status: 'Successfully scheduled the job', job_id }
    })
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return { status: error.message, job_id: null }
    throw error
  }
}

export async function terminateJob(ctx: Ctx, { body }: Parsed<'terminateJob'>) {
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
