import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { exportList } from '#server/areas/lists/public.ts'
import {
  client,
  harness,
  lettersTo,
  makeFeed,
  makeLogin,
  password,
  staff,
  waiting,
  type Client,
} from '#server/test/harness.ts'

const h = harness()
const reason = 'Left the company'
let invited = 0
const linkIn = (text: string) => /\/join\/([\w-]+)/.exec(text)?.[1] ?? ''

const idOf = async (email: string) =>
  (
    await h.services.db
      .selectFrom('login')
      .select('login_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).login_id
const disable = async (c: Client, email: string) =>
  c.post(`/api/staff/${await idOf(email)}/disable`, { reason })
const setRole = async (c: Client, email: string, role: string) =>
  c.put(`/api/staff/${await idOf(email)}/role`, { role, reason })
const activity = async (type: string) =>
  h.services.db
    .selectFrom('activity')
    .select(['message', 'reason', 'action_by_name'])
    .where('type', '=', type)
    .orderBy('activity_id', 'desc')
    .execute()
const listed = async (c: Client, email: string) =>
  (await c.get('/api/staff')).body.staff.find((login: { email: string }) => login.email === email)

/** Invites a new address; the token in the letter’s link. */
async function invite(c: Client, role = 'support') {
  const email = `invited${++invited}@example.com`
  expect((await c.post('/api/staff/invitations', { email, role })).status).toBe(200)
  return { email, token: await newestToken(email) }
}
async function newestToken(email: string): Promise<string> {
  const letters = await lettersTo(h, email)
  const tokens = letters.map(({ text }) => linkIn(text))
  return tokens[0] ?? ''
}
const invitationOf = async (c: Client, email: string) =>
  (await c.get('/api/staff')).body.invitations.find((one: { email: string }) => one.email === email)
const join = async (token: string, more: object = {}) =>
  (await client(h)).post(`/api-public/staff-invitation/${token}`, {
    first_name: 'Ina',
    last_name: 'Vited',
    password,
    ...more,
  })
const check = async (token: string) =>
  (await (await client(h)).get(`/api-public/staff-invitation/${token}`)).body

describe('the activity of staff', () => {
  test('is read and exported by admins alone, of anyone or of one person, with sign-ins', async () => {
    const c = await staff(h, 'admin')
    const [demoted, other] = [await makeLogin(h, 'finance'), await makeLogin(h, 'support')]
    await client(h, demoted.email)
    await client(h, other.email)
    expect((await setRole(c, demoted.email, 'support')).status).toBe(200)
    const log = async (body: object) => (await c.post('/api/staff/activity-log', body)).body.logs
    const found = async (body: object) =>
      (await log(body)).map(({ type, message }: { type: string; message: string }) => `${type} ${message}`)
    const all = (await found({})).join('\n')
    expect(all).toContain(`(${demoted.email}) changed to Support`)
    expect(all).toContain(other.email)
    const one = await found({ login_id: await idOf(demoted.email) })
    expect(one.map((text: string) => text.split(' ')[0])).toEqual(['staff.role', 'session.sign_in'])
    const input = { list: 'staff_activity', format: 'csv', columns: ['what'], input: {} }
    expect((await c.post('/api/exports', input)).status).toBe(200)

    const support = await client(h, other.email)
    expect((await support.post('/api/staff/activity-log', {})).status).toBe(403)
    expect((await support.post('/api/exports', input)).status).toBe(403)
    for (const path of ['/api/activity-log/', '/api/activity-log/search'])
      expect((await support.post(path, { vendor_id: demoted.vendor_id })).status).toBe(404)
  })
})

describe('a change of a staff login', () => {
  const subjects = async (email: string) => (await lettersTo(h, email)).map(({ subject }) => subject)
  test('is emailed to its person, and a new admin to the other admins', async () => {
    const own = await makeLogin(h, 'admin')
    const [c, colleague] = [await client(h, own.email), await makeLogin(h, 'admin')]
    const { email } = await makeLogin(h, 'support')
    await setRole(c, email, 'finance')
    const [letter] = await lettersTo(h, email)
    expect(letter!.text).toContain('Pat admin changed your role to Finance')
    expect(await subjects(colleague.email)).toEqual([])
    await disable(c, email)
    await c.post(`/api/staff/${await idOf(email)}/enable`, { reason: 'Is back' })
    await setRole(c, email, 'admin')
    expect((await subjects(email)).toSorted()).toEqual([
      'Your Feedstock login was disabled',
      'Your Feedstock login was enabled',
      'Your Feedstock role was changed',
      'Your Feedstock role was changed',
    ])
    expect(await subjects(colleague.email)).toEqual(['New Feedstock admin: Pat support'])
    const { token } = await invite(c, 'admin')
    await join(token)
    expect(await subjects(colleague.email)).toContain('New Feedstock admin: Ina Vited')
  })
})

describe('an invitation', () => {
  test('leads to a login with the chosen name and the given role, once', async () => {
    const c = await staff(h, 'admin')
    const { email, token } = await invite(c, 'finance')
    expect(await check(token)).toEqual({ valid: true, expired: false, email, role: 'finance' })
    expect((await join(token)).body).toEqual({ success: true, email })
    expect((await join(token)).body).toEqual({ success: false, email: '' })
    expect(await invitationOf(c, email)).toBeUndefined()
    expect(await listed(c, email)).toMatchObject({ name: 'Ina Vited', role: 'finance', last_use_tm: null })
    const own = await client(h, email)
    expect((await own.get('/api/account/get')).body).toMatchObject({ role: 'finance', company: 'Ina Vited' })
    expect(await listed(c, email)).toMatchObject({ sessions: 1, last_use_tm: expect.any(String) })
    expect((await activity('staff.join'))[0]?.message).toBe(
      `Ina Vited (${email}) joined staff as Finance, invited by Pat admin`,
    )
  })
  test('of two people who use one link at once lets one through', async () => {
    const { token } = await invite(await staff(h, 'admin'))
    const answers = await Promise.all([join(token), join(token), join(token)])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })
  test('that is sent again ends the earlier link', async () => {
    const c = await staff(h, 'admin')
    const { email, token } = await invite(c)
    const { staff_invitation_id } = await invitationOf(c, email)
    expect((await c.post(`/api/staff/invitations/${staff_invitation_id}/resend`)).status).toBe(200)
    expect((await join(token)).body.success).toBe(false)
    const again = await newestToken(email)
    expect(again).not.toBe(token)
    expect((await join(again)).body.success).toBe(true)
  })
  test('that is withdrawn doesn’t work any more', async () => {
    const c = await staff(h, 'admin')
    const { email, token } = await invite(c)
    const { staff_invitation_id } = await invitationOf(c, email)
    expect((await c.delete(`/api/staff/invitations/${staff_invitation_id}`)).status).toBe(204)
    expect((await join(token)).body.success).toBe(false)
    expect((await c.delete(`/api/staff/invitations/${staff_invitation_id}`)).status).toBe(404)
  })
  test('expires', async () => {
    const c = await staff(h, 'admin')
    const { email, token } = await invite(c)
    await sql`update staff_invitation set expires_tm = now() where email = ${email}`.execute(h.services.db)
    expect(await check(token)).toMatchObject({ valid: false, expired: true })
    expect((await join(token)).body.success).toBe(false)
    expect(await invitationOf(c, email)).toMatchObject({ expired: true })
  })
  test('isn’t sent to an address that has a login', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'customer')
    const refused = await c.post('/api/staff/invitations', { email: email.toUpperCase(), role: 'support' })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['email']])
  })
  test('doesn’t take a common password, and still works after that', async () => {
    const { token } = await invite(await staff(h, 'admin'))
    expect((await join(token, { password: 'password123' })).status).toBe(400)
    expect((await join(token)).body.success).toBe(true)
  })
})

