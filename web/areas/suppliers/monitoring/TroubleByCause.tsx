import { Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { inTrouble } from '#contract/feeds/standing.ts'
import { links } from '../../../links.ts'
import { age, since } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import { causesOf, subscriptionsOf, type Cause } from './causes.ts'
import { FleetChart } from './FleetChart.tsx'
import { Shares } from './Shares.tsx'
import { signs, nextAct } from '../../feeds/public.tsx'
import { idOf, type Monitored } from './standing.tsx'

/** Lines that there is room for; the last says how many more causes there are. */
const mostLines = 4
const mostNames = 3

/**
 * What is the matter, a line a cause, before the rows; beside it how all stand and how long good data stood.
 */
export function TroubleByCause({
  of,
  custom,
  noun,
  waits,
}: {
  of: readonly Monitored[]
  custom: boolean
  noun: string
  /** The feeds are on their way. */
  waits: boolean
}) {
  const causes = causesOf(of.filter((m) => inTrouble(m.standing)))
  const shown = causes.slice(0, causes.length > mostLines ? mostLines - 1 : mostLines)
  const more = causes.slice(shown.length)
  // its room is its style's, whatever it comes to hold
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
        <Title order={2}>{causes.length === 0 ? 'Nothing is in trouble' : 'By cause'}</Title>
        {causes.length === 0 ? (
          <p className="quiet">No {noun} fails, waits, is late or flaky.</p>
        ) : (
          <ul className="ledger">
            {shown.map((cause, i) => (
              <CauseLine key={cause.key} of={cause} noun={noun} first={i === 0} />
            ))}
          </ul>
        )}
        {more.length > 0 && (
          <Link to={links.monitoring('summary')} className="link">
            {many(more.length, 'more cause')}, {many(more.flatMap((c) => c.feeds).length, noun)}
          </Link>
        )}
      </section>
      <section>
        <Title order={2}>{many(of.length, noun)}</Title>
        <Shares of={of} />
        <FleetChart custom={custom} noun={noun} />
      </section>
    </div>
  )
}

function CauseLine({ of, noun, first }: { of: Cause; noun: string; first: boolean }) {
  const { icon: Icon, tone, text } = signs[of.standing]
  const [one] = of.feeds
  const alone = of.feeds.length === 1
  const act = alone
    ? nextAct(one!)
    : {
        label: `${of.standing === 'held' ? 'Decide' : 'See'} ${count(of.feeds.length)}`,
        to: links.monitoring('summary'),
      }
  return (
    <li className={`tone-${tone}`}>
      <Tooltip label={text}>
        <Icon size={16} stroke={1.8} className="mark" aria-label={text} />
      </Tooltip>
      <span title={of.text}>
        {!alone && <b>{many(of.feeds.length, noun)} </b>}
        {alone ? <Names of={of.feeds} /> : null}
        <span className={alone ? 'quiet' : undefined}> {of.text}</span>
        {!alone && (
          <>
            {' ('}
            <Names of={of.feeds} />)
          </>
        )}
      </span>
      <span className="faint">
        {impactOf(of).map((part, i) => (
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

/** Where each is looked at, and how many are left out. */
const Names = ({ of }: { of: readonly Monitored[] }) => (
  <>
    {of.slice(0, mostNames).map((m, i) => (
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
        {'email' in m && <span className="faint"> of {m.email}</span>}
      </span>
    ))}
    {of.length > mostNames && ` and ${count(of.length - mostNames)} more`}
  </>
)

/** Whom it touches, and how old what they sell is. */
function impactOf({ feeds }: Cause): string[] {
  const subs = subscriptionsOf(feeds)
  const oldest = feeds
    .map((m) => m.last_successful_run)
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))[0]
  return [
    subs > 0 && many(subs, 'subscription'),
    oldest ? `data ${feeds.length > 1 ? 'up to ' : ''}${age(since(oldest))} old` : 'no good data',
  ].filter((part) => part !== false)
}
