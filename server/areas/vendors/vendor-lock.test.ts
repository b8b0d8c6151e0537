import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations, refusalsOf, vendorKeyOf } from '#contract/operation.ts'
import { sql } from '#server/platform/db.ts'
import { client, harness, makeFeed, makeLogin, staff, until, type Client } from '../../test/harness.ts'

const h = harness()
const minute = 60_000
let holder: Client
let other: Client
let admin: Client
let now = Date.now()
let id: number
beforeAll(async () => {
  holder = await staff(h)
  other = await staff(h, 'finance')
  admin = await staff(h, 'admin')
})
beforeEach(async () => {
  now = Date.now()
  vi.spyOn(h.services.clock, 'now').mockImplementation(() => now)
  id = (await makeLogin(h, 'customer')).vendor_id
})
const lock = (c: Client, reason = 'Merging two accounts') =>
  c.post('/api/vendor/lock', { vendor_id: id, reason })
const see = (c: Client) => c.get(`/api/vendor/view/${id}`)
const access = (c: Client, lockId: number, reason = 'Card declined, customer on the phone') =>
  c.post(`/api/vendor/lock/${lockId}/access`, { reason })
const logged = async (type: string) =>
  (await holder.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

describe('a locked vendor', () => {
  test('is its holder’s; others are told who holds it and why, until they give a reason', async () => {
    const made = await lock(holder)
    expect(made.status).toBe(200)
    expect((await see(holder)).body.lock).toMatchObject({ mine: true, reason: 'Merging two accounts' })
    const refused = await see(other)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      {
        code: 'locked',
        message: 'Pat support has locked this user: Merging two accounts',
        lock: { ...made.body, holder: 'Pat support', since: new Date(now).toISOString() },
      },
    ])
    expect((await access(other, made.body.vendor_lock_id, ' ')).body.error.fields).toEqual({
      reason: 'Give a reason',
    })
    expect((await access(other, made.body.vendor_lock_id)).status).toBe(204)
    expect((await access(other, made.body.vendor_lock_id)).status).toBe(204)
    expect((await see(other)).body.lock).toMatchObject({ mine: false, holder: 'Pat support' })
    expect((await other.post(`/api/vendor/${id}/note`, { note: 'Called', note_type: 0 })).status).toBe(200)
    expect(await logged('vendor.lock_access')).toMatchObject([
      { action_by: 'Pat finance', reason: 'Card declined, customer on the phone' },
    ])
    // the next lock asks again
    await holder.delete(`/api/vendor/lock/${made.body.vendor_lock_id}`)
    await lock(holder)
    expect((await see(other)).status).toBe(403)
  })
  test('a lock needs a reason, and a vendor', async () => {
    expect((await lock(holder, ' ')).body.error.fields).toEqual({ reason: 'Give a reason' })
    expect((await holder.post('/api/vendor/lock', { vendor_id: 999_999, reason: 'Why' })).status).toBe(404)
    expect((await access(other, 999_999)).status).toBe(404)
  })
  test('of two who lock at once one gets it', async () => {
    const tx = await h.services.db.startTransaction().execute()
    await sql`select from vendor where vendor_id = ${id} for update`.execute(tx)
    const both = Promise.all([lock(holder), lock(other)])
    // neither knows of the other's yet
    await until(
      () =>
        sql<{ n: number }>`
          select count(*) as n
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(h.services.db),
      ({ rows: [found] }) => found!.n === 2,
    )
    await tx.commit().execute()
    const answers = await both
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const lost = answers.find((a) => a.status === 403)!
    expect(lost.body.error).toMatchObject({ code: 'locked', lock: { vendor_id: id } })
    const { rows } = await sql`select from activity where vendor_id = ${id} and type = 'vendor.lock'`.execute(
      h.services.db,
    )
    expect(rows).toHaveLength(1)
  })
  test('ends after an hour without work of its holder, which looking at the page isn’t', async () => {
    await lock(holder)
    now += 59 * minute
    expect((await see(holder)).status).toBe(200)
    now += 59 * minute
    expect((await see(other)).status).toBe(403)
    await holder.post(`/api/vendor/${id}/viewers`)
    now += 2 * minute
    expect((await see(other)).body.lock).toBeNull()
    expect((await lock(other)).body.holder).toBe('Pat finance')
  })
  test('is ended by its holder and by an admin alone, and taken over by an admin', async () => {
    const { vendor_lock_id } = (await lock(holder)).body
    expect((await lock(other)).status).toBe(403)
    expect((await other.delete(`/api/vendor/lock/${vendor_lock_id}`)).body.error.message).toBe(
      'Only Pat support or an admin may end this lock',
    )
    expect((await lock(admin, 'Pat is ill')).body).toMatchObject({
      holder: 'Pat admin',
      reason: 'Pat is ill',
    })
    expect((await see(holder)).body.error.lock.holder).toBe('Pat admin')
    expect((await holder.delete(`/api/vendor/lock/${vendor_lock_id}`)).status).toBe(404)
    const taken = (await see(admin)).body.lock.vendor_lock_id
    expect((await admin.delete(`/api/vendor/lock/${taken}`)).status).toBe(204)
    expect((await see(holder)).status).toBe(200)
    expect(await logged('vendor.lock')).toMatchObject([
      { message: 'The lock of Pat support was taken over', reason: 'Pat is ill' },
      { message: 'Locked' },
    ])
    expect(await logged('vendor.lock_end')).toMatchObject([{ message: 'Unlocked', action_by: 'Pat admin' }])
  })
  test('is found all the same, is its customer’s, and is left out when a manager’s vendors change hands', async () => {
    const { vendor_id: to } = await makeLogin(h, 'account_manager')
    const { vendor_id: from } = await makeLogin(h, 'account_manager')
    await h.services.db
      .updateTable('vendor')
      .set({ account_manager_vendor_id: from })
      .where('vendor_id', '=', id)
      .execute()
    await lock(holder)
    const found = await other.post('/api/vendor/search', { term: String(id) })
    expect(found.body.vendors[0].vendor_id).toBe(id)
    const give = (c: Client) => c.post('/api/vendor/reassign', { from, to, note: 'Holidays' })
    expect((await give(other)).body).toEqual({ changed: [], left: 1 })
    expect((await give(holder)).body).toEqual({ changed: [id], left: 0 })
    const email = `locked${id}@example.com`
    await h.services.db.updateTable('login').set({ email }).where('vendor_id', '=', id).execute()
    expect((await (await client(h, email)).get('/api/account/get')).status).toBe(200)
  })
})

describe('while somebody else holds the lock', () => {
  const braces = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
  const all = [...operations(contract)].filter(({ op }) => op.path.startsWith('/api/vendor/'))
  const covered = [...operations(contract)].filter(({ op }) => vendorKeyOf(op))
  const apart = ['beginVendorLock', 'endVendorLock', 'accessLockedVendor', 'listVendorsOfManager']

  test('every call with something of a vendor in its path is among those refused', () => {
    const loose = all.filter(
      ({ op, name }) => braces(op.path).length > 0 && !vendorKeyOf(op) && !apart.includes(name),
    )
    expect(loose.map(({ name }) => name)).toEqual([])
  })
  test.each(covered)('$name answers 403', async ({ op }) => {
    const { vendor_note_id } = (await holder.post(`/api/vendor/${id}/note`, { note: 'Net 30', note_type: 0 }))
      .body
    const subscription = await subscribe()
    await lock(holder)
    const values: Record<string, number> = {
      id,
      vendor_id: id,
      vid: id,
      vendor_note_id,
      vendor_supplier_id: subscription,
    }
    const caller = op.access === 'admin' ? admin : other
    const { statusCode, body } = await h.app.inject({
      method: op.method,
      url: op.path.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? 1)),
      headers: { ...caller.raw.headers, cookie: caller.raw.cookie },
      ...(op.body && { payload: {} }),
    })
    expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'locked'])
    expect(refusalsOf(op)).toContain('locked')
  })
  test.each(['/api/activity-log/', '/api/activity-log/search'])(
    '%s of that vendor answers 403',
    async (url) => {
      await lock(holder)
      expect((await other.post(url, { vendor_id: id })).body.error.code).toBe('locked')
    },
  )
  test('its log is not taken out as a file', async () => {
    await lock(holder)
    const body = { list: 'vendor_activity', format: 'csv', columns: ['time'], input: { vendor_id: id } }
    expect((await other.post('/api/exports', body)).body.error).toMatchObject({ code: 'locked' })
  })

  async function subscribe(): Promise<number> {
    const { dropshipper_id } = await makeFeed(h)
    const { vendor_supplier_id } = await h.services.db
      .insertInto('subscription')
      .values({ vendor_id: id, dropshipper_id })
      .returning('vendor_supplier_id')
      .executeTakeFirstOrThrow()
    return vendor_supplier_id
  }
})

describe('who has a vendor’s page open', () => {
  const look = async (c: Client) =>
    (await c.post(`/api/vendor/${id}/viewers`)).body.viewers.map((v: { name: string }) => v.name)
  test('others are told by name, and no more within a minute of closing; nothing is logged', async () => {
    expect(await look(holder)).toEqual([])
    expect(await look(other)).toEqual(['Pat support'])
    now += minute / 3
    expect(await look(holder)).toEqual(['Pat finance'])
    now += minute / 2
    expect(await look(other)).toEqual(['Pat support'])
    now += minute
    expect(await look(other)).toEqual([])
    const { rows } = await sql`select from activity where vendor_id = ${id}`.execute(h.services.db)
    expect(rows).toHaveLength(0)
  })
  test('of an unknown vendor there is nothing to look at', async () => {
    expect((await holder.post('/api/vendor/999999/viewers')).status).toBe(404)
  })
})
