import { beforeAll, describe, expect, test } from 'vitest'
import { dayText } from '#contract/formats.ts'
import {
  client,
  harness,
  lettersTo,
  makeLogin,
  password,
  staff,
  waiting,
  type Client,
} from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'

const h = harness()
let support: Client
let finance: Client
let id: number
let email: string
beforeAll(async () => {
  support = await staff(h)
  finance = await staff(h, 'finance')
  const { db } = h.services
  await db
    .insertInto('plan_type')
    .values([
      { vendor_plan_type_id: 1, name: 'Starter', monthly_fee: '49' },
      { vendor_plan_type_id: 3, name: 'Pro', monthly_fee: '199', priority_support: true },
    ])
    .execute()
  await db.insertInto('catalog_category').values({ catalog_category_name: 'Garden' }).execute()
  ;({ vendor_id: id, email } = await makeLogin(h, 'customer'))
})
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const basics = async (c = support) => (await c.get(`/api/vendor/${id}/basics`)).body
async function save(c: Client, change: object, more: object = {}) {
  const { vendor } = await basics()
  return c.post(`/api/vendor/${id}`, { vendor: { ...vendor, ...change }, ...more })
}
const log = async (type: string) =>
  (await support.post('/api/activity-log/search', { vendor_id: id, type })).body.logs
const note = { note: 'Agreed on the phone', note_type: 11 }

