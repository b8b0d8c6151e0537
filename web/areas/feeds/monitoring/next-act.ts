import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import type { CurrentRun } from '#contract/feeds/runs.ts'
import { links, type FeedPlace } from '../../../links.ts'

const mends: Record<FeedPart, string> = {
  source: 'Check source',
  format: 'Check format',
  mapping: 'Fix mapping',
  further: 'Check additional file',
}

/**
 * What fixes a feed that fails for this reason, and where. Every screen uses this rule. Undefined if
 * nothing in its settings helps.
 * @param column the mapped column that the reason names
 */
export function mendAct(
  place: FeedPlace,
  reasonCode: string | null,
  column?: string,
): { label: string; to: string } | undefined {
  const mend = mendOf(reasonCode)
  return mend && { label: mends[mend.part], to: links.feedSettings(place, mend.part, column) }
}

type Stands = FeedPlace &
  Pick<CurrentRun, 'standing' | 'held_run_id' | 'last_reason_code' | 'bad_run_id' | 'last_run_id'>

/** What a late feed needs; on the feed's own page the button runs it. */
export const runNow = 'Run now'

/**
 * What a person does next about a feed, and where; the same on its page and on the Monitoring Dashboard.
 */
export function nextAct(m: Stands): { label: string; to: string } {
  if (m.held_run_id !== null) return { label: 'Review run', to: links.feedRun(m.held_run_id) }
  const mend = m.standing === 'failing' ? mendAct(m, m.last_reason_code) : null
  if (mend) return mend
  if (m.standing !== 'failing' && m.bad_run_id !== null)
    return { label: 'View failure', to: links.feedRun(m.bad_run_id) }
  if (m.standing === 'late') return { label: runNow, to: links.feedMonitoring(m) }
  if (m.last_run_id !== null) return { label: 'View run', to: links.feedRun(m.last_run_id) }
  return { label: 'View feed', to: links.feedMonitoring(m) }
}
