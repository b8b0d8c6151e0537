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
export interface Expected {
  measure: GateMeasure
  /** Percent. */
  limit: number
}
export interface Limits {
  /** Percent; null: it never holds. */
  hold: number | null
  warn: number | null
  by: JudgedMeasure['by']
}

/** Fewer good runs than this say nothing of what is usual. */
const leastRuns = 14

/**
 * The limits of one measure (docs/domain.md, Feeds: the gate): its floor, scaled by the feed's threshold and
 * widened by what is usual there; a person's own limits win over all of it.
 * @param past its values in the feed's last good runs, percent
 */
export function limitsOf(
  name: GateMeasure,
  window: GateWindow,
  rules: FeedRules,
  oneTime: number | null,
  past: readonly number[],
  expected: readonly Expected[],
): Limits {
  const { hold: floors, warn: warning, kind } = measureKind(name)
  const floor = floors[window] ?? null
  const own = rules.limits[name]
  const floorWarn = window === 'last' || floor === null ? (warning ?? (floor ?? 0) / 3) : floor / 3
  if (own?.hold !== undefined || own?.warn !== undefined) {
    const hold = own.hold ?? floor
    return {
      hold,
      warn: hold === null ? (own.warn ?? floorWarn) : Math.min(own.warn ?? floorWarn, hold),
      by: 'own',
    }
  }
  const scaled = kind === 'amount'
  const threshold = scaled ? (oneTime ?? rules.threshold_percent) : usualThreshold
  const scale = threshold / usualThreshold
  let by: Limits['by'] = scale === 1 ? 'floor' : oneTime !== null ? 'one_time' : 'threshold'
  let hold = floor === null ? null : floor * scale
  const warnScale = scaled ? rules.warn_percent / usualWarning : 1
  let warn = hold === null ? floorWarn * warnScale : Math.min(floorWarn * warnScale, hold)
  // what adds up over days would widen its own limit, and a drift would never end
  if (scaled && hold !== null && by === 'floor' && window === 'last') {
    const learned = learnedLimit(hold, past)
    if (learned > hold) [hold, warn, by] = [learned, Math.max(warn, learned / 3), 'usual']
  }
  const widest = Math.max(...expected.filter((e) => e.measure === name).map((e) => e.limit))
  if (hold !== null && widest > hold) [hold, by] = [widest, 'expected']
  return { hold, warn, by }
}

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

/** Of sorted numbers. */
function medianOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
