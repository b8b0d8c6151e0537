import type { Parsed } from '#contract/index.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queueRun } from './start-run.ts'

/** Queues a run of each supplier's own feed; a feed that is already running is left alone. */
export async function runFeeds(ctx: Ctx, { body }: Parsed<'runFeeds'>) {
  return write(ctx, async (tx, logActivity) => {
    // always in the same order, so that two requests for the same feeds can't deadlock
    const { rows: feeds } = await sql<{ feed_id: number }>`
      select f.feed_id
      from feed f
      where f.dropshipper_id = any(${body.dropshipper_ids}::int[]) and ${ownFeed('f')}
      order by f.feed_id
      for update`.execute(tx)
    const { rows: open } = await sql<{ feed_id: number }>`
      select distinct feed_id
      from feed_run
      where feed_id = any(${feeds.map((f) => f.feed_id)}::int[]) and state in ('queued', 'running')`.execute(
      tx,
    )
    const busy = new Set(open.map((run) => run.feed_id))
    const free = feeds.filter((f) => !busy.has(f.feed_id))
    for (const { feed_id } of free)
      await queueRun(ctx, tx, feed_id, { dry: false, requestedBy: ctx.who.name, logActivity })
    return { started: free.length, under_way: busy.size }
  })
}
