import { randomUUID } from 'node:crypto'
import { fromKysely, PgBoss, systemClock } from 'pg-boss'
import { jobStatus, jobTypes, type JobType } from '#contract/jobs/types.ts'
import { messages } from '#contract/messages.ts'
import { sql, type Tx } from '../database/db.ts'
import { conflict } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { Pace } from '../pace.ts'
import type {
  JobDefinition,
  JobQueue,
  JobRequest,
  QueueEntry,
  Services,
  Termination,
} from '../service-types.ts'

export type { JobDefinition, JobRequest, JobResult, RunningJob } from '../service-types.ts'

const endedColumns = ['job_id', 'job_type', 'job_status', 'boss_id', 'payload'] as const
interface EndedJob {
  job_id: number
  job_type: string
  job_status: number
  boss_id: string | null
  payload: unknown
}

// the queue's own policy: per key at most one job is queued and at most one runs
const queueOptions = (d: JobDefinition<never>, { retrySeconds }: Pace) => ({
  policy: 'stately',
  retryLimit: d.retries,
  retryDelay: retrySeconds,
  ...(retrySeconds > 0 && { retryBackoff: true, retryDelayMax: 300 }),
  expireInSeconds: d.timeoutSeconds,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 7 * 86_400,
  notify: false,
})

export class Jobs implements JobQueue {
  readonly boss: PgBoss
  readonly #definitions = new Map<string, JobDefinition<never>>()
  readonly #log: Log
  readonly #pace: Pace

  constructor(url: string, log: Log, options: { supervise: boolean; pace: Pace }) {
    this.#log = log
    this.#pace = options.pace
    this.boss = new PgBoss({
      connectionString: url,
      max: 4,
      schema: 'pgboss',
      supervise: options.supervise,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      // the queue reads from here which keys are busy; until then the next job of a key waits
      queueCacheIntervalSeconds: 1,
      clock: {
        ...systemClock,
        setInterval: (act, milliseconds) => setInterval(act, milliseconds * options.pace.queueShare),
      },
      application_name: 'feedstock queue',
    })
    this.boss.on('error', (err) => log.warn({ err: err.message }, 'queue error'))
  }

