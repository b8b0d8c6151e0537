import type { Tone } from './values.tsx'

/**
 * How far a measure moved, on a scale that has its zero in the middle and is the same for all rows: what is
 * usual as a band, the limits as ticks, the way past a limit as a line, now as a diamond.
 * @param scale percent at the right end; what lies beyond stops there
 */
export function MovedRule({
  moved,
  limit,
  usual,
  scale,
  tone,
  label,
}: {
  moved: number
  limit: number
  usual: readonly [number, number] | null
  scale: number
  tone: Tone
  label: string
}) {
  const at = (n: number) => 50 + Math.max(-1, Math.min(1, n / scale)) * 48
  const x = (n: number) => `${at(n)}%`
  const past = Math.abs(moved) > limit
  return (
    <svg className={`rule tone-${tone}`} width="100%" height={16} role="img" aria-label={label}>
      <line className="axis" x1="0" x2="100%" y1={8.5} y2={8.5} />
      {usual && (
        <rect
          className="band"
          x={x(usual[0])}
          y={3}
          width={`${Math.max(0.6, at(usual[1]) - at(usual[0]))}%`}
          height={11}
        />
      )}
      {past && <line className="past" x1={x(Math.sign(moved) * limit)} x2={x(moved)} y1={8.5} y2={8.5} />}
      {[-limit, limit]
        .filter((n) => Math.abs(n) <= scale)
        .map((n) => (
          <line key={1 / n} className="tick" x1={x(n)} x2={x(n)} y1={2} y2={15} />
        ))}
      <svg x={x(moved)} y={8.5} overflow="visible">
        <path className="diamond" d="M0 -5 5 0 0 5 -5 0Z" />
      </svg>
    </svg>
  )
}
