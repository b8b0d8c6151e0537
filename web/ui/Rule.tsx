import type { CSSProperties } from 'react'
import type { Tone } from './values.tsx'

/**
 * Draws a measure: a hairline is the scale, a soft band the usual range, a tick the limit, the solid mark the
 * current value.
 * @param scale the value at the right end; a larger one is cut off there
 * @param beyondText the value in words, shown beside it when it is cut off
 */
export function Rule({
  value,
  limit,
  usual,
  scale,
  tone,
  label,
  width = 90,
  beyondText,
}: {
  value: number
  limit?: number | undefined
  usual?: readonly [number, number] | undefined
  scale: number
  tone: Tone
  label: string
  width?: number
  beyondText?: string
}) {
  const x = (n: number) => Math.max(0, Math.min(1, n / scale)) * width
  const isCutOff = value > scale
  const drawing = (
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
      {isCutOff && <path className="break" d={zigzag(width - 12)} />}
      {limit !== undefined && <line className="tick" x1={x(limit)} x2={x(limit)} y1={2} y2={13} />}
    </svg>
  )
  if (!isCutOff || beyondText === undefined) return drawing
  return (
    <span className={`times tone-${tone}`}>
      {drawing}
      <small>{beyondText}</small>
    </span>
  )
}

/** Where a scale is cut off: the value is farther than it is drawn. */
const zigzag = (x: number) => `M${x + 3} 1 l-3 4.5 l4 4 l-3 4.5`

/**
 * The marks of a scale that the drawings under it share.
 * @param labels each at its share of the width; drawn, not text, so that the header's name stays the same
 */
export const Marks = ({
  width = 90,
  labels,
}: {
  width?: number
  labels: readonly (readonly [number, string])[]
}) => (
  <span className="marks" style={{ width }} aria-hidden>
    {labels.map(([share, text]) => (
      <i key={text} data-mark={text} style={{ '--at': `${share * 100}%` } as CSSProperties} />
    ))}
  </span>
)
