import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  await h.services.db
    .insertInto('plan_type')
    .values([
      { vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '49.00' },
      { vendor_plan_type_id: 2, name: 'Plus', monthly_fee: '199.00' },
    ])
    .execute()
})
beforeEach(async () => {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Billed', vendor_plan_type_id: 1, next_charge_date: '2030-03-31' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  vendor_id = row.vendor_id
})

const view = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body
const save = (call: string, body: object) => c.post(`/api/vendor/${vendor_id}/${call}`, body)
const own = {
  monthly_fee: '79.5',
  custom_billing_plan_start_tm: '2030-01-01',
  billing_plan_will_expire: false,
  billing_plan_expiration_date: null,
  billing_plan_default_id: null,
}
const extraType = async (billing_extra_name: string): Promise<number> =>
  (await c.post('/api/vendor/new-billing-extra', { billing_extra_name })).body.billing_extra_type_id
const extra = (billing_extra_type_id: number, billing_extra_cost: string, of = vendor_id) => ({
  id: { vendor_id: of, billing_extra_type_id },
  billing_extra_cost,
})

test('the plan is saved in two forms, and neither overwrites the other’s changes', async () => {
  const other = await staff(h, 'admin')
  const basics = async () => (await c.get(`/api/vendor/${vendor_id}/basics`)).body
  const saveBasics = (who: Client, { version, vendor }: Awaited<ReturnType<typeof basics>>, more: object) =>
    who.post(`/api/vendor/${vendor_id}`, { version, vendor: { ...vendor, ...more } })

  const opened = await basics()
  await other.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  const late = await saveBasics(c, opened, { company: 'Renamed' })
  expect([late.status, late.body.error.changed]).toMatchObject([
    409,
    [{ field: 'vendor_plan_type_id', from: 1, to: 2 }],
  ])

  const { version } = await view()
  await saveBasics(other, await basics(), { company: 'Renamed' })
  expect((await save('plan-type', { version, vendor_plan_type_id: 2 })).status).toBe(200)
  await saveBasics(other, await basics(), { vendor_plan_type_id: 1 })
  expect((await save('plan-type', { version, vendor_plan_type_id: 2 })).status).toBe(409)
})

test('another plan type is billed from the next charge on, and appears in the history with its reason', async () => {
  const saved = await save('plan-type', { vendor_plan_type_id: 2, reason: 'Outgrew Pro' })
  expect(saved.body).toMatchObject({
    plan: 'Plus',
    counts: { name: 'Plus', monthly_fee: '199.00' },
    due: { lines: [{ text: 'Plus', amount: '199.00' }], total: '199.00' },
    billing_plan_history: [{ message: 'Plan type: Pro to Plus', reason: 'Outgrew Pro' }],
  })
  expect((await save('plan-type', { vendor_plan_type_id: 2 })).body.billing_plan_history).toHaveLength(1)
  const none = await save('plan-type', { vendor_plan_type_id: 99 })
  expect([none.status, none.body.error.fields]).toEqual([400, { vendor_plan_type_id: 'Plan not found' }])
})

test('a custom plan is billed between its start and its end, then the plan chosen to follow', async () => {
  const expiring = {
    ...own,
    billing_plan_will_expire: true,
    billing_plan_expiration_date: '2030-04-01',
    billing_plan_default_id: 2,
  }
  expect((await save('billing-plan', { billing_plan: expiring })).body).toMatchObject({
    has_custom_billing_plan: true,
    counts: { name: 'Custom plan', monthly_fee: '79.50' },
    due: { total: '79.50' },
    billing_plan_history: [
      {
        message: 'Custom plan: $79.50 a month from 1/1/30 until 4/1/30, then Plus',
        billing_plan_will_expire: true,
        billing_plan_expiration_date: '2030-04-01',
      },
    ],
  })
  await h.services.db
    .updateTable('vendor')
    .set({ next_charge_date: '2030-04-01' })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(await view()).toMatchObject({ counts: { name: 'Plus' }, due: { total: '199.00' } })
})

