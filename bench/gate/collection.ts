import type { Decision, JudgedMeasure } from '#contract/feeds/gate.ts'
import type { Tried } from '#server/areas/feeds/public.ts'
import type { Services } from '#server/platform/services.ts'
import { caseOf, type Case, type Cause, type Day, type Scope } from './cases.ts'
import type { Drift } from './drifts.ts'
import type { FeedSpec } from './feeds.ts'
import { write } from './files.ts'
import { firstFiles } from './first-files.ts'
import { harm } from './harm.ts'
import { honest } from './honest.ts'
import { LiveFeed, type EndedRun } from './live-feed.ts'
import { makeItem, Supplier } from './products.ts'
import { Chance } from './random.ts'

export interface Result {
  feed: string
  sealed: boolean
  name: string
  scope: Scope
  kind: 'harm' | 'honest' | 'day'
  held: boolean
  /** The measure that is named first, and the sentence. */
  cause: Cause | ''
  sentence: string
  /** Whether the case is held for the right reason. */
  right: boolean
  /** What the case consists of, if it went wrong. */
  measures: readonly JudgedMeasure[]
  ms: PhaseTimes
}
interface PhaseTimes {
  compare: number
  gate: number
  /** Milliseconds from the file to the end of the run; 0: it was only tried. */
  whole: number
}
const nothing: PhaseTimes = { compare: 0, gate: 0, whole: 0 }
export interface DriftResult {
  feed: string
  sealed: boolean
  name: string
  harmful: boolean
  /** The day that was held, from 1; undefined: none was. */
  day: number | undefined
  days: number
  /** The share of products harmed by then, and applied. */
  harmed: number
  cause: Cause | ''
  right: boolean
}

export const historyDays = 30
const scopes: Scope[] = ['all', '1/8', '2 %', 'one part']

/** A feed with its history, on which tomorrow's possible files are tried. */
export class FeedCollection {
  readonly #spec: FeedSpec
  readonly #live: LiveFeed
  readonly #supplier: Supplier
  readonly #others: Day['others']
  readonly #earlier: Buffer[] = []

