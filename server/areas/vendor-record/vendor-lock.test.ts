import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations, refusalsOf, vendorKeyOf } from '#contract/operation.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  client,
  harness,
  makeFeed,
  makeLogin,
  staff,
  waiting,
  type Answer,
  type Client,
} from '#server/test/harness.ts'
import { customFeedOf, promoCodeOf, subscriptionOf } from '#server/test/of-vendor.ts'

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
const lock = (c: Client, reason = 'Merging two accounts', more: { replaces?: number } = {}) =>
  c.post('/api/vendor/lock', { vendor_id: id, reason, ...more })
/** What is answered to those who asked before the holder's lock came, and had to wait until it stood. */
async function lockedMeanwhile(ask: () => Promise<Answer>[]) {
  const { vendor_lock_id: lock_id } = (await lock(holder)).body
  const { rows } = await sql<Record<string, unknown>>`
    delete from vendor_lock where vendor_id = ${id} returning *`.execute(h.services.db)
  const tx = await h.services.db.startTransaction().execute()
  await sql`select from vendor where vendor_id = ${id} for no key update`.execute(tx)
  await sql`
    insert into vendor_lock overriding system value
    select * from jsonb_populate_record(null::vendor_lock, ${JSON.stringify(rows[0])}::jsonb)`.execute(tx)
  const asked = ask()
  await waiting(h.services.db, asked.length)
  await tx.commit().execute()
  return { lock_id: lock_id as number, answers: await Promise.all(asked) }
}
const see = (c: Client) => c.get(`/api/vendor/view/${id}`)
const access = (c: Client, lockId: number, reason = 'Card declined, customer on the phone') =>
  c.post(`/api/vendor/lock/${lockId}/access`, { reason })
