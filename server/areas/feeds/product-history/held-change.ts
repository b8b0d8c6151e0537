import type { ComparedProduct } from '#contract/feeds/comparison.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { keptChanges } from '../runs/run-exports.ts'

/** A held run with more changes than this isn't searched while a person waits. */
const mostSearched = 50_000

export interface HeldChange {
  feed_run_id: number
  tm: string | null
  reason: string | null
  /** What its file does to the product; `unknown`: it has too many changes to look, or they weren't stored. */
  change: 'gone' | 'new' | 'changed' | 'same' | 'unknown'
  fields: ComparedProduct['fields']
}

interface HeldRun {
  feed_run_id: number
  tm: string | null
  reason: string | null
  changes_key: string | null
  changes: number
}

/** What the held run of a feed would do to one of its products; undefined: no run is held. */
export async function heldChange(
  { db, files }: Pick<Services, 'db' | 'files'>,
  feedId: number,
  sku: string,
): Promise<HeldChange | undefined> {
  const run = await readHeldRun(db, feedId)
  if (!run) return undefined
  const { feed_run_id, tm, reason, changes_key, changes } = run
  const found = (change: HeldChange['change'], fields: HeldChange['fields'] = {}) => ({
    feed_run_id,
    tm,
    reason,
    change,
    fields,
  })
  if (changes_key === null || changes > mostSearched) return found('unknown')
  for await (const batch of keptChanges(files, changes_key)) {
    const product = batch.find((p) => p.sku === sku)
    if (product) return found(heldKinds[product.change], product.fields)
  }
  return found('same')
}
const heldKinds = { Deleted: 'gone', Created: 'new', Updated: 'changed' } as const

async function readHeldRun(db: Db, feedId: number): Promise<HeldRun | undefined> {
  const { rows } = await sql<HeldRun>`
    select feed_run_id, end_tm as tm, reason, changes_key, created + updated + deleted as changes
    from feed_run
    where feed_id = ${feedId} and state = 'held'
    order by feed_run_id desc
    limit 1`.execute(db)
  return rows[0]
}
