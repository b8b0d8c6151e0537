import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks } from '#server/test/billing/money.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { renew, sendDueMoney, takeEvents } from '../public.ts'

const h = harness()
const minute = 60_000
let now = Date.now()
let customer: Client
let other: Client
let vendor_id: number
let people = 0
beforeAll(async () => {
  h.services.clock.now = () => now
  await makeLogin(h, 'customer', 'other@example.com')
  other = await client(h, 'other@example.com')
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49)`.execute(
    h.services.db,
  )
})
/** A customer whose renewal asked for its holder. */
beforeEach(async () => {
  const email = `holder${++people}@example.com`
  ;({ vendor_id } = await makeLogin(h, 'customer', email))
  customer = await client(h, email)
  await save('4000002760003184')
  await sql`
    update vendor
    set vendor_status_id = 1, vendor_plan_type_id = 1, next_charge_date = current_date
    where vendor_id = ${vendor_id}`.execute(h.services.db)
  await renew(h.services)
})
const contact = {
  first_name: 'Pat',
  last_name: 'Payer',
  email: 'bills@example.com',
  phone: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Springfield',
  state: 'IL',
  province: '',
  zip: '62701',
  country: 'US',
}
const save = (card_num: string) =>
  customer.post('/api/account/billing-information', {
    contact,
    credit_card: {
      name_on_card: 'Pat Payer',
      card_num,
      card_type_id: 1,
      exp_month: 12,
      exp_year: new Date(now).getUTCFullYear() + 2,
    },
  })
const begin = async () => (await customer.post('/api/account/payment-confirmation')).body
const end = (payment: string, confirmed: boolean, by = customer) =>
  by.post('/api/account/payment-confirmation/end', { payment, confirmed })
const billing = async () => (await customer.get('/api/account/billing')).body
const letters = async () => (await h.services.mail.kept()).filter((l) => l.recipient === 'bills@example.com')

test('a payment that the bank wants confirmed is paid once its holder confirms', async () => {
  expect(await billing()).toMatchObject({ balance: '49.00', refused: { remedy: 'confirm' } })
  const [letter] = await letters()
  expect(letter!.text).toContain('/account/billing-information')
  const { payment, amount, client_secret } = await begin()
  expect([amount, client_secret]).toEqual(['49.00', null])
  // who left the step finds it again
  expect(await billing()).toMatchObject({ under_way: false, refused: { remedy: 'confirm' } })
  expect((await end(payment, true)).body).toEqual({
    amount: '49.00',
    state: 'succeeded',
    card_exception: null,
  })
  expect(await billing()).toMatchObject({ balance: '0.00', refused: null, under_way: false })
  // the same said twice pays once
  expect((await end(payment, true)).body.state).toBe('succeeded')
  await takeEvents(h.services)
  await expectSoundBooks(h)
})

test('an unconfirmed payment isn’t an attempt, sends no email, and can’t be paid later', async () => {
  const before = await billing()
  const told = (await letters()).length
  const { payment } = await begin()
  expect((await end(payment, false)).body).toMatchObject({ state: 'declined' })
  expect((await end(payment, true)).body).toMatchObject({ state: 'declined' })
  expect((await billing()).open_invoices).toEqual(before.open_invoices)
  expect(await billing()).toMatchObject({ refused: { remedy: 'confirm' }, balance: '49.00' })
  expect((await letters()).length).toBe(told)
  const vendor = h.services.db.selectFrom('vendor').select('billing_failures')
  expect(await vendor.where('vendor_id', '=', vendor_id).executeTakeFirst()).toEqual({ billing_failures: 1 })
  await expectSoundBooks(h)
})

test('an unconfirmed payment delays no retry and suspends nobody', async () => {
  const began = now
  const standing = async () => {
    const { rows } = await sql<{ vendor_status_id: number; tries: number }>`
      select vendor_status_id, tries
      from vendor
      join invoice using (vendor_id)
      where vendor_id = ${vendor_id}`.execute(h.services.db)
    return [rows[0]!.vendor_status_id, rows[0]!.tries]
  }
  const leave = async () => end((await begin()).payment, false)
  for (const [after, tries] of [
    [1, 2],
    [3, 3],
    [5, 4],
  ] as const) {
    now = began + after * 24 * 60 * minute
    await leave()
    await renew(h.services)
    expect(await standing()).toEqual([1, tries])
  }
  now = began + 7 * 24 * 60 * minute
  await renew(h.services)
  expect(await standing()).toEqual([2, 5])
  // by hand, until it is paid
  await sql`update vendor set vendor_status_id = 1, suspended_on = null where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  await leave()
  expect(await standing()).toEqual([1, 5])
  await expectSoundBooks(h)
  now = began
})

