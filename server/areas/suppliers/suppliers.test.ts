import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('the supplier list', () => {
  test('has 50 rows a page, sorts by name, subs or votes, and can be searched by name', async () => {
    for (let i = 0; i < 55; i++) await makeFeed(h, { name: `Maker ${String(i).padStart(2, '0')}` })
    const { dropshipper_id } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .where('supplier_name', '=', 'Maker 30')
      .executeTakeFirstOrThrow()
    await h.services.db
      .updateTable('dropshipper')
      .set({ votes: 9 })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
    const list = async (body: object) =>
      (await c.post('/api/suppliers/', body)).body as {
        total: number
        suppliers: { supplier_name: string }[]
      }
    expect(await list({}).then((l) => [l.total, l.suppliers.length, l.suppliers[0]!.supplier_name])).toEqual([
      55,
      50,
      'Maker 00',
    ])
    expect((await list({ current_page: 2 })).suppliers).toHaveLength(5)
    expect((await list({ sort_on: 'votes', descending: true })).suppliers[0]!.supplier_name).toBe('Maker 30')
    expect((await list({ query: 'ker 07' })).suppliers.map((s) => s.supplier_name)).toEqual(['Maker 07'])
  })

  test('finds similar names if a search has no match, and says they are similar', async () => {
    await makeFeed(h, { name: 'Driftwood Chairs' })
    await makeFeed(h, { name: 'Cobalt Anvils' })
    const found = async (query: string) => {
      const { body } = await c.post('/api/suppliers/', { query, sort_on: 'standing' })
      return [body.alike, body.suppliers.map((s: { supplier_name: string }) => s.supplier_name)]
    }
    expect(await found('driftwod')).toEqual([true, ['Driftwood Chairs']])
    expect(await found('driftwood')).toEqual([false, ['Driftwood Chairs']])
    expect(await found('anvil driftwod')).toEqual([false, []])
  })

  test('returns the totals of all matches, or only of those requested by ID', async () => {
    const made = []
    for (const products of [5, 20, 7]) {
      const { dropshipper_id } = await makeFeed(h, { name: `Summed ${products}` })
      await sql`
        update dropshipper
        set active_products = ${products}, votes = 2
        where dropshipper_id = ${dropshipper_id}`.execute(h.services.db)
      made.push(dropshipper_id)
    }
    const sums = async (body: object) => {
      const { total, totals } = (await c.post('/api/suppliers/', body)).body
      return [total, totals.active_products, totals.votes, totals.sub_count]
    }
    expect(await sums({ query: 'Summed' })).toEqual([3, 32, 6, 0])
    expect(await sums({ query: 'Summed', current_page: 2 })).toEqual([3, 32, 6, 0])
    expect(await sums({ query: 'Summed', ids: made.slice(1) })).toEqual([2, 27, 4, 0])
    expect(await sums({ query: 'no such supplier' })).toEqual([0, 0, 0, 0])
  })

  test('sorts completely by products, feed status and last good run', async () => {
    const made = [
      ['Sorted Fresh', 'unchanged', '1 hour', 5],
      ['Sorted Late', 'applied', '90 hours', 20],
      ['Sorted Failing', 'failed', '2 hours', 10],
      ['Sorted Never', null, null, 0],
    ] as const
    for (const [name, state, age, products] of made) {
      const { dropshipper_id, feed_id } = await makeFeed(h, { name })
      await sql`
        update dropshipper
        set active_products = ${products}
        where dropshipper_id = ${dropshipper_id}`.execute(h.services.db)
      if (state)
        await sql`
          insert into feed_run (feed_id, dropshipper_id, state, insert_tm, end_tm)
          select ${feed_id}::int, ${dropshipper_id}::int, ${state}, tm, tm
          from (select now() - ${age}::interval as tm) ended`.execute(h.services.db)
    }
    const names = async (sort_on: string, descending: boolean) =>
      (await c.post('/api/suppliers/', { query: 'Sorted', sort_on, descending })).body.suppliers.map(
        (s: { supplier_name: string }) => s.supplier_name.replace('Sorted ', ''),
      )
    expect(await names('products', true)).toEqual(['Late', 'Failing', 'Fresh', 'Never'])
    expect(await names('standing', false)).toEqual(['Failing', 'Late', 'Never', 'Fresh'])
    expect(await names('standing', true)).toEqual(['Fresh', 'Never', 'Late', 'Failing'])
    // one without a good run comes last, whichever way
    expect((await names('good', false)).slice(0, 2)).toEqual(['Late', 'Fresh'])
    expect((await names('good', true)).slice(0, 2)).toEqual(['Fresh', 'Late'])
  })
})