  private constructor(spec: FeedSpec, live: LiveFeed, stranger: FeedSpec) {
    this.#spec = spec
    this.#live = live
    this.#supplier = new Supplier(spec.range, spec.count, spec.pace)
    this.#others = Array.from({ length: Math.min(stranger.count, 5000) }, (_, n) =>
      makeItem(stranger.range, n),
    )
  }

  /** @param stranger another feed in the catalog */
  static async begin(services: Services, spec: FeedSpec, stranger: FeedSpec): Promise<FeedCollection> {
    const feed = new FeedCollection(spec, await LiveFeed.create(services, spec), stranger)
    const first = await feed.#live.nextDay(await feed.#file(feed.#supplier.items))
    if (first.state !== 'applied') throw new Error(`${spec.range.name}: ${first.state}, ${first.reason}`)
    return feed
  }

  /** A feed's first files: as they are, with another mapping, and with rows that are no products. */
  static async *first(
    services: Services,
    spec: FeedSpec,
    isWanted: (name: string) => boolean = () => true,
  ): AsyncGenerator<Result> {
    const { items } = new Supplier(spec.range, spec.count, spec.pace)
    for (const [n, kind] of firstFiles.entries()) {
      if (!isWanted(kind.name) || (kind.needs && !kind.needs(spec))) continue
      const layout = kind.layout?.(spec.layout) ?? spec.layout
      const range = { ...spec.range, name: `${String.fromCodePoint(97 + n)} ${spec.range.name}` }
      const live = await LiveFeed.create(services, { ...spec, range, layout })
      const trialRun = await live.try(await write(kind.items?.(items) ?? items, layout))
      const harmful = kind.because.length > 0
      const trial: Trial = { ...kind, kind: harmful ? 'harm' : 'honest', scope: 'all' }
      yield judge(spec, trial, trialRun)
    }
  }

  /** Ordinary days, from which the gate learns what is usual. */
  async *pass(days: number): AsyncGenerator<Result> {
    for (let n = 1; n <= days; n++) {
      const file = await this.#file(this.#supplier.pass())
      this.#earlier.push(file)
      const { state, reason, decision, phases } = await this.#live.nextDay(file, true)
      const isHeld = state !== 'applied' && state !== 'unchanged'
      const whole = phases.reduce((sum, p) => sum + (p.ms ?? 0), 0)
      const ms = { ...spentIn(phases), whole }
      const day: Trial = { kind: 'day', name: `day ${n}`, scope: 'all', because: [] }
      yield resultOf(this.#spec, day, { isHeld, decision, sentence: reason ?? '', ms })
    }
  }

  async *cases(isWanted: (name: string) => boolean = () => true): AsyncGenerator<Result> {
    const { every: step = 1 } = this.#spec
    const sample = <K extends { name: string }>(kinds: readonly K[]) =>
      kinds.filter((kind, i) => i % step === 0 && isWanted(kind.name))
    for (const kind of sample(harm))
      for (const scope of scopes)
        if (kind.on.includes(scope)) yield* this.#try('harm', caseOf(kind, scope, this.#day))
    for (const kind of sample(honest)) yield* this.#try('honest', caseOf(kind, 'all', this.#day))
  }

  async drift(drift: Drift): Promise<DriftResult | undefined> {
    if (drift.needs && !drift.needs(this.#spec)) return undefined
    const { range, sealed: isSealed } = this.#spec
    const mark = this.#live.mark()
    const chance = new Chance(`${range.name} ${drift.name}`)
    const harmedSkus = new Set<string>()
    let items = [...this.#supplier.items]
    const all = items.length
    const result = {
      feed: range.name,
      sealed: isSealed,
      name: drift.name,
      harmful: drift.harmful,
      days: drift.days,
    }
    let appliedDays = 0
    for (let day = 1; day <= drift.days; day++) {
      items = drift.next(items, { harmed: harmedSkus, all, chance, fresh: (n) => this.#supplier.fresh(n) })
      const { state, decision, reason } = await this.#live.nextDay(await this.#file(items))
      const warning = decision?.measures.find((m) => m.verdict === 'warn' && drift.because.includes(m.name))
      if (state === 'held' || state === 'rejected' || (drift.warned && warning)) {
        const cause = state === 'applied' ? warning!.name : causeOf(decision)
        await this.#live.backTo(mark)
        return {
          ...result,
          day,
          harmed: appliedDays / all,
          cause,
          right: drift.because.includes(cause as Cause),
        }
      }
      if (state === 'failed') throw new Error(reason ?? state)
      appliedDays = harmedSkus.size
    }
    await this.#live.backTo(mark)
    return { ...result, day: undefined, harmed: appliedDays / all, cause: '', right: !drift.harmful }
  }

  get #day(): Day {
    return {
      spec: this.#spec,
      supplier: this.#supplier,
      others: this.#others,
      earlier: this.#earlier,
      chance: new Chance(this.#spec.range.name),
    }
  }

  async *#try(kind: Result['kind'], testCase: Case | undefined): AsyncGenerator<Result> {
    if (!testCase) return
    yield judge(this.#spec, { ...testCase, kind }, await this.#live.try(await testCase.file()))
  }

  async #file(items: Supplier['items'] | readonly Supplier['items'][number][]): Promise<Buffer> {
    return write(items, this.#spec.layout)
  }
}

/** The cause that is named first. */
function causeOf(decision: Decision | null): Cause | '' {
  if (!decision) return 'refused'
  return (
    decision.measures.find((m) => m.sentence !== '' && decision.sentence.startsWith(m.sentence))?.name ?? ''
  )
}

const spentIn = (phases: EndedRun['phases']): PhaseTimes => {
  const ms = (phase: string) => phases.find((p) => p.phase === phase)?.ms ?? 0
  return { compare: ms('compare'), gate: ms('decide'), whole: 0 }
}

/** A file to try, and the causes it should be held for. */
interface Trial {
  kind: Result['kind']
  name: string
  scope: Scope
  because: readonly Cause[]
}
interface Outcome {
  isHeld: boolean
  decision: Decision | null
  sentence: string
  ms: PhaseTimes
}

function judge(spec: FeedSpec, trial: Trial, trialRun: Tried): Result {
  if ('decision' in trialRun) {
    const { decision, phases } = trialRun
    const isHeld = decision.verdict === 'hold'
    return resultOf(spec, trial, { isHeld, decision, sentence: decision.sentence, ms: spentIn(phases) })
  }
  const isRefused = 'rejected' in trialRun
  const sentence = isRefused ? trialRun.rejected : trialRun.unchanged
  return resultOf(spec, trial, { isHeld: isRefused, decision: null, sentence, ms: nothing })
}

function resultOf(
  { range, sealed: isSealed }: FeedSpec,
  { kind, name, scope, because }: Trial,
  { isHeld, decision, sentence, ms }: Outcome,
): Result {
  const cause = isHeld ? causeOf(decision) : ''
  const right = kind === 'harm' ? isHeld && because.includes(cause as Cause) : !isHeld
  const measures = decision?.measures ?? []
  return {
    feed: range.name,
    sealed: isSealed,
    name,
    scope,
    kind,
    held: isHeld,
    cause,
    sentence,
    right,
    measures,
    ms,
  }
}
