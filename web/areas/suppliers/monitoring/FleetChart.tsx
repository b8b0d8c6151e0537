import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monitoredHours } from '#contract/feeds/standing.ts'
import { api } from '../../../api.ts'
import { zonedTime } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'

const hour = 3_600_000

/** How many feeds had data within their allowed age, hour by hour. */
export function FleetChart({ custom, noun }: { custom: boolean; noun: string }) {
  const { data } = useQuery({ ...api.getFleetHours.query(), refetchInterval: 300_000 })
  const [pointedHour, setPointedHour] = useState<number>()
  const fleet = custom ? data?.custom_feeds : data?.suppliers
  // reserves its space, so that nothing moves when it loads
  if (!data || !fleet || fleet.feeds === 0) return <div className="fleet" aria-hidden />
  const { feeds, good } = fleet
  const fewest = Math.min(...good)
  const fewestHour = good.lastIndexOf(fewest)
  const whenOf = (i: number) =>
    zonedTime(new Date(Date.parse(data.tm) - (monitoredHours - i) * hour).toISOString())
  // a chart without problems can be low
  const height = fewest === feeds ? 8 : 22
  const summary =
    fewest === feeds
      ? `All ${many(feeds, noun)} had good data for the last ${monitoredHours} hours`
      : `Good data: ${count(good.at(-1) ?? 0)} of ${many(feeds, noun)} now. Lowest: ${count(fewest)}, ${whenOf(fewestHour)}`
  const y = (n: number) => height - (n / feeds) * height
  // each hour's value lasts until the next: steps, not slopes
  const path = good.map((n, i) => `L${i},${y(n)}H${Math.min(i + 1, monitoredHours)}`).join('')
  return (
    <figure className="fleet">
      <svg
        viewBox={`0 0 ${monitoredHours} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={summary}
        onPointerMove={(e) => {
          const { left: chartLeft, width } = e.currentTarget.getBoundingClientRect()
          const i = Math.round(((e.clientX - chartLeft) / width) * monitoredHours)
          setPointedHour(Math.max(0, Math.min(monitoredHours, i)))
        }}
        onPointerLeave={() => setPointedHour(undefined)}
      >
        <rect className="lacks" width={monitoredHours} height={height} />
        <path className="stands" d={`M0,${height}${path}V${height}Z`} />
      </svg>
      <figcaption>
        {pointedHour === undefined
          ? summary
          : `${whenOf(pointedHour)}: ${count(good[pointedHour] ?? 0)} of ${count(feeds)} had good data`}
      </figcaption>
    </figure>
  )
}
