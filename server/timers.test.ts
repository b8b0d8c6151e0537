import { createHash, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { queueRun } from './areas/feeds/public.ts'
import { openDatabase, sql } from './platform/database/db.ts'
import type { Services } from './platform/services.ts'
import { harness, makeFeed, makeLogin, manyRows, waitUntil } from './test/harness.ts'
import { runTimer, takeRareTurns, whenDue } from './timers.ts'

const h = harness()
const runs = (feedId: number) =>
  h.services.db
    .selectFrom('feed_run')
    .select(['feed_run_id', 'started_by'])
    .where('feed_id', '=', feedId)
    .execute()

/** A feed that was due a minute ago and is due next in half an hour. */
async function dueFeed() {
  const feed = await makeFeed(h)
  await feed.publish(manyRows(3))
  await h.services.db
    .updateTable('feed')
    .set({
      schedule_active: true,
      schedule_cron: `${(new Date().getUTCMinutes() + 30) % 60} * * * *`,
      schedule_tz: 'UTC',
      next_run_tm: sql`now() - interval '1 minute'`,
    })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  return feed
}

test.each([-3_600_000, 3_600_000])(
  'a due feed starts once and is scheduled for its next time, with the worker’s clock %d ms off',
  async (off) => {
    const feed = await dueFeed()
    const { services } = await h.another({ machineNow: () => Date.now() + off })
    for (let turn = 0; turn < 3; turn++) {
      await runTimer(services, 'start due feed runs')
      const ended = { state: 'unchanged', end_tm: sql<string>`now()` }
      await services.db.updateTable('feed_run').set(ended).where('feed_id', '=', feed.feed_id).execute()
    }
    expect(await runs(feed.feed_id)).toMatchObject([{ started_by: 'schedule' }])
    const { rows } = await sql<{ right: boolean }>`
      select next_run_tm > now() and next_run_tm < now() + interval '1 hour' as right
      from feed where feed_id = ${feed.feed_id}`.execute(services.db)
    expect(rows).toEqual([{ right: true }])
  },
)

test('with two workers, one takes a timer’s turn', async () => {
  const { services } = await h.another()
  let turns = 0
  let go = () => {}
  const both = new Promise<void>((resolve) => (go = resolve))
  const slow = (s: Services): Services => {
    const jobs = Object.create(s.jobs) as Services['jobs']
    jobs.sweep = async () => {
      turns++
      await both
      return 0
    }
    return { ...s, jobs }
  }
  const first = runTimer(slow(h.services), 'end jobs of lost workers')
  while (turns === 0) await sql`select 1`.execute(services.db)
  await runTimer(slow(services), 'end jobs of lost workers')
  // a timer of another name has its turn meanwhile
  const feed = await dueFeed()
  await runTimer(services, 'start due feed runs')
  expect(await runs(feed.feed_id)).toHaveLength(1)
  go()
  await first
  expect(turns).toBe(1)
})

test('a missing product is deleted after its feed’s retention period, and not a day earlier', async () => {
  const { db } = h.services
  const gone = async (days: number | undefined, ages: number[]) => {
    const feed = await makeFeed(h, days === undefined ? {} : { rules: { gone_retention_days: days } })
    await db.updateTable('feed').set({ current_run_id: 2 }).where('feed_id', '=', feed.feed_id).execute()
    for (const age of [...ages, null])
      await sql`
        insert into product (
          feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, gone_tm, sku)
        values (
          ${feed.feed_id}, ${feed.dropshipper_id}, 1, 1, 1,
          now() - make_interval(days => ${age}::int), ${`gone ${age}`})`.execute(db)
    return feed.feed_id
  }
  const left = async (feedId: number) =>
    (
      await db
        .selectFrom('product')
        .select('sku')
        .where('feed_id', '=', feedId)
        .orderBy('product_id')
        .execute()
    ).map((p) => p.sku)
  const [usual, short] = [await gone(undefined, [91, 89, 1]), await gone(7, [8, 6])]
  await runTimer(h.services, 'delete products past their retention')
  expect(await left(usual)).toEqual(['gone 89', 'gone 1', 'gone null'])
  expect(await left(short)).toEqual(['gone 6', 'gone null'])
  const pending = db.selectFrom('index_pending').select('feed_id').where('feed_id', 'in', [usual, short])
  expect(await pending.orderBy('feed_id').execute()).toEqual([{ feed_id: usual }, { feed_id: short }])
})

test('a missing product is kept for as long as a store may sell it, whatever its age', async () => {
  const { db } = h.services
  const { feed_id, dropshipper_id } = await makeFeed(h)
  const { vendor_id } = await makeLogin(h, 'customer')
  await sql`update feed set current_run_id = 2 where feed_id = ${feed_id}`.execute(db)
  await sql`
    insert into market (market_id, market_name) values (48, 'XCart') on conflict do nothing`.execute(db)
  await sql`insert into subscription (vendor_id, dropshipper_id) values (${vendor_id}, ${dropshipper_id})`.execute(
    db,
  )
  await sql`
    with map as (
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
      values (${vendor_id}, ${dropshipper_id}, 48, 1)),
    store as (
      insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
      values (${vendor_id}, 'Sells', 48, '{"kind":"storage","folder":"sells"}')
      returning vendor_store_id),
    old as (
      insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, gone_tm, sku)
      select ${feed_id}, ${dropshipper_id}, 1, 1, 1, now() - interval '91 days', sku
      from unnest(array['sold', 'unknown', 'sold out', 'not listed']) as sku
      returning product_id, sku)
    insert into store_product (vendor_store_id, product_id, in_store, quantity)
    select vendor_store_id, product_id, sku <> 'not listed',
      case sku when 'sold' then 3 when 'sold out' then 0 when 'not listed' then 3 end
    from store, old`.execute(db)
  const left = async () => {
    await runTimer(h.services, 'delete products past their retention')
    const found = db.selectFrom('product').select('sku').where('feed_id', '=', feed_id).orderBy('sku')
    return (await found.execute()).map(({ sku }) => sku)
  }
  expect(await left()).toEqual(['sold', 'unknown'])
  await sql`update store_product set quantity = 0`.execute(db)
  expect(await left()).toEqual([])
})

test('an out-of-date store gets one job from the timer, an up-to-date one none', async () => {
  const { db } = h.services
  await sql`
    insert into market (market_id, market_name) values (48, 'XCart') on conflict do nothing`.execute(db)
  const { vendor_id } = await makeLogin(h, 'customer')
  const store = (behind: boolean) =>
    db
      .insertInto('vendor_store')
      .values({
        vendor_id,
        vendor_store_name: behind ? 'Behind' : 'Up to date',
        market_id: 48,
        drop_to: JSON.stringify({ kind: 'storage', folder: 'shop' }),
        behind_since: behind ? sql`now()` : null,
      })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
  const { vendor_store_id } = await store(true)
  await store(false)
  await runTimer(h.services, 'update stores with waiting changes')
  await runTimer(h.services, 'update stores with waiting changes')
  const jobs = db
    .selectFrom('job')
    .select(['param_value', 'job_status'])
    .where('job_type', '=', 'VENDOR_STORE_UPDATER_JOB')
  expect(await jobs.execute()).toEqual([
    { param_value: String(vendor_store_id), job_status: jobStatus.scheduled },
  ])
})

test('ended sessions, old reset links and used limits are removed, recent ones aren’t', async () => {
  const { db } = h.services
  const { email } = await makeLogin(h, 'customer')
  const { login_id } = await db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const hash = () => createHash('sha256').update(randomUUID()).digest()
  const [ended, live, oldLink, freshLink] = [hash(), hash(), hash(), hash()]
  await sql`
    insert into session (token_hash, login_id, expires_tm)
    values (${ended}, ${login_id}, now() - interval '1 minute'),
      (${live}, ${login_id}, now() + interval '1 minute')`.execute(db)
  await sql`
    insert into password_reset (token_hash, login_id, expires_tm)
    values (${oldLink}, ${login_id}, now() - interval '8 days'),
      (${freshLink}, ${login_id}, now() - interval '6 days')`.execute(db)
  await sql`
    insert into rate_limit (bucket, window_start, hits)
    values ('old', now() - interval '25 hours', 1), ('fresh', now() - interval '23 hours', 1)`.execute(db)
  await sql`
    insert into idempotency_key (login_id, key, operation, input_hash, request_id, tm)
    values (${login_id}, 'old', 'saveFeed', '', 'r', now() - interval '25 hours'),
      (${login_id}, 'fresh', 'saveFeed', '', 'r', now() - interval '23 hours')`.execute(db)
  await runTimer(h.services, 'delete ended sessions and used limits')
  const keys = db.selectFrom('idempotency_key').select('key').where('login_id', '=', login_id)
  expect(await keys.execute()).toEqual([{ key: 'fresh' }])
  const sessions = db.selectFrom('session').select('token_hash').where('login_id', '=', login_id)
  expect(await sessions.execute()).toEqual([{ token_hash: live }])
  const links = db.selectFrom('password_reset').select('token_hash').where('login_id', '=', login_id)
  expect(await links.execute()).toEqual([{ token_hash: freshLink }])
  const limits = db.selectFrom('rate_limit').select('bucket').where('bucket', 'in', ['old', 'fresh'])
  expect(await limits.execute()).toEqual([{ bucket: 'fresh' }])
})

test('email recipients are removed after 30 days, sent or not', async () => {
  const { db } = h.services
  await sql`
    insert into mail (recipient, subject, body, tm, sent_tm)
    values ('31@example.com', 'Hello', '', now() - interval '31 days', now() - interval '31 days'),
      ('unsent@example.com', 'Hello', '', now() - interval '31 days', null),
      ('29@example.com', 'Hello', '', now() - interval '29 days', now() - interval '29 days')`.execute(db)
  await runTimer(h.services, 'remove records past their retention')
  const left = db.selectFrom('mail').select('recipient').where('subject', '=', 'Hello')
  expect(await left.execute()).toEqual([{ recipient: '29@example.com' }])
})

test('a lost worker is removed after a day, not before', async () => {
  const { db } = h.services
  await sql`
    insert into job_server (server, vcpus, heartbeat_tm)
    values ('silent for 23 hours', 4, now() - interval '23 hours'),
      ('silent for 25 hours', 4, now() - interval '25 hours')`.execute(db)
  await runTimer(h.services, 'delete lost workers')
  const servers = db.selectFrom('job_server').select('server').where('server', 'like', 'silent%')
  expect(await servers.execute()).toEqual([{ server: 'silent for 23 hours' }])
})

test('jobs of a lost worker end with their runs, and show the cause', async () => {
  const { db } = h.services
  const lost = async (server: string | null) => {
    const feed = await makeFeed(h)
    const started = await db
      .transaction()
      .execute((tx) => queueRun(h.services, tx, feed.feed_id, { dry: false, requestedBy: 'a test' }))
    const set = { job_status: jobStatus.executing, attempt: 1, server }
    await db.updateTable('job').set(set).where('job_id', '=', started.job_id).execute()
    await sql`insert into job_attempt (job_id, attempt, server) values (${started.job_id}, 1, 'any')`.execute(
      db,
    )
    await sql`
      update pgboss.job set state = 'failed', completed_on = now() - interval '1 minute'
      where id = (select boss_id from job where job_id = ${started.job_id})`.execute(db)
    return started
  }
  const all = [await lost('machine-7'), await lost(null)]
  await runTimer(h.services, 'end jobs of lost workers')
  const reasons = ['Worker machine-7 was lost', 'The worker was lost']
  for (const [i, { job_id, feed_run_id }] of all.entries()) {
    const job = db.selectFrom('job').select(['job_status', 'reason']).where('job_id', '=', job_id)
    expect(await job.executeTakeFirst()).toEqual({ job_status: jobStatus.failed, reason: reasons[i] })
    const run = db.selectFrom('feed_run').select(['state', 'reason']).where('feed_run_id', '=', feed_run_id)
    expect(await run.executeTakeFirst()).toEqual({ state: 'failed', reason: reasons[i] })
    const attempt = db.selectFrom('job_attempt').select(['outcome', 'reason']).where('job_id', '=', job_id)
    expect(await attempt.execute()).toEqual([{ outcome: 'lost', reason: reasons[i] }])
  }
})

test('a rare timer runs once per interval, however often a process starts', async () => {
  const timer = { name: `hourly ${randomUUID()}`, everySeconds: 3600 }
  let turns = 0
  const look = (services: Services) => whenDue(services, timer, async () => void turns++)
  const { services: another } = await h.another({})
  await Promise.all([look(h.services), look(another)])
  expect(turns).toBe(1)
  await look(another)
  expect(turns).toBe(1)
  await sql`update timer_turn set tm = now() - interval '61 minutes' where name = ${timer.name}`.execute(
    h.services.db,
  )
  await Promise.all([look(h.services), look(another)])
  expect(turns).toBe(2)
})

test('a turn whose process is killed runs again on the same day, and a failed one soon', async () => {
  const timer = { name: `daily ${randomUUID()}`, everySeconds: 86_400 }
  const { db } = h.services
  const { services: killedProcess } = await h.another({})
  let turns = 0
  let end = () => {}
  onTestFinished(() => end())
  const killed = whenDue(killedProcess, timer, () => {
    turns++
    return new Promise<void>((_, fail) => (end = () => fail(new Error('killed'))))
  })
  while (turns === 0) await sql`select 1`.execute(db)
  const look = (turn: () => Promise<unknown>) => whenDue(h.services, timer, turn)
  await look(async () => void turns++)
  expect(turns).toBe(1)
  // the sessions of a killed process end with it, and it writes nothing more
  const locks = sql`
    from pg_locks
    where locktype = 'advisory'
      and granted
      and database = (select oid from pg_database where datname = current_database())`
  await sql`select pg_terminate_backend(pid) ${locks}`.execute(db)
  await waitUntil(
    () => sql`select 1 ${locks}`.execute(db),
    ({ rows }) => rows.length === 0,
  )
  await look(() => Promise.reject(new Error('no gateway')))
  const failedAgo = (minutes: number) =>
    sql`
      update timer_turn
      set failed_tm = now() - make_interval(mins => ${minutes}) where name = ${timer.name}`.execute(db)
  await failedAgo(10)
  await look(async () => void turns++)
  expect(turns).toBe(1)
  await failedAgo(15)
  await look(async () => void turns++)
  await look(async () => void turns++)
  expect(turns).toBe(2)
  end()
  await killed
})

test('timers due at the same time don’t block each other from the database', async () => {
  const few = openDatabase(h.url, { max: 2 })
  const warned: unknown[] = []
  const log = { ...h.services.log, warn: (...said: unknown[]) => void warned.push(said) }
  await sql`delete from timer_turn`.execute(h.services.db)
  await takeRareTurns({ ...h.services, log, db: few.db } as never)
  expect(warned).toEqual([])
  const { rows } = await sql`select from timer_turn`.execute(h.services.db)
  expect(rows.length).toBeGreaterThan(5)
  await few.close()
})
