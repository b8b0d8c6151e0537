import { Text, Tooltip } from '@mantine/core'
import {
  IconActivity,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHandStop,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { inTrouble, type FeedStanding, type Standing } from '#contract/feeds/standing.ts'
import { age, exactTime, since } from '../../ui/time.ts'
import { Status } from '../../ui/values.tsx'

export type Monitored = MonitoredSupplier | MonitoredCustomFeed
export const idOf = (m: Monitored) =>
  'vendor_custom_feed_id' in m ? m.vendor_custom_feed_id : m.dropshipper_id

export const signs = {
  failing: { tone: 'bad', icon: IconAlertTriangle, text: 'Failing' },
  held: { tone: 'wait', icon: IconHandStop, text: 'Held' },
  late: { tone: 'wait', icon: IconClock, text: 'Late' },
  flaky: { tone: 'wait', icon: IconActivity, text: 'Flaky' },
  never_ran: { tone: 'off', icon: IconCircleDashed, text: 'Never ran' },
  paused: { tone: 'off', icon: IconPlayerPause, text: 'Paused' },
  fresh: { tone: 'good', icon: IconCircleCheck, text: 'Fresh' },
} as const satisfies Record<Standing, object>

type Stands = Pick<FeedStanding, 'standing' | 'standing_reason'>

/** How a feed stands, as the server decided it, with the reason on hover. */
export function StandingSign({ of }: { of: Stands }) {
  const { tone, icon, text } = signs[of.standing]
  return (
    <Tooltip label={of.standing_reason} multiline maw={420}>
      <span>
        <Status tone={tone} icon={icon}>
          {text}
        </Status>
      </span>
    </Tooltip>
  )
}

/** The same with the reason below it where somebody should look. */
export function StandingWithReason({ of }: { of: Stands }) {
  return (
    <>
      <StandingSign of={of} />
      {inTrouble(of.standing) && (
        <Text size="xs" c="dimmed" lineClamp={2} maw={260} miw={150} style={{ whiteSpace: 'normal' }}>
          {of.standing_reason}
        </Text>
      )}
    </>
  )
}

/** The age of the last good run against what is allowed. */
export function GoodAge({ of }: { of: Monitored }) {
  const tone = of.standing === 'late' ? 'status tone-wait' : undefined
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {of.last_successful_run ? (
        <Tooltip label={exactTime(of.last_successful_run)}>
          <time dateTime={of.last_successful_run} className={tone}>
            {age(since(of.last_successful_run))} old
          </time>
        </Tooltip>
      ) : (
        <span className={tone}>None yet</span>
      )}
      <Text size="xs" c="dimmed">
        allowed {of.max_age_hours} h
      </Text>
    </span>
  )
}
