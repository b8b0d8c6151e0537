import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usualHours } from '#contract/notifications/hours.ts'
import { sql } from '#server/platform/database/db.ts'
import { raise, reportEnd } from '#server/platform/notices.ts'
import { client, harness, lettersTo, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { collectEvents, planReminders, sendNoticeLetters, sendWebhooks } from '../public.ts'
import { retrySeconds } from './send-webhooks.ts'

const h = harness({ env: { FETCH_ALLOW_HOSTS: '127.0.0.1' } })
const run = (statement: string) => sql.raw(statement).execute(h.services.db)

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
const received: Received[] = []
/** What the receiver answers next; a number is a status. */
let answer: { status: number; headers?: Record<string, string> } | 'hang up' = { status: 204 }
const receiver = createServer((req, res) => {
  let body = ''
  req.on('data', (part: Buffer) => (body += String(part)))
  req.on('end', () => {
    received.push({ headers: req.headers, body })
    if (answer === 'hang up') return void req.socket.destroy()
    res.writeHead(answer.status, answer.headers).end('thanks')
  })
})
let url: string
let admin: Client
let email: string
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const login = await makeLogin(h, 'admin')
  email = login.email
  admin = await client(h, email)
})
afterAll(() => new Promise<void>((done) => receiver.close(() => done())))
beforeEach(async () => {
  received.length = 0
  answer = { status: 204 }
  for (const table of [
    'system_message',
    'notice_inbox',
    'mail',
    'notice_endpoint',
    'notice_silence',
    'notice_turn',
  ])
    await run(`delete from ${table}`)
  await run('update notice_rule set active = true')
  await hearAtAnyHour()
})
/** So that the time of day doesn't matter. */
const hearAtAnyHour = () =>
  run(`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    select login_id, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{${usualHours.digests.join()}}'
    from login where role <> 'customer'
    on conflict (login_id) do nothing`)
const supporter = async () => {
  const login = await makeLogin(h, 'support')
  await hearAtAnyHour()
  return login
}

const stop = async (vendor_store_id = 1, message = 'Updates for Pat stopped') => {
  await raise(h.services.db as never, { kind: 'store', subject: vendor_store_id, message, link: '/vendors' })
  await collectEvents(h.services)
}
/** Everything that waits is due now. */
const makeDue = () => run(`update notice_delivery set due_tm = now() where state = 'waiting'`)
const deliveries = async () => {
  const { rows } = await sql<{
    phase: string
    state: string
    dropped: string | null
    tries: number
    wait: number
  }>`
    select phase, state, dropped, tries, extract(epoch from due_tm - now())::float8 as wait
    from notice_delivery
    order by notice_delivery_id`.execute(h.services.db)
  return rows
}
const addEndpoint = async (form = 'standard') => {
  const { body } = await admin.post('/api/system-messages/endpoints', { name: 'Ops', form, url })
  await admin.post('/api/system-messages/rules', {
    team: true,
    rule: {
      name: 'Stores to Ops',
      categories: ['store'],
      min_severity: 0,
      scope: 'all',
      scope_ids: [],
      target: 'endpoint',
      to_login_id: null,
      to_role: null,
      to_endpoint_id: body.notice_endpoint_id,
      at_once: true,
      active: true,
    },
  })
  await run('update notice_rule set active = false where notice_rule_id <= 5')
  return body as { notice_endpoint_id: number; secret: string | null }
}

test('a stopped store is emailed to support once, with its link', async () => {
  const ann = await supporter()
  await stop()
  await sendNoticeLetters(h.services)
  expect(await lettersTo(h, ann.email)).toEqual([])
  await makeDue()
  await Promise.all([sendNoticeLetters(h.services), sendNoticeLetters(h.services)])
  const letters = await lettersTo(h, ann.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ subject: 'Updates for Pat stopped' })
  expect(JSON.stringify(letters[0])).toContain('/vendors')
})

test('several problems of one person are one email', async () => {
  const ann = await supporter()
  await stop(1, 'Updates for Pat stopped')
  await stop(2, 'Updates for Kim stopped')
  await makeDue()
  await sendNoticeLetters(h.services)
  expect((await lettersTo(h, ann.email)).map(({ subject }) => subject)).toEqual([
    'Updates for Pat stopped and 1 more notification',
  ])
})

test('what is over before its email is due is never sent', async () => {
  const ann = await supporter()
  await stop()
  await reportEnd(h.services.db as never, 'store', 1)
  await collectEvents(h.services)
  await makeDue()
  await sendNoticeLetters(h.services)
  expect(await lettersTo(h, ann.email)).toEqual([])
})

