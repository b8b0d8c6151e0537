import { Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { percent } from '#contract/formats.ts'
import { count, fileSize, many } from '#contract/words.ts'
import { agoText, exactTime, shortDay, shortTime, secondsSince, zoneName } from './time.ts'
import { useClock } from './useClock.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'run' | 'off'

/** Status: text, icon and color together (docs/domain/values.md, Shown values). */
export function Status({ tone, icon: Icon, children }: { tone: Tone; icon: Icon; children: string }) {
  return (
    <span className={`status tone-${tone}`}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {children}
    </span>
  )
}

/** An email that breaks before its @ if it doesn't fit. */
export function Email({ address }: { address: string }) {
  const atSign = Math.max(0, address.lastIndexOf('@'))
  return (
    <>
      {address.slice(0, atSign)}
      <wbr />
      {address.slice(atSign)}
    </>
  )
}

/** A moment as its age or the time until it; the exact time and zone on hover. */
export function Ago({ tm }: { tm: string | null }) {
  return tm ? <LiveAge tm={tm} /> : <>—</>
}
function LiveAge({ tm }: { tm: string }) {
  const text = useClock(() => agoText(secondsSince(tm)))
  return (
    <Tooltip label={exactTime(tm)}>
      <time dateTime={tm} className="one-line">
        {text}
      </time>
    </Tooltip>
  )
}
/** A moment; the exact time on hover. */
export function Moment({ tm }: { tm: string | null }) {
  if (!tm) return <>—</>
  return (
    <Tooltip label={exactTime(tm)}>
      <time dateTime={tm} className="one-line">
        {shortTime(tm)}
      </time>
    </Tooltip>
  )
}
/** The day of a moment; the exact time on hover. */
export const Day = ({ tm }: { tm: string }) => (
  <Tooltip label={exactTime(tm)}>
    <time dateTime={tm} className="one-line">
      {shortDay(tm)}
    </time>
  </Tooltip>
)
/** A moment as a fact of a record, with its zone. */
export const momentFact = (name: string, tm: string | null | undefined): readonly [string, ReactNode] => [
  `${name} (${zoneName([tm])})`,
  <Moment key={name} tm={tm ?? null} />,
]

export { count, fileSize, many }
/** A count, or “…” until it is known, never a zero that isn't one. */
export const countOnceKnown = (n: number | undefined) => (n === undefined ? '…' : count(n))
/** An estimated share: `12%`, or `0.4%` for a small one. A measured one is a `percent`. */
export const roughPercent = (share: number) =>
  share > 0 && share < 0.01
    ? `${Math.max(0.1, Math.round(share * 1000) / 10)}%`
    : `${Math.round(share * 100)}%`
/** The suffix of a typed number of days. */
export const daysSuffix = (n: number | string) => (Number(n) === 1 ? ' day' : ' days')
export function signedCount(n: number): string {
  if (n === 0) return '0'
  return n > 0 ? `+${count(n)}` : `−${count(-n)}`
}

/** A measured share, always with one decimal (docs/domain/values.md, Shown values). */
export { percent }
/** A limit in percent, as it was set. */
export const limitPercent = (n: number) => `${n}%`
/** How far a share moved. */
export const movedPercent = (n: number) => (n >= 0.05 ? `+${percent(n)}` : percent(n))
/** An exact decimal: at least two places. */
export const decimalText = (text: string) => text.replace(/(\.\d\d\d*?)0+$/, '$1')
