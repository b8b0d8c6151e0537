import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayOf } from '#contract/billing/days.ts'
import { runTimer } from '#server/timers.ts'
import { renew } from '#server/areas/payments/public.ts'
import { giveCard } from '#server/test/billing/money.ts'
import {
  client,
  harness,
  lettersTo,
  makeCustomFeed,
  makeFeed,
  makeLogin,
  password,
  staff,
  type Client,
} from '#server/test/harness.ts'

const h = harness()
const day = 86_400_000
let admin: Client
let support: Client
let now = Date.now()
let id: number
let email: string
let contact_id: number
beforeAll(async () => {
  admin = await staff(h, 'admin')
  support = await staff(h)
})
beforeEach(async () => {
  now = Date.now()
  vi.spyOn(h.services.clock, 'now').mockImplementation(() => now)
  const made = await makeLogin(h, 'customer')
  id = made.vendor_id
  email = made.email
  contact_id = (await admin.get(`/api/vendor/${id}/contacts`)).body.contacts[0].contact_id
  await set({ vendor_status_id: 4 })
})
const set = (values: object) =>
  h.services.db.updateTable('vendor').set(values).where('vendor_id', '=', id).execute()
const remove = (c: Client, more: { contact_id?: number; email?: string; company?: string } = {}) => {
  const named = { contact_id, email, company: `${email}'s shop`, ...more }
  const company = encodeURIComponent(named.company)
  return c.delete(`/api/vendor/${id}/${named.contact_id}/${named.email}/delete?company=${company}`)
}
const restore = (c: Client) => c.post(`/api/vendor/${id}/restore`)
const reasons = async () => (await admin.get(`/api/vendor/${id}/deletion`)).body.reasons
const see = async () => (await support.get(`/api/vendor/view/${id}`)).body
const signIn = async () => (await client(h)).post('/api-public/account/login', { login: email, password })
const erase = () => runTimer(h.services, 'erase deleted accounts')
const activity = async () =>
  (await admin.post('/api/activity-log/search', { vendor_id: id })).body.logs.map(
    (l: { type: string }) => l.type,
  )

