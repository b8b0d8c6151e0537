import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
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
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
const orders = 'https://orders.example/sign-in'
const shared = 'a secret that both services have kept'
const withOrders = harness({ env: { ORDER_AUTOMATION_URL: orders, ORDER_AUTOMATION_SECRET: shared } })
let mine: { email: string; vendor_id: number }
let c: Client
beforeAll(async () => {
  mine = await makeLogin(h, 'customer')
  c = await client(h, mine.email)
})
const details = async () => (await c.get('/api/account/details')).body
const log = (type: string, vendor_id = mine.vendor_id) =>
  h.services.db
    .selectFrom('activity')
    .select(['message', 'changes', 'action_by_name'])
    .where('type', '=', type)
    .where('vendor_id', '=', vendor_id)
    .orderBy('activity_id')
    .execute()
const contact = {
  company: 'Pat’s Garden',
  first_name: 'Pat',
  last_name: 'Garden',
  phone: '+1 555 0100',
  daily_update_notifications: 1,
}
const email = (address: string, more: object = {}) => ({
  email: address,
  billing: true,
  updates: false,
  deleted: false,
  ...more,
})

describe('account details', () => {
  test('are saved, and the log shows each change', async () => {
    const saved = await c.put('/api/account/contact-details', contact)
    expect(saved).toMatchObject({ status: 200, body: { company: 'Pat’s Garden', contact } })
    expect(await details()).toMatchObject({ contact })
    expect((await log('vendor.save'))[0]).toMatchObject({
      action_by_name: 'Pat customer',
      changes: { company: { from: `${mine.email}'s shop`, to: 'Pat’s Garden' } },
    })
    expect((await log('vendor.contact'))[0]!.changes).toMatchObject({
      primary_phone: { from: '', to: '+1 555 0100' },
      daily_update_email: { from: false, to: true },
    })
    await c.put('/api/account/contact-details', contact)
    expect(await log('vendor.contact')).toHaveLength(1)
  })
  test('keep names that a save leaves out', async () => {
    const { first_name: _first, last_name: _last, ...more } = contact
    await c.put('/api/account/contact-details', { ...more, phone: '+1 555 0101' })
    expect(await details()).toMatchObject({ contact: { ...contact, phone: '+1 555 0101' } })
    await c.put('/api/account/contact-details', contact)
  })
  test('need a company, and a five-megabyte name is refused', async () => {
    const named = async (company: string) => c.put('/api/account/contact-details', { ...contact, company })
    expect((await named('')).body.error.fields).toEqual({ company: 'Enter your company name' })
    expect((await named('x'.repeat(201))).status).toBe(400)
    expect([400, 413]).toContain((await named('x'.repeat(5_000_000))).status)
    expect((await details()).company).toBe('Pat’s Garden')
  })
  test('can’t be saved over changes that staff made meanwhile', async () => {
    const { version } = await details()
    const staff = await client(h, (await makeLogin(h, 'support')).email)
    const { body } = await staff.get(`/api/vendor/${mine.vendor_id}/contacts`)
    const [theirs] = body.contacts
    await staff.post(`/api/vendor/${mine.vendor_id}/contact`, {
      version: body.version,
      contacts: [{ ...theirs, primary_phone: '+1 555 0199' }],
    })
    const refused = await c.post('/api/account/update', { contact, notifications: [], version })
    expect(refused.status).toBe(409)
    expect((await details()).contact.phone).toBe('+1 555 0199')
  })
  test('are never older than their version, whatever is saved while they are read', async () => {
    const { db } = h.services
    const tx = await db.startTransaction().execute()
    await sql`lock table activity`.execute(tx)
    const reading = details()
    await waiting(db)
    await tx.updateTable('vendor').set({ company: 'Pat’s' }).where('vendor_id', '=', mine.vendor_id).execute()
    await tx.commit().execute()
    expect((await reading).company).toBe('Pat’s')
    await c.put('/api/account/contact-details', contact)
  })
  test('become the first contact of an account that has none', async () => {
    const other = await makeLogin(h, 'customer')
    await h.services.db
      .updateTable('vendor')
      .set({ primary_contact_id: null })
      .where('vendor_id', '=', other.vendor_id)
      .execute()
    await h.services.db.deleteFrom('contact').where('vendor_id', '=', other.vendor_id).execute()
    const theirs = await client(h, other.email)
    expect((await theirs.put('/api/account/contact-details', contact)).body).toMatchObject({ contact })
  })
})

