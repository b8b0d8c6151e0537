import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makePayer, makePlans, pro } from '#server/test/billing/money.ts'
import { keepEvents, processEvents } from './gateways/events.ts'
import { renew } from './public.ts'

const h = harness()
let c: Client
let vendor_id: number
const at = (time: string) => (h.services.clock.now = () => Date.parse(`2030-01-31T${time}Z`))
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro)
})
beforeEach(async () => {
  at('12:00:00')
  vendor_id = await makePayer(h)
})
afterEach(() => expectSoundBooks(h))
const charges = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges

/** The gateway's own clock goes on: its event comes by the webhook. */
const eventComes = async () => {
  const { gateway_ref } = await h.services.db
    .selectFrom('money_intent')
    .select('gateway_ref')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  const event = { id: `evt_${gateway_ref}`, type: 'test', about: { payment: gateway_ref! } }
  await keepEvents(h.services.db, 'sandbox', [event], new Date(h.services.clock.now()).toISOString())
  await processEvents(h.services)
}

test('an invoice paid after the clock moved back counts as already requested', async () => {
  await giveCard(h, vendor_id, '4000009900000012')
  await renew(h.services)
  expect(await charges()).toEqual([])
  at('11:00:00')
  await eventComes()
  expect(await charges()).toMatchObject([{ amount: '49.00', state: 'success' }])
})
