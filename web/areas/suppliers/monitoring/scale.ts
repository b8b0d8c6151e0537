import { shortTime } from '../../../ui/time.ts'
import { localDay, startOfDay } from '../../../ui/zone.ts'

/** A scale of round numbers around the values, from zero unless that would flatten every change. */
export function niceScale(low: number, high: number): { low: number; high: number; ticks: number[] } {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return niceScale(0, 1)
  const bottom = low <= high / 2 ? Math.min(0, low) : low
  const step = roundStep((high - bottom || Math.abs(high) || 1) / 4)
  const from = Math.floor(bottom / step) * step
  const upto = Math.max(Math.ceil(high / step) * step, from + step)
  const ticks = Array.from({ length: Math.round((upto - from) / step) + 1 }, (_, i) => exact(from + i * step))
  return { low: from, high: upto, ticks }
}
const exact = (n: number) => Number(n.toFixed(6))

/** 1, 2 or 5 times a power of ten, at least as large. */
function roundStep(n: number): number {
  const power = 10 ** Math.floor(Math.log10(n))
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= n * 0.999) ?? power * 10
}

const day = 86_400_000
/** Ticks of a time axis: starts of days, or times of day if it covers less than two days. */
export function timeTicks(from: number, upto: number, mostTicks: number): { tm: number; text: string }[] {
  if (!Number.isFinite(from)) return []
  if (upto - from < 2 * day)
    return evenly(from, upto, mostTicks).map((tm) => ({ tm, text: shortTime(iso(tm)) }))
  const dayStep = Math.ceil((upto - from) / day / mostTicks)
  const ticks: { tm: number; text: string }[] = []
  const { year, month, date } = localDay(from)
  for (let later = 1; ; later += dayStep) {
    const tm = startOfDay(year, month, date + later)
    if (tm > upto) return ticks
    const tick = localDay(tm)
    ticks.push({ tm, text: `${tick.month}/${tick.date}` })
  }
}
const iso = (tm: number) => new Date(tm).toISOString()
const evenly = (from: number, upto: number, mostTicks: number) =>
  upto === from
    ? [from]
    : Array.from({ length: mostTicks }, (_, i) => from + ((upto - from) * (i + 0.5)) / mostTicks)
