import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { expectOf } from '../settings/expectations.ts'
import { actOn, lockRun, refuseDecided } from './lock-run.ts'
import { mayApply } from './rules.ts'
import { queueJob } from './start-run.ts'

/** Approves a held run: its kept file is read again and applied, by the person's decision. */
export const applyRun = (ctx: Ctx, { params, body }: Parsed<'applyRun'>) =>
  write(ctx, async (tx, logActivity) => {
    const { run, feed } = await lockRun(ctx, tx, params.feed_run_id)
    await refuseDecided(tx, run, mayApply(run))
    if (body.expected)
      await logActivity(await expectOf(ctx, tx, run, { ...body.expected, reason: body.reason }))
    await tx
      .updateTable('feed_run')
      .set({
        state: 'queued',
        approved_by: ctx.who.name,
        approve_reason: body.reason,
        reason: null,
        reason_code: null,
        end_tm: null,
      })
      .where('feed_run_id', '=', run.feed_run_id)
      .execute()
    const job_id = await queueJob(ctx, tx, feed, {
      runId: run.feed_run_id,
      requestedBy: ctx.who.name,
    })
    await logActivity({
      type: 'feed.apply',
      ...actOn(run, body.reason, `Held run ${run.feed_run_id} approved`),
      changes: { state: { from: 'held', to: 'queued' } },
    })
    return { job_id }
  })
