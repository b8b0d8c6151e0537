import {
  measureKind,
  type Decision,
  type GateMeasure,
  type GateWindow,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules } from '#contract/feeds/settings.ts'
import { leastSameDay, limitsOf, type ExpectedMove, type LimitedMeasure, type PastValues } from './limits.ts'
import type { Observation } from './observation.ts'
import { sentenceOf } from './sentences.ts'

/** The values of a feed's last good runs. */
export interface Past {
  /** By `keyOf`, in percent. */
  values: ReadonlyMap<string, readonly number[]>
  /** How many runs; a measure without a value was 0. */
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

/** A measure has one history for each window and field; its parts share it. */
export const keyOf = ({
  name,
  window,
  field,
}: {
  name: string
  window: string
  field?: string | null | undefined
}) => [name, window, field ?? ''].join(' ')

/** Decides to apply or to hold (docs/domain/gate.md, The gate); its measures are sorted, the gravest first. */
export function judge(observations: readonly Observation[], context: GateContext): Decision {
  const judgedMeasures = observations.map((observation) => judgeOne(observation, context))
  return conclude(
    judgedMeasures.filter((m) => saysMore(m, judgedMeasures)),
    context,
  )
}

/** A longer window counts only if it saw more than a shorter one, or is graver. */
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
    sentence: mainSentences(loud).join(' '),
    threshold: context.oneTime ?? context.rules.threshold_percent,
    one_time: context.oneTime !== null,
    first_load: context.firstLoad,
    measures,
  }
}

function judgeOne(observation: Observation, context: GateContext): JudgedMeasure {
  const { name, window, count } = observation
  const value = round(observation.value ?? percentOf(observation))
  const limitedMeasure = {
    name,
    window,
    field: observation.field ?? null,
    part: observation.part ?? null,
    value,
  }
  const past = pastValues(limitedMeasure, context)
  const usual = past.sameDay.length > 0 ? past.sameDay : past.recent
  return {
    ...limitedMeasure,
    label: measureKind(name).label,
    count,
    of: observation.of,
    usual: usual.length === 0 ? null : [Math.min(...usual), Math.max(...usual)],
    ...limitsAndVerdict(limitedMeasure, observation, past, context),
    sentence: sentenceOf(observation, value),
    rows: [],
    ...(observation.fix && { fix: observation.fix }),
  }
}

const percentOf = ({ count, of: total }: Observation) => (total === 0 ? 0 : (count / total) * 100)

function pastValues(
  measure: LimitedMeasure,
  { recent, sameDay }: Pick<GateContext, 'recent' | 'sameDay'>,
): PastValues {
  return {
    recent: valuesIn(recent, measure),
    sameDay: sameDay.runs < leastSameDay ? [] : valuesIn(sameDay, measure),
  }
}
/** A measure's values in good runs; a run in which it didn't move kept no row for it. */
function valuesIn({ values, runs }: Past, measure: LimitedMeasure): readonly number[] {
  const movedValues = values.get(keyOf(measure)) ?? []
  return [...movedValues, ...Array<number>(Math.max(0, runs - movedValues.length)).fill(0)]
}

function limitsAndVerdict(
  measure: LimitedMeasure,
  { count, of: total }: Pick<Observation, 'count' | 'of'>,
  past: PastValues,
  { rules, oneTime, expectations }: Pick<GateContext, 'rules' | 'oneTime' | 'expectations'>,
): Pick<JudgedMeasure, 'hold' | 'warn' | 'by' | 'verdict'> {
  const { hold, warn, by: source } = limitsOf(measure, { rules, oneTime, past, expectations })
  const isEnough = count >= measureKind(measure.name).least
  // a fault of a whole first file is one, however small the file is
  const isWhole = measure.window === 'first' && count === total && count > 0
  const exceeds = (limit: number | null) => limit !== null && Math.abs(measure.value) > limit
  return {
    hold: hold === null ? null : round(hold),
    warn: round(warn),
    by: source,
    verdict: verdictOf((isEnough || isWhole) && exceeds(hold), isEnough && exceeds(warn)),
  }
}

function verdictOf(holds: boolean, warns: boolean): JudgedMeasure['verdict'] {
  if (holds) return 'hold'
  return warns ? 'warn' : 'ok'
}

/**
 * A run's measures under other limits: what would have been held and what would have passed. The sentences
 * stay, because they mention no limit.
 */
export function rejudge(
  { measures: before, first_load }: Decision,
  context: Omit<GateContext, 'firstLoad'>,
): Decision {
  const measures = before.map((m) => ({
    ...m,
    ...limitsAndVerdict(m, m, pastValues(m, context), context),
  }))
  return conclude(measures, { ...context, firstLoad: first_load })
}

const rank = { hold: 0, warn: 1, ok: 2 } as const
/** Faults of the file itself explain why products differ, so they come first. */
const causes = new Set<GateMeasure>(['column_gone', 'swallowed', 'cut', 'earlier', 'unjoined'])
/** The harm that a measure would do: its products times the weight of one. */
const gravity = ({ name, count }: JudgedMeasure) =>
  causes.has(name) ? Number.MAX_VALUE : count * measureKind(name).weight
const round = (n: number) => Math.round(n * 100) / 100

/** A cause explains a measure if it accounts for at least this share of it. */
const explainedShare = 0.7
/** Measures that renamed or foreign SKUs explain. */
const missingMeasures: ReadonlySet<GateMeasure> = new Set(['lost', 'new', 'part_lost'])
/** Measures that prices times a power of ten, or one price for many, explain. */
const priceMeasures: ReadonlySet<GateMeasure> = new Set([
  'price_half',
  'price_five',
  'median_price',
  'part_price',
])
/** Measures that say where replaced texts come from. */
const textCauses: ReadonlySet<GateMeasure> = new Set(['exchanged', 'crossed', 'garbled', 'one_text'])
/** The measure that includes another one. */
const wholeMeasures: Partial<Record<GateMeasure, GateMeasure>> = {
  part_lost: 'lost',
  part_left_stock: 'left_stock',
  part_price: 'price_half',
  price_half: 'price_five',
}

/** The sentences of the gravest measures, at most three, without those that another sentence covers. */
function mainSentences(loud: readonly JudgedMeasure[]): string[] {
  const measures = loud.filter((m) => !isExplained(m, loud) && !isDetail(m, loud))
  return [...new Set(gravestWindows(measures).map((m) => m.sentence))].slice(0, 3)
}

function isExplained({ name, field, count }: JudgedMeasure, loud: readonly JudgedMeasure[]): boolean {
  const accountsFor = (m: JudgedMeasure) => m.count >= count * explainedShare
  if (missingMeasures.has(name)) return loud.some((m) => m.name === 'renamed' || m.name === 'foreign')
  if (priceMeasures.has(name))
    return loud.some((m) => (m.name === 'powers_of_ten' || m.name === 'one_price') && accountsFor(m))
  return (
    name === 'replaced' && loud.some((m) => textCauses.has(m.name) && m.field === field && accountsFor(m))
  )
}

function isDetail({ name }: JudgedMeasure, loud: readonly JudgedMeasure[]): boolean {
  const whole = wholeMeasures[name]
  return whole !== undefined && loud.some((m) => m.name === whole)
}

/** Each measure in its gravest window only, which comes first. */
function gravestWindows(measures: readonly JudgedMeasure[]): JudgedMeasure[] {
  const gravest = new Map<string, JudgedMeasure>()
  for (const m of measures) {
    const key = JSON.stringify([m.name, m.field, m.part])
    if (!gravest.has(key)) gravest.set(key, m)
  }
  return [...gravest.values()]
}
