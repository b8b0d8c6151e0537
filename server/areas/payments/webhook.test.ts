import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '../../test/harness.ts'
import { expectSoundBooks } from '../../test/money.ts'
import { startStripe } from '../../stand-ins/stripe-server.ts'
import { gatewayOf } from './gateways/of.ts'
import { saveCard } from './save-card.ts'

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
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Payer', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  vendor_id = row.vendor_id
})
afterEach(() => expectSoundBooks(h))

async function giveCard(card_num: string) {
  const payer = { vendor_id, company: 'Payer', email: '', customer: null }
  const { client_secret } = await gatewayOf(h.services).beginSetup(`setup ${card_num}`, payer)
  stripe.api.confirmSetup(client_secret, { card_num, exp_month: 12, exp_year: 2034, cvc: '123' })
  await saveCard(h.services, vendor_id, { setup: client_secret.split('_secret')[0]! })
}
const charge = (amount: string) =>
  c.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount,
  })
const charges = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
const kept = () =>
  h.services.db.selectFrom('gateway_event').select(['event_id', 'processed_tm', 'type']).execute()
/** As the gateway calls: no session, no token of ours, its own kind of content. */
async function deliver(body: Buffer, signature: string | undefined): Promise<number> {
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api-public/gateway-events',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    payload: body,
  })
  await h.app.afterwards.ended()
  return answer.statusCode
}
const eventOf = (type: string) => stripe.api.events.findLast((event) => event.type === type)!

test('an event of the gateway settles what waits for its answer, and twice does nothing twice', async () => {
  await giveCard('4242424242424242')
  stripe.goWrong(/confirm$/, 'dropped after')
  expect((await charge('120.00')).body.state).toBe('open')
  const { body, signature } = stripe.sign(eventOf('payment_intent.succeeded'))
  expect(await deliver(body, signature)).toBe(200)
  expect(await charges()).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
  expect(await deliver(body, signature)).toBe(200)
  expect(await charges()).toHaveLength(1)
  expect(await kept()).toMatchObject([{ processed_tm: expect.any(String) }])
})

test('what the gateway didn’t sign, or not now, is refused, and nothing of it is kept', async () => {
  const before = await kept()
  const event = { ...eventOf('payment_intent.succeeded'), id: 'evt_forged' }
  const { body, signature } = stripe.sign(event)
  const changed = Buffer.from(body.toString().replace('evt_forged', 'evt_other1'))
  const refused = [
    await deliver(body, undefined),
    await deliver(changed, signature),
    await deliver(Buffer.alloc(0), signature),
    await deliver(body, stripe.sign(event, now - 400_000).signature),
    await deliver(body, stripe.sign(event, now + 400_000).signature),
  ]
  expect(refused).toEqual([400, 400, 400, 400, 400])
  expect(await kept()).toEqual(before)
})

test('events that come turned round and doubled lead to what is true now', async () => {
  await giveCard('4000000000000259')
  stripe.webhooks.when = 'held'
  stripe.webhooks.times = 2
  stripe.webhooks.to = async (body, signature) => void (await deliver(body, signature))
  expect((await charge('80.00')).body.state).toBe('succeeded')
  await stripe.release({ reversed: true })
  expect(await charges()).toMatchObject([{ amount: '80.00', dispute: 'open' }, {}])
})