test('an urgent problem that nobody is assigned to is emailed to the admins again; one that is assigned isn’t', async () => {
  await raise(h.services.db as never, { kind: 'mail', subject: 'all', message: '4 emails waiting' })
  await collectEvents(h.services)
  await run(`update system_message set insert_tm = now() - interval '50 minutes'`)
  await planReminders(h.services)
  await planReminders(h.services)
  await sendNoticeLetters(h.services)
  expect((await lettersTo(h, email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Urgent: /),
  ])
  const { body } = await admin.post('/api/system-messages/', {})
  await admin.put('/api/system-messages/take', { id: body.notifications[0].id })
  await run(`update system_message set insert_tm = now() - interval '80 minutes'`)
  await run('delete from mail')
  await planReminders(h.services)
  await sendNoticeLetters(h.services)
  expect(await lettersTo(h, email)).toEqual([])
})

test('a webhook is signed as Standard Webhooks says, with the same id on each try', async () => {
  const { secret } = await addEndpoint()
  await stop()
  await makeDue()
  answer = { status: 500 }
  await sendWebhooks(h.services)
  await makeDue()
  answer = { status: 200 }
  await sendWebhooks(h.services)
  expect(received).toHaveLength(2)
  const [first, second] = received
  expect(first!.headers['webhook-id']).toBe(second!.headers['webhook-id'])
  // by the published algorithm
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = second!.headers
  const key = Buffer.from(secret!.replace('whsec_', ''), 'base64')
  expect(signature).toBe(
    `v1,${createHmac('sha256', key)
      .update(`${String(id)}.${String(seconds)}.${second!.body}`)
      .digest('base64')}`,
  )
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(300)
  expect(JSON.parse(second!.body)).toMatchObject({
    type: 'notification.opened',
    data: { key: 'store:1', severity: 'today', message: 'Updates for Pat stopped' },
  })
  expect(await deliveries()).toMatchObject([{ phase: 'begin', state: 'sent', tries: 2 }])
})

test('a webhook isn’t called of a part of a larger problem, nor of what is dismissed or snoozed', async () => {
  await addEndpoint()
  await stop(1)
  await stop(2)
  await stop(3)
  await raise(h.services.db as never, { kind: 'endpoint', subject: 0, message: 'Webhook fails' })
  await collectEvents(h.services)
  await run(`
    update system_message m
    set parent_id = case event_key when 'store:1' then (select id from system_message where kind = 'endpoint') end,
      dismissed = event_key = 'store:2',
      snoozed_until = case event_key when 'store:3' then now() + interval '1 hour' end
    where kind = 'store'`)
  await makeDue()
  await sendWebhooks(h.services)
  expect(received).toEqual([])
  const { body } = await admin.post('/api/system-messages/deliveries', {})
  expect(
    body.deliveries.filter(
      ({ kind, dropped }: { kind: string; dropped: string | null }) =>
        kind === 'store' && dropped === 'parent',
    ),
  ).toHaveLength(1)
  await run('update system_message set parent_id = null, dismissed = false, snoozed_until = null')
  await sendWebhooks(h.services)
  await sendWebhooks(h.services)
  expect(received).toHaveLength(3)
})

test.each([
  ['500', { status: 500 }, retrySeconds[0]],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, retrySeconds[0]],
  ['a closed connection', 'hang up', retrySeconds[0]],
  ['429 with a time', { status: 429, headers: { 'retry-after': '90' } }, 90],
  ['429 without a wait', { status: 429, headers: { 'retry-after': '0' } }, retrySeconds[0]],
] as const)('%s is tried again later, and followed nowhere', async (_, next, seconds) => {
  await addEndpoint()
  await stop()
  await makeDue()
  answer = next
  await sendWebhooks(h.services)
  expect(received).toHaveLength(1)
  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ state: 'waiting', tries: 1 })
  expect(delivery!.wait).toBeGreaterThan(seconds * 0.7)
  expect(delivery!.wait).toBeLessThan(seconds * 1.3)
})

test('410 turns a webhook off, and says so', async () => {
  await addEndpoint()
  await stop()
  await makeDue()
  answer = { status: 410 }
  await sendWebhooks(h.services)
  const { body } = await admin.get('/api/system-messages/endpoints')
  expect(body.endpoints).toMatchObject([{ state: 'off', off_reason: 'The endpoint answered 410 (Gone)' }])
})

