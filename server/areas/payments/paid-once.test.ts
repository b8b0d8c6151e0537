import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makePlans, plus, pro } from '#server/test/billing/money.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { gatewayOf } from './gateways/gateway-of.ts'
import { renew, sendDueMoney, takeEvents } from './public.ts'

const h = harness()
let c: Client
let vendor_id: number
const answersLate = '4000009900000012'
const refundsFailLater = '4000000000005126'
const declines = '4000000000000341'
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro, plus)
})
const at = (day: string, time = '12:00:00') => (h.services.clock.now = () => Date.parse(`${day}T${time}Z`))
const newVendor = async (company: string, more: object = {}) => {
  const { vendor_id: id } = await h.services.db
    .insertInto('vendor')
    .values({
      company,
      vendor_status_id: 1,
      vendor_plan_type_id: 1,
      next_charge_date: '2030-01-31',
      ...more,
    })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return id
}
beforeEach(async () => {
  at('2030-01-31')
  vendor_id = await newVendor('Payer')
})
afterEach(async () => {
  await expectSoundBooks(h)
  await set({ next_charge_date: null })
})

interface Row {
  vendor_charge_id: number
  charge_description: string
  amount: string
  state: string
}
const charges = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges as Row[]
const billing = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body
const vendor = () =>
  h.services.db.selectFrom('vendor').selectAll().where('vendor_id', '=', vendor_id).executeTakeFirstOrThrow()
const periods = () =>
  h.services.db
    .selectFrom('billing_period')
    .select(['starts', 'ends'])
    .where('vendor_id', '=', vendor_id)
    .orderBy('starts')
    .execute()
const set = (more: object) =>
  h.services.db.updateTable('vendor').set(more).where('vendor_id', '=', vendor_id).execute()
