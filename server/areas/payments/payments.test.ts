import { beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import {
  daysOf,
  expectSoundBooks,
  giveCard,
  makePayer,
  makePlans,
  plus,
  pro,
} from '#server/test/billing/money.ts'
import { takenOut } from '#server/test/taken-out.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { renew, sendDueMoney } from './public.ts'

const h = harness()
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro, plus)
})
const { at } = daysOf(h)
beforeEach(async () => {
  at('2030-01-31')
  vendor_id = await makePayer(h)
})
afterEach(() => expectSoundBooks(h))

const { linesOf } = takenOut(() => c)
const history = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
const payments = async () => (await c.get(`/api/vendor/${vendor_id}/payments`)).body
const vendor = () =>
  h.services.db.selectFrom('vendor').selectAll().where('vendor_id', '=', vendor_id).executeTakeFirstOrThrow()
const charge = (more: object = {}) =>
  c.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '120.00',
    ...more,
  })

describe('a renewal', () => {
  test('bills the plan on its day, charges the card, and repeats on the last day of the next month', async () => {
    await giveCard(h, vendor_id)
    await renew(h.services)
    expect((await history()).charges).toMatchObject([
      {
        amount: '49.00',
        vendor_charge_status_id: 1,
        charge_description: expect.stringContaining('Renewal, INV-'),
      },
    ])
    expect((await vendor()).next_charge_date).toBe('2030-02-28')
    await renew(h.services)
    expect((await history()).total).toBe(1)
    at('2030-03-31')
    await renew(h.services)
    expect((await history()).total).toBe(3)
    expect((await vendor()).next_charge_date).toBe('2030-04-30')
  })

  test('doesn’t set a vendor to Active that was never suspended', async () => {
    await giveCard(h, vendor_id)
    await renew(h.services)
    const [{ paper }] = (await history()).charges
    const said = await h.services.db
      .selectFrom('activity')
      .select(['message', 'changes'])
      .where('vendor_id', '=', vendor_id)
      .where('type', '=', 'payment.renewal')
      .execute()
    expect(said).toEqual([{ message: `Paid: $49, Renewal, ${paper.number}, Visa 4242`, changes: null }])
  })
  test('retries a declined card on days 1, 3, 5 and 7, suspends the vendor, and continues with another card', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    await renew(h.services)
    const tried = ['2030-01-31']
    for (const day of ['02-01', '02-02', '02-03', '02-04', '02-05', '02-06', '02-07', '02-08']) {
      at(`2030-${day}`)
      const before = (await history()).total
      await renew(h.services)
      if ((await history()).total > before) tried.push(`2030-${day}`)
    }
    expect(tried).toEqual(['2030-01-31', '2030-02-01', '2030-02-03', '2030-02-05', '2030-02-07'])
    expect(await vendor()).toMatchObject({
      vendor_status_id: 2,
      billing_failures: 5,
      suspended_on: '2030-02-07',
    })
    expect(await payments()).toMatchObject({
      balance: '49.00',
      open_invoices: [{ tries: 5, next_try: null }],
    })
    at('2030-03-09')
    await renew(h.services)
    expect((await vendor()).vendor_status_id).toBe(3)
    await giveCard(h, vendor_id)
    expect(await vendor()).toMatchObject({
      vendor_status_id: 1,
      billing_failures: 0,
      suspended_on: null,
      next_charge_date: '2030-03-09',
    })
    expect((await payments()).balance).toBe('0.00')
  })
})

test('a card reported lost is charged only once; its retry days still count and the amount stays owed', async () => {
  at('2030-01-30')
  await giveCard(h, vendor_id, '4000009900000046')
  for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) {
    at(`2030-${day}`)
    await renew(h.services)
  }
  const asked = await h.services.db
    .selectFrom('money_intent')
    .select('amount')
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(asked).toEqual([{ amount: '49.00' }])
  const { charges } = await history()
  expect(charges).toHaveLength(5)
  for (const one of charges) expect(one.card_exception).toBe('Your card was declined.')
  expect(await vendor()).toMatchObject({ vendor_status_id: 2, billing_failures: 5 })
  expect((await payments()).balance).toBe('49.00')
})

