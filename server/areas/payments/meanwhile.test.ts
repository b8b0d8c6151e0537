import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { client, harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makePlans, pro } from '#server/test/billing/money.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { gatewayOf } from './gateways/gateway-of.ts'
import { renew, sendDueMoney, takeEvents } from './public.ts'
import { retryInvoices } from './renewals/retry-invoices.ts'

// what happens while the gateway is asked
const h = harness()
let finance: Client
let customer: Client
let vendor_id: number
const answersLate = '4000009900000012'
const neverAnswers = '4000009900000020'
const declines = '4000000000000341'
const lost = '4000009900000046'
const refundsFailLater = '4000000000005126'
beforeAll(async () => {
  finance = await staff(h, 'finance')
  await makePlans(h, pro)
})
const at = (day: string, time = '12:00:00') => (h.services.clock.now = () => Date.parse(`${day}T${time}Z`))
const set = (more: object) =>
  h.services.db.updateTable('vendor').set(more).where('vendor_id', '=', vendor_id).execute()
let count = 0
beforeEach(async () => {
  at('2030-01-31')
  const email = `payer${++count}@example.com`
  ;({ vendor_id } = await makeLogin(h, 'customer', email))
  customer = await client(h, email)
  await set({ vendor_status_id: 1, vendor_plan_type_id: 1, next_charge_date: '2030-01-31' })
})
afterEach(async () => {
  await expectSoundBooks(h)
  await set({ next_charge_date: null })
})

const vendor = () =>
  h.services.db.selectFrom('vendor').selectAll().where('vendor_id', '=', vendor_id).executeTakeFirstOrThrow()
