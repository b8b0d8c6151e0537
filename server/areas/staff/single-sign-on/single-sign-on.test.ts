import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { harness, lettersTo, makeLogin, staff } from '#server/test/harness.ts'
import { identityProvider, throughProvider } from '#server/test/servers/identity-provider.ts'

const publicUrl = 'http://feedstock.test'
const provider = await identityProvider(`${publicUrl}/api-public/single-sign-on/callback`)
afterAll(() => provider.close())
const h = harness({
  env: {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Harbor "ID" & Co',
  },
})
let subjects = 0
/** An account at the provider; from then on, whoever comes there is signed in to it. */
function makeAccount(account: { email?: string; email_verified?: boolean }): string {
  const subject = `subject-${++subjects}`
  provider.accounts.set(subject, account)
  provider.there.person = subject
  return subject
}

/** One browser at Feedstock: its cookies, and where it is led. */
function browser() {
  const jar = new Map<string, string>()
  const open = async (url: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await h.app.inject({ method: 'GET', url, headers: { cookie } })
    for (const { name, value } of response.cookies)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    return { status: response.statusCode, location: String(response.headers.location ?? ''), response }
  }
  const role = async () => (await open('/api/account/get')).response.json().role as string | undefined
  return { jar, open, role }
}
type Browser = ReturnType<typeof browser>
const start = async (b: Browser, next = '') => (await b.open(`/api-public/single-sign-on${next}`)).location
const back = async (address: string) => {
  const { pathname, search } = await throughProvider(address, provider.issuer)
  return pathname + search
}
/** The whole way; where it leads in the end. */
async function signIn(b = browser(), next = ''): Promise<string> {
  return (await b.open(await back(await start(b, next)))).location
}
const faultIn = (location: string) => new URL(location, publicUrl).searchParams.get('single-sign-on')

describe('a staff member with a verified address', () => {
  test('is signed in, to the screen that was wanted, and from then on by the subject alone', async () => {
    const { email } = await makeLogin(h, 'finance')
    const subject = makeAccount({ email: email.toUpperCase(), email_verified: true })
    const b = browser()
    expect(await signIn(b, '?next=/suppliers/%3Fsearch=a')).toBe('/suppliers/?search=a')
    expect(await b.role()).toBe('finance')
    const { rows } = await sql<{ message: string }>`
      select message from activity where type = 'session.sign_in' order by activity_id desc limit 1`.execute(
      h.services.db,
    )
    expect(rows[0]?.message).toBe(`${email} signed in with Harbor "ID" & Co`)

    // the address at the provider changed, and isn't even verified
    provider.accounts.set(subject, { email: 'other@example.com', email_verified: false })
    const again = browser()
    expect(await signIn(again)).toBe('/')
    expect(await again.role()).toBe('finance')
  })
  test('has one session a browser, and learns of a new browser', async () => {
    const { email } = await makeLogin(h, 'support')
    makeAccount({ email, email_verified: true })
    const sessions = async () =>
      (
        await sql`
          select from session join login l using (login_id) where l.email = ${email}`.execute(h.services.db)
      ).rows.length
    const b = browser()
    await signIn(b)
    await signIn(b)
    expect(await sessions()).toBe(1)
    expect(await lettersTo(h, email)).toHaveLength(0)
    await signIn(browser())
    expect(await sessions()).toBe(2)
    expect((await lettersTo(h, email)).map(({ subject }) => subject)).toEqual([
      'New sign-in to your Feedstock account',
    ])
  })
  test('is led to no other site', async () => {
    const { email } = await makeLogin(h, 'support')
    makeAccount({ email, email_verified: true })
    for (const next of ['https://evil.example/x', '//evil.example/x', '/\\evil.example'])
      expect(await signIn(browser(), `?next=${encodeURIComponent(next)}`)).toBe('/')
  })
})

