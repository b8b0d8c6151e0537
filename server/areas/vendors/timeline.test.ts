import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  vendor_id = (
    await db
      .insertInto('vendor')
      .values({ company: 'Ann’s Garden' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id
  const { feed_id, dropshipper_id } = await makeFeed(h)
  await sql`
    insert into subscription (vendor_id, dropshipper_id, insert_tm)
    values (${vendor_id}, ${dropshipper_id}, now() - interval '5 days')`.execute(db)
  const run = (state: string, days: number) =>
    sql`
    insert into feed_run (feed_id, dropshipper_id, state, insert_tm, end_tm, reason)
    values (${feed_id}, ${dropshipper_id}, ${state}, now() - make_interval(days => ${days}::int),
      now() - make_interval(days => ${days}::int), 'Because')`.execute(db)
  await run('held', 2)
  await run('unchanged', 3)
  await run('applied', 20)
  await sql`
    insert into mail (recipient, subject, body, tm)
    values ('Ann@example.com', 'Your invoice', '', now() - interval '1 day'),
      ('bo@example.com', 'Of another', '', now())`.execute(db)
  await db.insertInto('contact').values({ vendor_id, email: 'ann@example.com' }).execute()
  await c.post(`/api/vendor/${vendor_id}/note`, { note: 'Called', note_type: 0 })
})

const happened = async (body: object = {}) =>
  (await c.post(`/api/vendor/${vendor_id}/timeline`, body)).body.rows as { kind: string; message: string }[]

test('notes, emails and runs since the subscription are in one list, newest first', async () => {
  const rows = await happened()
  expect(rows.map((row) => row.kind)).toEqual(['notes', 'emails', 'runs'])
  expect(rows).toMatchObject([
    { message: 'Note added: General', by: 'Pat support' },
    { message: 'Your invoice', detail: 'To Ann@example.com' },
    { message: expect.stringMatching(/: held$/), detail: 'Because', entity: 'feed_run' },
  ])
})

test('several kinds are chosen, and a page says whether more follow', async () => {
  expect((await happened({ kinds: ['runs', 'notes'] })).map((row) => row.kind)).toEqual(['notes', 'runs'])
  expect(await happened({ kinds: ['charges'] })).toEqual([])
  await sql`
    insert into activity (type, message, action_by_name, vendor_id)
    select 'vendor.save', 'Saved ' || i, 'Pat', ${vendor_id}::int from generate_series(1, 60) i`.execute(
    h.services.db,
  )
  const first = (await c.post(`/api/vendor/${vendor_id}/timeline`, { kinds: ['settings'] })).body
  expect([first.rows.length, first.more]).toEqual([50, true])
  const second = (await c.post(`/api/vendor/${vendor_id}/timeline`, { kinds: ['settings'], page: 2 })).body
  expect([second.rows.length, second.more]).toEqual([10, false])
})

test('an unknown vendor is reported', async () => {
  expect((await c.post('/api/vendor/2000000000/timeline', {})).status).toBe(404)
})
