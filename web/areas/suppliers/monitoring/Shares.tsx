import { Link } from '@tanstack/react-router'
import { standings } from '#contract/feeds/standing.ts'
import { links } from '../../../links.ts'
import { count, Status } from '../../../ui/values.tsx'
import { signs } from '../../feeds/public.tsx'
import type { MonitoredFeed } from './standing.tsx'

/** The feeds by status: one bar, and the counts above zero, each a link to its feeds in the list of `mode`. */
export function Shares({
  feeds,
  mode,
}: {
  feeds: readonly MonitoredFeed[]
  /** The list's mode, if it isn't that of suppliers. */
  mode?: string | undefined
}) {
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
            <dd>
              <Link
                to={links.monitoring({ mode, status: s })}
                className="link"
                aria-label={`${count(n)} ${signs[s].text.toLowerCase()}`}
              >
                {count(n)}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
