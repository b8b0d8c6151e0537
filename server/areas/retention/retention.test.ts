import { beforeAll, expect, test } from 'vitest'
import { kindOf, retentionKindNames } from '#contract/retention/kinds.ts'
import { moneyFields } from '#contract/vendors/basics.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, manyRows, rollBack, runFeed, staff, type Client } from '#server/test/harness.ts'
import { keepRetention } from './public.ts'

const h = harness({ worker: true })
let admin: Client
let support: Client
beforeAll(async () => {
  admin = await staff(h, 'admin')
  support = await staff(h, 'support')
})
/** A new day's turn, however many there were. */
async function clean(turn?: number): Promise<void> {
  await sql`delete from retention_day`.execute(h.services.db)
  await keepRetention(h.services, turn)
}
const texts = async (statement: ReturnType<typeof sql<{ text: string }>>) =>
  (await statement.execute(h.services.db)).rows.map((row) => row.text)
const days = (n: number) => sql`now() - make_interval(days => ${n}::int)`

test('the page lists every kind with its size, days and reason’s bounds, and money is kept forever', async () => {
  const { status, body } = await support.get('/api/retention')
  expect(status).toBe(200)
  expect(body.kinds.map((k: { kind: string }) => k.kind)).toEqual(retentionKindNames)
  const kind = (name: string) => body.kinds.find((k: { kind: string }) => k.kind === name)
  expect(kind('money')).toMatchObject({ days: null, cleaned_tm: null })
  expect(kind('activity')).toMatchObject({ days: 1095, added_bytes_day: null, forecast_bytes: null })
  expect(kind('activity').rows).toBeGreaterThan(0)
  expect(kind('activity').bytes).toBeGreaterThan(8000)
  expect(body.database_bytes).toBeGreaterThan(1_000_000)
  expect(body.disk_free_bytes).toBeGreaterThan(0)
})

