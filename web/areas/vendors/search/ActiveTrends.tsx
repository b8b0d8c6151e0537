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

/** Who is active, day by day, and who came, each a drawing that says what is pointed at. */
export function ActiveTrends({ days }: { days: Span }) {
  const active = useQuery(api.getActiveUserTrends.query({ body: { days } }))
  const fresh = useQuery(api.getNewUserTrends.query({ body: { days } }))
  return (
    <div className="trends">
      <Trend
        title="Active users"
        failed={active.error && messages.activeTrendsFailed}
        retry={() => void active.refetch()}
        table={
          active.data && {
            when: 'Day',
            points: activePoints(active.data).map((p) => ({ ...p, name: dayText(p.day) })),
          }
        }
      >
        {active.data && <ActiveDays trend={active.data} days={days} />}
      </Trend>
      <Trend
        title="New users"
        failed={fresh.error && messages.newTrendsFailed}
        retry={() => void fresh.refetch()}
        table={
          fresh.data && {
            when: fresh.data.by === 'week' ? 'Week' : 'Month',
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

type Named = Point & { name: string; to?: string | undefined }
type By = Result<'getNewUserTrends'>['by']

/** To those who came then, where anybody did. */
const linkOf = (by: By, { day, users }: Point) =>
  users > 0 ? links.vendorSearch(daysOf(by, day)) : undefined

function Trend({
  title,
  failed,
  retry,
  table,
  children,
}: {
  title: string
  failed: string | null
  retry: () => void
  /** The same figures as a table. */
  table: { when: string; points: readonly Named[] } | undefined
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel
      title={title}
      acts={
        table && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${title} as a ${asTable ? 'chart' : 'table'}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        )
      }
    >
      {failed ? (
        <div className="trend" role="alert">
          <p>{failed}</p>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : asTable && table ? (
        <DataTable
          label={title}
          name={`trend ${title}`}
          rows={table.points.toReversed()}
          id={(p) => p.day}
          empty="Nothing was counted."
          columns={[
            {
              key: 'day',
              header: table.when,
              cell: (p) =>
                p.to ? (
                  <Link to={p.to} className="link">
                    {p.name}
                  </Link>
                ) : (
                  p.name
                ),
            },
            { key: 'users', header: 'Users', numeric: true, cell: (p) => count(p.users) },
          ]}
        />
      ) : (
        // its room, so that nothing moves when it comes
        (children ?? <div className="trend" aria-hidden />)
      )}
    </Panel>
  )
}

/** In which of the equal parts of a drawing the pointer is. */
function partAt(e: PointerEvent<SVGSVGElement>, parts: number): number {
  const { left, width } = e.currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(parts - 1, Math.floor(((e.clientX - left) / width) * parts)))
}

function ActiveDays({ trend, days }: { trend: Result<'getActiveUserTrends'>; days: number }) {
  const [pointed, setPointed] = useState<number>()
  const points = activePoints(trend)
  const most = Math.max(1, ...points.map((p) => p.users))
  const said = activeText(trend)
  // each day's figure stands until the next; a day that wasn't counted is a gap
  const steps = points.map(({ day, users }) => ({
    x: placeOf(day, days),
    y: height * (1 - (users / most) * 0.96),
  }))
  const area = steps.map(({ x, y }) => `M${x},${height}V${y}H${x + 1}V${height}Z`).join('')
  const tops = steps
    .map(({ x, y }, i) => `${steps[i - 1]?.x === x - 1 ? 'L' : 'M'}${x},${y}H${x + 1}`)
    .join('')
  const day = pointed === undefined ? undefined : dayAt(pointed, days)
  const at = points.find((p) => p.day === day)
  return (
    <figure className="trend">
      <svg
        viewBox={`0 0 ${days} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-label={said}
        onPointerMove={(e) => setPointed(partAt(e, days))}
        onPointerLeave={() => setPointed(undefined)}
      >
        <path className="ground" d={area} />
        <path className="tops" d={tops} />
        {pointed !== undefined && <rect className="pointed" x={pointed} width={1} height={height} />}
      </svg>
      <Axis from={dayText(dayAt(0, days))} most={most} to="today" />
      <figcaption>
        {day === undefined ? said : `${dayText(day)}: ${at ? many(at.users, 'active user') : 'not counted'}`}
      </figcaption>
    </figure>
  )
}

function NewUsers({ trend }: { trend: Result<'getNewUserTrends'> }) {
  const [pointed, setPointed] = useState<number>()
  const { by, periods } = trend
  const most = Math.max(1, ...periods.map((p) => p.users))
  const last = periods.length - 1
  const said = newText(trend)
  const textOf = (p: Point) => `${periodName(by, p.day)}: ${many(p.users, 'new user')}`
  const at = pointed === undefined ? undefined : periods[pointed]
  const leave = () => setPointed(undefined)
  return (
    <figure className="trend">
      <div className="bars">
        <svg
          viewBox={`0 0 ${periods.length} ${height}`}
          preserveAspectRatio="none"
          height={height}
          role="img"
          aria-label={said}
        >
          {pointed !== undefined && <rect className="pointed" x={pointed} width={1} height={height} />}
          {periods.map(({ day, users }, i) => {
            const high = (users / most) * height * 0.96
            // the last isn't over yet
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
            const point = () => setPointed(i)
            const to = linkOf(by, p)
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
      <Axis from={dayText(periods[0]!.day)} most={most} to={`this ${by}, so far`} />
      <figcaption>{at ? textOf(at) : said}</figcaption>
    </figure>
  )
}

const Axis = ({ from, most, to }: { from: string; most: number; to: string }) => (
  <div className="axis" aria-hidden>
    <span>{from}</span>
    <span>highest {count(most)}</span>
    <span>{to}</span>
  </div>
)
