import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { brokenHistory } from '#server/test/history.ts'
import { daysOf, giveCard, makePlans, plus, pro, withoutLimit } from '#server/test/billing/money.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
const { at, on } = daysOf(h)
withoutLimit(h)
let finance: Client
let customer: Client
let vendor_id: number
let suppliers: number[]
beforeAll(async () => {
  at('2030-01-20')
  finance = await staff(h, 'finance')
  await makePlans(h, pro, plus)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
  const { rows } = await sql<{ id: number }>`
    insert into dropshipper (supplier_name, dropshipper_prefix, allow_browse)
    select 'Kept ' || i, 'KE' || i, 1
    from generate_series(1, 3) i
    returning dropshipper_id as id`.execute(h.services.db)
  suppliers = rows.map(({ id }) => id)
})
beforeEach(async () => {
  at('2030-01-20')
  const login = await makeLogin(h, 'customer')
  vendor_id = login.vendor_id
  await set({
    vendor_status_id: 1,
    vendor_plan_type_id: 1,
    next_charge_date: '2030-01-31',
  })
  await h.services.db
    .insertInto('subscription')
    .values(
      suppliers.slice(0, 2).map((dropshipper_id) => ({ vendor_id, dropshipper_id, insert_tm: '2030-01-02' })),
    )
    .execute()
  customer = await client(h, login.email)
  await forget()
})
afterEach(async () => {
  expect(await brokenHistory(h.services.db)).toEqual([])
  await set({ next_charge_date: null })
})
const set = (columns: object) =>
  h.services.db.updateTable('vendor').set(columns).where('vendor_id', '=', vendor_id).execute()
let since = { status: 0, subscription: 0, integration: 0, owner: 0, plan: 0 }
async function forget() {
  const { rows } = await sql<typeof since>`
    select (select coalesce(max(vendor_status_change_id), 0) from vendor_status_change) as status,
      (select coalesce(max(subscription_event_id), 0) from subscription_event) as subscription,
      (select coalesce(max(integration_event_id), 0) from integration_event) as integration,
      (select coalesce(max(vendor_owner_change_id), 0) from vendor_owner_change) as owner,
      (select coalesce(max(plan_change_id), 0) from plan_change) as plan`.execute(h.services.db)
  since = rows[0]!
}
const statuses = async () =>
  (
    await sql`
      select from_id, to_id, why, by_name, tm::date::text as day
      from vendor_status_change
      where vendor_id = ${vendor_id} and vendor_status_change_id > ${since.status}
      order by 1, vendor_status_change_id`.execute(h.services.db)
  ).rows
const events = async () =>
  (
    await sql`
      select what, reason_id, comment, by_customer, by_name, had_days
      from subscription_event
      where vendor_id = ${vendor_id} and subscription_event_id > ${since.subscription}
      order by subscription_event_id`.execute(h.services.db)
  ).rows
const integrationEvents = async () =>
  (
    await sql<{ what: string; by_name: string }>`
      select what, by_name
      from integration_event
      where vendor_id = ${vendor_id} and integration_event_id > ${since.integration}
      order by integration_event_id`.execute(h.services.db)
  ).rows
const byStaff = 'Pat finance'
const byCustomer = 'Pat customer'
const ok = (answer: { status: number; body: unknown }) =>
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
const basics = async (change: object) => {
  const { version, vendor } = (await finance.get(`/api/vendor/${vendor_id}/basics`)).body
  const note = { note: 'Agreed on the phone', note_type: 11 }
  ok(await finance.post(`/api/vendor/${vendor_id}`, { version, vendor: { ...vendor, ...change }, note }))
}
const subscriptions = async (change: object) =>
  ok(
    await finance.post(`/api/vendor/${vendor_id}/subscriptions`, {
      subscriptions: [{ dropshipper_id: suppliers[0], ...change }],
    }),
  )

