import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import type { FeedStanding } from '#contract/feeds/standing.ts'
import { since } from '../../../ui/time.ts'
import { Marks, Rule } from '../../../ui/Rule.tsx'
import { useClock } from '../../../ui/useClock.ts'
import { many } from '../../../ui/values.tsx'

export type Monitored = MonitoredSupplier | MonitoredCustomFeed
export const idOf = (m: Monitored) =>
  'vendor_custom_feed_id' in m ? m.vendor_custom_feed_id : m.dropshipper_id

type Aged = Pick<Monitored, 'last_successful_run' | 'max_age_hours'>
const hoursOld = (of: Aged) => (of.last_successful_run === null ? null : since(of.last_successful_run) / 3600)

/** On every row's rule what is allowed stands at two thirds. */
const ruled = 1.5
export const ageMarks = (
  <Marks
    at={[
      [0, '0'],
      [1 / ruled, 'allowed'],
    ]}
  />
)

/** The same as a drawing. */
export function AgeRule({ of }: { of: Aged & Pick<FeedStanding, 'standing'> }) {
  // of the scale's 90 pixels none moves within a hundredth of what is allowed
  const share = useClock(() => Math.round((100 * (hoursOld(of) ?? -1)) / of.max_age_hours))
  if (share < 0) return null
  const tone = share <= 100 ? 'good' : of.standing === 'failing' ? 'bad' : 'wait'
  const said = `${Math.round(hoursOld(of) ?? 0)} of ${many(of.max_age_hours, 'hour')} allowed`
  return <Rule value={share} limit={100} scale={100 * ruled} tone={tone} label={said} />
}
