import { availableParallelism } from 'node:os'
import { imageVcpus, jobStatus, jobTypes, type JobType } from '#contract/jobs/types.ts'
import { messages } from '#contract/messages.ts'
import { storable, storableJson } from '#contract/storable.ts'
import { fromKysely } from 'pg-boss'
import {
  beginAttempt,
  endAttempt,
  endJob,
  keepAttempt,
  writeLogLine,
  whileMine,
  whileOwned,
  type FetchedJob,
  type Progress,
} from './attempts.ts'
import { untilAborted, type Tx } from '../database/db.ts'
import type { JobDefinition, JobResult } from './jobs.ts'
import type { Log } from '../log.ts'
import { Room } from './room.ts'
import { announceServer } from './server-row.ts'
import { ServerSampler } from './server-sample.ts'
import type { Services } from '../services.ts'

class TerminatedError extends Error {}
/** The worker is stopping; the job goes back to the queue without counting a retry. */
class WorkerStops extends Error {}
/**
 * Another worker has the job, or the queue has given this fetch up: its records are no longer ours to
 * change.
 */
class Overtaken extends Error {}

interface Running extends FetchedJob {
  /** The queue won't retry it after this attempt. */
  last: boolean
  /** What it holds now: a job that downloads holds none until it has what it needs. */
  vcpu: number
  rank: number
  abort: AbortController
  done: Promise<void>
}
/** Takes jobs that fit its free vCPUs and runs them; reports itself every few seconds. */
export class Worker {
  readonly #services: Services
  readonly #running = new Map<number, Running>()
  readonly vcpus: number
  readonly #room = new Room()
  readonly #sampler = new ServerSampler()
  readonly #only: readonly JobType[] | undefined
  #stopping = false
  #timers: NodeJS.Timeout[] = []
  #looking: Promise<void> | undefined
  #again = false
  #off: (() => void) | undefined

  /**
   * @param vcpus at most as many as the jobs' connections, since a job holds no more of them than it takes
   * vCPUs
   * @param onlyTypes the types it takes; undefined: all
   */
  constructor(services: Services, vcpus = availableParallelism() * 2, onlyTypes?: readonly JobType[]) {
    this.#services = services
    this.vcpus = Math.min(vcpus, services.config.connections.jobs)
    this.#only = onlyTypes
  }

  async start(): Promise<void> {
    await announceServer(this.#services, this.#state, true)
    this.#off = this.#services.bus.on('job', (payload) => {
      if (payload.startsWith('terminate:'))
        this.#running.get(Number(payload.slice(10)))?.abort.abort(new TerminatedError(messages.terminated))
      else this.#look()
    })
    this.#timers.push(
      setInterval(() => this.#look(), this.#services.pace.lookMs),
      setInterval(() => void this.#announce(), 3000),
    )
    this.#look()
  }