  /** Every type has a queue before the first job is sent. */
  async start(definitions: readonly JobDefinition<never>[]): Promise<void> {
    for (const d of definitions) this.#definitions.set(d.type, d)
    await this.boss.start()
    for (const d of definitions) {
      await this.boss.createQueue(d.type, queueOptions(d, this.#pace))
    }
  }

  get definitions(): readonly JobDefinition<never>[] {
    return [...this.#definitions.values()]
  }

  /**
   * Queues a job and writes its record in the caller's transaction. Throws if one with the same key is
   * queued.
   */
  async enqueue<P extends object>(
    tx: Tx,
    definition: JobDefinition<P>,
    request: JobRequest<P>,
  ): Promise<number> {
    const jobId = await this.enqueueUnlessWaiting(tx, definition, request)
    if (jobId === null)
      throw conflict(`${request.subject} is already queued. Wait until that job ends, or terminate it`)
    return jobId
  }

  /** The same, but returns null if one with the same key is queued, since that one will do the work. */
  async enqueueUnlessWaiting<P extends object>(
    tx: Tx,
    definition: JobDefinition<P>,
    request: JobRequest<P>,
  ): Promise<number | null> {
    const [jobId = null] = await this.enqueueEach(tx, definition, [request])
    return jobId
  }

  /**
   * The same for any number at once, in the order in which they should start. Null for a job that can't be
   * queued beside another.
   */
  async enqueueEach<P extends object>(
    tx: Tx,
    definition: JobDefinition<P>,
    requests: readonly JobRequest<P>[],
  ): Promise<(number | null)[]> {
    if (requests.length === 0) return []
    const { category, param, vcpu } = jobTypes[definition.type]
    const entries = requests.map((request) => ({ request, boss_id: randomUUID() }))
    const newJobs = entries.map(({ request, boss_id }) => ({
      boss_id,
      job_rank: request.rank ?? 0,
      param_value: String(request.paramValue),
      subject: request.subject,
      payload: request.payload,
      requested_by: request.requestedBy,
    }))
    const { rows: jobs } = await sql<{ job_id: number; boss_id: string }>`
      insert into job (job_type, category, job_status, job_rank, param_name, param_value, subject, payload,
        vcpu, requested_by, boss_id)
      select ${definition.type}, ${category}, ${jobStatus.scheduled}::int, x.job_rank, ${param},
        x.param_value, x.subject, x.payload, ${vcpu}::int, x.requested_by, x.boss_id
      from rows from (jsonb_to_recordset(${JSON.stringify(newJobs)}::jsonb) as (boss_id uuid, job_rank int,
        param_value text, subject text, payload jsonb, requested_by text)) with ordinality
        as x(boss_id, job_rank, param_value, subject, payload, requested_by, place)
      order by x.place
      returning job_id, boss_id`.execute(tx)
    const idOf = new Map(jobs.map((job) => [job.boss_id, job.job_id]))
    const queueIds = await this.boss.insert(
      definition.type,
      entries.map(({ request: { payload, group, rank = 0 }, boss_id }) => ({
        id: boss_id,
        data: { job_id: idOf.get(boss_id) },
        singletonKey: definition.key(payload),
        priority: rank,
        ...(group !== undefined && { group: { id: group } }),
      })),
      { db: fromKysely(tx), returnId: true },
    )
    const queuedIds = new Set(queueIds)
    const refusedIds = jobs.filter((job) => !queuedIds.has(job.boss_id)).map((job) => job.job_id)
    if (refusedIds.length > 0) await tx.deleteFrom('job').where('job_id', 'in', refusedIds).execute()
    if (refusedIds.length < jobs.length) await sql`select pg_notify('job', 'queued')`.execute(tx)
    return entries.map(({ boss_id }) => (queuedIds.has(boss_id) ? (idOf.get(boss_id) ?? null) : null))
  }

  /** Stops a job: a queued one at once, a running one within seconds. Returns its new state. */
  async terminate(
    services: Services,
    tx: Tx,
    { jobId, ...termination }: Termination & { jobId: number },
  ): Promise<number | undefined> {
    await this.lockRecord(tx, jobId)
    const job = await tx
      .selectFrom('job')
      .select(endedColumns)
      .where('job_id', '=', jobId)
      .forUpdate()
      .executeTakeFirst()
    if (!job) return undefined
    if (job.job_status !== jobStatus.scheduled && job.job_status !== jobStatus.executing)
      throw conflict('The job has already ended')
    await this.#end(services, tx, [job], termination)
    return job.job_status === jobStatus.scheduled ? jobStatus.failed : jobStatus.executing
  }

  /** Stops the jobs of one type and of these parameters that are in one of these states. */
  async terminateOf(
    services: Services,
    tx: Tx,
    {
      type,
      paramValues,
      states,
      ...termination
    }: Termination & { type: JobType; paramValues: readonly number[]; states: readonly number[] },
  ): Promise<void> {
    if (paramValues.length === 0) return
    const jobs = await tx
      .selectFrom('job')
      .select(endedColumns)
      .where('job_type', '=', type)
      .where('param_value', 'in', paramValues.map(String))
      .where('job_status', 'in', states)
      .orderBy('job_id')
      // per key one is queued and one runs
      .limit(100 * paramValues.length)
      .forUpdate()
      .execute()
    await this.#end(services, tx, jobs, termination)
  }

  /** For jobs of one type. */
  async #end(services: Services, tx: Tx, jobs: readonly EndedJob[], { reason, by: terminator }: Termination) {
    const text = reason || messages.terminated
    const isWaiting = (job: { job_status: number }) => job.job_status === jobStatus.scheduled
    const waiting = jobs.filter(isWaiting)
    const bossIds = waiting.flatMap(({ boss_id }) => boss_id ?? [])
    const type = jobs[0]?.job_type
    if (type === undefined) return
    if (bossIds.length > 0) await this.boss.cancel(type, bossIds, { db: fromKysely(tx) })
    await sql`
      update job
      set terminate_reason = ${text}, terminate_by = ${terminator},
        job_end_time = case when job_status = ${jobStatus.scheduled} then now() else job_end_time end,
        reason = case when job_status = ${jobStatus.scheduled} then ${text} else reason end,
        job_status = case when job_status = ${jobStatus.scheduled} then ${jobStatus.failed} else job_status end
      where job_id = any(${jobs.map(({ job_id }) => job_id)}::bigint[])`.execute(tx)
    const definition = this.#definitions.get(type)
    for (const { payload } of waiting)
      await definition?.gaveUp?.({ ...services, db: tx }, payload as never, text, true)
    const running = jobs.filter((job) => !isWaiting(job)).map(({ job_id }) => job_id)
    await sql`
      select pg_notify('job', 'terminate:' || id) from unnest(${running}::bigint[]) as id`.execute(tx)
  }

  /** Locks what a job's end changes, before the job itself. */
  async lockRecord(tx: Tx, jobId: number): Promise<void> {
    const job = await tx
      .selectFrom('job')
      .select(['job_type', 'payload'])
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (job) await this.#definitions.get(job.job_type)?.lock?.(tx, job.payload as never)
  }

  /** Whether the queue still holds the entry for this fetch. Locks it. */
  async holds(tx: Tx, type: JobType, entry: QueueEntry): Promise<boolean> {
    const { rows } = await sql`
      select 1 from pgboss.job
      where name = ${type} and id = ${entry.id} and state = 'active' and retry_count = ${entry.retryCount}
      for update`.execute(tx)
    return rows.length > 0
  }

  /**
   * The key of an entry that has ended is free at once. The queue counts the keys at work every few seconds,
   * and until then would pass over the next job of a key that was at work when it counted.
   */
  async freeKey(services: Pick<Services, 'db'>, type: JobType, { id }: QueueEntry): Promise<void> {
    await sql`
      update pgboss.queue q
      set singletons_active = array_remove(q.singletons_active, j.singleton_key)
      from pgboss.job j
      where q.name = ${type}
        and j.name = ${type}
        and j.id = ${id}
        and j.state <> 'active'
        and j.singleton_key = any(q.singletons_active)`.execute(services.db)
  }

  /** A job that has downloaded its file no longer counts for its host. */
  async leaveGroup(services: Pick<Services, 'db'>, type: JobType, { id }: QueueEntry): Promise<void> {
    const { rows } = await sql`
      update pgboss.job
      set group_id = null
      where name = ${type} and id = ${id} and group_id is not null
      returning 1`.execute(services.db)
    if (rows.length > 0) await sql`select pg_notify('job', 'queued')`.execute(services.db)
  }

  /** Returns a fetched entry to the queue for a retry. False: it has no retries left. */
  async giveBack(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean> {
    await this.boss.fail(type, entry, { message: reason }, { db: fromKysely(tx) })
    const { rows } = await sql`
      select 1 from pgboss.job where name = ${type} and id = ${entry.id} and state = 'retry'`.execute(tx)
    return rows.length > 0
  }

  /** Returns it at once without counting a retry: the job wasn't at fault. */
  async giveBackUncounted(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean> {
    // every fetch counts, and the fences rely on that, so the limit is raised by one
    await sql`
      update pgboss.job
      set retry_limit = retry_limit + 1
      where name = ${type} and id = ${entry.id}`.execute(tx)
    if (!(await this.giveBack(tx, type, entry, reason))) return false
    await sql`update pgboss.job set start_after = now() where name = ${type} and id = ${entry.id}`.execute(tx)
    await sql`select pg_notify('job', 'queued')`.execute(tx)
    return true
  }

  /** Also ends the records whose queue entry ended without us (the worker of the last attempt was lost). */
  async sweep(services: Services): Promise<number> {
    const { rows } = await sql<{ job_id: number }>`
      select job_id
      from job join pgboss.job b on b.id = job.boss_id and b.name = job.job_type
      where job.job_status in (${jobStatus.executing}, ${jobStatus.scheduled})
        and b.state in ('failed', 'cancelled')
        and coalesce(b.completed_on, now()) < now() - interval '5 seconds'`.execute(services.db)
    for (const { job_id } of rows)
      await services.db.transaction().execute((tx) => this.#endLost(services, tx, job_id))
    return rows.length
  }

  async #endLost(services: Services, tx: Tx, jobId: number): Promise<void> {
    await this.lockRecord(tx, jobId)
    const job = await tx
      .selectFrom('job')
      .select(['job_type', 'payload', 'server', 'terminate_reason'])
      .where('job_id', '=', jobId)
      .where('job_status', 'in', [jobStatus.executing, jobStatus.scheduled])
      .forUpdate()
      .executeTakeFirst()
    if (!job) return
    this.#log.warn({ job_id: jobId }, 'ended a job whose worker was lost')
    const reason =
      job.terminate_reason ?? (job.server ? `Worker ${job.server} was lost` : 'The worker was lost')
    const ending = { job_status: jobStatus.failed, job_end_time: sql<string>`now()`, reason }
    await tx.updateTable('job').set(ending).where('job_id', '=', jobId).execute()
    await tx
      .updateTable('job_attempt')
      .set({ end_tm: sql`now()`, outcome: 'lost', reason })
      .where('job_id', '=', jobId)
      .where('end_tm', 'is', null)
      .execute()
    const definition = this.#definitions.get(job.job_type)
    await definition?.gaveUp?.(
      { ...services, db: tx },
      job.payload as never,
      reason,
      job.terminate_reason !== null,
    )
  }

  async stop(): Promise<void> {
    await this.boss.stop({ graceful: false, close: true }).catch(() => {})
  }
}
