import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { jobStatus } from '#contract/jobs/types.ts'
import { harness, waitUntil } from '../../test/harness.ts'
import { sql } from '../database/db.ts'
import type { JobDefinition, JobResult, RunningJob } from './jobs.ts'
import type { Services } from '../services.ts'
import { Worker } from './worker.ts'

const type = 'DIAGNOSTIC_UPDATE_JOB'
const payload = z.object({ product_id: z.number() })
type Payload = z.output<typeof payload>
type Run = (job: RunningJob<Payload>) => Promise<JobResult>
interface More {
  timeoutSeconds?: number
  gaveUp?: NonNullable<JobDefinition<Payload>['gaveUp']>
}
const kind = (run: Run, more: More = {}): JobDefinition<Payload> => ({
  type,
  payload,
  key: (p) => `product-${p.product_id}`,
  retries: 2,
  timeoutSeconds: 300,
  run,
  ...more,
})

const h = harness()
let services: Services
beforeAll(() => {
  services = h.services
})

let records = 0
/** A job of its own record waits. */
const queue = () =>
  services.db.transaction().execute((tx) => {
    const record = ++records
    const request = {
      payload: { product_id: record },
      subject: 'a product',
      paramValue: record,
      requestedBy: 'a test',
    }
    return services.jobs.enqueue(
      tx,
      kind(() => Promise.resolve({})),
      request,
    )
  })
/** One more process, whose worker runs such jobs so. */
const processOf = (run: Run, more?: More) =>
  h.another({ definitions: [kind(run, more)] as unknown as readonly JobDefinition<never>[] })

const record = (jobId: number) =>
  services.db.selectFrom('job').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()
const attempts = (jobId: number) =>
  services.db
    .selectFrom('job_attempt')
    .select(['attempt', 'outcome', 'reason'])
    .where('job_id', '=', jobId)
    .orderBy('attempt')
    .execute()
const inState = (jobId: number, status: number) =>
  waitUntil(
    () => record(jobId),
    (job) => job.job_status === status,
  )
const entry = async (jobId: number) => {
  const { rows } = await sql<{ state: string; retry_count: number; retry_limit: number }>`
    select b.state::text, b.retry_count, b.retry_limit
    from job join pgboss.job b on b.id = job.boss_id
    where job_id = ${jobId}`.execute(services.db)
  return rows[0]!
}
/** Sessions that sleep for a job. */
const asleep = async () =>
  (
    await sql`
      select pid
      from pg_stat_activity
      where state = 'active' and query like 'select pg_sleep(600)%'`.execute(services.db)
  ).rows

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/**
 * A process's database stands still, as for one that the operating system doesn't let run. Returns how it
 * wakes.
 */
async function freeze({ database }: Services): Promise<() => Promise<void>> {
  const clients = await Promise.all(
    Array.from({ length: h.services.config.connections.requests }, () => database.pool.connect()),
  )
  return async () => {
    for (const client of clients) client.release()
    // what waited for a connection had its turn before this
    await database.pool.query('select 1')
  }
}

/** The queue takes the job's worker for lost, and gives the job to the next one. */
async function loseWorker(jobId: number): Promise<void> {
  await waitUntil(
    async () => {
      await sql`
        update pgboss.job set heartbeat_on = now() - interval '1 hour'
        where state = 'active' and id = (select boss_id from job where job_id = ${jobId})`.execute(
        services.db,
      )
      await services.jobs.boss.supervise(type)
      return entry(jobId)
    },
    ({ state }) => state === 'retry',
  )
  await sql`
      update pgboss.job
      set start_after = now()
      where id = (select boss_id from job where job_id = ${jobId})`.execute(services.db)
}

const sleep: Run = async ({ db }) => {
  await sql`select pg_sleep(600)`.execute(db)
  return {}
}
const terminate = (jobId: number) =>
  services.db
    .transaction()
    .execute((tx) => services.jobs.terminate(services, tx, { jobId, reason: 'Enough', by: 'a test' }))
const sleeping = () => waitUntil(asleep, (pids) => pids.length > 0)

test('a terminated job ends within seconds with its session, whatever statement is running', async () => {
  const { worker } = await processOf(sleep)
  const jobId = await queue()
  await worker.start()
  await sleeping()
  const began = performance.now()
  await terminate(jobId)
  expect(await inState(jobId, jobStatus.failed)).toMatchObject({ reason: 'Enough' })
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await asleep()).toEqual([])
  expect(await attempts(jobId)).toEqual([{ attempt: 1, outcome: 'terminated', reason: 'Enough' }])
  expect(await entry(jobId)).toMatchObject({ state: 'completed' })
  await worker.stop()
})

