import { expect, test } from 'vitest'
import { harness, makeLogin, staff } from '#server/test/harness.ts'

const secret = 'what the mail service proves itself by'
const h = harness({ env: { MAIL_EVENTS_SECRET: secret } })
const off = harness()
const tell = (events: unknown, authorization = `Bearer ${secret}`, on = h) =>
  on.app.inject({
    method: 'POST',
    url: '/api-public/mail-events',
    headers: { authorization },
    payload: { events } as object,
  })
const contacts = async (vendorId: number) =>
  (await (await staff(h)).get(`/api/vendor/${vendorId}/contacts`)).body.contacts

test('a bounce or complaint is recorded once at its contact with the reason, and in the customer’s log', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const bounce = {
    type: 'hard_bounce',
    email: email.toUpperCase(),
    reason: '550 No such user',
    tm: '2026-11-01T10:00:00Z',
  }
  const complaint = { type: 'complaint', email }
  expect((await tell([bounce, complaint, bounce])).statusCode).toBe(204)
  await tell([bounce])
  const [contact] = await contacts(vendor_id)
  expect(contact.troubles).toMatchObject([
    { what: 'complaint', reason: '' },
    { what: 'hard_bounce', reason: '550 No such user' },
  ])
  expect(Date.parse(contact.troubles[1].tm)).toBe(Date.parse('2026-11-01T10:00:00Z'))
  const { body } = await (await staff(h)).post('/api/activity-log/', { vendor_id })
  expect(body.logs.map((one: { message: string }) => one.message).toSorted()).toEqual([
    `${email}: an email was reported as spam`,
    `${email}: emails bounce permanently. 550 No such user`,
  ])
  const again = async (reason: string) =>
    (await staff(h)).post(`/api/vendor/${vendor_id}/mail-again`, { contact_id: contact.contact_id, reason })
  expect((await again('')).status).toBe(400)
  expect((await again('The mailbox was full, she says')).status).toBe(204)
  expect((await contacts(vendor_id))[0].troubles).toEqual([])
  expect((await again('Once more')).status).toBe(409)
})

test('nobody can report bounces without the secret, or when none is set', async () => {
  const events = [{ type: 'hard_bounce', email: 'forged@example.com' }]
  for (const wrong of ['', 'Bearer', 'Bearer wrong', secret, `Basic ${secret}`])
    expect((await tell(events, wrong)).statusCode).toBe(403)
  expect((await tell(events, `Bearer ${secret}`, off)).statusCode).toBe(404)
  expect(
    await h.services.db
      .selectFrom('mail_trouble')
      .select('address')
      .where('address', '=', 'forged@example.com')
      .execute(),
  ).toEqual([])
})

test('an invalid report is refused entirely, and a caller without the secret sees no details', async () => {
  const one = { type: 'hard_bounce', email: 'a@example.com' }
  for (const events of [
    [],
    'x',
    [{ ...one, type: 'bounce' }],
    [one, { ...one, email: 'nobody' }],
    [{ ...one, tm: 'yesterday' }],
    [{ ...one, email: `${'x'.repeat(300)}@example.com` }],
    Array.from({ length: 501 }, () => one),
  ]) {
    expect((await tell(events)).statusCode).toBe(400)
    expect((await tell(events, 'Bearer wrong')).statusCode).toBe(403)
  }
  expect((await tell([{ ...one, reason: 'x'.repeat(5 * 1024 * 1024) }])).statusCode).toBe(413)
  expect(
    await h.services.db
      .selectFrom('mail_trouble')
      .select('address')
      .where('address', '=', 'a@example.com')
      .execute(),
  ).toEqual([])
})

test('a report dated in the future counts as of now, and one older than the known state changes nothing', async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  const bounce = (tm: string, reason: string) => tell([{ type: 'soft_bounce', email, reason, tm }])
  await bounce('2999-01-01T00:00:00Z', 'Later')
  await bounce('2020-01-01T00:00:00Z', 'Earlier')
  const [{ troubles }] = await contacts(vendor_id)
  expect(troubles).toMatchObject([{ reason: 'Later' }])
  expect(Date.parse(troubles[0].tm)).toBeLessThanOrEqual(Date.now())
})

test('a complaint from staff or a deleted account is recorded, but in no customer’s log', async () => {
  const [support, gone] = [await makeLogin(h, 'support'), await makeLogin(h, 'customer')]
  const { db } = h.services
  await db
    .updateTable('vendor')
    .set({ deleted_tm: new Date().toISOString(), deleted_by_name: 'Ann' })
    .where('vendor_id', '=', gone.vendor_id)
    .execute()
  await tell([support, gone].map(({ email }) => ({ type: 'complaint', email })))
  const noted = await db
    .selectFrom('mail_trouble')
    .select('address')
    .where('address', 'in', [support.email, gone.email])
    .execute()
  expect(noted).toHaveLength(2)
  const logged = await db
    .selectFrom('activity')
    .select('message')
    .where('vendor_id', 'in', [support.vendor_id, gone.vendor_id])
    .where('type', '=', 'session.mail_trouble')
    .execute()
  expect(logged).toEqual([])
})
