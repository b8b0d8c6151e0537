import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { SMTPServer } from 'smtp-server'
import { client, harness, makeLogin, password, until, type Client } from '../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { sql } from '../../platform/db.ts'
import { Mail } from '../../platform/mail.ts'
import { createLog } from '../../platform/log.ts'

const h = harness()
let email = ''
beforeAll(async () => {
  email = (await makeLogin(h, 'support')).email
})
/** The letters to an account that were kept; none is written before its answer. */
async function lettersTo(who: string) {
  await h.app.afterwards.ended()
  return (await h.services.mail.kept()).filter((m) => m.recipient === who)
}
const form = (body: Record<string, string>) => new URLSearchParams(body).toString()

describe('signing in', () => {
  test('by a form opens a session that the account call knows', async () => {
    const c = await client(h)
    const signedIn = await h.app.inject({
      method: 'POST',
      url: '/api-public/authentication/login',
      headers: {
        ...c.raw.headers,
        cookie: c.raw.cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: form({ login: email.toUpperCase(), password }),
    })
    expect(signedIn.statusCode).toBe(200)
    const session = signedIn.cookies.find((k) => k.name === 'session')!
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const { body } = await c.get('/api/account/get').then(async () => ({
      body: (
        await h.app.inject({ url: '/api/account/get', headers: { cookie: `session=${session.value}` } })
      ).json(),
    }))
    expect(body).toMatchObject({ email, role: 'support', contact: { daily_update_notifications: 0 } })
  })
  test('is refused with one text, whether or not the account exists', async () => {
    const c = await client(h)
    for (const login of [email, 'nobody@example.com'])
      expect(
        await c.post('/api-public/account/login', { login, password: 'wrong wrong wrong' }),
      ).toMatchObject({
        status: 400,
        body: { error: { message: messages.loginFailed } },
      })
  })
  test('is refused after ten tries on one account', async () => {
    const c = await client(h)
    const { email: other } = await makeLogin(h, 'customer')
    for (let i = 0; i < 10; i++)
      await c.post('/api-public/account/login', { login: other, password: 'wrong' })
    expect((await c.post('/api-public/account/login', { login: other, password })).status).toBe(429)
  })
  test('out ends the session for good', async () => {
    const c = await client(h, email)
    const { cookie } = c.raw
    expect((await c.post('/api/authentication/logout', {})).status).toBe(204)
    expect((await h.app.inject({ url: '/api/account/get', headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('a forgotten password', () => {
  const linksFor = async (who: string) =>
    (await lettersTo(who)).map((m) => /password-reset\/(\S+)/.exec(m.body)![1]!)
  const linkFor = async (who: string) => (await linksFor(who))[0]!
  test('gives the same answer for an unknown address, and no mail', async () => {
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
  test('is answered before the letter is written, so that no time tells whether there is an account', async () => {
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
  test('is set anew by a link that works once, and ends the other sessions', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const other = await client(h, mine)
    const c = await client(h)
    await c.post('/api-public/account/forgot-password', { email: mine })
    const token = await linkFor(mine)
    expect((await c.get(`/api-public/account/password-reset/${token}`)).body).toEqual({
      valid: true,
      expired: false,
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
    expect((await c.get(`/api-public/account/password-reset/${token}`)).body).toEqual({
      valid: false,
      expired: false,
    })
    expect((await other.get('/api/account/get')).status).toBe(401)
    expect(
      (await c.post('/api-public/account/login', { login: mine, password: 'a brand new secret' })).status,
    ).toBe(200)
  })
  test('is set anew by one of several links, and the others are good no longer', async () => {
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
      })
      expect((await reset(link)).body).toEqual({ success: false })
    }
  })
  test('leaves no link in clear behind, neither where it is kept nor in the letter that waits', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    await (await client(h)).post('/api-public/account/forgot-password', { email: mine })
    const link = await linkFor(mine)
    const rows = await h.services.db.selectFrom('mail').selectAll().where('recipient', '=', mine).execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${link}|password-reset`))
    const admin = await client(h, (await makeLogin(h, 'admin')).email)
    expect((await admin.get('/api/dev/mail')).body[0]).toMatchObject({
      recipient: mine,
      body: expect.stringContaining(link),
    })
  })
  test('by an expired link is expired, by a made-up one invalid', async () => {
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
    })
    expect((await c.get(`/api-public/account/password-reset/${'x'.repeat(43)}`)).body).toEqual({
      valid: false,
      expired: false,
    })
  })
})

describe('a session', () => {
  const rows = (who: string) => sql`login_id = (select login_id from login where email = ${who})`
  const ask = (c: Client) => h.app.inject({ url: '/api/account/get', headers: { cookie: c.raw.cookie } })

  test('lasts fourteen days and not a moment more', async () => {
    const { email: mine } = await makeLogin(h, 'support')
    const c = await client(h, mine)
    const { db } = h.services
    const later = (by: string) =>
      sql`update session set insert_tm = insert_tm - ${by}::interval, expires_tm = expires_tm - ${by}::interval where ${rows(mine)}`.execute(
        db,
      )
    await later('13 days 23:59:00')
    expect((await ask(c)).statusCode).toBe(200)
    await later('1 minute')
    const refused = await ask(c)
    expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'signed_out'])
    expect(refused.cookies.find((k) => k.name === 'session')).toMatchObject({ value: '' })
  })
  test('that is signed out is over at the server, and the same person’s others go on', async () => {
    const { email: mine } = await makeLogin(h, 'support')
    const [c, other] = [await client(h, mine), await client(h, mine)]
    const { cookie, headers } = { ...c.raw }
    expect((await c.post('/api/authentication/logout', {})).status).toBe(204)
    const before = await h.app.inject({ url: '/api/account/get', headers: { ...headers, cookie } })
    expect(before.statusCode).toBe(401)
    expect((await ask(other)).statusCode).toBe(200)
  })
  test.each([
    ['https://feeds.example.com', true],
    ['http://127.0.0.1:4000', undefined],
  ])(
    'at %s has cookies that pages can’t read, other sites can’t send, and only https carries where there is https',
    async (publicUrl, secure) => {
      const { email: mine } = await makeLogin(h, 'support')
      const app = await buildApp(
        { ...h.services, config: { ...h.services.config, publicUrl } },
        { version: 'test' },
      )
      const page = await app.inject({ url: '/api/account/get' })
      const token = page.cookies.find((k) => k.name === 'XSRF-TOKEN')!.value
      const { cookies } = await app.inject({
        method: 'POST',
        url: '/api-public/account/login',
        headers: { 'x-xsrf-token': token, cookie: `XSRF-TOKEN=${token}` },
        payload: { login: mine, password },
      })
      await app.close()
      const flags = Object.fromEntries(cookies.map(({ name, value: _value, ...rest }) => [name, rest]))
      const always = { path: '/', sameSite: 'Lax', ...(secure && { secure }) }
      expect(flags).toEqual({
        session: { ...always, httpOnly: true, maxAge: 14 * 86_400 },
        'signed-in': { ...always, maxAge: 14 * 86_400 },
        'XSRF-TOKEN': always,
      })
    },
  )
})

describe('the limit of', () => {
  let caller: Client
  let addresses = 0
  let ip = ''
  beforeEach(async () => {
    caller = await client(h)
    ip = `198.51.100.${++addresses}`
  })
  const post = async (url: string, payload: object) => {
    const headers = { ...caller.raw.headers, cookie: caller.raw.cookie }
    return (await h.app.inject({ method: 'POST', url, headers, payload, remoteAddress: ip })).statusCode
  }
  /** So much is used up, now and in the window after this one, which may begin while the test runs. */
  const used = (bucket: string, hits: number, seconds: number) =>
    sql`
      insert into rate_limit (bucket, window_start, hits)
      select ${bucket}, to_timestamp((floor(extract(epoch from now()) / ${seconds}::int) + n) * ${seconds}::int), ${hits}::int
      from generate_series(0, 1) as n`.execute(h.services.db)
  const windowsPass = (bucket: string, seconds: number) =>
    sql`update rate_limit set window_start = window_start - make_interval(secs => 2 * ${seconds}::int) where bucket = ${bucket}`.execute(
      h.services.db,
    )
  const signIn = (login: string, secret = 'wrong') =>
    post('/api-public/account/login', { login, password: secret })

  test.each([
    [
      'sign-ins of an account',
      10,
      300,
      400,
      () => ['sign-in as limited@example.com', () => signIn('Limited@Example.com')] as const,
    ],
    [
      'sign-ins of an address',
      60,
      300,
      400,
      () => [`sign-in from ${ip}`, () => signIn(`${Math.random()}@example.com`)] as const,
    ],
    [
      'forgotten passwords of an address',
      20,
      3600,
      204,
      () =>
        [
          `forgot from ${ip}`,
          () => post('/api-public/account/forgot-password', { email: `${Math.random()}@example.com` }),
        ] as const,
    ],
    [
      'resets of an address',
      20,
      3600,
      200,
      () =>
        [
          `reset:${ip}`,
          () =>
            post(`/api-public/account/password-reset/${'x'.repeat(43)}`, { password: 'a brand new secret' }),
        ] as const,
    ],
    [
      'browser errors of an address',
      100,
      3600,
      204,
      () => [`log:${ip}`, () => post('/api-public/log', { uri: '/', message: 'x' })] as const,
    ],
  ])(
    '%s is %d in %d s: the last passes, the next is refused, and a new window passes',
    async (_what, most, seconds, passes, how) => {
      const [bucket, act] = how()
      await used(bucket, most - 1, seconds)
      expect(await act()).toBe(passes)
      expect(await act()).toBe(429)
      await windowsPass(bucket, seconds)
      expect(await act()).toBe(passes)
    },
  )
  test('forgotten passwords of an account is 5 an hour, and isn’t told', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const ask = () => post('/api-public/account/forgot-password', { email: mine })
    const letters = async () => (await lettersTo(mine)).length
    await used(`forgot as ${mine}`, 4, 3600)
    expect([await ask(), await letters()]).toEqual([204, 1])
    expect([await ask(), await letters()]).toEqual([204, 1])
  })
  test('sign-ins doesn’t count those that went well', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    await used(`sign-in as ${mine}`, 9, 300)
    await used(`sign-in from ${ip}`, 59, 300)
    for (let i = 0; i < 3; i++) expect(await signIn(mine, password)).toBe(200)
    expect(await signIn(mine)).toBe(400)
    expect(await signIn(mine, password)).toBe(429)
  })
})

describe('every answer', () => {
  test('carries the app version, and a request with another one gets 426', async () => {
    const c = await client(h, email)
    expect((await c.get('/api/account/get')).headers['app-version']).toBe('test')
    const old = await h.app.inject({
      url: '/api/account/get',
      headers: { cookie: c.raw.cookie, 'app-version': 'yesterday' },
    })
    expect([old.statusCode, old.json().error.code]).toEqual([426, 'app_version'])
  })
  test('to an unknown call is a 404 in the one error shape', async () => {
    expect(await (await client(h)).get('/api/nothing')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  })
  test('to malformed JSON is a 4xx in the one error shape', async () => {
    const c = await client(h)
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-public/account/login',
      headers: { ...c.raw.headers, cookie: c.raw.cookie, 'content-type': 'application/json' },
      payload: '{',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toHaveProperty('message')
  })
})

test('a browser error is kept once, with how often it came', async () => {
  const c = await client(h)
  const body = { uri: '/x', message: 'boom', stack_trace: 'at a\nat b', cause: '' }
  for (let i = 0; i < 3; i++) expect((await c.post('/api-public/log', body)).status).toBe(204)
  expect(
    await h.services.db
      .selectFrom('client_error')
      .select(['message', 'times'])
      .where('message', '=', 'boom')
      .execute(),
  ).toEqual([{ message: 'boom', times: 3 }])
})

test('health, readiness, metrics and the API’s document are there for machines', async () => {
  expect((await h.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
  expect((await h.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
  expect((await h.app.inject({ url: '/metrics' })).body).toContain('feedstock_http_request_seconds')
  expect(
    (await h.app.inject({ url: '/api/openapi.json' })).json().paths['/api/vendor/search'].post.operationId,
  ).toBe('searchVendors')
  expect((await h.app.inject({ url: '/api/docs' })).body).toContain('/api/vendor/search')
})

test('a waiting mail goes to a real SMTP server, and one that can’t be sent keeps its error', async () => {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      let text = ''
      stream
        .on('data', (d: Buffer) => (text += String(d)))
        .on('end', () => {
          got.push(text)
          done()
        })
    },
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  const { port } = server.server.address() as { port: number }
  const { db } = h.services
  await db.deleteFrom('mail').execute()
  const mailTo = (smtpUrl: string) =>
    new Mail(db, createLog('silent'), h.services.secrets, { smtpUrl, mailFrom: 'Feeds <feeds@shop.example>' })
  const broken = mailTo('smtp://127.0.0.1:1')
  await db
    .transaction()
    .execute((tx) =>
      broken.write(tx, { recipient: 'a@example.com', subject: 'Hello there', body: 'Well met' }),
    )
  await broken.sendWaiting()
  expect(
    (await db.selectFrom('mail').select(['sent_tm', 'error']).executeTakeFirstOrThrow()).error,
  ).toContain('ECONNREFUSED')
  await mailTo(`smtp://127.0.0.1:${port}`).sendWaiting()
  await until(
    () => Promise.resolve(got),
    (g) => g.length === 1,
  )
  expect(got[0]).toContain('Subject: Hello there')
  expect(got[0]).toMatch(/^From: Feeds <feeds@shop.example>\r$/m)
  expect(got[0]).toContain('Well met')
  expect(await db.selectFrom('mail').select(['sent_tm', 'body']).executeTakeFirstOrThrow()).toEqual({
    sent_tm: expect.any(String),
    body: '',
  })
  await new Promise<void>((r) => server.close(() => r()))
})
