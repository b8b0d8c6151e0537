import { Tooltip } from '@mantine/core'
import {
  IconActivity,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHandStop,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { FeedStanding, Standing } from '#contract/feeds/standing.ts'
import { age, exactTime, secondsSince } from '../../../ui/time.ts'
import { useClock } from '../../../ui/useClock.ts'
import { Status } from '../../../ui/values.tsx'
import { feedStatuses } from '#contract/statuses.ts'

export const signs = {
  failing: { tone: 'bad', icon: IconAlertTriangle, text: feedStatuses.failing },
  held: { tone: 'wait', icon: IconHandStop, text: feedStatuses.held },
  late: { tone: 'wait', icon: IconClock, text: feedStatuses.late },
  flaky: { tone: 'wait', icon: IconActivity, text: feedStatuses.flaky },
  never_ran: { tone: 'off', icon: IconCircleDashed, text: feedStatuses.never_ran },
  paused: { tone: 'off', icon: IconPlayerPause, text: feedStatuses.paused },
  fresh: { tone: 'good', icon: IconCircleCheck, text: feedStatuses.fresh },
} as const satisfies Record<Standing, object>

type Stands = Pick<FeedStanding, 'standing' | 'standing_reason'>

/** A feed's status as the server decided it, with the reason on hover. */
export function StandingSign({ feed }: { feed: Stands }) {
  const { tone, icon, text } = signs[feed.standing]
  return (
    <Tooltip label={feed.standing_reason} multiline maw={420}>
      <span>
        <Status tone={tone} icon={icon}>
          {text}
        </Status>
      </span>
    </Tooltip>
  )
}

interface LastGoodRun {
  last_successful_run: string | null
  max_age_hours: number
}

/** The age in seconds, for sorting; null without a good run. */
export const goodAge = ({ last_successful_run: tm }: Pick<LastGoodRun, 'last_successful_run'>) =>
  tm === null ? null : secondsSince(tm)

/** The age of the last good run against the allowed age: `34 h of 24`. */
export function GoodAge({ feed }: { feed: LastGoodRun }) {
  const tm = feed.last_successful_run
  const old = useClock(() => (tm === null ? '' : age(secondsSince(tm))))
  if (!tm) return <span className="quiet">none (limit {feed.max_age_hours} h)</span>
  const late = secondsSince(tm) / 3600 > feed.max_age_hours
  return (
    <Tooltip label={`${old} old (limit ${feed.max_age_hours} h): ${exactTime(tm)}`}>
      <time dateTime={tm} className={late ? 'tone-wait toned' : undefined}>
        {old} <span className="faint">of {feed.max_age_hours} h</span>
      </time>
    </Tooltip>
  )
}