describe('a vendor’s basic info', () => {
  test('is saved with its categories, and each change appears in the log', async () => {
    const { all_categories } = await basics()
    const garden = all_categories[0].catalog_category_id
    const saved = await save(
      finance,
      { vendor_status_id: 2, order_volume: '101-500', priority_support: true, optimized_sync_oa: true },
      { added_categories: [garden], new_categories: ['Pets'], reason: 'Two charges failed' },
    )
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      vendor: { vendor_status_id: 2, order_volume: '101-500', priority_support: true },
      vendor_categories: [{ catalog_category_name: 'Garden' }, { catalog_category_name: 'Pets' }],
    })
    expect((await log('vendor.save'))[0].reason).toBe('Two charges failed')
    expect((await log('vendor.save'))[0].changes).toMatchObject({
      vendor_status_id: { from: 1, to: 2 },
      priority_support: { from: null, to: true },
      categories: { from: [], to: ['Garden', 'Pets'] },
    })
    expect((await support.get(`/api/vendor/view/${id}`)).body.status).toBe('Billing Suspended')
    await save(finance, { vendor_status_id: 1 })
    await save(support, {}, { deleted_categories: [garden] })
    expect((await basics()).vendor_categories).toHaveLength(1)
    expect((await save(support, {}, { added_categories: [987654] })).body.error.fields).toEqual({
      added_categories: 'Category not found',
    })
  })
  test('creates new categories in a fixed order, so that two people never block each other', async () => {
    const { db } = h.services
    const tx = await db.startTransaction().execute()
    const make = (name: string) =>
      tx.insertInto('catalog_category').values({ catalog_category_name: name }).execute()
    await make('Anvils')
    const saving = save(support, {}, { new_categories: ['Zithers', 'anvils'] })
    await waiting(db)
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await make('Zithers')
    await tx.commit().execute()
    expect((await saving).body.vendor_categories).toMatchObject([
      { catalog_category_name: 'Anvils' },
      expect.anything(),
      { catalog_category_name: 'Zithers' },
    ])
  })
  test('needs a note for a credit change, which becomes a billing note', async () => {
    const refused = await save(finance, { credit_available: '25.50' })
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { 'note.note': 'You must enter a note' },
    ])
    expect((await save(finance, { credit_available: '25.50' }, { note })).status).toBe(200)
    expect((await basics()).vendor.credit_available).toBe('25.50')
    expect((await support.get(`/api/vendor/${id}/notes`)).body.notes[0]).toMatchObject(note)
    expect((await log('vendor.save'))[0]).toMatchObject({ reason: 'Agreed on the phone' })
    // the same amount written otherwise is no change
    expect((await save(finance, { credit_available: '25.5' })).status).toBe(200)
    const saves = (await log('vendor.save')).length
    // what was written beside it is kept all the same
    const beside = { ...note, note: 'Nothing else' }
    expect((await save(finance, { credit_available: '25.50' }, { note: beside })).status).toBe(200)
    expect((await support.get(`/api/vendor/${id}/notes`)).body.notes[0]).toMatchObject(beside)
    expect(await log('vendor.save')).toHaveLength(saves)
  })
  test('needs a note to postpone the next charge, but not to move it earlier', async () => {
    expect((await save(finance, { next_charge_date: day(20) })).status).toBe(200)
    expect((await save(finance, { next_charge_date: day(21) })).body.error.fields).toEqual({
      'note.note': 'You must enter a note',
    })
    expect((await save(finance, { next_charge_date: day(21) }, { note })).status).toBe(200)
    expect((await save(finance, { next_charge_date: day(1) })).status).toBe(200)
    for (const late of [day(750), '2199-12-31'])
      expect((await save(finance, { next_charge_date: late }, { note })).body.error.fields).toEqual({
        'vendor.next_charge_date': 'At most 2 years from now',
      })
    expect((await save(finance, { next_charge_date: day(0) }, { note })).body.error.fields).toEqual({
      'vendor.next_charge_date': `${dayText(day(1))} (UTC) or later`,
    })
  })
  test('leaves status, plan, credit and charge to those who handle payments', async () => {
    for (const change of [
      { vendor_status_id: 4 },
      { vendor_plan_type_id: 3 },
      { credit_available: '1.00' },
      { next_charge_date: day(9) },
    ])
      expect((await save(support, change, { note })).status).toBe(403)
    expect((await save(finance, { vendor_plan_type_id: 3 })).status).toBe(200)
    expect((await save(finance, { vendor_plan_type_id: 9 })).body.error.fields).toEqual({
      'vendor.vendor_plan_type_id': 'Plan not found',
    })
  })
  test('reports what somebody else changed since it was opened', async () => {
    const opened = await basics()
    await save(finance, { company: 'Renamed meanwhile' })
    const body = { vendor: { ...opened.vendor, order_volume: '0' }, version: opened.version }
    const refused = await support.post(`/api/vendor/${id}`, body)
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ field: 'company', to: 'Renamed meanwhile' }])
    const { version } = refused.body.error
    expect((await support.post(`/api/vendor/${id}`, { ...body, version })).status).toBe(200)
  })
  test('doesn’t restore credit that a bill used since it was opened', async () => {
    const opened = await basics()
    const { vendor_status_id, credit_available, next_charge_date } = opened.vendor
    const goesBy = { vendor_status_id, credit_available, next_charge_date }
    const { version } = opened
    const moved = (Number(credit_available) + 20).toFixed(2)
    await h.services.db
      .transaction()
      .execute((tx) =>
        bookCredit(tx, id, 2000, { key: `credit of ${id} meanwhile`, tm: new Date().toISOString() }),
      )
    const typed = { credit_available: (Number(credit_available) + 10).toFixed(2) }
    const refused = await save(finance, typed, { note, version, opened: goesBy })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([
      { field: 'credit_available', from: credit_available, to: moved },
    ])
    expect((await basics()).vendor.credit_available).toBe(moved)
    const untouched = { company: 'Other', credit_available: moved }
    expect((await save(finance, untouched, { version, opened: goesBy })).status).toBe(200)
    const now = { ...goesBy, credit_available: moved }
    const again = { note, version: refused.body.error.version, opened: now }
    expect((await save(finance, typed, again)).status).toBe(200)
    expect((await basics()).vendor).toMatchObject(typed)
  })
  test('doesn’t overwrite a charge date or status that billing changed since it was opened', async () => {
    await save(finance, { next_charge_date: day(5), vendor_status_id: 1 }, { note })
    const { version, vendor } = await basics()
    const { vendor_status_id, credit_available, next_charge_date } = vendor
    const more = { note, version, opened: { vendor_status_id, credit_available, next_charge_date } }
    const set = (moved: object) =>
      h.services.db.updateTable('vendor').set(moved).where('vendor_id', '=', id).execute()
    // billed meanwhile, or all was canceled after a refund
    for (const to of [day(36), null]) {
      await set({ next_charge_date: to })
      const refused = await save(finance, { next_charge_date: day(20) }, more)
      expect([refused.status, refused.body.error.changed]).toMatchObject([
        409,
        [{ field: 'next_charge_date', from: day(5), to }],
      ])
      // what wasn't touched is as it is by now
      expect((await save(finance, { next_charge_date: to }, more)).status).toBe(200)
      expect((await basics()).vendor.next_charge_date).toBe(to)
    }
    await set({ next_charge_date: day(5), vendor_status_id: 2 })
    const refused = await save(support, { vendor_status_id: 4 }, more)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Status was changed to Billing Suspended; it was Active when you opened this page',
    ])
    // one that was moved at the very moment of the save
    expect((await save(support, { company: 'Other', vendor_status_id: 1 }, more)).status).toBe(409)
    expect((await basics()).vendor).toMatchObject({ vendor_status_id: 2 })
  })
  test('refuses values that no field can hold', async () => {
    for (const change of [
      { credit_available: '1.234' },
      { credit_available: '-1' },
      { vendor_status_id: 5 },
      { order_volume: '7' },
      { company: ' ' },
      { next_charge_date: '2026-02-30' },
    ])
      expect((await save(finance, change, { note })).body.error.fields).toHaveProperty([
        `vendor.${Object.keys(change)[0]}`,
      ])
  })
})

