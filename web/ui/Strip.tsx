import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { links } from '../links.ts'
import { exactTime } from './time.ts'
import { count, runText, runTone } from './values.tsx'

interface Run {
  feed_run_id: number
  state: string
  rows: number
  tm: string
}

/** Runs as small bars: one a run, height = rows, colour and label = how it ended. */
export function Strip({ runs, label }: { runs: readonly Run[]; label: string }) {
  const most = Math.max(1, ...runs.map((r) => r.rows))
  const good = runs.filter((r) => runTone(r.state) === 'good').length
  return (
    <span
      className="strip"
      role="group"
      aria-label={`${label}: the newest ${runs.length} runs, ${good} good`}
    >
      {runs.map((r) => (
        <Tooltip
          key={r.feed_run_id}
          label={`${runText(r.state)} · ${count(r.rows)} rows · ${exactTime(r.tm)}`}
        >
          <Link
            to={links.feedRun(r.feed_run_id)}
            tabIndex={-1}
            preload={false}
            aria-label={`Run ${r.feed_run_id}: ${runText(r.state)}`}
            className={`tone-${runTone(r.state)}`}
            style={{
              height: `${runTone(r.state) === 'good' || r.state === 'held' ? 6 + (r.rows / most) * 20 : 26}px`,
            }}
          />
        </Tooltip>
      ))}
    </span>
  )
}
