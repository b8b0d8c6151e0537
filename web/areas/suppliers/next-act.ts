import { links } from '../../links.ts'
import { mendAct } from '../feeds/public.tsx'
import type { Monitored } from './standing.tsx'

type Stands = Pick<
  Monitored,
  'dropshipper_id' | 'standing' | 'held_run_id' | 'last_reason_code' | 'bad_run_id' | 'last_run_id'
>

/** What a late feed needs; on the supplier's own page it is the act itself. */
export const runNow = 'Run now'

/** What a person does next about a feed, and where: on its page as on the Monitoring Dashboard. */
export function nextAct(m: Stands): { label: string; to: string } {
  const monitoring = links.supplier(m.dropshipper_id, 'monitoring')
  // a custom feed has no settings of the supplier's page
  const own = !('email' in m)
  if (m.held_run_id !== null) return { label: 'Decide', to: links.feedRun(m.held_run_id) }
  const mend = m.standing === 'failing' && own ? mendAct(m.dropshipper_id, m.last_reason_code) : null
  if (mend) return mend
  if (m.standing !== 'failing' && m.bad_run_id !== null)
    return { label: 'See the failure', to: links.feedRun(m.bad_run_id) }
  if (m.standing === 'late' && own) return { label: runNow, to: monitoring }
  if (m.last_run_id !== null) return { label: 'See the run', to: links.feedRun(m.last_run_id) }
  return { label: 'See the feed', to: monitoring }
}
