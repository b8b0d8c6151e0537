import { jobTypes } from '#contract/jobs/types.ts'
import { vendorParams } from '#contract/operation.ts'
import type { Parsed } from '#contract/index.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { readRequest } from './schedule-request.ts'
import { schedulers } from './schedulers.ts'

/**
 * Queues a job of a type for one record. A refusal becomes the answer's status text, as the specification
 * shows it.
 */
export async function scheduleJob(ctx: Ctx, { body }: Parsed<'scheduleJob'>) {
  const { type, id } = readRequest(body)
  try {
    return await write(ctx, async (tx, logActivity) => {
      const { param } = jobTypes[type]
      const vendor_id = isOfVendor(param) ? await lockVendorOf(ctx, tx, vendorParams[param], id) : null
      const job_id = await schedulers[type](ctx, tx, { id, requester: ctx.who.name, logActivity })
      if (job_id === null) return { status: 'This job is already queued', job_id }
      await logActivity({
        type: 'job.schedule',
        entity: 'job',
        entity_id: job_id,
        vendor_id,
        message: `Job ${job_id} scheduled: ${jobTypes[type].label}`,
        ...(param === 'dropshipper_id' && { dropshipper_id: id }),
      })
      return { status: 'Successfully scheduled the job', job_id }
    })
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return { status: error.message, job_id: null }
    throw error
  }
}

const isOfVendor = (param: string): param is keyof typeof vendorParams => Object.hasOwn(vendorParams, param)
