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
  const judged = observed.map((seen) => judgeOne(seen, given))
  return concluded(
    judged.filter((m) => saysMore(m, judged)),
    given,
  )
}

/** A window that saw no more than a shorter one says nothing. */
const saysMore = (m: JudgedMeasure, all: readonly JudgedMeasure[]) =>
  !all.some(
    (o) =>
      o.name === m.name &&
      o.field === m.field &&
      windowOrder.indexOf(o.window) < windowOrder.indexOf(m.window) &&
      Math.abs(m.value) <= 1.1 * Math.abs(o.value),
  )
const windowOrder: readonly GateWindow[] = ['first', 'last', 'week', 'agreed']

function concluded(judged: readonly JudgedMeasure[], given: Given): Decision {
  const measures = judged.toSorted((a, b) => rank[a.verdict] - rank[b.verdict] || gravity(b) - gravity(a))
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

function judgeOne(seen: Observed, given: Given): JudgedMeasure {
  const { name, window, count, of } = seen
  const value = round(seen.value ?? (of === 0 ? 0 : (count / of) * 100))
  const values = pastValues(seen, given)
  return {
    name,
    window,
    field: seen.field ?? null,
    part: seen.part ?? null,
    label: measureKind(name).label,
    count,
    of,
    value,
    usual: given.pastRuns === 0 ? null : [Math.min(...values), Math.max(...values)],
    ...limitsAndVerdict(name, window, count, value, values, given),
    sentence: sentenceOf(seen, value),
    rows: [],
  }
}

/** A measure's values in the last good runs; one in which it didn't move kept no row of it. */
function pastValues(of: Parameters<typeof keyOf>[0], { past, pastRuns }: Pick<Given, 'past' | 'pastRuns'>) {
  const known = past.get(keyOf(of)) ?? []
  return [...known, ...Array<number>(Math.max(0, pastRuns - known.length)).fill(0)]
}

function limitsAndVerdict(
  name: GateMeasure,
  window: GateWindow,
  count: number,
  value: number,
  past: readonly number[],
  { rules, oneTime, expected }: Pick<Given, 'rules' | 'oneTime' | 'expected'>,
): Pick<JudgedMeasure, 'hold' | 'warn' | 'by' | 'verdict'> {
  const { hold, warn, by } = limitsOf(name, window, rules, oneTime, past, expected)
  const size = count < measureKind(name).least ? -1 : Math.abs(value)
  const beyond = (limit: number | null) => limit !== null && size > limit
  return {
    hold: hold === null ? null : round(hold),
    warn: warn === null ? null : round(warn),
    by,
    verdict: beyond(hold) ? 'hold' : beyond(warn) ? 'warn' : 'ok',
  }
}

/**
 * A run's measures under other limits: what would have been held, what would have passed. Its sentences
 * stay, which no limit is part of.
 */
export function rejudge(
  { measures: before, first_load }: Decision,
  given: Omit<Given, 'firstLoad'>,
): Decision {
  const measures = before.map((m) => ({
    ...m,
    ...limitsAndVerdict(m.name, m.window, m.count, m.value, pastValues(m, given), given),
  }))
  return concluded(measures, { ...given, firstLoad: first_load })
}

const rank = { hold: 0, warn: 1, ok: 2 } as const
/** What is wrong with the file itself is why products differ, and is said before them. */
const causes = new Set<GateMeasure>(['column_gone', 'swallowed', 'cut'])
/** The harm that it would do: products times what one of them does. */
const gravity = ({ name, count }: JudgedMeasure) =>
  causes.has(name) ? Number.MAX_VALUE : count * measureKind(name).weight
const round = (n: number) => Math.round(n * 100) / 100

const mostOf = 0.7
/**
 * The gravest measures' sentences, at most three: renamed or foreign SKUs are why products are missing and
 * new, so those needn't be said.
 */
function said(loud: readonly JudgedMeasure[]): string[] {
  const identity = loud.some((m) => m.name === 'renamed' || m.name === 'foreign')
  // both say why prices moved, where they are most of those that did
  const reasons = loud.filter((m) => m.name === 'powers_of_ten' || m.name === 'one_price')
  const reasoned = ({ count }: JudgedMeasure) => reasons.some((m) => m.count >= count * mostOf)
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
        .filter(
          (m) => !(identity && missing.has(m.name)) && !(moved.has(m.name) && reasoned(m)) && !detail(m),
        )
        .map((m) => m.sentence),
    ),
  ].slice(0, 3)
}