test('a bill that is too small for a card is paid with the next one', async () => {
  await h.services.db
    .transaction()
    .execute((tx) =>
      bookCredit(tx, vendor_id, 4875, { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }),
    )
  await giveCard(h, vendor_id)
  await renew(h.services)
  expect(await history()).toMatchObject({ total: 0 })
  at('2030-02-28')
  await renew(h.services)
  expect((await history()).charges).toMatchObject([{ amount: '49.25' }])
})

test('a manual retry is credited to the person in the log and the page header, even above the limit', async () => {
  await h.services.db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 3, name: 'VIP', monthly_fee: '1500.00' })
    .onConflict((of) => of.doNothing())
    .execute()
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_plan_type_id: 3 })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await giveCard(h, vendor_id, '4000009900000038')
  const last = async () => (await c.get(`/api/vendor/view/${vendor_id}`)).body.last_act
  await renew(h.services)
  expect(await last()).toMatchObject({ action_by: 'Feedstock', message: expect.stringContaining('Not paid') })
  for (const message of ['Not paid', 'Paid']) {
    await c.post(`/api/vendor/${vendor_id}/retry-payment`, {})
    expect(await last()).toMatchObject({
      action_by: 'Pat finance',
      message: expect.stringMatching(new RegExp(`^${message}: \\$1,500,`)),
    })
  }
  const { logs } = (await c.post('/api/activity-log/search', { vendor_id, type: 'payment.retry' })).body
  expect(logs).toMatchObject(Array(2).fill({ action_by: 'Pat finance' }))
  expect((await history()).charged).toBe('1500.00')
})

describe('a manual charge', () => {
  test('charges the card once and has its own invoice', async () => {
    await giveCard(h, vendor_id)
    const done = await charge()
    expect(done.body).toEqual({ state: 'succeeded', card_exception: null, cancel_eligible: false })
    expect((await history()).charges).toMatchObject([
      { amount: '120.00', charge_description: 'Feed set-up', transaction_num: expect.any(String) },
    ])
  })
  test('shows why the card declined it and leaves no invoice', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    expect((await charge()).body).toMatchObject({
      state: 'declined',
      card_exception: 'Your card was declined.',
    })
    expect((await history()).charges).toMatchObject([{ vendor_charge_status_id: 2 }])
  })
  test('uses no credit when the card declines the rest', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    const given = { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }
    await h.services.db.transaction().execute((tx) => bookCredit(tx, vendor_id, 2000, given))
    expect((await charge()).body).toMatchObject({ state: 'declined' })
    expect((await history()).charges).toMatchObject([{ amount: '100.00', credit_used: '0.00' }])
    expect((await vendor()).credit_available).toBe('20.00')
  })
  test('is refused if it would charge the card or move the next charge differently from the preview', async () => {
    await giveCard(h, vendor_id)
    const { next_charge_date } = await vendor()
    const said = { card_asked: '120.00', next_charge_date }
    const given = { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }
    await h.services.db.transaction().execute((tx) => bookCredit(tx, vendor_id, 2000, given))
    expect(await charge({ said })).toMatchObject({
      status: 409,
      body: { error: { message: 'The card would now be charged $100 instead of $120' } },
    })
    const asked = { ...said, card_asked: '100.00' }
    expect(await charge({ said: { ...asked, next_charge_date: '2030-07-01' } })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('instead of 7/1/30') } },
    })
    expect((await history()).charges).toEqual([])
    expect((await charge({ said: asked })).body).toMatchObject({ state: 'succeeded' })
  })
  test('is looked up until its answer is known, and charges once', async () => {
    await giveCard(h, vendor_id, '4000009900000012')
    expect((await charge()).body).toMatchObject({ state: 'open' })
    expect((await charge()).status).toBe(409)
    h.services.clock.now = () => Date.parse('2030-01-31T12:10:00Z')
    await sendDueMoney(h.services)
    expect((await history()).charges).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
  })
})

