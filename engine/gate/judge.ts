import {
  measureKind,
  type Decision,
  type GateMeasure,
  type GateWindow,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules, ProductField } from '#contract/feeds/settings.ts'
import { limitsOf, type Expected } from './limits.ts'
import { sentenceOf } from './sentences.ts'

/** What a comparison saw of one measure, before anybody judged it. */
export interface Observed {
  name: GateMeasure
  window: GateWindow
  field?: ProductField
  part?: string
  /** So many of so many. */
  count: number
  of: number
  /** Percent, or percentage points; `count` of `of` where it isn't said. */
  value?: number
  /** What its sentence needs beside the counts. */
  words?: Record<string, string | number>
}
export interface Given {
  rules: FeedRules
  oneTime: number | null
  firstLoad: boolean
  /** The values of the feed's last good runs by `keyOf`, percent. */
  past: ReadonlyMap<string, readonly number[]>
  /** How many runs those are: a measure without a value was 0. */
  pastRuns: number
  expected: readonly Expected[]
}

/** One measure of one window and field has one history; parts share theirs. */
export const keyOf = ({
  name,
  window,
  field,
}: {
  name: string
  window: string
  field?: string | null | undefined
}) => [name, window, field ?? ''].join(' ')

/** Apply or hold (docs/domain.md, Feeds: the gate). Its measures are those that moved, the gravest first. */
export function judge(observed: readonly Observed[], given: Given): Decision {
  const measures = observed
    .map((seen) => judgeOne(seen, given))
    .toSorted((a, b) => rank[a.verdict] - rank[b.verdict] || gravity(b) - gravity(a))
  const loud = measures.filter((m) => m.verdict === (measures[0]?.verdict === 'hold' ? 'hold' : 'warn'))
  return {
    verdict: measures[0]?.verdict === 'hold' ? 'hold' : 'apply',
    sentence: said(loud).join(' '),
    threshold: given.oneTime ?? given.rules.threshold_percent,
    one_time: given.oneTime !== null,
    first_load: given.firstLoad,
    measures,
  }
}

function judgeOne(seen: Observed, { rules, oneTime, past, pastRuns, expected }: Given): JudgedMeasure {
  const { name, window, count, of } = seen
  const { label, least } = measureKind(name)
  const value = round(seen.value ?? (of === 0 ? 0 : (count / of) * 100))
  const known = past.get(keyOf(seen)) ?? []
  // a run in which it didn't move keeps no row of it
  const values = [...known, ...Array<number>(Math.max(0, pastRuns - known.length)).fill(0)]
  const limits = limitsOf(name, window, rules, oneTime, values, expected)
  const size = count < least ? -1 : Math.abs(value)
  const beyond = (limit: number | null) => limit !== null && size > limit
  return {
    name,
    window,
    field: seen.field ?? null,
    part: seen.part ?? null,
    label,
    count,
    of,
    value,
    warn: limits.warn === null ? null : round(limits.warn),
    hold: limits.hold === null ? null : round(limits.hold),
    by: limits.by,
    usual: pastRuns === 0 ? null : [Math.min(...values), Math.max(...values)],
    verdict: beyond(limits.hold) ? 'hold' : beyond(limits.warn) ? 'warn' : 'ok',
    sentence: sentenceOf(seen, value),
    rows: [],
  }
}

const rank = { hold: 0, warn: 1, ok: 2 } as const
/** The harm that it would do: products times what one of them does. */
const gravity = ({ name, count }: JudgedMeasure) => count * measureKind(name).weight
const round = (n: number) => Math.round(n * 100) / 100

/**
 * The gravest measures' sentences, at most three: renamed or foreign SKUs are why products are missing and
 * new, so those needn't be said.
 */
function said(loud: readonly JudgedMeasure[]): string[] {
  const identity = loud.some((m) => m.name === 'renamed' || m.name === 'foreign')
  const cents = loud.some((m) => m.name === 'powers_of_ten')
  const moved = new Set<GateMeasure>(['price_half', 'price_five', 'median_price', 'part_price'])
  const missing = new Set<GateMeasure>(['lost', 'new', 'part_lost'])
  const whole = new Set(loud.map((m) => m.name))
  const detail = ({ name }: JudgedMeasure) =>
    (name === 'part_lost' && whole.has('lost')) ||
    (name === 'part_left_stock' && whole.has('left_stock')) ||
    (name === 'part_price' && whole.has('price_half')) ||
    (name === 'price_half' && whole.has('price_five'))
  return [
    ...new Set(
      loud
        .filter((m) => !(identity && missing.has(m.name)) && !(cents && moved.has(m.name)) && !detail(m))
        .map((m) => m.sentence),
    ),
  ].slice(0, 3)
}
