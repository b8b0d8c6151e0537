import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin } from '#server/test/harness.ts'
import { vendorPageOf } from '#server/test/vendor-with.ts'

const h = harness()
const { c, customer, view, made } = vendorPageOf(h)

describe('the parts of a vendor’s page', () => {
  test('show its integrations with their states, and on the dashboard those that need attention', async () => {
    const { vendor_id } = await made([
      {},
      { is_activated: 0, supplier_account_confirmed: true },
      { is_activated: 2 },
      { paused_at: '2026-01-01T00:00:00Z' },
      { market_is_on: false },
    ])
    const all = (await c().get(`/api/vendor/${vendor_id}/integrations`)).body as {
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
    await h.services.db.deleteFrom('vendor_store').where('vendor_id', '=', vendor_id).execute()
    const { body } = await c().get(`/api/vendor/view/${vendor_id}/dashboard`)
    expect(body.integrations.map((i: { status: string }) => i.status).toSorted()).toEqual([
      // none of its market has a store
      'Active',
      'Connection Released',
      'In Onboarding',
      'Paused',
    ])
    expect(body).toMatchObject({ due: null, stores: [], notes: [] })
    expect(body.feeds).toMatchObject([{ standing: 'never_ran' }])
  })
  test('follow what is billed: a custom plan in place of the plan type, and extras', async () => {
    const vendor_id = await customer()
    const { db } = h.services
    await db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 5, name: 'Given away', monthly_fee: '0.00' })
      .execute()
    await db
      .updateTable('vendor')
      .set({ vendor_plan_type_id: 5, vendor_status_id: 1, next_charge_date: null })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const uncharged = async () => {
      const { counts, troubles } = await view(vendor_id)
      return [counts, troubles.find((t: { code: string }) => t.code === 'no_charge')?.text]
    }
    expect(await uncharged()).toEqual([{ name: 'Given away', monthly_fee: '0.00' }, undefined])
    await db
      .insertInto('billing_plan')
      .values({
        vendor_id,
        monthly_fee: '79.50',
        custom_billing_plan_start_tm: '2020-01-01',
        billing_plan_will_expire: false,
      })
      .execute()
    await db
      .updateTable('vendor')
      .set({ has_custom_billing_plan: true })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const own = { name: 'Custom plan', monthly_fee: '79.50' }
    expect(await uncharged()).toEqual([own, 'Billed $79.50 a month, but no charge is scheduled'])
    const { billing_extra_type_id } = await db
      .insertInto('billing_extra_type')
      .values({ billing_extra_name: 'Logins' })
      .returning('billing_extra_type_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('billing_extra')
      .values({ vendor_id, billing_extra_type_id, billing_extra_cost: '20.50' })
      .execute()
    expect(await uncharged()).toEqual([own, 'Billed $100 a month, but no charge is scheduled'])
  })
  test('show the next charge, less credit, and past charges', async () => {
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
    expect((await c().get(`/api/vendor/view/${vendor_id}/billing`)).body).toMatchObject({
      plan: 'Pro',
      priority_support: true,
      due: {
        lines: [
          { text: 'Pro', amount: '199.00' },
          { text: 'Credit', amount: '-20.50' },
        ],
        total: '178.50',
      },
    })
    const { body } = await c().get(`/api/vendor/${vendor_id}/billing-history?page=1`)
    expect(body).toMatchObject({ total: 3, charged: '199.00', refunded: '9.00' })
    expect(body.charges[2]).toMatchObject({ charge_description: 'Pro plan', vendor_charge_status_id: null })
    expect((await c().get(`/api/vendor/view/${vendor_id}/dashboard`)).body.due).toMatchObject({
      date: '2030-01-31',
      total: '178.50',
    })
  })
  test('show what is owed on the dashboard, even if no charge is scheduled', async () => {
    const { db } = h.services
    const vendor_id = await customer()
    const owed = async () => (await c().get(`/api/vendor/view/${vendor_id}/dashboard`)).body.owed as object
    expect(await owed()).toBeNull()
    await db
      .updateTable('vendor')
      .set({ vendor_status_id: 2, next_charge_date: null })
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect(await owed()).toEqual({ declined: null, failures: 0, suspended: true, open: false })
    await db.updateTable('vendor').set({ billing_failures: 3 }).where('vendor_id', '=', vendor_id).execute()
    await db
      .insertInto('vendor_charge')
      .values({ vendor_id, amount: '149.00', vendor_charge_status_id: 2 })
      .execute()
    expect(await owed()).toMatchObject({ declined: { amount: '149.00', failed: false }, failures: 3 })
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
  ])('don’t exist for an unknown vendor or for staff: %s', async (part) => {
    const { vendor_id } = await makeLogin(h, 'support')
    for (const id of [987654, vendor_id])
      expect((await c().get(`/api/vendor/${id}/${part}`)).status).toBe(404)
  })
})

describe('a vendor’s log', () => {
  test('can be filtered by each field, shows 50 per page, and can be exported', async () => {
    const vendor_id = await customer()
    await sql`
      insert into activity (type, message, action_by_name, vendor_id, entity, changes, reason, tm)
      select 'vendor.save', 'Saved ' || n, case when n % 2 = 0 then 'Ann' else 'Ben' end, ${vendor_id}::int,
        'vendor', jsonb_build_object('credit_available',
          jsonb_build_object('from', (n - 1)::text, 'to', n::text)), null,
        timestamptz '2026-01-01' + make_interval(days => n)
      from generate_series(1, 60) n`.execute(h.services.db)
    const found = async (filters: object) =>
      (await c().post('/api/activity-log/search', { vendor_id, ...filters })).body.logs.map(
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
    const choices = { types: ['vendor.save'], support_reps: ['Ann', 'Ben'] }
    const { body } = await c().post('/api/activity-log/', { vendor_id })
    expect(body).toMatchObject({ ...choices, meta_keys: ['credit_available'] })
    expect((await c().post('/api/activity-log/search', { vendor_id, search: 'saved 7' })).body).toMatchObject(
      { ...choices, logs: [{ message: 'Saved 7' }] },
    )
    const made = await c().post('/api/exports', {
      list: 'vendor_activity',
      format: 'csv',
      columns: ['what'],
      input: { vendor_id, meta_value: '5' },
    })
    const file = await c().get(`/api/exports/${made.body.list_export_id}/file`)
    expect(String(file.body).trim().split('\n')).toHaveLength(5)
    await h.app.afterwards.ended()
    expect((await found({ type: 'list.export' }))[0]).toContain(
      'Activity of a vendor exported as CSV, 2 rows',
    )
  })
})
