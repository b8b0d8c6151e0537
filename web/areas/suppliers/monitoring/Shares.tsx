import { standings } from '#contract/feeds/standing.ts'
import { count, Status } from '../../../ui/values.tsx'
import { signs } from '../../feeds/public.tsx'
import type { MonitoredFeed } from './standing.tsx'

/** The feeds by status: one bar, and the counts above zero. */
export function Shares({ feeds }: { feeds: readonly MonitoredFeed[] }) {
  const counts = standings
    .map((s) => ({ s, n: feeds.filter((m) => m.standing === s).length }))
    .filter(({ n }) => n > 0)
  return (
    <>
      <div className="shares" aria-hidden>
        {counts.toReversed().map(({ s, n }) => (
          <i key={s} className={`tone-${signs[s].tone}`} style={{ flexGrow: n }} />
        ))}
      </div>
      <dl className="tally">
        {counts.map(({ s, n }) => (
          <div key={s}>
            <dt>
              <Status tone={signs[s].tone} icon={signs[s].icon}>
                {signs[s].text}
              </Status>
            </dt>
            <dd>{count(n)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