describe('a disabled login', () => {
  test('is signed out everywhere at once and can’t sign in', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const [one, two] = [await client(h, email), await client(h, email)]
    expect((await one.get('/api/jobs/summary')).status).toBe(200)
    expect((await disable(c, email)).body).toMatchObject({ sessions: 2 })
    for (const session of [one, two]) expect((await session.get('/api/jobs/summary')).status).toBe(401)
    const stranger = await client(h)
    expect((await stranger.post('/api-public/account/login', { login: email, password })).status).toBe(400)
    expect(await listed(c, email)).toMatchObject({
      disabled_by_name: 'Pat admin',
      disabled_reason: reason,
      sessions: 0,
    })
    expect((await activity('staff.disable'))[0]).toMatchObject({ reason, action_by_name: 'Pat admin' })
  })
  test('opens no session, even one whose row survived', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const one = await client(h, email)
    await sql`
      update login set disabled_tm = now(), disabled_by_name = 'Somebody'
      where email = ${email}`.execute(h.services.db)
    expect((await one.get('/api/jobs/summary')).status).toBe(401)
    expect((await c.get('/api/jobs/summary')).status).toBe(200)
  })
  test('has no reset link that works, and gets none', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const stranger = await client(h)
    await stranger.post('/api-public/account/forgot-password', { email })
    const [letter] = await lettersTo(h, email)
    const token = /password-reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
    expect((await disable(c, email)).body).toMatchObject({ reset_links: 1 })
    const body = { password: 'another long password' }
    const reset = await stranger.post(`/api-public/account/password-reset/${token}`, body)
    expect(reset.body).toEqual({ success: false })
    await stranger.post('/api-public/account/forgot-password', { email })
    expect((await lettersTo(h, email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Reset your Feedstock password',
      'Your Feedstock login was disabled',
    ])
  })
  test('loses the invitations it sent', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'admin')
    const { token } = await invite(await client(h, email), 'admin')
    expect((await disable(c, email)).body).toMatchObject({ invitations: 1 })
    expect((await join(token)).body.success).toBe(false)
  })
  test('loses the vendors it locked', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const { vendor_id } = await makeLogin(h, 'customer')
    const holder = await client(h, email)
    const lock = { vendor_id, reason: 'A long talk' }
    expect((await holder.post('/api/vendor/lock', lock)).status).toBe(200)
    expect((await c.get(`/api/vendor/view/${vendor_id}`)).status).toBe(403)
    expect((await disable(c, email)).body).toMatchObject({ locks: 1 })
    expect((await c.get(`/api/vendor/view/${vendor_id}`)).status).toBe(200)
  })
  test('loses its exports that are queued, and a job that starts all the same makes no file', async () => {
    const { db } = h.services
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const { dropshipper_id } = await makeFeed(h)
    await sql`
      insert into activity (dropshipper_id, message, type, action_by_name)
      select ${dropshipper_id}, 'Row ' || n, 'note', 'Pat'
      from generate_series(1, 20001) n`.execute(db)
    const own = await client(h, email)
    const begun = await own.post('/api/exports', {
      list: 'activity',
      format: 'csv',
      columns: ['what'],
      input: { dropshipper_id, type: 'note' },
    })
    const { job_id, list_export_id } = begun.body
    expect((await disable(c, email)).body).toMatchObject({ exports: 1 })
    expect((await c.get(`/api/jobs/${job_id}`)).body).toMatchObject({
      job_status: jobStatus.failed,
      reason: 'The login of Pat support was disabled',
    })
    const job = { ...h.services, jobId: job_id, attempt: 1, signal: AbortSignal.any([]) }
    const [progress, done] = [() => {}, () => Promise.resolve()]
    const payload = { list_export_id, login_id: await idOf(email), name: 'Pat support' }
    expect(await exportList.run({ ...job, payload, progress, say: done, takeVcpus: done })).toEqual({
      completed_with_errors: 'The login of Pat support was disabled',
    })
  })
  test('keeps its vendors, and gets no more', async () => {
    const c = await staff(h, 'admin')
    const { email, vendor_id: manager } = await makeLogin(h, 'account_manager')
    const [{ vendor_id: kept }, { vendor_id: other }] = [
      await makeLogin(h, 'customer'),
      await makeLogin(h, 'customer'),
    ]
    const assign = async (vendor_id: number) =>
      (
        await c.post(`/api/vendor/${vendor_id}/set-account-manager`, {
          account_manager_vendor_id: manager,
          note: 'Takes over',
        })
      ).status
    expect(await assign(kept)).toBeLessThan(300)
    expect((await disable(c, email)).body).toMatchObject({ vendors: 1 })
    expect(await assign(other)).toBe(400)
    const { account_manager_vendor_id } = await h.services.db
      .selectFrom('vendor')
      .select('account_manager_vendor_id')
      .where('vendor_id', '=', kept)
      .executeTakeFirstOrThrow()
    expect(account_manager_vendor_id).toBe(manager)
  })
  test('ends its live streams within seconds', async () => {
    const base = await h.app.listen({ port: 0, host: '127.0.0.1' })
    const c = await staff(h, 'admin')
    const { feed_id } = await makeFeed(h)
    const { body: run } = await c.post(`/api/feeds/${feed_id}/run`, {})
    const { email } = await makeLogin(h, 'support')
    const { raw } = await client(h, email)
    const stream = await fetch(`${base}/api/feed-runs/${run.feed_run_id}/events`, {
      headers: { cookie: raw.cookie },
    })
    expect(stream.status).toBe(200)
    await disable(c, email)
    // no worker runs here: the stream ends only with the login
    expect(await stream.text()).toContain('"state":"queued"')
  })
  test('is previewed with what it then ends, and the preview ends nothing', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    await client(h, email)
    const path = `/api/staff/${await idOf(email)}/disable`
    const preview = (await c.get(path)).body
    expect((await c.get(path)).body).toEqual(preview)
    expect((await c.post(path, { reason })).body).toEqual(preview)
    expect((await c.get(path)).status).toBe(409)
    expect((await c.post(path, { reason })).status).toBe(409)
  })
  test('can be enabled: the same password signs in, earlier sessions stay ended', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'finance')
    const before = await client(h, email)
    await disable(c, email)
    const path = `/api/staff/${await idOf(email)}/enable`
    expect((await c.post(path, { reason: 'Back again' })).status).toBe(204)
    expect((await before.get('/api/jobs/summary')).status).toBe(401)
    expect((await (await client(h, email)).get('/api/jobs/summary')).status).toBe(200)
    expect((await activity('staff.enable'))[0]).toMatchObject({ reason: 'Back again' })
    expect((await c.post(path, { reason })).status).toBe(409)
  })
  test('needs a reason', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const refused = await c.post(`/api/staff/${await idOf(email)}/disable`, { reason: ' ' })
    expect([refused.status, refused.body.error.fields]).toEqual([400, { reason: 'Enter a reason' }])
  })
})

