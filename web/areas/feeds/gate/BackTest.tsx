import { runText } from '#contract/feeds/run-states.ts'
import { Skeleton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { links } from '../../../links.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { exactTime } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import { testedText, timesOf, turnOf, type Turn } from './back-test-words.ts'
import type { BackTestResult } from './useBackTest.ts'

const height = 56
const foot = 8
/** Marks end at this many times the limit. */
const furthest = 2
const step = 11
const mostListed = 4

const words: Record<Turn, string> = {
  held: 'still held',
  passes: 'still passes',
  'now-held': 'would be held (passed before)',
  'now-passes': 'would pass (held before)',
}

const turnText = (run: JudgedRun) => `${words[turnOf(run)]}${run.expected ? ', because it’s expected' : ''}`

const describeRun = (run: JudgedRun) =>
  [
    `Run ${run.feed_run_id}, ${exactTime(run.tm)}, ${runText(run.state)}: ${turnText(run)}`,
    ...(run.sentence ? [run.sentence] : []),
  ].join('. ')

/**
 * The last runs, each at its worst measure against its limit. Held runs are solid beyond the line, passing
 * runs hollow below it, and runs that these limits would change are colored.
 */
export function BackTest({ result: { runs, error, fetching } }: { result: BackTestResult }) {
  if (error && !runs) return <LoadError error={error} />
  if (!runs) return <Skeleton height={96} />
  if (runs.length === 0)
    return <p className="why">No checked runs yet. Past runs will show what these limits would hold.</p>
  const changedRuns = runs.filter((run) => run.was !== run.is).toReversed()
  return (
    <section className="back-test" aria-label="Recent runs with these limits" aria-busy={fetching}>
      <p role="status">{testedText(runs)}</p>
      <Marks runs={runs} />
      {changedRuns.length > 0 && (
        <ul>
          {changedRuns.slice(0, mostListed).map((run) => (
            <li key={run.feed_run_id}>
              <Link to={links.feedRun(run.feed_run_id)} className="link">
                Run {run.feed_run_id}
              </Link>{' '}
              {turnText(run)}
              {run.is === 'hold' && run.sentence && `: ${run.sentence}`}
            </li>
          ))}
          {changedRuns.length > mostListed && (
            <li className="quiet">{count(changedRuns.length - mostListed)} more</li>
          )}
        </ul>
      )}
    </section>
  )
}

function Marks({ runs }: { runs: readonly JudgedRun[] }) {
  const navigate = useNavigate()
  const [pointedRun, setPointedRun] = useState<JudgedRun>()
  const y = (times: number) => (height - foot) * (1 - Math.min(times, furthest) / furthest) + 2
  const runAt = (x: number) => runs[Math.max(0, Math.min(runs.length - 1, Math.floor(x / step)))]
  const width = runs.length * step
  const heldCount = runs.filter((run) => run.is === 'hold').length
  return (
    <>
      <svg
        className="judged"
        width={width}
        height={height}
        role="img"
        aria-label={`${many(runs.length, 'run')}, oldest first: ${count(heldCount)} above the limit`}
        onPointerMove={(e) => setPointedRun(runAt(e.nativeEvent.offsetX))}
        onPointerLeave={() => setPointedRun(undefined)}
        onClick={(e) => {
          const run = runAt(e.nativeEvent.offsetX)
          if (run) void navigate({ to: links.feedRun(run.feed_run_id) })
        }}
      >
        {runs.map((run, i) => {
          const top = y(timesOf(run))
          return (
            <rect
              key={run.feed_run_id}
              className={run === pointedRun ? `${turnOf(run)} pointed` : turnOf(run)}
              x={i * step + 2}
              y={top}
              width={step - 4}
              height={height - 3 - top}
            />
          )
        })}
        <line className="axis" x1={0} x2={width} y1={height - 2.5} y2={height - 2.5} />
        <line className="tick" x1={0} x2={width} y1={y(1)} y2={y(1)} />
      </svg>
      <p className="back-test-said quiet">
        {pointedRun
          ? describeRun(pointedRun)
          : 'Oldest first. Each bar is the run’s worst check; the line is its limit. Click to open a run.'}
      </p>
    </>
  )
}
