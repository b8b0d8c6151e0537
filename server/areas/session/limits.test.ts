import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, password, type Client } from '#server/test/harness.ts'

const h = harness()
interface Person {
  login_id: number
  vendor_id: number
}

describe('the limit on', () => {
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
      select ${bucket},
        to_timestamp((floor(extract(epoch from now()) / ${seconds}::int) + n) * ${seconds}::int),
        ${hits}::int
      from generate_series(0, 1) as n`.execute(h.services.db)
  const windowsPass = (bucket: string, seconds: number) =>
    sql`
      update rate_limit
      set window_start = window_start - make_interval(secs => 2 * ${seconds}::int)
      where bucket = ${bucket}`.execute(h.services.db)
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
      'registrations of an address',
      20,
      3600,
      200,
      () =>
        [
          `register:${ip}`,
          () =>
            post('/api-public/account/register', {
              contact: { primaryPhone: '1' },
              rep: {
                login: 'x@example.com',
                password: 'a brand new secret',
                currentlySellingOnline: false,
                repId: 'x',
              },
            }),
        ] as const,
    ],
    [
      'verifications of an address',
      20,
      3600,
      200,
      () =>
        [
          `verify:${ip}`,
          () =>
            post('/api-public/account/verification', { rep: '1', key: 'x', password: 'a brand new secret' }),
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
    '%s is %d in %d s: the last one passes, the next is refused, and a new period starts over',
    async (_what, most, seconds, passes, how) => {
      const [bucket, act] = how()
      await used(bucket, most - 1, seconds)
      expect(await act()).toBe(passes)
      expect(await act()).toBe(429)
      await windowsPass(bucket, seconds)
      expect(await act()).toBe(passes)
    },
  )
  test.each([
    [
      'passwords shown to switch two-step sign-in',
      10,
      300,
      400,
      (of: Person) => `password of ${of.login_id}`,
      (c: Client) => c.post('/api/account/second-factor/begin', { password: 'wrong' }),
    ],
    [
      'codes that switch it on',
      10,
      3600,
      409,
      (of: Person) => `code of ${of.login_id}`,
      (c: Client) => c.post('/api/account/second-factor/confirm', { code: '000000' }),
    ],
    [
      'codes that switch it off',
      10,
      3600,
      409,
      (of: Person) => `code of ${of.login_id}`,
      (c: Client) => c.post('/api/account/second-factor/end', { password, code: '000000' }),
    ],
    [
      'new passwords of a person',
      20,
      3600,
      200,
      (of: Person) => `new password of ${of.login_id}`,
      (c: Client) =>
        c.put('/api/account/change-password', {
          change: password,
          verify: password,
          current_password: password,
        }),
    ],
    [
      'pauses asked for by a customer',
      20,
      3600,
      404,
      (of: Person) => `pauses of ${of.vendor_id}`,
      (c: Client) => c.post('/api/account/pause-subscriptions', { dropshipper_ids: [987_654] }),
    ],
  ])('%s is %d in %d s, correct ones included', async (_what, most, seconds, passes, bucketOf, act) => {
    const { email } = await makeLogin(h, 'customer')
    const person = await h.services.db
      .selectFrom('login')
      .select(['login_id', 'vendor_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const c = await client(h, email)
    await used(bucketOf(person), most - 1, seconds)
    expect((await act(c)).status).toBe(passes)
    expect((await act(c)).status).toBe(429)
    await windowsPass(bucketOf(person), seconds)
    expect((await act(c)).status).toBe(passes)
  })
  test('password reset requests for an account is 5 an hour, with no visible refusal', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    const ask = () => post('/api-public/account/forgot-password', { email: mine })
    const letters = async () => (await lettersTo(h, mine)).length
    await used(`forgot as ${mine}`, 4, 3600)
    expect([await ask(), await letters()]).toEqual([204, 1])
    expect([await ask(), await letters()]).toEqual([204, 1])
  })
  test('sign-ins doesn’t count successful ones', async () => {
    const { email: mine } = await makeLogin(h, 'customer')
    await used(`sign-in as ${mine}`, 9, 300)
    await used(`sign-in from ${ip}`, 59, 300)
    for (let i = 0; i < 3; i++) expect(await signIn(mine, password)).toBe(200)
    expect(await signIn(mine)).toBe(400)
    expect(await signIn(mine, password)).toBe(429)
  })
})
