import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queueImageCheck } from './check-images.job.ts'

/** Fetches the failed images of a host, or of all hosts, again. */
export const retryImages = (ctx: Ctx, { params, body }: Parsed<'retryImages'>) =>
  write(ctx, async (tx, logActivity) => {
    const supplier = await tx
      .selectFrom('dropshipper')
      .select(['dropshipper_id', 'supplier_name'])
      .where('dropshipper_id', '=', params.id)
      .executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    if (body.host === null)
      await tx
        .updateTable('product_image')
        .set({ next_check_tm: sql`now()` })
        .where('dropshipper_id', '=', params.id)
        .where('state', '=', 'failed')
        .execute()
    const job_id = await queueImageCheck(ctx, tx, { ...supplier, host: body.host }, ctx.who.name)
    if (job_id === null) return { status: 'This job is already queued', job_id }
    await logActivity({
      type: 'supplier.images',
      dropshipper_id: params.id,
      entity: 'job',
      entity_id: job_id,
      message: body.host
        ? `Retry of failed images from ${body.host} started`
        : 'Retry of failed images started',
    })
    return { status: 'Successfully scheduled the job', job_id }
  })