describe('basic info', () => {
  test('is saved with its changes in the log, and No Catalog turns integrated off', async () => {
    const { dropshipper_id: id } = await makeFeed(h, { name: 'Before' })
    const { body } = await c.get(`/api/suppliers/${id}`)
    const { supplier_name: _n, ...rest } = body.dropshipper
    const saved = await c.post(`/api/suppliers/${id}`, {
      dropshipper: { ...rest, supplier_name: 'After', allow_browse: -2, integrated: true },
      max_file_age_allowed_in_days: 5,
    })
    expect(saved.body.dropshipper).toMatchObject({
      supplier_name: 'After',
      integrated: false,
      max_file_age_allowed_in_days: 5,
    })
    const { body: log } = await c.post('/api/dropshipper-activity-log/', { dropshipper_id: id })
    expect(log.logs[0]).toMatchObject({
      type: 'supplier.save',
      action_by: 'Pat support',
      changes: { supplier_name: { from: 'Before', to: 'After' }, allow_browse: { from: 0, to: -2 } },
    })
    const search = { dropshipper_id: id, search: 'before' }
    const { body: found } = await c.post('/api/dropshipper-activity-log/search', search)
    for (const { types, support_reps } of [log, found])
      expect([types, support_reps]).toEqual([['supplier.save'], ['Pat support']])
  })
  test('names faulty fields, and a prefix that another supplier has', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { body } = await c.get(`/api/suppliers/${id}`)
    expect(
      (
        await c.post(`/api/suppliers/${id}`, {
          dropshipper: { ...body.dropshipper, supplier_name: ' ' },
          max_file_age_allowed_in_days: 0,
        })
      ).body.error.fields,
    ).toEqual({
      'dropshipper.supplier_name': 'Supplier name is required.',
      max_file_age_allowed_in_days: 'Enter a number from 1 to 365',
    })
    const { dropshipper_prefix } = await h.services.db
      .selectFrom('dropshipper')
      .select('dropshipper_prefix')
      .where('dropshipper_id', '<>', id)
      .executeTakeFirstOrThrow()
    expect(
      (
        await c.post(`/api/suppliers/${id}`, {
          dropshipper: { ...body.dropshipper, dropshipper_prefix },
          max_file_age_allowed_in_days: 1,
        })
      ).body.error.fields,
    ).toHaveProperty(['dropshipper.dropshipper_prefix'])
  })
  test('of an unknown supplier is a 404', async () => {
    expect((await c.get('/api/suppliers/99999')).status).toBe(404)
  })
})

describe('a new supplier', () => {
  test('requires a name, prefix and type, each with its message', async () => {
    expect(
      (await c.post('/api/suppliers/insert', { supplier_name: ' ', supplier_prefix: '' })).body.error.fields,
    ).toEqual({
      supplier_name: 'Supplier name is required.',
      supplier_prefix: 'Supplier prefix is required.',
      supplier_type: 'Please select supplier type.',
    })
  })
  test('is added with its own feed, and a taken name or prefix gives insertion_error', async () => {
    const { body } = await c.post('/api/suppliers/insert', {
      supplier_name: 'Brand New',
      supplier_prefix: 'BN',
      supplier_type: 'custom',
    })
    expect((await c.get(`/api/suppliers/${body.dropshipper_id}`)).body.dropshipper).toMatchObject({
      supplier_name: 'Brand New',
      allow_browse: -2,
      custom_feed_support: 1,
    })
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: 'Other',
          supplier_prefix: 'bn',
          supplier_type: 'standard',
        })
      ).body,
    ).toEqual({
      dropshipper_id: null,
      insertion_error: 'Prefix bn is already used by Brand New',
    })
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: 'brand new',
          supplier_prefix: 'X9',
          supplier_type: 'standard',
        })
      ).body.insertion_error,
    ).toContain('Brand New')
  })
})

