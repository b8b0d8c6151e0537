import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { greenMatches } from './green-matches.ts'
import { runBatch } from './run-batch.job.ts'

/** Queues the acceptance of the green matches that the preview showed; what is green since stays in the queue. */
export const acceptAsinMatches = (ctx: Ctx, { body }: Parsed<'acceptAsinMatches'>) =>
  write(ctx, async (tx, logActivity) => {
    const { market_id, dropshipper_id, upto_id, count } = body
    const { rows } = await sql<{ n: number }>`
      select count(*) as n
      from ${greenMatches(body)} and m.product_asin_match_id <= ${upto_id}`.execute(tx)
    const now = singleRow(rows).n
    if (now === 0) throw conflict('No sure matches left. Someone else reviewed them.')
    if (now > count) throw conflict(`There are ${now} sure matches now. Open the preview again.`)
    const { asin_batch_id } = await tx
      .insertInto('asin_batch')
      .values({
        kind: 'bulk',
        market_id,
        dropshipper_id,
        upto_id,
        login_id: ctx.who.login_id,
        requested_by: ctx.who.name,
      })
      .returning('asin_batch_id')
      .executeTakeFirstOrThrow()
    const job_id = await ctx.jobs.enqueue(tx, runBatch, {
      payload: { asin_batch_id, undo: false },
      subject: many(now, 'ASIN'),
      paramValue: asin_batch_id,
      requestedBy: ctx.who.name,
      rank: 10,
    })
    await tx.updateTable('asin_batch').set({ job_id }).where('asin_batch_id', '=', asin_batch_id).execute()
    await logActivity({
      type: 'asin.accept',
      dropshipper_id,
      entity: 'asin_batch',
      entity_id: asin_batch_id,
      message: `${many(now, 'ASIN')} accepted in bulk`,
    })
    return { asin_batch_id, job_id }
  })
