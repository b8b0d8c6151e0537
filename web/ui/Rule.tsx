import type { CSSProperties } from 'react'
import type { Tone } from './values.tsx'

/**
 * The one drawing of a measure: a hairline is the scale, a soft band what is usual, a tick the limit, the
 * solid mark what is now.
 * @param scale what stands at the right end; what lies beyond stops there
 */
export function Rule({
  value,
  limit,
  usual,
  scale,
  tone,
  label,
  width = 90,
}: {
  value: number
  limit?: number | undefined
  usual?: readonly [number, number] | undefined
  scale: number
  tone: Tone
  label: string
  width?: number
}) {
  const x = (n: number) => Math.max(0, Math.min(1, n / scale)) * width
  return (
    <svg className={`rule tone-${tone}`} width={width} height={14} role="img" aria-label={label}>
      <line className="axis" x1={0} x2={width} y1={7.5} y2={7.5} />
      {usual && (
        <rect
          className="band"
          x={x(usual[0])}
          y={3}
          width={Math.max(1, x(usual[1]) - x(usual[0]))}
          height={9}
        />
      )}
      <rect className="mark" x={0} y={5.5} width={Math.max(1.5, x(value))} height={4} />
      {limit !== undefined && <line className="tick" x1={x(limit)} x2={x(limit)} y1={2} y2={13} />}
    </svg>
  )
}

/**
 * The marks of a scale that drawings under it share.
 * @param at each at its share of the width; drawn, not text: the header's name stays what it is called
 */
export const Marks = ({ width = 90, at }: { width?: number; at: readonly (readonly [number, string])[] }) => (
  <span className="marks" style={{ width }} aria-hidden>
    {at.map(([share, text]) => (
      <i key={text} data-mark={text} style={{ '--at': `${share * 100}%` } as CSSProperties} />
    ))}
  </span>
)
