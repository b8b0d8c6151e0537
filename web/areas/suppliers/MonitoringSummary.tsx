import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { standings, type Standing } from '#contract/feeds/standing.ts'
import { links } from '../../links.ts'
import { Empty } from '../../ui/Page.tsx'
import { Ago, count, many, Status } from '../../ui/values.tsx'
import { idOf, signs, type Monitored } from './standing.tsx'

/** What needs a person now, worst first, each with its act; and how many feeds stand how. */
export function MonitoringSummary({
  data,
}: {
  data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined
}) {
  if (!data) return <Skeleton height={240} />
  const all: Monitored[] = [...data.suppliers, ...data.custom_feeds].filter((m) => !m.hidden_from_report)
  const custom = all.filter((m) => 'email' in m).length
  const of = (...asked: Standing[]) => asked.flatMap((s) => all.filter((m) => m.standing === s))
  const needing = of('failing', 'held')
  const trying = of('late', 'flaky')
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
      </section>
      <section>
        <Title order={2}>All {many(all.length, 'feed')}</Title>
        <p className="quiet">
          {many(all.length - custom, 'supplier')} and {many(custom, 'custom feed')}
        </p>
        <Shares of={all} />
      </section>
    </div>
  )
}

/** The feeds by how they stand: as one bar, and as figures that lead to them. */
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
  const run = of.held_run_id ?? of.last_run_id
  const { icon: Icon, tone, text } = signs[of.standing]
  return (
    <li className={`tone-${tone}`}>
      <Tooltip label={text}>
        <Icon size={16} stroke={1.8} className="mark" aria-label={text} />
      </Tooltip>
      <span>
        <b>{of.supplier}</b>
        {'email' in of && <span className="faint"> for {of.email}</span>}{' '}
        <span className="quiet">{of.standing_reason}</span>
      </span>
      <span className="faint">
        last run <Ago tm={of.last_run} />
      </span>
      <Button
        size="xs"
        component={Link}
        to={run ? links.feedRun(run) : links.supplier(of.dropshipper_id, 'monitoring')}
        variant="default"
      >
        {of.held_run_id ? 'Decide' : 'See why'}
      </Button>
    </li>
  )
}
