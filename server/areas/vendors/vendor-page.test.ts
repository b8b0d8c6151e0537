import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import { harness, makeFeed, makeLogin, staff, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
const customer = async () => (await makeLogin(h, 'customer')).vendor_id
const view = async (id: number) => (await c.get(`/api/vendor/view/${id}`)).body

/** A vendor with a supplier and so many integrations of it. */
async function made(integrations: object[] = []) {
  const vendor_id = await customer()
  const { dropshipper_id } = await makeFeed(h)
  const { db } = h.services
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  for (const more of integrations)
    await db
      .insertInto('vendor_market_map')
      .values({ vendor_id, dropshipper_id, market_id: 39, ...more })
      .execute()
  return { vendor_id, dropshipper_id }
}

describe('the head of a vendor’s page', () => {
  test('says what is wrong with what it takes from the score, and what is there', async () => {
    const { vendor_id } = await made([
      {},
      { is_activated: 0, insert_tm: '2026-01-01T00:00:00Z' },
      { is_activated: 0 },
    ])
    await h.services.db
      .updateTable('vendor')
      .set({ billing_failures: 2 })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await h.services.db
      .insertInto('vendor_charge')
      .values({ vendor_id, amount: '149.00', vendor_charge_status_id: 2 })
      .execute()
    const body = await view(vendor_id)
    expect(body).toMatchObject({
      status: 'Billing Failing (2 attempts)',
      subscription_count: 1,
      integration_count: 3,
      total_active_integrations: 1,
      store_count: 0,
      custom_feed_count: 0,
      markets: ['Shopify'],
      score: 65,
      last_act: null,
    })
    expect(body.troubles.map((t: { text: string }) => t.text)).toEqual([
      'A charge failed twice; the last charge of $149 was declined',
      'An integration has been set up for more than 5 days',
      'Nobody is its account manager',
    ])
  })
  test('names the suppliers whose feeds fail, and counts its own stores’ failed updates alone', async () => {
    const { vendor_id, dropshipper_id } = await made([{}])
    const { db } = h.services
    await sql`
      insert into feed_run (feed_id, dropshipper_id, state, reason, insert_tm, start_tm, end_tm)
      select feed_id, dropshipper_id, 'rejected', 'No columns', now(), now(), now()
      from feed
      where dropshipper_id = ${dropshipper_id}`.execute(db)
    for (const [owner, failed] of [
      [vendor_id, true],
      [await customer(), false],
    ] as const) {
      const { vendor_store_id } = await db
        .insertInto('vendor_store')
        .values({ vendor_id: owner, vendor_store_name: 'Shop', market_id: 39, drop_to: '{}' })
        .returning('vendor_store_id')
        .executeTakeFirstOrThrow()
      await sql`
        insert into job (job_type, category, job_status, param_name, param_value, job_start_time, job_end_time)
        values ('VENDOR_STORE_UPDATER_JOB', 'updating', ${failed ? 3 : 2}, 'vendor_store_id',
          ${String(vendor_store_id)}, now(), now())`.execute(db)
    }
    const { supplier_name } = await db
      .selectFrom('dropshipper')
      .select('supplier_name')
      .where('dropshipper_id', '=', dropshipper_id)
      .executeTakeFirstOrThrow()
    expect((await view(vendor_id)).troubles.map((t: { text: string }) => t.text)).toEqual([
      '1 of 1 updates of its stores failed in three days',
      `The feed of ${supplier_name} is failing`,
      'Nobody is its account manager',
    ])
  })
  test('tells who did what last', async () => {
    const vendor_id = await customer()
    await c.post(`/api/vendor/${vendor_id}/note`, { note: 'Called', note_type: 0 })
    expect((await view(vendor_id)).last_act).toMatchObject({
      message: 'A note was written: General',
      action_by: 'Pat support',
    })
  })
})

describe('the parts of a vendor’s page', () => {
  test('show its integrations with their states, and on the dashboard those that need somebody', async () => {
    const { vendor_id } = await made([
      {},
      { is_activated: 0, supplier_account_confirmed: true },
      { is_activated: 2 },
      { paused_at: '2026-01-01T00:00:00Z' },
      { market_is_on: false },
    ])
    const all = (await c.get(`/api/vendor/${vendor_id}/integrations`)).body as {
      status: string
      step: number
    }[]
    expect(all.map((i) => [i.status, i.step])).toEqual([
      ['Active', null],
      ['In Onboarding', 3],
      ['Connection Released', null],
      ['Frozen', null],
      ['Paused', null],
    ])
    // the head counts as active what reads Active
    expect(await view(vendor_id)).toMatchObject({ total_active_integrations: 1, total_frozen: 1 })
    const { body } = await c.get(`/api/vendor/view/${vendor_id}/dashboard`)
    expect(body.integrations.map((i: { status: string }) => i.status).toSorted()).toEqual([
      'Connection Released',
      'In Onboarding',
      'Paused',
    ])
    expect(body).toMatchObject({ due: null, stores: [], notes: [] })
    expect(body.feeds).toMatchObject([{ standing: 'never_ran' }])
  })
  test('show what is charged next, less credit, and what was charged', async () => {
    const vendor_id = await customer()
    const { db } = h.services
    await db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 3, name: 'Pro', monthly_fee: '199.00', priority_support: true })
      .execute()
    await db
      .updateTable('vendor')
      .set({ vendor_plan_type_id: 3, credit_available: '20.50', next_charge_date: '2030-01-31' })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await db
      .insertInto('vendor_charge')
      .values([
        { vendor_id, amount: '199.00', charge_description: 'Pro plan' },
        { vendor_id, amount: '199.00', vendor_charge_status_id: 3 },
        { vendor_id, amount: '9.00', vendor_charge_trans_type_id: 3 },
      ])
      .execute()
    expect((await c.get(`/api/vendor/view/${vendor_id}/billing`)).body).toMatchObject({
      plan: 'Pro',
      priority_support: true,
      due: { plan: '199.00', frozen: '0.00', credit: '20.50', total: '178.50' },
    })
    const { body } = await c.get(`/api/vendor/${vendor_id}/billing-history?page=1`)
    expect(body).toMatchObject({ total: 3, charged: '199.00', refunded: '9.00' })
    expect(body.charges[2]).toMatchObject({ charge_description: 'Pro plan', vendor_charge_status_id: null })
    expect((await c.get(`/api/vendor/view/${vendor_id}/dashboard`)).body.due).toMatchObject({
      date: '2030-01-31',
      total: '178.50',
    })
  })
  test.each([
    'subscriptions',
    'integrations',
    'stores',
    'custom-feed/list',
    'billing-history',
    'restricted-access',
    'order-manager-info',
    'platform-auths',
    'basics',
    'contacts',
    'notes',
    'get-account-manager-history',
    'password-reset-link',
  ])('are none of a vendor that isn’t there, or of staff: %s', async (part) => {
    const { vendor_id } = await makeLogin(h, 'support')
    for (const id of [987654, vendor_id]) expect((await c.get(`/api/vendor/${id}/${part}`)).status).toBe(404)
  })
})