test('five failures in a row are a problem of their own, which ends with the next success', async () => {
  await addEndpoint()
  await stop()
  answer = { status: 500 }
  for (let tries = 0; tries < 5; tries++) {
    await makeDue()
    await sendWebhooks(h.services)
  }
  const state = async () => (await admin.get('/api/system-messages/endpoints')).body.endpoints[0].state
  expect(await state()).toBe('failing')
  answer = { status: 200 }
  await makeDue()
  await sendWebhooks(h.services)
  expect(await state()).toBe('on')
})

test('two workers send a message once', async () => {
  await addEndpoint()
  await stop()
  await makeDue()
  await Promise.all([sendWebhooks(h.services), sendWebhooks(h.services)])
  expect(received).toHaveLength(1)
})

test('a message claimed by a worker that is gone is sent by another', async () => {
  await addEndpoint()
  await stop()
  await run(`
    update notice_delivery
    set state = 'sending', tries = 1, claimed_tm = now() - interval '2 minutes', due_tm = now()`)
  await sendWebhooks(h.services)
  expect(await deliveries()).toMatchObject([{ state: 'sent', tries: 2 }])
})

test('the end of a problem is sent once it stayed away, to whoever got its beginning', async () => {
  await addEndpoint()
  await stop()
  await makeDue()
  await sendWebhooks(h.services)
  await reportEnd(h.services.db as never, 'store', 1)
  await collectEvents(h.services)
  expect(await deliveries()).toMatchObject([{ phase: 'begin' }, { phase: 'end', state: 'waiting' }])
  await stop()
  expect(await deliveries()).toMatchObject([{ phase: 'begin' }, { phase: 'end', dropped: 'reopened' }])
  await reportEnd(h.services.db as never, 'store', 1)
  await collectEvents(h.services)
  await makeDue()
  await sendWebhooks(h.services)
  expect(JSON.parse(received.at(-1)!.body)).toMatchObject({ type: 'notification.ended' })
})

test.each([
  [
    'slack',
    (body: { text: string; blocks: unknown[] }) =>
      body.text === 'Updates for &lt;Pat&gt; stopped' && body.blocks.length === 1,
  ],
  [
    'teams',
    (body: { attachments: { contentType: string; content: { body: { text: string }[] } }[] }) =>
      body.attachments[0]!.contentType === 'application/vnd.microsoft.card.adaptive' &&
      body.attachments[0]!.content.body[0]!.text === 'Updates for <Pat> stopped',
  ],
])('%s gets a message in its own format, unsigned', async (form, isRight) => {
  await addEndpoint(form)
  await stop(1, 'Updates for <Pat> stopped')
  await makeDue()
  await sendWebhooks(h.services)
  expect(received).toHaveLength(1)
  expect(received[0]!.headers['webhook-signature']).toBeUndefined()
  expect(isRight(JSON.parse(received[0]!.body))).toBe(true)
})

test('while a secret is changed, messages are signed by both', async () => {
  const { notice_endpoint_id, secret } = await addEndpoint()
  const { body } = await admin.post(`/api/system-messages/endpoints/${notice_endpoint_id}/secret`, {})
  expect(body.secret).not.toBe(secret)
  await stop()
  await makeDue()
  await sendWebhooks(h.services)
  expect(String(received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test('a test message goes the whole way, and a message is sent again with its id', async () => {
  const { notice_endpoint_id } = await addEndpoint()
  await stop()
  await run('delete from notice_delivery')
  const { body } = await admin.post(`/api/system-messages/endpoints/${notice_endpoint_id}/test`, {})
  await sendWebhooks(h.services)
  expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'notification.test' })
  expect(
    (await admin.post(`/api/system-messages/deliveries/${body.notice_delivery_id}/resend`, {})).status,
  ).toBe(204)
  await sendWebhooks(h.services)
  expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
})

test('a webhook’s address and secret are never shown again, and only an admin adds one', async () => {
  await addEndpoint()
  const { body } = await admin.get('/api/system-messages/endpoints')
  expect(JSON.stringify(body)).not.toMatch(/whsec_|\/hooks/)
  const support = await staff(h)
  expect(
    (await support.post('/api/system-messages/endpoints', { name: 'X', form: 'standard', url })).status,
  ).toBe(403)
})

test.each([
  'http://feeds.example/x',
  'ftp://a.example',
  'https://user:pw@a.example/',
  '',
  'https://localhost:9/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://167772161/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
])('the address %s is refused by name', async (bad) => {
  const { status, body } = await admin.post('/api/system-messages/endpoints', {
    name: 'X',
    form: 'standard',
    url: bad,
  })
  expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([400, ['url']])
})
