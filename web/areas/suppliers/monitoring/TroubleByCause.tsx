import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { inTrouble } from '#contract/feeds/standing.ts'
import { links } from '../../../links.ts'
import { age, secondsSince, shortTime } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import { causesOf, firstSince, listOfCause, subscriptionsOf, type Cause } from './causes.ts'
import { FleetChart } from './FleetChart.tsx'
import { Shares } from './Shares.tsx'
import { signs, nextAct } from '../../feeds/public.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'

/** The number of lines; if there are more causes, the last line says how many. */
const mostLines = 4
const mostNames = 3

/** The causes of trouble, one a line, beside the counts by status and the chart of good data. */
export function TroubleByCause({
  feeds,
  custom,
  noun,
  waits,
}: {
  feeds: readonly MonitoredFeed[]
  custom: boolean
  noun: string
  /** The feeds are still loading. */
  waits: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const causes = causesOf(feeds.filter((m) => inTrouble(m.standing)))
  const closedCount = causes.length > mostLines ? mostLines - 1 : mostLines
  const shownCauses = causes.slice(0, isOpen ? causes.length : closedCount)
  const hiddenCauses = causes.slice(shownCauses.length)
  const mode = custom ? 'custom' : undefined
  // CSS reserves the space, whatever it will contain
  if (waits)
    return (
      <div className="answer-columns band" aria-hidden>
        <section>
          {[48, 62, 55, 40].map((width) => (
            <Skeleton key={width} height={9} width={`${width}%`} my={27} />
          ))}
        </section>
        <section />
      </div>
    )
  return (
    <div className="answer-columns band">
      <section>
        <Title order={2}>{causes.length === 0 ? 'No issues' : 'By cause'}</Title>
        {causes.length === 0 ? (
          <p className="quiet">No {noun}s are failing, held, late, or flaky.</p>
        ) : (
          <ul className="ledger">
            {shownCauses.map((cause, i) => (
              <CauseLine key={cause.key} cause={cause} noun={noun} first={i === 0} mode={mode} />
            ))}
          </ul>
        )}
        {hiddenCauses.length > 0 && (
          <Button size="xs" variant="subtle" onClick={() => setIsOpen(true)}>
            Show {many(hiddenCauses.length, 'more cause')} (
            {many(hiddenCauses.flatMap((c) => c.feeds).length, noun)})
          </Button>
        )}
      </section>
      <section>
        <Title order={2}>{many(feeds.length, noun)}</Title>
        <Shares feeds={feeds} mode={mode} />
        <FleetChart custom={custom} noun={noun} />
      </section>
    </div>
  )
}

function CauseLine({
  cause,
  noun,
  first,
  mode,
}: {
  cause: Cause
  noun: string
  first: boolean
  /** The list's mode, if it isn't that of suppliers. */
  mode: string | undefined
}) {
  const { icon: Icon, tone, text } = signs[cause.standing]
  const [firstFeed] = cause.feeds
  const alone = cause.feeds.length === 1 && firstFeed
  const verb = cause.standing === 'held' ? 'Review' : 'View'
  const act = alone
    ? nextAct(firstFeed)
    : {
        label: `${verb} ${count(cause.feeds.length)}`,
        to: listOfCause(cause, mode),
      }
  return (
    <li className={`tone-${tone}`}>
      <Tooltip label={text}>
        <Icon size={16} stroke={1.8} className="mark" aria-label={text} />
      </Tooltip>
      <span title={cause.text}>
        {!alone && <b>{many(cause.feeds.length, noun)} </b>}
        {alone ? <Names feeds={cause.feeds} /> : null}
        <span className={alone ? 'quiet' : undefined}> {cause.text}</span>
        {!alone && (
          <>
            {' ('}
            <Names feeds={cause.feeds} />)
          </>
        )}
      </span>
      <span className="faint">
        {impactOf(cause).map((part, i) => (
          <Fragment key={part}>
            {i > 0 && ', '}
            <span className="whole">{part}</span>
          </Fragment>
        ))}
      </span>
      <Button size="xs" component={Link} to={act.to} variant={first ? 'filled' : 'default'}>
        {act.label}
      </Button>
    </li>
  )
}

/** Links to the first feeds, and how many more there are. */
const Names = ({ feeds }: { feeds: readonly MonitoredFeed[] }) => (
  <>
    {feeds.slice(0, mostNames).map((m, i) => (
      <span key={`${'email' in m}-${idOf(m)}`}>
        {i > 0 && ', '}
        <Link
          to={
            m.held_run_id === null
              ? links.supplier(m.dropshipper_id, 'monitoring')
              : links.feedRun(m.held_run_id)
          }
          className="name"
        >
          {m.supplier}
        </Link>
        {'email' in m && <span className="faint"> ({m.email})</span>}
      </span>
    ))}
    {feeds.length > mostNames && ` and ${count(feeds.length - mostNames)} more`}
  </>
)

/** Since when, or how old the data is, and how many subscriptions are affected: two lines of room. */
function impactOf({ feeds }: Cause): string[] {
  const subs = subscriptionsOf(feeds)
  const since = firstSince(feeds)
  const subscribers = subs > 0 ? [many(subs, 'subscription')] : []
  return since === undefined
    ? [...subscribers, ...dataAges(feeds)]
    : [`since ${shortTime(since)}`, ...subscribers]
}

/** How old the data of feeds is, and how many have none. */
function dataAges(feeds: Cause['feeds']): string[] {
  const moments = feeds.map((m) => m.last_successful_run).filter((tm) => tm !== null)
  const emptyCount = feeds.length - moments.length
  const [oldest] = moments.toSorted()
  const upTo = moments.length > 1 ? 'up to ' : ''
  return [
    ...(oldest ? [`data ${upTo}${age(secondsSince(oldest))} old`] : []),
    ...(emptyCount > 0
      ? [oldest ? `${count(emptyCount)} of ${count(feeds.length)} without good data` : 'no good data']
      : []),
  ]
}