describe('notification emails', () => {
  const save = (list: object[]) => c.put('/api/account/notifications', list)
  test('show addresses that bounce, including the contact’s if it wants the daily update', async () => {
    const other = await makeLogin(h, 'customer')
    const theirs = await client(h, other.email)
    await theirs.put('/api/account/notifications', [email('Gone@example.com', { updates: true })])
    const unreachable = async () => (await theirs.get('/api/account/details')).body.mails_unreachable
    expect(await unreachable()).toEqual([])
    await h.services.db
      .insertInto('mail_trouble')
      .values(
        ['gone@example.com', other.email].map((address) => ({
          address,
          what: 'complaint' as const,
          reason: '',
          tm: new Date().toISOString(),
        })),
      )
      .execute()
    expect(await unreachable()).toEqual(['Gone@example.com'])
    await theirs.put('/api/account/contact-details', contact)
    expect(await unreachable()).toEqual(['Gone@example.com', other.email])
  })
  test('are saved with what each address gets, and deleted ones are removed', async () => {
    const saved = await save([email('b@example.com'), email('a@example.com', { updates: true })])
    expect(saved.body.notifications).toEqual([
      email('a@example.com', { updates: true }),
      email('b@example.com'),
    ])
    const less = await save([email('b@example.com', { deleted: true }), email('a@example.com')])
    expect(less.body.notifications).toEqual([email('a@example.com')])
    expect(await log('account.emails')).toHaveLength(2)
    await save([email('a@example.com')])
    expect(await log('account.emails')).toHaveLength(2)
  })
  test.each([
    [[email('')], { '0.email': messages.notificationEmailNeeded }],
    [[email('a@b')], { '0.email': messages.notificationEmailWrong }],
    [[email('a@example.com', { billing: false })], { '0.email': messages.notificationKindNeeded }],
    [[email('a@example.com'), email('A@example.com')], { '1.email': messages.notificationEmailTwice }],
    // one box in another spelling, to a mail
    [[email('a@example.com'), email('a@example.com,')], { '1.email': messages.notificationEmailWrong }],
    [[email('a@example.com'), email('a\u200b@example.com')], { '1.email': messages.notificationEmailWrong }],
    [[email('a@example.com'), email('<a@example.com')], { '1.email': messages.notificationEmailWrong }],
  ])('refuse %j and name the problem', async (list, fields) => {
    expect(await save(list)).toMatchObject({ status: 400, body: { error: { fields } } })
  })
  test('can be deleted and added again in one save', async () => {
    const again = await save([email('a@example.com', { deleted: true }), email('a@example.com')])
    expect(again.body.notifications).toEqual([email('a@example.com')])
  })
  test('show unsubscribed addresses, which can be subscribed again', async () => {
    await save([email('A@example.com', { updates: true }), email('b@example.com')])
    const end = (address: string, more: object = {}) =>
      h.services.db
        .insertInto('mail_unsubscribe')
        .values({ vendor_id: mine.vendor_id, address, kind: 'notifications', ...more })
        .execute()
    // of another account, and of other mails
    const { vendor_id } = await makeLogin(h, 'customer')
    await end('a@example.com', { vendor_id })
    await end('a@example.com', { kind: 'product_alerts' })
    expect((await details()).updates_ended).toEqual([])
    await end('a@example.com')
    // gets none
    await end('b@example.com')
    const told = await details()
    expect(told.updates_ended).toEqual(['A@example.com'])
    const again = await c.put('/api/account/notifications/again', {})
    expect([again.status, again.body.updates_ended]).toEqual([200, []])
    expect(await details()).toEqual({ ...told, updates_ended: [] })
    await c.put('/api/account/notifications/again', {})
    expect(await log('session.subscribe')).toHaveLength(1)
    const stay = await h.services.db
      .selectFrom('mail_unsubscribe')
      .select(['vendor_id', 'address', 'kind'])
      .where('address', 'in', ['a@example.com', 'b@example.com'])
      .orderBy('kind')
      .orderBy('address')
      .execute()
    expect(stay).toEqual([
      { vendor_id, address: 'a@example.com', kind: 'notifications' },
      { vendor_id: mine.vendor_id, address: 'b@example.com', kind: 'notifications' },
      { vendor_id: mine.vendor_id, address: 'a@example.com', kind: 'product_alerts' },
    ])
  })
  test('default to the contact’s address', async () => {
    const other = await makeLogin(h, 'customer')
    await h.services.db
      .insertInto('mail_unsubscribe')
      .values({ vendor_id: other.vendor_id, address: other.email, kind: 'notifications' })
      .execute()
    const theirs = await client(h, other.email)
    expect((await theirs.get('/api/account/details')).body.updates_ended).toEqual([other.email])
  })
  test('are limited to five, not counting deleted ones', async () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => email(`${name}@example.com`))
    expect((await save(six)).status).toBe(400)
    expect((await save([{ ...six[0]!, deleted: true }, ...six.slice(1)])).status).toBe(200)
  })
  test('are saved together with the details or not at all', async () => {
    const before = await details()
    const wrong = { contact: { ...contact, company: 'Another' }, notifications: [email('')] }
    const refused = await c.post('/api/account/update', wrong)
    expect(refused.body.error.fields).toEqual({ 'notifications.0.email': messages.notificationEmailNeeded })
    expect(await details()).toEqual(before)
  })
})

