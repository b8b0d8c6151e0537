// Orders of events in which money once moved wrongly, each as it was found.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { type Client, harness } from '#server/test/harness.ts'
import { giveCard, payerCalls, payerOfEach, plus, pro } from '#server/test/billing/money.ts'
import { renew } from './public.ts'

const h = harness()
let c: Client
let vendor_id: number
const { at, on } = payerOfEach(h, [pro, plus], (payer) => ({ c, vendor_id } = payer))

const { basics, charges, save } = payerCalls(h, () => ({ c, vendor_id }))

describe('a vendor manually set back to Active isn’t billed for the days it wasn’t', () => {
  test.each([
    [2, '2030-06-10'],
    [3, '2030-06-10'],
    [4, '2031-01-10'],
    [0, '2031-01-10'],
  ])('after status %i until %s', async (vendor_status_id, day) => {
    await on('2030-01-31')
    await save({ vendor_status_id })
    await on(day)
    expect(await charges()).toHaveLength(1)
    await save({ vendor_status_id: 1 })
    expect((await basics()).vendor.next_charge_date).toBe(day)
    await renew(h.services)
    expect(await charges()).toHaveLength(2)
  })
  test('without postponing an upcoming charge', async () => {
    await on('2030-01-31')
    await save({ vendor_status_id: 4 })
    at('2030-02-10')
    await save({ vendor_status_id: 1 })
    expect((await basics()).vendor.next_charge_date).toBe('2030-02-28')
  })
})

describe('the card of a vendor that isn’t Active', () => {
  const open = async () => (await c.get(`/api/vendor/${vendor_id}/payments`)).body.open_invoices
  const letters = async () =>
    (await h.services.mail.kept()).filter((letter) => letter.recipient === `${vendor_id}@example.com`)
  const last = async (type: string) =>
    h.services.db
      .selectFrom('activity')
      .select(['message', 'changes'])
      .where('vendor_id', '=', vendor_id)
      .where('type', '=', type)
      .orderBy('activity_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const retry = () => c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
  beforeEach(async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    await h.services.db
      .insertInto('billing_contact')
      .values({ vendor_id, contact: JSON.stringify({ email: `${vendor_id}@example.com` }) })
      .execute()
  })

  test.each([0, 4])('is charged only by a person, and the messages say so: %i', async (vendor_status_id) => {
    await on('2030-01-31')
    expect(await open()).toMatchObject([{ tries: 1, next_try: '2030-02-01' }])
    await save({ vendor_status_id })
    expect(await open()).toMatchObject([{ tries: 1, next_try: null }])
    await on('2030-02-01')
    expect(await charges()).toHaveLength(1)
    expect((await retry()).body.state).toBe('declined')
    expect((await last('payment.declined')).message).not.toContain('tried again')
    const again = (await letters()).filter(({ text }) => text.includes('we’ll try again'))
    expect([(await letters()).length, again.length]).toEqual([2, 1])
    await save({ vendor_status_id: 1 })
    expect(await open()).toMatchObject([{ tries: 1, next_try: '2030-02-02' }])
  })
  test('suspends nobody after all its retries, and sends no such message', async () => {
    for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) await on(`2030-${day}`)
    await save({ vendor_status_id: 0 })
    expect((await retry()).body.state).toBe('declined')
    expect((await basics()).vendor.vendor_status_id).toBe(0)
    expect(await last('payment.declined')).toMatchObject({
      changes: null,
      message: expect.not.stringContaining('Suspended'),
    })
    expect((await letters()).map(({ subject }) => subject).toSorted()).toEqual([
      'Your account is suspended for non-payment',
      ...Array<string>(5).fill('Your payment of $49 failed'),
    ])
  })
  test('suspends nobody after a manual change to Active, whoever retries it', async () => {
    for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) await on(`2030-${day}`)
    await save({ vendor_status_id: 1 })
    expect((await retry()).body.state).toBe('declined')
    await giveCard(h, vendor_id, '4000000000000341')
    expect(await charges()).toHaveLength(7)
    expect((await basics()).vendor.vendor_status_id).toBe(1)
  })
  test('sends one email that the account is Active again when it pays everything owed, and one for each earlier step', async () => {
    for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) await on(`2030-${day}`)
    for (const day of ['03-08', '03-09', '03-10']) {
      await on(`2030-${day}`)
      expect((await basics()).vendor.vendor_status_id).toBe(day === '03-08' ? 2 : 3)
    }
    await giveCard(h, vendor_id)
    expect((await basics()).vendor.vendor_status_id).toBe(1)
    expect(await last('payment.renewal')).toEqual({
      message: expect.stringMatching(/^Paid: \$49, .+, vendor is Active again$/),
      changes: { vendor_status_id: { from: 3, to: 1 } },
    })
    expect((await letters()).map(({ subject }) => subject).toSorted()).toEqual(
      [
        'Your account is suspended for non-payment',
        ...Array<string>(4).fill('Your payment of $49 failed'),
        'Payment received: your account is active again',
        'We’re removing our products from your stores',
      ].toSorted(),
    )
    const removal = (await letters()).find(({ subject }) => subject.startsWith('We’re removing'))
    expect(JSON.stringify(removal)).toMatch(/\$49 for invoice INV-\d+ is still unpaid/)
  })
})

