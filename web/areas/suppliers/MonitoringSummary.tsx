import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { monitoredHours, standings, type Standing } from '#contract/feeds/standing.ts'
import { Empty } from '../../ui/Page.tsx'
import { Ago, count, many, Status } from '../../ui/values.tsx'
import { nextAct } from './next-act.ts'
import { idOf, signs, type Monitored } from './standing.tsx'

/** What failed, why, and what to do now, worst first; and how many feeds stand how. */
export function MonitoringSummary({
  data,
}: {
  data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined
}) {
  if (!data) return <Skeleton height={240} />
  const shown = (m: Monitored) => !m.hidden_from_report
  const suppliers = data.suppliers.filter(shown)
  const custom = data.custom_feeds.filter(shown)
  const hidden = data.suppliers.length + data.custom_feeds.length - suppliers.length - custom.length
  const all: Monitored[] = [...suppliers, ...custom]
  const of = (...asked: Standing[]) => asked.flatMap((s) => all.filter((m) => m.standing === s))
  const needing = of('failing', 'held')
  const trying = of('late', 'flaky')
  const recovered = of('fresh', 'paused').filter((m) => m.bad_runs > 0)
  return (
    <div className="answer-columns">
      <section>
        <Title order={2}>Needs a person now</Title>
        {needing.length === 0 ? (
          <Empty>Nothing does: no feed fails, and none is held.</Empty>
        ) : (
          <Ledger of={needing} />
        )}
        {trying.length > 0 && (
          <>
            <Title order={2} mt="lg">
              Late or flaky
            </Title>
            <Ledger of={trying} />
          </>
        )}
        {recovered.length > 0 && (
          <>
            <Title order={2} mt="lg">
              Failed in the last {monitoredHours} hours, well since
            </Title>
            <Ledger of={recovered} />
          </>
        )}
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

/** The feeds by how they stand: as one bar, and as figures. */
function Shares({ of }: { of: readonly Monitored[] }) {
  const counted = standings.map((s) => ({ s, n: of.filter((m) => m.standing === s).length }))
  return (
    <>
      <div className="shares" aria-hidden>
        {counted.toReversed().map(({ s, n }) => (
          <i key={s} className={`tone-${signs[s].tone}`} style={{ flexGrow: n }} />
        ))}
      </div>
      <dl className="tally">
        {counted.map(({ s, n }) => (
          <div key={s} className={n === 0 ? 'faint' : undefined}>
            <dt>
              <Status tone={n === 0 ? 'off' : signs[s].tone} icon={signs[s].icon}>
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

const Ledger = ({ of }: { of: readonly Monitored[] }) => (
  <ul className="ledger">
    {of.map((m) => (
      <Trouble key={`${'email' in m}-${idOf(m)}`} of={m} />
    ))}
  </ul>
)

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

/** Of a feed that goes well again its standing says nothing of what failed. */
function whyOf(m: Monitored): string {
  if (m.standing === 'failing' || m.standing === 'held' || m.bad_runs === 0) return m.standing_reason
  const last = m.bad_reason?.replace(/\.$/, '') ?? 'for no reason that was kept'
  if (m.standing === 'late' || m.standing === 'flaky') return `${m.standing_reason}. Last failure: ${last}`
  return `Failed ${count(m.bad_runs)} of ${many(m.good_runs + m.bad_runs, 'run')}: ${last}`
}
