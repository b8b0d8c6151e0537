import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runTimer } from '../../timers.ts'
import { client, harness, lettersTo, makeLogin, password, staff, type Client } from '../../test/harness.ts'

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
const remove = (c: Client, more: { contact_id?: number; email?: string } = {}) =>
  c.delete(`/api/vendor/${id}/${more.contact_id ?? contact_id}/${more.email ?? email}/delete`)
const restore = (c: Client) => c.post(`/api/vendor/${id}/restore`)
const reasons = async () => (await admin.get(`/api/vendor/${id}/deletion`)).body.reasons
const see = async () => (await support.get(`/api/vendor/view/${id}`)).body
const signIn = async () => (await client(h)).post('/api-public/account/login', { login: email, password })
const erase = () => runTimer(h.services, 'erase deleted accounts')
const activity = async () =>
  (await admin.post('/api/activity-log/search', { vendor_id: id })).body.logs.map(
    (l: { type: string }) => l.type,
  )

describe('an account is deleted', () => {
  test('by an admin alone, who names its primary contact', async () => {
    expect((await remove(support)).status).toBe(403)
    for (const wrong of [{ contact_id: contact_id + 1000 }, { email: 'other@example.com' }])
      expect((await remove(admin, wrong)).body.error.message).toBe('Nothing to delete, please try again')
    expect((await remove(admin)).status).toBe(204)
    expect((await remove(admin)).body.error.message).toContain('deleted')
    expect(await activity()).toEqual(['vendor.delete'])
  })
  test('where it is Free or Canceled, nothing is owed, and nothing of it is active', async () => {
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
      'It is Active; only a Free or Canceled account is deleted.',
      'Its last charge was not paid.',
      'It has 1 subscription.',
      'It has 1 active integration.',
    ])
    const refused = await remove(admin)
    expect([refused.status, refused.body.error.message]).toEqual([409, (await reasons()).join(' ')])
    expect((await see()).deletion).toBeNull()
  })
  test('then nobody of it signs in, it is found as deleted, and nothing of it is changed', async () => {
    const theirs = await client(h, email)
    await remove(admin)
    expect((await theirs.get('/api/account/get')).status).toBe(401)
    expect((await signIn()).status).toBe(400)
    await (await client(h)).post('/api-public/account/forgot-password', { email })
    expect(await lettersTo(h, email)).toEqual([])
    expect((await support.get(`/api/vendor/${id}/password-reset-link`)).status).toBe(404)
    expect(await see()).toMatchObject({ status: 'Deleted', deletion: { by: 'Pat admin', erased: false } })
    const found = await support.post('/api/vendor/search', { term: String(id) })
    expect(found.body.vendors[0].status).toBe('Deleted')
    const hits = (await support.get(`/api/search?q=${id}`)).body
    expect(hits[0].detail).toBe(`${email} · ${id} · Deleted`)
    expect((await support.post('/api/vendor/lock', { vendor_id: id, reason: 'Why' })).status).toBe(409)
  })
  test('and is brought back as it was, until it is erased', async () => {
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

describe('30 days later', () => {
  test('people, logins and notes are gone, its charges and its log stay; a second turn changes nothing', async () => {
    await support.post(`/api/vendor/${id}/note`, { note: 'Card of a friend', note_type: 0 })
    await h.services.db.insertInto('vendor_charge').values({ vendor_id: id, amount: '49.00' }).execute()
    const other = await makeLogin(h, 'customer')
    await remove(admin)
    now += 31 * day
    await Promise.all([erase(), erase()])
    await erase()
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
    expect((await restore(admin)).body.error.message).toBe('This account is erased and can’t be brought back')
  })
  test('its stores, their secrets and what it authorized are gone', async () => {
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
    await remove(admin)
    now += 31 * day
    await erase()
    for (const table of ['vendor_store', 'platform_auth', 'contact', 'login'] as const)
      expect(await db.selectFrom(table).select('vendor_id').where('vendor_id', '=', id).execute()).toEqual([])
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
