import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import {
  client,
  harness,
  lettersTo,
  makeLogin,
  password,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { buildApp } from '#server/app.ts'
import { sql } from '#server/platform/database/db.ts'
import { hashPassword } from './public.ts'

const h = harness()
let email = ''
beforeAll(async () => {
  email = (await makeLogin(h, 'support')).email
})
const form = (body: Record<string, string>) => new URLSearchParams(body).toString()

describe('signing in', () => {
  test('with the form opens a session that the account call recognizes', async () => {
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
  test('is refused with the same message, whether or not the account exists', async () => {
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
  test('appears in the log of the account', async () => {
    const { email: mine, vendor_id } = await makeLogin(h, 'customer')
    await client(h, mine)
    const logged = await h.services.db
      .selectFrom('activity')
      .select(['message', 'action_by_name'])
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect(logged).toEqual([{ message: `${mine} signed in`, action_by_name: mine }])
  })
  test('still works in a browser that reset the password by a link, whoever tried before', async () => {
    const { email: other } = await makeLogin(h, 'customer')
    const c = await client(h)
    for (let i = 0; i < 10; i++)
      await c.post('/api-public/account/login', { login: other, password: 'wrong' })
    await c.post('/api-public/account/forgot-password', { email: other })
    const letters = await lettersTo(h, other)
    const letter = letters.find(({ text }) => text.includes('/password-reset/'))
    const [, token] = /password-reset\/(\S+)/.exec(letter!.text)!
    const chosen = 'my quite new password'
    await c.post(`/api-public/account/password-reset/${token}`, { password: chosen })
    expect((await c.post('/api-public/account/login', { login: other, password: chosen })).status).toBe(200)
  })
  test('with a password changed meanwhile opens no session', async () => {
    const { email: other } = await makeLogin(h, 'customer')
    const { db } = h.services
    const c = await client(h)
    let signingIn: Promise<number> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`update login set password_hash = ${await hashPassword('another one')} where email = ${other}`.execute(
        tx,
      )
      signingIn = c
        .post('/api-public/account/login', { login: other, password })
        .then((answer) => answer.status)
      // it has checked the old password, and waits for what becomes of it
      await waitUntil(
        () =>
          sql<{ n: number }>`
            select count(*)::int as n
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
            .execute(db)
            .then(({ rows }) => rows[0]!.n),
        (n) => n > 0,
      )
      await sql`
        delete from session
        where login_id = (select login_id from login where email = ${other})`.execute(tx)
    })
    expect(await signingIn).toBe(400)
    const { rows } =
      await sql`select from session where login_id = (select login_id from login where email = ${other})`.execute(
        db,
      )
    expect(rows).toEqual([])
  })
  test('ends permanently with signing out', async () => {
    const c = await client(h, email)
    const { cookie } = c.raw
    expect((await c.post('/api/authentication/logout', {})).status).toBe(204)
    expect((await h.app.inject({ url: '/api/account/get', headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('a session', () => {
  const rows = (who: string) => sql`login_id = (select login_id from login where email = ${who})`
  const ask = (c: Client) => h.app.inject({ url: '/api/account/get', headers: { cookie: c.raw.cookie } })

  test('lasts exactly 14 days', async () => {
    const { email: mine } = await makeLogin(h, 'support')
    const c = await client(h, mine)
    const { db } = h.services
    const later = (by: string) =>
      sql`
        update session
        set insert_tm = insert_tm - ${by}::interval, expires_tm = expires_tm - ${by}::interval
        where ${rows(mine)}`.execute(db)
    await later('13 days 23:59:00')
    expect((await ask(c)).statusCode).toBe(200)
    await later('1 minute')
    const refused = await ask(c)
    expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'signed_out'])
    expect(refused.cookies.find((k) => k.name === 'session')).toMatchObject({ value: '' })
  })
  test('that is signed out ends on the server, and the same person’s others continue', async () => {
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
    'at %s has cookies that pages can’t read, other sites can’t send, and only https carries',
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
        headers: { 'app-id': 'test', 'x-xsrf-token': token, cookie: `XSRF-TOKEN=${token}` },
        payload: { login: mine, password },
      })
      await app.close()
      // a neighboring host can’t plant one with this prefix
      const own = (name: string) => (secure ? `__Host-${name}` : name)
      const flags = Object.fromEntries(cookies.map(({ name, value: _value, ...rest }) => [name, rest]))
      const always = { path: '/', sameSite: 'Lax', ...(secure && { secure }) }
      expect(flags).toEqual({
        [own('session')]: { ...always, httpOnly: true, maxAge: 14 * 86_400 },
        'signed-in': { ...always, maxAge: 14 * 86_400 },
        'XSRF-TOKEN': always,
        [own('known')]: { ...always, httpOnly: true, maxAge: 365 * 86_400 },
      })
    },
  )
})

describe('every answer', () => {
  test('has the app version, and a request with a different one gets 426', async () => {
    const c = await client(h, email)
    expect((await c.get('/api/account/get')).headers['app-version']).toBe('test')
    const old = await h.app.inject({
      url: '/api/account/get',
      headers: { cookie: c.raw.cookie, 'app-version': 'yesterday' },
    })
    expect([old.statusCode, old.json().error.code]).toEqual([426, 'app_version'])
  })
  test('to an unknown call is a 404 in the standard error format', async () => {
    expect(await (await client(h)).get('/api/nothing')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
  })
  test('to malformed JSON is a 4xx in the standard error format', async () => {
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

test('a browser error is stored once, with its count', async () => {
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

test('a network reports at most 50 new browser errors a day, and known ones are still counted', async () => {
  const { db } = h.services
  const c = await client(h)
  await sql`delete from rate_limit`.execute(db)
  const report = async (n: number) =>
    (
      await h.app.inject({
        method: 'POST',
        url: '/api-public/log',
        headers: { ...c.raw.headers, cookie: c.raw.cookie },
        payload: { uri: '/x', message: `new ${n}`, stack_trace: '', cause: '' },
        remoteAddress: `2001:db8:0:9::${n}`,
      })
    ).statusCode
  for (let n = 0; n < 52; n++) expect(await report(n)).toBe(204)
  await report(0)
  const found = db.selectFrom('client_error').select('times').where('message', 'like', 'new %')
  const times = (await found.execute()).map((row) => row.times)
  expect([times.length, Math.max(...times)]).toEqual([50, 2])
})

test('health, readiness, metrics and the API document are available to machines', async () => {
  expect((await h.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
  expect((await h.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
  expect((await h.app.inject({ url: '/metrics' })).body).toContain('feedstock_http_request_seconds')
  expect(
    (await h.app.inject({ url: '/api/openapi.json' })).json().paths['/api/vendor/search'].post.operationId,
  ).toBe('searchVendors')
  expect((await h.app.inject({ url: '/api/docs' })).body).toContain('/api/vendor/search')
})
