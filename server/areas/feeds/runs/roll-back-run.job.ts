import { count, many } from '#contract/words.ts'
import { z } from 'zod'
import { sql } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { record } from '#server/platform/services.ts'
import { undoChanges } from '../run/apply-changes.ts'
import { followUp } from '../run/follow-up.ts'
import { ofFeed, vendorColumns } from '../feed-owner.ts'

const payload = z.object({ feed_id: z.number(), feed_run_id: z.number(), reason: z.string(), by: z.string() })

/** Undoes the feed's newest applied run in one transaction; the previous run becomes current again. */
export const rollBack: JobDefinition<z.output<typeof payload>> = {
  type: 'FEED_ROLLBACK_JOB',
  payload,
  key: (p) => `feed-${p.feed_id}`,
  retries: 5,
  timeoutSeconds: 3600,
  async run(job) {
    const { db, payload: p, jobId } = job
    return db.transaction().execute(async (tx) => {
      const feed = await tx
        .selectFrom('feed')
        .select(['dropshipper_id', 'current_run_id'])
        .select(vendorColumns)
        .where('feed_id', '=', p.feed_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const run = await tx
        .selectFrom('feed_run')
        .select(['state', 'previous_run_id', 'changes_removed_tm'])
        .where('feed_run_id', '=', p.feed_run_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      // an earlier attempt did it, but its worker was killed before it could report it
      if (run.state === 'rolled_back') return { feed_run_id: p.feed_run_id, state: 'rolled_back' }
      if (run.state !== 'applied' || feed.current_run_id !== p.feed_run_id)
        throw new Error(`Run ${p.feed_run_id} is no longer the last applied run`)
      if (run.changes_removed_tm !== null)
        throw new Error(`The state before run ${p.feed_run_id} is no longer stored`)
      const undone = await undoChanges(tx, p.feed_id, feed.dropshipper_id, p.feed_run_id)
      await followUp(job, tx, feed)
      await tx
        .updateTable('feed_run')
        .set({ state: 'rolled_back', reason: `Rolled back by ${p.by}: ${p.reason}` })
        .where('feed_run_id', '=', p.feed_run_id)
        .execute()
      // what was rolled back is no longer expected
      await tx
        .updateTable('feed_expectation')
        .set({ revoked_by: p.by, revoked_tm: new Date(job.clock.now()).toISOString() })
        .where('feed_run_id', '=', p.feed_run_id)
        .where('revoked_tm', 'is', null)
        .execute()
      // the file is fetched again, because the catalogue now holds an older one
      await tx
        .updateTable('feed')
        .set({ current_run_id: run.previous_run_id, etag: null, last_modified: null })
        .where('feed_id', '=', p.feed_id)
        .execute()
      await tx
        .updateTable('feed_file')
        .set({ etag: null, last_modified: null })
        .where('feed_id', '=', p.feed_id)
        .execute()
      await record(
        tx,
        {},
        {
          type: 'feed.rolled_back',
          ...ofFeed(
            feed,
            `Run ${p.feed_run_id} rolled back by job ${jobId} for ${p.by}: ` +
              `${many(undone.restored, 'product')} restored, ${count(undone.removed)} removed`,
          ),
          entity: 'feed_run',
          entity_id: p.feed_run_id,
          reason: p.reason,
        },
      )
      await sql`select pg_notify('feed_run', ${String(p.feed_run_id)})`.execute(tx)
      return { feed_run_id: p.feed_run_id, ...undone }
    })
  },
}
