import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, password } from '#server/test/harness.ts'

const h = harness()
const signIn = async (
  login: string,
  secret: string,
  remoteAddress = '203.0.113.7',
  agent = 'lightMyRequest',
) => {
  const c = await client(h)
  const { statusCode } = await h.app.inject({
    method: 'POST',
    url: '/api-public/account/login',
    headers: { ...c.raw.headers, cookie: c.raw.cookie, 'user-agent': agent },
    payload: { login, password: secret },
    remoteAddress,
  })
  await h.app.afterwards.ended()
  return statusCode
}
const log = (vendor_id: number) =>
  h.services.db
    .selectFrom('activity')
    .select(['type', 'message', 'action_by_name'])
    .where('vendor_id', '=', vendor_id)
    .orderBy('activity_id')
    .execute()
const subjects = async (email: string) => (await lettersTo(h, email)).map(({ subject }) => subject)
const failed = 'Failed sign-ins to your Feedstock account'
const later = (interval: string) =>
  sql`
    with waits as (delete from attempt_limit),
      warned as (update login set warned_tm = warned_tm - ${interval}::interval)
    update sign_in_failure set begin_tm = begin_tm - ${interval}::interval`.execute(h.services.db)

test('failed sign-ins are one row of the account’s log for each network and ten minutes', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  for (let i = 0; i < 3; i++) await signIn(email, 'wrong')
  await signIn(email, 'wrong', '2001:db8:1:2::9')
  await later('10 minutes')
  await signIn(email, 'wrong')
  expect(await log(vendor_id)).toEqual(
    [
      `3 failed sign-ins for ${email} from 203.0.113.7`,
      `1 failed sign-in for ${email} from 2001:db8:1:2::/64`,
      `1 failed sign-in for ${email} from 203.0.113.7`,
    ].map((message) => ({ type: 'session.sign_in_failed', message, action_by_name: 'Feedstock' })),
  )
})

test('ten failed sign-ins within a day are emailed to the owner, once a day', async () => {
  const { email } = await makeLogin(h, 'customer')
  for (let i = 0; i < 9; i++) await signIn(email, 'wrong', `203.0.113.${i}`)
  expect(await subjects(email)).toEqual([])
  for (let i = 0; i < 4; i++) await signIn(email, 'wrong', `203.0.113.${20 + i}`)
  const [letter, ...more] = await lettersTo(h, email)
  expect([letter!.subject, more]).toEqual([failed, []])
  expect(letter!.text).toContain('10 times in the last 24 hours')
  await later('25 hours')
  for (let i = 0; i < 10; i++) await signIn(email, 'wrong', `203.0.113.${40 + i}`)
  expect(await subjects(email)).toEqual([failed, failed])
})

test('wrong passwords at a fresh sign-in are in the log and emailed to the owner as failed sign-ins are', async () => {
  const { email, vendor_id } = await makeLogin(h, 'finance')
  const c = await client(h, email)
  for (let i = 0; i < 10; i++) {
    const { status } = await c.post('/api/account/confirm-identity', { password: 'wrong' })
    expect(status).toBe(400)
    await h.app.afterwards.ended()
  }
  const failures = (await log(vendor_id)).filter(({ type }) => type === 'session.sign_in_failed')
  expect(failures.map(({ message }) => message)).toEqual([
    expect.stringContaining(`10 failed sign-ins for ${email} from `),
  ])
  expect(await subjects(email)).toContain(failed)
})

test('a wrong code counts as a failed sign-in', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  await sql`
    insert into second_factor (login_id, secret, confirmed_tm)
    select login_id, ${h.services.secrets.seal('ABCDEFGHABCDEFGHABCDEFGHABCDEFGH')}, now()
    from login
    where email = ${email}`.execute(h.services.db)
  const c = await client(h)
  await c.post('/api-public/account/login', { login: email, password, code: '000000' })
  await h.app.afterwards.ended()
  expect((await log(vendor_id)).map(({ message }) => message)).toEqual([
    expect.stringContaining(`1 failed sign-in for ${email}`),
  ])
})

test('an account that doesn’t exist leaves nothing', async () => {
  const rows = () => sql`select from sign_in_failure`.execute(h.services.db)
  const before = (await rows()).rows.length
  expect(await signIn('nobody@example.com', 'wrong')).toBe(400)
  expect((await rows()).rows).toHaveLength(before)
})

test('a sign-in in a new browser is emailed, with device, address and time; the first ever and a known one aren’t', async () => {
  const { email } = await makeLogin(h, 'customer')
  const known = await client(h, email)
  expect(await subjects(email)).toEqual([])
  await known.post('/api-public/account/login', { login: email, password })
  expect(await subjects(email)).toEqual([])
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'
  expect(await signIn(email, password, '198.51.100.4', agent)).toBe(200)
  const [letter] = await lettersTo(h, email)
  expect(letter!.subject).toBe('New sign-in to your Feedstock account')
  expect(letter!.text).toMatch(
    /Firefox on Windows, from 198\.51\.100\.4, on \w+ \d+, 20\d\d at \d+:\d\d\s[AP]M UTC/,
  )
})
