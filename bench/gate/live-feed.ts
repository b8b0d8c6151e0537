import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Decision } from '#contract/feeds/gate.ts'
import { feedFormat, feedRules } from '#contract/feeds/settings.ts'
import { rollBack, supplierFeedRun, tryRun, type Tried } from '#server/areas/feeds/public.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import type { FeedSpec } from './feeds.ts'
import { formatOf, mappingOf } from './files.ts'

const day = 86_400_000
/** The files are created now, and no feed may be older than its file. */
const began = Date.now() - 90 * day
let jobs = 1_000_000

export interface EndedRun {
  state: string
  reason: string | null
  decision: Decision | null
  phases: readonly { phase: string; ms: number | null }[]
}

interface Mark {
  applied: number
  now: number
}

/** A feed in a real catalog, run by the product's own jobs without their queue, on simulated days. */
export class LiveFeed {
  readonly #services: Services
  readonly #dropshipperId: number
  readonly #id: number
  readonly #applied: number[] = []
  #now = began
  #files = 0

  private constructor(services: Services, dropshipperId: number, id: number) {
    this.#services = services
    this.#dropshipperId = dropshipperId
    this.#id = id
  }

  static async create(services: Services, { range, layout, rules }: FeedSpec): Promise<LiveFeed> {
    const { dropshipper_id } = await services.db
      .insertInto('dropshipper')
      .values({ supplier_name: range.name, dropshipper_prefix: range.name.slice(0, 6).toUpperCase() })
      .returning('dropshipper_id')
      .executeTakeFirstOrThrow()
    const { feed_id } = await services.db
      .insertInto('feed')
      .values({
        dropshipper_id,
        source: '{}',
        format: JSON.stringify(feedFormat.parse(formatOf(layout))),
        mapping: JSON.stringify(mappingOf(layout)),
        rules: JSON.stringify(feedRules.parse(rules ?? {})),
      })
      .returning('feed_id')
      .executeTakeFirstOrThrow()
    return new LiveFeed(services, dropshipper_id, feed_id)
  }

  /** Runs the next day's file to its end. If it is held, `approve` approves it. */
  async nextDay(file: Buffer, approve = false): Promise<EndedRun> {
    this.#now += day
    const runId = await this.#queue(file)
    await supplierFeedRun.run(this.#job({ feed_id: this.#id, feed_run_id: runId }))
    const endedRun = await this.#ended(runId)
    if (endedRun.state === 'held' && approve) await this.#approve(runId)
    if (endedRun.state === 'applied' || approve) this.#applied.push(runId)
    return endedRun
  }

  /** What the gate decides about a file tomorrow; nothing of it is stored. */
  async try(file: Buffer): Promise<Tried> {
    const runId = await this.#queue(file)
    this.#now += day
    const trialRun = await tryRun(this.#job({ feed_id: this.#id, feed_run_id: runId }))
    this.#now -= day
    await this.#services.db.deleteFrom('feed_run').where('feed_run_id', '=', runId).execute()
    return trialRun
  }

  /** The feed's current state, to return to. */
  mark(): Mark {
    return { applied: this.#applied.length, now: this.#now }
  }

  /** Rolls back the days since then. */
  async backTo(mark: Mark): Promise<void> {
    while (this.#applied.length > mark.applied) {
      const feed_run_id = this.#applied.pop()!
      const payload = { feed_id: this.#id, feed_run_id, reason: 'another story', by: 'bench' }
      await rollBack.run(this.#job(payload))
      await this.#services.db.deleteFrom('feed_run').where('feed_run_id', '=', feed_run_id).execute()
    }
    this.#now = mark.now
    await this.#services.db
      .deleteFrom('feed_run')
      .where('feed_id', '=', this.#id)
      .where('state', 'not in', ['applied', 'unchanged'])
      .execute()
  }

  async #queue(file: Buffer): Promise<number> {
    const { db, files } = this.#services
    const key = join('gate', String(this.#id), `${++this.#files}`)
    await files.put(`suppliers/${key}`, Readable.from([file], { objectMode: false }))
    await db
      .updateTable('feed')
      .set({ source: JSON.stringify({ kind: 'storage', key }), etag: null })
      .where('feed_id', '=', this.#id)
      .execute()
    const { feed_run_id } = await db
      .insertInto('feed_run')
      .values({ feed_id: this.#id, dropshipper_id: this.#dropshipperId, job_id: jobs + 1 })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
    return feed_run_id
  }

  async #approve(runId: number): Promise<void> {
    await this.#services.db
      .updateTable('feed_run')
      .set({
        state: 'queued',
        approved_by: 'bench',
        approve_reason: 'an ordinary day',
        job_id: jobs + 1,
        end_tm: null,
      })
      .where('feed_run_id', '=', runId)
      .execute()
    await supplierFeedRun.run(this.#job({ feed_id: this.#id, feed_run_id: runId }, 2))
  }

  async #ended(runId: number): Promise<EndedRun> {
    const run = await this.#services.db
      .selectFrom('feed_run')
      .select(['state', 'reason', 'decision', 'phases'])
      .where('feed_run_id', '=', runId)
      .executeTakeFirstOrThrow()
    const phases = run.phases as EndedRun['phases']
    return { ...run, decision: run.decision as Decision | null, phases }
  }

  #job<P>(payload: P, attempt = 1): RunningJob<P> {
    const { jobDatabase } = this.#services
    return {
      ...this.#services,
      database: jobDatabase,
      db: jobDatabase.db,
      clock: { now: () => this.#now },
      jobId: ++jobs,
      attempt,
      payload,
      signal: new AbortController().signal,
      takeVcpus: () => Promise.resolve(),
      progress: () => {},
      say: () => Promise.resolve(),
    }
  }
}
