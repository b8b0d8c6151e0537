import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  client,
  harness,
  lettersTo,
  makeLogin,
  password,
  waiting,
  type Client,
} from '#server/test/harness.ts'

const h = harness()
const at = (time: string) => {
  h.services.clock.now = () => Date.parse(time)
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: h.services.clock.now() })
const signIn = async (login: string, code?: string) =>
  (await client(h)).post('/api-public/account/login', {
    login,
    password,
    ...(code !== undefined && { code }),
  })
const begin = (c: Client, word = password) => c.post('/api/account/second-factor/begin', { password: word })

/** Somebody whose sign-in asks for codes since 8 o'clock. */
async function withCodes(role: Role = 'customer') {
  at('2026-11-24T08:00:00Z')
  const person = await makeLogin(h, role)
  const c = await client(h, person.email)
  const { secret } = (await begin(c)).body as { secret: string }
  const confirmed = await c.post('/api/account/second-factor/confirm', { code: codeOf(secret) })
  return { ...person, c, secret, codes: confirmed.body.recovery_codes as string[] }
}

describe('switching on two-step sign-in', () => {
  test('needs the password and a code, shows ten recovery codes once, and ends the other sessions', async () => {
    at('2026-11-24T08:00:00Z')
    const { email } = await makeLogin(h, 'support')
    const [c, elsewhere] = [await client(h, email), await client(h, email)]
    expect((await begin(c, 'not this one')).body.error.fields).toEqual({
      password: 'Wrong password',
    })
    const begun = await begin(c)
    expect(begun.headers['cache-control']).toBe('no-store')
    const { secret, uri } = begun.body
    expect(uri).toContain(`otpauth://totp/Feedstock:${encodeURIComponent(email)}`)
    expect((await c.get('/api/account/second-factor')).body.on).toBe(false)
    const wrong = await c.post('/api/account/second-factor/confirm', { code: '000000' })
    expect(wrong.body.error.message).toBe(codeWrong)
    const confirmed = await c.post('/api/account/second-factor/confirm', { code: codeOf(secret) })
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    expect((await c.get('/api/account/second-factor')).body).toMatchObject({
      on: true,
      recovery_codes_left: 10,
    })
    expect((await elsewhere.get('/api/account/get')).status).toBe(401)
    expect((await lettersTo(h, email))[0]!.subject).toBe('Two-step sign-in is on')
    expect((await begin(c)).status).toBe(409)
  })
  test('stores neither the secret nor the recovery codes in readable form', async () => {
    const { email, secret, codes } = await withCodes()
    const { rows } = await h.services.database.pool.query(
      `select f.secret, array_agg(encode(r.code_hash, 'escape')) as codes
       from second_factor f join recovery_code r using (login_id) join login l using (login_id)
       where l.email = $1 group by f.secret`,
      [email],
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

describe('two-step sign-in', () => {
  test('asks for a code once the password is right, and never before', async () => {
    const { email } = await withCodes()
    expect((await signIn(email)).body.error).toMatchObject({ code: 'code_needed', message: codeNeeded })
    const c = await client(h)
    for (const login of [email, 'nobody@example.com']) {
      const refused = await c.post('/api-public/account/login', { login, password: 'not this', code: '1' })
      expect(refused.body.error.code).toBe('login_failed')
    }
  })
  test('accepts a code once, and also codes from the step before or after', async () => {
    const { email, secret } = await withCodes()
    // the one that switched it on
    expect((await signIn(email, codeOf(secret))).body.error.message).toBe(codeWrong)
    at('2026-11-24T08:01:00Z')
    const now = codeOf(secret)
    at('2026-11-24T08:01:31Z')
    expect((await signIn(email, `${now.slice(0, 3)} ${now.slice(3)}`)).status).toBe(200)
    expect((await signIn(email, now)).status).toBe(400)
    at('2026-11-24T08:03:00Z')
    expect((await signIn(email, now)).status).toBe(400)
  })
  test('accepts no code from two steps before or after', async () => {
    const { email, secret } = await withCodes()
    at('2026-11-24T08:10:00Z')
    const code = codeOf(secret)
    for (const time of ['2026-11-24T08:11:00Z', '2026-11-24T08:09:29Z']) {
      at(time)
      expect((await signIn(email, code)).body.error.message).toBe(codeWrong)
    }
    at('2026-11-24T08:09:30Z')
    expect((await signIn(email, code)).status).toBe(200)
  })
  test('with one code from two places at once opens one session', async () => {
    const { email, secret } = await withCodes()
    at('2026-11-24T08:05:00Z')
    const code = codeOf(secret)
    const statuses = await Promise.all([signIn(email, code), signIn(email, code)])
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
  test('accepts each recovery code once', async () => {
    const { email, codes, c } = await withCodes()
    expect((await signIn(email, codes[0]!.toUpperCase())).status).toBe(200)
    expect((await signIn(email, codes[0])).status).toBe(400)
    expect((await c.get('/api/account/second-factor')).body.recovery_codes_left).toBe(9)
  })
  test('accepts no recovery code of another person, who keeps it', async () => {
    const [mine, theirs] = [await withCodes(), await withCodes()]
    expect((await signIn(mine.email, theirs.codes[0])).body.error.message).toBe(codeWrong)
    expect((await theirs.c.get('/api/account/second-factor')).body.recovery_codes_left).toBe(10)
  })
  test('needs no code if the setup was started but never confirmed, and the setup can be restarted', async () => {
    const { email } = await makeLogin(h, 'customer')
    const c = await client(h, email)
    const [first, second] = [await begin(c), await begin(c)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.secret).not.toBe(first.body.secret)
    expect((await signIn(email)).status).toBe(200)
  })
  test('with correct codes works any number of times', async () => {
    const { email, codes } = await withCodes()
    for (const code of codes) expect((await signIn(email, code)).status).toBe(200)
    at('2026-11-24T08:15:00Z')
    expect((await signIn(email, 'wrong')).status).toBe(400)
  })
  test('is refused after ten wrong codes in an hour, even with a correct one', async () => {
    const { email, secret } = await withCodes()
    at('2026-11-24T08:10:00Z')
    // each of another address’s allowance would be the same: it is the account’s
    for (let i = 0; i < 10; i++) await signIn(email, '000000')
    expect((await signIn(email, codeOf(secret))).status).toBe(429)
  })
  test('is never refused in a browser that the owner uses because somebody guesses codes elsewhere', async () => {
    const { email, codes, c } = await withCodes()
    const own = await client(h)
    const enter = (code: string) => own.post('/api-public/account/login', { login: email, password, code })
    expect((await enter(codes[0]!)).status).toBe(200)
    at('2026-11-24T08:10:00Z')
    for (let i = 0; i < 11; i++) await signIn(email, '000000')
    expect((await signIn(email, codes[1])).status).toBe(429)
    expect((await enter(codes[2]!)).status).toBe(200)
    expect((await c.post('/api/account/confirm-identity', { code: codes[3] })).status).toBeLessThan(400)
  })
})

test('two-step sign-in is switched off with the password and a code', async () => {
  const { email, secret, c } = await withCodes('admin')
  at('2026-11-24T08:20:00Z')
  const end = (word: string, code: string) =>
    c.post('/api/account/second-factor/end', { password: word, code })
  expect((await end('not this one', codeOf(secret))).status).toBe(400)
  expect((await end(password, '000000')).status).toBe(400)
  expect((await end(password, codeOf(secret))).status).toBe(204)
  expect((await signIn(email)).status).toBe(200)
})

test('a new password needs a code, too, where two-step sign-in is on', async () => {
  const { email, c, codes } = await withCodes()
  const change = (code?: string) =>
    c.put('/api/account/change-password', {
      change: 'a brand new password',
      verify: 'a brand new password',
      current_password: password,
      ...(code !== undefined && { code }),
    })
  expect((await change()).body).toEqual({ error: codeNeeded })
  expect((await change('000000')).body).toEqual({ error: codeWrong })
  expect((await signIn(email, codes[0])).status).toBe(200)
  expect((await change(codes[1])).body).toEqual({})
  expect((await signIn(email, codes[2])).status).toBe(400)
})

test('turning two-step sign-in off ends the other sessions', async () => {
  const { email, c, codes } = await withCodes()
  const elsewhere = await client(h)
  await elsewhere.post('/api-public/account/login', { login: email, password, code: codes[0] })
  expect((await elsewhere.get('/api/account/get')).status).toBe(200)
  expect((await c.post('/api/account/second-factor/end', { password, code: codes[1] })).status).toBe(204)
  expect((await elsewhere.get('/api/account/get')).status).toBe(401)
})

test('new recovery codes need the password, replace the earlier ones, and end the other sessions', async () => {
  const { email, c, codes } = await withCodes()
  const elsewhere = await client(h)
  await elsewhere.post('/api-public/account/login', { login: email, password, code: codes[0] })
  const renew = (word: string) => c.post('/api/account/second-factor/recovery-codes', { password: word })
  expect((await renew('not this one')).body.error.fields).toEqual({ password: 'Wrong password' })
  const renewed = await renew(password)
  expect(renewed.headers['cache-control']).toBe('no-store')
  expect(renewed.body.recovery_codes).toHaveLength(10)
  expect((await elsewhere.get('/api/account/get')).status).toBe(401)
  expect((await signIn(email, codes[1])).status).toBe(400)
  expect((await signIn(email, renewed.body.recovery_codes[0])).status).toBe(200)
  const subjects = (await lettersTo(h, email)).map(({ subject }) => subject)
  expect(subjects).toContain('New recovery codes for your Feedstock account')
})

test('there are no recovery codes without two-step sign-in', async () => {
  const c = await client(h, (await makeLogin(h, 'customer')).email)
  expect((await c.post('/api/account/second-factor/recovery-codes', { password })).status).toBe(409)
})

test('two-step sign-in is switched off once, by however many codes at once', async () => {
  const { email, c, codes } = await withCodes()
  const ended = await Promise.all(
    codes.slice(0, 4).map((code) => c.post('/api/account/second-factor/end', { password, code })),
  )
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
  const letters = await lettersTo(h, email)
  expect(letters.filter(({ subject }) => subject === 'Two-step sign-in is off')).toHaveLength(1)
})

test.each(['confirm', 'end'])('a session ended meanwhile changes nothing: %s', async (act) => {
  const { db } = h.services
  const { email, c, codes } = await withCodes()
  if (act === 'confirm') await db.deleteFrom('second_factor').execute()
  const body = act === 'end' ? { password, code: codes[0] } : { code: codeOf((await begin(c)).body.secret) }
  let acting: Promise<number> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from session
      where login_id = (select login_id from login where email = ${email})`.execute(tx)
    acting = c.post(`/api/account/second-factor/${act}`, body).then(({ status }) => status)
    await waiting(db)
  })
  expect(await acting).toBe(401)
  expect((await signIn(email)).status).toBe(act === 'end' ? 400 : 200)
})

test('an admin switches off two-step sign-in for a customer with a reason, shown in the log and an email', async () => {
  const { email, vendor_id } = await withCodes()
  const url = `/api/vendor/${vendor_id}/reset-second-factor`
  const support = await client(h, (await makeLogin(h, 'support')).email)
  expect((await support.post(url, { reason: 'Lost the phone' })).status).toBe(403)
  const admin = await client(h, (await makeLogin(h, 'admin')).email)
  expect((await admin.post(url, { reason: ' ' })).status).toBe(400)
  expect((await admin.get(`/api/vendor/view/${vendor_id}`)).body.has_second_factor).toBe(true)
  expect((await admin.post(url, { reason: 'Lost the phone, called back' })).status).toBe(204)
  expect((await signIn(email)).status).toBe(200)
  expect((await admin.post(url, { reason: 'Once more' })).status).toBe(409)
  const logged = await h.services.db
    .selectFrom('activity')
    .select('reason')
    .where('vendor_id', '=', vendor_id)
    .where('message', '=', `Two-step sign-in turned off for ${email}`)
    .executeTakeFirstOrThrow()
  expect(logged.reason).toBe('Lost the phone, called back')
  const told = (await lettersTo(h, email)).find(({ subject }) => subject === 'Two-step sign-in is off')
  expect(told!.text).toContain('Our support team turned off two-step sign-in')
})

describe('sessions', () => {
  const listed = async (c: Client) =>
    (await c.get('/api/account/sessions')).body as { session_id: number; here: boolean; device: string }[]
  test('are listed with the current one first; the others can be ended one by one or all at once', async () => {
    const { email } = await makeLogin(h, 'customer')
    const [c, second, third] = [await client(h, email), await client(h, email), await client(h, email)]
    const all = await listed(c)
    expect(all.map(({ here }) => here)).toEqual([true, false, false])
    // one that is over by itself isn’t there
    await (await client(h, email)).get('/api/account/get')
    const [newest] = await h.services.db
      .updateTable('session')
      .set({ expires_tm: '2020-01-01T00:00:00Z' })
      .where(
        'session_id',
        'not in',
        all.map(({ session_id }) => session_id),
      )
      .where('login_id', '=', (e) => e.selectFrom('login').select('login_id').where('email', '=', email))
      .returning('session_id')
      .execute()
    expect(newest).toBeDefined()
    expect(await listed(c)).toHaveLength(3)
    const [theirs] = (await listed(second)).filter(({ here }) => here)
    expect((await c.delete(`/api/account/sessions/${theirs!.session_id}`)).status).toBe(204)
    expect((await second.get('/api/account/get')).status).toBe(401)
    expect((await c.post('/api/account/sessions/end-others', {})).body).toEqual({ ended: 1 })
    expect((await third.get('/api/account/get')).status).toBe(401)
    expect((await c.get('/api/account/get')).status).toBe(200)
  })
  test('that are ended appear in the log, a single one by its browser, several by their number', async () => {
    const { email, vendor_id } = await makeLogin(h, 'customer')
    const [c, , ,] = [
      await client(h, email),
      await client(h, email),
      await client(h, email),
      await client(h, email),
    ]
    const [, second] = await listed(c)
    await c.delete(`/api/account/sessions/${second!.session_id}`)
    for (let i = 0; i < 2; i++) await c.post('/api/account/sessions/end-others', {})
    const logged = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('vendor_id', '=', vendor_id)
      .where('type', '=', 'session.end')
      .orderBy('activity_id')
      .execute()
    expect(logged.map(({ message }) => message)).toEqual([
      `${email} was signed out of ${second!.device}`,
      `${email} was signed out of 2 other sessions`,
    ])
  })
  test('show when they were last used, updated every ten minutes', async () => {
    const { email } = await makeLogin(h, 'customer')
    const c = await client(h, email)
    const seen = async () => {
      await c.get('/api/account/get')
      const { rows } = await sql<{ ago: number }>`
        select extract(epoch from now() - seen_tm)::int as ago
        from session
        where login_id = (select login_id from login where email = ${email})`.execute(h.services.db)
      return rows[0]!.ago
    }
    const wasUsed = (minutes: number) =>
      sql`
        update session
        set seen_tm = now() - make_interval(mins => ${minutes}::int)
        where login_id = (select login_id from login where email = ${email})`.execute(h.services.db)
    await wasUsed(9)
    expect(await seen()).toBeGreaterThanOrEqual(9 * 60)
    await wasUsed(11)
    expect(await seen()).toBeLessThan(60)
  })
  test('of another person can be neither seen nor ended', async () => {
    const [mine, theirs] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
    const [c, other] = [await client(h, mine.email), await client(h, theirs.email)]
    const [session] = await listed(other)
    expect((await c.delete(`/api/account/sessions/${session!.session_id}`)).status).toBe(404)
    expect((await other.get('/api/account/get')).status).toBe(200)
    expect(await listed(c)).toHaveLength(1)
  })
})
