import { dayText } from '#contract/formats.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Comparison, Scope } from '../../run/compare.ts'
import { findEarlierState } from './earlier-state.ts'

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
  now: number
  /** Set if the current run was warned of or approved by a person: the file before it may be its correction. */
  curedBy: number | null
}
/** Fewer changed products are stock that swings between two states. */
const leastChanged = 10
const leastShare = 0.02

/**
 * Whether the file is nearly one that was applied before the current one, or exactly one that a person
 * discarded or rolled back: an old export, or a mirror that is behind.
 */
export async function observeEarlier(
  db: Db,
  scope: Scope,
  run: Run,
  { comparison, products }: { comparison: Comparison; products: number },
): Promise<Observation[]> {
  if (run.currentId === undefined) return []
  const { rows } = await sql<Earlier>`
    select feed_run_id, replace(state, '_', ' ') as state, coalesce(applied_tm, insert_tm) as tm
    from feed_run
    where feed_id = ${run.feedId}
      and file_key = ${run.fileKey}
      and feed_run_id < ${run.runId}
      -- if there are several files, all must be the same: products may be sent once, and stock daily
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
  const { updated: updatedCount } = comparison
  const count = comparison.created + updatedCount + comparison.deleted
  const wasTakenBack = earlier && earlier.state !== 'applied'
  if (!earlier) {
    const much = !scope.mended && updatedCount >= Math.max(leastChanged, products * leastShare)
    const nearly = much ? await findEarlierState(db, scope, run.now) : undefined
    if (!nearly) return []
    const description = `the one from run ${nearly.feed_run_id}, applied on ${dayOf(nearly.tm)}`
    const returnedCount = Math.round(nearly.share * updatedCount)
    return [
      {
        name: 'earlier',
        window: 'last',
        count: returnedCount,
        of: products,
        words: { which: description, nearly: 1 },
      },
    ]
  }
  if (count === 0 || (!wasTakenBack && count < leastChanged)) return []
  const description = `the one from run ${earlier.feed_run_id}, ${earlier.state.replace('_', ' ')} on ${dayOf(earlier.tm)}`
  // what a person took back isn't applied without asking, however little it changes
  const value = wasTakenBack ? 100 : undefined
  return [
    {
      name: 'earlier',
      window: 'last',
      count,
      of: products,
      words: { which: description },
      ...(value ? { value } : {}),
    },
  ]
}

const dayOf = (tm: string) => dayText(new Date(tm).toISOString().slice(0, 10))
