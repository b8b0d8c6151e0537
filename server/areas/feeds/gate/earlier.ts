import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Comparison } from '../compare.ts'

interface Earlier {
  feed_run_id: number
  state: 'applied' | 'rolled back' | 'discarded'
  tm: string
}
interface Run {
  feedId: number
  runId: number
  fileKey: string
  settingsHash: string
  currentId: number | undefined
  /** The present run was warned of or let through: the file before it may be its cure. */
  curedBy: number | null
}
/** Fewer products that change are a stock that swings between two states. */
const leastChanged = 10

/**
 * Whether the file is one that was applied before the present one, or one that a person took back: an old
 * export, or a mirror that is behind.
 * @param products that the catalogue holds
 */
export async function observeEarlier(
  db: Db,
  run: Run,
  { created, updated, deleted }: Comparison,
  products: number,
): Promise<Observed[]> {
  if (run.currentId === undefined) return []
  const { rows } = await sql<Earlier>`
    select feed_run_id, replace(state, '_', ' ') as state, coalesce(applied_tm, insert_tm) as tm
    from feed_run
    where feed_id = ${run.feedId}
      and file_key = ${run.fileKey}
      and feed_run_id < ${run.runId}
      -- of several files all must be those of then: products may be sent once, and stock daily
      and not exists (
        select from feed_run_file mine
        where mine.feed_run_id = ${run.runId}
          and not exists (
            select from feed_run_file theirs
            where theirs.feed_run_id = feed_run.feed_run_id
              and theirs.feed_file_id = mine.feed_file_id
              and theirs.file_key = mine.file_key))
      and (
        (state in ('rolled_back', 'discarded') and settings_hash = ${run.settingsHash})
        or (state = 'applied' and feed_run_id < ${run.currentId} and feed_run_id <> ${run.curedBy ?? 0}))
    order by feed_run_id desc
    limit 1`.execute(db)
  const [earlier] = rows
  const count = created + updated + deleted
  const taken = earlier && earlier.state !== 'applied'
  if (!earlier || count === 0 || (!taken && count < leastChanged)) return []
  const day = new Date(earlier.tm).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const which = `that of run ${earlier.feed_run_id}, ${earlier.state} on ${day}`
  // what a person took back isn't applied unasked, however little it changes
  const value = taken ? 100 : undefined
  return [
    { name: 'earlier', window: 'last', count, of: products, words: { which }, ...(value ? { value } : {}) },
  ]
}
