import type { FeedRun, runPhases } from '#contract/feeds/runs.ts'
import type { Stopwatch } from '#engine/read.ts'
import { databaseNow } from '#server/platform/clock.ts'

type Phase = (typeof runPhases)[number]
export type PhaseRow = FeedRun['phases'][number]
interface Volume {
  rows?: number
  bytes?: number
}

/** Where a run's time goes. Each phase begins where the previous one ended, so together they make up the run. */
export class Phases {
  readonly #earlier: readonly PhaseRow[]
  readonly #reading: number
  readonly #beganTm: number
  readonly #began = performance.now()
  #rows: PhaseRow[] = []
  /** When the current phase began, and when the last one ended. */
  #from = this.#began
  #upto = this.#began

  /** @param earlier phases of the reading that a person approved, which this one follows */
  constructor(earlier: readonly PhaseRow[], beganTm = databaseNow()) {
    this.#beganTm = beganTm
    this.#earlier = earlier
    this.#reading = earlier.length ? 2 : 1
  }

  get current(): Phase | null {
    return this.#rows.at(-1)?.phase ?? null
  }

  begin(phase: Phase): void {
    this.#from = this.#upto
    this.#rows.push(this.#row(phase, this.#from))
  }

  end({ rows, bytes }: Volume = {}): void {
    this.untilNow()
    Object.assign(this.#rows.at(-1) ?? {}, { rows: rows ?? null, bytes: bytes ?? null })
  }

  /** Extends the last phase until now. */
  untilNow(): void {
    this.#upto = performance.now()
    const last = this.#rows.at(-1)
    if (last) last.ms = Math.round(this.#upto - this.#from)
  }

  /** Decoding, parsing, checking and staging run interleaved; each gets its own time, and staging the rest. */
  endReading(watch: Stopwatch, rows: { read: number; accepted: number }, bytes: number): void {
    this.#rows.pop()
    this.#upto = performance.now()
    const part = (phase: Phase, ms: number, volume: Volume) => {
      this.#rows.push({ ...this.#row(phase, this.#from), ...volume, ms: Math.round(ms) })
      this.#from += ms
    }
    part('decode', Math.max(0, watch.decode), {})
    part('parse', Math.max(0, watch.parse), { rows: rows.read })
    part('check', watch.check, { rows: rows.read })
    part('stage', Math.max(0, this.#upto - this.#from), { rows: rows.accepted, bytes })
  }

  toJSON(): PhaseRow[] {
    return [...this.#earlier, ...this.#rows]
  }

  #row(phase: Phase, from: number): PhaseRow {
    const start_tm = new Date(this.#beganTm + from - this.#began).toISOString()
    return { phase, reading: this.#reading, start_tm, ms: null, rows: null, bytes: null }
  }
}