test('an Active vendor that pays late is still billed for the days that have started', async () => {
  await giveCard(h, vendor_id, '4000000000000341')
  await on('2030-01-31')
  at('2030-03-02')
  await giveCard(h, vendor_id)
  expect((await basics()).vendor).toMatchObject({ vendor_status_id: 1, next_charge_date: '2030-02-28' })
  await renew(h.services)
  expect((await charges()).map(({ state }: { state: string }) => state)).toEqual([
    'success',
    'success',
    'declined',
  ])
})

test('a vendor canceled after a refund is billed from the day it returns', async () => {
  await on('2030-01-31')
  const [{ vendor_charge_id }] = await charges()
  await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '49.00', note: 'Asked' })
  expect((await c.post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})).status).toBe(200)
  await save({ next_charge_date: '2030-02-28' })
  await on('2030-02-28')
  expect((await basics()).vendor.next_charge_date).toBe('2030-03-28')
})

describe('a manual charge that replaces the next bill', () => {
  const body = {
    vendor_charge_type_id: 1,
    vendor_charge_trans_type_id: 1,
    charge_description: 'A month',
    amount: '49.00',
    update_next_charge_date: true,
  }
  const weigh = async () =>
    (await c.post(`/api/vendor/${vendor_id}/manual-charge/effects`, body)).body.next_charge_date.to
  const charge = async () =>
    expect((await c.post(`/api/vendor/${vendor_id}/manual-charge`, body)).body.state).toBe('succeeded')
  const next = async () => (await basics()).vendor.next_charge_date

  test('starts its own billing months, ending on the last day of shorter ones', async () => {
    await save({ next_charge_date: null })
    await charge()
    const days = [await next()]
    for (const day of ['2030-02-28', '2030-03-31', '2030-04-30']) {
      await on(day)
      days.push(await next())
    }
    expect(days).toEqual(['2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31'])
  })
  test('leaves paid days that come after it to the following bill', async () => {
    await on('2030-01-31')
    at('2030-02-02')
    await save({ next_charge_date: '2030-02-14' })
    const due = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body.due.total
    expect(await due()).toBe('24.50')
    await charge()
    expect(await next()).toBe('2030-03-14')
    expect(await due()).toBe('24.50')
    await on('2030-03-14')
    expect((await charges())[0]).toMatchObject({ amount: '24.50' })
    expect(await due()).toBe('49.00')
  })
  test('still lets a plan change before its first day be settled for the days until then', async () => {
    await on('2030-01-31')
    at('2030-02-07')
    await charge()
    at('2030-02-14')
    const { body: told } = await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
    expect(told.due.lines).toMatchObject([
      { text: 'Plus' },
      { text: 'Plus instead of Pro, 14 days until 2/28/30', amount: '75.00' },
    ])
    at('2030-03-14')
    const { body } = await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 1 })
    expect(body.due.total).toBe('124.00')
  })
  test('settles a plan change the same way however many months are paid ahead', async () => {
    await on('2030-01-31')
    at('2030-02-07')
    for (let months = 0; months < 12; months++) await charge()
    expect(await next()).toBe('2031-02-28')
    const { body: told } = await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
    expect(told.due.lines).toMatchObject([
      { text: 'Plus' },
      { text: 'Plus instead of Pro, 21 days until 2/28/30', amount: '112.50' },
    ])
  })
  test('starts today if the earlier payment, by the second card, was fully refunded', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    await on('2030-01-31')
    await giveCard(h, vendor_id)
    const [{ vendor_charge_id }] = await charges()
    const refund = { vendor_charge_id, amount: '49.00', note: 'Asked' }
    expect((await c.post(`/api/vendor/${vendor_id}/refund`, refund)).body.state).toBe('succeeded')
    expect((await c.post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})).status).toBe(200)
    // a day is billed once, also one that was given back
    expect(await weigh()).toBe('2030-03-01')
    at('2030-02-10')
    expect(await weigh()).toBe('2030-03-10')
    await charge()
    expect(await next()).toBe('2030-03-10')
  })
})

