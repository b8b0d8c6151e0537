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
  /** So much is used up; it counts as well if the next window begins while the test runs. */
  const used = (bucket: string, hits: number, seconds: number) =>
    sql`
      insert into rate_limit (bucket, window_start, hits)
      select ${bucket},
        to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int),
        ${hits}::int`.execute(h.services.db)
  const windowsPass = (bucket: string, seconds: number) =>
    sql`
      update rate_limit
      set window_start = window_start - make_interval(secs => 2 * ${seconds}::int)
      where bucket = ${bucket}`.execute(h.services.db)

  test.each([
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
  test('requests counts what is left of the window before: no edge lets twice as many through', async () => {
    const bucket = `log:${ip}`
    await sql`
      insert into rate_limit (bucket, window_start, hits)
      select ${bucket},
        to_timestamp((floor(extract(epoch from now()) / 3600) - 1) * 3600),
        -- what counts of it now is the whole limit
        ceil(101 / (1 - mod(extract(epoch from now()), 3600) / 3600))`.execute(h.services.db)
    expect(await post('/api-public/log', { uri: '/', message: 'x' })).toBe(429)
  })
})

describe('password reset requests', () => {
  const ask = async (email: string, remoteAddress: string, c?: Client) => {
    const asker = c ?? (await client(h))
    const { statusCode } = await h.app.inject({
      method: 'POST',
      url: '/api-public/account/forgot-password',
      headers: { ...asker.raw.headers, cookie: asker.raw.cookie },
      payload: { email },
      remoteAddress,
    })
    return statusCode
  }
  const letters = async (email: string) => (await lettersTo(h, email)).length
  test('by a stranger don’t use up the owner’s', async () => {
    const { email } = await makeLogin(h, 'customer')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push(await ask(email, '203.0.113.1'))
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    expect(await letters(email)).toBe(5)
    expect(await ask(email, '203.0.113.2')).toBe(204)
    expect(await letters(email)).toBe(6)
  })
  test('from many networks send at most 20 emails an hour, then one every ten minutes, and a known browser’s always', async () => {
    const { email } = await makeLogin(h, 'customer')
    const owner = await client(h, email)
    for (let i = 0; i < 22; i++) expect(await ask(email, `203.0.114.${i}`)).toBe(204)
    expect(await letters(email)).toBe(20)
    expect(await ask(email, '203.0.114.99', owner)).toBe(204)
    expect(await letters(email)).toBe(21)
    await sql`update password_reset set insert_tm = insert_tm - interval '11 minutes'`.execute(h.services.db)
    expect(await ask(email, '203.0.114.100')).toBe(204)
    expect(await letters(email)).toBe(22)
  })
  test('of a network are counted by its /64', async () => {
    const { email } = await makeLogin(h, 'customer')
    for (let i = 1; i <= 5; i++) expect(await ask(email, `2001:db8:5:5::${i}`)).toBe(204)
    expect(await ask(email, '2001:db8:5:5:ffff::1')).toBe(429)
    expect(await ask(email, '2001:db8:5:6::1')).toBe(204)
  })
})

