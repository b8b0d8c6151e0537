import type { Random } from '#server/platform/random.ts'

/** One fault and what came of it. */
export interface Result {
  /** What the fault was, for its line. */
  fault: string
  /** Whether it demonstrably hit open work. */
  hit: boolean
  /** Data that isn't what it should be. */
  wrong?: readonly string[]
  /** What was done twice, not at all, or never ended. */
  repeated?: readonly string[]
  /** From the fault until everything was right again; undefined: nothing had to be repaired. */
  ms?: number | undefined
}

/** What dead processes left on the disk and in the database, once everything has ended. */
export interface Left {
  temporary: number
  parts: number
  stages: number
  locks: number
}

/** Counts the faults of one kind, and prints each as it comes. */
export class Tally {
  readonly #name: string
  readonly results: Result[] = []
  readonly #left: Left = { temporary: 0, parts: 0, stages: 0, locks: 0 }
  #looked = false
  /** What a reader must know about its numbers. */
  note = ''

  constructor(name: string) {
    this.#name = name
  }

  add(result: Result): void {
    this.results.push(result)
    const { fault, hit, ms } = result
    const took = ms === undefined ? '' : `, recovered in ${(ms / 1000).toFixed(1)} s`
    const bad = faultsOf(result)
    const said = bad.length > 0 ? `\n    FAULT ${bad.slice(0, 5).join('\n    FAULT ')}` : ''
    const where = hit ? '' : ' (hit no open work)'
    console.log(`${this.#name} ${this.results.length}: ${fault}${where}${took}${said}`)
  }

  /** Adds what an installation has left behind. */
  leave(left: Left): void {
    this.#looked = true
    for (const key of Object.keys(left) as (keyof Left)[]) this.#left[key] += left[key]
  }

  get faultCount(): number {
    return this.results.filter((result) => faultsOf(result).length > 0).length
  }
  count(of: 'wrong' | 'repeated'): number {
    return this.results.filter((result) => (result[of] ?? []).length > 0).length
  }
  get hitCount(): number {
    return this.results.filter(({ hit }) => hit).length
  }
  get times(): string {
    const all = this.results.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b)
    const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(1)
    return all.length === 0
      ? ''
      : `${seconds(all[Math.floor((all.length - 1) / 2)])} / ${seconds(all.at(-1))} s`
  }
  get leftText(): string {
    if (!this.#looked) return ''
    const found = Object.entries(this.#left).filter(([, n]) => n > 0)
    return found.length === 0 ? '0' : found.map(([noun, n]) => `${n} ${noun}`).join(', ')
  }
}

const faultsOf = ({ wrong = [], repeated = [] }: Result) => [...wrong, ...repeated]

/** What a kind of fault runs with. */
export interface Round {
  /** Its own folder. */
  folder: string
  times: number
  random: Random
  tally: Tally
}
/** A kind of fault. */
export interface Kind {
  name: string
  subject: string
  /** How often by default. */
  times: number
  run(round: Round): Promise<void>
}
