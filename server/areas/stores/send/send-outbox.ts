import { many } from '#contract/words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import { hostKeysOf } from '#server/platform/host-keys.ts'
import { parseParts } from './calls.ts'
import { dropFile, type DropStore } from './file-drop.ts'
import { keepSent, type SentTotals } from './keep-sent.ts'
import type { ToldRow } from './layouts.ts'

/** The most products in a file. */
const maxProducts = 5000

interface Line {
  product_id: number
  told: string
  sku: string
  changes: Omit<ToldRow, 'sku'>
}

/**
 * Sends an update's outbox, removals first. Only delivered rows count as sent; an interrupted file
 * is sent again under the same name.
 * @param refuseChanged called before each file: throws if nothing more may be sent
 */
export async function sendOutbox(
  job: RunningJob<unknown>,
  store: DropStore & { vendor_store_id: number },
  updateId: number,
  { totals, refuseChanged }: { totals: SentTotals; refuseChanged: () => Promise<void> },
): Promise<void> {
  const { db, signal, progress, say: log } = job
  const hostKeys = hostKeysOf(db, { vendor_store_id: store.vendor_store_id })
  for (;;) {
    signal.throwIfAborted()
    const lines = await nextLines(db, updateId)
    const [first] = lines
    if (!first) break
    await refuseChanged()
    const parts = parseParts(first.told)
    const rows = lines.map(({ sku, changes }) => ({ sku, ...changes }))
    const { name, bytes } = await dropFile({ ...job, hostKeys }, store, parts, rows)
    await db.transaction().execute(async (tx) => {
      await keepSent(tx, store.vendor_store_id, updateId, lines)
      await sql`
        update store_update
        set files = files + 1, bytes = bytes + ${bytes}
        where store_update_id = ${updateId}`.execute(tx)
    })
    totals.sent += lines.length
    totals.files++
    totals.bytes += bytes
    await log(`${name}: ${many(lines.length, 'product')}`)
    progress(`${many(totals.sent, 'product')} sent`)
  }
  await sql`
    update store_update
    set state = 'sent', end_tm = now()
    where store_update_id = ${updateId} and state = 'sending'`.execute(db)
}

/** The next rows with the same parts. */
async function nextLines(db: Db, updateId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with next as (
      select lane, told
      from store_outbox
      where store_update_id = ${updateId}
      order by lane, told
      limit 1)
    select o.product_id, o.told, o.sku, o.changes
    from store_outbox o
    join next using (lane, told)
    where o.store_update_id = ${updateId}
    order by o.alone, o.product_id
    limit ${maxProducts}`.execute(db)
  return rows
}