describe('guesses', () => {
  let networks = 0
  let network = ''
  beforeEach(() => {
    network = `198.18.${++networks}`
  })
  const signIn = async (login: string, secret: string, address = `${network}.1`, c?: Client) => {
    const asker = c ?? (await client(h))
    const { statusCode } = await h.app.inject({
      method: 'POST',
      url: '/api-public/account/login',
      headers: { ...asker.raw.headers, cookie: asker.raw.cookie },
      payload: { login, password: secret },
      remoteAddress: address,
    })
    return statusCode
  }
  /** So much time has passed since every attempt. */
  const later = (seconds: number) =>
    sql`
      update attempt_limit
      set tm = tm - make_interval(secs => ${seconds}::int),
        next_tm = next_tm - make_interval(secs => ${seconds}::int)`.execute(h.services.db)
  /** Wrong ones until the wait begins. */
  const guess = async (login: string, times: number, address?: string) => {
    for (let i = 0; i < times; i++) expect(await signIn(login, 'wrong', address)).toBe(400)
  }
  test('of a password wait after ten, twice as long each time, and the wait isn’t made longer by asking', async () => {
    const { email } = await makeLogin(h, 'customer')
    await guess(email, 10)
    for (const wait of [30, 60, 120]) {
      expect(await signIn(email, password)).toBe(429)
      await later(wait - 2)
      expect(await signIn(email, password)).toBe(429)
      await later(2)
      await guess(email, 1)
    }
  })
  test('are forgotten one by one, so a day’s typing errors lock nobody out', async () => {
    const { email } = await makeLogin(h, 'customer')
    await guess(email, 10)
    await later(360 * 4)
    await guess(email, 4)
    expect(await signIn(email, password)).toBe(429)
  })
  test('in one network keep nobody in another one out', async () => {
    const { email } = await makeLogin(h, 'customer')
    await guess(email, 10)
    expect(await signIn(email, password)).toBe(429)
    expect(await signIn(email, password, `${network}.2`)).toBe(200)
  })
  test('of a whole IPv6 /64 count as one network’s', async () => {
    const { email } = await makeLogin(h, 'customer')
    for (let i = 0; i < 10; i++) await guess(email, 1, `2001:db8:7:7::${i + 1}`)
    expect(await signIn(email, password, '2001:db8:7:7:8:8:8:8')).toBe(429)
    expect(await signIn(email, password, '2001:db8:7:8::1')).toBe(200)
  })
  test('of many accounts from one network wait after sixty, but not in a browser its owner knows', async () => {
    const { email } = await makeLogin(h, 'customer')
    const owner = await client(h, email)
    await sql`
      insert into attempt_limit (bucket, attempts, next_tm)
      values (${`sign-in from ${network}.1`}, 60, now() + interval '1 minute')`.execute(h.services.db)
    expect(await signIn(email, password)).toBe(429)
    expect(await signIn(email, password, `${network}.1`, owner)).toBe(200)
    const { rows } = await sql<{ attempts: number }>`
      select attempts from attempt_limit where bucket = ${`sign-in from ${network}.1`}`.execute(h.services.db)
    expect(rows).toEqual([{ attempts: 60 }])
  })
  test('in a browser that another person knows count like in any', async () => {
    const [mine, theirs] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
    const other = await client(h, theirs.email)
    for (let i = 0; i < 10; i++) expect(await signIn(mine.email, 'wrong', `${network}.1`, other)).toBe(400)
    expect(await signIn(mine.email, password)).toBe(429)
  })
  test('in a known browser have a limit of their own', async () => {
    const { email } = await makeLogin(h, 'customer')
    const owner = await client(h, email)
    for (let i = 0; i < 10; i++) expect(await signIn(email, 'wrong', `${network}.1`, owner)).toBe(400)
    expect(await signIn(email, password, `${network}.1`, owner)).toBe(429)
    expect(await signIn(email, password)).toBe(200)
  })
  test('from many networks at once leave three tries to each', async () => {
    const { email } = await makeLogin(h, 'customer')
    await sql`
      insert into attempt_limit (bucket, attempts, next_tm)
      values (${`failed sign-in as ${email}`}, 101, now() + interval '1 minute')`.execute(h.services.db)
    await guess(email, 3)
    expect(await signIn(email, password)).toBe(429)
    expect(await signIn(email, password, `${network}.2`)).toBe(200)
  })
  test('that are right don’t count', async () => {
    const { email } = await makeLogin(h, 'customer')
    for (let i = 0; i < 2; i++) {
      await guess(email, 9)
      expect(await signIn(email, password)).toBe(200)
    }
  })
  test('at the same moment: ten of forty are looked at', async () => {
    const { email } = await makeLogin(h, 'customer')
    const statuses = await Promise.all(Array.from({ length: 40 }, () => signIn(email, 'wrong')))
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  })
  test.each([
    [
      'the password of a signed-in person',
      400,
      (c: Client) => c.post('/api/account/second-factor/begin', { password: 'wrong' }),
    ],
    [
      'codes that switch two-step sign-in on',
      409,
      (c: Client) => c.post('/api/account/second-factor/confirm', { code: '000000' }),
    ],
    [
      'codes that switch it off',
      409,
      (c: Client) => c.post('/api/account/second-factor/end', { password, code: '000000' }),
    ],
  ])('of %s wait after ten', async (_what, passes, act) => {
    const c = await client(h, (await makeLogin(h, 'customer')).email)
    for (let i = 0; i < 10; i++) expect((await act(c)).status).toBe(passes)
    expect((await act(c)).status).toBe(429)
    await later(61)
    expect((await act(c)).status).toBe(passes)
  })
})
