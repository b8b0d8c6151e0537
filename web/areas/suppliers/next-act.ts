import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import { links } from '../../links.ts'
import type { Monitored } from './standing.tsx'

const mends: Record<FeedPart, string> = {
  source: 'Check the source',
  format: 'Check the format',
  mapping: 'Mend the mapping',
  further: 'Check the further file',
}

/** What a person does next about a feed, and where. */
export function nextAct(m: Monitored): { label: string; to: string } {
  const monitoring = links.supplier(m.dropshipper_id, 'monitoring')
  // a custom feed has no settings of the supplier's page
  const own = !('email' in m)
  if (m.held_run_id !== null) return { label: 'Decide', to: links.feedRun(m.held_run_id) }
  const mend = m.standing === 'failing' && own ? mendOf(m.last_reason_code) : null
  if (mend) return { label: mends[mend.at], to: links.feedSettings(m.dropshipper_id, mend.at) }
  if (m.standing !== 'failing' && m.bad_run_id !== null)
    return { label: 'See the failure', to: links.feedRun(m.bad_run_id) }
  if (m.standing === 'late' && own) return { label: 'Run it now', to: monitoring }
  if (m.last_run_id !== null) return { label: 'See the run', to: links.feedRun(m.last_run_id) }
  return { label: 'See the feed', to: monitoring }
}
