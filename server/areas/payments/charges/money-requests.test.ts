import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { harness, makeLogin, client, staff, type Client } from '#server/test/harness.ts'
import {
  daysOf,
  expectSoundBooks,
  giveCard,
  makePayer,
  makePlans,
  plus,
  pro,
} from '#server/test/billing/money.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
const days = daysOf(h)
let finance: Client
let manager: Client
let support: Client
let vendor_id = 0
beforeAll(async () => {
  finance = await staff(h, 'finance')
  manager = await staff(h, 'account_manager')
  support = await staff(h, 'support')
  await makePlans(h, pro, plus)
})
beforeEach(async () => {
  days.at('2030-01-20')
  vendor_id = await makePayer(h)
  await giveCard(h, vendor_id)
})
afterEach(() => expectSoundBooks(h))

const charges = async () => (await finance.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
const makeCharge = async (amount = '120.00'): Promise<number> => {
  await finance.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount,
  })
  return (await charges())[0].vendor_charge_id
}
const refund = (body: object, by = finance) => by.post(`/api/vendor/${vendor_id}/refund`, body)
const ask = (body: object, by = support) => by.post(`/api/vendor/${vendor_id}/refund/request`, body)
const approve = (id: number, by = finance) => by.post(`/api/money-approval/${id}/approve`, {})
const pageOf = async (id: number, by = support) =>
  (await by.get(`/api/vendor/${vendor_id}/charge/${id}`)).body
const textsOf = async (id: number) =>
  (await pageOf(id)).steps.map((s: { text: string; by: string; detail: string | null }) =>
    [s.text, s.detail].filter(Boolean).join(': '),
  )

test('support can neither refund nor charge, and a customer reaches neither a charge nor a request', async () => {
  const id = await makeCharge()
  const body = { vendor_charge_id: id, amount: '20.00', note: 'Late feed' }
  expect((await refund(body, support)).status).toBe(403)
  expect((await support.post(`/api/vendor/${vendor_id}/manual-charge`, {})).status).toBe(403)
  const customer = await client(h, (await makeLogin(h, 'customer')).email)
  expect((await ask(body, customer)).status).toBe(403)
  expect((await customer.get(`/api/vendor/${vendor_id}/charge/${id}`)).status).toBe(403)
  expect((await charges()).length).toBe(1)
})

test('a refund that support asks for is done once when finance approves it, and both are in the timeline', async () => {
  const id = await makeCharge()
  const asked = await ask({ vendor_charge_id: id, amount: '20.00', note: 'Late feed' })
  expect(asked.status).toBe(200)
  const { money_approval_id } = asked.body
  expect((await ask({ vendor_charge_id: id, amount: '20.00', note: 'Again' })).status).toBe(409)
  expect((await pageOf(id)).waiting).toMatchObject([{ amount: '20.00' }])
  const listed = (await finance.get('/api/payments/waiting')).body.approvals
  expect(
    listed.find((row: { money_approval_id: number }) => row.money_approval_id === money_approval_id),
  ).toMatchObject({ act: 'refund', is_request: true, own: false, requester_left: false, role_given: null })
  expect((await approve(money_approval_id, support)).status).toBe(403)
  const both = await Promise.all([approve(money_approval_id), approve(money_approval_id, manager)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await charges()).map((c: { amount: string }) => c.amount)).toEqual(['20.00', '120.00'])
  expect(await textsOf(id)).toEqual(
    expect.arrayContaining([
      'Charged $120 to Visa 4242',
      'Refund of $20 requested: Late feed',
      'Refund of $20 approved',
      'Refunded $20 to Visa 4242: Late feed',
    ]),
  )
  const messages = (await noticesLike(h, 'Requested by %')).map((row) => row.message)
  expect(messages.at(-1)).toMatch(/^Requested by .*: refund of \$20 approved by /)
})

test('finance rejects a request with a reason, and the asker withdraws their own', async () => {
  const id = await makeCharge()
  const first = (await ask({ vendor_charge_id: id, amount: '20.00', note: 'Late feed' })).body
    .money_approval_id
  const refuse = (request: number, by: Client, reason = 'Not agreed') =>
    by.post(`/api/money-approval/${request}/refuse`, { reason })
  const other = await staff(h, 'support')
  expect((await refuse(first, other)).status).toBe(403)
  expect((await refuse(first, finance)).status).toBe(204)
  expect((await approve(first)).status).toBe(409)
  const second = (await ask({ vendor_charge_id: id, amount: '30.00', note: 'More' })).body.money_approval_id
  expect((await refuse(second, support, 'Settled')).status).toBe(204)
  expect(await textsOf(id)).toEqual(
    expect.arrayContaining(['Refund of $20 rejected: Not agreed', 'Refund of $30 withdrawn: Settled']),
  )
  expect((await charges()).length).toBe(1)
})

