import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { onlyReads, operations, type Operation } from '#contract/operation.ts'
import { viewLastsMs } from '#contract/vendors/customer-view.ts'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
const minute = 60_000
let c: Client
let mine = ''
let now = Date.now()
let id: number
let customer = ''
beforeAll(async () => {
  mine = (await makeLogin(h, 'support')).email
  c = await client(h, mine)
})
beforeEach(async () => {
  now = Date.now()
  vi.spyOn(h.services.clock, 'now').mockImplementation(() => now)
  ;({ vendor_id: id, email: customer } = await makeLogin(h, 'customer'))
})
const begin = async (by = c): Promise<number> => {
  const { status, body } = await by.post(`/api/vendor/${id}/customer-view`)
  expect(status).toBe(200)
  return body.customer_view_id
}
const see = (view: unknown, by = c) => by.get(`/api/account/get?viewing=${String(view)}`)
const end = (view: number, by = c) => by.delete(`/api/customer-views/${view}`)
const company = () => `${customer}'s shop`
/** What the vendor's log says, the newest first, and by whom. */
const logged = async (by = c) =>
  (await by.post('/api/activity-log/search', { vendor_id: id })).body.logs.map(
    (row: { message: string; action_by: string }) => [row.message, row.action_by],
  )
const over = (message: string) => ({
  status: 403,
  body: { error: { code: 'view_over', message, view: { vendor_id: id, company: company() } } },
})
const notMine = {
  status: 403,
  body: { error: { code: 'view_over', message: 'View not found, or it belongs to someone else.' } },
}

test('a staff member can start at most sixty views an hour', async () => {
  const { email } = await makeLogin(h, 'support')
  const by = await client(h, email)
  for (let i = 0; i < 60; i++) await begin(by)
  expect((await by.post(`/api/vendor/${id}/customer-view`)).status).toBe(429)
})

