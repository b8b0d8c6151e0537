import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundVendor } from '#contract/vendors/vendors.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

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
    .set((e) => ({
      primary_contact_id: e
        .selectFrom('contact')
        .whereRef('contact.vendor_id', '=', 'vendor.vendor_id')
        .select('contact_id')
        .limit(1),
    }))
    .where('vendor_id', '>=', 1000)
    .execute()
})
const search = async (body: object) =>
  (await c.post('/api/vendor/search', { all: !('term' in body), ...body })).body as {
    total: number
    total_is_exact: boolean
    alike: boolean
    vendors: FoundVendor[]
  }
const ids = async (body: object) => (await search(body)).vendors.map((v) => v.vendor_id)

describe('the vendor search', () => {
  test('finds a vendor by any of its contacts', async () => {
    await h.services.db
      .insertInto('contact')
      .values({ vendor_id: 1007, email: 'zenobia@books.example', first_name: 'Zenobia', last_name: 'Quill' })
      .execute()
    expect(await ids({ term: 'zenobia' })).toEqual([1007])
  })
  test('shows 25 per page, newest first, and never a staff record', async () => {
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
  test('finds by ID and by part of the company, email, name or phone', async () => {
    expect((await ids({ term: '1007' }))[0]).toBe(1007)
    expect((await search({ term: 'north' })).total).toBe(30)
    expect(await ids({ term: 'OWNER42@' })).toEqual([1057])
    expect(await ids({ term: 'Number33' })).toEqual([1033])
    expect(await ids({ term: '100%' })).toEqual([])
  })
  test('keeps to the requested statuses', async () => {
    const statuses = (await search({ status: [4] })).vendors.map((v) => v.status)
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set(['Canceled']))
  })
  test('counts its matches by term and status together, even past the last page', async () => {
    const among = { term: 'north', status: [0, 4] }
    const { total, total_is_exact, vendors } = await search(among)
    expect([total, total_is_exact, vendors.length]).toEqual([12, true, 12])
    expect(new Set(vendors.map((v) => v.status))).toEqual(new Set(['Free', 'Canceled']))
    expect(await search({ ...among, page: 9 })).toMatchObject({
      total: 12,
      total_is_exact: true,
      vendors: [],
    })
    expect(await search({ term: 'nobody' })).toEqual({
      total: 0,
      total_is_exact: true,
      alike: false,
      vendors: [],
    })
  })
  test('without a term is refused with what to do, unless all are asked for', async () => {
    for (const body of [{}, { term: ' ' }, { status: [1] }]) {
      const { status, body: answer } = await c.post('/api/vendor/search', body)
      expect([status, answer.error.message]).toEqual([400, 'You need to enter a search term first'])
      expect(answer.error.fields).toEqual({ term: 'You need to enter a search term first' })
    }
    expect((await c.post('/api/vendor/search', { all: true })).status).toBe(200)
  })
  test('names an invalid field', async () => {
    expect((await c.post('/api/vendor/search', { sort: 'best', page: 0 })).body.error.fields).toEqual({
      sort: expect.any(String),
      page: expect.any(String),
    })
  })
})

test('an unknown vendor and a staff record aren’t found', async () => {
  expect((await c.get('/api/vendor/view/987654')).body).toEqual({ vendor_doesnt_exist: true })
  const { vendor_id } = await h.services.db
    .selectFrom('vendor')
    .select('vendor_id')
    .where('is_staff', '=', true)
    .executeTakeFirstOrThrow()
  expect((await c.get(`/api/vendor/view/${vendor_id}`)).body).toEqual({ vendor_doesnt_exist: true })
  expect((await c.get('/api/vendor/view/1001')).body).toMatchObject({
    vendor_id: 1001,
    company: 'Shop 1 North',
    subscription_count: 0,
  })
})

describe('a vendor’s integration status', () => {
  const integrations = {
    active: {},
    'cancel pending': { is_cancel_pending: true },
    'freeze pending': { is_pause_pending: true },
    frozen: { paused_at: '2026-01-01T00:00:00Z' },
    'frozen and to be cancelled': { paused_at: '2026-01-01T00:00:00Z', is_cancel_pending: true },
    onboarding: { is_activated: 0 },
    released: { is_activated: 2 },
  } as const
  let suppliers: number[] = []
  beforeAll(async () => {
    const { db } = h.services
    await db.insertInto('market').values({ market_id: 1, market_name: 'Somewhere' }).execute()
    const made = await db
      .insertInto('dropshipper')
      .values([1, 2, 3].map((n) => ({ supplier_name: `Sold ${n}`, dropshipper_prefix: `SOLD${n}` })))
      .returning('dropshipper_id')
      .execute()
    suppliers = made.map((row) => row.dropshipper_id)
  })
  async function vendor(kinds: readonly (keyof typeof integrations)[], subscribed = true) {
    const { db } = h.services
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company: 'Counted' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    if (subscribed)
      await db
        .insertInto('subscription')
        .values(suppliers.map((dropshipper_id) => ({ vendor_id, dropshipper_id })))
        .execute()
    const rows = kinds.map((kind, i) => ({
      ...integrations[kind],
      vendor_id,
      market_id: 1,
      dropshipper_id: suppliers[i % suppliers.length]!,
    }))
    await db.insertInto('vendor_market_map').values(rows).execute()
    return vendor_id
  }
  const shown = async (vendor_id: number) => {
    const { vendors } = await search({ term: String(vendor_id) })
    const { body } = await c.get(`/api/vendor/view/${vendor_id}`)
    const { best: _best, matched: _matched, ...found } = vendors[0]!
    // what lists keep of its health, the page computes
    const { health: _score, health_cause: _cause, health_tm: _tm, amount_owed: _owed, ...row } = found
    expect(body).toMatchObject(row)
    return row
  }

  test('is counted from its subscriptions and integrations, each integration once', async () => {
    const every = Object.keys(integrations) as (keyof typeof integrations)[]
    expect(await shown(await vendor([...every, 'active']))).toMatchObject({
      subscription_count: 3,
      total_active_integrations: 2,
      status: 'Active (2 CP, 1 FP, 1 F)',
    })
  })
  test.each([
    [['cancel pending', 'frozen'], 'All Cancel Pending'],
    [['freeze pending', 'onboarding'], 'All Freeze Pending'],
    [['frozen', 'frozen'], 'All Frozen'],
    [['active'], 'Active'],
  ] as const)('for %j is %s', async (kinds, status) => {
    expect((await shown(await vendor(kinds))).status).toBe(status)
  })
  test('changes as soon as an integration does', async () => {
    const vendor_id = await vendor(['active'])
    await h.services.db
      .updateTable('vendor_market_map')
      .set({ paused_at: '2026-01-01T00:00:00Z' })
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect(await shown(vendor_id)).toMatchObject({ total_active_integrations: 0, status: 'All Frozen' })
  })
  test('leaves out integrations with suppliers it isn’t subscribed to', async () => {
    expect(await shown(await vendor(['active', 'frozen'], false))).toMatchObject({
      subscription_count: 0,
      total_active_integrations: 0,
      status: 'Active',
    })
  })
})
