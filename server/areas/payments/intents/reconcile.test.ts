import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makeVendor } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { reconcile } from '../public.ts'
import { noticesLike } from '#server/test/notices.ts'
import { lookForProblems } from '#server/areas/notifications/public.ts'

const h = harness()
let c: Client
let vendor_id: number
const hour = 3_600_000
const day = 24 * hour
let now = Date.parse('2030-01-31T12:00:00Z')
beforeAll(async () => {
  c = await staff(h, 'finance')
  h.services.clock.now = () => now
})
beforeEach(async () => {
  now += 200 * day
  vendor_id = await makeVendor(h)
  await giveCard(h, vendor_id)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectSoundBooks(h)
  await run(`update gateway_difference set gone_tm = now() where gone_tm is null`)
})

const run = (text: string) => sql.raw(text).execute(h.services.db)
const charge = async (amount: string, more: object = {}) =>
  (
    await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount,
      ...more,
    })
  ).body.state
const hold = () => charge('30.00', { vendor_charge_trans_type_id: 2 })
/** The vendor’s payments at the gateway, from now on. */
const atGateway = (change: string) =>
  run(`update sandbox_payment set ${change} where vendor_id = ${vendor_id}`)
const differences = async () => {
  await reconcile(h.services)
  const { body } = await c.get('/api/payments/waiting')
  return (body.differences as { what: string; ours: string; theirs: string }[]).map(
    ({ what, ours, theirs }) => `${what}: ${ours} | ${theirs}`,
  )
}
/** How many days back the gateway is asked for its payments. */
const daysBack = async () => {
  const listed = vi.spyOn(gatewayOf(h.services), 'payments')
  await reconcile(h.services)
  return Math.round((now - listed.mock.lastCall![0].getTime()) / day)
}
const told = async () => {
  await lookForProblems(h.services)
  return (await noticesLike(h, '% from the gateway')).length
}

describe('records that match show no difference', () => {
  test('for a released hold, a declined charge and a failed charge', async () => {
    expect(await hold()).toBe('succeeded')
    await giveCard(h, vendor_id, '4000000000000341')
    expect(await charge('31.00')).toBe('declined')
    expect(await charge('32.00')).toBe('declined')
    // as a person decides it of one without an answer
    await run(`update money_intent set state = 'failed' where vendor_id = ${vendor_id} and amount = 32`)
    now += 3 * hour
    expect(await differences()).toEqual([])
  })

  test('for a charge that was only started and is marked as not made', async () => {
    await giveCard(h, vendor_id, '4000000000000341')
    await charge('33.00')
    await run(`update money_intent set state = 'failed' where vendor_id = ${vendor_id}`)
    await atGateway(`state = 'ready'`)
    now += 3 * hour
    expect(await differences()).toEqual([])
  })
})

test('a captured hold and a hold that only the gateway has are reported', async () => {
  await hold()
  await atGateway(`state = 'succeeded'`)
  await run(`
    insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, created_tm)
    select 'pi_sandbox_held', vendor_id, customer, method, 34, '', true, 'held', created_tm
    from sandbox_payment
    where vendor_id = ${vendor_id}`)
  now += 3 * hour
  expect((await differences()).toSorted()).toEqual([
    'state: succeeded | succeeded',
    'unknown: nothing | $34.00, held',
  ])
})

test('a payment missing at the gateway is reported after an hour, since it may be listed late', async () => {
  await charge('35.00')
  await atGateway(`created_tm = '2020-01-01'`)
  now += hour / 2
  expect(await differences()).toEqual([])
  now += hour
  expect(await differences()).toEqual(['missing: $35.00, succeeded | nothing'])
})

describe('the comparison with the gateway', () => {
  const differs = async () => {
    await charge('36.00')
    await atGateway(`state = 'canceled'`)
    now += 3 * hour
    expect(await differences()).toEqual(['state: succeeded | canceled'])
  }

  test('covers the last seven days', async () => {
    expect(await daysBack()).toBe(7)
  })

  test('reaches back a week before an open difference until it is resolved, and reports it again if it returns', async () => {
    await differs()
    const before = await told()
    now += 20 * day
    expect(await daysBack()).toBe(27)
    // staff heard of it
    expect(await told()).toBe(before)
    await atGateway(`state = 'succeeded'`)
    expect(await differences()).toEqual([])
    expect(await daysBack()).toBe(7)
    await atGateway(`state = 'canceled', created_tm = '${new Date(now - day).toISOString()}'`)
    expect(await differences()).toEqual(['state: succeeded | canceled'])
  })

  test('covers seven days again after a difference is accepted', async () => {
    await differs()
    now += 20 * day
    const [{ gateway_difference_id: id }] = (await c.get('/api/payments/waiting')).body.differences
    await c.post(`/api/payments/difference/${id}/accept`, { reason: 'Let go by hand' })
    expect(await daysBack()).toBe(7)
  })

  test('covers sixty days at most, and older differences stay open', async () => {
    await differs()
    now += 100 * day
    expect(await daysBack()).toBe(60)
    expect(await differences()).toEqual(['state: succeeded | canceled'])
  })
})
