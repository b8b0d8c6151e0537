import type { ReactNode } from 'react'
import type { Series } from './series.ts'

export type { Series } from './series.ts'

/** What is drawn over a series' color, so that it can be told apart without colors; the first is plain. */
const strokes: readonly ReactNode[] = [
  undefined,
  <path key="lines" d="M-1 1 l2 -2 M0 8 l8 -8 M7 9 l2 -2" />,
  <path key="dots" d="M1.5 2 h1.6 M5.5 6 h1.6" strokeWidth={1.8} />,
  <path key="cross" d="M0 0 l8 8 M8 0 l-8 8" />,
  <path key="rows" d="M0 2 h8 M0 6 h8" />,
  <path key="columns" d="M2 0 v8 M6 0 v8" />,
]
const fillId = (chart: string, place: number) => `${chart}-${place}`
export const fillOf = (chart: string, place: number) => `url(#${fillId(chart, place)})`
/** Of the running period: stripes without a ground. */
export const runningFillOf = (chart: string, place: number) => `url(#${fillId(chart, place)}r)`

/** The fills of a chart's series. */
export const Patterns = ({ chart, series }: { chart: string; series: readonly Series[] }) => (
  <defs>
    {series.map(({ name, color, pattern }, place) => (
      <pattern
        key={name}
        id={fillId(chart, place)}
        width={8}
        height={8}
        patternUnits="userSpaceOnUse"
        stroke="var(--sheet)"
        strokeWidth={1.2}
      >
        <rect width={8} height={8} fill={color} stroke="none" />
        {strokes[(pattern ?? place) % strokes.length]}
      </pattern>
    ))}
    {series.map(({ name, color }, place) => (
      <pattern
        key={name}
        id={`${fillId(chart, place)}r`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6} height={6} fill={color} fillOpacity={0.18} />
        <rect width={2.4} height={6} fill={color} />
      </pattern>
    ))}
  </defs>
)

/** A series' fill beside its name. */
export const Swatch = ({ fill, isLine }: { fill: string; isLine?: boolean }) => (
  <svg width={14} height={14} aria-hidden>
    {isLine ? (
      <path d="M0 7 h14" stroke={fill} strokeWidth={2.5} />
    ) : (
      <rect width={14} height={14} rx={2} fill={fill} />
    )}
  </svg>
)