test.each([
  [{ billing_plan_will_expire: true }, 'Enter an expiration date'],
  [
    { billing_plan_will_expire: true, billing_plan_expiration_date: '2030-01-01' },
    'Enter a date after the start date',
  ],
  [{ billing_plan_expiration_date: '2030-02-01' }, 'Only for a plan that expires'],
])('a custom plan with contradictory dates is refused: %o', async (dates, text) => {
  const { status, body } = await save('billing-plan', { billing_plan: { ...own, ...dates } })
  expect([status, body.error.fields]).toEqual([400, { 'billing_plan.billing_plan_expiration_date': text }])
  expect(await view()).toMatchObject({ billing_plan: null, billing_plan_history: [] })
})

test('a custom plan can be set aside and used again; a vendor without one has nothing to use', async () => {
  const toggle = (has_custom_billing_plan: boolean) =>
    save('toggle-uses-custom-billing-plan', { has_custom_billing_plan })
  expect((await toggle(true)).status).toBe(409)
  await save('billing-plan', { billing_plan: own })
  expect((await toggle(false)).body).toMatchObject({
    has_custom_billing_plan: false,
    billing_plan: { monthly_fee: '79.50' },
    due: { total: '49.00' },
  })
  expect((await toggle(true)).body).toMatchObject({ due: { total: '79.50' } })
})

test('extras are saved as a set, billed one by one, and listed by name', async () => {
  const [logins, phone] = [await extraType('Extra logins'), await extraType('Phone support')]
  const set = { billing_extras: [extra(phone, '20'), extra(logins, '12.50')] }
  expect((await save('billing-extras', set)).body).toMatchObject({
    billing_extras: [
      { billing_extra_name: 'Extra logins', billing_extra_cost: '12.50' },
      { billing_extra_name: 'Phone support', billing_extra_cost: '20.00' },
    ],
    due: { total: '81.50' },
  })
  const { body } = await save('billing-extras', { billing_extras: [extra(logins, '15')] })
  expect(body.billing_plan_history[0].message).toBe('Extras: Extra logins $15 a month, Phone support removed')
  expect(body.due.total).toBe('64.00')
  const other = await save('billing-extras', { billing_extras: [extra(logins, '15', vendor_id - 1)] })
  expect(other.body.error.fields).toEqual({
    'billing_extras.0.id.vendor_id': 'This extra belongs to another vendor',
  })
  const twice = await save('billing-extras', { billing_extras: [extra(logins, '1'), extra(logins, '2')] })
  expect(twice.body.error.fields).toEqual({
    'billing_extras.1.id.billing_extra_type_id': 'Listed twice',
  })
  const unknown = await save('billing-extras', { billing_extras: [extra(9999, '1')] })
  expect(unknown.body.error.fields).toEqual({
    'billing_extras.0.id.billing_extra_type_id': 'Extra not found',
  })
  expect((await save('billing-extras', { billing_extras: [extra(logins, '0')] })).status).toBe(400)
  expect((await view()).due.total).toBe('64.00')
})

test('an extra has one name, whatever its capitals and spacing', async () => {
  await extraType('Rush setup')
  const again = await c.post('/api/vendor/new-billing-extra', { billing_extra_name: 'RUSH Setup' })
  expect([again.status, again.body.error.message]).toEqual([
    409,
    'An extra named “RUSH Setup” already exists',
  ])
  expect(
    (await c.post('/api/vendor/new-billing-extra', { billing_extra_name: ' ' })).body.error.fields,
  ).toEqual({
    billing_extra_name: 'Enter a name',
  })
})

test('another person’s changes aren’t overwritten unseen', async () => {
  const other = await staff(h, 'account_manager')
  const { version } = await view()
  const logins = await extraType('Meanwhile logins')
  await other.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  for (const [call, body] of [
    ['plan-type', { vendor_plan_type_id: 1 }],
    ['billing-plan', { billing_plan: own }],
    ['billing-extras', { billing_extras: [extra(logins, '15')] }],
  ] as const)
    expect((await save(call, { version, ...body })).status).toBe(409)
  expect(await view()).toMatchObject({ plan: 'Plus', billing_plan: null, billing_extras: [] })
})

