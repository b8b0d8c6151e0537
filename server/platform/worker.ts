import { availableParallelism } from 'node:os'
import { jobStatus, jobTypes, type JobType } from '#contract/jobs/types.ts'
import { messages } from '#contract/messages.ts'
import { sql } from './db.ts'
import type { JobDefinition } from './jobs.ts'
import type { Log } from './log.ts'
import type { Services } from './services.ts'

class Terminated extends Error {}
/** The worker stops; the job goes back to the queue and counts no retry. */
class WorkerStops extends Error {}

interface Running {
  jobId: number
  type: string
  bossId: string
  vcpu: number
  abort: AbortController
  done: Promise<void>
}

/** Takes jobs that fit its free vCPUs and runs them; announces itself every few seconds. */
export class Worker {
  readonly #services: Services
  readonly #running = new Map<number, Running>()
  readonly vcpus: number
  readonly #only: readonly JobType[] | undefined
  #stopping = false
  #timers: NodeJS.Timeout[] = []
  #looking = false
  #again = false
  #off: (() => void) | undefined

  /** @param only types that it takes; none: every one */
  constructor(services: Services, vcpus = availableParallelism() * 2, only?: readonly JobType[]) {
    this.#services = services
    this.vcpus = vcpus
    this.#only = only
  }

