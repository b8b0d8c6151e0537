import {
  measureKind,
  usualThreshold,
  usualWarning,
  type GateMeasure,
  type GateWindow,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules } from '#contract/feeds/settings.ts'

/** A change that a person said to expect of a feed; the caller has checked that it has not expired. */
export interface ExpectedMove {
  measure: GateMeasure
  field: string | null
  part: string | null
  /** Which way it moved. */
  sign: -1 | 1
  /** Percent. */
  limit: number
}
/** One measure in one window, with its field or part and how far it moved. */
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

/** With fewer good runs than this, nothing is known about what is usual. */
const leastRuns = 14

/** The values of a measure in a feed's last good runs, percent. */
export interface PastValues {
  recent: readonly number[]
  /** Those of the same day of the week; empty if there are too few. */
  sameDay: readonly number[]
}
export const noPast: PastValues = { recent: [], sameDay: [] }

/** What limits depend on. */
interface LimitContext {
  rules: FeedRules
  oneTime: number | null
  past: PastValues
  expectations: readonly ExpectedMove[]
}

/**
 * The limits of one measure (docs/domain/gate.md, Limits): its floor, scaled by the feed's threshold and
 * widened by what is usual there. Limits that a person set win over all of it.
 */
export function limitsOf(measure: LimitedMeasure, context: LimitContext): Limits {
  const ownLimits = context.rules.limits[measure.name]
  const usual = usualLimits(measure, context)
  if (ownLimits?.hold === undefined && ownLimits?.warn === undefined) return usual
  const hold = ownLimits.hold ?? usual.hold
  const warn = ownLimits.warn ?? usual.warn
  return { hold, warn: hold === null ? warn : Math.min(warn, hold), by: 'own' }
}

function usualLimits(
  measure: LimitedMeasure,
  { rules, oneTime, past: { recent, sameDay }, expectations }: LimitContext,
): Limits {
  const { hold: floors, warn: warning, kind } = measureKind(measure.name)
  const floor = floors[measure.window] ?? null
  const floorWarn = measure.window === 'last' || floor === null ? (warning ?? (floor ?? 0) / 3) : floor / 3
  const isScaled = kind === 'amount'
  const threshold = isScaled ? (oneTime ?? rules.threshold_percent) : usualThreshold
  const scale = threshold / usualThreshold
  let source = scaleSource(scale, oneTime)
  let hold = floor === null ? null : floor * scale
  const warnScale = isScaled ? rules.warn_percent / usualWarning : 1
  let warn = hold === null ? floorWarn * warnScale : Math.min(floorWarn * warnScale, hold)
  // what adds up over days would widen its own limit, and a drift would never end
  if (isScaled && hold !== null && source === 'floor' && measure.window === 'last') {
    const learnedHold = Math.max(learnedLimit(hold, recent), seasonalLimit(hold, sameDay))
    if (learnedHold > hold) [hold, warn, source] = [learnedHold, Math.max(warn, learnedHold / 3), 'usual']
  }
  const widest = Math.max(...expectations.filter((e) => isOf(e, measure)).map((e) => e.limit))
  if (hold !== null && widest > hold) [hold, source] = [widest, 'expected']
  return { hold, warn, by: source }
}

function scaleSource(scale: number, oneTime: number | null): Limits['by'] {
  if (scale === 1) return 'floor'
  return oneTime === null ? 'threshold' : 'one_time'
}

/** An expectation applies to its own field, part and direction only. */
const isOf = (e: ExpectedMove, measure: LimitedMeasure) =>
  e.measure === measure.name &&
  e.field === measure.field &&
  e.part === measure.part &&
  e.sign === (measure.value < 0 ? -1 : 1)

/**
 * A floor widened by the feed's own history: median and spread, or half more than the second largest value;
 * at most three times the floor.
 */
export function learnedLimit(floor: number, past: readonly number[]): number {
  if (past.length < leastRuns) return floor
  const sizes = past.map(Math.abs).toSorted((a, b) => a - b)
  const middle = medianOf(sizes)
  const spread = 1.4826 * medianOf(sizes.map((n) => Math.abs(n - middle)).toSorted((a, b) => a - b))
  return Math.min(3 * floor, Math.max(floor, middle + 6 * spread, 1.5 * secondLargest(sizes)))
}

/** With fewer runs on one day of the week than this, nothing is known about that day. */
export const leastSameDay = 6

/**
 * A change that happens on one day of every week, such as a stock count on Sundays, isn't held on that day:
 * half more than the second largest value, if nearly every such day changed as much.
 */
function seasonalLimit(floor: number, sameDay: readonly number[]): number {
  if (sameDay.length < leastSameDay) return floor
  const sizes = sameDay.map(Math.abs).toSorted((a, b) => a - b)
  return medianOf(sizes) > floor / 3
    ? Math.min(3 * floor, Math.max(floor, 1.5 * secondLargest(sizes)))
    : floor
}

const secondLargest = (sortedValues: readonly number[]): number => sortedValues.at(-2) ?? 0

function medianOf(sortedValues: readonly number[]): number {
  const { length } = sortedValues
  const middle = sortedValues.slice((length - 1) >> 1, (length >> 1) + 1)
  return middle.reduce((sum, n) => sum + n, 0) / middle.length
}
