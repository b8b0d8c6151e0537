import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type PointerEvent, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import type { activeTrendDays } from '#contract/vendors/active.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { dayText } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'
import { activePoints, activeText, dayAt, daysOf, newText, periodName, placeOf, type Point } from './trend.ts'

const height = 72
type Span = (typeof activeTrendDays)[number]

/** Active users day by day, and new users, each as a chart with its figures on hover. */
export function ActiveTrends({ days }: { days: Span }) {
  const active = useQuery(api.getActiveUserTrends.query({ body: { days } }))
  const fresh = useQuery(api.getNewUserTrends.query({ body: { days } }))
  return (
    <div className="trends">
      <Trend
        title="Active vendors"
        failure={active.error && messages.activeTrendsFailed}
        retry={() => void active.refetch()}
        table={
          active.data && {
            periodHeader: 'Day',
            points: activePoints(active.data).map((p) => ({ ...p, name: dayText(p.day) })),
          }
        }
      >
        {active.data && <ActiveDays trend={active.data} days={days} />}
      </Trend>
      <Trend
        title="New vendors"
        failure={fresh.error && messages.newTrendsFailed}
        retry={() => void fresh.refetch()}
        table={
          fresh.data && {
            periodHeader: fresh.data.by === 'week' ? 'Week' : 'Month',
            points: fresh.data.periods.map((p) => ({
              ...p,
              name: periodName(fresh.data.by, p.day),
              to: linkOf(fresh.data.by, p),
            })),
          }
        }
      >
        {fresh.data && <NewUsers trend={fresh.data} />}
      </Trend>
    </div>
  )
}

interface TrendFigures {
  periodHeader: string
  points: readonly NamedPoint[]
}
type NamedPoint = Point & { name: string; to?: string | undefined }
type PeriodUnit = Result<'getNewUserTrends'>['by']

/** Links to the users who joined then, if any. */
const linkOf = (unit: PeriodUnit, { day, users }: Point) =>
  users > 0 ? links.vendorSearch(daysOf(unit, day)) : undefined

function Trend({
  title,
  failure,
  retry,
  table,
  children,
}: {
  title: string
  failure: string | null
  retry: () => void
  /** The same figures as a table. */
  table: TrendFigures | undefined
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel
      title={title}
      actions={
        table && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${title}: show ${asTable ? 'chart' : 'table'}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        )
      }
    >
      {failure && (
        <div className="trend" role="alert">
          <p>{failure}</p>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {!failure && asTable && table && <TrendTable title={title} {...table} />}
      {/* keeps the chart's room, so that nothing moves when it loads */}
      {!failure && !(asTable && table) && (children ?? <div className="trend" aria-hidden />)}
    </Panel>
  )
}

function TrendTable({ title, periodHeader, points }: TrendFigures & { title: string }) {
  return (
    <DataTable
      label={title}
      name={`trend ${title}`}
      rows={points.toReversed()}
      id={(p) => p.day}
      empty="No data yet."
      columns={[
        {
          key: 'day',
          header: periodHeader,
          cell: (p) =>
            p.to ? (
              <Link to={p.to} className="link">
                {p.name}
              </Link>
            ) : (
              p.name
            ),
        },
        { key: 'users', header: 'Vendors', numeric: true, cell: (p) => count(p.users) },
      ]}
    />
  )
}

/** Which of the equal parts of a chart the pointer is over. */
function partAt(e: PointerEvent<SVGSVGElement>, parts: number): number {
  const { left, width } = e.currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(parts - 1, Math.floor(((e.clientX - left) / width) * parts)))
}

function ActiveDays({ trend, days }: { trend: Result<'getActiveUserTrends'>; days: number }) {
  const [hoverIndex, setHoverIndex] = useState<number>()
  const points = activePoints(trend)
  const highest = Math.max(1, ...points.map((p) => p.users))
  const summary = activeText(trend)
  // each day's figure reaches to the next day; a day that wasn't counted is a gap
  const steps = points.map(({ day, users }) => ({
    x: placeOf(day, days),
    y: height * (1 - (users / highest) * 0.96),
  }))
  const area = steps.map(({ x, y }) => `M${x},${height}V${y}H${x + 1}V${height}Z`).join('')
  const tops = steps
    .map(({ x, y }, i) => `${steps[i - 1]?.x === x - 1 ? 'L' : 'M'}${x},${y}H${x + 1}`)
    .join('')
  const day = hoverIndex === undefined ? undefined : dayAt(hoverIndex, days)
  const hoverPoint = points.find((p) => p.day === day)
  const hoverText = hoverPoint ? many(hoverPoint.users, 'active vendor') : 'no data'
  return (
    <figure className="trend">
      <svg
        viewBox={`0 0 ${days} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={summary}
        onPointerMove={(e) => setHoverIndex(partAt(e, days))}
        onPointerLeave={() => setHoverIndex(undefined)}
      >
        <path className="ground" d={area} />
        <path className="tops" d={tops} />
        {hoverIndex !== undefined && <rect className="pointed" x={hoverIndex} width={1} height={height} />}
      </svg>
      <Axis from={dayText(dayAt(0, days))} highest={highest} to="today" />
      <figcaption>{day === undefined ? summary : `${dayText(day)}: ${hoverText}`}</figcaption>
    </figure>
  )
}

function NewUsers({ trend }: { trend: Result<'getNewUserTrends'> }) {
  const [hoverIndex, setHoverIndex] = useState<number>()
  const { by: unit, periods } = trend
  const highest = Math.max(1, ...periods.map((p) => p.users))
  const [first] = periods
  const last = periods.length - 1
  const summary = newText(trend)
  const textOf = (p: Point) => `${periodName(unit, p.day)}: ${many(p.users, 'new vendor')}`
  const hoverPoint = hoverIndex === undefined ? undefined : periods[hoverIndex]
  const leave = () => setHoverIndex(undefined)
  return (
    <figure className="trend">
      <div className="bars">
        <svg
          viewBox={`0 0 ${periods.length} ${height}`}
          preserveAspectRatio="none"
          height={height}
          role="img"
          aria-label={summary}
        >
          {hoverIndex !== undefined && <rect className="pointed" x={hoverIndex} width={1} height={height} />}
          {periods.map(({ day, users }, i) => {
            const high = (users / highest) * height * 0.96
            // the last period isn't over yet
            return (
              <rect
                key={day}
                className={i === last ? 'so-far' : 'counted'}
                x={i + 0.1}
                y={height - high}
                width={0.8}
                height={high}
              />
            )
          })}
        </svg>
        <div className="parts" onPointerLeave={leave}>
          {periods.map((p, i) => {
            const point = () => setHoverIndex(i)
            const to = linkOf(unit, p)
            return to ? (
              <Link
                key={p.day}
                to={to}
                aria-label={textOf(p)}
                onPointerEnter={point}
                onFocus={point}
                onBlur={leave}
              />
            ) : (
              <span key={p.day} onPointerEnter={point} />
            )
          })}
        </div>
      </div>
      <Axis from={first ? dayText(first.day) : ''} highest={highest} to={`this ${unit}, so far`} />
      <figcaption>{hoverPoint ? textOf(hoverPoint) : summary}</figcaption>
    </figure>
  )
}

const Axis = ({ from, highest, to }: { from: string; highest: number; to: string }) => (
  <div className="axis" aria-hidden>
    <span>{from}</span>
    <span>highest {count(highest)}</span>
    <span>{to}</span>
  </div>
)
