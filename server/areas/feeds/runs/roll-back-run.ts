import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { actOn, lockRun, refuse, refuseDecided } from './lock-run.ts'
import { rollBack } from './roll-back-run.job.ts'
import { mayRollBack } from './rules.ts'

/** Queues the job that rolls back the newest applied run. */
export const rollBackRun = (ctx: Ctx, { params, body }: Parsed<'rollBackRun'>) =>
  write(ctx, async (tx, logActivity) => {
    const { run, feed } = await lockRun(ctx, tx, params.feed_run_id)
    // for a run that is still the newest applied one, its approval explains nothing
    if (run.state === 'applied' && !run.roll_back_job_id) refuse(mayRollBack(run))
    else await refuseDecided(tx, run, mayRollBack(run))
    const job_id = await ctx.jobs.enqueue(tx, rollBack, {
      payload: { feed_id: run.feed_id, feed_run_id: run.feed_run_id, reason: body.reason, by: ctx.who.name },
      subject: feed.supplier_name,
      paramValue: run.feed_run_id,
      requestedBy: ctx.who.name,
      rank: 20,
    })
    await logActivity({
      type: 'feed.roll_back',
      ...actOn(run, body.reason, `Rollback of run ${run.feed_run_id} requested`),
    })
    return { job_id }
  })