describe('a refund', () => {
  test('needs a note, at least $1, and no more than is left of the charge', async () => {
    await giveCard(h, vendor_id)
    await charge()
    const [{ vendor_charge_id }] = (await history()).charges
    const refund = (more: object) =>
      c.post(`/api/vendor/${vendor_id}/refund`, {
        vendor_charge_id,
        amount: '20',
        note: 'Asked for',
        ...more,
      })
    expect((await refund({ note: '' })).body.error.fields).toEqual({
      note: 'You must leave a note to provide a refund',
    })
    expect((await refund({ amount: '0.99' })).body.error.fields).toEqual({ amount: 'At least $1.00' })
    expect((await refund({})).body).toMatchObject({ state: 'succeeded' })
    expect((await c.get(`/api/vendor/${vendor_id}/notes`)).body.notes).toMatchObject([
      { note: 'Asked for', note_type: 11 },
    ])
    expect((await refund({ amount: '100.01' })).body.error.fields.amount).toBe(
      'At most $100, the amount not yet refunded',
    )
    expect((await refund({ amount: '100' })).body).toMatchObject({ state: 'succeeded' })
    expect((await refund({ amount: '1' })).status).toBe(409)
    expect(await history()).toMatchObject({ charged: '120.00', refunded: '120.00' })
  })
  test('is listed under its charge’s purpose, with the card that received it', async () => {
    await giveCard(h, vendor_id)
    await charge({ vendor_charge_type_id: 3 })
    const [{ vendor_charge_id }] = (await history()).charges
    await giveCard(h, vendor_id, '4000000000000341')
    await charge({ vendor_charge_type_id: 3 })
    await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '20', note: 'Asked for' })
    const refund = { vendor_charge_trans_type_id: 3, vendor_charge_type_id: 3, card: 'Visa 4242' }
    expect((await history()).charges[0]).toMatchObject(refund)
    const asked = `search=${vendor_id}&for=3`
    expect((await c.get(`/api/charges?${asked}`)).body).toMatchObject({
      total: 3,
      charged: '120.00',
      refunded: '20.00',
    })
    // a file is summed to the same
    const input = { search: String(vendor_id), for: 3 }
    expect(await linesOf({ list: 'charges', columns: ['type', 'status', 'amount', 'went'], input })).toEqual([
      'Type,Status,Amount,Successful amount',
      'Refund,Success,-20.00,-20.00',
      'Charge,Declined,120.00,0.00',
      'Charge,Partially refunded,120.00,120.00',
    ])
  })
  test('applies only to that vendor’s own charge', async () => {
    await giveCard(h, vendor_id)
    await charge()
    const [{ vendor_charge_id }] = (await history()).charges
    const other = await h.services.db
      .insertInto('vendor')
      .values({ company: 'Another', vendor_status_id: 1 })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const asked = { vendor_charge_id, amount: '20', note: 'Asked for' }
    for (const act of ['refund', 'refund/effects'])
      expect((await c.post(`/api/vendor/${other.vendor_id}/${act}`, asked)).status).toBe(404)
    expect(await history()).toMatchObject({ charged: '120.00', refunded: '0' })
  })
})

