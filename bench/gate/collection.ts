import type { Decision, JudgedMeasure } from '#contract/feeds/gate.ts'
import type { Tried } from '#server/areas/feeds/public.ts'
import type { Services } from '#server/platform/services.ts'
import { caseOf, type Case, type Cause, type Day, type Scope } from './cases.ts'
import type { Drift } from './drifts.ts'
import type { FeedSpec } from './feeds.ts'
import { write, type Column } from './files.ts'
import { harm } from './harm.ts'
import { honest } from './honest.ts'
import { LiveFeed, type Ended } from './live-feed.ts'
import { makeItem, Supplier } from './products.ts'
import { Chance } from './random.ts'

export interface Result {
  feed: string
  sealed: boolean
  name: string
  scope: Scope
  kind: 'harm' | 'honest' | 'day'
  held: boolean
  /** The measure that is said first, and the sentence. */
  cause: Cause | ''
  sentence: string
  /** Whether that is what the case is held for. */
  right: boolean
  /** What it is made of, where it went wrong. */
  measures: readonly JudgedMeasure[]
  ms: Spent
}
interface Spent {
  compare: number
  gate: number
  /** The run from its file to its end; 0: it was only tried. */
  whole: number
}
const nothing: Spent = { compare: 0, gate: 0, whole: 0 }
export interface Drifted {
  feed: string
  sealed: boolean
  name: string
  harmful: boolean
  /** The day that was held, from 1; undefined: none was. */
  day: number | undefined
  days: number
  /** The share of the products that was harmed by then, applied. */
  harmed: number
  cause: Cause | ''
  right: boolean
}

export const historyDays = 30
const scopes: Scope[] = ['all', '1/8', '2 %', 'one part']

/** One feed with its history; what would happen to it tomorrow is tried on it. */
export class Collected {
  readonly #spec: FeedSpec
  readonly #live: LiveFeed
  readonly #supplier: Supplier
  readonly #others: Day['others']
  readonly #earlier: Buffer[] = []

  private constructor(spec: FeedSpec, live: LiveFeed, other: FeedSpec) {
    this.#spec = spec
    this.#live = live
    this.#supplier = new Supplier(spec.range, spec.count, spec.pace)
    this.#others = Array.from({ length: Math.min(other.count, 5000) }, (_, n) => makeItem(other.range, n))
  }

  /** @param other a feed that is in the catalogue, too */
  static async begin(services: Services, spec: FeedSpec, other: FeedSpec): Promise<Collected> {
    const feed = new Collected(spec, await LiveFeed.create(services, spec), other)
    const first = await feed.#live.nextDay(await feed.#file(feed.#supplier.items))
    if (first.state !== 'applied') throw new Error(`${spec.range.name}: ${first.state}, ${first.reason}`)
    return feed
  }

  /** A feed's first file, as it is and where nobody mapped its price. */
  static async *first(services: Services, spec: FeedSpec): AsyncGenerator<Result> {
    const { items } = new Supplier(spec.range, spec.count, spec.pace)
    const file = await write(items, spec.layout)
    const trial = async (name: string, of: FeedSpec) => {
      const range = { ...of.range, name: `${name} ${of.range.name}` }
      return (await LiveFeed.create(services, { ...of, range })).try(file)
    }
    yield judged(spec, 'honest', 'the first file', 'all', [], await trial('1', spec))
    const fields = spec.layout.columns.map((c) => c.field)
    if (!fields.includes('wholesale_price') || !fields.includes('title')) return
    const columns = spec.layout.columns.map((c): Column => {
      const { field, ...rest } = c
      return field === 'wholesale_price' ? rest : c
    })
    const unmapped = { ...spec, layout: { ...spec.layout, columns } }
    const tried = await trial('2', unmapped)
    yield judged(spec, 'harm', 'a first file without a price mapped', 'all', ['price_lost'], tried)
  }

