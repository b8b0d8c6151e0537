import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { raise } from '#server/platform/notices.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { collectEvents, sendWebhooks } from '../public.ts'
import { failingDaysUntilOff, retrySeconds } from './send-webhooks.ts'

const h = harness({ env: { FETCH_ALLOW_HOSTS: '127.0.0.1' } })
const run = (statement: string) => sql.raw(statement).execute(h.services.db)

const signatures: string[] = []
let status = 204
/** What happens while a message is being received. */
let meanwhile = async () => {}
const receiver = createServer((req, res) => {
  signatures.push(String(req.headers['webhook-signature']))
  void meanwhile().then(() => res.writeHead(status).end())
  req.resume()
})
let admin: Client
let endpointId: number
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  admin = await staff(h, 'admin')
})
afterAll(() => new Promise<void>((done) => receiver.close(() => done())))
beforeEach(async () => {
  signatures.length = 0
  status = 204
  meanwhile = async () => {}
  for (const table of ['system_message', 'notice_endpoint']) await run(`delete from ${table}`)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const { body } = await admin.post('/api/system-messages/endpoints', { name: 'Ops', form: 'standard', url })
  endpointId = body.notice_endpoint_id
  await raise(h.services.db as never, { kind: 'store', subject: 1, message: 'Stopped' })
  await collectEvents(h.services)
  await run(`
    delete from notice_delivery;
    insert into notice_delivery (system_message_id, phase, notice_endpoint_id, due_tm)
    select id, 'begin', ${endpointId}, now() from system_message`)
})
const message = () =>
  h.services.db.selectFrom('notice_delivery').select(['state', 'tries']).executeTakeFirstOrThrow()
const endpoint = async () => (await admin.get('/api/system-messages/endpoints')).body.endpoints[0]

test('a message that was refused as often as it is tried has failed', async () => {
  status = 500
  const all = retrySeconds.length + 1
  await run(`update notice_delivery set tries = ${all - 2}`)
  await sendWebhooks(h.services)
  expect(await message()).toEqual({ state: 'waiting', tries: all - 1 })
  await run('update notice_delivery set due_tm = now()')
  await sendWebhooks(h.services)
  expect(await message()).toEqual({ state: 'failed', tries: all })
  await run('update notice_delivery set due_tm = now()')
  await sendWebhooks(h.services)
  expect(signatures).toHaveLength(2)
})

test('what waits for a webhook that was turned off isn’t sent', async () => {
  await run(`update notice_endpoint set state = 'off', off_reason = 'By Ada'`)
  await sendWebhooks(h.services)
  expect(signatures).toEqual([])
})

test('a webhook that accepts nothing for five days is turned off, and one that just begins to fail isn’t', async () => {
  status = 500
  const failingFor = (days: number) =>
    run(`
      update notice_endpoint set failures = 1, failing_since = now() - make_interval(days => ${days});
      update notice_delivery set due_tm = now(), tries = 0`)
  await failingFor(failingDaysUntilOff - 1)
  await sendWebhooks(h.services)
  expect(await endpoint()).toMatchObject({ state: 'on', off_reason: null })
  await failingFor(failingDaysUntilOff + 1)
  await sendWebhooks(h.services)
  expect(await endpoint()).toMatchObject({ state: 'off', off_reason: 'Nothing was accepted for 5 days' })
})

test('once the time of a secret’s change is over, messages are signed by the new one alone', async () => {
  await admin.post(`/api/system-messages/endpoints/${endpointId}/secret`, {})
  await run(`update notice_endpoint set previous_until = now() - interval '1 second'`)
  await sendWebhooks(h.services)
  expect(signatures.map((signature) => signature.split(' ').length)).toEqual([1])
})

test('a message that is being sent isn’t sent by another worker', async () => {
  meanwhile = async () => {
    meanwhile = async () => {}
    await sendWebhooks(h.services)
  }
  await sendWebhooks(h.services)
  expect(signatures).toHaveLength(1)
})

test('a worker that was slow beyond its claim changes nothing', async () => {
  status = 500
  meanwhile = async () => {
    await run(`update notice_delivery set tries = 2, state = 'sent', sent_tm = now()`)
  }
  await sendWebhooks(h.services)
  expect(await message()).toEqual({ state: 'sent', tries: 2 })
  const { rows } = await sql`select failures from notice_endpoint`.execute(h.services.db)
  expect(rows).toEqual([{ failures: 0 }])
})
