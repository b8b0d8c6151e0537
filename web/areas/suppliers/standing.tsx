import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHandStop } from '@tabler/icons-react'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { since } from '../../ui/time.ts'
import { Status } from '../../ui/values.tsx'

/** How a monitored feed stands: what the dashboard's modes sort, count and show. */
export type Monitored = MonitoredSupplier | MonitoredCustomFeed
export const idOf = (m: Monitored) => ('vendor_custom_feed_id' in m ? m.vendor_custom_feed_id : m.dropshipper_id)

/** Hours since the last good run, and whether that is more than the supplier allows. */
export const lateness = (m: Monitored) => {
  const hours = m.last_successful_run ? since(m.last_successful_run) / 3600 : Infinity
  return { hours, late: hours > m.max_age_hours }
}
export type Standing = 'failing' | 'held' | 'late' | 'fresh'
export const standing = (m: Monitored): Standing =>
  m.held_run_id ? 'held' : m.last_state === 'rejected' || m.last_state === 'failed' ? 'failing' : lateness(m).late ? 'late' : 'fresh'
export const badness: Record<Standing, number> = { failing: 0, held: 1, late: 2, fresh: 3 }
const signs = {
  failing: { tone: 'bad', icon: IconAlertTriangle, text: 'Failing' },
  held: { tone: 'wait', icon: IconHandStop, text: 'Held' },
  late: { tone: 'wait', icon: IconClock, text: 'Late' },
  fresh: { tone: 'good', icon: IconCircleCheck, text: 'Fresh' },
} as const

export function StandingSign({ of }: { of: Monitored }) {
  const s = signs[standing(of)]
  return (
    <Tooltip label={of.last_reason ?? ''} disabled={!of.last_reason} multiline maw={420}>
      <span>
        <Status tone={s.tone} icon={s.icon}>
          {s.text}
        </Status>
      </span>
    </Tooltip>
  )
}
