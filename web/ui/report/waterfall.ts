export interface WaterfallStep {
  name: string
  /** A total’s own figure, or by how much the one before changes. */
  value: number
  /** The opening and the closing figure. */
  isTotal?: boolean
}
interface Bar<Step> {
  step: Step
  /** In percent of the track. */
  from: number
  to: number
}

/** Where changes are less than this share of the highest figure, bars from zero would hide them. */
const leastShare = 0.1

/** The bars of a waterfall, and the figure at which its track starts. */
export function waterfallOf<Step extends WaterfallStep>(
  steps: readonly Step[],
): { start: number; bars: Bar<Step>[] } {
  const ends: { step: Step; low: number; high: number }[] = []
  let level = 0
  for (const step of steps) {
    const before = step.isTotal ? 0 : level
    level = before + step.value
    ends.push({ step, low: Math.min(before, level), high: Math.max(before, level) })
  }
  const high = Math.max(0, ...ends.map((end) => end.high))
  const low = Math.min(
    ...ends.map(({ step, low: lowest, high: highest }) => (step.isTotal ? highest : lowest)),
  )
  const start =
    high > 0 && low > 0 && high - low < leastShare * high ? roundStart(low, high - low) : Math.min(0, low)
  const scale = (n: number) => (high > start ? (Math.max(0, n - start) / (high - start)) * 100 : 0)
  return {
    start,
    bars: ends.map(({ step, low: from, high: to }) => ({ step, from: scale(from), to: scale(to) })),
  }
}

/** A round figure below the lowest one, so that totals keep a visible bar. */
function roundStart(low: number, range: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(range, 1))))
  return Math.max(0, Math.floor((low - range) / step) * step)
}