test('a preview reports a payment in progress just as the action does', async () => {
  await on('2030-01-31')
  const [{ vendor_charge_id }] = await charges()
  // charged, and the answer never comes
  await giveCard(h, vendor_id, '4000009900000012')
  const charge = {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Set-up',
    amount: '60.00',
  }
  expect((await c.post(`/api/vendor/${vendor_id}/manual-charge`, charge)).body.state).toBe('open')
  const refund = { vendor_charge_id, amount: '49.00' }
  for (const [act, body] of [
    ['manual-charge', charge],
    ['refund', refund],
  ] as const) {
    const told = await c.post(`/api/vendor/${vendor_id}/${act}/effects`, body)
    const done = await c.post(`/api/vendor/${vendor_id}/${act}`, {
      ...body,
      ...(act === 'refund' && { note: 'Agreed' }),
    })
    expect([told.status, told.body.error.message]).toEqual([409, done.body.error.message])
  }
})

test('payments in progress are listed separately, even if requested at the same moment', async () => {
  await giveCard(h, vendor_id, '4000000000000341')
  await on('2030-01-31')
  // late ones are billed each under its own days
  await on('2030-02-28')
  await giveCard(h, vendor_id, '4000009900000012')
  const { under_way } = (await c.get(`/api/vendor/${vendor_id}/payments`)).body
  const told = (field: string) => new Set(under_way.map((one: Record<string, string>) => one[field])).size
  expect([under_way.length, told('insert_tm'), told('money_intent_id')]).toEqual([2, 1, 2])
})

test('a refund of an older charge also offers to cancel everything if nothing paid is left', async () => {
  await on('2030-01-31')
  await on('2030-02-28')
  const [now, before] = await charges()
  const refund = (of: { vendor_charge_id: number }, amount: string) => ({
    vendor_charge_id: of.vendor_charge_id,
    amount,
    note: 'Asked',
  })
  for (const [of, amount, eligible] of [
    [before, '10.00', false],
    [now, '9.00', false],
    [now, '40.00', true],
    [before, '10.00', true],
  ] as const) {
    const { body } = await c.post(`/api/vendor/${vendor_id}/refund/effects`, refund(of, amount))
    const done = await c.post(`/api/vendor/${vendor_id}/refund`, refund(of, amount))
    expect([body.cancel_eligible, done.body.cancel_eligible]).toEqual([eligible, eligible])
  }
})

describe('the preview of a subscription change shows the next charge with the promo codes that depend on it', () => {
  let suppliers: number[]
  const market_id = 90_001
  beforeAll(async () => {
    const { db } = h.services
    const { rows } = await sql<{ id: number }>`
      insert into dropshipper (supplier_name, dropshipper_prefix, allow_browse)
      select 'Hung ' || i, 'HU' || i, 1 from generate_series(1, 2) i
      returning dropshipper_id as id`.execute(db)
    suppliers = rows.map((row) => row.id)
    await sql`
      insert into market (market_id, market_name)
      values (${market_id}, 'Hung market'), (${market_id + 1}, 'Another')`.execute(db)
    await sql`
      insert into promo_code (promo_code, percentage_based, discount, is_recurring, dropshipper_id, market_id)
      values ('OFSUPPLIER', false, 10, true, ${suppliers[0]!}, null), ('OFMARKET', false, 5, true, null, ${market_id})`.execute(
      db,
    )
  })
  beforeEach(async () => {
    const { db } = h.services
    await sql`
      insert into subscription (vendor_id, dropshipper_id)
      select ${vendor_id}, unnest(${suppliers}::int[])`.execute(db)
    await sql`
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
      values (${vendor_id}, ${suppliers[0]!}, ${market_id}, 1),
        -- one that isn't set up, and one in another market
        (${vendor_id}, ${suppliers[1]!}, ${market_id}, 0),
        (${vendor_id}, ${suppliers[1]!}, ${market_id + 1}, 1)`.execute(db)
    for (const promo_code of ['OFSUPPLIER', 'OFMARKET'])
      expect((await c.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code })).status).toBe(200)
    await on('2030-01-31')
  })
  const due = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body.due.total

  test.each([
    ['canceled', 0, { is_cancel_pending: true }, '49.00'],
    ['frozen', 0, { is_frozen: true }, '48.00'],
    ['canceled of which none hangs', 1, { is_cancel_pending: true }, '34.00'],
  ])('%s', async (_what, nth, change, total) => {
    expect(await due()).toBe('34.00')
    const asked = (more: object) => ({ subscriptions: [{ dropshipper_id: suppliers[nth], ...more }] })
    const weigh = async (more: object) =>
      (await c.post(`/api/vendor/${vendor_id}/subscriptions/effects`, asked(more))).body.next_charge
    expect(await weigh(change)).toMatchObject({ before: { total: '34.00' }, after: { total } })
    await c.post(`/api/vendor/${vendor_id}/subscriptions`, asked(change))
    expect(await due()).toBe(total)
    const back = Object.fromEntries(Object.keys(change).map((key) => [key, false]))
    expect(await weigh(back)).toMatchObject({ before: { total }, after: { total: '34.00' } })
  })
})