describe('a view of a customer’s account', () => {
  test('shows what the customer sees, who is viewing and for how long, and leaves other calls to staff', async () => {
    const view = await begin()
    now += 90_000
    expect((await see(view)).body).toMatchObject({
      vendor_id: id,
      email: customer,
      role: 'customer',
      company: company(),
      viewing: {
        customer_view_id: view,
        customer: 'Pat customer',
        viewer: 'Pat support',
        seconds_left: 28.5 * 60,
      },
    })
    expect((await c.get(`/api/account/details?viewing=${view}`)).body).toMatchObject({ email: customer })
    expect((await c.get(`/api/system-messages/unread-count?viewing=${view}`)).body).toEqual({
      unread_count: 0,
    })
    const staffs = await c.get('/api/account/get')
    expect(staffs.body).toMatchObject({ email: mine, role: 'support' })
    expect(staffs.body).not.toHaveProperty('viewing')
    expect((await c.get(`/api/vendor/view/${id}`)).status).toBe(200)
  })
  test('neither notifies the customer nor signs them out', async () => {
    const theirs = await client(h, customer)
    await begin()
    const { status, body } = await theirs.get('/api/account/get')
    expect([status, body.email]).toEqual([200, customer])
    expect(body).not.toHaveProperty('viewing')
  })
  test('is reported by its own session only, not by others', async () => {
    const view = await begin()
    const asked = vi.spyOn(h.services.db, 'executeQuery')
    await see(view)
    await c.get('/api/account/get')
    const ofViews = asked.mock.calls.map(([query]) =>
      (query as { sql: string }).sql.includes('customer_view'),
    )
    asked.mockRestore()
    expect(ofViews).toEqual([true, false])
  })
  test('ends after exactly 30 minutes, and not before', async () => {
    const view = await begin()
    now += viewLastsMs - 1
    expect((await see(view)).body.viewing.seconds_left).toBe(1)
    now += 1
    expect(await see(view)).toMatchObject(over('Your 30 minutes are up.'))
    expect((await c.get(`/api/vendor/view/${id}?viewing=${view}`)).body.error.code).toBe('view_over')
    expect((await c.get(`/api/vendor/view/${id}`)).status).toBe(200)
  })
  test('doesn’t work in another session, even the same person’s, or for anybody else', async () => {
    const view = await begin()
    const others = [
      await client(h, mine),
      await staff(h, 'admin'),
      await client(h, customer),
      await client(h, (await makeLogin(h, 'customer')).email),
    ]
    for (const other of others) expect(await see(view, other)).toMatchObject(notMine)
    expect((await see(view, await client(h))).status).toBe(401)
    expect((await see(view)).status).toBe(200)
  })
  test.each(['', '0', 'x', '-1', '1e3', '99999999', '999999999999', '1&viewing=2', '%00', "1'--"])(
    'requested as “%s” doesn’t exist, and isn’t a staff call either',
    async (odd) => {
      for (const answer of [await see(odd), await c.get(`/api/vendor/view/${id}?viewing=${odd}`)])
        expect(answer).toMatchObject(notMine)
    },
  )
  test('can be ended permanently; ending it again changes nothing, and another person’s isn’t found', async () => {
    const view = await begin()
    expect((await end(view, await staff(h))).status).toBe(404)
    expect((await end(view)).status).toBe(204)
    expect((await end(view)).status).toBe(204)
    expect(await see(view)).toMatchObject(over('This view was ended.'))
    expect((await logged()).length).toBe(2)
  })
  test('ends with its session, however that ends', async () => {
    const person = await makeLogin(h, 'support')
    const out = await client(h, person.email)
    const view = await begin(out)
    const { cookie } = out.raw
    expect((await out.post('/api/authentication/logout', {})).status).toBe(204)
    const url = `/api/account/get?viewing=${view}`
    expect((await h.app.inject({ url, headers: { cookie } })).statusCode).toBe(401)
    const again = await client(h, person.email)
    expect(await see(view, again)).toMatchObject(notMine)
    await sql`update session set expires_tm = now() where token_hash = (
      select session_hash from customer_view where customer_view_id = ${await begin(again)})`.execute(
      h.services.db,
    )
    expect((await see(view, again)).status).toBe(401)
  })
  test.each([
    [
      'the person is staff no longer',
      'Your role no longer allows viewing as a customer.',
      () => staffBecomes('customer'),
    ],
    [
      'the account is deleted',
      'This account was deleted.',
      () => sql`update vendor set deleted_tm = now() where vendor_id = ${id}`,
    ],
    [
      'the login becomes staff’s',
      'This login no longer belongs to this customer.',
      () => sql`update login set role = 'support' where email = ${customer}`,
    ],
    [
      'the login becomes another account’s',
      'This login no longer belongs to this customer.',
      () => sql`
        update login
        set vendor_id = (select min(vendor_id) from vendor where vendor_id <> ${id})
        where email = ${customer}`,
    ],
  ])('is over when %s', async (_when, message, change) => {
    const view = await begin()
    await change().execute(h.services.db)
    expect(await see(view)).toMatchObject(over(message))
    await staffBecomes('support').execute(h.services.db)
  })
  const staffBecomes = (role: string) => sql`update login set role = ${role} where email = ${mine}`
  test('ends with the login it was started with', async () => {
    const view = await begin()
    await h.services.db.deleteFrom('login').where('email', '=', customer).execute()
    expect(await see(view)).toMatchObject(notMine)
  })
})

