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
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import type { FeedStanding, Standing } from '#contract/feeds/standing.ts'
import { age, exactTime, since } from '../../ui/time.ts'
import { Rule } from '../../ui/Rule.tsx'
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

type Aged = Pick<Monitored, 'last_successful_run' | 'max_age_hours'>
const hoursOld = (of: Aged) => (of.last_successful_run === null ? null : since(of.last_successful_run) / 3600)
const isLate = (of: Aged) => (hoursOld(of) ?? Infinity) > of.max_age_hours

/** The age of the last good run against what is allowed: `34 h of 24`. */
export function GoodAge({ of }: { of: Aged }) {
  const tm = of.last_successful_run
  if (!tm) return <span className="quiet">none, {of.max_age_hours} h allowed</span>
  return (
    <Tooltip label={`${age(since(tm))} old, allowed ${of.max_age_hours} h: ${exactTime(tm)}`}>
      <time dateTime={tm} className={isLate(of) ? 'tone-wait' : undefined} style={{ color: 'var(--tone)' }}>
        {age(since(tm))} <span className="faint">of {of.max_age_hours} h</span>
      </time>
    </Tooltip>
  )
}

/** The same as a drawing, on which what is allowed stands at two thirds in every row. */
export function AgeRule({ of }: { of: Monitored }) {
  const old = hoursOld(of)
  if (old === null) return null
  const tone = old <= of.max_age_hours ? 'good' : of.standing === 'failing' ? 'bad' : 'wait'
  const said = `${Math.round(old)} of ${of.max_age_hours} hours allowed`
  return <Rule value={old} limit={of.max_age_hours} scale={of.max_age_hours * 1.5} tone={tone} label={said} />
}
