import { z } from 'zod'
import { many } from '#contract/words.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { addNew, refreshChanged } from './search-index.ts'

const payload = z.object({ dropshipper_id: z.number() })
const batch = 5000

/**
 * Updates a supplier's part of the search index, reading only products that are new or changed since the
 * last sync.
 */
export const syncIndex: JobDefinition<z.output<typeof payload>> = {
  type: 'PARTIAL_SOLR_SYNC_JOB',
  payload,
  key: (p) => `supplier-${p.dropshipper_id}`,
  retries: 5,
  timeoutSeconds: 6 * 3600,
  async run({ db, payload: { dropshipper_id }, signal, progress, say: logLine }) {
    const counts = { added: 0, updated: 0, removed: 0, unchanged: 0 }
    const reportProgress = () => progress(many(counts.added + counts.updated + counts.removed, 'product'))
    const feeds = await db
      .selectFrom('feed')
      .select('feed_id')
      .where('dropshipper_id', '=', dropshipper_id)
      .orderBy('feed_id')
      .limit(1000)
      .execute()
    for (const { feed_id } of feeds) {
      for (let hasMore = true; hasMore;) {
        signal.throwIfAborted()
        const addResult = await db.transaction().execute((tx) => addNew(tx, feed_id, batch))
        counts.added += addResult
        hasMore = addResult === batch
        reportProgress()
      }
      for (let hasMore = true; hasMore;) {
        signal.throwIfAborted()
        const refreshResult = await db.transaction().execute((tx) => refreshChanged(tx, feed_id, batch))
        counts.updated += refreshResult.updated
        counts.removed += refreshResult.removed
        counts.unchanged += refreshResult.taken - refreshResult.updated - refreshResult.removed
        hasMore = refreshResult.taken === batch
        reportProgress()
      }
    }
    // a custom feed's page shows since when all of its products can be found
    await sql`
      update feed
      set indexed_tm = now()
      where dropshipper_id = ${dropshipper_id} and vendor_custom_feed_id is not null`.execute(db)
    await logLine(
      `${counts.added} added, ${counts.updated} updated, ${counts.removed} removed, ` +
        `${counts.unchanged} without a searchable change`,
    )
    return counts
  },
}

/** Queues a supplier's sync; null if one is queued already, which will find the changes too. */
export const queueIndexSync = (
  services: Services,
  tx: Tx,
  supplier: { dropshipper_id: number; supplier_name: string },
  requester: string,
) =>
  services.jobs.enqueueUnlessWaiting(tx, syncIndex, {
    payload: { dropshipper_id: supplier.dropshipper_id },
    subject: supplier.supplier_name,
    paramValue: supplier.dropshipper_id,
    requestedBy: requester,
    rank: requester === 'schedule' ? 0 : 10,
  })