test('renaming a supplier renames its own entry in the order manager, but not a vendor’s', async () => {
  const { body: added } = await c.post('/api/suppliers/insert', {
    supplier_name: 'Old name',
    supplier_prefix: 'RENAMED',
    supplier_type: 'standard',
  })
  const id = added.dropshipper_id
  await h.services.db
    .insertInto('oim_supplier')
    .values({ dropshipper_id: id, supplier_name: 'Old name (West)', is_custom: true })
    .execute()
  const { body } = await c.get(`/api/suppliers/${id}`)
  const saved = await c.post(`/api/suppliers/${id}`, {
    dropshipper: { ...body.dropshipper, supplier_name: 'New name' },
    max_file_age_allowed_in_days: 3,
    added_shipping_locations: [1],
    new_categories: ['Renamed things'],
  })
  expect(saved.status).toBe(200)
  expect((await c.get(`/api/suppliers/shipping/${id}/get-oim-suppliers`)).body).toMatchObject([
    { supplier_name: 'New name', is_custom: false },
    { supplier_name: 'Old name (West)', is_custom: true },
  ])
})

test('subscription access is 0 for none, 1 for eBay access and 2 for legacy', async () => {
  const { dropshipper_id: id } = await makeFeed(h)
  const vendors = await h.services.db
    .insertInto('vendor')
    .values([{ company: 'None' }, { company: 'Ebay' }, { company: 'Legacy' }])
    .returning(['vendor_id', 'company'])
    .execute()
  await h.services.db
    .insertInto('subscription')
    .values(
      vendors.map((v) => ({
        vendor_id: v.vendor_id,
        dropshipper_id: id,
        has_ebay_access: v.company !== 'None',
        is_legacy: v.company === 'Legacy',
      })),
    )
    .execute()
  const { body } = await c.get(`/api/suppliers/${id}/subscriptions`)
  expect(body).toMatchObject({ total: 3, counts: { none: 1, ebay: 1, legacy: 1, cancel_pending: 0 } })
  expect(
    Object.fromEntries(
      body.subscriptions.map((s: { company: string; access: number }) => [s.company, s.access]),
    ),
  ).toEqual({ None: 0, Ebay: 1, Legacy: 2 })
  expect((await c.get(`/api/suppliers/${id}/subscriptions?search=ega`)).body.subscriptions).toHaveLength(1)
})

test('the supplier page, subscribers and a run all count the same active integrations', async () => {
  const { db } = h.services
  const feed = await makeFeed(h)
  const id = feed.dropshipper_id
  const { vendor_id } = await db
    .insertInto('vendor')
    .values({ company: 'Integrated' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id: id }).execute()
  await db.insertInto('market').values({ market_id: 48, market_name: 'XCart' }).execute()
  const of = { vendor_id, dropshipper_id: id }
  await db
    .insertInto('vendor_market_map')
    .values([
      { ...of, market_id: 48 },
      { ...of, market_id: 48, is_activated: 0 },
      { ...of, market_id: 48, paused_at: '2026-01-01T00:00:00Z' },
    ])
    .execute()
  await feed.publish(manyRows(2))
  const run = await runFeed(c, feed.feed_id)
  const { body: supplier } = await c.get(`/api/suppliers/${id}`)
  const { body: subscribers } = await c.get(`/api/suppliers/${id}/subscriptions`)
  expect([
    run.impact?.integrations,
    supplier.dropshipper.integration_count,
    subscribers.subscriptions[0].integrations,
  ]).toEqual([1, 1, 1])
})

test('the activity log refuses an invalid day, naming its field', async () => {
  expect(
    (await c.post('/api/dropshipper-activity-log/', { dropshipper_id: 1, start_date: 'yesterday' })).body
      .error.fields,
  ).toHaveProperty('start_date')
})
