import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { raise } from '#server/platform/notices.ts'
import { client, harness, makeLogin } from '#server/test/harness.ts'
import { isNightly } from '#server/test/nightly.ts'
import type { Kill, Turn } from '#server/test/servers/notice-worker.ts'
import { faultsOfNotifications } from './invariants.ts'
import { stateKinds } from './look-for-problems.ts'

const h = harness()
/** Runs statements one by one, since a repeated text is prepared. */
const run = async (...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(h.services.db)
}
const script = join(import.meta.dirname, '../../test/servers/notice-worker.ts')

/** Webhooks by their id. */
const received = new Map<string, string[]>()
const receiver = createServer((req, res) => {
  let body = ''
  req.on('data', (part: Buffer) => (body += String(part)))
  req.on('end', () => {
    const id = String(req.headers['webhook-id'])
    received.set(id, [...(received.get(id) ?? []), body])
    res.writeHead(204).end()
  })
})

/** The next processes load while one works, since that takes a second. */
const ready: { child: ChildProcess; isReady: Promise<unknown> }[] = []
const processesAhead = 3
function load() {
  const child = fork(script, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: h.url,
      DATA_DIR: h.dir,
      FETCH_ALLOW_HOSTS: '127.0.0.1',
      NODE_COMPILE_CACHE: join(h.dir, 'compiled'),
    },
  })
  ready.push({ child, isReady: once(child, 'message') })
}
/** Lets a process work until it is killed or nothing is due, and returns how it ended. */
async function work(kill: Kill | null) {
  while (ready.length < processesAhead) load()
  const { child, isReady } = ready.shift()!
  await isReady
  const ended = once(child, 'exit')
  child.send({ kill })
  const [code, signal] = (await ended) as [number | null, string | null]
  return signal ?? code
}
afterAll(async () => {
  for (const { child } of ready) child.kill('SIGKILL')
  await new Promise<void>((done) => receiver.close(() => done()))
})

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  const admin = await makeLogin(h, 'admin')
  await makeLogin(h, 'support')
  const c = await client(h, admin.email)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { body } = await c.post('/api/system-messages/endpoints', { name: 'Ops', form: 'standard', url })
  await run(`
    insert into notice_rule (name, target, to_endpoint_id, at_once)
    values ('All to Ops', 'endpoint', ${body.notice_endpoint_id}, true);
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    select login_id, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{08:00}' from login;
    insert into market (market_id, market_name) values (8, 'Shopify');
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    select vendor_id, 'Shop ' || n, 8, '{}' from generate_series(10, 39) n, (select vendor_id from vendor limit 1) v`)
})

/** The statements of all looks but that of storms; what was found is counted after them. */
const looks = (stateKinds.length - 1) * 4
const allKills = (
  [
    ['collectEvents', 3, 'sent'],
    ['lookForProblems', 11, 'sent'],
    ['sendNoticeLetters', 5, 'sent'],
    ['sendWebhooks', 1, 'unsent'],
    ['collectEvents', 4, 'unsent'],
    ['lookForProblems', 12, 'unsent'],
    ['sendNoticeLetters', 7, 'sent'],
    ['sendWebhooks', 1, 'sent'],
    ['collectEvents', 7, 'sent'],
    ['lookForProblems', 12, 'sent'],
    ['sendNoticeLetters', 8, 'sent'],
    ['sendWebhooks', 2, 'unsent'],
    ['collectEvents', 14, 'sent'],
    ['lookForProblems', looks + 6, 'sent'],
    ['sendNoticeLetters', 9, 'unsent'],
    ['sendWebhooks', 4, 'sent'],
    ['collectEvents', 16, 'sent'],
    ['lookForProblems', looks + 15, 'unsent'],
    ['sendNoticeLetters', 9, 'sent'],
    ['planReminders', 3, 'sent'],
  ] as const
).map(([turn, statement, how]): Kill => ({ turn: turn satisfies Turn, statement, isSent: how === 'sent' }))

/** By day it dies in each turn at least once. */
const kills = isNightly ? allKills : allKills.slice(0, 6)

/** Everything that waits is due, and what a killed process had claimed is free again. */
const makeDue = () =>
  run(
    `update notice_delivery set due_tm = now() where state = 'waiting'`,
    `update notice_delivery set claimed_tm = claimed_tm - interval '2 minutes' where state = 'sending'`,
  )

test('processes that are killed in the middle of their turns lose no notification and send none twice', async () => {
  // an urgent problem
  await run(`
    insert into job (job_type, category, job_status, queued_tm)
    values ('BASIC_IMAGE', 'image', ${jobStatus.scheduled}, now() - interval '3 minutes')`)
  for (const [index, kill] of kills.entries()) {
    const n = index + 10
    await raise(h.services.db as never, { kind: 'feedback', message: `Message ${n}` })
    await run(
      `update vendor_store set stopped_reason = 'Refused.', stopped_tm = now() where vendor_store_name = 'Shop ${n}'`,
      `update vendor_store set stopped_reason = null, stopped_tm = null where vendor_store_name = 'Shop ${n - 3}'`,
    )
    await makeDue()
    expect(await work(kill), JSON.stringify(kill)).toBe('SIGKILL')
  }
  expect(await work(null)).toBe(0)
  await run('update vendor_store set stopped_reason = null, stopped_tm = null', 'delete from job')
  expect(await work(null)).toBe(0)
  await makeDue()
  expect(await work(null)).toBe(0)
  expect(await faultsOfNotifications(h.services.db)).toEqual([])
  const { rows: deliveries } = await sql<{
    state: string
    line: string
    login_id: number | null
    webhook_id: string | null
    ended_tm: string | null
  }>`
    select d.state, case d.phase when 'end' then 'Resolved: ' else '' end || m.message as line, d.login_id,
      d.webhook_id, m.ended_tm
    from notice_delivery d
    join system_message m on m.id = d.system_message_id`.execute(h.services.db)
  expect(deliveries.filter(({ ended_tm }) => ended_tm === null)).toEqual([])
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['sent', 'dropped']))
  const sent = deliveries.filter(({ state }) => state === 'sent')
  const toPeople = sent.filter(({ login_id }) => login_id !== null)
  expect(toPeople.length).toBeGreaterThan(kills.length)
  expect((await mailedLines()).toSorted()).toEqual(toPeople.map(({ line }) => line).toSorted())
  const toWebhook = sent.filter(({ login_id }) => login_id === null)
  expect(toWebhook.length).toBeGreaterThan(kills.length)
  expect(new Set(received.keys())).toEqual(new Set(toWebhook.map(({ webhook_id }) => webhook_id)))
}, 240_000)

/** Each notification that an email contains, without how long it lasted. */
async function mailedLines() {
  const letters = await h.services.mail.kept()
  return letters
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/^- |, after [^,]+$/g, ''))
    .filter((line) => /^(Resolved: )?(Message \d|Updates for|No worker)/.test(line))
}
