import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { faults, type Fault } from '#server/stand-ins/stripe-server.ts'
import { staff, waitUntil, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, makePlans, pro } from '#server/test/billing/money.ts'
import { withStripe } from '#server/test/billing/with-stripe.ts'
import { gatewayOf } from './gateways/gateway-of.ts'
import { renew, sendDueMoney, takeEvents } from './public.ts'

const day = 86_400_000
const { h, clock, at, newPayer: payer, deliver } = withStripe(gatewayOf)
let c: Client
beforeAll(async () => {
  c = await staff(h, 'finance')
})
afterEach(() => expectSoundBooks(h))

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
  at.stripe.api.events.filter(
    ({ type, data }) =>
      type === 'payment_intent.succeeded' &&
      (data.object as { metadata?: Record<string, string> }).metadata?.vendor_id === String(vendor_id),
  ).length
/** Three days, in which the gateway is asked as often as it is asked. */
async function passes(vendor_id: number) {
  for (let turn = 0; turn < 16 && (await underWay(vendor_id)).length > 0; turn++) {
    clock.now += 5 * 3_600_000
    await sendDueMoney(h.services)
  }
}
/** An answer that never comes takes its time: one gateway’s own test has those. */
const quick = faults.filter((fault) => !fault.startsWith('hangs'))

test.each(quick)(
  'a charge is made once if creating or confirming it fails with “%s”',
  async (fault: Fault) => {
    for (const where of [/payment_intents$/, /confirm$/]) {
      const id = await payer()
      at.stripe.goWrong(where, fault)
      await charge(id)
      // nothing else is moved of it meanwhile
      if ((await underWay(id)).length > 0) expect(await charge(id, '7.00')).toBeUndefined()
      await passes(id)
      expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`)).toEqual(['120.00 success'])
      expect(tookOf(id)).toBe(1)
    }
  },
)

test('a charge whose creation failed is made a minute later, not once its key is free', async () => {
  const id = await payer()
  at.stripe.goWrong(/payment_intents$/, 'broken before')
  expect(await charge(id)).toBe('open')
  clock.now += 61_000
  await sendDueMoney(h.services)
  expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`)).toEqual(['120.00 success'])
  expect(tookOf(id)).toBe(1)
})

test('a process that stalls while it creates a charge takes nothing once another process has charged', async () => {
  const id = await payer()
  const gateway = gatewayOf(h.services)
  const create = gateway.createPayment.bind(gateway)
  let wake = () => {}
  const creating = vi.spyOn(gateway, 'createPayment').mockImplementationOnce(async (...given) => {
    await new Promise<void>((resolve) => (wake = resolve))
    return create(...given)
  })
  onTestFinished(() => creating.mockRestore())
  const stalled = charge(id)
  await waitUntil(
    () => Promise.resolve(creating.mock.calls.length),
    (calls) => calls === 1,
  )
  clock.now += 3_600_000
  await sendDueMoney(h.services)
  expect(tookOf(id)).toBe(1)
  wake()
  await stalled
  await passes(id)
  expect(tookOf(id)).toBe(1)
  expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`)).toEqual(['120.00 success'])
})

test.each(quick)(
  'a refund is made once, or left for a person to decide, if it fails with “%s”',
  async (fault: Fault) => {
    const id = await payer()
    expect(await charge(id)).toBe('succeeded')
    const before = at.stripe.api.refunds.size
    at.stripe.goWrong(/refunds$/, fault)
    await refund(id, '50.00')
    await passes(id)
    const given = at.stripe.api.refunds.size - before
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
  },
)

test('simultaneous charges, refunds and approvals of one vendor never move more money than allowed', async () => {
  const id = await payer()
  const all = await Promise.all(Array.from({ length: 6 }, () => charge(id)))
  const done = all.filter((state) => state === 'succeeded').length
  expect(done).toBeGreaterThan(0)
  expect(tookOf(id)).toBe(done)
  const before = at.stripe.api.refunds.size
  const { vendor_charge_id } = (await charges(id))[0]!
  const back = { vendor_charge_id, amount: '70.00', note: 'Asked' }
  const refunds = await Promise.all(Array.from({ length: 4 }, () => c.post(`/api/vendor/${id}/refund`, back)))
  expect(refunds.filter(({ body }) => body.state === 'succeeded')).toHaveLength(1)
  expect(at.stripe.api.refunds.size - before).toBe(1)
  clock.now += day
  expect(await charge(id, '1500.00')).toBe('waiting')
  const other = await staff(h, 'admin')
  const [{ money_approval_id }] = (await c.get(`/api/vendor/${id}/payments`)).body.waiting
  await Promise.all(
    Array.from({ length: 4 }, () => other.post(`/api/money-approval/${money_approval_id}/approve`, {})),
  )
  expect(tookOf(id)).toBe(done + 1)
})

test('an event that arrives while its charge’s answer is being read is recorded once', async () => {
  const id = await payer()
  at.stripe.webhooks.when = 'before'
  at.stripe.webhooks.times = 2
  at.stripe.webhooks.to = async (body, signature) => void (await deliver(body, signature))
  await charge(id)
  await refund(id, '120.00')
  at.stripe.webhooks.to = undefined
  at.stripe.webhooks.times = 1
  at.stripe.webhooks.when = 'after'
  await h.app.afterwards.ended()
  await takeEvents(h.services)
  expect((await charges(id)).map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
    '120.00 refunded',
    '120.00 success',
  ])
})

test('workers that renew at once and lose their answers bill and charge a period once', async () => {
  await makePlans(h, pro)
  const ids = [await payer(), await payer(), await payer('4000002760003184')]
  const next_charge_date = new Date(clock.now).toISOString().slice(0, 10)
  await h.services.db
    .updateTable('vendor')
    .set({ next_charge_date, vendor_plan_type_id: 1 })
    .where('vendor_id', 'in', ids)
    .execute()
  at.stripe.goWrong(/confirm$/, 'dropped after')
  at.stripe.goWrong(/confirm$/, 'cut body')
  at.stripe.goWrong(/payment_intents$/, 'dropped after')
  await Promise.all([renew(h.services), renew(h.services), renew(h.services)])
  for (const id of ids) await passes(id)
  for (const id of ids.slice(0, 2)) {
    expect((await charges(id)).filter((one) => one.state === 'success')).toHaveLength(1)
    expect(tookOf(id)).toBe(1)
  }
  expect((await charges(ids[2]!))[0]).toMatchObject({ state: 'declined' })
})