  async start(): Promise<void> {
    const { db, config, bus } = this.#services
    await db
      .insertInto('job_server')
      .values({ server: config.serverName, vcpus: this.vcpus })
      .onConflict((c) => c.column('server').doUpdateSet({ vcpus: this.vcpus, started_tm: sql`now()`, heartbeat_tm: sql`now()` }))
      .execute()
    this.#off = bus.on('job', (payload) => {
      if (payload.startsWith('terminate:')) this.#running.get(Number(payload.slice(10)))?.abort.abort(new Terminated(messages.terminated))
      else this.#look()
    })
    this.#timers.push(
      setInterval(() => this.#look(), 2000),
      setInterval(() => void this.#announce(), 3000),
    )
    this.#look()
  }

  /** Gives running jobs a moment to stop; what they were doing is begun again elsewhere. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#off?.()
    for (const t of this.#timers) clearInterval(t)
    for (const r of this.#running.values()) r.abort.abort(new WorkerStops('The worker stops'))
    await Promise.allSettled([...this.#running.values()].map((r) => r.done))
    await this.#services.db
      .deleteFrom('job_server')
      .where('server', '=', this.#services.config.serverName)
      .execute()
      .catch(() => {})
  }

  get #free(): number {
    let free = this.vcpus
    for (const r of this.#running.values()) free -= r.vcpu
    return free
  }

  #look(): void {
    this.#again = true
    if (this.#looking || this.#stopping) return
    this.#looking = true
    void (async () => {
      while (this.#again && !this.#stopping) {
        this.#again = false
        try {
          await this.#take()
        } catch (error) {
          this.#services.log.warn({ err: (error as Error).message }, 'no job could be taken')
        }
      }
      this.#looking = false
    })()
  }

  /** Takes jobs while they fit. The one that has waited longest comes first: where it doesn't fit yet, smaller ones don't take the room that it waits for. */
  async #take(): Promise<void> {
    while (!this.#stopping) {
      const head = await this.#head()
      if (head && head.vcpu > this.#free && head.vcpu <= this.vcpus) return
      const mine = this.#services.jobs.definitions.filter((d) => !this.#only || this.#only.includes(d.type))
      const inTurn = head ? [...mine.filter((d) => d.type === head.job_type), ...mine.filter((d) => d.type !== head.job_type)] : mine
      if (!(await this.#takeOne(inTurn))) return
    }
  }

  async #takeOne(definitions: readonly JobDefinition<never>[]): Promise<boolean> {
    for (const definition of definitions) {
      const { vcpu } = jobTypes[definition.type]
      if (vcpu > this.#free) continue
      const [taken] = await this.#services.jobs.boss.fetch<{ job_id: number }>(definition.type, { batchSize: 1, includeMetadata: true })
      if (!taken) continue
      this.#run(definition, taken.data.job_id, taken.id, vcpu, taken.retryCount >= taken.retryLimit)
      return true
    }
    return false
  }

  /** The job that waits first; one that waits for its next try keeps nobody waiting. */
  async #head(): Promise<{ job_type: string; vcpu: number } | undefined> {
    return this.#services.db
      .selectFrom('job')
      .select(['job_type', 'vcpu'])
      .where('job_status', '=', jobStatus.scheduled)
      .where('attempt', '=', 0)
      .$if(this.#only !== undefined, (q) => q.where('job_type', 'in', this.#only as JobType[]))
      .orderBy('job_rank', 'desc')
      .orderBy('job_id')
      .limit(1)
      .executeTakeFirst()
  }

  #run(definition: JobDefinition<never>, jobId: number, bossId: string, vcpu: number, last: boolean): void {
    const abort = new AbortController()
    const entry: Running = { jobId, type: definition.type, bossId, vcpu, abort, done: Promise.resolve() }
    this.#running.set(jobId, entry)
    entry.done = this.#attempt(definition, entry, last)
      .catch((error: Error) => this.#services.log.error({ err: error, job_id: jobId }, 'a job could not be ended'))
      .finally(() => {
        this.#running.delete(jobId)
        this.#look()
      })
  }

  async #attempt(definition: JobDefinition<never>, { jobId, bossId, abort }: Running, last: boolean): Promise<void> {
    const services = this.#services
    const { db, jobs, metrics, config } = services
    const log = services.log.child({ job_id: jobId, job_type: definition.type })
    const row = await db
      .updateTable('job')
      .set({
        job_status: jobStatus.executing,
        attempt: sql`attempt + 1`,
        server: config.serverName,
        job_start_time: sql`now()`,
        heartbeat_tm: sql`now()`,
        job_end_time: null,
        reason: null,
        progress: null,
        progress_text: null,
      })
      .where('job_id', '=', jobId)
      .where('job_status', 'in', [jobStatus.scheduled, jobStatus.executing])
      .returning(['attempt', 'payload', 'terminate_reason'])
      .executeTakeFirst()
    if (!row) {
      await jobs.boss.complete(definition.type, bossId)
      return
    }
    await db
      .updateTable('job_attempt')
      .set({ end_tm: sql`now()`, outcome: 'lost' })
      .where('job_id', '=', jobId)
      .where('end_tm', 'is', null)
      .execute()
    await db
      .insertInto('job_attempt')
      .values({ job_id: jobId, attempt: row.attempt, server: config.serverName })
      .onConflict((c) => c.doNothing())
      .execute()
    if (row.terminate_reason) abort.abort(new Terminated(row.terminate_reason))
    const timeout = setTimeout(() => abort.abort(new Error(`It took longer than ${definition.timeoutSeconds} s`)), definition.timeoutSeconds * 1000)
    const progress: { text: string; share: number | null; fresh: boolean } = { text: '', share: null, fresh: false }
    const beat = setInterval(() => void this.#beat(definition.type, jobId, bossId, row.attempt, progress, abort), 1500)
    const say = async (message: string, level = 'info') => {
      await db.insertInto('job_log').values({ job_id: jobId, attempt: row.attempt, level, message }).execute()
    }
    log.info({ attempt: row.attempt }, 'job begins')
    try {
      const payload = definition.payload.parse(row.payload)
      const result = await definition.run({
        ...services,
        log,
        jobId,
        attempt: row.attempt,
        payload,
        signal: abort.signal,
        say,
        progress: (text, share) => Object.assign(progress, { text, share: share ?? null, fresh: true }),
      })
      const { completed_with_errors: reason, ...kept } = result
      const outcome = reason === undefined ? 'succeeded' : 'failed'
      await this.#end(jobId, row.attempt, outcome, { job_status: jobStatus[outcome], result: JSON.stringify(kept), progress: 1, reason: reason ?? null })
      await jobs.boss.complete(definition.type, bossId)
      metrics.jobs.inc({ type: definition.type, outcome })
      log.info({ outcome }, 'job ends')
    } catch (thrown) {
      const error = (abort.signal.aborted ? (abort.signal.reason as Error) : thrown) as Error
      await this.#failed(definition, { jobId, bossId, attempt: row.attempt, last, log }, error, say)
    } finally {
      clearTimeout(timeout)
      clearInterval(beat)
    }
  }

  async #failed(
    definition: JobDefinition<never>,
    at: { jobId: number; bossId: string; attempt: number; last: boolean; log: Log },
    error: Error,
    say: (m: string, level: string) => Promise<void>,
  ): Promise<void> {
    const services = this.#services
    const { jobs, db, metrics } = services
    const { jobId, bossId, attempt, last, log } = at
    if (error instanceof WorkerStops) {
      await db
        .updateTable('job')
        .set({ job_status: jobStatus.scheduled, server: null, reason: 'The worker was stopped; it begins again elsewhere' })
        .where('job_id', '=', jobId)
        .where('attempt', '=', attempt)
        .execute()
      await this.#attemptEnds(jobId, attempt, 'stopped', error.message)
      await jobs.boss.fail(definition.type, bossId, { message: error.message })
      return
    }
    const terminated = error instanceof Terminated
    const over = terminated || last
    log.warn({ err: terminated ? undefined : error, terminated, over }, 'job ends badly')
    await say(error.message, 'error').catch(() => {})
    if (!over) {
      await this.#end(jobId, attempt, 'failed', { job_status: jobStatus.scheduled, reason: error.message, job_end_time: null })
      await jobs.boss.fail(definition.type, bossId, { message: error.message })
      return
    }
    const reason = terminated
      ? ((await db.selectFrom('job').select('terminate_reason').where('job_id', '=', jobId).executeTakeFirst())?.terminate_reason ?? messages.terminated)
      : error.message
    const { payload } = await db.selectFrom('job').select('payload').where('job_id', '=', jobId).executeTakeFirstOrThrow()
    await definition.gaveUp?.(services, payload as never, reason, terminated)
    await this.#end(jobId, attempt, terminated ? 'terminated' : 'failed', { job_status: jobStatus.failed, reason })
    await (terminated ? jobs.boss.complete(definition.type, bossId) : jobs.boss.fail(definition.type, bossId, { message: reason }))
    metrics.jobs.inc({ type: definition.type, outcome: terminated ? 'terminated' : 'failed' })
  }

  /** A later attempt elsewhere owns the record: then this one has no say. */
  async #end(jobId: number, attempt: number, outcome: string, set: Record<string, unknown>): Promise<void> {
    await this.#attemptEnds(jobId, attempt, outcome, (set.reason as string | null | undefined) ?? null)
    await this.#services.db
      .updateTable('job')
      .set({ job_end_time: sql`now()`, ...set })
      .where('job_id', '=', jobId)
      .where('attempt', '=', attempt)
      .execute()
  }

  async #attemptEnds(jobId: number, attempt: number, outcome: string, reason: string | null): Promise<void> {
    await this.#services.db
      .updateTable('job_attempt')
      .set({ end_tm: sql`now()`, outcome, reason })
      .where('job_id', '=', jobId)
      .where('attempt', '=', attempt)
      .execute()
  }

  async #beat(
    type: string,
    jobId: number,
    bossId: string,
    attempt: number,
    progress: { text: string; share: number | null; fresh: boolean },
    abort: AbortController,
  ): Promise<void> {
    try {
      await this.#services.jobs.boss.touch(type, bossId)
      const row = await this.#services.db
        .updateTable('job')
        .set({ heartbeat_tm: sql`now()`, ...(progress.fresh && { progress: progress.share, progress_text: progress.text }) })
        .where('job_id', '=', jobId)
        .returning(['attempt', 'terminate_reason'])
        .executeTakeFirst()
      progress.fresh = false
      if (row?.terminate_reason) abort.abort(new Terminated(row.terminate_reason))
      else if (row && row.attempt !== attempt) abort.abort(new WorkerStops('Another worker has taken the job'))
    } catch (error) {
      this.#services.log.warn({ err: (error as Error).message, job_id: jobId }, 'a heartbeat failed')
    }
  }

  async #announce(): Promise<void> {
    const used = this.vcpus - this.#free
    this.#services.metrics.vcpus.set(used)
    await this.#services.db
      .insertInto('job_server')
      .values({ server: this.#services.config.serverName, vcpus: this.vcpus, vcpus_in_use: used, running_jobs: this.#running.size })
      .onConflict((c) => c.column('server').doUpdateSet({ vcpus_in_use: used, running_jobs: this.#running.size, heartbeat_tm: sql`now()` }))
      .execute()
      .catch(() => {})
  }
}