describe('is refused and opens no session:', () => {
  const refused = async (b = browser()) => {
    const location = await signIn(b)
    expect(location).toMatch(/^\/login\?/)
    expect(await b.role()).toBeUndefined()
    return faultIn(location)
  }
  test('an address that isn’t verified, or that the provider doesn’t tell', async () => {
    const { email } = await makeLogin(h, 'support')
    makeAccount({ email, email_verified: false })
    expect(await refused()).toBe('unverified')
    makeAccount({ email })
    expect(await refused()).toBe('unverified')
    makeAccount({})
    expect(await refused()).toBe('unverified')
  })
  test('an unknown address: no login is created', async () => {
    const count = () => sql`select from login`.execute(h.services.db).then(({ rows }) => rows.length)
    const before = await count()
    makeAccount({ email: 'stranger@example.com', email_verified: true })
    expect(await refused()).toBe('unknown')
    expect(await count()).toBe(before)
  })
  test('a customer', async () => {
    const { email } = await makeLogin(h, 'customer')
    makeAccount({ email, email_verified: true })
    expect(await refused()).toBe('unknown')
  })
  test('a disabled login, at the first sign-in and later', async () => {
    const admin = await staff(h, 'admin')
    const disable = async (email: string) => {
      const { login_id } = await h.services.db
        .selectFrom('login')
        .select('login_id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect((await admin.post(`/api/staff/${login_id}/disable`, { reason: 'Left' })).status).toBe(200)
    }
    const [first, later] = [await makeLogin(h, 'support'), await makeLogin(h, 'support')]
    makeAccount({ email: first.email, email_verified: true })
    await disable(first.email)
    expect(await refused()).toBe('disabled')
    makeAccount({ email: later.email, email_verified: true })
    expect(await signIn()).toBe('/')
    await disable(later.email)
    expect(await refused()).toBe('disabled')
  })
  test('another account at the provider that has got the address', async () => {
    const { email } = await makeLogin(h, 'support')
    makeAccount({ email, email_verified: true })
    expect(await signIn()).toBe('/')
    makeAccount({ email, email_verified: true })
    expect(await refused()).toBe('other_account')
  })
})

test('an account whose ID belongs to somebody at an earlier provider isn’t that person', async () => {
  const { email } = await makeLogin(h, 'admin')
  const subject = makeAccount({ email, email_verified: true })
  expect(await signIn()).toBe('/')
  await sql`
    update login_identity set issuer = 'https://earlier.example' where subject = ${subject}`.execute(
    h.services.db,
  )
  provider.accounts.set(subject, { email: 'somebody.else@example.com', email_verified: true })
  const b = browser()
  expect(faultIn(await signIn(b))).toBe('unknown')
  expect(await b.role()).toBeUndefined()
})

test('beginnings are limited for all addresses of an IPv6 network together', async () => {
  const begin = (nth: number) =>
    h.app.inject({ url: '/api-public/single-sign-on', remoteAddress: `2001:db8:0:7::${nth.toString(16)}` })
  for (let nth = 1; nth <= 60; nth++)
    expect((await begin(nth)).headers.location).toMatch(new RegExp(`^${provider.issuer}`))
  // a few more, in case the limit's period ended meanwhile
  for (let nth = 61; nth < 65; nth++) await begin(nth)
  expect(faultIn(String((await begin(65)).headers.location))).toBe('too_many')
})

describe('a return from the provider', () => {
  const account = async () =>
    makeAccount({ email: (await makeLogin(h, 'support')).email, email_verified: true })
  test('with another state, another browser’s, or without a beginning opens no session', async () => {
    await account()
    const b = browser()
    const returned = await back(await start(b))
    const [wrong, stranger] = [browser(), browser()]
    expect(faultIn((await stranger.open(returned)).location)).toBe('expired')
    await start(wrong)
    expect(faultIn((await wrong.open(returned)).location)).toBe('failed')
    expect(await wrong.role()).toBeUndefined()
    const forged = returned.replace(/state=[^&]+/, 'state=forged')
    expect(faultIn((await b.open(forged)).location)).toBe('failed')
    // a failed return uses up the beginning
    expect(faultIn((await b.open(returned)).location)).toBe('expired')
    expect(await b.role()).toBeUndefined()
  })
  test('works once: neither the code nor the beginning can be used again', async () => {
    await account()
    const b = browser()
    const address = await start(b)
    const returned = await back(address)
    const begun = b.jar.get('single-sign-on') ?? ''
    expect((await b.open(returned)).location).toBe('/')
    const thief = browser()
    thief.jar.set('single-sign-on', begun)
    expect(faultIn((await thief.open(returned)).location)).toBe('failed')
    expect(await thief.role()).toBeUndefined()
  })
  test('that comes too late is refused', async () => {
    await account()
    const b = browser()
    const returned = await back(await start(b))
    const { clock } = h.services
    const now = clock.now.bind(clock)
    clock.now = () => now() + 11 * 60_000
    try {
      expect(faultIn((await b.open(returned)).location)).toBe('expired')
    } finally {
      clock.now = now
    }
  })
  test('with a refusal by the provider says that it failed', async () => {
    const b = browser()
    const state = new URL(await start(b)).searchParams.get('state')
    const denied = `/api-public/single-sign-on/callback?error=access_denied&state=${state}`
    expect(faultIn((await b.open(denied)).location)).toBe('failed')
  })
})

test('the page names the provider for the button', async () => {
  const webDir = join(h.dir, 'web')
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  writeFileSync(join(webDir, 'index.html'), '<meta content="%SIGN_IN_PROVIDER%" />')
  const app = await buildApp(h.services, { version: 'test', webDir })
  expect((await app.inject('/login')).body).toBe('<meta content="Harbor &quot;ID&quot; &amp; Co" />')
  await app.close()
})
test('the settings come together, and production’s issuer is https', () => {
  const env = { NODE_ENV: 'test', DATA_DIR: h.dir }
  expect(readConfig(env).signInProvider).toBeUndefined()
  expect(() => readConfig({ ...env, OIDC_ISSUER: provider.issuer })).toThrow('must be set together')
  const { issuer, clientId, clientSecret } = provider
  const whole = { ...env, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  expect(readConfig(whole).signInProvider?.name).toBe('127.0.0.1')
  const production = { ...whole, NODE_ENV: 'production', APP_SECRET: randomBytes(32).toString('hex') }
  expect(() => readConfig(production)).toThrow('needs an https address')
})