describe('a view can’t be opened', () => {
  const asked = () => c.post(`/api/vendor/${id}/customer-view`)
  const refused = (status: number, message: string) => ({ status, body: { error: { message } } })
  test('for a vendor without logins', async () => {
    await h.services.db.deleteFrom('login').where('email', '=', customer).execute()
    expect(await asked()).toMatchObject(refused(409, `${company()} has no login to view as`))
  })
  test('for a deleted account', async () => {
    await sql`update vendor set deleted_tm = now() where vendor_id = ${id}`.execute(h.services.db)
    expect(await asked()).toMatchObject(
      refused(409, `${company()} is deleted, so there is no login to view as`),
    )
  })
  test('for staff or an unknown vendor', async () => {
    for (const none of [(await makeLogin(h, 'finance')).vendor_id, 999_999])
      expect((await c.post(`/api/vendor/${none}/customer-view`)).status).toBe(404)
  })
  test('for a vendor locked by somebody else, even if locked later, until a reason is given', async () => {
    const holder = await staff(h)
    const lock = async () =>
      (await holder.post('/api/vendor/lock', { vendor_id: id, reason: 'Mine alone' })).body.vendor_lock_id
    const view = await begin()
    const theirs = await begin(holder)
    const lockId = await lock()
    expect((await asked()).body.error.code).toBe('locked')
    expect(await see(view)).toMatchObject(over('Locked by Pat support: Mine alone.'))
    expect((await see(theirs, holder)).status).toBe(200)
    await c.post(`/api/vendor/lock/${lockId}/access`, { reason: 'The customer is on the phone' })
    expect((await see(view)).status).toBe(200)
    expect((await asked()).status).toBe(200)
  })
  test('by customers at all', async () => {
    const theirs = await client(h, customer)
    expect((await theirs.post(`/api/vendor/${id}/customer-view`)).status).toBe(403)
  })
})

describe('in a view, across all operations', () => {
  const path = ({ path: declared }: Operation) =>
    declared.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'token' ? 'x'.repeat(20) : '1'))
  const call = (op: Operation, view: number) =>
    h.app.inject({
      method: op.method,
      url: `${path(op)}?viewing=${view}`,
      headers: { ...c.raw.headers, cookie: c.raw.cookie, 'content-type': 'application/json' },
      ...(op.method !== 'GET' && { payload: '{}' }),
    })
  test('every write and every staff operation is refused', async () => {
    const view = await begin()
    const rows = () => sql<{ n: number }>`select count(*)::int as n from activity`.execute(h.services.db)
    const before = (await rows()).rows
    const let_in: string[] = []
    for (const { name, op } of operations(contract)) {
      const { statusCode, body } = await call(op, view)
      const code = statusCode === 403 ? JSON.parse(body).error.code : ''
      if (!onlyReads(op)) expect([name, code]).toEqual([name, 'viewing'])
      else if (op.access !== 'public' && op.access !== 'account')
        expect([name, code]).toEqual([name, 'forbidden'])
      else let_in.push(`${name} ${statusCode}`)
    }
    expect(let_in.toSorted()).toEqual([
      'browseSuppliers 200',
      'checkEmailChange 200',
      'checkPasswordReset 200',
      'checkRegistration 400',
      'checkReportCopy 200',
      'checkStaffInvitation 200',
      'checkUnsubscribe 200',
      'checkVerification 400',
      'countUnreadMessages 200',
      'downloadCatalogueFile 404',
      'downloadOwnPaper 404',
      'getAccount 200',
      'getAccountDetails 200',
      'getBillingInformation 200',
      'getOrderAutomation 200',
      'getOwnBilling 200',
      'getOwnRequests 200',
      'getOwnStanding 200',
      'getOwnSuppliers 200',
      'getProductAlert 404',
      'getSecondFactor 200',
      'listDownloadableSuppliers 200',
      'listOwnIncidents 404',
      'listOwnPapers 200',
      'listOwnProducts 404',
      'listOwnSubscriptions 200',
      'listPasskeys 200',
      'listProductAlerts 200',
      'listSessions 200',
      'weighOwnSubscriptions 400',
    ])
    expect((await rows()).rows).toEqual(before)
    expect((await see(view)).status).toBe(200)
  })
  test('a write is refused in plain words, even if its key was used before', async () => {
    const view = await begin()
    const headers = { ...c.raw.headers, cookie: c.raw.cookie, 'idempotency-key': 'mine' }
    const write = (url: string) => h.app.inject({ method: 'POST', url, headers })
    const url = `/api/vendor/${id}/customer-view`
    expect((await write(url)).statusCode).toBe(200)
    const refused = await write(`${url}?viewing=${view}`)
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      {
        code: 'viewing',
        message: 'You’re viewing this account as the customer. You can’t make changes here.',
      },
    ])
  })
})