describe('deleting an account', () => {
  test('is for admins only, who enter its primary contact’s name', async () => {
    expect((await remove(support)).status).toBe(403)
    for (const wrong of [{ contact_id: contact_id + 1000 }, { email: 'other@example.com' }])
      expect((await remove(admin, wrong)).body.error.message).toBe('Nothing to delete, please try again')
    for (const company of ['', 'Another shop'])
      expect((await remove(admin, { company })).body.error.fields).toEqual({
        company: 'Enter the company name',
      })
    expect((await remove(admin, { company: ` ${email}'s shop ` })).status).toBe(204)
    expect((await remove(admin)).body.error.message).toContain('deleted')
    expect(await activity()).toEqual(['vendor.delete'])
  })
  test('needs no typed company from a program that names contact and email', async () => {
    expect((await admin.delete(`/api/vendor/${id}/${contact_id}/${email}/delete`)).status).toBe(204)
  })
  test('permanently ends all views of it by staff', async () => {
    const { customer_view_id } = (await admin.post(`/api/vendor/${id}/customer-view`)).body
    const look = () => admin.get(`/api/account/get?viewing=${customer_view_id}`)
    expect((await look()).status).toBe(200)
    expect((await remove(admin)).status).toBe(204)
    expect((await restore(admin)).status).toBeLessThan(300)
    expect((await look()).status).toBe(403)
    const { logs } = (await admin.post('/api/activity-log/search', { vendor_id: id })).body
    expect(logs.map((l: { message: string }) => l.message)).toContainEqual(
      expect.stringMatching(/viewed this account as .*, until the account was deleted$/),
    )
  })
  test('without a primary contact asks for another contact’s name, or for none', async () => {
    await set({ primary_contact_id: null })
    const { body } = await admin.get(`/api/vendor/${id}/deletion`)
    expect(body).toEqual({ reasons: [], offered: true, contact_id, email })
    await h.services.db.deleteFrom('contact').where('vendor_id', '=', id).execute()
    expect((await remove(admin)).status).toBe(400)
    const none = { contact_id: 0, email: '-' }
    expect((await admin.get(`/api/vendor/${id}/deletion`)).body).toMatchObject(none)
    expect((await remove(admin, none)).status).toBe(204)
  })
  test('is possible if it is Free or Canceled, owes nothing and has nothing active', async () => {
    expect(await reasons()).toEqual([])
    await set({ vendor_status_id: 1, billing_failures: 2 })
    await h.services.db.insertInto('dropshipper').values(supplier()).execute()
    const { dropshipper_id } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .executeTakeFirstOrThrow()
    const market_id = await makeMarket()
    await h.services.db.insertInto('subscription').values({ vendor_id: id, dropshipper_id }).execute()
    await h.services.db
      .insertInto('vendor_market_map')
      .values({ vendor_id: id, dropshipper_id, market_id })
      .execute()
    expect(await reasons()).toEqual([
      'The status is Active. Only Free and Canceled accounts can be deleted.',
      'The last charge is unpaid.',
      'It still has 1 subscription.',
      'It still has 1 active integration.',
    ])
    const refused = await remove(admin)
    expect([refused.status, refused.body.error.message]).toEqual([409, (await reasons()).join(' ')])
    expect((await see()).deletion).toBeNull()
  })
  test('is refused and not offered if its login contains “deleted”, in whatever case', async () => {
    const isOffered = async () => (await admin.get(`/api/vendor/${id}/deletion`)).body.offered
    expect(await isOffered()).toBe(true)
    await h.services.db
      .updateTable('login')
      .set({ email: `Deleted-${id}@example.com` })
      .where('vendor_id', '=', id)
      .execute()
    expect([await isOffered(), await reasons()]).toEqual([false, ['The login contains “deleted”.']])
    const refused = await remove(admin)
    expect([refused.status, refused.body.error.message]).toEqual([409, 'The login contains “deleted”.'])
    expect(await see()).toMatchObject({ deletion: null })
  })
  test('is possible if unpaid invoices were written off', async () => {
    const finance = await staff(h, 'finance')
    await h.services.db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '49.00' })
      .execute()
    await giveCard(h, id, '4000000000000341')
    await set({ vendor_status_id: 1, vendor_plan_type_id: 1, next_charge_date: dayOf(now) })
    await renew(h.services)
    await set({ vendor_status_id: 4 })
    expect(await reasons()).toEqual(['The last charge is unpaid.'])
    expect((await see()).owed).toBe(true)
    const [{ invoice_id }] = (await finance.get(`/api/vendor/${id}/payments`)).body.open_invoices
    const written = { how: 'written_off', reason: 'Gone' }
    expect((await finance.post(`/api/vendor/${id}/invoice/${invoice_id}/close`, written)).status).toBe(200)
    expect(await reasons()).toEqual([])
    expect((await see()).owed).toBe(false)
  })
  test('blocks sign-in and changes, and search shows it as deleted', async () => {
    const theirs = await client(h, email)
    await remove(admin)
    expect((await theirs.get('/api/account/get')).status).toBe(401)
    expect((await signIn()).status).toBe(400)
    await (await client(h)).post('/api-public/account/forgot-password', { email })
    expect(await lettersTo(h, email)).toEqual([])
    expect((await support.get(`/api/vendor/${id}/password-reset-link`)).status).toBe(409)
    expect(await see()).toMatchObject({ status: 'Deleted', deletion: { by: 'Pat admin', erased: false } })
    const found = await support.post('/api/vendor/search', { term: String(id) })
    expect(found.body.vendors[0].status).toBe('Deleted')
    const hits = (await support.get(`/api/search?q=${id}`)).body
    expect(hits[0].detail).toBe(`${email} · ${id} · Deleted`)
    expect((await support.post('/api/vendor/lock', { vendor_id: id, reason: 'Why' })).status).toBe(409)
  })
  test('keeps notes, owners and custom feeds unchanged, and runs no schedule for them', async () => {
    const { db } = h.services
    const to = (await makeLogin(h, 'account_manager')).vendor_id
    const noted = (await support.post(`/api/vendor/${id}/note`, { note: 'Before', note_type: 0 })).body
    const { dropshipper_id } = await makeFeed(h)
    const { vendor_custom_feed_id, feed_id } = await makeCustomFeed(h, dropshipper_id, { owner: id })
    await db
      .updateTable('feed')
      .set({ schedule_active: true, schedule_cron: '* * * * *', next_run_tm: '2026-01-01T00:00:00Z' })
      .where('feed_id', '=', feed_id)
      .execute()
    const opened = (await support.get(`/api/feeds/${feed_id}`)).body
    await remove(admin)
    const { vendor_note_id } = noted
    const report = { id: vendor_custom_feed_id, hidden_from_report: true, report_note: 'Late' }
    const job = { param_name: 'vendor_custom_feed_id', param_value: String(vendor_custom_feed_id) }
    const refused = await Promise.all([
      support.post(`/api/vendor/${id}/note`, { note: 'After', note_type: 0 }),
      admin.put(`/api/vendor/${id}/note`, { vendor_note_id, pinned: true }),
      admin.delete(`/api/vendor/${vendor_note_id}/note`),
      support.put(`/api/feeds/${feed_id}`, { ...opened, source: { kind: 'upload' } }),
      support.post(`/api/feeds/${feed_id}/run`, { dry: true }),
      support.post('/api/suppliers/update-custom-feed-report-info', report),
    ])
    expect(refused.map((answer) => answer.status)).toEqual([409, 409, 409, 409, 409, 409])
    const scheduled = await support.post('/api/jobs/schedule-job', {
      job_type: 'RESTRICTED_MONITORING_JOB',
      ...job,
    })
    expect(scheduled.body).toMatchObject({ job_id: null, status: expect.stringMatching(/deleted/) })
    const given = { from: null, to, vendor_ids: [id], note: 'All to one' }
    expect((await support.post('/api/vendor/reassign', given)).body.changed).toEqual([])
    await runTimer(h.services, 'start due feed runs')
    const runs = () => db.selectFrom('feed_run').select('feed_id').where('feed_id', '=', feed_id).execute()
    expect(await runs()).toEqual([])
    await restore(admin)
    await runTimer(h.services, 'start due feed runs')
    expect(await runs()).toHaveLength(1)
    expect((await support.post('/api/vendor/reassign', given)).body.changed).toEqual([id])
  })
  test('lets an admin restore it even if another person had locked it', async () => {
    const lock = (await support.post('/api/vendor/lock', { vendor_id: id, reason: 'Mine' })).body
    await admin.post(`/api/vendor/lock/${lock.vendor_lock_id}/access`, { reason: 'To delete it' })
    expect((await remove(admin)).status).toBe(204)
    const another = await staff(h, 'admin')
    expect((await another.get(`/api/vendor/view/${id}`)).status).toBe(200)
    expect((await restore(another)).status).toBe(204)
  })
  test('can be undone completely until it is erased', async () => {
    await remove(admin)
    now += 29 * day
    await erase()
    expect((await restore(support)).status).toBe(403)
    expect((await restore(admin)).status).toBe(204)
    expect((await see()).status).toBe('Canceled')
    expect((await signIn()).status).toBe(200)
    now += 40 * day
    await erase()
    expect((await signIn()).status).toBe(200)
  })
})