describe('changing the password', () => {
  const change = (one: Client, to: string, verify = to, more: object = {}) =>
    one.put('/api/account/change-password', { change: to, verify, current_password: password, ...more })
  test.each([
    ['a new long password', 'another long one', messages.passwordsDiffer],
    ['short', 'short', 'Use at least 10 characters'],
    ['1234567890', '1234567890', 'This password is too common. Choose another'],
  ])('to %s and %s shows the problem in its answer', async (to, verify, error) => {
    expect(await change(c, to, verify)).toMatchObject({ status: 200, body: { error } })
  })
  test.each([
    ['', 'Enter your current password'],
    ['not this one', 'Wrong password'],
  ])('needs the current password: %j', async (current_password, error) => {
    const person = await makeLogin(h, 'customer')
    const here = await client(h, person.email)
    const to = 'a brand new password'
    expect(await change(here, to, to, { current_password })).toMatchObject({ status: 200, body: { error } })
    expect(await change(here, to, to, { current_password: undefined })).toMatchObject({
      body: { error: 'Enter your current password' },
    })
    expect(await lettersTo(h, person.email)).toEqual([])
    const signIn = { login: person.email, password }
    expect((await (await client(h)).post('/api-public/account/login', signIn)).status).toBe(200)
  })
  test('signs out other sessions, is confirmed by email, and replaces the old password', async () => {
    const person = await makeLogin(h, 'customer')
    const [here, elsewhere] = [await client(h, person.email), await client(h, person.email)]
    expect(await change(here, 'a brand new password')).toMatchObject({ status: 200, body: {} })
    expect((await here.get('/api/account/get')).status).toBe(200)
    expect((await elsewhere.get('/api/account/get')).status).toBe(401)
    const [letter] = await lettersTo(h, person.email)
    expect(letter!.subject).toBe('Your Feedstock password was changed')
    // where one changes it, signed in or not
    expect(letter!.text).toContain('/account/details')
    const anew = await client(h)
    const signIn = (word: string) =>
      anew.post('/api-public/account/login', { login: person.email, password: word })
    expect((await signIn(password)).status).toBe(400)
    expect((await signIn('a brand new password')).status).toBe(200)
    expect(await log('session.password', person.vendor_id)).toHaveLength(1)
  })
  test('invalidates earlier reset links', async () => {
    const person = await makeLogin(h, 'customer')
    const here = await client(h, person.email)
    await here.post('/api-public/account/forgot-password', { email: person.email })
    const [letter] = await lettersTo(h, person.email)
    const link = `/api-public/account/password-reset/${/password-reset\/(\S+)/.exec(letter!.text)![1]}`
    expect((await here.get(link)).body.valid).toBe(true)
    await change(here, 'a brand new password')
    expect((await here.post(link, { password: 'an intruder’s own' })).body).toEqual({ success: false })
  })
  test('has no effect if the session was ended meanwhile', async () => {
    const person = await makeLogin(h, 'customer')
    const intruder = await client(h, person.email)
    const { db } = h.services
    const whose = sql`login_id = (select login_id from login where email = ${person.email})`
    let changing: Promise<number> | undefined
    await db.transaction().execute(async (tx) => {
      // as a reset by the owner does
      await sql`update login set password_hash = 'the owner’s new one' where ${whose}`.execute(tx)
      changing = change(intruder, 'an intruder’s own').then(({ status }) => status)
      await waiting(db)
      await sql`delete from session where ${whose}`.execute(tx)
    })
    expect(await changing).toBe(401)
    const { rows } = await sql`select password_hash from login where ${whose}`.execute(db)
    expect(rows).toEqual([{ password_hash: 'the owner’s new one' }])
    expect(await log('session.password', person.vendor_id)).toEqual([])
    expect(await lettersTo(h, person.email)).toEqual([])
  })
})

