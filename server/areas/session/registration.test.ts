import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { client, harness, lettersTo, makeLogin, staff, waiting } from '#server/test/harness.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
const secret = 'a brand new secret'
let invited = 0

async function invite(email = `new${++invited}@example.com`, company = `Shop ${invited}`) {
  const sent = await (await staff(h)).post('/api/invitations', { email, company })
  expect(sent.status).toBe(200)
  const [letter] = await lettersTo(h, email)
  const link = /\/register\?(\S+)/.exec(letter!.text)![1]!
  return { email, company, letter: letter!, repId: new URLSearchParams(link).get('repId')! }
}
const check = async (email: string, repId: string) =>
  (
    await (
      await client(h)
    ).get(`/api-public/account/register?${String(new URLSearchParams({ email, repId }))}`)
  ).body
const good = (email: string, repId: string, rep = {}, primaryPhone = '+1 555 010 2000') => ({
  contact: { primaryPhone },
  rep: { login: email, password: secret, currentlySellingOnline: true, repId, ...rep },
})
const register = async (body: object) => (await client(h)).post('/api-public/account/register', body)
const bad = { valid: false, expired: false, company: '' }

test('an invited person registers once and signs in, and staff are notified', async () => {
  const { email, company, repId } = await invite()
  expect(await check(email.toUpperCase(), repId)).toEqual({ valid: true, expired: false, company })
  const c = await client(h)
  const answer = await c.post('/api-public/account/register', good(email, repId, { orderNumber: '101-500' }))
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  const signedIn = await c.post('/api-public/account/login', { login: email, password: secret })
  expect(signedIn.body).toMatchObject({
    email,
    company,
    role: 'customer',
    contact: { phone: '+1 555 010 2000' },
  })
  const { vendor_id } = signedIn.body
  const support = await staff(h)
  const notes = (await support.get(`/api/vendor/${vendor_id}/notes`)).body
  expect(JSON.stringify(notes)).toContain('Sells online already: yes. Orders a month: 101-500')
  expect((await noticesLike(h, '% registered %')).at(-1)!.link).toBe(`/vendors/view/${vendor_id}`)
  expect((await support.get(`/api/vendor/${vendor_id}/basics`)).body.vendor).toMatchObject({
    vendor_status_id: 0,
    order_volume: '101-500',
  })
  const { body } = await support.post('/api/activity-log/', { vendor_id })
  expect(body.logs.map((one: { message: string }) => one.message)).toContain(
    `${company} registered (${email})`,
  )
  expect(await check(email, repId)).toEqual(bad)
  expect((await register(good(email, repId))).body).toEqual({ success: false })
})

test('the number of monthly orders is noted only if it is known', async () => {
  const { email, repId } = await invite()
  await register(good(email, repId, { orderNumber: 'Unknown' }))
  const { rows } = await sql<{ note: string }>`
    select note
    from vendor_note
    join login using (vendor_id)
    where email = ${email}`.execute(h.services.db)
  expect(rows).toEqual([{ note: 'Sells online already: yes' }])
})

test('an invitation link clicked twice at once opens one account', async () => {
  const { email, repId } = await invite()
  const answers = await Promise.all([1, 2, 3].map(() => register(good(email, repId))))
  expect(answers.filter((a) => a.body.success)).toHaveLength(1)
  const { rows } = await sql`select from contact where email = ${email}`.execute(h.services.db)
  expect(rows).toHaveLength(1)
})

test('both parts of an invitation link must match: another person’s, a forged and an expired link open nothing', async () => {
  const [one, other] = [await invite(), await invite()]
  for (const [email, repId] of [
    [one.email, other.repId],
    [one.email, `${one.repId}x`],
    [one.email, ''],
    ['nobody@example.com', one.repId],
  ] as const) {
    expect(await check(email, repId)).toEqual(bad)
    expect((await register(good(email, repId))).body).toEqual({ success: false })
  }
  await sql`update invitation set expires_tm = now() where email = ${one.email}`.execute(h.services.db)
  expect(await check(one.email, one.repId)).toEqual({ valid: false, expired: true, company: '' })
  expect((await register(good(one.email, one.repId))).body).toEqual({ success: false })
  expect(await check(other.email, other.repId)).toMatchObject({ valid: true })
})