describe('a role', () => {
  test('changes at the next request of an open session', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'support')
    const own = await client(h, email)
    expect((await own.get('/api/staff')).status).toBe(403)
    expect((await setRole(c, email, 'admin')).status).toBe(200)
    expect((await own.get('/api/staff')).status).toBe(200)
    expect((await setRole(c, email, 'finance')).status).toBe(200)
    expect((await own.get('/api/staff')).status).toBe(403)
    expect((await activity('staff.role'))[0]).toMatchObject({ reason })
    expect((await setRole(c, email, 'finance')).status).toBe(409)
  })
  test('that may no longer invite ends the invitations that were sent', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'admin')
    const { token } = await invite(await client(h, email))
    const path = `/api/staff/${await idOf(email)}/role`
    expect((await c.get(`${path}?role=finance`)).body).toMatchObject({ invitations: 1, sessions: 0 })
    expect((await setRole(c, email, 'finance')).body).toMatchObject({ invitations: 1 })
    expect((await join(token)).body.success).toBe(false)
  })
  test('of a customer can’t be changed here', async () => {
    const c = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'customer')
    expect((await setRole(c, email, 'admin')).status).toBe(404)
    expect((await disable(c, email)).status).toBe(404)
  })
})

describe('an admin', () => {
  const onlyAdmins = async (...emails: string[]) =>
    sql`
      update login set role = 'support'
      where role = 'admin' and not email = any(${emails}::text[])`.execute(h.services.db)
  test('can neither disable nor demote themself', async () => {
    const { email } = await makeLogin(h, 'admin')
    const c = await client(h, email)
    expect((await disable(c, email)).status).toBe(409)
    expect((await setRole(c, email, 'support')).status).toBe(409)
    expect((await c.get(`/api/staff/${await idOf(email)}/disable`)).status).toBe(409)
  })
  test('of two who disable or demote each other at once, one stays', async () => {
    for (const act of [disable, (c: Client, email: string) => setRole(c, email, 'support')]) {
      const [a, b] = [await makeLogin(h, 'admin'), await makeLogin(h, 'admin')]
      await onlyAdmins(a.email, b.email)
      const [one, two] = [await client(h, a.email), await client(h, b.email)]
      const answers = await Promise.all([act(one, b.email), act(two, a.email)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([401, 403, 409]).toContain(answers.find(({ status }) => status !== 200)?.status)
      const { rows } = await sql`
        select from login where role = 'admin' and disabled_tm is null`.execute(h.services.db)
      expect(rows).toHaveLength(1)
    }
  })
  test('who was demoted while the call waited changes nothing', async () => {
    const { db } = h.services
    const { email } = await makeLogin(h, 'admin')
    const other = await makeLogin(h, 'support')
    const c = await client(h, email)
    let answer: ReturnType<typeof disable> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`.execute(tx)
      answer = disable(c, other.email)
      await waiting(db)
      await sql`update login set role = 'finance' where email = ${email}`.execute(tx)
    })
    expect((await answer)?.status).toBe(403)
    expect(
      (await db.selectFrom('login').select('disabled_tm').where('email', '=', other.email).executeTakeFirst())
        ?.disabled_tm,
    ).toBeNull()
  })
  test('alone may read, export or change staff', async () => {
    const admin = await staff(h, 'admin')
    const ids = (await admin.get('/api/staff')).body.staff.map((s: { login_id: number }) => s.login_id)
    const body = { list: 'staff', format: 'csv', columns: ['email', 'role'], input: { ids } }
    const { list_export_id } = (await admin.post('/api/exports', body)).body
    expect((await admin.get(`/api/exports/${list_export_id}/file`)).body).toContain('Admin')
    const support = await staff(h, 'support')
    expect((await support.post('/api/exports', body)).status).toBe(403)
    expect((await support.get(`/api/exports/${list_export_id}`)).status).toBe(403)
    expect((await support.get(`/api/exports/${list_export_id}/file`)).status).toBe(403)
  })
})

test('without an identity provider there is no single sign-on', async () => {
  for (const path of ['', '/callback'])
    expect((await (await client(h)).get(`/api-public/single-sign-on${path}`)).status).toBe(404)
})
