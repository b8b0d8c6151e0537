import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import type { FeedStanding } from '#contract/feeds/standing.ts'
import { secondsSince } from '../../../ui/time.ts'
import { Marks, Rule } from '../../../ui/Rule.tsx'
import { useClock } from '../../../ui/useClock.ts'

export type MonitoredFeed = MonitoredSupplier | MonitoredCustomFeed
export const idOf = (m: MonitoredFeed) =>
  'vendor_custom_feed_id' in m ? m.vendor_custom_feed_id : m.dropshipper_id

type FeedAge = Pick<MonitoredFeed, 'last_successful_run' | 'max_age_hours'>
const hoursOld = (feed: FeedAge) =>
  feed.last_successful_run === null ? null : secondsSince(feed.last_successful_run) / 3600

/** The allowed age is at two thirds of every row's bar. */
const ruleScale = 1.5
export const ageMarks = (
  <Marks
    labels={[
      [0, '0'],
      [1 / ruleScale, 'limit'],
    ]}
  />
)

/** The age as a bar. */
export function AgeRule({ feed }: { feed: FeedAge & Pick<FeedStanding, 'standing'> }) {
  // the bar has 90 pixels, so rounding to a hundredth of the allowed age moves none
  const share = useClock(() => Math.round((100 * (hoursOld(feed) ?? -1)) / feed.max_age_hours))
  if (share < 0) return null
  const overdueTone = feed.standing === 'failing' ? 'bad' : 'wait'
  const tone = share <= 100 ? 'good' : overdueTone
  const ageText = `${Math.round(hoursOld(feed) ?? 0)} h old (limit ${feed.max_age_hours} h)`
  return <Rule value={share} limit={100} scale={100 * ruleScale} tone={tone} label={ageText} />
}