test('an invitation works for 14 days', async () => {
  const { email, company, repId } = await invite()
  const pass = (time: string) =>
    sql`update invitation set expires_tm = expires_tm - ${time}::interval where email = ${email}`.execute(
      h.services.db,
    )
  await pass('13 days 23:59')
  expect(await check(email, repId)).toEqual({ valid: true, expired: false, company })
  await pass('1 minute')
  expect(await check(email, repId)).toMatchObject({ valid: false, expired: true })
})

test('a second invitation ends the first, and no link is stored in readable form', async () => {
  const first = await invite('twice@example.com')
  const second = await invite('Twice@example.com')
  expect(await check(first.email, first.repId)).toEqual(bad)
  expect(await check(first.email, second.repId)).toMatchObject({ valid: true })
  const { rows } = await sql`select i.token_hash::text, m.body from invitation i, mail m`.execute(
    h.services.db,
  )
  expect(JSON.stringify(rows)).not.toContain(second.repId)
})

test('an invitation link doesn’t reveal that its address already has a login, and the address isn’t invited again', async () => {
  const { email, repId } = await invite()
  await makeLogin(h, 'customer', email)
  expect((await register(good(email, repId))).body).toEqual({ success: false })
  const refused = await (
    await staff(h)
  ).post('/api/invitations', { email: email.toUpperCase(), company: 'X' })
  expect([refused.status, refused.body.error.fields]).toEqual([
    400,
    { email: 'This email already has a login' },
  ])
})

test('invalid input is reported at its field, and the link stays valid', async () => {
  const { email, repId } = await invite()
  const fields = async (body: object) => (await register(body)).body.error.fields
  expect(await fields(good(email, repId, { password: 'short' }))).toEqual({
    'rep.password': 'Use at least 10 characters',
  })
  expect(await fields(good(email, repId, { password: 'password1234' }))).toEqual({
    'rep.password': 'This password is too common. Choose another',
  })
  expect(await fields(good(email, repId, {}, ' '))).toEqual({
    'contact.primaryPhone': 'Enter a phone number',
  })
  expect(await fields(good(email, repId, { orderNumber: '7' }))).toHaveProperty(['rep.orderNumber'])
  expect((await register(good(email, repId, { repId: 'x'.repeat(5 * 1024 * 1024) }))).status).toBe(413)
  expect((await register(good('x'.repeat(1_000_000), repId))).status).toBe(400)
  expect(await check(email, repId)).toMatchObject({ valid: true })
  expect((await register(good(email, repId))).body).toEqual({ success: true })
})

test('customers can’t invite, and a staff member can send at most sixty invitations an hour', async () => {
  const customer = await client(h, (await makeLogin(h, 'customer')).email)
  const body = { email: 'x@example.com', company: 'X' }
  expect((await customer.post('/api/invitations', body)).status).toBe(403)
  const busy = await staff(h)
  await sql`
    insert into rate_limit (bucket, window_start, hits)
    select 'invitations by ' || max(login_id), to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 60
    from login`.execute(h.services.db)
  expect((await busy.post('/api/invitations', body)).status).toBe(429)
})

test('of several simultaneous invitations to one address, one is valid', async () => {
  const email = `new${++invited}@example.com`
  const support = await staff(h)
  const { db } = h.services
  // all of them look for those before them
  let asked: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`lock table invitation in exclusive mode`.execute(tx)
    asked = Promise.all([1, 2, 3].map(() => support.post('/api/invitations', { email, company: 'Shop' })))
    await waiting(db, 3)
  })
  await asked
  const { rows } = await sql`select from invitation where email = ${email}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('of two valid invitations one registers, and the other gets the answer of an invalid one', async () => {
  const { email, repId } = await invite()
  const { db } = h.services
  await sql`
    insert into invitation (token_hash, email, company, expires_tm)
    values (${sha256('a second secret')}, ${email}, 'Shop', now() + interval '1 day')`.execute(db)
  const answers = await Promise.all([repId, 'a second secret'].map((one) => register(good(email, one))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
})
