import './chart/chart.css'
import { useId } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts'
import { ChartTable } from './chart/ChartTable.tsx'
import { fillOf, Patterns, runningFillOf, Swatch, type Series } from './chart/patterns.tsx'
import { readingOf, valueText, type Point } from './chart/series.ts'
import { useChartKeys } from './chart/useChartKeys.ts'

export type { Series } from './chart/patterns.tsx'
/** A note on the axis, at a point. */
export interface ChartMark {
  place: number
  text: string
}

export interface ChartLimit {
  at: number
  text: string
}

interface Props {
  /** Each with its `name` and a value by series. */
  points: readonly Point[]
  series: readonly Series[]
  /** Further series, drawn as lines. */
  lines?: readonly Series[]
  /** Texts of each point that are said with its values. */
  texts?: readonly string[]
  /** A line across, such as what is allowed. */
  limit?: ChartLimit | undefined
  /** What the chart shows, for screen readers. */
  label?: string
  stacked?: boolean
  /** Bars from left to right, for long names. */
  sideways?: boolean
  value: (n: number) => string
  /** Where the axis starts, if not at zero. */
  domain?: readonly [number, number] | undefined
  ticks?: readonly number[] | undefined
  open?: ((place: number) => void) | undefined
  /** What a bar opens. */
  opens?: string
  /** The point of the period that hasn't ended. */
  running?: number | undefined
  marks?: readonly ChartMark[]
  /** Shows only the points from one to another, chosen by dragging. */
  zoom?: ((from: number, to: number) => void) | undefined
  zoomOut?: (() => void) | undefined
  /** Offers the figures as a table, where none is beside. */
  withTable?: boolean
  height?: number
  axisWidth?: number
  /** Its values are counts: the axis has no fractions. */
  isCounted?: boolean
}
const noLines: readonly Series[] = []
const noMarks: readonly ChartMark[] = []
const noTexts: readonly string[] = []
const tick = { fontSize: 12, fill: 'currentColor' }

/** A report's figures as bars; a click opens the rows of a bar, arrow keys and Enter as well. */
export default function ReportBars(props: Props) {
  const {
    points,
    series,
    lines = noLines,
    texts = noTexts,
    label = 'Chart',
    open,
    zoom,
    zoomOut,
    value,
  } = props
  const chart = useId()
  const keys = useChartKeys({ points: points.length, open, zoom, zoomOut })
  const all = [...series, ...lines]
  const reading = keys.place === undefined ? '' : readingOf(points[keys.place], { series: all, texts, value })
  return (
    <div className="chart">
      <Legend chart={chart} series={series} lines={lines} hasRunning={props.running !== undefined} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription="chart"
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(keys.place ?? 0) + 1}
        aria-valuetext={reading || 'Arrow keys move between points.'}
        className="chart-plot"
        onKeyDown={keys.keyDown}
        onBlur={keys.clear}
      >
        <Plot {...props} chart={chart} keys={keys} />
      </div>
      <p className="chart-reading no-print" aria-hidden>
        {reading || hintOf(open && (props.opens ?? 'rows'), zoom !== undefined)}
      </p>
      {props.withTable && (
        <ChartTable label={label} points={points} series={all} texts={texts} value={value} />
      )}
    </div>
  )
}

const hintOf = (opens: string | undefined, zooms: boolean) =>
  [opens && `Click a bar for its ${opens}.`, zooms && 'Drag to zoom in, Escape to go back.']
    .filter(Boolean)
    .join(' ')

function Legend({
  chart,
  series,
  lines,
  hasRunning,
}: {
  chart: string
  series: readonly Series[]
  lines: readonly Series[]
  hasRunning: boolean
}) {
  if (series.length + lines.length < 2 && !hasRunning) return null
  return (
    <ul className="chart-legend">
      {series.map(({ name }, place) => (
        <li key={name}>
          <Swatch fill={fillOf(chart, place)} />
          {name}
        </li>
      ))}
      {lines.map(({ name, color }) => (
        <li key={name}>
          <Swatch fill={color} isLine />
          {name}
        </li>
      ))}
      {hasRunning && (
        <li>
          <Swatch fill={runningFillOf(chart, 0)} />
          So far
        </li>
      )}
    </ul>
  )
}

type Keys = ReturnType<typeof useChartKeys>
const placeOf = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }): number | undefined =>
  activeTooltipIndex === undefined || activeTooltipIndex === null ? undefined : Number(activeTooltipIndex)