describe('the vendor’s log', () => {
  const began = () => `Pat support viewed this account as Pat customer of ${company()}`
  const looked = (how: string) => `Pat support viewed this account as Pat customer of ${company()} for ${how}`
  test('names both people, at the start and at the end', async () => {
    const view = await begin()
    now += 4 * minute
    await end(view)
    await end(await begin())
    expect(await logged()).toEqual([
      [looked('less than a minute'), 'Pat support'],
      [began(), 'Pat support'],
      [looked('4 minutes'), 'Pat support'],
      [began(), 'Pat support'],
    ])
  })
  test('names the login’s person, not the primary contact', async () => {
    const { db } = h.services
    const { email, vendor_id } = await makeLogin(h, 'customer')
    const { contact_id } = await db
      .insertInto('contact')
      .values({ vendor_id, email: 'boss@example.com', first_name: 'The', last_name: 'Boss' })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('vendor')
      .set({ primary_contact_id: contact_id })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const as = async () => {
      await c.post(`/api/vendor/${vendor_id}/customer-view`)
      return (await c.get(`/api/vendor/view/${vendor_id}`)).body.last_act.message
    }
    expect(await as()).toContain('as Pat customer of ')
    await db.deleteFrom('contact').where('vendor_id', '=', vendor_id).where('email', '=', email).execute()
    expect(await as()).toContain(`as ${email} of `)
  })
  test('says once that a view’s time was up if it ended by itself', async () => {
    await begin()
    const turn = () => runTimer(h.services, 'end expired customer views')
    now += viewLastsMs - 1
    await turn()
    expect((await logged()).length).toBe(1)
    now += 50_000
    await turn()
    await turn()
    expect(await logged()).toEqual([
      [looked('30 minutes, until the time limit'), 'Feedstock'],
      [began(), 'Pat support'],
    ])
  })
  test.each([
    ['the session ended', 'the session ended', () => sql`delete from session where login_id = ${loginId()}`],
    [
      'the session’s days were over',
      'the session ended',
      () => sql`update session set expires_tm = now() where login_id = ${loginId()}`,
    ],
    [
      'a change of role ended it',
      'their role changed',
      () => sql`update login set role = 'customer' where login_id = ${loginId()}`,
    ],
    [
      'the account was deleted',
      'the account was deleted',
      () => sql`update vendor set deleted_tm = now() where vendor_id = ${id}`,
    ],
  ])('says when %s', async (_what, until, change) => {
    const person = await makeLogin(h, 'support')
    whose = person.email
    await begin(await client(h, person.email))
    await change().execute(h.services.db)
    now += minute
    await runTimer(h.services, 'end expired customer views')
    expect((await logged())[0]).toEqual([looked(`1 minute, until ${until}`), 'Feedstock'])
  })
  let whose = ''
  const loginId = () => sql`(select login_id from login where email = ${whose})`
  test('says at once who signed out meanwhile', async () => {
    const out = await staff(h)
    await begin(out)
    now += 2 * minute
    await out.post('/api/authentication/logout', {})
    expect((await logged())[0]).toEqual([looked('2 minutes, until the session ended'), 'Pat support'])
  })
  test('keeps the entry after the view’s own row is removed a day later', async () => {
    const { db } = h.services
    const view = await begin()
    await end(view)
    const kept = () =>
      db.selectFrom('customer_view').select('ended_tm').where('customer_view_id', '=', view).execute()
    const aged = (by: string) =>
      sql`
        update customer_view set ended_tm = ended_tm - ${by}::interval
        where customer_view_id = ${view}`.execute(db)
    const forget = () => runTimer(h.services, 'delete ended sessions and used limits')
    await aged('23 hours')
    await forget()
    expect(await kept()).toHaveLength(1)
    await aged('2 hours')
    await forget()
    expect(await kept()).toEqual([])
    expect(await logged()).toHaveLength(2)
  })
})
