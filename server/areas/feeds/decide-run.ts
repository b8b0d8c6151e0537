import type { Parsed } from '#contract/index.ts'

import type { Tx } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { rollBack } from './roll-back-run.job.ts'
import { mayApply, mayDiscard, mayRollBack, type RunFacts } from './rules.ts'
import { feedToRun, queueJob } from './start-run.ts'

/** A held run goes on to be applied: its kept file is read again and its decision is the person's. */
export const applyRun = (ctx: Ctx, { params, body }: Parsed<'applyRun'>) =>
  write(ctx, async (tx, did) => {
    const { run, feed } = await lockRun(tx, params.feed_run_id)
    refuse(mayApply(run))
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
    const job_id = await queueJob(ctx, tx, feed, run.feed_run_id, ctx.who.name)
    await did({
      type: 'feed.apply',
      dropshipper_id: run.dropshipper_id,
      entity: 'feed_run',
      entity_id: run.feed_run_id,
      message: `Held run ${run.feed_run_id} approved`,
      reason: body.reason,
      changes: { state: { from: 'held', to: 'queued' } },
    })
    return { job_id }
  })

export const discardRun = (ctx: Ctx, { params, body }: Parsed<'discardRun'>) =>
  write(ctx, async (tx, did) => {
    const { run } = await lockRun(tx, params.feed_run_id)
    refuse(mayDiscard(run))
    await tx
      .updateTable('feed_run')
      .set({ state: 'discarded', approved_by: ctx.who.name, approve_reason: body.reason })
      .where('feed_run_id', '=', run.feed_run_id)
      .execute()
    await did({
      type: 'feed.discard',
      dropshipper_id: run.dropshipper_id,
      entity: 'feed_run',
      entity_id: run.feed_run_id,
      message: `Held run ${run.feed_run_id} discarded`,
      reason: body.reason,
      changes: { state: { from: 'held', to: 'discarded' } },
    })
  })

export const rollBackRun = (ctx: Ctx, { params, body }: Parsed<'rollBackRun'>) =>
  write(ctx, async (tx, did) => {
    const { run, feed } = await lockRun(tx, params.feed_run_id)
    refuse(mayRollBack(run))
    const job_id = await ctx.jobs.enqueue(tx, rollBack, {
      payload: { feed_id: run.feed_id, feed_run_id: run.feed_run_id, reason: body.reason, by: ctx.who.name },
      subject: feed.supplier_name,
      paramValue: run.feed_run_id,
      requestedBy: ctx.who.name,
      rank: 20,
    })
    await did({
      type: 'feed.roll_back',
      dropshipper_id: run.dropshipper_id,
      entity: 'feed_run',
      entity_id: run.feed_run_id,
      message: `Rollback of run ${run.feed_run_id} asked for`,
      reason: body.reason,
    })
    return { job_id }
  })

async function lockRun(tx: Tx, runId: number) {
  const run = await tx
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .selectAll('feed_run')
    .select('current_run_id')
    .where('feed_run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  const feed = run && (await feedToRun(tx, run.feed_id))
  if (!run || !feed) throw notFound('run')
  const open = await tx
    .selectFrom('feed_run')
    .select('feed_run_id')
    .where('feed_id', '=', run.feed_id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return { run: { ...run, open_run_id: open?.feed_run_id ?? null } satisfies RunFacts, feed }
}

function refuse(why: string | null): void {
  if (why) throw conflict(why)
}
