import { present } from '#contract/present.ts'
import { jobStates, typeLabel } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

export async function terminateJob(ctx: Ctx, { body }: Parsed<'terminateJob'>) {
  return write(ctx, async (tx, logActivity) => {
    const job = await tx
      .selectFrom('job')
      .select(['job_type', 'subject', 'param_name', 'param_value'])
      .where('job_id', '=', body.job_id)
      .executeTakeFirst()
    const vendor_id = await lockVendorOf(ctx, tx, 'job', body.job_id)
    const state = await ctx.jobs.terminate(ctx, tx, {
      jobId: body.job_id,
      reason: body.reason,
      by: ctx.who.name,
    })
    if (state === undefined || !job) throw notFound('job')
    await logActivity({
      type: 'job.terminate',
      entity: 'job',
      entity_id: body.job_id,
      vendor_id,
      message: `Job ${body.job_id} (${job.subject ?? typeLabel({ job_spec_name: job.job_type })}) terminated`,
      reason: body.reason,
      ...(job.param_name === 'dropshipper_id' && { dropshipper_id: Number(job.param_value) }),
    })
    return { job_id: body.job_id, job_state: present(jobStates[state], `State ${state}`) }
  })
}
