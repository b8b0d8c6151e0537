import { expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import { catalogue, harness, makeFeed, manyRows } from '#server/test/harness.ts'
import { contradictsFingerprint } from '../run/compare.ts'
import { supplierFeedRun } from '../run/run-feed.job.ts'
import { dropStages, stageTable } from '../run/stage.ts'
import { queueRun } from './start-run.ts'

const h = harness()
type Job = RunningJob<{ feed_id: number; feed_run_id: number }>

/** A queued run, and its job's attempts as two processes would run them. */
async function queued(rows: number, of?: Awaited<ReturnType<typeof makeFeed>>) {
  const { db } = h.services
  const feed = of ?? (await makeFeed(h))
  await feed.publish(manyRows(rows) + (of ? '\n' : ''))
  const { feed_run_id, job_id } = await db
    .transaction()
    .execute((tx) => queueRun(h.services, tx, feed.feed_id, { dry: false, requestedBy: 'a test' }))
  const attempt = (n: number): Job => ({
    ...h.services,
    jobId: job_id,
    attempt: n,
    payload: { feed_id: feed.feed_id, feed_run_id },
    signal: new AbortController().signal,
    takeVcpus: () => Promise.resolve(),
    progress: () => {},
    say: () => Promise.resolve(),
  })
  return { feed, runId: feed_run_id, jobId: job_id, attempt }
}

/** An attempt that stands still before it keeps a file: its fingerprint, when all is staged and compared. */
function held(job: Job, before = 'fingerprints/') {
  let reach = () => {}
  let go = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const gone = new Promise<void>((resolve) => (go = resolve))
  const { files } = job
  const stand = async (key: string) => {
    if (!key.startsWith(before)) return
    reach()
    await gone
  }
  const standing: Files = {
    async put(key, body) {
      await stand(key)
      return files.put(key, body)
    },
    async putFile(key, path) {
      await stand(key)
      return files.putFile(key, path)
    },
    open: (key) => files.open(key),
    stat: (key) => files.stat(key),
    remove: (key) => files.remove(key),
    list: (folder) => files.list(folder),
  }
  const ended = supplierFeedRun.run({ ...job, files: standing })
  return { reached: Promise.race([reached, ended]), go, ended }
}
const stages = async (runId: number) => {
  const { rows } = await sql<{ relname: string }>`
    select relname
    from pg_class
    where relnamespace = 'feed_stage'::regnamespace
      and relkind = 'r'
      and split_part(relname, '_', 2) = ${String(runId)}
    order by 1`.execute(h.services.db)
  return rows.map((r) => r.relname)
}
const applied = async (runId: number) =>
  (
    await h.services.db
      .selectFrom('activity')
      .select('activity_id')
      .where('type', '=', 'feed.applied')
      .where('entity_id', '=', String(runId))
      .execute()
  ).length

test('an attempt that resumes after another took over applies nothing and leaves the other’s staging tables alone', async () => {
  const { feed, runId, attempt } = await queued(20)
  const first = held(attempt(1))
  await first.reached
  expect(await stages(runId)).toEqual([`change_${runId}_1`, `kept_${runId}_1`, `rows_${runId}_1`])
  const second = held(attempt(2))
  await second.reached
  // what the first one left is gone, and the second has its own
  expect(await stages(runId)).toEqual([`change_${runId}_2`, `kept_${runId}_2`, `rows_${runId}_2`])
  first.go()
  await expect(first.ended).rejects.toThrow('taken over')
  expect(await catalogue(h, feed.feed_id)).toEqual([])
  expect(await stages(runId)).toEqual([`change_${runId}_2`, `kept_${runId}_2`, `rows_${runId}_2`])
  second.go()
  expect(await second.ended).toMatchObject({ state: 'applied', created: 20 })
  expect(await catalogue(h, feed.feed_id)).toHaveLength(20)
  expect(await applied(runId)).toBe(1)
  expect(await stages(runId)).toEqual([])
})

test('an attempt that resumes after the run was applied changes nothing', async () => {
  const { feed, runId, attempt } = await queued(50)
  const first = held(attempt(1))
  await first.reached
  await supplierFeedRun.run(attempt(2))
  first.go()
  await expect(first.ended).rejects.toThrow('taken over')
  expect(await catalogue(h, feed.feed_id)).toHaveLength(50)
  expect(await applied(runId)).toBe(1)
})

test.each([
  ['the same rows', 20],
  ['half the rows', 10],
])('a run of %s stops without a result if its catalog is rolled back meanwhile', async (_what, rows) => {
  const first = await queued(20)
  expect(await supplierFeedRun.run(first.attempt(1))).toMatchObject({ state: 'applied' })
  await sql`
    update pgboss.job set state = 'completed', completed_on = now()
    where id = (select boss_id from job where job_id = ${first.jobId})`.execute(h.services.db)
  const { attempt, runId } = await queued(rows, first.feed)
  const standing = held(attempt(1), 'feeds/')
  await standing.reached
  await h.services.db
    .updateTable('feed')
    .set({ current_run_id: null })
    .where('feed_id', '=', first.feed.feed_id)
    .execute()
  standing.go()
  await expect(standing.ended).rejects.toThrow('taken over')
  const run = h.services.db.selectFrom('feed_run').select('state').where('feed_run_id', '=', runId)
  expect(await run.executeTakeFirst()).toEqual({ state: 'running' })
})

test('an attempt that resumes before it started doesn’t take the run back', async () => {
  const { runId, attempt } = await queued(50)
  const second = held(attempt(2))
  await second.reached
  await expect(supplierFeedRun.run(attempt(1))).rejects.toThrow('taken over')
  expect(await stages(runId)).toEqual([`change_${runId}_2`, `kept_${runId}_2`, `rows_${runId}_2`])
  second.go()
  expect(await second.ended).toMatchObject({ state: 'applied' })
})

test('a frozen worker still writing its staging table doesn’t delay its successor', async () => {
  const { database, db } = h.services
  const frozen = await database.pool.connect()
  await frozen.query(`create unlogged table ${stageTable({ runId: 4242, attempt: 1 })} (line integer)`)
  await frozen.query('begin')
  await frozen.query(`insert into ${stageTable({ runId: 4242, attempt: 1 })} values (1)`)
  await dropStages(db, { runId: 4242, attempt: 2 })
  expect(await stages(4242)).toEqual([])
  frozen.release(true)
})

test('a run whose worker was lost for good ends as failed, along with its job and staging tables', async () => {
  const { runId, jobId, attempt } = await queued(20)
  const { db, jobs } = h.services
  const lost = held(attempt(1))
  await lost.reached
  await db
    .updateTable('job')
    .set({ job_status: jobStatus.executing, attempt: 1, server: 'gone-1' })
    .where('job_id', '=', jobId)
    .execute()
  expect(await jobs.sweep(h.services)).toBe(0)
  await sql`
    update pgboss.job set state = 'failed', completed_on = now() - interval '1 minute'
    where id = (select boss_id from job where job_id = ${jobId})`.execute(db)
  expect(await jobs.sweep(h.services)).toBe(1)
  const run = db.selectFrom('feed_run').select(['state', 'reason']).where('feed_run_id', '=', runId)
  expect(await run.executeTakeFirst()).toEqual({ state: 'failed', reason: 'Worker gone-1 was lost' })
  expect(await stages(runId)).toEqual([])
  lost.go()
  await expect(lost.ended).rejects.toThrow('taken over')
})

test('many changed rows are compared with a large fingerprint in seconds, with little memory', async () => {
  const { db } = h.services
  const feed = await makeFeed(h)
  const of = { runId: 777, attempt: 1 }
  const count = 60_000
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
    select ${feed.feed_id}, ${feed.dropshipper_id}, n, 1, 1, 'SKU-' || n
    from generate_series(1, ${count}::int) n`.execute(db)
  for (const what of ['rows', 'unseen'] as const)
    await sql
      .raw(`create unlogged table ${stageTable(of, what)} as
      select n::int as line, n::bigint as content_hash, 'SKU-' || n as sku
      from generate_series(1, ${count}) n`)
      .execute(db)
  await sql`analyze product`.execute(db)
  await sql.raw(`analyze ${stageTable(of)}, ${stageTable(of, 'unseen')}`).execute(db)
  const { feed_id: feedId, dropshipper_id: dropshipperId } = feed
  const scope = {
    ...of,
    feedId,
    dropshipperId,
    fields: ['sku'] as const,
    rules: feedRules.parse({}),
    partial: true,
    whole: true,
    mended: false,
  }
  const contradicts = () =>
    db.transaction().execute(async (tx) => {
      await sql`set local work_mem = '256kB'`.execute(tx)
      await sql`set local statement_timeout = '10s'`.execute(tx)
      return contradictsFingerprint(tx, scope)
    })
  expect(await contradicts()).toBe(false)
  await sql.raw(`delete from ${stageTable(of, 'unseen')} where content_hash = 4711`).execute(db)
  expect(await contradicts()).toBe(true)
  await dropStages(db, of)
})
