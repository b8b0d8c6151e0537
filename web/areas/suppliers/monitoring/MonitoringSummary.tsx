import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { monitoredHours, type Standing } from '#contract/feeds/standing.ts'
import { sentence } from '#contract/sentence.ts'
import { Empty } from '../../../ui/page/Page.tsx'
import { Ago, count, many } from '../../../ui/values.tsx'
import { causesOf, whyOf, type Cause } from './causes.ts'
import { Shares } from './Shares.tsx'
import { signs, nextAct } from '../../feeds/public.tsx'
import { idOf, type Monitored } from './standing.tsx'

/** What failed, why, and what to do now, by cause and worst first; and how many feeds stand how. */
export function MonitoringSummary({
  data,
  matches,
}: {
  data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined
  /** Whether a feed is among those that were asked for; the figures are of all. */
  matches: (m: Monitored) => boolean
}) {
  if (!data) return <Skeleton height={240} />
  const shown = (m: Monitored) => !m.hidden_from_report
  const suppliers = data.suppliers.filter(shown)
  const custom = data.custom_feeds.filter(shown)
  const hidden = data.suppliers.length + data.custom_feeds.length - suppliers.length - custom.length
  const all: Monitored[] = [...suppliers, ...custom].filter(matches)
  const of = (...asked: Standing[]) => asked.flatMap((s) => all.filter((m) => m.standing === s))
  const recovered = of('fresh', 'paused').filter((m) => m.bad_runs > 0)
  return (
    <div className="answer-columns">
      <section>
        <Causes
          title="Needs a person now"
          of={of('failing', 'held')}
          none="Nothing does: no feed fails, and none is held."
        />
        <Causes title="Late or flaky" of={of('late', 'flaky')} />
        <Causes title={`Failed in the last ${monitoredHours} hours, well since`} of={recovered} />
      </section>
      <section>
        <Title order={2}>{many(suppliers.length, 'supplier')}</Title>
        <Shares of={suppliers} />
        {custom.length > 0 && (
          <>
            <Title order={2} mt="lg">
              {many(custom.length, 'custom feed')}
            </Title>
            <Shares of={custom} />
          </>
        )}
        {hidden > 0 && <p className="quiet">{many(hidden, 'feed')} hidden from this report</p>}
      </section>
    </div>
  )
}

function Causes({ title, of, none }: { title: string; of: readonly Monitored[]; none?: string }) {
  if (of.length === 0 && none === undefined) return null
  return (
    <section className="causes">
      <Title order={2}>{title}</Title>
      {of.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        causesOf(of).map((cause) => <FeedsOfCause key={cause.key} of={cause} />)
      )}
    </section>
  )
}

const few = 5
const step = 50

/** The feeds that share a cause, the worst of them at first: the page stays short however many they are. */
function FeedsOfCause({ of: { text, todo, feeds } }: { of: Cause }) {
  const [shown, setShown] = useState(few)
  const rest = feeds.length - shown
  return (
    <>
      {feeds.length > 1 && text && (
        <Title order={3} className="cause">
          {many(feeds.length, 'feed')}{' '}
          <span className="quiet">{todo ? `${sentence(text)} ${todo}` : text}</span>
        </Title>
      )}
      <ul className="ledger">
        {feeds.slice(0, shown).map((m) => (
          <Trouble key={`${'email' in m}-${idOf(m)}`} of={m} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setShown(shown + step)}>
          Show {count(Math.min(step, rest))} more of {count(feeds.length)}
        </Button>
      )}
    </>
  )
}

function Trouble({ of }: { of: Monitored }) {
  const { icon: Icon, tone, text } = signs[of.standing]
  const act = nextAct(of)
  return (
    <li className={`tone-${tone}`}>
      <Tooltip label={text}>
        <Icon size={16} stroke={1.8} className="mark" aria-label={text} />
      </Tooltip>
      <span>
        <b>{of.supplier}</b>
        {'email' in of && <span className="faint"> custom feed of {of.email}</span>}{' '}
        <span className="quiet">{whyOf(of)}</span>
      </span>
      <span className="faint">
        {of.standing === 'held' || of.bad_run === null ? (
          <>
            last run <Ago tm={of.last_run} />
          </>
        ) : (
          <>
            failed <Ago tm={of.bad_run} />
          </>
        )}
      </span>
      <Button size="xs" component={Link} to={act.to} variant="default">
        {act.label}
      </Button>
    </li>
  )
}