test('every table named exists, and none twice', async () => {
  const names = retentionKindNames.flatMap((kind) => [...kindOf(kind).tables])
  expect(new Set(names).size).toBe(names.length)
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where to_regclass(name) is null`.execute(h.services.db)
  expect(rows).toEqual([])
})

test('growth is measured from day to day, with what was removed, and forecast', async () => {
  const { db } = h.services
  await sql`delete from retention_day`.execute(db)
  const kind = async (name: string) =>
    (await support.get('/api/retention')).body.kinds.find((k: { kind: string }) => k.kind === name)
  const { rows, bytes } = await kind('activity')
  await sql`
    insert into retention_day (kind, day, rows, bytes, removed)
    values ('activity', (now() at time zone 'UTC')::date - 4, 0, 1, 4)`.execute(db)
  const measured = await kind('activity')
  const added = ((measured.rows + 4) / 4) * (measured.bytes / measured.rows)
  expect(measured.rows).toBeGreaterThanOrEqual(rows)
  expect(measured.added_bytes_day).toBeCloseTo(added, -2)
  expect(measured.forecast_bytes).toBeCloseTo(bytes + 90 * added, -4)
})

test('an admin changes the days within bounds, and the log says so', async () => {
  const save = (c: Client, body: object) => c.post('/api/retention', body)
  const body = { kind: 'job_logs', days: 14, known_days: 30 }
  expect((await save(support, body)).status).toBe(403)
  expect((await save(admin, { ...body, days: 6 })).body.error.fields).toEqual({
    days: 'Enter 7 to 3,650 days',
  })
  expect((await save(admin, { ...body, kind: 'money' })).status).toBe(400)
  expect((await save(admin, body)).body).toEqual({ days: 14 })
  expect((await save(admin, { ...body, days: 20 })).body.error.message).toContain('It now says: “14 days”')
  const { rows } = await sql<{ message: string; changes: unknown }>`
    select message, changes from activity where type = 'retention.save'`.execute(h.services.db)
  expect(rows).toEqual([{ message: 'Job logs: kept for 14 days', changes: { days: { from: 30, to: 14 } } }])
  const { body: page } = await support.get('/api/retention')
  expect(page.kinds.find((k: { kind: string }) => k.kind === 'job_logs').days).toBe(14)
  await sql`delete from retention`.execute(h.services.db)
})

test('old jobs, logs and messages are removed, and what hasn’t ended stays', async () => {
  const { db } = h.services
  await sql`
    insert into job (job_type, category, job_status, subject, queued_tm, job_end_time)
    values ('BASIC_IMAGE', 'image', 0, 'old', ${days(200)}, ${days(181)}),
      ('BASIC_IMAGE', 'image', 3, 'recent', ${days(200)}, ${days(179)}),
      ('BASIC_IMAGE', 'image', 4, 'open', ${days(200)}, null)`.execute(db)
  await sql`
    insert into job_log (job_id, attempt, level, message, tm)
    select job_id, 1, 'info', subject || ' ' || age, now() - make_interval(days => age)
    from job cross join unnest(array[29, 31]) as age
    where subject in ('recent', 'open')`.execute(db)
  await sql`insert into job_attempt (job_id, attempt, server) select job_id, 1, 'a' from job where subject = 'old'`.execute(
    db,
  )
  await sql`
    insert into system_message (category, kind, message, insert_tm, ended_tm, ended_by)
    values ('feed', 'feed', 'of last year', ${days(366)}, now(), 'itself'),
      ('feed', 'feed', 'of this year', ${days(364)}, now(), 'itself'),
      ('feed', 'feed', 'of a problem that still exists', ${days(366)}, null, null)`.execute(db)
  await clean()
  expect(await texts(sql`select subject as text from job where subject is not null order by 1`)).toEqual(
    expect.not.arrayContaining(['old']),
  )
  expect(
    await texts(sql`select subject as text from job where subject in ('old', 'recent', 'open') order by 1`),
  ).toEqual(['open', 'recent'])
  expect(
    await texts(sql`select message as text from job_log where message ~ ' (29|31)$' order by 1`),
  ).toEqual(['open 29', 'open 31', 'recent 29'])
  expect(await texts(sql`select message as text from system_message where message like 'of %'`)).toEqual([
    'of this year',
    'of a problem that still exists',
  ])
  await sql`delete from job where subject in ('recent', 'open')`.execute(db)
})

test('activity about money stays when other activity of its age is removed', async () => {
  const aged = (type: string, message: string, age: number, field = 'company') =>
    sql`
      insert into activity (type, message, action_by_name, tm, changes)
      values (${type}, ${message}, 'Pat', ${days(age)},
        jsonb_build_object(${field}::text, jsonb_build_object('from', null, 'to', 'x')))`.execute(
      h.services.db,
    )
  await aged('vendor.note', 'aged note', 1096)
  await aged('vendor.note', 'newer note', 1094)
  await aged('vendor.save', 'aged name', 2000)
  const money = ['payment.charge', 'billing.extras', 'promo_code.give']
  for (const type of money) await aged(type, `aged ${type}`, 2000)
  for (const field of moneyFields) await aged('vendor.save', `aged ${field}`, 2000, field)
  await clean()
  const left = await texts(sql`select message as text from activity where message ~ '^(aged|newer) '`)
  expect(left.toSorted()).toEqual(
    ['newer note', ...[...money, ...moneyFields].map((what) => `aged ${what}`)].toSorted(),
  )
})

test('open incidents, unprocessed gateway events and valid expectations stay', async () => {
  const { db } = h.services
  const { feed_id } = await makeFeed(h)
  await sql`
    insert into incident (feed_id, kind, began_tm, seen_tm, ended_tm)
    values (${feed_id}, 'failing', ${days(500)}, ${days(500)}, ${days(401)}),
      (${feed_id}, 'late', ${days(500)}, ${days(1)}, null)`.execute(db)
  await sql`
    insert into gateway_event (gateway, event_id, type, about, tm, processed_tm)
    values ('sandbox', 'done', 'x', '{}', ${days(401)}, ${days(401)}),
      ('sandbox', 'open', 'x', '{}', ${days(401)}, null)`.execute(db)
  await clean()
  expect(await texts(sql`select kind as text from incident where feed_id = ${feed_id}`)).toEqual(['late'])
  expect(await texts(sql`select event_id as text from gateway_event`)).toEqual(['open'])
})

test('a cleanup continues where a turn ended, and a day has one', async () => {
  const { db } = h.services
  await sql`delete from system_message`.execute(db)
  await sql`
    insert into system_message (category, kind, message, insert_tm, ended_tm, ended_by)
    select 'feed', 'feed', n::text, ${days(400)}, now(), 'itself' from generate_series(1, 12000) n`.execute(
    db,
  )
  await sql`delete from retention_day`.execute(db)
  const left = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from system_message`.execute(db)).rows[0]?.n
  // a turn without time does nothing
  await keepRetention(h.services, 0)
  expect(await left()).toBe(12_000)
  await keepRetention(h.services)
  expect(await left()).toBe(0)
  const { rows } = await sql<{ removed: number; done: boolean }>`
    select removed::int as removed, done_tm is not null as done
    from retention_day where kind = 'system_messages'`.execute(db)
  expect(rows).toEqual([{ removed: 12_000, done: true }])
  await sql`
    insert into system_message (category, kind, message, insert_tm, ended_tm, ended_by)
    values ('feed', 'feed', 'x', ${days(400)}, now(), 'itself')`.execute(db)
  await keepRetention(h.services)
  expect(await left()).toBe(1)
})

