import { availableParallelism } from 'node:os'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { jobStatus, jobTypes, type JobType } from '#contract/jobs.ts'
import { messages } from '#contract/messages.ts'
import { sql, type Tx } from './db.ts'
import { conflict } from './errors.ts'
import type { Log } from './log.ts'
import type { Services } from './services.ts'

/** One kind of work. `run` may be run twice for one job (a killed worker) and must then change nothing twice. */
export interface JobDefinition<P> {
  type: JobType
  payload: z.ZodType<P>
  /** Of the jobs with one key at most one waits and at most one runs. */
  key(payload: P): string
  retries: number
  timeoutSeconds: number
  run(job: RunningJob<P>): Promise<Record<string, unknown>>
  /** The job ended badly for good: its record's state must say so too. */
  gaveUp?(services: Services, payload: P, reason: string, terminated: boolean): Promise<void>
}

export interface RunningJob<P> extends Services {
  jobId: number
  attempt: number
  payload: P
  /** Aborted when the job is terminated, times out, or the worker stops. Checked at every batch. */
  signal: AbortSignal
  /** @param share 0 to 1, where known */
  progress(text: string, share?: number): void
  say(message: string, level?: 'info' | 'warn' | 'error'): Promise<void>
}

class Terminated extends Error {}
/** The worker stops; the job goes back to the queue and counts no retry. */
class WorkerStops extends Error {}

export interface JobRequest<P> {
  payload: P
  subject: string
  paramValue: string | number
  requestedBy: string
  rank?: number
}

// the queue's own policy: of one key at most one job waits and at most one runs
const queueOptions = (d: JobDefinition<never>) => ({
  policy: 'stately',
  retryLimit: d.retries,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: d.timeoutSeconds,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 7 * 86_400,
  notify: false,
})

export class Jobs {
  readonly boss: PgBoss
  readonly #definitions = new Map<string, JobDefinition<never>>()
  #log: Log

  constructor(url: string, log: Log, options: { supervise: boolean }) {
    this.#log = log
    this.boss = new PgBoss({
      connectionString: url,
      max: 4,
      schema: 'pgboss',
      supervise: options.supervise,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      queueCacheIntervalSeconds: 5,
      application_name: 'feedstock queue',
    })
    this.boss.on('error', (err) => log.warn({ err: err.message }, 'the queue had an error'))
  }

  /** Every type has a queue before the first job is sent. */
  async start(definitions: readonly JobDefinition<never>[]): Promise<void> {
    for (const d of definitions) this.#definitions.set(d.type, d)
    await this.boss.start()
    for (const d of definitions) {
      await this.boss.createQueue(d.type, queueOptions(d))
    }
  }

