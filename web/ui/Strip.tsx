import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { secondsSince } from './time.ts'
import { useClock } from './useClock.ts'
import type { Tone } from './values.tsx'

export interface StripMark {
  key: number
  tm: string
  tone: Tone
  /** Its height relative to the others. */
  size: number
  /** Shown when it is hovered over. */
  text: string
  /** Where a click leads. */
  href: string
}

const width = 166
const line = 20

/**
 * What happened within some hours, each at its time: good is solid, waiting is hollow, bad hangs below the
 * line. Hovering shows the mark's text, and a click opens it.
 */
export function Strip({
  marks,
  hours,
  label,
}: {
  marks: readonly StripMark[]
  hours: number
  label: string
}) {
  const navigate = useNavigate()
  // a mark moves by one pixel in 17 minutes
  const now = useClock(() => Math.floor(Date.now() / 600_000)) * 600_000 + 600_000
  const [hoverMark, setHoverMark] = useState<StripMark>()
  const largest = Math.max(1, ...marks.map((m) => m.size))
  const place = (m: StripMark) => width - 4 - (secondsSince(m.tm, now) / (hours * 3600)) * (width - 4)
  const nearest = (x: number) =>
    marks.toSorted((a, b) => Math.abs(place(a) + 2 - x) - Math.abs(place(b) + 2 - x))[0]
  return (
    <svg
      className="strip"
      width={width}
      height={28}
      role="img"
      aria-label={label}
      onPointerMove={(e) => setHoverMark(nearest(e.nativeEvent.offsetX))}
      onPointerLeave={() => setHoverMark(undefined)}
      onClick={(e) => {
        const mark = nearest(e.nativeEvent.offsetX)
        if (!mark) return
        e.stopPropagation()
        void navigate({ href: mark.href })
      }}
    >
      {hoverMark && <title>{hoverMark.text}</title>}
      <line className="axis" x1={0} x2={width} y1={line + 0.5} y2={line + 0.5} />
      {marks.map((mark) => {
        const x = Math.max(0, place(mark))
        if (mark.tone === 'bad')
          return <rect key={mark.key} className="bad" x={x} y={line + 1} width={4} height={6} />
        const height = 3 + (mark.size / largest) * 15
        return <rect key={mark.key} className={mark.tone} x={x} y={line - height} width={4} height={height} />
      })}
    </svg>
  )
}