function Plot({
  points,
  series,
  lines = noLines,
  texts = noTexts,
  limit,
  stacked = false,
  sideways = false,
  value,
  domain,
  ticks,
  open,
  running,
  marks = noMarks,
  zoom,
  height,
  axisWidth = 80,
  isCounted = false,
  chart,
  keys,
}: Props & { chart: string; keys: Keys }) {
  const [from, to] = keys.range ?? [keys.place, keys.place]
  const chosen =
    from !== undefined && to !== undefined ? [points[from]?.name ?? '', points[to]?.name ?? ''] : undefined
  const drag = zoom && {
    onMouseDown: (state: object) => keys.startAt(placeOf(state)),
    onMouseMove: (state: object, event: { buttons?: number }) => {
      if (event.buttons === 1) keys.dragTo(placeOf(state))
    },
    onMouseUp: () => {
      const { range } = keys
      // the click of this mouse button comes afterwards
      if (range && range[0] !== range[1]) setTimeout(() => keys.apply(range))
      else keys.clear()
    },
  }
  const isDragged = keys.range !== undefined && keys.range[0] !== keys.range[1]
  const measure = {
    width: axisWidth,
    allowDecimals: !isCounted,
    tickFormatter: (n: number) => value(n),
    ...(domain && { domain: [...domain], allowDataOverflow: true }),
    ...(ticks && { ticks: [...ticks] }),
  }
  return (
    <ResponsiveContainer height={height ?? (sideways ? 40 + 19 * points.length : 220)}>
      <ComposedChart
        data={points.map((point, place) => ({ ...point, place }))}
        layout={sideways ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        margin={{ top: marks.length > 0 ? 22 : 5, right: 5, left: 5, bottom: 5 }}
        {...drag}
      >
        <Patterns chart={chart} series={series} />
        <CartesianGrid stroke="var(--grid)" vertical={sideways} horizontal={!sideways} />
        {sideways ? (
          <XAxis
            type="number"
            allowDecimals={false}
            tick={tick}
            tickFormatter={(n: number) => value(n)}
            stroke=""
          />
        ) : (
          <XAxis dataKey="name" tick={tick} tickLine={false} stroke="" interval="equidistantPreserveStart" />
        )}
        {sideways ? (
          <YAxis
            type="category"
            dataKey="name"
            tick={tick}
            tickLine={false}
            stroke=""
            width={150}
            interval={0}
          />
        ) : (
          <YAxis type="number" tick={tick} tickLine={false} stroke="" interval={0} {...measure} />
        )}
        <Tooltip
          cursor={{ fill: 'var(--hover)', stroke: 'none' }}
          isAnimationActive={false}
          content={({ active: isActive, payload }) => {
            const point = isActive ? (payload?.[0]?.payload as Point | undefined) : undefined
            return (
              point && (
                <Tip point={point} series={series} lines={lines} texts={texts} chart={chart} value={value} />
              )
            )
          }}
        />
        {chosen &&
          (sideways ? (
            <ReferenceArea
              y1={chosen[0] ?? ''}
              y2={chosen[1] ?? ''}
              fill="var(--accent)"
              fillOpacity={0.14}
            />
          ) : (
            <ReferenceArea
              x1={chosen[0] ?? ''}
              x2={chosen[1] ?? ''}
              fill="var(--accent)"
              fillOpacity={0.14}
            />
          ))}
        {series.map(({ name, color }, place) => (
          <Bar
            key={name}
            dataKey={name}
            fill={color}
            isAnimationActive={false}
            maxBarSize={sideways ? 16 : 48}
            shape={(bar: BarShapeProps) => (
              <Rectangle
                {...bar}
                {...(bar.index === running
                  ? { fill: runningFillOf(chart, place), stroke: color, strokeDasharray: '3 2' }
                  : { fill: fillOf(chart, place), stroke: 'none' })}
              />
            )}
            {...(stacked && { stackId: 'stack' })}
            {...(open && {
              cursor: 'pointer',
              onClick: (_bar: unknown, clicked: number) => {
                if (!isDragged) open(clicked)
              },
            })}
          />
        ))}
        {lines.map(({ name, color }) => (
          <Line
            key={name}
            dataKey={name}
            stroke={color}
            strokeWidth={2}
            type="linear"
            isAnimationActive={false}
            dot={{ r: 2.5, fill: color, stroke: color }}
          />
        ))}
        {!sideways && !domain && <ReferenceLine y={0} stroke="var(--line-strong)" />}
        {limit && (
          <ReferenceLine
            y={limit.at}
            stroke="var(--text)"
            strokeWidth={1.5}
            ifOverflow="extendDomain"
            label={{ value: limit.text, position: 'insideTopLeft', fontSize: 11, fill: 'var(--text)' }}
          />
        )}
        {marks.map(({ place, text }) => (
          <ReferenceLine
            key={`${place} ${text}`}
            x={points[place]?.name ?? ''}
            stroke="var(--text-2)"
            strokeDasharray="2 3"
            label={{
              value: text.length > 24 ? `${text.slice(0, 23)}…` : text,
              position: 'top',
              fontSize: 11,
              fill: 'var(--text)',
            }}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function Tip({
  point,
  series,
  lines,
  texts,
  chart,
  value,
}: {
  point: Point
  series: readonly Series[]
  lines: readonly Series[]
  texts: readonly string[]
  chart: string
  value: (n: number) => string
}) {
  return (
    <dl className="chart-tip">
      <div>{point.name}</div>
      {[...series, ...lines].map(
        ({ name, color }, place) =>
          point[name] !== null && (
            <div key={name}>
              <dt>
                <Swatch
                  fill={place < series.length ? fillOf(chart, place) : color}
                  isLine={place >= series.length}
                />
                {name}
              </dt>
              <dd>{valueText(point, name, value)}</dd>
            </div>
          ),
      )}
      {texts.map((name) => point[name] && <div key={name}>{point[name]}</div>)}
    </dl>
  )
}