  /** Gives running jobs a moment to stop; they start again elsewhere. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#off?.()
    for (const t of this.#timers) clearInterval(t)
    // a job that is being taken right now is given back with the others and doesn't run after this worker
    // has stopped
    await this.#looking
    for (const r of this.#running.values()) r.abort.abort(new WorkerStops('The worker is stopping'))
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

  get #downloads(): number {
    let downloads = 0
    for (const r of this.#running.values()) if (r.definition.downloads && r.vcpu === 0) downloads++
    return downloads
  }

  /** Downloads need no vCPUs, but none begins while an earlier one has its file and waits for them. */
  get #mayDownload(): boolean {
    return !this.#room.isWanted && this.#downloads < this.#services.config.downloads.atOnce
  }

  /** The most jobs of one group that run anywhere at once: a quarter of a worker is left for all others. */
  get #mostOfGroup(): number {
    return Math.max(1, this.vcpus - Math.ceil(this.vcpus / 4))
  }

  /** The vCPUs that a job of the type may take now. */
  #roomFor(type: JobType): number {
    if (jobTypes[type].category !== 'image' || !this.#takes('DROPSHIPPER_MONITORING_JOB')) return this.#free
    let room = imageVcpus(this.vcpus)
    for (const r of this.#running.values())
      if (jobTypes[r.definition.type].category === 'image') room -= r.vcpu
    return Math.min(room, this.#free)
  }

  #takes(type: JobType): boolean {
    return !this.#only || this.#only.includes(type)
  }

  get #downloadTypes(): JobType[] {
    return this.#services.jobs.definitions.filter((d) => d.downloads).map((d) => d.type)
  }

  #look(): void {
    this.#again = true
    if (this.#looking || this.#stopping) return
    this.#looking = (async () => {
      while (this.#again && !this.#stopping) {
        this.#again = false
        try {
          await this.#take()
        } catch (error) {
          this.#services.log.warn({ err: (error as Error).message }, 'could not fetch a job')
        }
      }
      this.#looking = undefined
    })()
  }

  /**
   * Takes jobs while they fit. The one that has waited longest comes first: if it doesn't fit yet, smaller
   * ones don't take the room it waits for.
   */
  async #take(): Promise<void> {
    const taken = this.#services.jobs.definitions.filter((d) => this.#takes(d.type))
    const downloading = taken.filter((d) => d.downloads && jobTypes[d.type].vcpu <= this.vcpus)
    while (!this.#stopping) {
      this.#room.give(() => this.#free)
      if (this.#mayDownload && (await this.#takeOne(downloading))) continue
      if (this.#room.isWanted) return
      const head = await this.#head()
      if (head && head.vcpu > this.#free && head.vcpu <= this.vcpus) return
      const definitions = taken.filter((d) => !d.downloads)
      const inTurn = head
        ? [
            ...definitions.filter((d) => d.type === head.job_type),
            ...definitions.filter((d) => d.type !== head.job_type),
          ]
        : definitions
      if (!(await this.#takeOne(inTurn))) return
    }
  }

  async #takeOne(definitions: readonly JobDefinition<never>[]): Promise<boolean> {
    for (const definition of definitions) {
      const vcpu = definition.downloads ? 0 : jobTypes[definition.type].vcpu
      if (vcpu > 0 && vcpu > this.#roomFor(definition.type)) continue
      const [entry] = await this.#services.jobs.boss.fetch<{ job_id: number }>(definition.type, {
        batchSize: 1,
        includeMetadata: true,
        ...(definition.hasGroups && { groupConcurrency: this.#mostOfGroup }),
        ...(definition.downloads && { groupConcurrency: this.#services.config.downloads.perHost }),
      })
      if (!entry) continue
      this.#run({
        definition,
        jobId: entry.data.job_id,
        entry: { id: entry.id, retryCount: entry.retryCount },
        last: entry.retryCount >= entry.retryLimit,
        vcpu,
        rank: entry.priority,
        abort: new AbortController(),
        done: Promise.resolve(),
      })
      return true
    }
    return false
  }

  /** The first job in line; a job that waits for its next retry holds nobody up. */
  async #head(): Promise<{ job_type: string; vcpu: number } | undefined> {
    return this.#services.db
      .selectFrom('job')
      .select(['job_type', 'vcpu'])
      .where('job_status', '=', jobStatus.scheduled)
      .where('attempt', '=', 0)
      .$if(this.#downloadTypes.length > 0, (q) => q.where('job_type', 'not in', this.#downloadTypes))
      .$if(this.#only !== undefined, (q) => q.where('job_type', 'in', this.#only as JobType[]))
      .$if(this.#roomFor('BASIC_IMAGE') < 1, (q) => q.where('category', '<>', 'image'))
      .orderBy('job_rank', 'desc')
      .orderBy('job_id')
      .limit(1)
      .executeTakeFirst()
  }

  #run(job: Running): void {
    this.#running.set(job.jobId, job)
    job.done = this.#attempt(job)
      .catch((err: Error) => this.#services.log.error({ err, job_id: job.jobId }, 'could not end a job'))
      .finally(async () => {
        if (this.#running.get(job.jobId) === job) this.#running.delete(job.jobId)
        await this.#services.jobs.freeKey(this.#services, job.definition.type, job.entry).catch(() => {})
        this.#look()
      })
  }

  async #attempt(job: Running): Promise<void> {
    const { definition, jobId, abort } = job
    const services = this.#services
    const log = services.log.child({ job_id: jobId, job_type: definition.type })
    const attemptStart = await beginAttempt(services, job)
    if (!attemptStart) return
    const { attempt } = attemptStart
    if (attemptStart.terminate_reason) abort.abort(new TerminatedError(attemptStart.terminate_reason))
    const seconds = definition.timeoutSeconds
    const timeout = setTimeout(
      () => abort.abort(new Error(`Exceeded the limit of ${seconds} s`)),
      seconds * 1000,
    )
    const progress: Progress = { text: '', share: null, fresh: false }
    const beat = this.#beats(job, attempt, progress)
    log.info({ attempt }, 'job started')
    try {
      const database = untilAborted(services.jobDatabase, abort.signal, (err) =>
        log.warn({ err: err.message }, 'could not end the database sessions of a job'),
      )
      const result = await definition.run({
        ...services,
        database,
        db: database.db,
        log,
        jobId,
        attempt,
        payload: definition.payload.parse(attemptStart.payload),
        signal: abort.signal,
        takeVcpus: () => this.#takeVcpus(job, attempt),
        say: (message, level = 'info') => writeLogLine(services.db, jobId, attempt, { level, message }),
        progress: (text, share) => Object.assign(progress, { text, share: share ?? null, fresh: true }),
      })
      await this.#succeeded(job, attempt, result, log)
    } catch (thrown) {
      const error = (abort.signal.aborted ? abort.signal.reason : thrown) as Error
      await this.#failed(job, attempt, error, log)
    } finally {
      clearTimeout(timeout)
      clearInterval(beat)
    }
  }

  /** Waits for room; the queue's group is free again, since it limits downloads only. */
  async #takeVcpus(job: Running, attempt: number): Promise<void> {
    const { definition, jobId, entry, rank, abort } = job
    if (job.vcpu > 0) return
    const { vcpu } = jobTypes[definition.type]
    await this.#services.jobs.leaveGroup(this.#services, definition.type, entry)
    const waiting = this.#room.wait({ jobId, rank, vcpu }, abort.signal, () => (job.vcpu = vcpu))
    this.#look()
    await waiting
    this.#look()
    await whileMine(this.#services.db, jobId, attempt, async (tx) => {
      await tx.updateTable('job').set({ vcpu }).where('job_id', '=', jobId).execute()
    })
  }

  async #succeeded(job: Running, attempt: number, result: JobResult, log: Log): Promise<void> {
    const { definition, jobId, entry } = job
    const { completed_with_errors: errors, ...keptResult } = result
    const outcome = errors === undefined ? 'succeeded' : 'failed'
    const reason = errors ?? null
    const isOwned = await whileMine(this.#services.db, jobId, attempt, async (tx) => {
      const set = {
        job_status: jobStatus[outcome],
        result: storableJson(keptResult),
        progress: 1,
        reason,
        vcpu: jobTypes[definition.type].vcpu,
      }
      await endJob(tx, jobId, set)
      await endAttempt(tx, jobId, attempt, { outcome, reason })
      await this.#services.jobs.boss.complete(definition.type, entry, null, { db: fromKysely(tx) })
    })
    if (isOwned) this.#services.metrics.jobs.inc({ type: definition.type, outcome })
    log.info({ outcome, mine: isOwned }, 'job ended')
  }

  async #failed(job: Running, attempt: number, error: Error, log: Log): Promise<void> {
    const { jobId } = job
    if (error instanceof Overtaken) return log.warn({ attempt }, error.message)
    const end = async (tx: Tx) => {
      if (error instanceof WorkerStops) return this.#goesBack(tx, job, attempt)
      const isOver = error instanceof TerminatedError || job.last
      log[isOver ? 'warn' : 'info'](
        { err: error instanceof TerminatedError ? undefined : error },
        isOver ? 'job failed' : 'job failed, retrying',
      )
      await writeLogLine(tx, jobId, attempt, { level: 'error', message: error.message })
      if (isOver) return this.#over(tx, job, attempt, error)
      return this.#triedAgain(tx, job, attempt, error)
    }
    const isOwned = await this.#services.db.transaction().execute(async (tx) => {
      await this.#services.jobs.lockRecord(tx, jobId)
      return whileOwned(tx, jobId, attempt, end)
    })
    if (!isOwned) log.warn({ attempt }, 'another worker claimed the job')
  }

  async #goesBack(tx: Tx, job: Running, attempt: number): Promise<void> {
    const { definition, jobId, entry } = job
    const reason = 'The worker was stopped. The job starts again on another worker'
    if (!(await this.#services.jobs.giveBackUncounted(tx, definition.type, entry, reason)))
      return this.#over(
        tx,
        job,
        attempt,
        new Error('The worker was stopped while another job of the same record waited'),
      )
    await tx
      .updateTable('job')
      .set({ job_status: jobStatus.scheduled, server: null, reason, vcpu: jobTypes[definition.type].vcpu })
      .where('job_id', '=', jobId)
      .execute()
    await endAttempt(tx, jobId, attempt, { outcome: 'stopped', reason: 'The worker was stopped' })
  }

  async #triedAgain(tx: Tx, job: Running, attempt: number, error: Error): Promise<void> {
    const { definition, jobId, entry } = job
    if (!(await this.#services.jobs.giveBack(tx, definition.type, entry, error.message)))
      return this.#over(tx, job, attempt, error)
    await tx
      .updateTable('job')
      .set({
        job_status: jobStatus.scheduled,
        reason: storable(error.message),
        vcpu: jobTypes[definition.type].vcpu,
      })
      .where('job_id', '=', jobId)
      .execute()
    await endAttempt(tx, jobId, attempt, { outcome: 'failed', reason: error.message })
  }

  /** Ends it as failed for good. */
  async #over(tx: Tx, { definition, jobId, entry }: Running, attempt: number, error: Error): Promise<void> {
    const { jobs, metrics } = this.#services
    const isTerminated = error instanceof TerminatedError
    const outcome = isTerminated ? 'terminated' : 'failed'
    const job = await tx
      .selectFrom('job')
      .select(['payload', 'terminate_reason'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const reason = (isTerminated && job.terminate_reason) || storable(error.message)
    await definition.gaveUp?.({ ...this.#services, db: tx }, job.payload as never, reason, isTerminated)
    await endJob(tx, jobId, { job_status: jobStatus.failed, reason, vcpu: jobTypes[definition.type].vcpu })
    await endAttempt(tx, jobId, attempt, { outcome, reason })
    const queue = { db: fromKysely(tx) }
    await (isTerminated
      ? jobs.boss.complete(definition.type, entry, null, queue)
      : jobs.boss.fail(definition.type, entry, { message: reason }, queue))
    metrics.jobs.inc({ type: definition.type, outcome })
  }

  #beats(job: Running, attempt: number, progress: Progress): NodeJS.Timeout {
    let busy = false
    return setInterval(() => {
      if (busy) return
      busy = true
      this.#beat(job, attempt, progress)
        .catch((error: Error) =>
          this.#services.log.warn({ err: error.message, job_id: job.jobId }, 'heartbeat failed'),
        )
        .finally(() => (busy = false))
    }, 1500)
  }

  async #beat(
    { definition, jobId, entry, abort }: Running,
    attempt: number,
    progress: Progress,
  ): Promise<void> {
    const beat = await keepAttempt(this.#services, { definition, jobId, entry, attempt }, progress)
    if (!beat.isHeld) abort.abort(new Overtaken('Another worker claimed the job'))
    else if (beat.terminate) abort.abort(new TerminatedError(beat.terminate))
  }

  get #state() {
    return {
      vcpus: this.vcpus,
      vcpus_in_use: this.vcpus - this.#free,
      running_jobs: this.#running.size,
      downloads_in_use: this.#downloads,
    }
  }

  async #announce(): Promise<void> {
    const { metrics } = this.#services
    metrics.vcpus.set(this.vcpus - this.#free)
    metrics.downloads.set(this.#downloads)
    await announceServer(this.#services, this.#state).catch(() => {})
    await this.#sampler.sample(this.#services, this.#running.size).catch(() => {})
  }
}
