import { beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, password, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let old: string
let vendor_id: number
let n = 0
let fresh: string
beforeEach(async () => {
  ;({ email: old, vendor_id } = await makeLogin(h, 'customer'))
  c = await client(h, old)
  fresh = `new-${n++}@example.com`
})
const request = (email = fresh, by = c) => by.post('/api/account/email-change', { email })
const linksTo = async (address: string) =>
  (await lettersTo(h, address)).flatMap(({ text }) => /confirm-email\/(\S+)/.exec(text)?.[1] ?? [])
const check = async (token: string) =>
  (await c.get(`/api-public/account/email-change/${token}`)).body as object
const confirm = async (token: string) =>
  (await (await client(h)).post(`/api-public/account/email-change/${token}`)).body as object
const signIn = async (email: string) =>
  (await (await client(h)).post('/api-public/account/login', { login: email, password })).status
const subjects = async (address: string) => (await lettersTo(h, address)).map(({ subject }) => subject)
const logged = async () =>
  (
    await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('vendor_id', '=', vendor_id)
      .where('type', 'like', 'session.email%')
      .orderBy('activity_id')
      .execute()
  ).map(({ message }) => message)

test('the old address signs in until the new one is confirmed, then only the new one does', async () => {
  await h.services.db
    .insertInto('contact')
    .values({ vendor_id, email: old.toUpperCase(), first_name: 'Pat', last_name: 'Old' })
    .execute()
  expect((await request()).status).toBe(204)
  expect((await c.get('/api/account/details')).body).toMatchObject({
    email: old,
    email_change: { email: fresh, expires_tm: expect.any(String) },
  })
  expect(await signIn(old)).toBe(200)
  expect(await subjects(old)).toContain('Your sign-in email is about to change')
  const [link] = await linksTo(fresh)
  expect(await check(link!)).toEqual({ valid: true, expired: false, email: fresh })
  await c.post('/api-public/account/forgot-password', { email: old })
  expect(await confirm(link!)).toEqual({ success: true })
  expect([await signIn(old), await signIn(fresh)]).toEqual([400, 200])
  expect(await subjects(old)).toContain('Your sign-in email was changed')
  // who reads the old mailbox can't set a password any more
  const [reset] = (await lettersTo(h, old)).flatMap(
    ({ text }) => /password-reset\/(\S+)/.exec(text)?.[1] ?? [],
  )
  expect((await c.get(`/api-public/account/password-reset/${reset}`)).body).toMatchObject({ valid: false })
  const contacts = await h.services.db
    .selectFrom('contact')
    .select('email')
    .where('vendor_id', '=', vendor_id)
    .where('first_name', '=', 'Pat')
    .where('last_name', '=', 'Old')
    .execute()
  expect(contacts).toEqual([{ email: fresh }])
  // a link works once
  expect(await confirm(link!)).toEqual({ success: false })
  expect(await check(link!)).toEqual({ valid: false, expired: false, email: '' })
  expect(await logged()).toEqual([
    `${old} requested to sign in as ${fresh}`,
    `${old} now signs in as ${fresh}`,
  ])
  expect((await c.get('/api/account/get')).body.email).toBe(fresh)
})

test('a contact of another customer with the old address keeps it', async () => {
  const other = await makeLogin(h, 'customer')
  await h.services.db
    .insertInto('contact')
    .values({ vendor_id: other.vendor_id, email: old, first_name: 'Sam', last_name: 'Shared' })
    .execute()
  await request()
  const [link] = await linksTo(fresh)
  expect(await confirm(link!)).toEqual({ success: true })
  const { email } = await h.services.db
    .selectFrom('contact')
    .select('email')
    .where('vendor_id', '=', other.vendor_id)
    .where('last_name', '=', 'Shared')
    .executeTakeFirstOrThrow()
  expect(email).toBe(old)
})

test('an address of another account is answered alike, and gets no link', async () => {
  const { email: taken } = await makeLogin(h, 'customer')
  const [free, used] = [await request(), await request(taken.toUpperCase())]
  expect([used.status, used.body]).toEqual([free.status, free.body])
  expect(await subjects(taken.toUpperCase())).toEqual(['This address already signs in to Feedstock'])
  expect(await linksTo(taken.toUpperCase())).toEqual([])
  expect((await c.get('/api/account/details')).body.email_change.email).toBe(taken.toUpperCase())
})

test('an address that was taken since isn’t taken over', async () => {
  await request()
  const [link] = await linksTo(fresh)
  await makeLogin(h, 'customer', fresh)
  expect(await confirm(link!)).toEqual({ success: false })
  expect(await signIn(old)).toBe(200)
})

test('a newer request, a withdrawal and time end a link', async () => {
  await request()
  const [first] = await linksTo(fresh)
  const newer = `newer-${fresh}`
  await request(newer)
  expect(await check(first!)).toEqual({ valid: false, expired: false, email: '' })
  const [second] = await linksTo(newer)
  await sql`update email_change set expires_tm = now() where email = ${newer}`.execute(h.services.db)
  expect(await check(second!)).toEqual({ valid: false, expired: true, email: '' })
  expect(await confirm(second!)).toEqual({ success: false })
  const newest = `newest-${fresh}`
  await request(newest)
  const [third] = await linksTo(newest)
  expect((await c.post('/api/account/email-change/withdraw')).status).toBe(204)
  expect((await c.post('/api/account/email-change/withdraw')).status).toBe(404)
  expect(await confirm(third!)).toEqual({ success: false })
})

test('two uses of a link at once change the address once', async () => {
  await request()
  const [link] = await linksTo(fresh)
  const answers = await Promise.all([confirm(link!), confirm(link!)])
  expect(answers).toContainEqual({ success: true })
  expect(answers).toContainEqual({ success: false })
})

test('it needs a fresh sign-in, another address, and isn’t for staff', async () => {
  expect((await request(old.toUpperCase())).body.error.fields).toEqual({
    email: 'This is already your sign-in email',
  })
  expect((await request('no address')).status).toBe(400)
  expect((await request(fresh, await staff(h))).status).toBe(409)
  await sql`update session set fresh_tm = now() - interval '11 minutes'`.execute(h.services.db)
  expect((await request()).body.error.code).toBe('confirm_identity')
  expect(await linksTo(fresh)).toEqual([])
})

test('a person may request it five times an hour, and an address gets no more emails', async () => {
  for (let i = 0; i < 5; i++) expect((await request(`${i}-${fresh}`)).status).toBe(204)
  expect((await request()).status).toBe(429)
  expect(await linksTo(fresh)).toEqual([])
})

test('only a hash of the link is kept', async () => {
  await request()
  const [link] = await linksTo(fresh)
  const { rows } = await sql<{ kept: string }>`
    select e::text || (select string_agg(m::text, '') from mail m) as kept from email_change e`.execute(
    h.services.db,
  )
  expect(rows[0]!.kept).not.toContain(link)
})

test('an address is compared as the database does: who confirms it signs in with it', async () => {
  const address = `İbrahim-${n}@example.com`
  await request(address)
  const [link] = await linksTo(address)
  expect(await confirm(link!)).toEqual({ success: true })
  expect(await signIn(address)).toBe(200)
})

test('answers to open requests go to the new address', async () => {
  await h.services.db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 78, name: 'Wide', monthly_fee: '99.00' })
    .execute()
  const plan = { vendor_plan_type_id: 78, comment: '' }
  expect((await c.post('/api/account/plan-request', plan)).status).toBe(204)
  await request()
  const [link] = await linksTo(fresh)
  await confirm(link!)
  const helper = await staff(h)
  const [open] = (await helper.get(`/api/vendor/${vendor_id}/customer-requests`)).body
  await helper.post(`/api/vendor/${vendor_id}/customer-requests/${open.customer_request_id}/answer`, {
    accepted: false,
    answer: 'Not this year',
  })
  expect(await subjects(fresh)).toContainEqual(expect.stringContaining('plan'))
})