describe('a status that changes is kept,', () => {
  test('with the person who changed it', async () => {
    await basics({ vendor_status_id: 4 })
    expect(await statuses()).toEqual([
      { from_id: 1, to_id: 4, why: 'by hand', by_name: byStaff, day: '2030-01-20' },
    ])
  })
  test('with the renewal that suspended it, the delisting, and the payment that ended both', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07', '03-09']) await on(`2030-${day}`)
    at('2030-03-20')
    await giveCard(h, vendor_id)
    expect(await statuses()).toEqual([
      { from_id: 1, to_id: 2, why: 'renewal', by_name: 'Feedstock', day: '2030-02-07' },
      { from_id: 2, to_id: 3, why: 'delisted', by_name: 'Feedstock', day: '2030-03-09' },
      { from_id: 3, to_id: 1, why: 'paid', by_name: 'Feedstock', day: '2030-03-20' },
    ])
  })
  test('whatever changes it, and only if it changes', async () => {
    await set({ vendor_status_id: 1, company: 'Renamed' })
    expect(await statuses()).toEqual([])
    await sql`update vendor set vendor_status_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
    expect(await statuses()).toMatchObject([{ from_id: 1, to_id: 2, by_name: 'Feedstock' }])
    await set({ vendor_status_id: 1 })
    expect(await statuses()).toHaveLength(2)
  })
  test('but not of an act that was refused', async () => {
    const { version, vendor } = (await finance.get(`/api/vendor/${vendor_id}/basics`)).body
    const noNote = { ...vendor, vendor_status_id: 4, credit_available: '10.00' }
    expect((await finance.post(`/api/vendor/${vendor_id}`, { version, vendor: noNote })).status).toBe(400)
    expect(await statuses()).toEqual([])
  })
})

describe('a subscription’s event', () => {
  const cancel = async () =>
    ok(
      await customer.put('/api/account/subscriptions', {
        dropshipper_ids: [suppliers[0]],
        reason_id: 2,
        reason_label: '',
        comment: 'Too few orders',
      }),
    )
  const asked = { what: 'cancel_asked', reason_id: 2, comment: 'Too few orders', by_customer: true }
  test('says that staff added it, or removed it after so many days', async () => {
    ok(await finance.post(`/api/vendor/${vendor_id}/subscription/${suppliers[2]}`))
    ok(await finance.delete(`/api/vendor/${vendor_id}/subscription/${suppliers[0]}`))
    const of = { reason_id: null, comment: null, by_customer: false, by_name: byStaff }
    expect(await events()).toEqual([
      { what: 'added', ...of, had_days: null },
      { what: 'removed', ...of, had_days: 18 },
    ])
  })
  test('says why the customer canceled, and that it was taken back', async () => {
    await cancel()
    ok(await customer.put('/api/account/reactivate-subscription', { dropshipper_id: suppliers[0] }))
    expect(await events()).toMatchObject([
      { ...asked, by_name: byCustomer },
      { what: 'reactivated', reason_id: null, by_customer: true, by_name: byCustomer },
    ])
  })
  test('says that it ended, with the reason that was given', async () => {
    await cancel()
    at('2030-01-31')
    await runTimer(h.services, 'end and freeze due subscriptions')
    expect(await events()).toMatchObject([
      asked,
      { what: 'ended', reason_id: 2, comment: 'Too few orders', by_customer: false, had_days: 29 },
    ])
  })
  test('is both, asked and ended, where no charge is due', async () => {
    await set({ next_charge_date: null })
    await cancel()
    expect(await events()).toMatchObject([asked, { ...asked, what: 'ended' }])
  })
  test('says that staff asked for a cancel, for a freeze, that it froze, and that it goes on', async () => {
    await subscriptions({ is_cancel_pending: true })
    await subscriptions({ is_cancel_pending: false })
    await subscriptions({ is_frozen: true })
    at('2030-01-31')
    await runTimer(h.services, 'end and freeze due subscriptions')
    await subscriptions({ is_frozen: false })
    expect((await events()).map((event) => (event as { what: string }).what)).toEqual([
      'cancel_asked',
      'reactivated',
      'freeze_asked',
      'frozen',
      'unfrozen',
    ])
  })
  test('is written whatever changes the row', async () => {
    const row = sql`where vendor_id = ${vendor_id} and dropshipper_id = ${suppliers[2]}`
    const { db } = h.services
    await sql`insert into subscription (vendor_id, dropshipper_id) values (${vendor_id}, ${suppliers[2]})`.execute(
      db,
    )
    await forget()
    await sql`update subscription set has_ebay_access = true ${row}`.execute(db)
    expect(await events()).toEqual([])
    await sql`update subscription set is_cancel_pending = true ${row}`.execute(db)
    await sql`delete from subscription ${row}`.execute(db)
    await sql`insert into subscription (vendor_id, dropshipper_id) values (${vendor_id}, ${suppliers[2]})`.execute(
      db,
    )
    expect((await events()).map((event) => (event as { what: string }).what)).toEqual([
      'cancel_asked',
      'removed',
      'added',
    ])
  })
  test('loses the customer’s comment when the account is permanently deleted', async () => {
    await cancel()
    for (const supplier of suppliers.slice(0, 2))
      ok(await finance.delete(`/api/vendor/${vendor_id}/subscription/${supplier}`))
    await set({ deleted_tm: '2029-01-01T00:00:00Z' })
    await runTimer(h.services, 'erase deleted accounts')
    expect((await events())[0]).toMatchObject({ what: 'cancel_asked', reason_id: 2, comment: null })
  })
})

test('an integration’s events are its states, and its removal', async () => {
  ok(
    await finance.post(`/api/vendor/${vendor_id}/add-integration`, {
      dropshipper_id: suppliers[0],
      market_id: 39,
    }),
  )
  const { vendor_market_map_id: id } = await h.services.db
    .selectFrom('vendor_market_map')
    .select('vendor_market_map_id')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  const path = `/api/vendor/${vendor_id}/integration/${id}`
  const save = async (integration: object) => {
    const { version } = (await finance.get(path)).body
    ok(await finance.post(path, { version, integration }))
  }
  await save({ is_activated: 1 })
  await save({ market_is_on: false })
  await save({ market_is_on: true, quantity_buffer: 3 })
  await save({ is_activated: 2 })
  ok(await finance.delete(path))
  expect(await integrationEvents()).toEqual(
    ['added', 'activated', 'paused', 'resumed', 'released', 'removed'].map((what) => ({
      what,
      by_name: byStaff,
    })),
  )
  await sql`
    insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
    values (${vendor_id}, ${suppliers[1]}, 39, 1)`.execute(h.services.db)
  await sql`update vendor_market_map set paused_at = now() where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  await sql`update vendor_market_map set paused_at = null where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  expect((await integrationEvents()).slice(6).map(({ what }) => what)).toEqual([
    'added',
    'activated',
    'frozen',
    'unfrozen',
  ])
})

test('an owner’s change is kept for each of the two roles', async () => {
  const manager = await makeLogin(h, 'account_manager')
  ok(
    await finance.post(`/api/vendor/${vendor_id}/set-account-manager`, {
      account_manager_vendor_id: manager.vendor_id,
      note: 'Moves',
    }),
  )
  ok(await finance.post(`/api/vendor/${vendor_id}/set-crm-owner`, { crm_owner_vendor_id: manager.vendor_id }))
  const { rows } = await sql`
    select role, from_vendor_id as "from", to_vendor_id as "to", by_name
    from vendor_owner_change
    where vendor_id = ${vendor_id} and vendor_owner_change_id > ${since.owner}
    order by vendor_owner_change_id`.execute(h.services.db)
  expect(rows).toEqual([
    { role: 'manager', from: null, to: manager.vendor_id, by_name: byStaff },
    { role: 'crm', from: null, to: manager.vendor_id, by_name: byStaff },
  ])
})

test('a plan’s change is kept once, and a custom fee’s while it is used', async () => {
  const billing = async () => (await finance.get(`/api/vendor/view/${vendor_id}/billing`)).body.version
  const post = async (path: string, body: object) =>
    ok(
      await finance.post(`/api/vendor/${vendor_id}/${path}`, {
        ...body,
        version: await billing(),
        reason: 'Agreed',
      }),
    )
  const own = (monthly_fee: string) => ({
    billing_plan: {
      monthly_fee,
      custom_billing_plan_start_tm: '2030-01-01',
      billing_plan_will_expire: false,
      billing_plan_expiration_date: null,
      billing_plan_default_id: null,
    },
  })
  await post('plan-type', { vendor_plan_type_id: 2 })
  await post('billing-plan', own('30.00'))
  await post('billing-plan', own('35.00'))
  await post('toggle-uses-custom-billing-plan', { has_custom_billing_plan: false })
  await sql`update billing_plan set monthly_fee = 40 where vendor_id = ${vendor_id}`.execute(h.services.db)
  const { rows } = await sql`
    select from_plan_type_id, to_plan_type_id, from_own_fee, to_own_fee, by_name
    from plan_change
    where vendor_id = ${vendor_id} and plan_change_id > ${since.plan}
    order by plan_change_id`.execute(h.services.db)
  expect(rows).toEqual([
    { from_plan_type_id: 1, to_plan_type_id: 2, from_own_fee: null, to_own_fee: null, by_name: byStaff },
    { from_plan_type_id: 2, to_plan_type_id: 2, from_own_fee: null, to_own_fee: '30.00', by_name: byStaff },
    {
      from_plan_type_id: 2,
      to_plan_type_id: 2,
      from_own_fee: '30.00',
      to_own_fee: '35.00',
      by_name: byStaff,
    },
    { from_plan_type_id: 2, to_plan_type_id: 2, from_own_fee: '35.00', to_own_fee: null, by_name: byStaff },
  ])
})

test('an act that a second person approves is the requester’s', async () => {
  await h.services.db.updateTable('money_setting').set({ second_person_above: '0.00' }).execute()
  const requester = await staff(h, 'account_manager')
  const { version } = (await requester.get(`/api/vendor/view/${vendor_id}/billing`)).body
  const { body } = await requester.post(`/api/vendor/${vendor_id}/plan-type`, {
    vendor_plan_type_id: 2,
    version,
    reason: 'Agreed',
  })
  expect(body.waiting).toBe(true)
  const { waiting } = (await finance.get(`/api/vendor/${vendor_id}/payments`)).body
  ok(await finance.post(`/api/money-approval/${waiting[0].money_approval_id}/approve`, {}))
  await h.services.db.updateTable('money_setting').set({ second_person_above: null }).execute()
  const { rows } = await sql`
    select to_plan_type_id, by_name
    from plan_change
    where vendor_id = ${vendor_id} and plan_change_id > ${since.plan}`.execute(h.services.db)
  expect(rows).toEqual([{ to_plan_type_id: 2, by_name: 'Pat account_manager' }])
})