const charges = async () =>
  (
    (await finance.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges as {
      vendor_charge_id: number
      card: string
      amount: string
      state: string
    }[]
  ).toReversed()
const tries = async () => (await charges()).map(({ card, state }) => `${card} ${state}`)
const letters = async () =>
  (
    await h.services.db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', `payer${count}@example.com`)
      .orderBy('mail_id')
      .execute()
  ).map(({ subject }) => subject)

describe('a card saved while another one is being charged', () => {
  /** Renews; before the card that is asked answers, another is saved. */
  const renewWhileSaving = async (card: string) => {
    const gateway = gatewayOf(h.services)
    const confirmPayment = gateway.confirmPayment.bind(gateway)
    gateway.confirmPayment = async (...asked) => {
      gateway.confirmPayment = confirmPayment
      await giveCard(h, vendor_id, card)
      const saved = h.services.clock.now()
      h.services.clock.now = () => saved + 5000
      return confirmPayment(...asked)
    }
    await renew(h.services)
  }
  const works = '4242424242424242'

  test.each([
    ['declined', declines, '0341'],
    ['lost', lost, '0046'],
  ])('is charged at once when the other is %s, and no email is sent', async (_what, card, last4) => {
    await giveCard(h, vendor_id, card)
    await renewWhileSaving(works)
    expect(await tries()).toEqual([`Visa ${last4} declined`, 'Visa 4242 success'])
    expect(await vendor()).toMatchObject({ vendor_status_id: 1, billing_failures: 0 })
    expect(await letters()).toEqual([])
  })

  test('shows as in progress while its answer is pending, and the other card’s decline no longer counts', async () => {
    await giveCard(h, vendor_id, declines)
    await renewWhileSaving(neverAnswers)
    expect(await tries()).toEqual(['Visa 0341 declined'])
    expect((await customer.get('/api/account/billing')).body).toMatchObject({
      under_way: true,
      refused: null,
    })
    expect((await finance.get(`/api/vendor/view/${vendor_id}`)).body.last_act.message).toContain(
      'retrying with Visa 0020, now on file',
    )
    expect(await letters()).toEqual([])
  })

  test('is charged even if it is the same card entered again', async () => {
    await giveCard(h, vendor_id, declines)
    await renewWhileSaving(declines)
    await sendDueMoney(h.services)
    expect(await tries()).toEqual(['Visa 0341 declined', 'Visa 0341 declined'])
  })

  test('is charged once a person finds that the other card never was', async () => {
    await giveCard(h, vendor_id, neverAnswers)
    await renew(h.services)
    await giveCard(h, vendor_id, works)
    expect(await tries()).toEqual([])
    at('2030-02-03')
    await sendDueMoney(h.services)
    const { under_way } = (await finance.get('/api/payments/waiting')).body
    const { money_intent_id } = under_way.find((one: { vendor_id: number }) => one.vendor_id === vendor_id)
    const said = { money_intent_id, gateway_ref: null, reason: 'The gateway has nothing of it' }
    expect((await finance.post('/api/payments/under-way/decide', said)).body).toEqual({ state: 'failed' })
    await sendDueMoney(h.services)
    expect(await tries()).toEqual(['Visa 0020 failed', 'Visa 4242 success'])
  })

  test('keeps the account from being suspended by the other card’s last attempt', async () => {
    await giveCard(h, vendor_id, declines)
    for (const day of ['01-31', '02-01', '02-03', '02-05']) {
      at(`2030-${day}`)
      await renew(h.services)
    }
    at('2030-02-07')
    await renewWhileSaving(works)
    expect(await vendor()).toMatchObject({ vendor_status_id: 1, suspended_on: null })
    await sendDueMoney(h.services)
    expect((await tries()).slice(-2)).toEqual(['Visa 0341 declined', 'Visa 4242 success'])
    expect(await vendor()).toMatchObject({ vendor_status_id: 1, billing_failures: 0 })
  })

  test('suspends the account if it is declined too, in place of the other card’s last attempt', async () => {
    await giveCard(h, vendor_id, declines)
    for (const day of ['01-31', '02-01', '02-03', '02-05']) {
      at(`2030-${day}`)
      await renew(h.services)
    }
    at('2030-02-07')
    await renewWhileSaving('4000008260003178')
    await sendDueMoney(h.services)
    expect((await tries()).slice(-2)).toEqual(['Visa 0341 declined', 'Visa 3178 declined'])
    expect(await vendor()).toMatchObject({ vendor_status_id: 2, suspended_on: '2030-02-07' })
  })

  test('is reported only for its own decline and retried on its own schedule', async () => {
    await giveCard(h, vendor_id, lost)
    await renewWhileSaving(declines)
    await sendDueMoney(h.services)
    expect(await tries()).toEqual(['Visa 0046 declined', 'Visa 0341 declined'])
    expect(await letters()).toHaveLength(1)
    expect((await customer.get('/api/account/billing')).body.refused).toMatchObject({ card: 'Visa 0341' })
    at('2030-02-03')
    await renew(h.services)
    expect((await tries()).at(-1)).toBe('Visa 0341 declined')
    expect(await tries()).toHaveLength(3)
  })
})

test('trying several cards in a row suspends nobody and leaves the retry schedule unchanged', async () => {
  await giveCard(h, vendor_id, declines)
  await renew(h.services)
  for (let i = 0; i < 4; i++) await giveCard(h, vendor_id, declines)
  expect((await finance.post(`/api/vendor/${vendor_id}/retry-payment`, {})).body.state).toBe('declined')
  expect(await tries()).toHaveLength(6)
  expect(await vendor()).toMatchObject({ vendor_status_id: 1, billing_failures: 6 })
  const { open_invoices } = (await finance.get(`/api/vendor/${vendor_id}/payments`)).body
  expect(open_invoices).toMatchObject([{ tries: 1, next_try: '2030-02-01' }])
  for (const day of ['02-01', '02-03', '02-05']) {
    at(`2030-${day}`)
    await renew(h.services)
  }
  expect((await vendor()).vendor_status_id).toBe(1)
  at('2030-02-07')
  await renew(h.services)
  expect((await vendor()).vendor_status_id).toBe(2)
})

test('a new card with a pending answer isn’t reported as declined if no card was declined before', async () => {
  await renew(h.services)
  const refused = async () => (await customer.get('/api/account/billing')).body.refused
  expect(await refused()).toMatchObject({ remedy: 'card' })
  at('2030-01-31', '12:05:00')
  await giveCard(h, vendor_id, neverAnswers)
  expect(await refused()).toBeNull()
})

test('a card isn’t charged until another person’s change to the vendor is finished', async () => {
  await giveCard(h, vendor_id, declines)
  await renew(h.services)
  at('2030-02-01')
  const asked = async () => (await finance.get(`/api/vendor/${vendor_id}/payments`)).body.under_way
  await h.services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('vendor').where('vendor_id', '=', vendor_id).forNoKeyUpdate().execute()
    await retryInvoices(h.services)
    expect(await asked()).toEqual([])
  })
  await retryInvoices(h.services)
  expect(await asked()).toHaveLength(1)
  await sendDueMoney(h.services)
})