describe('the owners of a vendor', () => {
  test('include an account manager, changed with a note and kept in the history', async () => {
    const { body: managers } = await support.get('/api/vendor/get-account-managers')
    const [one, other] = managers
    const set = (body: object) => support.post(`/api/vendor/${id}/set-account-manager`, body)
    const account_manager_vendor_id = one.vendor_id
    expect((await set({ note: 'x' })).body.error.fields).toEqual({
      account_manager_vendor_id: 'You have to select a account manager',
    })
    expect((await set({ account_manager_vendor_id, note: ' ' })).body.error.fields).toEqual({
      note: 'You must enter a note',
    })
    expect((await set({ account_manager_vendor_id: id, note: 'x' })).body.error.message).toBe(
      'You have to select a account manager',
    )
    expect((await set({ account_manager_vendor_id, note: 'New region' })).status).toBe(204)
    expect((await set({ account_manager_vendor_id, note: 'Again' })).body.error.message).toBe(
      'User is already the account manager!',
    )
    await set({ account_manager_vendor_id: other.vendor_id, note: 'On leave' })
    expect((await support.get(`/api/vendor/${id}/get-account-manager-history`)).body).toMatchObject({
      account_manager_vendor_id: other.vendor_id,
      account_manager: [
        { from: one.name, to: other.name, note: 'On leave', support_staff: 'Pat support' },
        { from: null, to: one.name, note: 'New region' },
      ],
      crm_owner: [],
    })
  })
  test('include a CRM owner', async () => {
    const { body: managers } = await support.get('/api/vendor/get-account-managers')
    const set = (body: object) => support.post(`/api/vendor/${id}/set-crm-owner`, body)
    expect((await set({})).body.error.fields).toEqual({
      crm_owner_vendor_id: 'You have to select a CRM owner',
    })
    expect((await set({ crm_owner_vendor_id: managers[0].vendor_id })).status).toBe(204)
    expect((await set({ crm_owner_vendor_id: managers[0].vendor_id })).body.error.message).toBe(
      'User is already the CRM owner!',
    )
    expect((await support.get(`/api/vendor/view/${id}`)).body.crm_owner).toBe(managers[0].name)
    const { body: counted } = await support.get('/api/vendor/get-account-managers')
    expect([counted[0].vendors, counted[0].crm_vendors]).toEqual([
      managers[0].vendors,
      managers[0].crm_vendors + 1,
    ])
    // one that has no account manager is counted as well
    const { db } = h.services
    await db
      .updateTable('vendor')
      .set({ account_manager_vendor_id: null })
      .where('vendor_id', '=', id)
      .execute()
    expect((await support.get('/api/vendor/get-account-managers')).body[0].crm_vendors).toBe(
      managers[0].crm_vendors + 1,
    )
  })
})

