import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import type { RunFacts } from './rules.ts'
import { runFacts } from './run-facts.ts'
import { ofFeed, vendorColumns, type FeedOf } from '../feed-owner.ts'
import { feedToRun, type FeedToRun } from './start-run.ts'

export interface LockedRun extends RunFacts, FeedOf {
  feed_id: number
}

/** Locks a run with its feed and a custom feed's vendor, so that decisions about a feed's runs are made one at a time. */
export async function lockRun(ctx: Ctx, tx: Tx, runId: number): Promise<{ run: LockedRun; feed: FeedToRun }> {
  await lockVendorOf(ctx, tx, 'run', runId)
  // the feed before its run, in the order of the jobs: the reverse would deadlock
  const owner = await tx
    .selectFrom('feed')
    .select('feed_id')
    .where('feed_id', '=', (e) =>
      e.selectFrom('feed_run').select('feed_run.feed_id').where('feed_run_id', '=', runId),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!owner) throw notFound('run')
  const run = await tx
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .select([
      'feed_run.feed_run_id',
      'feed_run.feed_id',
      'feed_run.dropshipper_id',
      'state',
      'dry',
      'rejected_key',
      ...vendorColumns,
    ])
    .select(runFacts)
    .where('feed_run_id', '=', runId)
    .forUpdate('feed_run')
    .executeTakeFirst()
  const feed = run && (await feedToRun(tx, run.feed_id))
  if (!run || !feed) throw notFound('run')
  return { run, feed }
}

/** What the log records for each action of a person on a run. */
export const actOn = (run: LockedRun, reason: string, message: string) => ({
  ...ofFeed(run, message),
  entity: 'feed_run',
  entity_id: run.feed_run_id,
  reason,
})

export function refuse(reason: string | null): void {
  if (reason) throw conflict(reason)
}

const deeds = {
  'feed.apply': { done: 'approved', to: 'applied' },
  'feed.discard': { done: 'discarded', to: 'discarded' },
  'feed.roll_back': { done: 'rolled back', to: 'rolled_back' },
} as const

/** Like `refuse`; if somebody has decided in the meantime, it says who, what and when. */
export async function refuseDecided(tx: Tx, run: LockedRun, reason: string | null): Promise<void> {
  if (!reason) return
  if (run.state === 'held') throw conflict(reason)
  const { rows } = await sql<{ type: keyof typeof deeds; by: string; tm: string; reason: string | null }>`
    select type, action_by_name as by, tm, reason
    from activity
    where entity = 'feed_run'
      and entity_id = ${String(run.feed_run_id)}
      and type in ('feed.apply', 'feed.discard', 'feed.roll_back')
    order by activity_id desc
    limit 1`.execute(tx)
  const last = rows[0]
  if (!last)
    throw conflict(
      run.state === 'superseded' ? 'A newer run replaced this one. Review that run instead' : reason,
    )
  const { done: action, to } = deeds[last.type]
  const time = new Date(last.tm).toISOString().slice(0, 16).replace('T', ' ')
  const because = last.reason ? `: ${last.reason}` : ''
  const text =
    run.state === 'applied'
      ? `${reason}: requested by ${last.by} at ${time} UTC`
      : `${last.by} ${action} this run at ${time} UTC${because}`
  const changes = [{ field: 'state', from: null, to, by: last.by, tm: last.tm }]
  throw new Refusal('conflict', text, undefined, { changed: changes })
}