const logged = async (type: string) =>
  (await holder.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

describe('a locked vendor', () => {
  test('is open to its holder; others see who holds it and why, until they give a reason', async () => {
    const made = await lock(holder)
    expect(made.status).toBe(200)
    expect((await see(holder)).body.lock).toMatchObject({ mine: true, reason: 'Merging two accounts' })
    const refused = await see(other)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      {
        code: 'locked',
        message: 'Locked by Pat support: Merging two accounts',
        lock: { ...made.body, holder: 'Pat support', since: new Date(now).toISOString() },
      },
    ])
    expect((await access(other, made.body.vendor_lock_id, ' ')).body.error.fields).toEqual({
      reason: 'Enter a reason',
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
  test('can be locked only if it exists and with a reason', async () => {
    expect((await lock(holder, ' ')).body.error.fields).toEqual({ reason: 'Enter a reason' })
    expect((await holder.post('/api/vendor/lock', { vendor_id: 999_999, reason: 'Why' })).status).toBe(404)
    expect((await access(other, 999_999)).status).toBe(404)
  })
  test('refuses a request that came before the lock and had to wait for it', async () => {
    const note = (await other.post(`/api/vendor/${id}/note`, { note: 'Called', note_type: 0 })).body
    const to = (await makeLogin(h, 'support')).vendor_id
    const { lock_id, answers } = await lockedMeanwhile(() => [
      other.post('/api/vendor/reassign', { from: null, to, vendor_ids: [id], note: 'Holidays' }),
      other.put(`/api/vendor/${id}/note`, { ...note, note: 'Too late' }),
      other.post(`/api/vendor/${id}/subscriptions`, { subscriptions: [] }),
      holder.post(`/api/vendor/${id}/note`, { note: 'Mine', note_type: 0 }),
    ])
    const [given, changed, saved, mine] = answers
    expect(given!.body.changed).toEqual([])
    for (const refused of [changed!, saved!])
      expect([refused.status, refused.body.error]).toMatchObject([
        403,
        { code: 'locked', lock: { vendor_lock_id: lock_id } },
      ])
    expect(mine!.status).toBe(200)
    const { notes } = (await holder.get(`/api/vendor/${id}/notes`)).body
    expect(notes.map((n: { note: string }) => n.note)).toEqual(['Mine', 'Called'])
  })
  test('goes to one person if two lock it at once', async () => {
    const tx = await h.services.db.startTransaction().execute()
    await sql`select from vendor where vendor_id = ${id} for update`.execute(tx)
    const both = Promise.all([lock(holder), lock(other)])
    // neither knows of the other's yet
    await waiting(h.services.db, 2)
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
  test('unlocks after an hour without work by its holder; viewing the page doesn’t count', async () => {
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
  test('can be unlocked by its holder or an admin only, and taken over by an admin', async () => {
    const { vendor_lock_id } = (await lock(holder)).body
    expect((await lock(other)).status).toBe(403)
    expect((await other.delete(`/api/vendor/lock/${vendor_lock_id}`)).body.error.message).toBe(
      'Only Pat support or an admin can unlock this vendor',
    )
    // who doesn't say which lock meant to be the first
    expect((await lock(admin)).body.error.lock.holder).toBe('Pat support')
    expect((await lock(admin, 'Of old', { replaces: vendor_lock_id + 1 })).status).toBe(403)
    expect((await lock(other, 'Not an admin', { replaces: vendor_lock_id })).status).toBe(403)
    expect((await lock(admin, 'Pat is ill', { replaces: vendor_lock_id })).body).toMatchObject({
      holder: 'Pat admin',
      reason: 'Pat is ill',
    })
    expect((await see(holder)).body.error.lock.holder).toBe('Pat admin')
    expect((await holder.delete(`/api/vendor/lock/${vendor_lock_id}`)).status).toBe(404)
    const taken = (await see(admin)).body.lock.vendor_lock_id
    expect((await admin.delete(`/api/vendor/lock/${taken}`)).status).toBe(204)
    expect((await see(holder)).status).toBe(200)
    expect(await logged('vendor.lock')).toMatchObject([
      { message: 'Lock taken over from Pat support', reason: 'Pat is ill' },
      { message: 'Locked' },
    ])
    expect(await logged('vendor.lock_end')).toMatchObject([{ message: 'Unlocked', action_by: 'Pat admin' }])
  })
  test('is logged once, and again only for another reason', async () => {
    const made = (await lock(holder)).body
    expect((await lock(holder)).body).toEqual(made)
    expect((await lock(holder, 'It takes longer')).body).toEqual({ ...made, reason: 'It takes longer' })
    expect(await logged('vendor.lock')).toMatchObject([
      { message: 'Lock reason changed', reason: 'It takes longer' },
      { message: 'Locked', reason: 'Merging two accounts' },
    ])
  })
  test('still appears in searches, stays open to its customer, and is skipped when a manager’s vendors are reassigned', async () => {
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
    expect((await give(other)).body).toMatchObject({ changed: [], left: 1 })
    expect((await give(holder)).body).toMatchObject({ changed: [id], left: 0 })
    const email = `locked${id}@example.com`
    await h.services.db.updateTable('login').set({ email }).where('vendor_id', '=', id).execute()
    expect((await (await client(h, email)).get('/api/account/get')).status).toBe(200)
  })
})

describe('while somebody else holds the lock', () => {
  const braces = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
  const all = [...operations(contract)].filter(({ op }) => op.path.startsWith('/api/vendor/'))
  const covered = [...operations(contract)].filter(({ op }) => vendorKeyOf(op))
  const apart = [
    'beginVendorLock',
    'endVendorLock',
    'accessLockedVendor',
    'listVendorsOfManager',
    // of a supplier alone
    'listDynamicPricingOptions',
  ]

  test('every call with part of a vendor in its path is among those refused', () => {
    const loose = all.filter(
      ({ op, name }) => braces(op.path).length > 0 && !vendorKeyOf(op) && !apart.includes(name),
    )
    const advice = 'name the id in their path in vendorKeys of contract/operation.ts'
    expect(
      loose.map(({ name }) => name),
      advice,
    ).toEqual([])
  })
  test.each(covered)('$name answers 403', async ({ op }) => {
    const { vendor_note_id } = (await holder.post(`/api/vendor/${id}/note`, { note: 'Net 30', note_type: 0 }))
      .body
    const subscription = await subscriptionOf(h, id)
    const { vendor_custom_feed_id, feed_id, ...ofFeed } = await customFeedOf(h, id)
    const promo_code_usage = await promoCodeOf(h, id)
    const file = { list: 'vendor_activity', format: 'csv', columns: ['what'], input: { vendor_id: id } }
    const { list_export_id } = (await holder.post('/api/exports', file)).body
    await lock(holder)
    const { part, key, of } = vendorKeyOf(op)!
    const ids: Record<Exclude<typeof of, 'job'>, number> = {
      vendor: id,
      note: vendor_note_id,
      subscription,
      custom_feed: vendor_custom_feed_id,
      feed: feed_id,
      promo_code_usage,
      export: list_export_id,
      ...ofFeed,
    }
    const caller = op.access === 'admin' ? admin : other
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(name === key ? ids[of as keyof typeof ids] : 1),
    )
    const { statusCode, body } = await h.app.inject({
      method: op.method,
      url: part === 'query' ? `${path}?${key}=${ids[of as keyof typeof ids]}` : path,
      headers: { ...caller.raw.headers, cookie: caller.raw.cookie },
      ...(op.body && { payload: {} }),
    })
    expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'locked'])
    expect(refusalsOf(op)).toContain('locked')
  })
  test.each(['/api/activity-log/', '/api/activity-log/search'])(
    '%s for that vendor answers 403',
    async (url) => {
      await lock(holder)
      expect((await other.post(url, { vendor_id: id })).body.error.code).toBe('locked')
    },
  )
  test('no job can be scheduled for its custom feeds and stores, and no report on them changed', async () => {
    const { vendor_custom_feed_id, store } = await customFeedOf(h, id)
    await lock(holder)
    const schedule = (job_type: string, param_name: string, param: number) =>
      other.post('/api/jobs/schedule-job', { job_type, param_name, param_value: String(param) })
    const refused = await Promise.all([
      schedule('RESTRICTED_MONITORING_JOB', 'vendor_custom_feed_id', vendor_custom_feed_id),
      schedule('VENDOR_STORE_UPDATER_JOB', 'vendor_store_id', store),
      other.post('/api/suppliers/update-custom-feed-report-info', {
        id: vendor_custom_feed_id,
        hidden_from_report: true,
        report_note: 'Mine',
      }),
    ])
    expect(refused.map((answer) => answer.body.error?.code)).toEqual(['locked', 'locked', 'locked'])
    // a supplier's own feed is nobody's
    const { feed_id } = await makeFeed(h)
    expect((await other.get(`/api/feeds/${feed_id}`)).status).toBe(200)
  })
  test('no job of its custom feeds and stores can be stopped, and the log says who started and stopped one', async () => {
    const { store } = await customFeedOf(h, id)
    await sql`
      update vendor_store
      set drop_to = '{"kind": "storage", "folder": "locked"}'
      where vendor_store_id = ${store}`.execute(h.services.db)
    const begun = await holder.post('/api/jobs/schedule-job', {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: String(store),
    })
    const { job_id } = begun.body
    await lock(holder)
    const stop = (c: Client) => c.post('/api/jobs/terminate', { job_id, reason: 'Wrong prices' })
    expect((await stop(other)).body.error.code).toBe('locked')
    expect((await stop(holder)).status).toBe(200)
    expect(await logged('job.schedule')).toMatchObject([{ action_by: 'Pat support' }])
    expect(await logged('job.terminate')).toMatchObject([{ reason: 'Wrong prices' }])
  })
  test('none of its promo codes can be replaced', async () => {
    const promo_code_usage_id = await promoCodeOf(h, id)
    await lock(holder)
    const change = await other.put('/api/vendor/updatePromoCode', { promo_code_usage_id, promo_code: 'X' })
    expect([change.status, change.body.error.code]).toEqual([403, 'locked'])
  })
  test('no other ID in a call gets around the lock', async () => {
    const { vendor_id: another } = await makeLogin(h, 'customer')
    await lock(holder)
    const store = { param_name: 'vendor_store_id', param_value: '999999' }
    const file = { list: 'vendor_activity', format: 'csv', columns: ['time'], input: { vendor_id: id } }
    const calls: [string, object][] = [
      ['/api/activity-log/search', { vendor_id: id, ...store }],
      ['/api/activity-log/search', { vendor_id: id, input: { vendor_id: another } }],
      ['/api/exports', { ...file, vendor_id: another }],
      ['/api/exports', { ...file, ...store }],
    ]
    for (const [path, body] of calls) {
      const { status, body: answer } = await other.post(path, body)
      expect([path, status, answer.error?.code]).toEqual([path, 403, 'locked'])
    }
  })

  test('its log can’t be exported', async () => {
    await lock(holder)
    const body = { list: 'vendor_activity', format: 'csv', columns: ['time'], input: { vendor_id: id } }
    expect((await other.post('/api/exports', body)).body.error).toMatchObject({ code: 'locked' })
  })

  test('its custom feeds and stores refuse requests that came before the lock and had to wait', async () => {
    const { vendor_custom_feed_id, feed_id, run, expectation, store } = await customFeedOf(h, id)
    const opened = (await other.get(`/api/feeds/${feed_id}`)).body
    const report = { id: vendor_custom_feed_id, hidden_from_report: true, report_note: 'Mine' }
    const reason = { reason: 'Sale' }
    const schedule = (job_type: string, param_name: string, param: number) =>
      other.post('/api/jobs/schedule-job', { job_type, param_name, param_value: String(param) })
    const asked: (() => Promise<Answer>[])[] = [
      () => [
        other.put(`/api/feeds/${feed_id}`, { ...opened, one_time_threshold_percent: 50 }),
        other.post(`/api/feeds/${feed_id}/run`, { dry: true }),
        other.post(`/api/feeds/${feed_id}/file-back-tests`, {
          format: opened.format,
          mapping: [],
          rules: {},
        }),
        other.post(`/api/feed-expectations/${expectation}/revoke`, reason),
        other.post('/api/suppliers/update-custom-feed-report-info', report),
      ],
      () => [
        other.post(`/api/feed-runs/${run}/apply`, reason),
        other.post(`/api/feed-runs/${run}/discard`, reason),
        other.post(`/api/feed-runs/${run}/roll-back`, reason),
        schedule('RESTRICTED_MONITORING_JOB', 'vendor_custom_feed_id', vendor_custom_feed_id),
        schedule('VENDOR_STORE_UPDATER_JOB', 'vendor_store_id', store),
      ],
    ]
    for (const ask of asked) {
      const { lock_id, answers } = await lockedMeanwhile(ask)
      expect(answers.map((a) => [a.status, a.body.error?.code])).toEqual(answers.map(() => [403, 'locked']))
      expect((await holder.get(`/api/feeds/${feed_id}`)).body).toEqual(opened)
      await holder.delete(`/api/vendor/lock/${lock_id}`)
    }
    // without a lock they only waited
    expect((await other.post(`/api/feed-runs/${run}/discard`, reason)).status).toBe(204)
  })
})
