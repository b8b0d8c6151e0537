import type { CSSProperties } from 'react'
import type { Tone } from './values.tsx'

/**
 * The one drawing of a measure: a hairline is the scale, a soft band what is usual, a tick the limit, the
 * solid mark what is now.
 * @param scale what stands at the right end; what lies beyond is broken off there
 * @param beyond the value in words, beside it where it is broken off
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

/** Where a scale is broken off: what lies beyond isn't as far as it is drawn. */
const zigzag = (x: number) => `M${x + 3} 1 l-3 4.5 l4 4 l-3 4.5`

/**
 * The marks of a scale that drawings under it share.
 * @param at each at its share of the width; drawn, not text: the header's name stays what it is called
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