  get definitions(): readonly JobDefinition<never>[] {
    return [...this.#definitions.values()]
  }

  /** Queues a job and writes its record in the caller's transaction. Refuses where one with the same key waits. */
  async enqueue<P extends object>(tx: Tx, definition: JobDefinition<P>, request: JobRequest<P>): Promise<number> {
    const type = jobTypes[definition.type]
    const { job_id } = await tx
      .insertInto('job')
      .values({
        job_type: definition.type,
        category: type.category,
        job_status: jobStatus.scheduled,
        job_rank: request.rank ?? 0,
        param_name: type.param,
        param_value: String(request.paramValue),
        subject: request.subject,
        payload: JSON.stringify(request.payload),
        vcpu: type.vcpu,
        requested_by: request.requestedBy,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow()
    const bossId = await this.boss.send(
      definition.type,
      { job_id },
      { db: fromKysely(tx), singletonKey: definition.key(request.payload), priority: request.rank ?? 0 },
    )
    if (!bossId) throw conflict(`${request.subject} is being worked on already; wait until that ends, or terminate it`)
    await tx.updateTable('job').set({ boss_id: bossId }).where('job_id', '=', job_id).execute()
    await sql`select pg_notify('job', 'queued')`.execute(tx)
    return job_id
  }

  /** Stops a job: a waiting one at once, a running one at its next batch. Returns the state it has now. */
  async terminate(services: Services, tx: Tx, jobId: number, reason: string, by: string): Promise<number | undefined> {
    const job = await tx.selectFrom('job').selectAll().where('job_id', '=', jobId).forUpdate().executeTakeFirst()
    if (!job) return undefined
    if (job.job_status !== jobStatus.scheduled && job.job_status !== jobStatus.executing) throw conflict('The job has ended already')
    const text = reason || messages.terminated
    if (job.job_status === jobStatus.scheduled) {
      if (job.boss_id) await this.boss.cancel(job.job_type, job.boss_id, { db: fromKysely(tx) })
      await tx
        .updateTable('job')
        .set({ job_status: jobStatus.failed, job_end_time: sql`now()`, reason: text, terminate_reason: text, terminate_by: by })
        .where('job_id', '=', jobId)
        .execute()
      const definition = this.#definitions.get(job.job_type)
      await definition?.gaveUp?.({ ...services, db: tx as never }, job.payload as never, text, true)
      return jobStatus.failed
    }
    await tx.updateTable('job').set({ terminate_reason: text, terminate_by: by }).where('job_id', '=', jobId).execute()
    await sql`select pg_notify('job', ${`terminate:${jobId}`})`.execute(tx)
    return jobStatus.executing
  }

  /** Records whose queue entry ended without us (the last attempt's worker was lost) are ended too. */
  async sweep(services: Services): Promise<number> {
    const { rows } = await sql<{ job_id: number; job_type: string; payload: unknown; server: string | null }>`
      update job set job_status = 3, job_end_time = now(), reason = coalesce(terminate_reason, 'The worker ' || coalesce(server, '') || ' was lost')
      from pgboss.job b where b.id = job.boss_id and b.name = job.job_type and job.job_status in (1, 4) and b.state in ('failed', 'cancelled') and coalesce(b.completed_on, now()) < now() - interval '5 seconds'
      returning job.job_id, job.job_type, job.payload, job.server`.execute(services.db)
    for (const row of rows) {
      this.#log.warn({ job_id: row.job_id }, 'a job whose worker was lost was ended')
      await this.#definitions.get(row.job_type)?.gaveUp?.(services, row.payload as never, `The worker ${row.server ?? ''} was lost`, false)
    }
    return rows.length
  }

  async stop(): Promise<void> {
    await this.boss.stop({ graceful: false, close: true }).catch(() => {})
  }
}

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
  #stopping = false
  #timers: NodeJS.Timeout[] = []
  #looking = false
  #again = false
  #off: (() => void) | undefined

  constructor(services: Services, vcpus = availableParallelism() * 2) {
    this.#services = services
    this.vcpus = vcpus
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

  async #take(): Promise<void> {
    const { jobs } = this.#services
    for (const definition of jobs.definitions) {
      const vcpu = jobTypes[definition.type].vcpu
      while (this.#free >= vcpu && !this.#stopping) {
        const [taken] = await jobs.boss.fetch<{ job_id: number }>(definition.type, { batchSize: 1, includeMetadata: true })
        if (!taken) break
        this.#run(definition, taken.data.job_id, taken.id, vcpu, taken.retryCount >= taken.retryLimit)
      }
    }
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
      await this.#end(jobId, row.attempt, { job_status: jobStatus.succeeded, result: JSON.stringify(result), progress: 1 })
      await jobs.boss.complete(definition.type, bossId)
      metrics.jobs.inc({ type: definition.type, outcome: 'succeeded' })
      log.info('job ends')
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
      await jobs.boss.fail(definition.type, bossId, { message: error.message })
      return
    }
    const terminated = error instanceof Terminated
    const over = terminated || last
    log.warn({ err: terminated ? undefined : error, terminated, over }, 'job ends badly')
    await say(error.message, 'error').catch(() => {})
    if (!over) {
      await this.#end(jobId, attempt, { job_status: jobStatus.scheduled, reason: error.message, job_end_time: null })
      await jobs.boss.fail(definition.type, bossId, { message: error.message })
      return
    }
    const reason = terminated
      ? ((await db.selectFrom('job').select('terminate_reason').where('job_id', '=', jobId).executeTakeFirst())?.terminate_reason ?? messages.terminated)
      : error.message
    const { payload } = await db.selectFrom('job').select('payload').where('job_id', '=', jobId).executeTakeFirstOrThrow()
    await definition.gaveUp?.(services, payload as never, reason, terminated)
    await this.#end(jobId, attempt, { job_status: jobStatus.failed, reason })
    await (terminated ? jobs.boss.complete(definition.type, bossId) : jobs.boss.fail(definition.type, bossId, { message: reason }))
    metrics.jobs.inc({ type: definition.type, outcome: terminated ? 'terminated' : 'failed' })
  }

  /** A later attempt elsewhere owns the record: then this one has no say. */
  async #end(jobId: number, attempt: number, set: Record<string, unknown>): Promise<void> {
    await this.#services.db
      .updateTable('job')
      .set({ job_end_time: sql`now()`, ...set })
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