describe('a vendor’s log', () => {
  test('is filtered by each field, 50 a page, and taken out as a file', async () => {
    const vendor_id = await customer()
    await sql`
      insert into activity (type, message, action_by_name, vendor_id, entity, changes, reason, tm)
      select 'vendor.save', 'Saved ' || n, case when n % 2 = 0 then 'Ann' else 'Ben' end, ${vendor_id}::int,
        'vendor', jsonb_build_object('credit_available',
          jsonb_build_object('from', (n - 1)::text, 'to', n::text)), null,
        timestamptz '2026-01-01' + make_interval(days => n)
      from generate_series(1, 60) n`.execute(h.services.db)
    const found = async (filters: object) =>
      (await c.post('/api/activity-log/search', { vendor_id, ...filters })).body.logs.map(
        (l: { message: string }) => l.message,
      ) as string[]
    expect(await found({})).toHaveLength(50)
    expect(await found({ page: 2 })).toHaveLength(10)
    expect((await found({ oldest_first: true }))[0]).toBe('Saved 1')
    expect(await found({ start_date: '2026-01-03', end_date: '2026-01-04' })).toEqual(['Saved 3', 'Saved 2'])
    expect(await found({ action_by: 'Ben', search: 'saved 7' })).toEqual(['Saved 7'])
    expect(await found({ type: 'vendor.note' })).toEqual([])
    expect(await found({ meta_key: 'credit_available', meta_value: '5' })).toEqual(['Saved 6', 'Saved 5'])
    expect(await found({ meta_value: '5' })).toEqual(['Saved 6', 'Saved 5'])
    expect(await found({ meta_key: 'company' })).toEqual([])
    const { body } = await c.post('/api/activity-log/', { vendor_id })
    expect(body).toMatchObject({
      types: ['vendor.save'],
      support_reps: ['Ann', 'Ben'],
      meta_keys: ['credit_available'],
    })
    const made = await c.post('/api/exports', {
      list: 'vendor_activity',
      format: 'csv',
      columns: ['what'],
      input: { vendor_id, meta_value: '5' },
    })
    const file = await c.get(`/api/exports/${made.body.list_export_id}/file`)
    expect(String(file.body).trim().split('\n')).toHaveLength(5)
    await h.app.afterwards.ended()
    expect((await found({ type: 'list.export' }))[0]).toContain('Activity of a user taken out as CSV, 2 rows')
  })
})
