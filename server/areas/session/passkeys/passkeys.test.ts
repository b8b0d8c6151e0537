import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { passkeyWrong } from '#contract/session/passkeys.ts'
import type { Role } from '#contract/roles.ts'
import { secondStepOf, type StaffLogin } from '#contract/staff/staff.ts'
import { sql } from '#server/platform/database/db.ts'
import { authenticator } from '#server/test/authenticator.ts'
import { lastStepNeeded, ownStepNeeded } from '#contract/session/identity.ts'
import { client, harness, lettersTo, makeLogin, password, type Client } from '#server/test/harness.ts'

const h = harness()
type Device = ReturnType<typeof authenticator>

async function add(c: Client, device = authenticator(), name = 'Laptop') {
  const { body: options } = await c.post('/api/account/passkeys/begin')
  const added = await c.post('/api/account/passkeys', { name, response: device.create(options) })
  return { added, device }
}
async function withPasskey(role: Role = 'customer') {
  const person = await makeLogin(h, role)
  const c = await client(h, person.email)
  const { added, device } = await add(c)
  expect(added.status).toBe(204)
  return { ...person, c, device }
}
const challenge = async (c: Client) => (await c.post('/api-public/account/passkey/begin')).body
const signIn = async (device: Device, how: Parameters<Device['get']>[1] = {}) => {
  const c = await client(h)
  const response = device.get(await challenge(c), how)
  return { ...(await c.post('/api-public/account/passkey', { response })), c, response }
}
const later = () => sql`update session set fresh_tm = fresh_tm - interval '11 minutes'`.execute(h.services.db)

