import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { raise } from '#server/platform/notices.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { collectEvents } from '../public.ts'

const h = harness()
const base = '/api/system-messages'
let admin: Client
let ann: Client
let annId: number
beforeAll(async () => {
  const login = await makeLogin(h, 'support')
  ;({ login_id: annId } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', login.email)
    .executeTakeFirstOrThrow())
  ann = await client(h, login.email)
  admin = await staff(h, 'admin')
})
const rule = (change: object = {}) => ({
  name: 'Stores to me',
  categories: ['store'],
  min_severity: 1,
  scope: 'all',
  scope_ids: [],
  target: 'person',
  to_login_id: annId,
  to_role: null,
  to_endpoint_id: null,
  at_once: true,
  active: true,
  ...change,
})
const rules = async (of: Client) => (await of.get(`${base}/rules`)).body.rules

test('a person sees the team’s rules and their own, and changes only their own', async () => {
  const { status, body } = await ann.post(`${base}/rules`, { rule: rule() })
  expect(status).toBe(200)
  const own = (await rules(ann)).find(
    (r: { notice_rule_id: number }) => r.notice_rule_id === body.notice_rule_id,
  )
  expect(own).toMatchObject({ owner_login_id: annId, may_change: true })
  expect((await rules(ann)).filter((r: { may_change: boolean }) => r.may_change)).toHaveLength(1)
  expect((await rules(admin)).map((r: { owner_login_id: number | null }) => r.owner_login_id)).not.toContain(
    annId,
  )
  expect((await admin.delete(`${base}/rules/${body.notice_rule_id}`)).status).toBe(404)
  expect((await ann.delete(`${base}/rules/1`)).status).toBe(409)
  expect(
    (
      await ann.post(`${base}/rules`, {
        team: true,
        rule: rule({ target: 'role', to_login_id: null, to_role: 'admin' }),
      })
    ).status,
  ).toBe(403)
})

