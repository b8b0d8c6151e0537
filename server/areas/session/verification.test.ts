import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, staff } from '#server/test/harness.ts'

const h = harness()
const secret = 'a brand new secret'
let made = 0

/** A contact of a vendor whose own login is another's; given a login by staff. */
async function someContact() {
  const email = `contact${++made}@example.com`
  const { vendor_id } = await makeLogin(h, 'customer')
  const { contact_id } = await h.services.db
    .insertInto('contact')
    .values({ vendor_id, email })
    .returning('contact_id')
    .executeTakeFirstOrThrow()
  return { email, vendor_id, contact_id }
}
const give = async ({ vendor_id, contact_id }: { vendor_id: number; contact_id: number }) =>
  (await staff(h)).post(`/api/vendor/${vendor_id}/login`, { contact_id })
async function linkTo(email: string) {
  const [letter] = await lettersTo(h, email)
  return Object.fromEntries(new URLSearchParams(/\/verification\?(\S+)/.exec(letter!.text)![1]!)) as {
    rep: string
    key: string
  }
}
const check = async (query: { rep: string; key: string }) =>
  (await (await client(h)).get(`/api-public/account/verification?${String(new URLSearchParams(query))}`)).body
const verify = async (body: object) => (await client(h)).post('/api-public/account/verification', body)
const unknown = { needs_verification: false, email: '', expired: false }
const loginOf = async (vendorId: number, email: string) =>
  (await (await staff(h)).get(`/api/vendor/${vendorId}/contacts`)).body.contacts.find(
    (one: { email: string }) => one.email === email,
  ).login

test('a contact given a login confirms the address, chooses a password and signs in', async () => {
  const contact = await someContact()
  const { email, vendor_id } = contact
  expect(await loginOf(vendor_id, email)).toBe('none')
  expect((await give(contact)).body).toEqual({ email, expires_tm: expect.any(String) })
  expect(await loginOf(vendor_id, email)).toBe('waits')
  const link = await linkTo(email)
  expect(await check(link)).toEqual({ needs_verification: true, email, expired: false })
  expect((await verify({ ...link, password: 'password1234' })).body.error.fields.password).toContain('common')
  expect((await verify({ ...link, password: secret })).body).toEqual({ login: email })
  const c = await client(h)
  const signedIn = await c.post('/api-public/account/login', { login: email, password: secret })
  expect(signedIn.body).toMatchObject({ vendor_id, email })
  expect(await loginOf(vendor_id, email)).toBe('confirmed')
  expect(await check(link)).toEqual({ needs_verification: false, email, expired: false })
  expect((await verify({ ...link, password: 'another new secret' })).body).toEqual({ login: '' })
})

test('a confirmation link used twice at once works once', async () => {
  const contact = await someContact()
  await give(contact)
  const link = await linkTo(contact.email)
  const answers = await Promise.all([1, 2, 3].map((n) => verify({ ...link, password: `${secret} ${n}` })))
  expect(answers.filter((a) => a.body.login === contact.email)).toHaveLength(1)
})

test('a forged, another person’s, a replaced and an expired link confirm nothing', async () => {
  const [one, other] = [await someContact(), await someContact()]
  await give(one)
  await give(other)
  const [mine, theirs] = [await linkTo(one.email), await linkTo(other.email)]
  for (const link of [
    { ...mine, key: theirs.key },
    { ...mine, rep: theirs.rep },
    { ...mine, rep: 'abc' },
    { ...mine, key: '' },
    { rep: '', key: '' },
  ]) {
    expect(await check(link)).toEqual(unknown)
    expect((await verify({ ...link, password: secret })).body).toEqual({ login: '' })
  }
  await give(one)
  expect(await check(mine)).toEqual(unknown)
  const again = await linkTo(one.email)
  await sql`update verification set expires_tm = now() where login_id = ${Number(again.rep)}`.execute(
    h.services.db,
  )
  expect(await check(again)).toEqual({ needs_verification: true, email: one.email, expired: true })
  expect((await verify({ ...again, password: secret })).body).toEqual({ login: '' })
})

test('a confirmation link works for 7 days', async () => {
  const contact = await someContact()
  await give(contact)
  const link = await linkTo(contact.email)
  const pass = (time: string) =>
    sql`
      update verification
      set expires_tm = expires_tm - ${time}::interval
      where login_id = ${Number(link.rep)}`.execute(h.services.db)
  await pass('6 days 23:59')
  expect(await check(link)).toMatchObject({ expired: false })
  await pass('1 minute')
  expect(await check(link)).toMatchObject({ expired: true })
})

test('a confirmation link of an account deleted meanwhile confirms nothing', async () => {
  const contact = await someContact()
  await give(contact)
  const link = await linkTo(contact.email)
  await sql`
    update vendor set deleted_tm = now(), deleted_by_name = 'Ann'
    where vendor_id = ${contact.vendor_id}`.execute(h.services.db)
  expect(await check(link)).toEqual(unknown)
  expect((await verify({ ...link, password: secret })).body).toEqual({ login: '' })
})

test('a contact whose link expired can still set a password by email', async () => {
  const contact = await someContact()
  await give(contact)
  await linkTo(contact.email)
  const c = await client(h)
  await c.post('/api-public/account/forgot-password', { email: contact.email })
  const [letter] = await lettersTo(h, contact.email)
  const token = /password-reset\/(\S+)/.exec(letter!.text)![1]!
  await c.post(`/api-public/account/password-reset/${token}`, { password: secret })
  expect(await loginOf(contact.vendor_id, contact.email)).toBe('confirmed')
  expect((await give(contact)).status).toBe(409)
})

test('another vendor’s contact or an address that signs in elsewhere can’t be given a login', async () => {
  const [one, other] = [await someContact(), await someContact()]
  expect((await give({ ...one, contact_id: other.contact_id })).status).toBe(404)
  await give(one)
  await sql`update contact set email = ${one.email} where contact_id = ${other.contact_id}`.execute(
    h.services.db,
  )
  expect((await give(other)).body.error.message).toBe('This email already has a login')
  expect(await loginOf(other.vendor_id, one.email)).toBe('elsewhere')
  const customer = await client(h, (await makeLogin(h, 'customer')).email)
  expect(
    (await customer.post(`/api/vendor/${one.vendor_id}/login`, { contact_id: one.contact_id })).status,
  ).toBe(403)
})
