import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import {
  attentionStandings,
  monitoredHours,
  unsteadyStandings,
  type Standing,
} from '#contract/feeds/standing.ts'
import { sentence } from '#contract/sentence.ts'
import { Empty } from '../../../ui/page/Page.tsx'
import { shortTime } from '../../../ui/time.ts'
import { Ago, count, many } from '../../../ui/values.tsx'
import { causesOf, whyOf, type Cause } from './causes.ts'
import { Shares } from './Shares.tsx'
import { signs, nextAct } from '../../feeds/public.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'

/** What failed, why, and what to do now, by cause, worst first; and the counts by status. */
export function MonitoringSummary({
  data,
  matches,
}: {
  data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined
  /** Whether a feed matches the filter; the figures are of all feeds. */
  matches: (m: MonitoredFeed) => boolean
}) {
  if (!data) return <Skeleton height={240} />
  const isVisible = (m: MonitoredFeed) => !m.hidden_from_report
  const suppliers = data.suppliers.filter(isVisible)
  const custom = data.custom_feeds.filter(isVisible)
  const hiddenCount = data.suppliers.length + data.custom_feeds.length - suppliers.length - custom.length
  const all: MonitoredFeed[] = [...suppliers, ...custom].filter(matches)
  const feedsIn = (...standings: readonly Standing[]) =>
    standings.flatMap((s) => all.filter((m) => m.standing === s))
  const recoveredFeeds = feedsIn('fresh', 'paused').filter((m) => m.bad_runs > 0)
  return (
    <div className="answer-columns">
      <section>
        <Causes
          title="Needs attention"
          feeds={feedsIn(...attentionStandings)}
          emptyText="No failing or held feeds."
        />
        <Causes title="Late or flaky" feeds={feedsIn(...unsteadyStandings)} />
        <Causes title={`Recovered in the last ${monitoredHours} hours`} feeds={recoveredFeeds} />
      </section>
      <section>
        <Title order={2}>{many(suppliers.length, 'supplier')}</Title>
        <Shares feeds={suppliers} />
        {custom.length > 0 && (
          <>
            <Title order={2} mt="lg">
              {many(custom.length, 'custom feed')}
            </Title>
            <Shares feeds={custom} mode="custom" />
          </>
        )}
        {hiddenCount > 0 && <p className="quiet">{many(hiddenCount, 'feed')} hidden from this report</p>}
      </section>
    </div>
  )
}

function Causes({
  title,
  feeds,
  emptyText,
}: {
  title: string
  feeds: readonly MonitoredFeed[]
  emptyText?: string
}) {
  if (feeds.length === 0 && emptyText === undefined) return null
  return (
    <section className="causes">
      <Title order={2}>{title}</Title>
      {feeds.length === 0 ? (
        <Empty>{emptyText}</Empty>
      ) : (
        causesOf(feeds).map((cause) => <FeedsOfCause key={cause.key} cause={cause} />)
      )}
    </section>
  )
}

const few = 5
const step = 50

/** The feeds that share a cause, worst first; only some are shown until more are requested. */
function FeedsOfCause({ cause: { text, todo, feeds } }: { cause: Cause }) {
  const [shownCount, setShownCount] = useState(few)
  const rest = feeds.length - shownCount
  return (
    <>
      {feeds.length > 1 && text && (
        <Title order={3} className="cause">
          {many(feeds.length, 'feed')}{' '}
          <span className="quiet">{todo ? `${sentence(text)} ${todo}` : text}</span>
        </Title>
      )}
      <ul className="ledger">
        {feeds.slice(0, shownCount).map((m) => (
          <Trouble key={`${'email' in m}-${idOf(m)}`} feed={m} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setShownCount(shownCount + step)}>
          Show {count(Math.min(step, rest))} more of {count(feeds.length)}
        </Button>
      )}
    </>
  )
}

function Trouble({ feed }: { feed: MonitoredFeed }) {
  const { icon: Icon, tone, text } = signs[feed.standing]
  const act = nextAct(feed)
  return (
    <li className={`tone-${tone}`}>
      <Tooltip label={text}>
        <Icon size={16} stroke={1.8} className="mark" aria-label={text} />
      </Tooltip>
      <span>
        <b>{feed.supplier}</b>
        {'email' in feed && <span className="faint"> custom feed, {feed.email}</span>}{' '}
        <span className="quiet">{whyOf(feed)}</span>
      </span>
      <span className="faint">
        <Since feed={feed} />
      </span>
      <Button size="xs" component={Link} to={act.to} variant="default">
        {act.label}
      </Button>
    </li>
  )
}

function Since({ feed }: { feed: MonitoredFeed }) {
  if (feed.standing_since !== null) return <>since {shortTime(feed.standing_since)}</>
  const [verb, tm] = feed.bad_run === null ? ['last run', feed.last_run] : ['failed', feed.bad_run]
  return (
    <>
      {verb} <Ago tm={tm} />
    </>
  )
}
