import { beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { raise } from '#server/platform/notices.ts'
import { harness, lettersTo, makeLogin, staff } from '#server/test/harness.ts'
import { collectEvents, sendNoticeLetters } from '../public.ts'

const h = harness()
const run = (statement: string) => sql.raw(statement).execute(h.services.db)
let email: string
let login_id: number
beforeEach(async () => {
  for (const table of ['system_message', 'notice_inbox', 'mail', 'notice_silence'])
    await run(`delete from ${table}`)
  ;({ email } = await makeLogin(h, 'support'))
  ;({ login_id } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow())
})

/** A stopped store, without a message to anybody. */
async function problem(subject: number, message: string): Promise<void> {
  await raise(h.services.db as never, { kind: 'store', subject, message })
  await collectEvents(h.services)
  await run('delete from notice_delivery')
}
/** Of each problem the person has a message, due now unless it is told otherwise. */
const write = ({ phase = 'begin', due = 'now()', more = '', values = '' } = {}) =>
  run(`
    insert into notice_delivery (system_message_id, phase, login_id, due_tm${more})
    select id, '${phase}', ${login_id}, ${due}${values} from system_message order by id
    on conflict do nothing`)
const change = (message: string, set: string) =>
  run(`update system_message set ${set} where message = '${message}'`)
const sent = async () => {
  await run('delete from mail')
  await sendNoticeLetters(h.services)
  const letters = await lettersTo(h, email)
  return letters.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
}

test.each([
  ['was dismissed', 'dismissed = true', 'begin'],
  [
    'was assigned, of a reminder',
    `taken_by = (select min(login_id) from login), taken_tm = now()`,
    'reminder',
  ],
  [
    'is part of a larger one',
    `parent_id = (select id from system_message where message = 'Larger')`,
    'begin',
  ],
  ['was snoozed', `snoozed_until = now() + interval '1 hour'`, 'begin'],
])('what %s isn’t emailed, neither when it is due nor along with other messages', async (_, set, phase) => {
  await problem(1, 'Larger')
  await problem(2, 'Smaller')
  await change('Smaller', set)
  await write({ phase, due: `case message when 'Smaller' then now() + interval '3 minutes' else now() end` })
  expect(await sent()).toMatch(/^(?!.*Smaller).*Larger/s)
  await run(`update notice_delivery set due_tm = now() where state = 'waiting'`)
  expect(await sent()).toBe('')
  await change('Smaller', 'snoozed_until = null')
  await run(`update notice_delivery set due_tm = now() where state = 'waiting'`)
  expect(await sent()).toMatch(set.includes('snoozed') ? /Smaller/ : /^$/)
})

test('what is due within the next minutes goes along, and isn’t emailed again', async () => {
  await problem(1, 'First')
  await problem(2, 'Second')
  await write({ due: `case message when 'Second' then now() + interval '3 minutes' else now() end` })
  expect(await sent()).toMatch(/First.*Second/s)
  await run(`update notice_delivery set due_tm = now()`)
  expect(await sent()).toBe('')
})

test('nobody who may no longer sign in is emailed', async () => {
  await problem(1, 'Stopped')
  await write()
  await run(`update login set disabled_tm = now(), disabled_by_name = 'Ada' where login_id = ${login_id}`)
  expect(await sent()).toBe('')
})

test('what began and was over between two summaries is counted in one of them', async () => {
  await problem(1, 'Brief')
  await write({ more: ', digest, state, dropped', values: `, true, 'dropped', 'ended'` })
  await change('Brief', `ended_tm = now(), ended_by = 'itself'`)
  const summary = async (subject: number) => {
    await raise(h.services.db as never, { kind: 'store', subject, message: `Stays ${subject}` })
    await collectEvents(h.services)
    await run(`delete from notice_delivery where state = 'waiting'`)
    await write({ more: ', digest', values: ', true' })
    return sent()
  }
  expect(await summary(2)).toContain('1 problem started and resolved since then, such as: Brief')
  expect(await summary(3)).toMatch(/^(?!.*resolved since).*Stays 3/s)
})

test('when a silence is ended early, what waited for its end is due', async () => {
  await run(`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    values (${login_id}, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{08:00}')`)
  const c = await staff(h)
  const silence = { own: false, category: 'store', hours: 4, reason: 'a planned move' }
  const { body } = await c.post('/api/system-messages/silences', silence)
  await raise(h.services.db as never, { kind: 'store', subject: 1, message: 'Stopped' })
  await collectEvents(h.services)
  expect(await sent()).toBe('')
  expect((await c.delete(`/api/system-messages/silences/${body.notice_silence_id}`)).status).toBe(204)
  expect(await sent()).toContain('Stopped')
})
