import type { Parsed } from '#contract/index.ts'
import { reportEnd } from '#server/platform/notices.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { actOn, lockRun, refuseDecided } from './lock-run.ts'
import { mayDiscard } from './rules.ts'

/** Discards a held run; the catalogue stays unchanged. */
export const discardRun = (ctx: Ctx, { params, body }: Parsed<'discardRun'>) =>
  write(ctx, async (tx, logActivity) => {
    const { run } = await lockRun(ctx, tx, params.feed_run_id)
    await refuseDecided(tx, run, mayDiscard(run))
    await tx
      .updateTable('feed_run')
      .set({ state: 'discarded', approved_by: ctx.who.name, approve_reason: body.reason })
      .where('feed_run_id', '=', run.feed_run_id)
      .execute()
    await reportEnd(tx, 'feed', run.feed_id)
    await logActivity({
      type: 'feed.discard',
      ...actOn(run, body.reason, `Held run ${run.feed_run_id} discarded`),
      changes: { state: { from: 'held', to: 'discarded' } },
    })
  })
