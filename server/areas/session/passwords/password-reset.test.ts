import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, password } from '#server/test/harness.ts'

const h = harness()

describe('a forgotten password', () => {
  const linksFor = async (who: string) =>
    (await lettersTo(h, who)).flatMap((m) => /password-reset\/(\S+)/.exec(m.text)?.[1] ?? [])
  const linkFor = async (who: string) => (await linksFor(who))[0]!
  test('gets the same answer for an unknown address, and no email is sent', async () => {
    const c = await client(h)
    expect(
      (await c.post('/api-public/account/forgot-password', { email: 'nobody@example.com' })).status,
    ).toBe(204)
    expect(await linksFor('nobody@example.com')).toEqual([])
    for (const email of ['not an address', '', 'a@b', undefined])
      expect(await c.post('/api-public/account/forgot-password', { email })).toMatchObject({
        status: 400,
        body: { error: { fields: { email: 'Please enter your email address and try again' } } },
      })
  })
  test('is answered before the email is written, so the timing reveals no account', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const c = await client(h)
    const ask = (address: string) => c.post('/api-public/account/forgot-password', { email: address })
    await h.services.db.transaction().execute(async (tx) => {
      await sql`lock table login, password_reset, mail, activity in access exclusive mode`.execute(tx)
      expect((await ask('nobody@example.com')).status).toBe(204)
      expect((await ask(mine)).status).toBe(204)
    })
    expect(await linkFor(mine)).toMatch(/^\S{40,}$/)
  })
  test('can be reset by a link that works once and ends the other sessions', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const other = await client(h, mine)
    const c = await client(h)
    await c.post('/api-public/account/forgot-password', { email: mine })
    const token = await linkFor(mine)
    expect((await c.get(`/api-public/account/password-reset/${token}`)).body).toEqual({
      valid: true,
      expired: false,
      email: mine,
    })
    expect(
      (await c.post(`/api-public/account/password-reset/${token}`, { password: 'short' })).body.error.fields,
    ).toHaveProperty('password')
    expect(
      (await c.post(`/api-public/account/password-reset/${token}`, { password: 'password1234' })).body.error
        .fields.password,
    ).toContain('common')
    expect(
      (await c.post(`/api-public/account/password-reset/${token}`, { password: 'a brand new secret' })).body,
    ).toEqual({ success: true })
    expect(
      (await c.post(`/api-public/account/password-reset/${token}`, { password: 'another new secret' })).body,
    ).toEqual({ success: false })
    // whoever didn't do it is told at once, and once
    const told = (await lettersTo(h, mine)).filter(({ subject }) => subject.includes('was changed'))
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('signed out everywhere.')])
    expect((await c.get(`/api-public/account/password-reset/${token}`)).body).toEqual({
      valid: false,
      expired: false,
      email: '',
    })
    expect((await other.get('/api/account/get')).status).toBe(401)
    expect(
      (await c.post('/api-public/account/login', { login: mine, password: 'a brand new secret' })).status,
    ).toBe(200)
  })
  test('can be reset by one of several links, which makes the others invalid', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const c = await client(h)
    for (let i = 0; i < 3; i++) await c.post('/api-public/account/forgot-password', { email: mine })
    const all = await linksFor(mine)
    const reset = (link: string) =>
      c.post(`/api-public/account/password-reset/${link}`, { password: `a secret of ${link}` })
    const answers = await Promise.all(all.map(reset))
    expect(answers.filter((a) => a.body.success)).toHaveLength(1)
    for (const link of all) {
      expect((await c.get(`/api-public/account/password-reset/${link}`)).body).toEqual({
        valid: false,
        expired: false,
        email: '',
      })
      expect((await reset(link)).body).toEqual({ success: false })
    }
  })
  test('can be reset by a link for 24 hours', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const c = await client(h)
    await c.post('/api-public/account/forgot-password', { email: mine })
    const token = await linkFor(mine)
    const after = async (time: string) => {
      await sql`
        update password_reset set expires_tm = expires_tm - ${time}::interval
        where login_id = (select login_id from login where email = ${mine})`.execute(h.services.db)
      return (await c.get(`/api-public/account/password-reset/${token}`)).body
    }
    expect(await after('23:59')).toEqual({ valid: true, expired: false, email: mine })
    expect(await after('1 minute')).toEqual({ valid: false, expired: true, email: '' })
  })
  test.each(['short', 'x'.repeat(201), 'x'.repeat(5000), 'a%00bcdefghijk'])(
    'can’t be reset by a malformed link (%s), which is answered like an unknown one',
    async (token) => {
      const c = await client(h)
      const url = `/api-public/account/password-reset/${token}`
      expect(await c.get(url)).toMatchObject({
        status: 200,
        body: { valid: false, expired: false, email: '' },
      })
      expect(await c.post(url, { password: 'a brand new secret' })).toMatchObject({
        status: 200,
        body: { success: false },
      })
    },
  )
  test('appears in the log when it is requested and when it is reset', async () => {
    const { email: mine, vendor_id } = await makeLogin(h, 'customer')
    const c = await client(h)
    await c.post('/api-public/account/forgot-password', { email: mine })
    await c.post(`/api-public/account/password-reset/${await linkFor(mine)}`, {
      password: 'a brand new secret',
    })
    const logged = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('vendor_id', '=', vendor_id)
      .orderBy('activity_id')
      .execute()
    expect(logged.map(({ message }) => message)).toEqual([
      `Password reset requested for ${mine}`,
      `Password of ${mine} reset by email link`,
    ])
  })
  test('leaves no readable link in the database or the waiting email', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    await (await client(h)).post('/api-public/account/forgot-password', { email: mine })
    const link = await linkFor(mine)
    const rows = await h.services.db.selectFrom('mail').selectAll().where('recipient', '=', mine).execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${link}|password-reset`))
    const admin = await client(h, (await makeLogin(h, 'admin')).email)
    expect((await admin.get('/api/dev/mail')).body[0]).toMatchObject({
      recipient: mine,
      text: expect.stringContaining(link),
      html: expect.stringContaining(link),
    })
  })
  test('can’t be reset: an expired link is reported as expired, a made-up one as invalid', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const c = await client(h)
    await c.post('/api-public/account/forgot-password', { email: mine })
    const token = await linkFor(mine)
    await h.services.db
      .updateTable('password_reset')
      .set({ expires_tm: new Date(0).toISOString() })
      .execute()
    expect((await c.get(`/api-public/account/password-reset/${token}`)).body).toEqual({
      valid: false,
      expired: true,
      email: '',
    })
    const late = await c.post(`/api-public/account/password-reset/${token}`, {
      password: 'a late new secret',
    })
    expect(late.body).toEqual({ success: false })
    expect((await c.post('/api-public/account/login', { login: mine, password })).status).toBe(200)
    expect((await c.get(`/api-public/account/password-reset/${'x'.repeat(43)}`)).body).toEqual({
      valid: false,
      expired: false,
      email: '',
    })
  })
})