test('a job that takes too long is ended too, and its transaction is rolled back', async () => {
  const run: Run = ({ db }) =>
    db.transaction().execute(async (tx) => {
      await sql`insert into catalog_category (catalog_category_name) values ('half done')`.execute(tx)
      await sql`select pg_sleep(600)`.execute(tx)
      return {}
    })
  const { worker } = await processOf(run, { timeoutSeconds: 1 })
  const jobId = await queue()
  await worker.start()
  await waitUntil(
    () => attempts(jobId),
    ([first]) => first?.outcome === 'failed',
  )
  expect((await attempts(jobId))[0]).toEqual({
    attempt: 1,
    outcome: 'failed',
    reason: 'Exceeded the limit of 1 s',
  })
  await terminate(jobId)
  await inState(jobId, jobStatus.failed)
  await worker.stop()
  expect(await asleep()).toEqual([])
  const names = services.db.selectFrom('catalog_category').select('catalog_category_name')
  expect(await names.where('catalog_category_name', '=', 'half done').execute()).toEqual([])
})

test('a stopped worker gives its job back at once without counting a retry, and another runs it', async () => {
  const { worker } = await processOf(sleep)
  const jobId = await queue()
  // it may not be tried again after a failure
  await sql`
    update pgboss.job
    set retry_limit = 0
    where id = (select boss_id from job where job_id = ${jobId})`.execute(services.db)
  await worker.start()
  await sleeping()
  const began = performance.now()
  await worker.stop()
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await asleep()).toEqual([])
  expect(await record(jobId)).toMatchObject({
    job_status: jobStatus.scheduled,
    server: null,
    reason: 'The worker was stopped. The job starts again on another worker',
  })
  const { worker: next } = await processOf(({ attempt }) => Promise.resolve({ attempt }))
  await next.start()
  expect(await inState(jobId, jobStatus.succeeded)).toMatchObject({
    attempt: 2,
    result: { attempt: 2 },
    reason: null,
  })
  expect(await attempts(jobId)).toEqual([
    { attempt: 1, outcome: 'stopped', reason: 'The worker was stopped' },
    { attempt: 2, outcome: 'succeeded', reason: null },
  ])
  await next.stop()
})

test('a job taken while the worker stops is given back and not run', async () => {
  const { worker, services: theirs } = await processOf(sleep)
  const { boss } = theirs.jobs
  const fetch = boss.fetch.bind(boss)
  const [asked, answered] = [gate(), gate()]
  vi.spyOn(boss, 'fetch').mockImplementation((async (...args: Parameters<typeof fetch>) => {
    asked.open()
    await answered.opened
    return fetch(...args)
  }) as typeof fetch)
  const jobId = await queue()
  await worker.start()
  await asked.opened
  const stopped = worker.stop()
  answered.open()
  await stopped
  expect(await attempts(jobId)).toEqual([
    { attempt: 1, outcome: 'stopped', reason: 'The worker was stopped' },
  ])
  expect(await asleep()).toEqual([])
  expect(await record(jobId)).toMatchObject({ job_status: jobStatus.scheduled, server: null })
  const { worker: next } = await processOf(() => Promise.resolve({}))
  await next.start()
  await inState(jobId, jobStatus.succeeded)
  await next.stop()
})

test('a failing job counts a retry, and ends with its record after the last one', async () => {
  const gaveUp: string[] = []
  const more: More = {
    async gaveUp({ db }, { product_id }, reason) {
      // in the transaction that ends the job: nobody sees the one without the other
      const { rows } = await sql`
        select 1
        from pg_stat_activity
        where pid = pg_backend_pid() and xact_start is not null`.execute(db)
      gaveUp.push(`${product_id === records} ${rows.length} ${reason}`)
    },
  }
  const { worker } = await processOf(() => Promise.reject(new Error('The disk is full')), more)
  const jobId = await queue()
  await sql`
    update pgboss.job
    set retry_limit = 1, retry_delay = 0
    where id = (select boss_id from job where job_id = ${jobId})`.execute(services.db)
  await worker.start()
  expect(await inState(jobId, jobStatus.failed)).toMatchObject({ attempt: 2, reason: 'The disk is full' })
  expect(gaveUp).toEqual(['true 1 The disk is full'])
  expect(await entry(jobId)).toMatchObject({ state: 'failed', retry_count: 1 })
  await worker.stop()
})