test('the history can be filtered by type and state, and shows how much can still be refunded', async () => {
  await giveCard(h, vendor_id)
  await charge({ amount: '50' })
  await charge()
  await charge({ vendor_charge_trans_type_id: 4, charge_description: 'By Acme' })
  await charge({ ghost: true, charge_description: 'By wire' })
  const [wire, , whole, part] = (await history()).charges
  expect(wire).toMatchObject({ ghost: true, card: null, at_gateway: false })
  expect(whole).toMatchObject({ card: 'Visa 4242', at_gateway: true, vendor_charge_type_id: 2 })
  const refund = (of: { vendor_charge_id: number }, amount: string) =>
    c.post(`/api/vendor/${vendor_id}/refund`, {
      vendor_charge_id: of.vendor_charge_id,
      amount,
      note: 'Asked',
    })
  await refund(whole, '120')
  await refund(part, '20')
  await giveCard(h, vendor_id, '4000000000000341')
  await charge({ charge_description: 'Not paid' })
  const of = async (query: string) => {
    const { body } = await c.get(`/api/vendor/${vendor_id}/billing-history?${query}`)
    expect(body).toMatchObject({ charged: '290.00', refunded: '140.00', total: body.charges.length })
    return body.charges
  }
  expect(await of('type=4')).toMatchObject([{ charge_description: 'By Acme' }])
  expect(await of('type=3')).toHaveLength(2)
  expect(await of('type=1&state=success')).toMatchObject([{ charge_description: 'By wire' }])
  expect(await of('state=refunded')).toMatchObject([{ vendor_charge_id: whole.vendor_charge_id }])
  expect(await of('state=refunded_in_part')).toMatchObject([{ refunded: '20.00', amount: '50.00' }])
  expect(await of('state=declined')).toMatchObject([
    { card_exception: 'Your card was declined.', paper: null },
  ])
  expect(await of('state=failed')).toEqual([])
  const input = { vendor_id, sort: 'amount', type: 1 }
  expect(
    await linesOf({
      list: 'vendor_charges',
      columns: ['what', 'status', 'refunded', 'amount', 'reason'],
      input,
    }),
  ).toEqual([
    'Description,Status,Refunded,Amount,Failure reason',
    'Feed set-up,Partially refunded,20.00,50.00,',
    'Feed set-up,Refunded,120.00,120.00,',
    'By wire,Success,0.00,120.00,',
    'Not paid,Declined,0.00,120.00,Your card was declined.',
  ])
})

test.each([{}, { ghost: true }])(
  'one request under one key, sent at once or again later, charges once: %o',
  async (more) => {
    await giveCard(h, vendor_id)
    const send = () =>
      h.app.inject({
        method: 'POST',
        url: `/api/vendor/${vendor_id}/manual-charge`,
        headers: { ...c.raw.headers, cookie: c.raw.cookie, 'idempotency-key': `of ${vendor_id}` },
        payload: {
          vendor_charge_type_id: 2,
          vendor_charge_trans_type_id: 1,
          charge_description: 'Feed set-up',
          amount: '120.00',
          ...more,
        },
      })
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(answers.map((answer) => answer.json().state)).toEqual(Array(3).fill('succeeded'))
    expect(await history()).toMatchObject({ total: 1, charged: '120.00' })
  },
)

test('a preview shows what prevents a charge and what the charge would do', async () => {
  const weigh = async (more: object) =>
    (
      await c.post(`/api/vendor/${vendor_id}/manual-charge/effects`, {
        vendor_charge_type_id: 2,
        vendor_charge_trans_type_id: 1,
        charge_description: 'Feed set-up',
        amount: '120.00',
        ...more,
      })
    ).body
  expect(await weigh({})).toMatchObject({ faults: { amount: 'No card on file' } })
  await giveCard(h, vendor_id)
  expect(await weigh({ amount: '0.49' })).toMatchObject({
    faults: { amount: 'The card must be charged at least $0.50' },
  })
  expect(await weigh({ update_next_charge_date: true, amount: '1000.01' })).toMatchObject({
    faults: {},
    card: 'Visa 4242',
    card_asked: '1000.01',
    next_charge_date: { from: '2030-01-31', to: '2030-02-28' },
    second_person: { above: '1000.00', moved: '0.00' },
  })
})