describe('contacting support', () => {
  const question = {
    topic: 'My store',
    name: 'Pat Garden',
    email: 'pat@example.com',
    phone: '',
    question: 'Where are my products?',
    is_feedback: false,
  }
  const told = (text: string) => noticesLike(h, `%${text}%`)
  test('sends support a notification and an email, and is logged', async () => {
    expect((await c.post('/api/account/contact-us', question)).status).toBe(204)
    expect(await told('Where are my products?')).toMatchObject([
      {
        message: 'Pat Garden sent a question (My store): Where are my products?',
        link: `/vendors/view/${mine.vendor_id}`,
        category: 'vendor',
      },
    ])
    const [letter] = await lettersTo(h, h.services.config.supportEmail)
    expect(letter!.text).toContain('Where are my products?')
    expect(letter!.text).toContain('pat@example.com')
    expect(await log('account.question')).toHaveLength(1)
  })
  test('needs a topic, a name, an email address and a question', async () => {
    const refused = await c.post('/api/account/contact-us', {
      ...question,
      topic: 'Anything',
      name: ' ',
      email: 'pat',
      question: '',
    })
    expect(Object.keys(refused.body.error.fields)).toEqual(['topic', 'name', 'email', 'question'])
  })
  test('counts as feedback if it is about the legacy site', async () => {
    const given = { comments: 'It was faster to print', reasons: ['It is slower'] }
    expect((await c.post('/api/account/legacy-site-feedback', given)).status).toBe(204)
    expect(await told('It is slower; It was faster to print')).toMatchObject([{ category: 'vendor' }])
    const [letter] = await lettersTo(h, h.services.config.supportEmail)
    expect(letter!.subject).toBe('Feedback from Pat Garden about the legacy site')
    for (const said of ['- It is slower', 'It was faster to print']) expect(letter!.text).toContain(said)
  })
  test('includes the phone number if one was given', async () => {
    await c.post('/api/account/contact-us', { ...question, phone: '+1 555 0177' })
    const [letter] = await lettersTo(h, h.services.config.supportEmail)
    expect(letter!.text).toContain('- Phone +1 555 0177')
  })
  test('is limited to twenty times an hour', async () => {
    const often = await client(h, (await makeLogin(h, 'customer')).email)
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await often.post('/api/account/contact-us', question)).status)
    expect(statuses).toEqual([...Array(20).fill(204), 429])
  })
})

test('without an order automation there is no sign-in link', async () => {
  expect((await c.get('/api/account/order-automation')).body).toEqual({ available: false })
  expect((await c.post('/api/account/order-automation-login', {})).body).toEqual({ url: null })
})

test('an order automation ticket identifies its user, is valid for a minute, and is new each time', async () => {
  const { email, vendor_id } = await makeLogin(withOrders, 'customer')
  const person = await client(withOrders, email)
  withOrders.services.clock.now = () => Date.parse('2026-11-24T08:00:00.900Z')
  const read = async () => {
    const { body, headers } = await person.post('/api/account/order-automation-login', {})
    expect(headers['cache-control']).toBe('no-store')
    const [at, ticket] = (body.url as string).split('#ticket=')
    expect(at).toBe(orders)
    const [head, said, signed] = ticket!.split('.')
    expect(signed).toBe(createHmac('sha256', shared).update(`${head}.${said}`).digest('base64url'))
    return JSON.parse(Buffer.from(said!, 'base64url').toString()) as { iat: number; jti: string }
  }
  const { login_id } = await withOrders.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const iat = Date.parse('2026-11-24T08:00:00Z') / 1000
  const [first, second] = [await read(), await read()]
  expect(first).toEqual({
    iss: 'feedstock',
    sub: String(login_id),
    vendor_id,
    email,
    name: 'Pat customer',
    iat,
    exp: iat + 60,
    jti: expect.any(String),
  })
  expect(second.jti).not.toBe(first.jti)
})

test('a time zone is each login’s own, and null means the browser’s', async () => {
  const { email: address } = await makeLogin(h, 'support')
  const other = await client(h, address)
  const save = (time_zone: unknown, by = c) => by.put('/api/account/time-zone', { time_zone })
  const zone = async (by = c) => (await by.get('/api/account/get')).body.time_zone
  expect(await zone()).toBeNull()
  expect((await save('America/Denver')).body.time_zone).toBe('America/Denver')
  await save('Asia/Tokyo', other)
  await save('America/Denver')
  expect([await zone(), await zone(other)]).toEqual(['America/Denver', 'Asia/Tokyo'])
  expect((await save('Mars/Olympus')).body.error.fields).toEqual({ time_zone: 'Choose a time zone' })
  await save(null)
  expect(await zone()).toBeNull()
  // a save that changes nothing isn't logged
  expect(await log('account.time_zone')).toHaveLength(2)
})
