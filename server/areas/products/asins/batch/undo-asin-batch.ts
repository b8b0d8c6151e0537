import type { Parsed } from '#contract/index.ts'
import { undoDays } from '#contract/products/asins/queue.ts'
import { many } from '#contract/words.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { runBatch } from './run-batch.job.ts'

/** Queues the undo of a batch. */
export const undoAsinBatch = (ctx: Ctx, { params: { asin_batch_id } }: Parsed<'undoAsinBatch'>) =>
  write(ctx, async (tx, logActivity) => {
    const batch = await tx
      .selectFrom('asin_batch')
      .select(['accepted', 'done_tm', 'undone_tm', 'dropshipper_id'])
      .select(sql<boolean>`done_tm < now() - make_interval(days => ${sql.lit(undoDays)})`.as('is_late'))
      .where('asin_batch_id', '=', asin_batch_id)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) throw notFound('bulk acceptance')
    if (batch.done_tm === null) throw conflict('The acceptance is still running. Undo it when it ends.')
    if (batch.undone_tm !== null) throw conflict('This was already undone')
    if (batch.is_late) throw conflict(`Bulk acceptances can be undone for ${undoDays} days`)
    const job_id = await ctx.jobs.enqueue(tx, runBatch, {
      payload: { asin_batch_id, undo: true },
      subject: `Undo of ${many(batch.accepted, 'ASIN')}`,
      paramValue: asin_batch_id,
      requestedBy: ctx.who.name,
      rank: 10,
    })
    await tx
      .updateTable('asin_batch')
      .set({ undone_tm: sql`now()`, undo_by: ctx.who.name, job_id })
      .where('asin_batch_id', '=', asin_batch_id)
      .execute()
    await logActivity({
      type: 'asin.undo',
      dropshipper_id: batch.dropshipper_id,
      entity: 'asin_batch',
      entity_id: asin_batch_id,
      message: `Bulk acceptance of ${many(batch.accepted, 'ASIN')} undone`,
    })
    return { job_id }
  })