test.each([
  ['returns', () => Promise.resolve({ by: 'the first' })],
  ['fails', () => Promise.reject(new Error('The first failed'))],
] as const)(
  'a worker that resumes after its job was taken over leaves the new worker’s job alone when its run %s',
  async (_how, end) => {
    const [first, second] = [gate(), gate()]
    let gaveUp = 0
    const more: More = { gaveUp: () => Promise.resolve(void gaveUp++) }
    const a = await processOf(() => first.opened.then(end), more)
    const b = await processOf(() => second.opened.then(() => ({ by: 'the second' })), more)
    const jobId = await queue()
    await a.worker.start()
    await inState(jobId, jobStatus.executing)
    const wake = await freeze(a.services)
    await loseWorker(jobId)
    await b.worker.start()
    await waitUntil(
      () => record(jobId),
      (job) => job.server === b.services.config.serverName,
    )
    first.open()
    await wake()
    await a.worker.stop()
    expect(await entry(jobId)).toMatchObject({ state: 'active' })
    expect(await record(jobId)).toMatchObject({
      job_status: jobStatus.executing,
      attempt: 2,
      server: b.services.config.serverName,
      reason: null,
      job_end_time: null,
    })
    second.open()
    expect(await inState(jobId, jobStatus.succeeded)).toMatchObject({ result: { by: 'the second' } })
    expect(await entry(jobId)).toMatchObject({ state: 'completed' })
    expect(await attempts(jobId)).toEqual([
      { attempt: 1, outcome: 'lost', reason: null },
      { attempt: 2, outcome: 'succeeded', reason: null },
    ])
    expect(gaveUp).toBe(0)
    await b.worker.stop()
  },
)

test('a job that uses all its connections leaves enough for requests and its own heartbeat', async () => {
  const held = gate()
  const all = h.services.config.connections.jobs
  const greedy: Run = async ({ database, say }) => {
    const clients = await Promise.all(Array.from({ length: all }, () => database.pool.connect()))
    await say('holds them all')
    await held.opened
    for (const client of clients) client.release()
    return {}
  }
  const a = await processOf(greedy)
  const jobId = await queue()
  await a.worker.start()
  const lines = () => sql`select 1 from job_log where message = 'holds them all'`.execute(a.services.db)
  await waitUntil(lines, ({ rows }) => rows.length === 1)
  held.open()
  await inState(jobId, jobStatus.succeeded)
  await a.worker.stop()
})

test('a worker offers no more vCPUs than its jobs have connections', () => {
  const { jobs } = h.services.config.connections
  expect(new Worker(h.services, jobs + 1).vcpus).toBe(jobs)
  expect(new Worker(h.services, jobs - 1).vcpus).toBe(jobs - 1)
})

test('two workers share the waiting jobs, and each job runs once', async () => {
  const ran: number[] = []
  const run: Run = ({ jobId }) => Promise.resolve(ran.push(jobId)).then(() => ({}))
  const two = [await processOf(run), await processOf(run)]
  const jobs = await Promise.all(Array.from({ length: 12 }, queue))
  await Promise.all(two.map(({ worker }) => worker.start()))
  for (const jobId of jobs) await inState(jobId, jobStatus.succeeded)
  expect(ran.toSorted((x, y) => x - y)).toEqual(jobs.toSorted((x, y) => x - y))
  await Promise.all(two.map(({ worker }) => worker.stop()))
})

test('image checks leave room for a feed run, and use a whole worker that runs no feeds', async () => {
  const running = new Map<string, number>()
  const ended = gate()
  const of = (jobType: 'BASIC_IMAGE' | 'DROPSHIPPER_MONITORING_JOB'): JobDefinition<Payload> => ({
    ...kind(async () => {
      running.set(jobType, (running.get(jobType) ?? 0) + 1)
      await ended.opened
      return {}
    }),
    type: jobType,
  })
  const image = of('BASIC_IMAGE')
  const feed = of('DROPSHIPPER_MONITORING_JOB')
  const queued = (definition: JobDefinition<Payload>) =>
    services.db.transaction().execute((tx) =>
      services.jobs.enqueue(tx, definition, {
        payload: { product_id: ++records },
        subject: 'a supplier',
        paramValue: records,
        requestedBy: 'a test',
      }),
    )
  const definitions = [image, feed] as unknown as readonly JobDefinition<never>[]
  const both = await h.another({ definitions })
  const worker = new Worker(both.services, 4)
  const images = await Promise.all(Array.from({ length: 6 }, () => queued(image)))
  await worker.start()
  const atWork = (n: number) =>
    waitUntil(
      () => Promise.resolve(running.get('BASIC_IMAGE')),
      (now) => now === n,
    )
  await atWork(2)
  const late = await queued(feed)
  await inState(late, jobStatus.executing)
  expect(Object.fromEntries(running)).toEqual({ BASIC_IMAGE: 2, DROPSHIPPER_MONITORING_JOB: 1 })
  const alone = new Worker((await h.another({ definitions })).services, 4, ['BASIC_IMAGE'])
  await alone.start()
  await atWork(6)
  ended.open()
  for (const jobId of [...images, late]) await inState(jobId, jobStatus.succeeded)
  await Promise.all([worker.stop(), alone.stop()])
})