test('an approval checks the request again: what was refunded meanwhile can’t be refunded twice', async () => {
  const id = await makeCharge()
  const request = (await ask({ vendor_charge_id: id, amount: '100.00', note: 'Late feed' })).body
    .money_approval_id
  await refund({ vendor_charge_id: id, amount: '50.00', note: 'Agreed' })
  expect((await approve(request)).status).toBe(400)
  expect((await charges())[1]).toMatchObject({ refunded: '50.00' })
})

test('no one approves their own request, also who may move money', async () => {
  const id = await makeCharge()
  const request = (await ask({ vendor_charge_id: id, amount: '20.00', note: 'Late feed' }, finance)).body
    .money_approval_id
  expect((await approve(request)).status).toBe(403)
  expect((await approve(request, manager)).status).toBe(200)
})

test('a manual charge and a plan change that support asks for are done on approval', async () => {
  const charge = await support.post(`/api/vendor/${vendor_id}/manual-charge/request`, {
    vendor_charge_type_id: 3,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Custom feed',
    amount: '75.00',
    reason: 'Agreed by email',
  })
  expect(charge.status).toBe(200)
  const { waiting } = (await finance.get(`/api/vendor/${vendor_id}/payments`)).body
  expect(waiting).toMatchObject([{ text: 'Custom feed: Agreed by email', is_request: true }])
  expect((await approve(charge.body.money_approval_id)).body).toMatchObject({ state: 'succeeded' })
  expect((await charges())[0]).toMatchObject({ amount: '75.00', charge_description: 'Custom feed' })

  const billing = async () => (await support.get(`/api/vendor/view/${vendor_id}/billing`)).body
  const { plans, plan } = await billing()
  const next = plans.find((p: { name: string }) => p.name !== plan)
  const body = { vendor_plan_type_id: next.vendor_plan_type_id, reason: 'Wants more suppliers' }
  const asked = await support.post(`/api/vendor/${vendor_id}/plan-type/request`, body)
  expect(asked.status).toBe(200)
  expect((await billing()).plan).toBe(plan)
  expect((await approve(asked.body.money_approval_id)).status).toBe(200)
  expect((await billing()).plan).toBe(next.name)
})

test('a refund as credit issues a credit note, raises the credit, and leaves less to refund', async () => {
  const id = await makeCharge()
  const body = { vendor_charge_id: id, amount: '30.00', note: 'Goodwill', to: 'credit' }
  const effects = await finance.post(`/api/vendor/${vendor_id}/refund/effects`, body)
  expect(effects.body).toMatchObject({
    card: null,
    credit_available: { from: '0.00', to: '30.00' },
    kept: { from: '120.00', to: '90.00' },
    total: '0.00',
  })
  expect((await refund(body)).body.state).toBe('succeeded')
  expect((await charges())[0]).toMatchObject({ credited: '30.00', refunded: '0.00' })
  expect((await refund({ ...body, amount: '90.01', to: 'card' })).status).toBe(400)
  expect((await refund({ ...body, amount: '90.00', to: 'card' })).body.state).toBe('succeeded')
  expect((await refund({ ...body, amount: '1.00' })).status).toBe(409)
  const { credit_available } = (await finance.get(`/api/vendor/view/${vendor_id}/billing`)).body
  expect(credit_available).toBe('30.00')
  expect(await textsOf(id)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Returned as credit: \$30, Feed set-up, CN-\d+: Goodwill$/),
    ]),
  )
})

test('a declined attempt has its page, with the reason in plain words', async () => {
  await giveCard(h, vendor_id, '4000000000000341')
  await finance.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '60.00',
  })
  const [{ vendor_charge_id, state }] = await charges()
  expect(state).toBe('declined')
  expect(await textsOf(vendor_charge_id)).toEqual([
    expect.stringMatching(/^\$60 declined by Visa 0341: The bank declined without a reason$/),
  ])
  expect((await support.get(`/api/vendor/${vendor_id}/charge/999999999`)).status).toBe(404)
})
