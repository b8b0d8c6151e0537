import { afterEach, beforeAll, expect, test } from 'vitest'
import { staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks } from '#server/test/billing/money.ts'
import { withStripe } from '#server/test/billing/with-stripe.ts'
import { sql } from '#server/platform/database/db.ts'
import { gatewayOf } from './gateways/gateway-of.ts'
import { takeEvents } from './public.ts'

const { h, clock, at, giveCard, newPayer, deliver: told } = withStripe(gatewayOf)
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  vendor_id = await newPayer()
})
afterEach(() => expectSoundBooks(h))

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
/** Told, and all that follows from it done. */
async function deliver(body: Buffer, signature: string | undefined): Promise<number> {
  const status = await told(body, signature)
  await h.app.afterwards.ended()
  return status
}
const eventOf = (type: string) => at.stripe.api.events.findLast((event) => event.type === type)!

test('an event from the gateway settles the pending payment, and a repeated event changes nothing', async () => {
  at.stripe.goWrong(/confirm$/, 'dropped after')
  expect((await charge('120.00')).body.state).toBe('open')
  const { body, signature } = at.stripe.sign(eventOf('payment_intent.succeeded'))
  expect(await deliver(body, signature)).toBe(200)
  expect(await charges()).toMatchObject([{ amount: '120.00', vendor_charge_status_id: 1 }])
  expect(await deliver(body, signature)).toBe(200)
  expect(await charges()).toHaveLength(1)
  expect(await kept()).toMatchObject([{ processed_tm: expect.any(String) }])
})

test('an event with a missing or expired signature is refused and not stored', async () => {
  const before = await kept()
  const event = { ...eventOf('payment_intent.succeeded'), id: 'evt_forged' }
  const { body, signature } = at.stripe.sign(event)
  const changed = Buffer.from(body.toString().replace('evt_forged', 'evt_other1'))
  const refused = [
    await deliver(body, undefined),
    await deliver(changed, signature),
    await deliver(Buffer.alloc(0), signature),
    await deliver(body, at.stripe.sign(event, clock.now - 400_000).signature),
    await deliver(body, at.stripe.sign(event, clock.now + 400_000).signature),
  ]
  expect(refused).toEqual([400, 400, 400, 400, 400])
  expect(await kept()).toEqual(before)
})

test('events that arrive out of order or twice lead to the current state', async () => {
  await giveCard(vendor_id, '4000000000000259')
  at.stripe.webhooks.when = 'held'
  at.stripe.webhooks.times = 2
  at.stripe.webhooks.to = async (body, signature) => void (await deliver(body, signature))
  expect((await charge('80.00')).body.state).toBe('succeeded')
  await at.stripe.release({ reversed: true })
  expect(await charges()).toMatchObject([{ amount: '80.00', dispute: 'open' }, {}])
})

test('an event that can’t be stored isn’t acknowledged, so the gateway sends it again', async () => {
  const { body, signature } = at.stripe.sign({ ...eventOf('payment_intent.succeeded'), id: 'evt_unkept' })
  await sql`alter table gateway_event rename to gateway_event_gone`.execute(h.services.db)
  try {
    expect(await deliver(body, signature)).toBe(500)
  } finally {
    await sql`alter table gateway_event_gone rename to gateway_event`.execute(h.services.db)
  }
  expect(await deliver(body, signature)).toBe(200)
  expect(await kept()).toContainEqual(expect.objectContaining({ event_id: 'evt_unkept' }))
})

test('an event without a subject is stored and has no effect; the others listed with it are processed', async () => {
  clock.now += 60_000
  const odd = { ...eventOf('payment_intent.succeeded'), id: 'evt_odd', data: null }
  const { body, signature } = at.stripe.sign(odd as never)
  expect(await deliver(body, signature)).toBe(200)
  at.stripe.webhooks.when = 'held'
  at.stripe.goWrong(/confirm$/, 'dropped after')
  expect((await charge('90.00')).body.state).toBe('open')
  at.stripe.api.events.push({ ...odd, id: 'evt_odd_listed', created: Math.floor(clock.now / 1000) } as never)
  clock.now += 30_000
  await takeEvents(h.services)
  expect((await charges())[0]).toMatchObject({ amount: '90.00', vendor_charge_status_id: 1 })
  expect((await kept()).filter((one) => one.event_id.startsWith('evt_odd'))).toEqual([
    expect.objectContaining({ event_id: 'evt_odd', processed_tm: expect.any(String) }),
    expect.objectContaining({ event_id: 'evt_odd_listed', processed_tm: expect.any(String) }),
  ])
})
