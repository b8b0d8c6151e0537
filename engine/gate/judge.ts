import {
  measureKind,
  type Decision,
  type GateMeasure,
  type GateWindow,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules, ProductField } from '#contract/feeds/settings.ts'
import { leastSameDay, limitsOf, type ExpectedMove, type LimitedMeasure, type PastValues } from './limits.ts'
import { sentenceOf } from './sentences.ts'

/** What a comparison saw of one measure, before anybody judged it. */
export interface Observation {
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
/** What a feed's last good runs did. */
export interface Past {
  /** Their values by `keyOf`, percent. */
  values: ReadonlyMap<string, readonly number[]>
  /** How many runs those are: a measure without a value was 0. */
  runs: number
}
export interface GateContext {
  rules: FeedRules
  oneTime: number | null
  firstLoad: boolean
  /** The last good runs. */
  recent: Past
  /** Those of the same day of the week. */
  sameDay: Past
  expectations: readonly ExpectedMove[]
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
export function judge(observations: readonly Observation[], context: GateContext): Decision {
  const judgedMeasures = observations.map((observation) => judgeOne(observation, context))
  return conclude(
    judgedMeasures.filter((m) => saysMore(m, judgedMeasures)),
    context,
  )
}

/** A longer window that saw no more than a shorter one, and is no graver, says nothing. */
const saysMore = (m: JudgedMeasure, all: readonly JudgedMeasure[]) =>
  !all.some(
    (o) =>
      o.name === m.name &&
      o.field === m.field &&
      windowAt(o) < windowAt(m) &&
      Math.sign(o.value) === Math.sign(m.value) &&
      rank[o.verdict] <= rank[m.verdict] &&
      Math.abs(m.value) <= 1.1 * Math.abs(o.value),
  )
const windowOrder: readonly GateWindow[] = ['first', 'last', 'week', 'agreed']
const windowAt = ({ window }: JudgedMeasure) => windowOrder.indexOf(window)

function conclude(judgedMeasures: readonly JudgedMeasure[], context: GateContext): Decision {
  const measures = judgedMeasures.toSorted(
    (a, b) => rank[a.verdict] - rank[b.verdict] || gravity(b) - gravity(a) || windowAt(a) - windowAt(b),
  )
  const verdict = measures[0]?.verdict === 'hold' ? 'hold' : 'apply'
  const loud = measures.filter((m) => m.verdict === (verdict === 'hold' ? 'hold' : 'warn'))
  return {
    verdict,
    sentence: said(loud).join(' '),
    threshold: context.oneTime ?? context.rules.threshold_percent,
    one_time: context.oneTime !== null,
    first_load: context.firstLoad,
    measures,
  }
}

function judgeOne(observation: Observation, context: GateContext): JudgedMeasure {
  const { name, window, count, of: measure } = observation
  const value = round(observation.value ?? (measure === 0 ? 0 : (count / measure) * 100))
  const limitedMeasure = { name, window, field: observation.field ?? null, part: observation.part ?? null, value }
  const past = pastValues(limitedMeasure, context)
  const usual = past.sameDay.length > 0 ? past.sameDay : past.recent
  return {
    ...limitedMeasure,
    label: measureKind(name).label,
    count,
    of: measure,
    usual: usual.length === 0 ? null : [Math.min(...usual), Math.max(...usual)],
    ...limitsAndVerdict(limitedMeasure, count, past, context),
    sentence: sentenceOf(observation, value),
    rows: [],
  }
}

function pastValues(measure: LimitedMeasure, { recent, sameDay }: Pick<GateContext, 'recent' | 'sameDay'>): PastValues {
  return {
    recent: valuesIn(recent, measure),
    sameDay: sameDay.runs < leastSameDay ? [] : valuesIn(sameDay, measure),
  }
}
/** A measure's values in good runs; one in which it didn't move kept no row of it. */
function valuesIn({ values, runs }: Past, measure: LimitedMeasure): readonly number[] {
  const pastValuesKnown = values.get(keyOf(measure)) ?? []
  return [...pastValuesKnown, ...Array<number>(Math.max(0, runs - pastValuesKnown.length)).fill(0)]
}

function limitsAndVerdict(
  measure: LimitedMeasure,
  count: number,
  past: PastValues,
  { rules, oneTime, expectations }: Pick<GateContext, 'rules' | 'oneTime' | 'expectations'>,
): Pick<JudgedMeasure, 'hold' | 'warn' | 'by' | 'verdict'> {
  const { hold, warn, by } = limitsOf(measure, rules, oneTime, past, expectations)
  const size = count < measureKind(measure.name).least ? -1 : Math.abs(measure.value)
  const exceeds = (limit: number | null) => limit !== null && size > limit
  return {
    hold: hold === null ? null : round(hold),
    warn: round(warn),
    by,
    verdict: exceeds(hold) ? 'hold' : exceeds(warn) ? 'warn' : 'ok',
  }
}

/**
 * A run's measures under other limits: what would have been held, what would have passed. Its sentences
 * stay, which no limit is part of.
 */
export function rejudge(
  { measures: before, first_load }: Decision,
  context: Omit<GateContext, 'firstLoad'>,
): Decision {
  const measures = before.map((m) => ({ ...m, ...limitsAndVerdict(m, m.count, pastValues(m, context), context) }))
  return conclude(measures, { ...context, firstLoad: first_load })
}

const rank = { hold: 0, warn: 1, ok: 2 } as const
/** What is wrong with the file itself is why products differ, and is said before them. */
const causes = new Set<GateMeasure>(['column_gone', 'swallowed', 'cut', 'earlier', 'unjoined'])
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
  // it is known where those texts come from
  const pastValuesKnown = new Set<GateMeasure>(['exchanged', 'crossed', 'garbled', 'one_text'])
  const traced = ({ name, field, count }: JudgedMeasure) =>
    name === 'replaced' &&
    loud.some((m) => pastValuesKnown.has(m.name) && m.field === field && m.count >= count * mostOf)
  const told = loud.filter(
    (m) =>
      !(identity && missing.has(m.name)) && !(moved.has(m.name) && reasoned(m)) && !detail(m) && !traced(m),
  )
  // the gravest window of each
  const once = new Map(told.toReversed().map((m) => [JSON.stringify([m.name, m.field, m.part]), m]))
  return [...new Set(told.filter((m) => [...once.values()].includes(m)).map((m) => m.sentence))].slice(0, 3)
}
