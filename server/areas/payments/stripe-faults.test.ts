import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { faults, startStripe, type Fault } from '../../stand-ins/stripe-server.ts'
import { harness, staff, type Client } from '../../test/harness.ts'
import { expectSoundBooks } from '../../test/money.ts'
import { gatewayOf } from './gateways/of.ts'
import { renew, sendDueMoney, takeEvents } from './public.ts'
import { saveCard } from './save-card.ts'

const day = 86_400_000
let now = Date.parse('2030-01-31T12:00:00Z')
const env: Record<string, string> = {
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
}
let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe({ token: 'sk_test_secret', webhookSecret: 'whsec_secret', now: () => now })
  env.STRIPE_API_URL = stripe.address
})
afterAll(() => stripe.close())
const h = harness({ env })
let c: Client
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
})
afterEach(() => expectSoundBooks(h))

async function payer(card_num = '4242424242424242') {
  const { vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Payer', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const of = { vendor_id, company: 'Payer', email: '', customer: null }
  const { client_secret } = await gatewayOf(h.services).beginSetup(`setup ${vendor_id}`, of)
  stripe.api.confirmSetup(client_secret, { card_num, exp_month: 12, exp_year: 2045, cvc: '123' })
  await saveCard(h.services, vendor_id, { setup: client_secret.split('_secret')[0]! })
  return vendor_id
}
const charge = async (vendor_id: number, amount = '120.00') =>
  (
    await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount,
    })
  ).body.state as string
interface Row {
  vendor_charge_id: number
  vendor_charge_trans_type_id: number
  amount: string
  state: string
}
const charges = async (vendor_id: number) =>
  (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges as Row[]
const refund = async (vendor_id: number, amount: string) => {
  const of = (await charges(vendor_id)).find((one) => one.vendor_charge_trans_type_id === 1)!
  const { vendor_charge_id } = of
  return (await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount, note: 'Asked' })).body
    .state as string
}
const underWay = async (vendor_id: number) =>
  (await c.get(`/api/vendor/${vendor_id}/payments`)).body.under_way as { flagged: boolean }[]
const tookOf = (vendor_id: number) =>
  stripe.api.events.filter(
    ({ type, data }) =>
      type === 'payment_intent.succeeded' &&
      (data.object as { metadata?: Record<string, string> }).metadata?.vendor_id === String(vendor_id),
  ).length
/** Three days, in which the gateway is asked as often as it is asked. */
async function passes(vendor_id: number) {
  for (let turn = 0; turn < 16 && (await underWay(vendor_id)).length > 0; turn++) {
    now += 5 * 3_600_000
    await sendDueMoney(h.services)
  }
}
/** An answer that never comes takes its time: one gateway’s own test has those. */
const quick = faults.filter((fault) => !fault.startsWith('hangs'))

test.each(quick)('a charge whose making or confirming meets “%s” is made once', async (fault: Fault) => {
  for (const at of [/payment_intents$/, /confirm$/]) {
    const id = await payer()
    stripe.goWrong(at, fault)
    await charge(id)
    // nothing else is moved of it meanwhile
    if ((await underWay(id)).length > 0) expect(await charge(id, '7.00')).toBeUndefined()
    await passes(id)
    expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`)).toEqual(['120.00 success'])
    expect(tookOf(id)).toBe(1)
  }
})

test.each(quick)('a refund that meets “%s” is given once, or a person decides', async (fault: Fault) => {
  const id = await payer()
  expect(await charge(id)).toBe('succeeded')
  const before = stripe.api.refunds.size
  stripe.goWrong(/refunds$/, fault)
  await refund(id, '50.00')
  await passes(id)
  const given = stripe.api.refunds.size - before
  if (fault === 'broken before') {
    expect(given).toBe(0)
    expect(await underWay(id)).toMatchObject([{ flagged: true }])
    const { money_intent_id } = await h.services.db
      .selectFrom('money_intent')
      .select('money_intent_id')
      .where('vendor_id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    const decided = { money_intent_id, gateway_ref: null, reason: 'Stripe has none' }
    expect((await c.post('/api/payments/under-way/decide', decided)).body).toEqual({ state: 'failed' })
    expect(await refund(id, '120.00')).toBe('succeeded')
  } else {
    expect(given).toBe(1)
    expect(await refund(id, '70.01')).toBeUndefined()
    expect(await refund(id, '70.00')).toBe('succeeded')
  }
  expect((await charges(id)).find((one) => one.vendor_charge_trans_type_id === 1)).toMatchObject({
    state: 'refunded',
  })
})

test('charges, refunds and approvals of one vendor that come at once move what one of them may', async () => {
  const id = await payer()
  const all = await Promise.all(Array.from({ length: 6 }, () => charge(id)))
  const done = all.filter((state) => state === 'succeeded').length
  expect(done).toBeGreaterThan(0)
  expect(tookOf(id)).toBe(done)
  const before = stripe.api.refunds.size
  const { vendor_charge_id } = (await charges(id))[0]!
  const back = { vendor_charge_id, amount: '70.00', note: 'Asked' }
  const refunds = await Promise.all(Array.from({ length: 4 }, () => c.post(`/api/vendor/${id}/refund`, back)))
  expect(refunds.filter(({ body }) => body.state === 'succeeded')).toHaveLength(1)
  expect(stripe.api.refunds.size - before).toBe(1)
  now += day
  expect(await charge(id, '1500.00')).toBe('waiting')
  const other = await staff(h, 'admin')
  const [{ money_approval_id }] = (await c.get(`/api/vendor/${id}/payments`)).body.waiting
  await Promise.all(
    Array.from({ length: 4 }, () => other.post(`/api/money-approval/${money_approval_id}/approve`, {})),
  )
  expect(tookOf(id)).toBe(done + 1)
})

test('an event of a charge that comes while its own answer is read writes it once', async () => {
  const id = await payer()
  stripe.webhooks.when = 'before'
  stripe.webhooks.times = 2
  stripe.webhooks.to = async (payload, signature) =>
    void (await h.app.inject({
      method: 'POST',
      url: '/api-public/gateway-events',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    }))
  await charge(id)
  await refund(id, '120.00')
  stripe.webhooks.to = undefined
  stripe.webhooks.times = 1
  stripe.webhooks.when = 'after'
  await h.app.afterwards.ended()
  await takeEvents(h.services)
  expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
    '120.00 refunded',
    '120.00 success',
  ])
})

test('workers that renew at once, and whose answers are lost, bill and charge a period once', async () => {
  await h.services.db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '49.00' })
    .execute()
  const ids = [await payer(), await payer(), await payer('4000002760003184')]
  const next_charge_date = new Date(now).toISOString().slice(0, 10)
  await h.services.db
    .updateTable('vendor')
    .set({ next_charge_date, vendor_plan_type_id: 1 })
    .where('vendor_id', 'in', ids)
    .execute()
  stripe.goWrong(/confirm$/, 'dropped after')
  stripe.goWrong(/confirm$/, 'cut body')
  stripe.goWrong(/payment_intents$/, 'dropped after')
  await Promise.all([renew(h.services), renew(h.services), renew(h.services)])
  for (const id of ids) await passes(id)
  for (const id of ids.slice(0, 2)) {
    expect((await charges(id)).filter((one) => one.state === 'success')).toHaveLength(1)
    expect(tookOf(id)).toBe(1)
  }
  expect((await charges(ids[2]!))[0]).toMatchObject({ state: 'declined' })
})