const charge = (more: object = {}, of = vendor_id) =>
  c.post(`/api/vendor/${of}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '120.00',
    ...more,
  })
const refund = (vendor_charge_id: number, amount: string) =>
  c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount, note: 'Asked for' })
const saveBasics = async (more: object) => {
  const { version, vendor: basics } = (await c.get(`/api/vendor/${vendor_id}/basics`)).body
  const note = { note: 'Asked for', note_type: 11 }
  return c.post(`/api/vendor/${vendor_id}`, { version, vendor: { ...basics, ...more }, note })
}
const wrongDay = async (day: string) =>
  (await saveBasics({ next_charge_date: day })).body.error?.fields?.['vendor.next_charge_date']

describe('a charge that replaces the next bill', () => {
  test('covers the following period if its day has already been billed', async () => {
    await giveCard(h, vendor_id)
    await renew(h.services)
    await set({ next_charge_date: null })
    const { body } = await charge({ update_next_charge_date: true })
    expect(body.state).toBe('succeeded')
    expect(await periods()).toEqual([
      { starts: '2030-01-31', ends: '2030-02-28' },
      { starts: '2030-02-28', ends: '2030-03-31' },
    ])
  })

  test('holds the bill back while its answer is pending, so the bill is paid once', async () => {
    await giveCard(h, vendor_id, answersLate)
    expect((await charge({ update_next_charge_date: true })).body.state).toBe('open')
    const moved = await saveBasics({ next_charge_date: '2030-02-05' })
    expect([moved.status, moved.body.error.message]).toEqual([
      409,
      'A charge for the next bill is in progress. Try again when it finishes',
    ])
    await renew(h.services)
    expect(await periods()).toEqual([])
    at('2030-01-31', '12:30:00')
    await sendDueMoney(h.services)
    await renew(h.services)
    expect((await charges()).map(({ amount, state }) => [amount, state])).toEqual([['120.00', 'success']])
    expect((await vendor()).next_charge_date).toBe('2030-02-28')
  })

  test('can’t be scheduled behind another charge: the earliest day is the one paid ahead', async () => {
    await giveCard(h, vendor_id)
    await renew(h.services)
    await charge({ update_next_charge_date: true })
    for (const day of ['2030-02-10', '2030-02-28']) expect(await wrongDay(day)).toBe('3/1/30 (UTC) or later')
    expect((await c.get(`/api/vendor/${vendor_id}/basics`)).body.earliest_charge_date).toBe('2030-03-01')
    expect(await wrongDay('2030-03-01')).toBeUndefined()
    at('2030-03-01')
    await renew(h.services)
    expect((await periods()).map(({ starts }) => starts)).toEqual(['2030-01-31', '2030-02-28', '2030-03-01'])
  })
})

test('credit that paid for a charge is returned once, even if an earlier refund fails', async () => {
  await giveCard(h, vendor_id, refundsFailLater)
  await set({ next_charge_date: null })
  const key = `credit of ${vendor_id}`
  await h.services.db
    .transaction()
    .execute((tx) => bookCredit(tx, vendor_id, 4000, { key, tm: '2030-01-31T00:00:00Z' }))
  await charge()
  const { vendor_charge_id } = (await charges())[0]!
  await refund(vendor_charge_id, '30.00')
  at('2030-01-31', '12:00:59')
  await refund(vendor_charge_id, '50.00')
  expect((await vendor()).credit_available).toBe('40.00')
  // the first fails at its bank, the second hasn't yet
  at('2030-01-31', '12:01:01')
  await takeEvents(h.services)
  expect((await refund(vendor_charge_id, '30.00')).body.state).toBe('succeeded')
  expect((await vendor()).credit_available).toBe('40.00')
})

describe('a refunded amount', () => {
  const refundAll = async () => {
    await giveCard(h, vendor_id)
    await renew(h.services)
    const [paid] = await charges()
    return refund(paid!.vendor_charge_id, '49.00')
  }
  test('isn’t deducted again from a later bill as unused days', async () => {
    expect((await refundAll()).body.cancel_eligible).toBe(true)
    expect((await c.post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})).status).toBeLessThan(300)
    expect(await wrongDay('2030-02-01')).toBeUndefined()
    expect((await billing()).due).toMatchObject({ lines: [{ text: 'Pro' }], total: '49.00' })
  })
  test('isn’t deducted again if a downgrade came before the refund', async () => {
    await set({ vendor_plan_type_id: 2 })
    await giveCard(h, vendor_id)
    await renew(h.services)
    await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 1 })
    // 150 dollars less for all of its days
    expect((await billing()).due.lines.at(-1)).toMatchObject({ kind: 'kept', amount: '101.00' })
    const [paid] = await charges()
    await refund(paid!.vendor_charge_id, '180.00')
    expect((await billing()).due).toMatchObject({ total: '30.00' })
    await refund(paid!.vendor_charge_id, '19.00')
    expect((await billing()).due).toMatchObject({ total: '49.00' })
    at('2030-02-28')
    await renew(h.services)
    expect((await charges())[0]).toMatchObject({ amount: '49.00', state: 'success' })
  })
  test('isn’t deducted again if a downgrade came after the refund', async () => {
    await set({ vendor_plan_type_id: 2 })
    await giveCard(h, vendor_id)
    await renew(h.services)
    const [paid] = await charges()
    await refund(paid!.vendor_charge_id, '180.00')
    await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 1 })
    // 150 dollars less for all of its days, of which 19 are kept
    expect((await billing()).due).toMatchObject({ total: '30.00' })
  })
})

test('a suspended vendor with no next charge pays what is owed and is charged nothing more', async () => {
  await giveCard(h, vendor_id, declines)
  for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) {
    at(`2030-${day}`)
    await renew(h.services)
  }
  expect((await vendor()).vendor_status_id).toBe(2)
  await set({ next_charge_date: null })
  await giveCard(h, vendor_id)
  expect(await vendor()).toMatchObject({ vendor_status_id: 1, next_charge_date: null })
})

test('an account can’t be deleted while a payment is in progress, and a deleted account’s payment can be decided', async () => {
  await set({ next_charge_date: null, vendor_status_id: 4 })
  await giveCard(h, vendor_id, '4000009900000020')
  const { body } = await charge()
  expect(body.state).toBe('open')
  const admin = await staff(h, 'admin')
  const deletion = await admin.get(`/api/vendor/${vendor_id}/deletion`)
  expect(deletion.body.reasons).toContain('A payment is waiting for the gateway or for approval.')
  await set({ deleted_tm: '2030-01-31T12:00:00Z' })
  const { money_intent_id } = await h.services.db
    .selectFrom('money_intent')
    .select('money_intent_id')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  at('2030-02-03')
  await sendDueMoney(h.services)
  const decided = await c.post('/api/payments/under-way/decide', {
    money_intent_id,
    gateway_ref: null,
    reason: 'The bank has nothing of it',
  })
  expect(decided.body).toEqual({ state: 'failed' })
})

test('a request that fails unexpectedly doesn’t keep the others from their answers', async () => {
  const other = await newVendor('Another')
  for (const id of [vendor_id, other]) await giveCard(h, id)
  const gateway = gatewayOf(h.services)
  const confirmPayment = gateway.confirmPayment.bind(gateway)
  gateway.confirmPayment = async function (ref, key) {
    const { request } = await h.services.db
      .selectFrom('money_intent')
      .select('request')
      .where('gateway_ref', '=', ref)
      .executeTakeFirstOrThrow()
    if ((request as { vendor_id: number }).vendor_id === vendor_id) throw new TypeError('It is odd')
    return confirmPayment(ref, key)
  }
  try {
    await renew(h.services)
  } finally {
    gateway.confirmPayment = confirmPayment
  }
  const paid = await c.get(`/api/vendor/${other}/billing-history`)
  expect(paid.body.charges).toMatchObject([{ amount: '49.00', state: 'success' }])
  expect((await c.get(`/api/vendor/${vendor_id}/payments`)).body.under_way).toMatchObject([
    { amount: '49.00', last_error: 'It is odd' },
  ])
  at('2030-01-31', '12:30:00')
  await sendDueMoney(h.services)
  expect((await charges()).map(({ state }) => state)).toEqual(['success'])
})

test.each(['1000000', '9999999999.99'])('a price of %s is refused on entry', async (cost) => {
  const { body: type } = await c.post('/api/vendor/new-billing-extra', { billing_extra_name: `At ${cost}` })
  const id = { vendor_id, billing_extra_type_id: type.billing_extra_type_id }
  const extra = await c.post(`/api/vendor/${vendor_id}/billing-extras`, {
    billing_extras: [{ id, billing_extra_cost: cost }],
  })
  expect(extra.body.error.fields).toEqual({ 'billing_extras.0.billing_extra_cost': 'At most $999,999.99' })
  expect((await saveBasics({ credit_available: cost })).body.error.fields).toEqual({
    'vendor.credit_available': 'At most $999,999.99',
  })
})