describe('an account deleted 30 days ago', () => {
  test('loses people, logins and notes, and keeps charges and log; a second run changes nothing', async () => {
    await support.post(`/api/vendor/${id}/note`, { note: 'Card of a friend', note_type: 0 })
    await h.services.db.insertInto('vendor_charge').values({ vendor_id: id, amount: '49.00' }).execute()
    const other = await makeLogin(h, 'customer')
    const { vendor_id: manager } = await makeLogin(h, 'account_manager')
    await set({ account_manager_vendor_id: manager, crm_owner_vendor_id: manager })
    const listed = async (of: number) =>
      (await admin.post(`/api/vendor/get-by-account-manager/${of}`, {})).body.vendors.map(
        (v: { vendor_id: number }) => v.vendor_id,
      )
    await remove(admin)
    expect(await listed(manager)).toEqual([id])
    now += 31 * day
    await Promise.all([erase(), erase()])
    await erase()
    expect(await listed(manager)).toEqual([])
    expect(await listed(0)).not.toContain(id)
    expect(await see()).toMatchObject({ status: 'Deleted', email: '', deletion: { erased: true } })
    expect((await admin.get(`/api/vendor/${id}/contacts`)).body.contacts).toEqual([])
    expect((await admin.get(`/api/vendor/${id}/notes`)).body.total).toBe(0)
    expect((await admin.get(`/api/vendor/${id}/billing-history`)).body).toMatchObject({
      charges: [{ amount: '49.00' }],
    })
    expect(await activity()).toEqual(['vendor.erase', 'vendor.delete', 'vendor.note'])
    const logins = await h.services.db
      .selectFrom('login')
      .select('vendor_id')
      .where('vendor_id', 'in', [id, other.vendor_id])
      .execute()
    expect(logins).toEqual([{ vendor_id: other.vendor_id }])
    expect((await restore(admin)).body.error.message).toBe(
      'This account was permanently deleted and can’t be restored',
    )
  })
  test('leaves a supplier note by its former staff member under that name', async () => {
    const { db } = h.services
    const { dropshipper_id } = await makeFeed(h)
    const { login_id } = await db
      .selectFrom('login')
      .select('login_id')
      .where('vendor_id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('supplier_note')
      .values({ dropshipper_id, note: 'Slow', written_by: login_id, written_by_name: 'Pat' })
      .execute()
    await remove(admin)
    now += 31 * day
    await erase()
    expect((await see()).deletion.erased).toBe(true)
    const notes = db.selectFrom('supplier_note').select(['written_by', 'written_by_name'])
    expect(await notes.where('dropshipper_id', '=', dropshipper_id).execute()).toEqual([
      { written_by: null, written_by_name: 'Pat' },
    ])
  })
  test('loses its stores, their secrets and authorizations', async () => {
    const { db } = h.services
    const market_id = await makeMarket()
    const store = {
      vendor_id: id,
      market_id,
      vendor_store_name: 'Shop',
      drop_to: '{}',
      drop_secret: 'sealed',
    }
    await db.insertInto('vendor_store').values(store).execute()
    await db.insertInto('platform_auth').values({ vendor_id: id, market_id, account_name: 'shop' }).execute()
    const { supplier_id } = await db
      .insertInto('oim_supplier')
      .values({ supplier_name: 'Acme', configs: '[]' })
      .returning('supplier_id')
      .executeTakeFirstOrThrow()
    const insert_tm = new Date(now).toISOString()
    await db.insertInto('vendor_order_supplier').values({ vendor_id: id, supplier_id, insert_tm }).execute()
    await db
      .insertInto('vendor_order_config')
      .values({ vendor_id: id, supplier_id, field_handle: 'key', secret: 'sealed' })
      .execute()
    await remove(admin)
    now += 31 * day
    await erase()
    const tables = ['vendor_store', 'platform_auth', 'vendor_order_supplier', 'vendor_order_config'] as const
    for (const table of [...tables, 'contact', 'login'] as const)
      expect(await db.selectFrom(table).select('vendor_id').where('vendor_id', '=', id).execute()).toEqual([])
  })
})

describe('erasing an account', () => {
  test('leaves no values entered for its integrations', async () => {
    const { db } = h.services
    const { dropshipper_id } = await makeFeed(h)
    const market_id = await makeMarket()
    const { vendor_market_map_id } = await db
      .insertInto('vendor_market_map')
      .values({ vendor_id: id, dropshipper_id, market_id, is_activated: 0 })
      .returning('vendor_market_map_id')
      .executeTakeFirstOrThrow()
    const { market_config_id } = await db
      .insertInto('market_config')
      .values({ market_id, config_name: 'email', config_label: 'Email', config_type: 'email' })
      .returning('market_config_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('integration_config')
      .values({ vendor_market_map_id, market_config_id, config_value: 'pat@example.com' })
      .execute()
    await remove(admin)
    now += 31 * day
    await erase()
    expect(await db.selectFrom('integration_config').selectAll().execute()).toEqual([])
  })
  test('leaves no custom feed source, extra files or mention of them', async () => {
    const { db } = h.services
    const { dropshipper_id } = await makeFeed(h)
    const { vendor_custom_feed_id } = await db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id: id, dropshipper_id, report_note: 'Ask Pat' })
      .returning('vendor_custom_feed_id')
      .executeTakeFirstOrThrow()
    const source = { source: '{"kind": "sftp", "user": "pat"}', source_secret: 'sealed', format: '{}' }
    const { feed_id } = await db
      .insertInto('feed')
      .values({ dropshipper_id, vendor_custom_feed_id, ...source, upload_key: 'feed-uploads/1/a' })
      .returning('feed_id')
      .executeTakeFirstOrThrow()
    const stock = { feed_id, position: 1, name: 'Stock', mapping: '[]', upload_key: 'feed-uploads/1/b' }
    await db
      .insertInto('feed_file')
      .values({ ...stock, ...source })
      .execute()
    const access = { vendor_id: id, dropshipper_id, note: 'Pat asked', added_by: 'Sam' }
    await db.insertInto('restricted_access').values(access).execute()
    await remove(admin)
    now += 31 * day
    await erase()
    for (const table of ['feed', 'feed_file'] as const)
      expect(
        await db
          .selectFrom(table)
          .select(['source', 'source_secret', 'upload_key'])
          .where('feed_id', '=', feed_id)
          .execute(),
      ).toEqual([{ source: { kind: 'upload' }, source_secret: null, upload_key: null }])
    expect((await support.get(`/api/vendor/${id}/restricted-access`)).body).toEqual([])
    const { report_note } = await db
      .selectFrom('vendor_custom_feed')
      .select('report_note')
      .where('vendor_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(report_note).toBe('')
  })
  test('doesn’t block the others if it fails', async () => {
    await remove(admin)
    const stuck = id
    const another = await makeLogin(h, 'customer')
    ;({ vendor_id: id, email } = another)
    contact_id = (await admin.get(`/api/vendor/${id}/contacts`)).body.contacts[0].contact_id
    await set({ vendor_status_id: 0 })
    await remove(admin)
    now += 31 * day
    const { pool } = h.services.database
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$
      begin
        if old.vendor_id = ${stuck} then raise 'not now'; end if;
        return old;
      end $$;
      create trigger refuse before delete on contact for each row execute function refuse()`)
    await expect(erase()).rejects.toThrow('1 of 2 failed: not now')
    expect((await see()).deletion.erased).toBe(true)
    await pool.query('drop trigger refuse on contact')
    await erase()
    id = stuck
    expect((await see()).deletion.erased).toBe(true)
  })
})

/** A market of the vendor's own number. */
async function makeMarket(): Promise<number> {
  await h.services.db.insertInto('market').values({ market_id: id, market_name: 'Shopware' }).execute()
  return id
}
const supplier = () => ({
  supplier_name: 'Nordic Goods',
  dropshipper_prefix: 'ND',
  supplier_type: 'standard',
})
