import type { Tone } from '../../../../ui/values.tsx'

/** The percents at both ends of the drawing. */
export type Span = readonly [number, number]

/**
 * A measure in percent on the axis that all measures of the table share: a soft band is the usual range, a tick each
 * limit, a diamond this run, and a line how far it is past its limit.
 */
export function MovedRule({
  value,
  limit,
  isSigned,
  usual,
  span,
  tone,
  label,
  width,
}: {
  value: number
  limit: number
  /** Whether the limit counts in both directions. */
  isSigned: boolean
  usual: Span | null
  span: Span
  tone: Tone
  label: string
  width: number
}) {
  const [from, to] = span
  const x = (percent: number) => Math.max(0, Math.min(1, (percent - from) / (to - from))) * width
  const passed = value < 0 ? -limit : limit
  const isBeyond = Math.abs(value) > limit
  return (
    <svg className={`rule tone-${tone}`} width={width} height={14} role="img" aria-label={label}>
      <line className="axis" x1={0} x2={width} y1={7.5} y2={7.5} />
      {usual && (
        <rect
          className="band"
          x={x(usual[0])}
          y={3}
          width={Math.max(3, x(usual[1]) - x(usual[0]))}
          height={9}
        />
      )}
      {isBeyond && (
        <rect
          className="mark"
          x={Math.min(x(passed), x(value))}
          y={6}
          width={Math.abs(x(value) - x(passed))}
          height={3}
        />
      )}
      {(isSigned ? [-limit, limit] : [limit]).map((at) => (
        <line key={at} className="tick" x1={x(at)} x2={x(at)} y1={2} y2={13} />
      ))}
      <path className="mark" d={`M${x(value)} 2.5 l5 5 l-5 5 l-5 -5 z`} />
    </svg>
  )
}
