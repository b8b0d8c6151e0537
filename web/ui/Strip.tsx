import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { links } from '../links.ts'
import { exactTime, since } from './time.ts'
import { count, runText, runTone } from './values.tsx'

interface Run {
  feed_run_id: number
  state: string
  rows: number
  tm: string
}

const width = 166
const line = 20
const hours = 48

/**
 * Runs of 48 hours, each where it was in time: applied stands solid (height = rows), held stands hollow, what
 * failed hangs below the line. One drawing; what is pointed at is said, and a click opens that run.
 */
export function Strip({ runs, label }: { runs: readonly Run[]; label: string }) {
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<Run>()
  const most = Math.max(1, ...runs.map((r) => r.rows))
  const place = (run: Run) => width - 4 - (since(run.tm) / (hours * 3600)) * (width - 4)
  const good = runs.filter((r) => runTone(r.state) === 'good').length
  const nearest = (x: number) =>
    runs.toSorted((a, b) => Math.abs(place(a) + 2 - x) - Math.abs(place(b) + 2 - x))[0]
  return (
    <svg
      className="strip"
      width={width}
      height={28}
      role="img"
      aria-label={`${label}: the newest ${runs.length} runs, ${good} good`}
      onPointerMove={(e) => setPointed(nearest(e.nativeEvent.offsetX))}
      onPointerLeave={() => setPointed(undefined)}
      onClick={(e) => {
        const run = nearest(e.nativeEvent.offsetX)
        if (!run) return
        e.stopPropagation()
        void navigate({ href: links.feedRun(run.feed_run_id) })
      }}
    >
      {pointed && (
        <title>{`${runText(pointed.state)} · ${count(pointed.rows)} rows · ${exactTime(pointed.tm)}`}</title>
      )}
      <line className="axis" x1={0} x2={width} y1={line + 0.5} y2={line + 0.5} />
      {runs.map((run) => {
        const tone = runTone(run.state)
        const x = Math.max(0, place(run))
        if (tone === 'bad')
          return <rect key={run.feed_run_id} className="bad" x={x} y={line + 1} width={4} height={6} />
        const height = 3 + (run.rows / most) * 15
        return (
          <rect key={run.feed_run_id} className={tone} x={x} y={line - height} width={4} height={height} />
        )
      })}
    </svg>
  )
}