test('two people who change a rule at once don’t overwrite each other', async () => {
  const change = (name: string) =>
    admin.post(`${base}/rules`, {
      notice_rule_id: 2,
      version: 1,
      rule: rule({ name, target: 'manager', to_login_id: null, to_role: 'support' }),
    })
  const answers = await Promise.all([change('A'), change('B')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a rule that is sent twice is added once', async () => {
  const add = () => ann.post(`${base}/rules`, { rule: rule({ name: 'Twice' }) })
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  const again = await ann.post(`${base}/rules`, { rule: rule({ name: 'TWICE' }) })
  expect(again.body.error.fields).toEqual({ name: 'Another rule has this name' })
})

test.each([
  ['a rule of one’s own for another person', { to_login_id: 1_000_000 }, 'target'],
  ['no person', { to_login_id: null }, 'rule.to_login_id'],
  ['a role beside a person', { to_role: 'admin' }, 'rule.to_role'],
  ['chosen suppliers without any', { scope: 'suppliers' }, 'rule.scope_ids'],
  ['a supplier that doesn’t exist', { scope: 'suppliers', scope_ids: [999_999] }, 'scope_ids'],
  ['an unknown category', { categories: ['weather'] }, 'rule.categories.0'],
])('%s is refused by name', async (_, change, field) => {
  const { status, body } = await ann.post(`${base}/rules`, { rule: rule(change) })
  expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([400, [field]])
})

test('before it is saved, a rule shows what it would have sent, by the function that sends', async () => {
  await sql`delete from system_message`.execute(h.services.db)
  await raise(
    h.services.db as never,
    ...[1, 2, 3].map((subject) => ({ kind: 'store' as const, subject, message: `Store ${subject} stopped` })),
  )
  await collectEvents(h.services)
  // Tuesday to Thursday at 10 in New York, of the week before
  await sql`
    update system_message m
    set insert_tm = at, began_tm = at,
      ended_tm = case when m.event_key = 'store:3' then at + interval '1 minute' end,
      ended_by = case when m.event_key = 'store:3' then 'itself' end
    from (
      select id, now() - interval '2 days' + row_number() over (order by id) * interval '1 second' as at
      from system_message) n
    where n.id = m.id`.execute(h.services.db)
  await sql`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    values (${annId}, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{08:00}')`.execute(h.services.db)
  const { body } = await ann.post(`${base}/rules/try`, { rule: rule() })
  expect(body).toMatchObject({
    seen: 3,
    by_recipient: [{ at_once: 1, digests: 0, lines: 2 }],
    not_sent: { ended: 1, parent: 0, later: 0 },
    worst_hour: { messages: 1 },
  })
  expect(body.examples.map(({ message }: { message: string }) => message).toSorted()).toEqual([
    'Store 1 stopped',
    'Store 2 stopped',
  ])
  const { body: none } = await ann.post(`${base}/rules/try`, { rule: rule({ categories: ['money'] }) })
  expect(none).toMatchObject({ seen: 0, by_recipient: [] })
})

test('a person’s hours are saved, and an outdated window is refused', async () => {
  const bob = await staff(h)
  const { body } = await bob.get(`${base}/hours`)
  expect(body).toMatchObject({ time_zone: 'America/New_York', digests: ['08:00', '13:00'], version: 0 })
  expect(
    (await bob.put(`${base}/hours`, { ...body, digests: ['09:30'], away_until: '2030-01-02' })).body,
  ).toEqual({ version: 1 })
  expect((await bob.get(`${base}/hours`)).body).toMatchObject({
    digests: ['09:30'],
    away_until: '2030-01-02',
    version: 1,
  })
  expect((await bob.put(`${base}/hours`, body)).status).toBe(409)
  const { status, body: faulty } = await bob.put(`${base}/hours`, {
    ...body,
    time_zone: 'Mars/Base',
    version: 1,
  })
  expect([status, Object.keys(faulty.error.fields)]).toEqual([400, ['time_zone']])
})

test('a silence needs a subject and a reason, and only its owner ends their own', async () => {
  const bare = await ann.post(`${base}/silences`, { own: true, hours: 4, reason: 'move' })
  expect([bare.status, Object.keys(bare.body.error.fields)]).toEqual([400, ['category']])
  const own = await ann.post(`${base}/silences`, {
    own: true,
    category: 'feed',
    hours: 4,
    reason: 'a planned move',
  })
  expect((await admin.get(`${base}/silences`)).body.silences).toEqual([])
  expect((await admin.delete(`${base}/silences/${own.body.notice_silence_id}`)).status).toBe(403)
  expect((await ann.delete(`${base}/silences/${own.body.notice_silence_id}`)).status).toBe(204)
  expect((await ann.get(`${base}/silences`)).body.silences).toEqual([])
})

test('a silence that is sent twice silences once', async () => {
  const add = () =>
    ann.post(`${base}/silences`, { own: true, category: 'money', hours: 4, reason: 'a planned move' })
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await ann.get(`${base}/silences`)).body.silences).toHaveLength(1)
})

test('two turns can’t overlap, and a gap is shown', async () => {
  expect((await admin.get(`${base}/turns`)).body.gap_from).not.toBeNull()
  const turn = (from_tm: string, until_tm: string) =>
    admin.post(`${base}/turns`, { step: 1, login_id: annId, from_tm, until_tm })
  expect((await turn('2020-01-01T00:00:00Z', '2035-01-01T00:00:00Z')).status).toBe(200)
  expect((await turn('2034-01-01T00:00:00Z', '2036-01-01T00:00:00Z')).status).toBe(409)
  expect((await admin.get(`${base}/turns`)).body).toMatchObject({ gap_from: null, turns: [{ step: 1 }] })
  const backwards = await turn('2037-01-01T00:00:00Z', '2036-01-01T00:00:00Z')
  expect([backwards.status, Object.keys(backwards.body.error.fields)]).toEqual([400, ['until_tm']])
})

test('the noise of a kind is counted by what people did', async () => {
  await sql`delete from system_message`.execute(h.services.db)
  await raise(
    h.services.db as never,
    ...[1, 2].map((subject) => ({ kind: 'store' as const, subject, message: 'Stopped' })),
  )
  await collectEvents(h.services)
  const { body } = await ann.post(`${base}/`, {})
  await ann.put(`${base}/take`, { id: body.notifications[0].id })
  expect((await ann.get(`${base}/noise`)).body.kinds).toEqual([])
  await sql`update system_message set insert_tm = now() - interval '2 days'`.execute(h.services.db)
  expect((await ann.get(`${base}/noise`)).body.kinds).toMatchObject([
    { kind: 'store', notifications: 2, acted_on: 1 },
  ])
})
