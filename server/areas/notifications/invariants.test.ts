import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, makeLogin } from '#server/test/harness.ts'
import { faultsOfNotifications, invariantNames } from './invariants.ts'

const h = harness()
const run = async (...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(h.services.db)
}
let feed_id: number
let login: number
beforeAll(async () => {
  ;({ feed_id } = await makeFeed(h))
  const { vendor_id } = await makeLogin(h, 'admin')
  login = (await h.services.db.selectFrom('login').select('login_id').executeTakeFirstOrThrow()).login_id
  await run(
    `insert into market (market_id, market_name) values (8, 'Shopify')`,
    `insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to) values (${vendor_id}, 'Pat', 8, '{}')`,
    `update notice_rule set insert_tm = now() - interval '1 year'`,
    `insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
     values (${login}, 'UTC', '18:00', '08:00', '{1,2,3,4,5}', '{08:00}')`,
  )
})
beforeEach(async () => {
  await run(
    'delete from system_message',
    'delete from notice_inbox',
    'delete from incident',
    'delete from notice_endpoint',
    `update login set last_acknowledge_tm = 'epoch', role = 'admin'`,
    'update vendor_store set stopped_tm = null',
  )
})

/** Adds a notification of a store that began hours ago. */
const message = (id: number, columns: Record<string, string> = {}) => {
  const all = {
    category: `'store'`,
    kind: `'store'`,
    event_key: `'store:${id}'`,
    severity: '1',
    message: `'Stopped'`,
    insert_tm: `now() - interval '3 hours'`,
    began_tm: `now() - interval '3 hours'`,
    last_tm: `now() - interval '3 hours'`,
    ...columns,
  }
  return `insert into system_message (id, ${Object.keys(all).join()}) overriding system value
    values (${id}, ${Object.values(all).join()})`
}
const over = { ended_tm: `now() - interval '2 hours'`, ended_by: `'itself'` }
const delivery = (id: number, columns: Record<string, string> = {}) => {
  const all = {
    phase: `'begin'`,
    login_id: String(login),
    notice_rule_id: '(select min(notice_rule_id) from notice_rule)',
    state: `'sent'`,
    // a Tuesday at noon
    sent_tm: `timestamptz '2026-03-03 12:00Z'`,
    due_tm: `timestamptz '2026-03-03 12:00Z'`,
    ...columns,
  }
  return `insert into notice_delivery (system_message_id, ${Object.keys(all).join()})
    values (${id}, ${Object.values(all).join()})`
}
const notSent = { sent_tm: 'null' }
const urgent = { severity: '2', event_key: `'mail:all'`, kind: `'mail'` }

/** What breaks each invariant, by its name. */
const breaks: Record<string, () => string[]> = {
  'a key has one notification at a time': () => [
    message(1, { ...over, event_key: `'store:9'` }),
    message(2, { event_key: `'store:9'` }),
  ],
  'nothing ends before it starts': () => [message(1, { ...over, ended_tm: `now() - interval '4 hours'` })],
  'a count is that of its events': () => [
    message(1, { count: '3' }),
    `insert into notice_event (event_id, system_message_id, tm, what, severity, message)
     values (1, 1, now(), 'begin', 1, ''), (2, 1, now(), 'begin', 1, ''), (3, 1, now(), 'end', 1, '')`,
  ],
  'an urgent problem is sent to someone within a minute': () => [
    message(1, { ...urgent, insert_tm: `now() - interval '2 minutes'` }),
  ],
  'an urgent problem without an assignee is sent again within two hours': () => [
    message(1, urgent),
    delivery(1),
  ],
  'urgent problems have someone to go to': () => [`update login set role = 'support'`],
  'everyone who got the beginning gets the end': () => [message(1, over), delivery(1)],
  'no one gets the end alone': () => [message(1, over), delivery(1, { phase: `'end'` })],
  'quiet hours are kept': () => [message(1), delivery(1, { due_tm: `timestamptz '2026-03-03 20:00Z'` })],
  'no message waits or is being sent for ten minutes': () => [
    message(1),
    delivery(1, { ...notSent, state: `'waiting'`, due_tm: `now() - interval '11 minutes'` }),
  ],
  'no event waits for two minutes': () => [
    `insert into notice_inbox (tm, kind, event_key, what, severity, message)
     values (now() - interval '3 minutes', 'store', 'store:1', 'begin', 1, '')`,
  ],
  'a part is silent while its larger problem exists': () => [
    message(1, { event_key: `'storm:store'`, kind: `'storm'` }),
    message(2, { parent_id: '1' }),
    delivery(2, { insert_tm: 'now()', sent_tm: 'now()' }),
  ],
  'a part is silent no longer than its larger problem': () => [
    message(1, { ...over, event_key: `'storm:store'`, kind: `'storm'` }),
    message(2, { parent_id: '1' }),
  ],
  'an incident has its notification': () => [
    `insert into incident (feed_id, kind, began_tm, seen_tm)
     values (${feed_id}, 'late', now() - interval '1 hour', now() - interval '1 hour')`,
  ],
  'a feed that needs attention has an incident or a held run': () => [
    message(1, { event_key: `'feed:${feed_id}'`, kind: `'feed'` }),
  ],
  'a stopped store has its notification': () => [
    `update vendor_store set stopped_tm = now() - interval '11 minutes'`,
  ],
  'notifications are listed in the order of their ids': () => [
    message(1),
    message(2, { insert_tm: `now() - interval '4 hours'` }),
  ],
  'an urgent problem is dismissed with a reason': () => [message(1, { ...urgent, dismissed: 'true' })],
  'no one has read a later notification': () => [
    `update login set last_acknowledge_tm = now() + interval '1 hour'`,
  ],
  'a webhook that was turned off has its notification': () => [
    `insert into notice_endpoint (name, form, url_sealed, host, state, off_reason, failing_since, made_by_name)
     values ('Ops', 'slack', '', 'hooks.example', 'off', 'Gone', now() - interval '6 days', 'Ada')`,
  ],
  'a ticket is one': () => [message(1, { jira_ticket: `'later'` })],
}

test.each(invariantNames)('found when broken: %s', async (name) => {
  expect(await faultsOfNotifications(h.services.db)).toEqual([])
  await run(...breaks[name]!())
  expect((await faultsOfNotifications(h.services.db)).map((fault) => fault.replace(/: \d+$/, ''))).toEqual([
    name,
  ])
})

test('worse problems, reopened ones and parts that were told before are sound', async () => {
  await run(
    message(1, { ...over, ended_by: `'worse'`, event_key: `'dispute:a'` }),
    message(2, { event_key: `'dispute:a'`, previous_id: '1', count: '2' }),
    message(3, { event_key: `'storm:store'`, kind: `'storm'` }),
    message(4, { parent_id: '3' }),
    delivery(4, { insert_tm: `now() - interval '4 hours'`, sent_tm: `now() - interval '200 minutes'` }),
  )
  expect(await faultsOfNotifications(h.services.db)).toEqual([])
})
