import { runText } from '#contract/feeds/run-states.ts'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { isBad, isGood } from '#contract/feeds/standing.ts'
import { count, many } from '../../../ui/values.tsx'
import { exactTime } from '../../../ui/time.ts'
import { datumText, labelOf } from './datums.ts'
import { niceScale, timeTicks } from '../monitoring/scale.ts'

export interface StatRun {
  feed_run_id: number
  tm: string
  state: string
  reason: string | null
  datums: Record<string, number>
}

const height = 220
const room = { top: 12, right: 16, bottom: 34, left: 64 }
const series = ['var(--d1)', 'var(--d2)', 'var(--d3)', 'var(--d4)']
const dashes = [undefined, '6 3', '2 3']
const strokeOf = (i: number) => ({
  stroke: series[i % series.length],
  strokeDasharray: dashes[Math.floor(i / series.length) % dashes.length],
})

/**
 * Figures of one unit over time. The line connects applied runs; files that were not applied are hollow
 * dots, and failed runs are marks below the axis.
 */
export function SupplierStatsChart({
  runs,
  datums,
}: {
  runs: readonly StatRun[]
  datums: readonly string[]
}) {
  const { ref, width: elementWidth } = useElementSize()
  const [pointedRun, setPointedRun] = useState<StatRun>()
  const width = Math.max(320, elementWidth)
  const times = runs.map((r) => Date.parse(r.tm))
  const [from, upto] = [Math.min(...times), Math.max(...times)]
  const values = runs.flatMap((r) => datums.flatMap((d) => r.datums[d] ?? []))
  const scale = niceScale(Math.min(...values), Math.max(...values))
  const base = height - room.bottom
  const x = (tm: string) =>
    room.left +
    (upto === from ? 0.5 : (Date.parse(tm) - from) / (upto - from)) * (width - room.left - room.right)
  const y = (value: number) => base - ((value - scale.low) / (scale.high - scale.low)) * (base - room.top)
  const nearest = (pointerX: number) =>
    runs.toSorted((a, b) => Math.abs(x(a.tm) - pointerX) - Math.abs(x(b.tm) - pointerX))[0]
  const bad = runs.filter((r) => isBad(r.state)).length
  const names = datums.map(labelOf).join(', ')
  return (
    <div ref={ref}>
      <p className="quiet chart-said" aria-live="polite">
        {pointedRun ? runSummary(pointedRun, datums) : 'Hover over a run to see its values.'}
      </p>
      <svg
        className="stats-chart"
        width={width}
        height={height}
        role="img"
        aria-label={`${names} for ${many(runs.length, 'run')}, ${count(bad)} failed. The table has the same values`}
        onPointerMove={(e) => setPointedRun(nearest(e.nativeEvent.offsetX))}
        onPointerLeave={() => setPointedRun(undefined)}
      >
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={room.left} x2={width - room.right} y1={y(tick)} y2={y(tick)} />
            <text x={room.left - 8} y={y(tick) + 4} textAnchor="end">
              {datumText(datums[0] ?? '', tick)}
            </text>
          </g>
        ))}
        {timeTicks(from, upto, Math.max(2, Math.floor(width / 160))).map(({ tm, text }) => (
          <text key={tm} x={x(new Date(tm).toISOString())} y={height - 4} textAnchor="middle">
            {text}
          </text>
        ))}
        {pointedRun && (
          <line className="pointed" x1={x(pointedRun.tm)} x2={x(pointedRun.tm)} y1={room.top} y2={base} />
        )}
        {datums.map((datum, i) => {
          const points = runs.flatMap((run) => {
            const value = run.datums[datum]
            return value === undefined ? [] : [{ run, cx: x(run.tm), cy: y(value) }]
          })
          const goodPoints = points.filter(({ run }) => isGood(run.state))
          return (
            <g key={datum}>
              <polyline points={goodPoints.map(({ cx, cy }) => `${cx},${cy}`).join(' ')} {...strokeOf(i)} />
              {goodPoints.length === 1 &&
                goodPoints.map(({ run, cx, cy }) => (
                  <circle key={run.feed_run_id} cx={cx} cy={cy} r={3} fill={series[i % 4]} />
                ))}
              {points
                .filter(({ run }) => !isGood(run.state))
                .map(({ run, cx, cy }) => (
                  <circle
                    key={run.feed_run_id}
                    className={run.state === 'held' ? 'held' : 'off'}
                    cx={cx}
                    cy={cy}
                    r={4}
                  />
                ))}
            </g>
          )
        })}
        {runs
          .filter((r) => isBad(r.state))
          .map((r) => (
            <rect key={r.feed_run_id} className="bad" x={x(r.tm) - 2} y={base + 2} width={4} height={8} />
          ))}
        <line className="axis" x1={room.left} x2={width - room.right} y1={base} y2={base} />
      </svg>
      <ul className="legend quiet">
        {datums.map((datum, i) => (
          <li key={datum}>
            <svg className="stats-chart" width={18} height={10} aria-hidden>
              <polyline points="0,5 18,5" {...strokeOf(i)} />
            </svg>
            {labelOf(datum)}
          </li>
        ))}
        <Mark name="held: in its file, not applied">
          <circle className="held" cx={5} cy={5} r={4} />
        </Mark>
        <Mark name="rolled back">
          <circle className="off" cx={5} cy={5} r={4} />
        </Mark>
        <Mark name="rejected or failed, below the line">
          <rect className="bad" x={3} y={1} width={4} height={8} />
        </Mark>
      </ul>
    </div>
  )
}

const Mark = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <li>
    <svg className="stats-chart" width={10} height={10} aria-hidden>
      {children}
    </svg>
    {name}
  </li>
)

const runSummary = (run: StatRun, datums: readonly string[]) =>
  [
    `Run ${run.feed_run_id}, ${runText(run.state).toLowerCase()}, ${exactTime(run.tm)}`,
    ...(isBad(run.state)
      ? [run.reason ?? 'no recorded reason']
      : datums.flatMap((d) =>
          run.datums[d] === undefined ? [] : [`${labelOf(d)} ${datumText(d, run.datums[d])}`],
        )),
  ].join(' · ')