const tokenIn = (letter: { text: string } | undefined) => /password-reset\/(\S+)/.exec(letter!.text)![1]!

test('a reset link works once, and only its owner gets it, with the name of who sent it', async () => {
  const { body } = await support.get(`/api/vendor/${id}/password-reset-link`)
  expect(body).toEqual({ email, expires_tm: expect.any(String) })
  const [letter, ...more] = await lettersTo(h, email)
  expect(more).toEqual([])
  expect(letter!.text).toContain('Pat support from our team sent you this link')
  const [sent] = await log('vendor.reset_link')
  expect(sent).toMatchObject({ message: `Password reset link emailed to ${email}` })
  const token = tokenIn(letter)
  expect(JSON.stringify([body, sent])).not.toContain(token)
  const anybody = await client(h)
  const reset = () =>
    anybody.post(`/api-public/account/password-reset/${token}`, { password: `${password} and more` })
  expect((await reset()).body).toEqual({ success: true })
  expect((await reset()).body).toEqual({ success: false })
})

test('a reset link is made by a request with the page’s token only, and ends the one before', async () => {
  const url = `/api/vendor/${id}/password-reset-link`
  const made = async () => (await log('vendor.reset_link')).length
  const before = await made()
  const bare = { cookie: support.raw.cookie, 'app-id': 'test' }
  expect((await h.app.inject({ method: 'GET', url, headers: bare })).statusCode).toBe(403)
  const headers = { ...support.raw.headers, cookie: support.raw.cookie }
  expect((await h.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
  expect(await made()).toBe(before)
  const tokenOf = async () => {
    await support.get(url)
    return tokenIn((await lettersTo(h, email))[0])
  }
  const first = await tokenOf()
  const second = await tokenOf()
  const anybody = await client(h)
  const good = async (token: string) =>
    (await anybody.get(`/api-public/account/password-reset/${token}`)).body.valid
  expect([await good(first), await good(second)]).toEqual([false, true])
})

test('a change of account manager or CRM owner isn’t overwritten unseen', async () => {
  const [a, b] = [await makeLogin(h, 'support'), await makeLogin(h, 'support')]
  const had = (await support.get(`/api/vendor/${id}/get-account-manager-history`)).body.crm_owner_vendor_id
  const give = (to: number, replaces?: number | null) =>
    support.post(`/api/vendor/${id}/set-crm-owner`, { crm_owner_vendor_id: to, replaces })
  expect((await give(a.vendor_id, had)).status).toBeLessThan(300)
  const late = await give(b.vendor_id, had)
  expect([late.status, late.body.error.message]).toEqual([
    409,
    expect.stringMatching(/^The CRM owner was changed to .+\. Reload the page, then try again$/),
  ])
  expect((await give(b.vendor_id, a.vendor_id)).status).toBeLessThan(300)
})

test('a logo is stored as WebP and served at its address', async () => {
  const { default: sharp } = await import('sharp')
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { body } = await support.upload(`/api/vendor/${id}/logo`, 'logo', 'logo.png', bytes)
  expect((await support.get(`/api/vendor/view/${id}`)).body.logo).toBe(body.logo)
  expect((await support.get(body.logo)).headers['content-type']).toBe('image/webp')
  expect((await support.upload(`/api/vendor/${id}/logo`, 'logo', 'a.png', Buffer.from('no'))).status).toBe(
    400,
  )
  expect((await support.upload('/api/vendor/987654/logo', 'logo', 'a.png', bytes)).status).toBe(404)
})
