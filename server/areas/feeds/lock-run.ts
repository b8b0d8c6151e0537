import type { Tx } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { RunFacts } from './rules.ts'
import { runFacts } from './run-facts.ts'
import { feedToRun, type FeedToRun } from './start-run.ts'

export interface LockedRun extends RunFacts {
  feed_id: number
  dropshipper_id: number
}

/** A run with its feed, locked: what is decided about a feed's runs is decided one at a time. */
export async function lockRun(tx: Tx, runId: number): Promise<{ run: LockedRun; feed: FeedToRun }> {
  // the feed before its run, as the jobs take them: the other way about is a deadlock
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
    .select(['feed_run.feed_run_id', 'feed_run.feed_id', 'feed_run.dropshipper_id', 'state'])
    .select(runFacts)
    .where('feed_run_id', '=', runId)
    .forUpdate('feed_run')
    .executeTakeFirst()
  const feed = run && (await feedToRun(tx, run.feed_id))
  if (!run || !feed) throw notFound('run')
  return { run, feed }
}

/** What the log holds of each act of a person on a run. */
export const actOn = (run: LockedRun, reason: string) => ({
  dropshipper_id: run.dropshipper_id,
  entity: 'feed_run',
  entity_id: run.feed_run_id,
  reason,
})

export function refuse(why: string | null): void {
  if (why) throw conflict(why)
}
