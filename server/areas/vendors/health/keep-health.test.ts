import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { keepVendorHealth } from './keep-health.ts'

const h = harness()
let c: Client
const ids: Record<string, number> = {}
beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  const manager = await vendor({ company: 'Mo', is_staff: true })
  const owned = { account_manager_vendor_id: manager }
  ids.failing = await vendor({ company: 'Failing', billing_failures: 2, ...owned })
  ids.delisted = await vendor({ company: 'Delisted', vendor_status_id: 3, ...owned })
  ids.free = await vendor({ company: 'Free', vendor_status_id: 0, ...owned })
  ids.canceled = await vendor({ company: 'Canceled', vendor_status_id: 4, ...owned })
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to)
    select ${ids.failing}::int, series, 900001, 'renewal', now(), now(), 149, '{}'
    from invoice_counter
    order by series
    limit 1`.execute(db)
  await keepVendorHealth(h.services)
})
const vendor = async (values: {
  company: string
  is_staff?: boolean
  vendor_status_id?: number
  billing_failures?: number
  account_manager_vendor_id?: number
}) =>
  (
    await h.services.db
      .insertInto('vendor')
      .values({ vendor_status_id: 1, ...values })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id

const found = async (body: object) =>
  (await c.post('/api/vendor/search', { all: true, ...body })).body.vendors
const names = async (body: object) => (await found(body)).map((v: { company: string }) => v.company)

describe('health in lists', () => {
  test('is what the vendor’s page shows, worst first; canceled vendors come last either way', async () => {
    expect(await names({ sort: 'health_asc' })).toEqual(['Delisted', 'Failing', 'Free', 'Canceled'])
    expect(await names({ sort: 'health_desc' })).toEqual(['Free', 'Failing', 'Delisted', 'Canceled'])
    for (const row of await found({ sort: 'health_asc' })) {
      const page = (await c.get(`/api/vendor/view/${row.vendor_id}`)).body
      expect([row.health, row.health_cause]).toEqual([page.score, page.troubles[0]?.text ?? null])
    }
  })
  test('is a filter with several words, and so is what is owed', async () => {
    expect(await names({ health: ['poor'] })).toEqual(['Delisted'])
    expect(await names({ health: ['poor', 'good'], sort: 'vendor_id_asc' })).toEqual(['Delisted', 'Free'])
    expect((await c.get('/api/vendor/attention')).body).toEqual({ total: 1, total_is_exact: true })
    expect(await names({ owed_min: '100' })).toEqual(['Failing'])
    expect(await names({ owed_min: '150' })).toEqual([])
    expect(await names({ owed_max: '0', health: ['good'] })).toEqual(['Free'])
    expect(await names({ term: 'fail', sort: 'health_asc' })).toEqual(['Failing'])
    expect(await names({ status: [0, 3], vendor_ids: [ids.free, ids.failing] })).toEqual(['Free'])
  })
  test('is computed again for a vendor with new activity, and in turns for all others', async () => {
    const { db } = h.services
    await db
      .updateTable('vendor')
      .set({ billing_failures: 0, vendor_status_id: 0 })
      .where('vendor_id', '=', ids.failing!)
      .execute()
    const healthOf = async () => (await found({ vendor_ids: [ids.failing] }))[0].health
    const before = await healthOf()
    await keepVendorHealth(h.services)
    expect(await healthOf()).toBeGreaterThan(before)
  })
  test('has a row for a vendor that has just joined, without a score yet', async () => {
    const vendor_id = await vendor({ company: 'New' })
    expect((await found({ sort: 'health_asc' })).at(-1)).toMatchObject({ vendor_id, health: null })
  })
})

test('a note is added to several vendors together, each with its entry; a deleted one is skipped', async () => {
  await sql`
    update vendor
    set deleted_tm = now(), deleted_by_name = 'Pat'
    where vendor_id = ${ids.canceled}`.execute(h.services.db)
  const { body } = await c.post('/api/vendor/notes', {
    vendor_ids: [ids.failing, ids.free, ids.canceled],
    note: 'Call before the holidays',
    note_type: 0,
  })
  expect(body.vendor_note_ids).toHaveLength(2)
  const { notes } = (await c.get(`/api/vendor/${ids.free}/notes`)).body
  expect(notes).toMatchObject([{ note: 'Call before the holidays', support_staff: 'Pat support' }])
  const { logs } = (await c.post('/api/activity-log/', { vendor_id: ids.free })).body
  expect(logs[0]).toMatchObject({ message: 'Note added: General' })
})