describe('a passkey', () => {
  test('signs in without password or code, also where two-step sign-in is on', async () => {
    const { email, device, c } = await withPasskey()
    const { secret } = (await c.post('/api/account/second-factor/begin', { password })).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await c.post('/api/account/second-factor/confirm', { code })).status).toBe(200)
    const entered = await signIn(device)
    expect([entered.status, entered.body.email]).toEqual([200, email])
    expect((await entered.c.get('/api/account/get')).status).toBe(200)
  })
  test('is added with its name, emailed to its owner, logged, and shown with its last use', async () => {
    const { email, vendor_id, c, device } = await withPasskey()
    await signIn(device)
    const { body } = await c.get('/api/account/passkeys')
    expect(body).toEqual([
      {
        passkey_id: expect.any(Number),
        name: 'Laptop',
        insert_tm: expect.any(String),
        used_tm: expect.any(String),
      },
    ])
    const subjects = (await lettersTo(h, email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey was added')
    const logged = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('vendor_id', '=', vendor_id)
      .orderBy('activity_id')
      .execute()
    expect(logged.map(({ message }) => message)).toEqual([
      `${email} signed in`,
      `${email} added the passkey Laptop`,
      `${email} signed in with a passkey`,
    ])
  })
  test.each([
    ['at another site', { origin: 'https://evil.example' }],
    ['without a fingerprint, face or PIN', { verified: false }],
  ])('used %s signs nobody in', async (_where, how) => {
    const { device } = await withPasskey()
    const refused = await signIn(device, how)
    expect([refused.status, refused.body.error.message]).toEqual([400, passkeyWrong])
  })
  test('made without a fingerprint, face or PIN, or for another’s challenge, isn’t added', async () => {
    const c = await client(h, (await makeLogin(h, 'customer')).email)
    const other = await client(h, (await makeLogin(h, 'customer')).email)
    const begun = async (of: Client) => (await of.post('/api/account/passkeys/begin')).body
    const device = authenticator()
    const save = (response: string) => c.post('/api/account/passkeys', { name: 'Laptop', response })
    expect((await save(device.create(await begun(c), { verified: false }))).status).toBe(400)
    expect((await save(device.create(await begun(other)))).status).toBe(400)
    expect((await save('{')).status).toBe(400)
    expect((await c.get('/api/account/passkeys')).body).toEqual([])
  })
  test('answers a challenge once, and none that is expired or made up', async () => {
    const { device } = await withPasskey()
    const { response, c } = await signIn(device)
    const again = (text: string) => c.post('/api-public/account/passkey', { response: text })
    expect((await again(response)).status).toBe(400)
    expect((await again(device.get({ challenge: 'bWFkZSB1cA' }))).status).toBe(400)
    const old = await challenge(c)
    await sql`update passkey_challenge set expires_tm = now()`.execute(h.services.db)
    expect((await again(device.get(old))).status).toBe(400)
  })
  test('that isn’t known, or whose account was deleted, signs nobody in', async () => {
    expect((await signIn(authenticator())).status).toBe(400)
    const { device, vendor_id } = await withPasskey()
    await sql`update vendor set deleted_tm = now() where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect((await signIn(device)).status).toBe(400)
  })
  test('of a disabled login opens no session, so none is open once the login is enabled', async () => {
    const { device, email, c } = await withPasskey('support')
    const admin = await client(h, (await makeLogin(h, 'admin')).email)
    const { staff } = (await admin.get('/api/staff')).body
    const { login_id } = staff.find((login: StaffLogin) => login.email === email)
    const change = (act: string) => admin.post(`/api/staff/${login_id}/${act}`, { reason: 'On leave' })
    expect((await change('disable')).status).toBe(200)
    const refused = await signIn(device)
    expect([refused.status, refused.body.error.message]).toEqual([400, passkeyWrong])
    expect((await change('enable')).status).toBe(204)
    expect((await refused.c.get('/api/account/get')).status).toBe(401)
    expect((await c.get('/api/account/get')).status).toBe(401)
    expect((await signIn(device)).status).toBe(200)
  })
  test('is renamed and removed by its owner alone; removing ends the other sessions and signs in no more', async () => {
    const { email, c, device } = await withPasskey()
    const [{ passkey_id }] = (await c.get('/api/account/passkeys')).body
    const path = `/api/account/passkeys/${passkey_id}`
    const other = await client(h, (await makeLogin(h, 'customer')).email)
    expect((await other.put(path, { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(path)).status).toBe(404)
    expect((await c.put(path, { name: 'Work laptop' })).status).toBe(204)
    expect((await c.get('/api/account/passkeys')).body[0].name).toBe('Work laptop')
    const elsewhere = await client(h, email)
    expect((await c.delete(path)).status).toBe(204)
    expect((await elsewhere.get('/api/account/get')).status).toBe(401)
    expect((await signIn(device)).status).toBe(400)
  })
  test('is added and removed after a fresh sign-in only, and makes one fresh', async () => {
    const { c, device } = await withPasskey()
    const [{ passkey_id }] = (await c.get('/api/account/passkeys')).body
    await later()
    expect((await c.post('/api/account/passkeys/begin')).body.error.code).toBe('confirm_identity')
    expect((await c.delete(`/api/account/passkeys/${passkey_id}`)).body.error.code).toBe('confirm_identity')
    const confirm = async (of: Device) =>
      c.post('/api/account/confirm-identity', { passkey: of.get(await challenge(c)) })
    const stranger = await withPasskey()
    await later()
    expect((await confirm(stranger.device)).status).toBe(400)
    expect((await confirm(device)).status).toBe(204)
    expect((await c.post('/api/account/passkeys/begin')).status).toBe(200)
  })
  test('is one of ten at most', async () => {
    const { c } = await withPasskey()
    for (let i = 0; i < 9; i++) expect((await add(c)).added.status).toBe(204)
    expect((await add(c)).added.status).toBe(409)
  })
})

describe('two-step sign-in that is required for admins and finance', () => {
  const required = (two_step_required: boolean) =>
    sql`update sign_in_rule set two_step_required = ${two_step_required}::bool`.execute(h.services.db)
  const vendors = (c: Client) => c.post('/api/vendor/search', { term: 'x' })

  test('is set by an admin after a fresh sign-in, and logged', async () => {
    const [admin, support] = [
      await client(h, (await makeLogin(h, 'admin')).email),
      await client(h, (await makeLogin(h, 'support')).email),
    ]
    const save = (c: Client) => c.post('/api/sign-in-rule', { two_step_required: true })
    expect((await save(support)).status).toBe(403)
    await later()
    expect((await save(admin)).body.error.code).toBe('confirm_identity')
    await admin.post('/api/account/confirm-identity', { password })
    expect((await save(admin)).body).toEqual({ two_step_required: true })
    const { rows } = await sql`select from activity where type = 'session.rule'`.execute(h.services.db)
    expect(rows).toHaveLength(1)
    // so much for the admin’s own password
    expect((await vendors(admin)).body.error.code).toBe('two_step_needed')
    await required(false)
  })
  test.each(['admin', 'finance'] as const)('lets %s do nothing else before it is set up', async (role) => {
    await required(true)
    const { email } = await makeLogin(h, role)
    const c = await client(h)
    const entered = await c.post('/api-public/account/login', { login: email, password })
    expect(entered.body.needs_two_step).toBe(true)
    expect((await c.get('/api/account/get')).body.needs_two_step).toBe(true)
    const refused = await vendors(c)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'two_step_needed'])
    const { secret } = (await c.post('/api/account/second-factor/begin', { password })).body
    const codes = await c.post('/api/account/second-factor/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    })
    expect((await vendors(c)).status).toBe(200)
    expect((await c.get('/api/account/get')).body.needs_two_step).toBe(false)
    const again = await client(h)
    const [code] = codes.body.recovery_codes
    const second = await again.post('/api-public/account/login', { login: email, password, code })
    expect(second.body.needs_two_step).toBeUndefined()
    expect((await vendors(again)).status).toBe(200)
    await required(false)
  })
  test('is met by adding a passkey, by signing in with it, and by confirming with it after the password', async () => {
    await required(true)
    const { email, c, device } = await withPasskey('admin')
    expect((await vendors(c)).status).toBe(200)
    expect((await vendors((await signIn(device)).c)).status).toBe(200)
    const byPassword = await client(h, email)
    expect((await vendors(byPassword)).status).toBe(403)
    await byPassword.post('/api/account/confirm-identity', {
      passkey: device.get(await challenge(byPassword)),
    })
    expect((await vendors(byPassword)).status).toBe(200)
    await required(false)
  })
  test('is shown to admins as the passkey of a person without an app', async () => {
    const { email } = await withPasskey('finance')
    const admin = await client(h, (await makeLogin(h, 'admin')).email)
    const { staff } = (await admin.get('/api/staff')).body
    const shown = staff.find((login: StaffLogin) => login.email === email)
    expect(secondStepOf(shown)).toBe('Passkey')
    expect(secondStepOf(staff.find((login: StaffLogin) => login.own))).toBe('Off')
  })
  test('isn’t met by the password alone where a passkey was added: it adds no other passkey and no app', async () => {
    const { email, c } = await withPasskey('finance')
    const thief = await client(h, email)
    const { secret } = (await thief.post('/api/account/second-factor/begin', { password })).body
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await required(true)
    for (const refused of [
      await thief.post('/api/account/second-factor/confirm', { code: code() }),
      await thief.post('/api/account/second-factor/begin', { password }),
      await thief.post('/api/account/passkeys/begin'),
    ])
      expect([refused.status, refused.body.error.message]).toEqual([409, ownStepNeeded])
    expect((await vendors(thief)).status).toBe(403)
    // who used the passkey may
    expect((await c.post('/api/account/passkeys/begin')).status).toBe(200)
    await required(false)
  })
  test('stays met: the only passkey or app isn’t removed while the role requires one', async () => {
    const { c } = await withPasskey('admin')
    const [{ passkey_id: id }] = (await c.get('/api/account/passkeys')).body
    await required(true)
    const kept = await c.delete(`/api/account/passkeys/${id}`)
    expect([kept.status, kept.body.error.message]).toEqual([409, lastStepNeeded])
    const { secret } = (await c.post('/api/account/second-factor/begin', { password })).body
    const confirmed = await c.post('/api/account/second-factor/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    })
    const [code] = confirmed.body.recovery_codes
    expect((await c.delete(`/api/account/passkeys/${id}`)).status).toBe(204)
    expect((await c.get('/api/account/second-factor')).body.required).toBe(true)
    const still = await c.post('/api/account/second-factor/end', { password, code })
    expect([still.status, still.body.error.message]).toEqual([409, lastStepNeeded])
    expect((await vendors(c)).status).toBe(200)
    await required(false)
    expect((await c.post('/api/account/second-factor/end', { password, code })).status).toBe(204)
  })
  test('is missing at the next request of a session whose person lost the second step', async () => {
    const { email, c } = await withPasskey('finance')
    await required(true)
    expect((await vendors(c)).status).toBe(200)
    await sql`
      delete from passkey
      where login_id = (select login_id from login where email = ${email})`.execute(h.services.db)
    expect((await vendors(c)).body.error.code).toBe('two_step_needed')
    await required(false)
  })
  test('concerns neither support nor account managers nor customers', async () => {
    await required(true)
    for (const role of ['support', 'account_manager'] as const)
      expect((await vendors(await client(h, (await makeLogin(h, role)).email))).status).toBe(200)
    const customer = await client(h, (await makeLogin(h, 'customer')).email)
    expect((await customer.get('/api/account/details')).status).toBe(200)
    await required(false)
  })
})