test('support can read the page but change nothing; a customer can’t do either', async () => {
  const support = await staff(h, 'support')
  expect((await support.get(`/api/vendor/view/${vendor_id}/billing`)).status).toBe(200)
  const customer = await staff(h, 'customer')
  for (const [call, body] of [
    ['plan-type', { vendor_plan_type_id: 2 }],
    ['billing-plan', { billing_plan: own }],
    ['toggle-uses-custom-billing-plan', { has_custom_billing_plan: false }],
    ['billing-extras', { billing_extras: [] }],
  ] as const)
    for (const who of [support, customer])
      expect((await who.post(`/api/vendor/${vendor_id}/${call}`, body)).status).toBe(403)
  expect((await customer.get(`/api/vendor/view/${vendor_id}/billing`)).status).toBe(403)
  expect(await view()).toMatchObject({ plan: 'Pro', billing_plan_history: [] })
})

test('a deleted account is billed by its former plan; staff and unknown vendors have no page', async () => {
  await h.services.db
    .updateTable('vendor')
    .set({ deleted_tm: '2026-01-01T00:00:00Z' })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect((await save('plan-type', { vendor_plan_type_id: 2 })).status).toBe(409)
  expect((await c.get('/api/vendor/view/999999/billing')).status).toBe(404)
})

/** February's Pro is paid for until the end of March, and it is the 16th. */
async function paidUntilTheEnd(): Promise<void> {
  const { db } = h.services
  await db
    .insertInto('invoice')
    .values({
      vendor_id,
      series: 'INV',
      number: 900 + vendor_id,
      kind: 'renewal',
      issued_on: '2030-02-28',
      issued_tm: '2030-02-28T00:00:00Z',
      total: '49.00',
      bill_to: '{}',
    })
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
    .then(({ invoice_id }) =>
      db
        .insertInto('billing_period')
        .values({
          vendor_id,
          starts: '2030-02-28',
          ends: '2030-03-31',
          anew: 'first',
          invoice_id,
          plan_name: 'Pro',
          plan_fee: '49.00',
        })
        .execute(),
    )
  onTestFinished(() => void (h.services.clock.now = () => Date.now()))
  h.services.clock.now = () => Date.parse('2030-03-16T09:00:00Z')
}

// 15 of 31 days of the 150 dollars that Plus costs more
const line = { kind: 'proration', text: 'Plus instead of Pro, 15 days until 3/31/30', amount: '72.58' }

test('a plan change mid-period is added to the next bill for the remaining days', async () => {
  await paidUntilTheEnd()
  const { body } = await save('plan-type', { vendor_plan_type_id: 2 })
  expect(body.due).toMatchObject({ lines: [{ text: 'Plus', amount: '199.00' }, line], total: '271.58' })
  const back = await save('plan-type', { vendor_plan_type_id: 1 })
  expect(back.body.due.total).toBe('49.00')
  const extras = await save('billing-extras', { billing_extras: [] })
  expect(extras.body.pending).toHaveLength(2)
})

test('a plan changed with the basic info is prorated too', async () => {
  await paidUntilTheEnd()
  const { vendor } = (await c.get(`/api/vendor/${vendor_id}/basics`)).body
  const changed = { ...vendor, vendor_plan_type_id: 2 }
  expect((await c.post(`/api/vendor/${vendor_id}`, { vendor: changed })).status).toBe(200)
  expect(await view()).toMatchObject({
    due: { lines: [{ text: 'Plus', amount: '199.00' }, line], total: '271.58' },
    billing_plan_history: [{ message: 'Basic info changed: Plan type; on the next bill: $72.58' }],
  })
  // what changes beside it settles nothing
  await c.post(`/api/vendor/${vendor_id}`, { vendor: { ...changed, order_volume: '1-100' } })
  expect((await view()).pending).toHaveLength(1)
})
