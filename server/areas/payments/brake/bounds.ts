import type { Cents } from '#contract/billing/cents.ts'

/** A run within both of these is never stopped. */
export const leastInvoices = 25
export const leastAmount: Cents = 250_000
export const leastPercent = 20
export const leastDays = 3
/** Days that a bound is learned from. */
export const learnedDays = 62
/** More than so many times the busiest of these days is unusual: the last day of February has the bills of four. */
export const timesBusiest = 3
/** More than so many times the usual interval between runs is unusual. */
export const timesInterval = 2

/** What a day's run charges. */
export interface DayFigures {
  invoices: number
  cents: Cents
  vendors: number
}
export interface RunBounds {
  invoices: number
  cents: Cents
  percent: number
  days: number
}
export interface JudgedRun {
  figures: DayFigures & { percent: number; days: number | null }
  bounds: RunBounds
}

/** Learns what is usual from earlier days (docs/domain/renewals.md, Brake). */
export function boundsOf(
  days: readonly DayFigures[],
  intervals: readonly number[],
  active: number,
): RunBounds {
  const busiest = (figure: keyof DayFigures) => Math.max(0, ...days.map((day) => day[figure]))
  const sorted = intervals.toSorted((a, b) => a - b)
  const usualInterval = sorted[Math.floor(sorted.length / 2)] ?? 1
  return {
    invoices: Math.max(leastInvoices, timesBusiest * busiest('invoices')),
    cents: Math.max(leastAmount, timesBusiest * busiest('cents')),
    percent: Math.min(100, Math.max(leastPercent, timesBusiest * percentOf(busiest('vendors'), active))),
    days: Math.max(leastDays, timesInterval * usualInterval),
  }
}

export const percentOf = (vendors: number, active: number): number =>
  active === 0 ? 0 : Math.min(100, Math.ceil((100 * vendors) / active))

/** Whether a run is stopped: it isn't small, and one of the four figures is above its bound. */
export function isUnusual({ figures, bounds }: JudgedRun): boolean {
  if (figures.invoices <= leastInvoices && figures.cents <= leastAmount) return false
  return (
    figures.invoices > bounds.invoices ||
    figures.cents > bounds.cents ||
    figures.percent > bounds.percent ||
    (figures.days ?? 0) > bounds.days
  )
}
