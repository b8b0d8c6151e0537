import { Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconEyeCheck,
  IconHandStop,
  IconLoader2,
  IconPlayerPause,
} from '@tabler/icons-react'
import { runStateNames } from '#contract/feeds/run-states.ts'
import { age, exactTime, shortTime, since } from './time.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'run' | 'off'
type Icon = typeof IconClock

/** Status: text, icon and colour together (docs/domain.md, Values as they are shown). */
export function Status({ tone, icon: Icon, children }: { tone: Tone; icon: Icon; children: string }) {
  return (
    <span className={`status tone-${tone}`}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {children}
    </span>
  )
}

const runs: Record<string, { tone: Tone; icon: Icon }> = {
  queued: { tone: 'run', icon: IconClock },
  running: { tone: 'run', icon: IconLoader2 },
  applied: { tone: 'good', icon: IconCircleCheck },
  unchanged: { tone: 'good', icon: IconCircleCheck },
  held: { tone: 'wait', icon: IconHandStop },
  rejected: { tone: 'bad', icon: IconCircleX },
  failed: { tone: 'bad', icon: IconAlertTriangle },
  terminated: { tone: 'off', icon: IconBan },
  discarded: { tone: 'off', icon: IconBan },
  superseded: { tone: 'off', icon: IconPlayerPause },
  rolled_back: { tone: 'off', icon: IconArrowBackUp },
  dry: { tone: 'off', icon: IconEyeCheck },
}
export const runTone = (state: string): Tone => runs[state]?.tone ?? 'off'
export const runText = (state: string): string => (runStateNames as Record<string, string>)[state] ?? state
export function RunStatus({ state }: { state: string | null }) {
  const r = state ? runs[state] : undefined
  return r ? (
    <Status tone={r.tone} icon={r.icon}>
      {runText(state!)}
    </Status>
  ) : (
    <Status tone="off" icon={IconCircleDashed}>
      No run yet
    </Status>
  )
}

/** A moment as its age, the exact time and zone on hover. */
export function Ago({ tm }: { tm: string | null }) {
  if (!tm) return <>—</>
  return (
    <Tooltip label={exactTime(tm)}>
      <time dateTime={tm} style={{ whiteSpace: 'nowrap' }}>
        {age(since(tm))} ago
      </time>
    </Tooltip>
  )
}
/** A moment, exact when pointed at. */
export function Moment({ tm }: { tm: string | null }) {
  if (!tm) return <>—</>
  return (
    <Tooltip label={exactTime(tm)}>
      <time dateTime={tm} style={{ whiteSpace: 'nowrap' }}>
        {shortTime(tm)}
      </time>
    </Tooltip>
  )
}

const whole = new Intl.NumberFormat('en-US')
export const count = (n: number) => whole.format(n)
/** A count with its noun: `1 product`, `2,014 products`. */
export const many = (n: number, noun: string) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`
/** A guess, as a share of one: `12%`, of a small one `0.4%`. What is measured is a `percent`. */
export const roughPercent = (share: number) =>
  share > 0 && share < 0.01
    ? `${Math.max(0.1, Math.round(share * 1000) / 10)}%`
    : `${Math.round(share * 100)}%`
/** What stands behind a typed number of days. */
export const daysSuffix = (n: number | string) => (Number(n) === 1 ? ' day' : ' days')
export const signed = (n: number) => (n > 0 ? `+${count(n)}` : n < 0 ? `−${count(-n)}` : '0')

/** A measured share, always with one decimal (docs/domain.md, Values as they are shown). */
export const percent = (n: number) => `${Math.abs(n).toFixed(1)}%`.replace(/^/, n <= -0.05 ? '−' : '')
/** A limit in percent, as it was set. */
export const limitPercent = (n: number) => `${n}%`
/** How far a share moved. */
export const movedPercent = (n: number) => (n >= 0.05 ? `+${percent(n)}` : percent(n))
/** An exact decimal: two places, more where it has more. */
export const decimalText = (text: string) => text.replace(/(\.\d\d\d*?)0+$/, '$1')

/** kB through YB with one decimal (docs/domain.md, Values as they are shown). */
export function fileSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
  let n = bytes / 1024
  let i = 0
  // 1023.95 kB would read 1024.0
  while (n >= 1023.95 && i < units.length - 1) [n, i] = [n / 1024, i + 1]
  return `${n.toFixed(1)} ${units[i]}`
}