test('an abandoned payment is released after half an hour, and starting again ends it', async () => {
  const first = await begin()
  const second = await begin()
  expect((await end(first.payment, true)).body.state).toBe('declined')
  expect((await end(second.payment, true)).body.state).toBe('declined')
  const third = await begin()
  const open = () =>
    h.services.db
      .selectFrom('money_intent')
      .select('money_intent_id')
      .where('vendor_id', '=', vendor_id)
      .where('state', '=', 'open')
      .execute()
  now += 5 * minute
  await sendDueMoney(h.services)
  expect(await open()).toEqual([{ money_intent_id: third.payment }])
  now += 90 * minute
  await sendDueMoney(h.services)
  expect(await open()).toEqual([])
  expect((await end(third.payment, true)).body.state).toBe('declined')
  await expectSoundBooks(h)
})

test('another card saved meanwhile pays what is owed, once', async () => {
  const { payment } = await begin()
  expect((await save('4242424242424242')).body.retried).toMatchObject({ state: 'succeeded', amount: '49.00' })
  expect((await end(payment, true)).body.state).toBe('declined')
  expect(await billing()).toMatchObject({ balance: '0.00' })
  expect((await customer.post('/api/account/payment-confirmation')).status).toBe(409)
  await expectSoundBooks(h)
})

test('a written-off invoice is neither declined nor waiting for confirmation', async () => {
  const [{ invoice_id }] = (await billing()).open_invoices
  const finance = await staff(h, 'finance')
  const url = `/api/vendor/${vendor_id}/invoice/${invoice_id}/close`
  expect((await finance.post(url, { how: 'written_off', reason: 'Gone' })).status).toBe(200)
  expect(await billing()).toMatchObject({ balance: '0.00', open_invoices: [], refused: null })
  expect((await customer.post('/api/account/payment-confirmation')).status).toBe(409)
  await expectSoundBooks(h)
})

test('two requests at once make one payment, and nobody can end another vendor’s', async () => {
  const both = await Promise.all([begin(), begin()])
  const begun = both.filter((one) => one.payment)
  expect(begun.length).toBeGreaterThan(0)
  expect((await end(begun[0].payment, true, other)).status).toBe(404)
  expect((await end('fs_nothing', true)).status).toBe(404)
  for (const one of begun) await end(one.payment, true)
  await expectSoundBooks(h)
})

test('a request while another one is being sent to the gateway doesn’t end it', async () => {
  const gateway = gatewayOf(h.services)
  const create = gateway.createPayment.bind(gateway)
  const sent = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  vi.spyOn(gateway, 'createPayment').mockImplementationOnce(async (...args) => {
    sent.resolve()
    await goOn.promise
    return create(...args)
  })
  const first = begin()
  await sent.promise
  const second = await begin()
  goOn.resolve()
  expect(second.payment).toBeUndefined()
  expect((await end((await first).payment, true)).body.state).toBe('succeeded')
  await expectSoundBooks(h)
})

test('of several open payments the oldest is confirmed first', async () => {
  now += 31 * 24 * 60 * minute
  await renew(h.services)
  const [, second] = (await billing()).open_invoices
  expect(second).toMatchObject({ total: '49.00' })
  await end((await begin()).payment, true)
  expect((await billing()).open_invoices).toMatchObject([{ number: second.number }])
})
