import { beforeAll, describe, expect, test } from 'vitest'
import { displayedStatus } from '#contract/vendors/status.ts'
import { harness, staff, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  await db
    .insertInto('vendor')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        vendor_id: 1000 + i,
        company: `Shop ${i} ${i % 2 ? 'North' : 'South'}`,
        vendor_status_id: i % 5,
        insert_tm: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        vendor_id: 1000 + i,
        email: `owner${String(99 - i).padStart(2, '0')}@shop.example`,
        first_name: 'Ann',
        last_name: `Number${i}`,
        primary_phone: `555 01${i}`,
      })),
    )
    .execute()
  await db
    .updateTable('vendor')
    .set((e) => ({ primary_contact_id: e.selectFrom('contact').whereRef('contact.vendor_id', '=', 'vendor.vendor_id').select('contact_id').limit(1) }))
    .where('vendor_id', '>=', 1000)
    .execute()
})
const search = async (body: object) =>
  (await c.post('/api/vendor/search', body)).body as { total: number; vendors: { vendor_id: number; email: string; status: string }[] }
const ids = async (body: object) => (await search(body)).vendors.map((v) => v.vendor_id)

describe('the vendor search', () => {
  test('gives 25 a page, the newest first, and never a staff record', async () => {
    const first = await search({})
    expect([first.total, first.vendors.length, first.vendors[0]!.vendor_id]).toEqual([60, 25, 1059])
    expect((await ids({ page: 3 })).length).toBe(10)
  })
  test.each([
    ['oldest', 1000],
    ['newest', 1059],
    ['vendor_id_asc', 1000],
    ['vendor_id_desc', 1059],
    ['email_asc', 1059],
    ['email_desc', 1000],
  ])('sorts by %s', async (sort, first) => {
    expect((await ids({ sort }))[0]).toBe(first)
  })
  test('finds by id, part of the company, email, name or phone', async () => {
    expect((await ids({ term: '1007' }))[0]).toBe(1007)
    expect((await search({ term: 'north' })).total).toBe(30)
    expect(await ids({ term: 'OWNER42@' })).toEqual([1057])
    expect(await ids({ term: 'Number33' })).toEqual([1033])
    expect(await ids({ term: '100%' })).toEqual([])
  })
  test('keeps to the asked statuses', async () => {
    const statuses = (await search({ status: [4] })).vendors.map((v) => v.status)
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set(['Canceled']))
  })
  test('names a wrong field', async () => {
    expect((await c.post('/api/vendor/search', { sort: 'best', page: 0 })).body.error.fields).toEqual({ sort: expect.any(String), page: expect.any(String) })
  })
})

test('an unknown vendor doesn’t exist, and neither does a staff record', async () => {
  expect((await c.get('/api/vendor/view/987654')).body).toEqual({ vendor_doesnt_exist: true })
  const { vendor_id } = await h.services.db.selectFrom('vendor').select('vendor_id').where('is_staff', '=', true).executeTakeFirstOrThrow()
  expect((await c.get(`/api/vendor/view/${vendor_id}`)).body).toEqual({ vendor_doesnt_exist: true })
  expect((await c.get('/api/vendor/view/1001')).body).toMatchObject({ vendor_id: 1001, company: 'Shop 1 North', subscriptions: [] })
})

describe('a vendor’s displayed status', () => {
  const v = { vendor_status_id: 1, billing_failures: 0, total_active_integrations: 2, total_cancel_pending: 0, total_freeze_pending: 0, total_frozen: 0 }
  test.each([
    [{}, 'Active'],
    [{ billing_failures: 2 }, 'Billing Failing (2 attempts)'],
    [{ total_active_integrations: 0, total_cancel_pending: 1 }, 'All Cancel Pending'],
    [{ total_active_integrations: 0, total_freeze_pending: 1 }, 'All Freeze Pending'],
    [{ total_active_integrations: 0, total_frozen: 3 }, 'All Frozen'],
    [{ total_cancel_pending: 1, total_freeze_pending: 2, total_frozen: 3 }, 'Active (1 CP, 2 FP, 3 F)'],
    [{ vendor_status_id: 3 }, 'Billing Suspended - DELIST PRODUCTS'],
    [{ vendor_status_id: 4, billing_failures: 3 }, 'Canceled'],
  ])('of %o is %s', (change, status) => {
    expect(displayedStatus({ ...v, ...change })).toBe(status)
  })
})
