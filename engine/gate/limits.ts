import {
  measureKind,
  usualThreshold,
  usualWarning,
  type GateMeasure,
  type GateWindow,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules } from '#contract/feeds/settings.ts'

/** What a person said is expected of a feed, until a day that the caller has looked at. */
export interface ExpectedMove {
  measure: GateMeasure
  field: string | null
  part: string | null
  /** Which way it moved, of a measure that has one. */
  sign: -1 | 1
  /** Percent. */
  limit: number
}
/** What limits are asked for: one measure of one window, of its field or part, and which way it moved. */
export interface LimitedMeasure {
  name: GateMeasure
  window: GateWindow
  field: string | null
  part: string | null
  value: number
}
export interface Limits {
  /** Percent; null: it never holds. */
  hold: number | null
  warn: number
  by: JudgedMeasure['by']
}

/** Fewer good runs than this say nothing of what is usual. */
const leastRuns = 14

/** The values of a measure in a feed's last good runs, percent. */
export interface PastValues {
  recent: readonly number[]
  /** Those of the same day of the week, where there are enough; else none. */
  sameDay: readonly number[]
}
export const noPast: PastValues = { recent: [], sameDay: [] }

/**
 * The limits of one measure (docs/domain.md, Feeds: the gate): its floor, scaled by the feed's threshold and
 * widened by what is usual there; a person's own limits win over all of it.
 */
export function limitsOf(
  of: LimitedMeasure,
  rules: FeedRules,
  oneTime: number | null,
  past: PastValues,
  expected: readonly ExpectedMove[],
): Limits {
  const ownLimits = rules.limits[of.name]
  const usual = usualLimits(of, rules, oneTime, past, expected)
  if (ownLimits?.hold === undefined && ownLimits?.warn === undefined) return usual
  const hold = ownLimits.hold ?? usual.hold
  const warn = ownLimits.warn ?? usual.warn
  return { hold, warn: hold === null ? warn : Math.min(warn, hold), by: 'own' }
}

function usualLimits(
  of: LimitedMeasure,
  rules: FeedRules,
  oneTime: number | null,
  { recent, sameDay }: PastValues,
  expected: readonly ExpectedMove[],
): Limits {
  const { hold: floors, warn: warning, kind } = measureKind(of.name)
  const floor = floors[of.window] ?? null
  const floorWarn = of.window === 'last' || floor === null ? (warning ?? (floor ?? 0) / 3) : floor / 3
  const isScaled = kind === 'amount'
  const threshold = isScaled ? (oneTime ?? rules.threshold_percent) : usualThreshold
  const scale = threshold / usualThreshold
  let by: Limits['by'] = scale === 1 ? 'floor' : oneTime !== null ? 'one_time' : 'threshold'
  let hold = floor === null ? null : floor * scale
  const warnScale = isScaled ? rules.warn_percent / usualWarning : 1
  let warn = hold === null ? floorWarn * warnScale : Math.min(floorWarn * warnScale, hold)
  // what adds up over days would widen its own limit, and a drift would never end
  if (isScaled && hold !== null && by === 'floor' && of.window === 'last') {
    const learnedHold = Math.max(learnedLimit(hold, recent), seasonalLimit(hold, sameDay))
    if (learnedHold > hold) [hold, warn, by] = [learnedHold, Math.max(warn, learnedHold / 3), 'usual']
  }
  const widest = Math.max(...expected.filter((e) => isOf(e, of)).map((e) => e.limit))
  if (hold !== null && widest > hold) [hold, by] = [widest, 'expected']
  return { hold, warn, by }
}

/** What is expected of one field, part or direction says nothing of another. */
const isOf = (e: ExpectedMove, measure: LimitedMeasure) =>
  e.measure === measure.name && e.field === measure.field && e.part === measure.part && e.sign === (measure.value < 0 ? -1 : 1)

/**
 * A floor widened by a feed's own days: median and spread, or half more than the second largest, at most
 * three times the floor.
 */
export function learnedLimit(floor: number, past: readonly number[]): number {
  if (past.length < leastRuns) return floor
  const sizes = past.map(Math.abs).toSorted((a, b) => a - b)
  const middle = medianOf(sizes)
  const spread = 1.4826 * medianOf(sizes.map((n) => Math.abs(n - middle)).toSorted((a, b) => a - b))
  return Math.min(3 * floor, Math.max(floor, middle + 6 * spread, 1.5 * sizes.at(-2)!))
}

/** Fewer runs of one day of the week than this say nothing of that day. */
export const leastSameDay = 6

/**
 * What a day of the week always does, as a stock that is counted on Sundays, isn't held on that day: half
 * more than its second largest, where nearly every such day did as much.
 */
function seasonalLimit(floor: number, sameDay: readonly number[]): number {
  if (sameDay.length < leastSameDay) return floor
  const sizes = sameDay.map(Math.abs).toSorted((a, b) => a - b)
  return medianOf(sizes) > floor / 3 ? Math.min(3 * floor, Math.max(floor, 1.5 * sizes.at(-2)!)) : floor
}

/** Of sorted numbers. */
function medianOf(sortedValues: readonly number[]): number {
  const half = sortedValues.length >> 1
  return sortedValues.length % 2 ? sortedValues[half]! : (sortedValues[half - 1]! + sortedValues[half]!) / 2
}