describe('credit used by a charge in progress', () => {
  const giveCredit = (dollars: number) =>
    h.services.db.transaction().execute((tx) =>
      bookCredit(tx, vendor_id, dollars * 100, {
        key: `credit of ${vendor_id} by ${dollars}`,
        tm: '2030-01-31T00:00:00Z',
      }),
    )
  const charge = (amount: string) =>
    finance.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount,
    })
  const chargeLate = async (amount: string, card = answersLate) => {
    await giveCard(h, vendor_id, card)
    expect((await charge(amount)).body.state).toBe('open')
  }
  const answer = async () => {
    at('2030-01-31', '12:30:00')
    await sendDueMoney(h.services)
  }
  const saveCredit = async (credit_available: string) => {
    const { version, vendor: basics } = (await finance.get(`/api/vendor/${vendor_id}/basics`)).body
    const note = { note: 'Asked for', note_type: 11 }
    const body = { version, vendor: { ...basics, credit_available }, note }
    return (await finance.post(`/api/vendor/${vendor_id}`, body)).body.error?.fields
  }

  test('isn’t used by a bill made meanwhile', async () => {
    await giveCredit(50)
    await chargeLate('90.00')
    await giveCredit(10)
    expect((await customer.get('/api/account/billing')).body.bill).toMatchObject({ total: '39.00' })
    await renew(h.services)
    await answer()
    expect((await charges()).map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
      '39.00 success',
      '40.00 success',
    ])
    expect((await vendor()).credit_available).toBe('0.00')
  })
  test('can’t be removed, but any credit beyond it can', async () => {
    await giveCredit(50)
    await set({ next_charge_date: null })
    await chargeLate('50.10')
    expect(await saveCredit('49.59')).toEqual({
      'vendor.credit_available':
        '$49.60 of the credit is reserved for a charge in progress. Try again when it finishes',
    })
    expect(await saveCredit('49.60')).toBeUndefined()
    await answer()
    expect((await vendor()).credit_available).toBe('0.00')
  })
  test('is held until the charge is answered, for that vendor only', async () => {
    await giveCredit(50)
    await set({ next_charge_date: null })
    await chargeLate('60.00')
    const mine = vendor_id
    ;({ vendor_id } = await makeLogin(h, 'customer', `neighbour${count}@example.com`))
    await giveCredit(20)
    expect(await saveCredit('0.00')).toBeUndefined()
    vendor_id = mine
    await answer()
    await giveCredit(15)
    expect(await saveCredit('0.00')).toBeUndefined()
  })
  test('isn’t taken again when a refund fails', async () => {
    await giveCard(h, vendor_id, refundsFailLater)
    await set({ next_charge_date: null })
    await giveCredit(40)
    await charge('120.00')
    const [{ vendor_charge_id } = { vendor_charge_id: 0 }] = await charges()
    await finance.post(`/api/vendor/${vendor_id}/refund`, {
      vendor_charge_id,
      amount: '80.00',
      note: 'Asked for',
    })
    expect((await vendor()).credit_available).toBe('40.00')
    await chargeLate('100.00', neverAnswers)
    at('2030-01-31', '12:01:01')
    await takeEvents(h.services)
    expect((await charges()).map(({ amount, state }) => `${amount} ${state}`)).toEqual([
      '80.00 success',
      '80.00 failed',
    ])
    expect((await vendor()).credit_available).toBe('40.00')
  })
})