/** A feed whose every product changed in each of four runs. */
async function applyFour() {
  const feed = await makeFeed(h)
  const ids: number[] = []
  for (const quantity of ['7', '8', '9', '10']) {
    await feed.publish(manyRows(5, () => ['1.50', quantity]))
    const run = await runFeed(support, feed.feed_id)
    expect(run.state).toBe('applied')
    ids.push(run.feed_run_id)
  }
  return { feed, ids }
}

test('a feed’s old runs are removed, but not those that its catalog needs', async () => {
  const { db } = h.services
  const { feed, ids } = await applyFour()
  await sql`
    update feed_run set insert_tm = ${days(500)}, applied_tm = ${days(500)}, end_tm = ${days(500)}
    where feed_id = ${feed.feed_id}`.execute(db)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const compare = (a: number, b: number) => support.get(`/api/feed-runs/${a}/compare/${b}`)
  await clean()
  const { rows } = await sql<{ feed_run_id: number; images: number }>`
    select feed_run_id::int as feed_run_id,
      (select count(*) from product_before b where b.feed_run_id = r.feed_run_id)::int as images
    from feed_run r where feed_id = ${feed.feed_id} order by 1`.execute(db)
  expect(rows).toEqual([
    { feed_run_id: third, images: 5 },
    { feed_run_id: fourth, images: 5 },
  ])
  expect((await support.get(`/api/feed-runs/${first}`)).status).toBe(404)
  expect((await compare(second, fourth)).status).toBe(404)
  // the last run can be rolled back, and the one before it can't: what it returns to is no longer there
  await rollBack(support, fourth, 'Wrong prices')
  const refusal = await support.post(`/api/feed-runs/${third}/roll-back`, { reason: 'Wrong, too' })
  expect(refusal.body.error.message).toBe('The state before this run is no longer stored')
})

test('a held run waits for its decision however old it is, as do the run in use and nothing else', async () => {
  const { db } = h.services
  const { feed, ids } = await applyFour()
  const [, held = 0, , current = 0] = ids
  await sql`
    update feed_run
    set insert_tm = ${days(500)}, applied_tm = ${days(500)}, end_tm = ${days(500)}, previous_run_id = null,
      state = case when feed_run_id = ${held} then 'held' else state end
    where feed_id = ${feed.feed_id}`.execute(db)
  await clean()
  const { rows } = await sql<{ id: number }>`
    select feed_run_id::int as id from feed_run where feed_id = ${feed.feed_id} order by 1`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual([held, current])
})

test('when its products’ states are removed, a run stays, but isn’t compared', async () => {
  const { db } = h.services
  const { ids } = await applyFour()
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await sql`
    update feed_run set insert_tm = ${days(91)}, applied_tm = ${days(91)}
    where feed_run_id in (${first}, ${second}, ${third})`.execute(db)
  await clean()
  const compared = async (a: number, b: number) =>
    (await support.get(`/api/feed-runs/${a}/compare/${b}`)).body
  const changes = async (id: number) => (await support.get(`/api/feed-runs/${id}/changes?search=`)).body
  expect([await compared(first, fourth), await changes(second), await changes(fourth)]).toMatchObject([
    { error: { message: `The state before run ${second} is no longer stored. Compare later runs` } },
    { counts: null },
    { counts: { Created: 0, Updated: 5, Deleted: 0 } },
  ])
})
