import { describe, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { identityNeeded } from '#contract/session/identity.ts'
import type { Role } from '#contract/roles.ts'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeFeed, makeLogin, password, type Client } from '#server/test/harness.ts'

const h = harness()

/** So much time has passed since every session's sign-in and last use. */
const later = (interval: string) =>
  sql`
    update session
    set fresh_tm = fresh_tm - ${interval}::interval, seen_tm = seen_tm - ${interval}::interval`.execute(
    h.services.db,
  )
async function signedIn(role: Role = 'admin') {
  const person = await makeLogin(h, role)
  return { ...person, c: await client(h, person.email) }
}
const limit = (c: Client) => c.post('/api/payments/second-person', { limit: '5000.00' })
const confirm = (c: Client, body: object) => c.post('/api/account/confirm-identity', body)

describe('an act that needs a fresh sign-in', () => {
  test('is refused 11 minutes after it, by a code of its own, and works again after the password', async () => {
    const { c } = await signedIn()
    const before = await limit(c)
    expect(before.status).not.toBe(403)
    await later('9 minutes')
    expect((await limit(c)).status).toBe(before.status)
    await later('2 minutes')
    const refused = await limit(c)
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      403,
      'confirm_identity',
      identityNeeded,
    ])
    expect((await confirm(c, { password: 'not this one' })).body.error.fields).toEqual({
      password: 'Wrong password',
    })
    expect((await limit(c)).status).toBe(403)
    expect((await confirm(c, { password })).status).toBe(204)
    expect((await limit(c)).status).toBe(before.status)
  })
  test('is refused for a missing role before it asks for the password', async () => {
    const { c } = await signedIn('support')
    await later('11 minutes')
    expect((await limit(c)).body.error.code).toBe('forbidden')
  })
  test('works after a code instead of the password; nothing at all confirms nobody', async () => {
    const { c } = await signedIn()
    const { secret } = (await c.post('/api/account/second-factor/begin', { password })).body
    const codes = await c.post('/api/account/second-factor/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    })
    await later('11 minutes')
    for (const body of [{}, { code: '000000' }]) expect((await confirm(c, body)).status).toBe(400)
    expect((await limit(c)).status).toBe(403)
    expect((await confirm(c, { code: codes.body.recovery_codes[0] })).status).toBe(204)
    expect((await limit(c)).status).not.toBe(403)
  })
  test('confirms one session alone', async () => {
    const { c, email } = await signedIn()
    const elsewhere = await client(h, email)
    await later('11 minutes')
    await confirm(c, { password })
    expect((await limit(elsewhere)).body.error.code).toBe('confirm_identity')
  })
  test('is limited to ten wrong passwords', async () => {
    const { c } = await signedIn()
    for (let i = 0; i < 10; i++) await confirm(c, { password: 'not this one' })
    expect((await confirm(c, { password })).status).toBe(429)
  })
  test('in a feed is only a new password', async () => {
    const { c } = await signedIn('support')
    const { feed_id } = await makeFeed(h)
    const { body } = await c.get(`/api/feeds/${feed_id}`)
    await later('11 minutes')
    const save = (more: object) => c.put(`/api/feeds/${feed_id}`, { ...body, ...more })
    expect((await save({})).status).toBe(200)
    expect((await save({ source_secret: 'hunter2' })).body.error.code).toBe('confirm_identity')
  })
  test('in a custom feed is only a new password', async () => {
    const { c } = await signedIn('support')
    const { vendor_id } = await makeLogin(h, 'customer')
    await later('11 minutes')
    const save = (more: object) =>
      c.post(`/api/vendor/${vendor_id}/custom-feed/add-update`, { vendor_custom_feed_id: 987_654, ...more })
    expect((await save({ threshold_percent: 20 })).status).toBe(404)
    expect((await save({ source_secret: 'hunter2' })).body.error.code).toBe('confirm_identity')
  })
  test('in a vendor’s basic info is only what moves money', async () => {
    const { c } = await signedIn('finance')
    const { vendor_id } = await makeLogin(h, 'customer')
    await later('11 minutes')
    const save = (vendor: object) =>
      c.post(`/api/vendor/${vendor_id}`, {
        vendor,
        note: { note: 'Agreed', note_type: 0 },
        added_categories: [],
        deleted_categories: [],
        new_categories: [],
      })
    expect((await save({ company: 'Another name' })).status).toBe(200)
    expect((await save({ credit_available: '10.00' })).body.error.code).toBe('confirm_identity')
  })
})

describe('a session without use', () => {
  const seen = (c: Client, headers: Record<string, string> = {}) =>
    h.app.inject({ url: '/api/account/get', headers: { cookie: c.raw.cookie, ...headers } })
  test('ends after 12 hours for staff, and lasts for customers', async () => {
    const [staff, customer] = [await signedIn('support'), await signedIn('customer')]
    await later('11 hours 50 minutes')
    expect((await seen(staff.c, { 'app-idle': '1' })).statusCode).toBe(200)
    await later('20 minutes')
    expect((await seen(staff.c)).statusCode).toBe(401)
    expect((await seen(customer.c)).statusCode).toBe(200)
  })
  test('isn’t kept open by a page that nobody uses, but by its person', async () => {
    const [left, used] = [await signedIn('support'), await signedIn('support')]
    await later('11 hours')
    expect((await seen(left.c, { 'app-idle': '1' })).statusCode).toBe(200)
    expect((await seen(used.c)).statusCode).toBe(200)
    await later('2 hours')
    expect([(await seen(left.c)).statusCode, (await seen(used.c)).statusCode]).toEqual([401, 200])
  })
})

test('signing in again in a browser ends the session it had', async () => {
  const { c, email } = await signedIn('support')
  const { cookie } = { ...c.raw }
  expect((await c.post('/api-public/account/login', { login: email, password })).status).toBe(200)
  expect((await h.app.inject({ url: '/api/account/get', headers: { cookie } })).statusCode).toBe(401)
  expect((await c.get('/api/account/get')).status).toBe(200)
})

describe('a token of the page', () => {
  const write = (c: Client, token: string) =>
    h.app.inject({
      method: 'POST',
      url: '/api/account/sessions/end-others',
      headers: {
        'app-id': 'test',
        'x-xsrf-token': token,
        cookie: c.raw.cookie.replace(/XSRF-TOKEN=[^;]*/, `XSRF-TOKEN=${token}`),
      },
      payload: {},
    })
  const tokenOf = (c: Client) => c.raw.headers['x-xsrf-token']!
  test('belongs to its session: another person’s and a signed-out one’s are refused', async () => {
    const [mine, theirs, nobody] = [await signedIn(), await signedIn(), await client(h)]
    expect((await write(mine.c, tokenOf(theirs.c))).statusCode).toBe(403)
    expect((await write(mine.c, tokenOf(nobody))).statusCode).toBe(403)
    expect((await write(mine.c, tokenOf(mine.c))).statusCode).toBe(200)
  })
  test('is replaced with the session: signing out, in again and an ended session need no reload', async () => {
    const { c, email } = await signedIn()
    const signIn = () => c.post('/api-public/account/login', { login: email, password })
    expect((await c.post('/api/authentication/logout', {})).status).toBe(204)
    expect((await signIn()).status).toBe(200)
    await h.services.db.deleteFrom('session').execute()
    expect((await c.get('/api/account/get')).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    expect((await c.post('/api/account/sessions/end-others', {})).status).toBe(200)
  })
})