  /** Ordinary days, which teach what is usual. */
  async *pass(days: number): AsyncGenerator<Result> {
    for (let n = 1; n <= days; n++) {
      const file = await this.#file(this.#supplier.pass())
      this.#earlier.push(file)
      const { state, reason, decision, phases } = await this.#live.nextDay(file, true)
      const held = state !== 'applied' && state !== 'unchanged'
      const whole = phases.reduce((sum, p) => sum + (p.ms ?? 0), 0)
      const spent = { ...spentIn(phases), whole }
      yield resultOf(this.#spec, 'day', `day ${n}`, 'all', [], held, decision, reason ?? '', spent)
    }
  }

  async *cases(only: (name: string) => boolean = () => true): AsyncGenerator<Result> {
    const { every = 1 } = this.#spec
    const some = <K extends { name: string }>(kinds: readonly K[]) =>
      kinds.filter((kind, i) => i % every === 0 && only(kind.name))
    for (const kind of some(harm))
      for (const scope of scopes)
        if (kind.on.includes(scope)) yield* this.#try('harm', caseOf(kind, scope, this.#day))
    for (const kind of some(honest)) yield* this.#try('honest', caseOf(kind, 'all', this.#day))
  }

  async drift(drift: Drift): Promise<Drifted | undefined> {
    if (drift.needs && !drift.needs(this.#spec)) return undefined
    const { range, sealed } = this.#spec
    const mark = this.#live.mark()
    const chance = new Chance(`${range.name} ${drift.name}`)
    const harmed = new Set<string>()
    let items = [...this.#supplier.items]
    const all = items.length
    const out = { feed: range.name, sealed, name: drift.name, harmful: drift.harmful, days: drift.days }
    let applied = 0
    for (let day = 1; day <= drift.days; day++) {
      items = drift.next(items, harmed, all, chance, (n) => this.#supplier.fresh(n))
      const { state, decision, reason } = await this.#live.nextDay(await this.#file(items))
      const warning = decision?.measures.find((m) => m.verdict === 'warn' && drift.because.includes(m.name))
      if (state === 'held' || state === 'rejected' || (drift.warned && warning)) {
        const cause = state === 'applied' ? warning!.name : causeOf(decision)
        await this.#live.backTo(mark)
        return { ...out, day, harmed: applied / all, cause, right: drift.because.includes(cause as Cause) }
      }
      if (state === 'failed') throw new Error(reason ?? state)
      applied = harmed.size
    }
    await this.#live.backTo(mark)
    return { ...out, day: undefined, harmed: applied / all, cause: '', right: !drift.harmful }
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

  async *#try(kind: Result['kind'], made: Case | undefined): AsyncGenerator<Result> {
    if (!made) return
    const { name, scope, because } = made
    yield judged(this.#spec, kind, name, scope, because, await this.#live.try(await made.file()))
  }

  async #file(items: Supplier['items'] | readonly Supplier['items'][number][]): Promise<Buffer> {
    return write(items, this.#spec.layout)
  }
}

/** What is said first. */
function causeOf(decision: Decision | null): Cause | '' {
  if (!decision) return 'refused'
  return (
    decision.measures.find((m) => m.sentence !== '' && decision.sentence.startsWith(m.sentence))?.name ?? ''
  )
}

const spentIn = (phases: Ended['phases']): Spent => {
  const ms = (phase: string) => phases.find((p) => p.phase === phase)?.ms ?? 0
  return { compare: ms('compare'), gate: ms('decide'), whole: 0 }
}

function judged(
  spec: FeedSpec,
  kind: Result['kind'],
  name: string,
  scope: Scope,
  because: readonly Cause[],
  tried: Tried,
): Result {
  if ('decision' in tried) {
    const { decision, phases } = tried
    const held = decision.verdict === 'hold'
    return resultOf(spec, kind, name, scope, because, held, decision, decision.sentence, spentIn(phases))
  }
  const refused = 'rejected' in tried
  const said = refused ? tried.rejected : tried.unchanged
  return resultOf(spec, kind, name, scope, because, refused, null, said, nothing)
}

function resultOf(
  { range, sealed }: FeedSpec,
  kind: Result['kind'],
  name: string,
  scope: Scope,
  because: readonly Cause[],
  held: boolean,
  decision: Decision | null,
  sentence: string,
  ms: Spent,
): Result {
  const cause = held ? (decision ? causeOf(decision) : 'refused') : ''
  const right = kind === 'harm' ? held && because.includes(cause as Cause) : !held
  const measures = decision?.measures ?? []
  return { feed: range.name, sealed, name, scope, kind, held, cause, sentence, right, measures, ms }
}
