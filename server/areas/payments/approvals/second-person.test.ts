import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makePlans, makeVendor, pro } from '#server/test/billing/money.ts'
import { renew, sendDueMoney } from '../public.ts'

const h = harness()
let c: Client
let other: Client
let third: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  other = await staff(h, 'admin')
  third = await staff(h, 'account_manager')
  h.services.clock.now = () => now
})
const noon = Date.parse('2030-01-31T12:00:00Z')
let now = noon
beforeEach(async () => {
  now = noon
  vendor_id = await makeVendor(h)
  await giveCard(h, vendor_id)
})
afterEach(() => expectSoundBooks(h))

const charges = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
const waiting = async () => (await c.get(`/api/vendor/${vendor_id}/payments`)).body.waiting
const charge = (amount: string, more: object = {}) =>
  c.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount,
    ...more,
  })
const activity = async (type: string) =>
  h.services.db
    .selectFrom('activity')
    .select(['message', 'reason'])
    .where('vendor_id', '=', vendor_id)
    .where('type', '=', type)
    .orderBy('activity_id')
    .execute()

const day = 86_400_000
const effects = async (act: string, body: object) =>
  (await c.post(`/api/vendor/${vendor_id}/${act}/effects`, body)).body

describe('several payments below the limit in one day', () => {
  const charged = async (amount: string, more: object = {}, by = c) =>
    (
      await by.post(`/api/vendor/${vendor_id}/manual-charge`, {
        vendor_charge_type_id: 2,
        vendor_charge_trans_type_id: 1,
        charge_description: 'Feed set-up',
        amount,
        ...more,
      })
    ).body.state

  test('wait for a second person once their sum exceeds it, and no longer a day later', async () => {
    expect(await charged('600.00')).toBe('succeeded')
    now += 1000
    expect(await charged('400.00')).toBe('succeeded')
    expect(await charged('0.50')).toBe('waiting')
    // what was recorded or is a third party's counts, a hold doesn't
    expect(await charged('1.00', { ghost: true })).toBe('waiting')
    expect(await charged('2.00', { vendor_charge_trans_type_id: 5 })).toBe('waiting')
    expect(await charged('1000.00', { vendor_charge_trans_type_id: 2 })).toBe('succeeded')
    // another person has moved nothing here yet
    expect(await charged('1000.00', {}, other)).toBe('succeeded')
    now = noon + day - 1
    expect(await charged('600.00')).toBe('waiting')
    now = noon + day
    expect(await charged('600.00')).toBe('succeeded')
    expect(await charged('0.51')).toBe('waiting')
  })

  test('count only what was paid, not what was declined or approved by a second person', async () => {
    expect(await charged('900.00', { ghost: true })).toBe('succeeded')
    expect(await charged('500.00')).toBe('waiting')
    const [{ money_approval_id: id }] = await waiting()
    expect((await other.post(`/api/money-approval/${id}/approve`, {})).body.state).toBe('succeeded')
    await giveCard(h, vendor_id, '4000000000000341')
    expect(await charged('100.00')).toBe('declined')
    await giveCard(h, vendor_id)
    expect(await charged('100.00')).toBe('succeeded')
    expect(await charged('0.50')).toBe('waiting')
  })

  test('count for refunds with charges, and the preview says so', async () => {
    expect(await charged('900.00', {}, other)).toBe('succeeded')
    expect(await charged('900.00', {}, third)).toBe('succeeded')
    const all = (await charges()) as { vendor_charge_id: number }[]
    const refund = async (nth: number, amount: string) =>
      (
        await c.post(`/api/vendor/${vendor_id}/refund`, {
          vendor_charge_id: all[nth]!.vendor_charge_id,
          amount,
          note: 'Asked for',
        })
      ).body.state
    const of = { vendor_charge_id: all[1]!.vendor_charge_id }
    expect(await refund(0, '900.00')).toBe('succeeded')
    expect(await effects('refund', { ...of, amount: '100.00' })).toMatchObject({ second_person: null })
    expect(await effects('refund', { ...of, amount: '100.01' })).toMatchObject({
      second_person: { above: '1000.00', moved: '900.00' },
    })
    expect(await refund(1, '100.01')).toBe('waiting')
    expect(await refund(1, '50.00')).toBe('succeeded')
    expect(await charged('50.00')).toBe('succeeded')
    expect(await charged('0.50')).toBe('waiting')
    expect(await refund(1, '1.00')).toBe('waiting')
  })
})

describe('a charge above the limit', () => {
  test('waits for another person, who approves it once; one exactly at the limit doesn’t wait', async () => {
    expect((await charge('1000.00')).body.state).toBe('succeeded')
    now += day
    expect((await charge('1000.01')).body.state).toBe('waiting')
    expect((await charge('1000.01')).status).toBe(409)
    expect(await charges()).toHaveLength(1)
    const [{ money_approval_id: id }] = await waiting()
    expect((await c.post(`/api/money-approval/${id}/approve`, {})).status).toBe(403)
    expect(await charges()).toHaveLength(1)
    expect((await other.post(`/api/money-approval/${id}/approve`, {})).body.state).toBe('succeeded')
    expect((await other.post(`/api/money-approval/${id}/approve`, {})).status).toBe(409)
    expect(await charges()).toMatchObject([{ amount: '1000.01' }, { amount: '1000.00' }])
    expect(await waiting()).toEqual([])
  })

  test('and equal refunds of two charges wait side by side', async () => {
    const otherAdmin = await staff(h, 'admin')
    const limit = async (second_person_above: string) => {
      await otherAdmin.post('/api/payments/second-person', { second_person_above })
      const { approvals } = (await other.get('/api/payments/waiting')).body
      const asked = approvals.find((one: { act: string }) => one.act === 'approval_limit')
      expect((await other.post(`/api/money-approval/${asked.money_approval_id}/approve`, {})).status).toBe(
        200,
      )
    }
    await limit('100.00')
    onTestFinished(() => limit('1000.00'))
    await charge('100.00')
    now += day
    await charge('100.00')
    now += day
    await limit('99.00')
    const { changes } = await h.services.db
      .selectFrom('activity')
      .select('changes')
      .where('type', '=', 'payment.setting')
      .orderBy('activity_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(changes).toEqual({ second_person_above: { from: '100.00', to: '99.00' } })
    const [second, first] = (await charges()) as { vendor_charge_id: number }[]
    const refund = ({ vendor_charge_id }: { vendor_charge_id: number }) =>
      c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '100.00', note: 'Asked for' })
    const told = async ({ vendor_charge_id }: { vendor_charge_id: number }) =>
      (await c.post(`/api/vendor/${vendor_id}/refund/effects`, { vendor_charge_id, amount: '100.00' })).body
    expect((await refund(first!)).body.state).toBe('waiting')
    expect((await told(second!)).second_person).toMatchObject({ above: '99.00' })
    expect((await refund(second!)).body.state).toBe('waiting')
    // said before it is asked for, too
    const waits = 'The same request is already waiting for approval'
    expect((await told(second!)).error.message).toBe(waits)
    expect((await refund(second!)).body.error.message).toBe(waits)
    // whoever agrees reads of which charge each is
    expect(await waiting()).toMatchObject([
      { act: 'refund', text: 'Feed set-up: Asked for' },
      { act: 'refund', text: 'Feed set-up: Asked for' },
    ])
  })

  test('is checked later by the limit at the time of the request, refunds too', async () => {
    await charge('120.00')
    const [{ vendor_charge_id }] = await charges()
    const refund = { vendor_charge_id, amount: '20.00', note: 'Asked' }
    expect((await c.post(`/api/vendor/${vendor_id}/refund`, refund)).body.state).toBe('succeeded')
    const limits = await h.services.db
      .selectFrom('money_intent')
      .select(['kind', 'second_person_above'])
      .where('vendor_id', '=', vendor_id)
      .orderBy('kind')
      .execute()
    expect(limits).toEqual([
      { kind: 'manual', second_person_above: '1000.00' },
      { kind: 'refund', second_person_above: '1000.00' },
    ])
  })

  test('shows before approval what it would do now', async () => {
    await charge('1200.00', { update_next_charge_date: true })
    const again = {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount: '1200.00',
    }
    const { body } = await c.post(`/api/vendor/${vendor_id}/manual-charge/effects`, again)
    expect(body.error.message).toBe('The same request is already waiting for approval')
    const [{ money_approval_id: id }] = await waiting()
    const told = (by = other) => by.get(`/api/money-approval/${id}/effects`)
    expect((await told(c)).status).toBe(403)
    expect((await told(await staff(h, 'support'))).status).toBe(403)
    expect((await told()).body).toMatchObject({
      lines: [{ text: 'Feed set-up', amount: '1200.00' }],
      card: 'Visa 4242',
      card_asked: '1200.00',
      next_charge_date: { from: null, to: '2030-02-28' },
      second_person: null,
      faults: {},
    })
    // by what holds now: without a card it can't be done, and not while other money is under way
    await giveCard(h, vendor_id, '4000009900000012')
    expect((await charge('5.00')).body.state).toBe('open')
    expect((await told()).body.error.message).toContain('is pending at the gateway')
    now += 600_000
    await sendDueMoney(h.services)
    await h.services.db
      .updateTable('payment_method')
      .set({ removed_tm: new Date(now).toISOString() })
      .where('vendor_id', '=', vendor_id)
      .execute()
    const { faults } = (await told()).body
    expect(Object.values(faults)).toHaveLength(1)
    const refused = await other.post(`/api/money-approval/${id}/approve`, {})
    expect(refused.body.error.fields).toEqual(faults)
    await other.post(`/api/money-approval/${id}/refuse`, { reason: 'No card' })
    expect((await told()).status).toBe(409)
  })

  test('and a refund show that they can’t be made if too little is left meanwhile', async () => {
    await charge('900.00')
    await charge('900.00')
    const [{ money_approval_id: asked }] = await waiting()
    await other.post(`/api/money-approval/${asked}/approve`, {})
    await charge('100.00')
    const all = (await charges()) as { vendor_charge_id: number; amount: string }[]
    const refund = (vendor_charge_id: number, amount: string, by = c) =>
      by.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount, note: 'Asked for' })
    const [first, second] = all.filter(({ amount }) => amount === '900.00')
    now += day
    expect((await refund(first!.vendor_charge_id, '900.00')).body.state).toBe('succeeded')
    expect((await refund(second!.vendor_charge_id, '899.00')).body.state).toBe('waiting')
    const [{ money_approval_id: id }] = await waiting()
    const told = async () => (await other.get(`/api/money-approval/${id}/effects`)).body
    expect(await told()).toMatchObject({ card_asked: '-899.00', second_person: null, faults: {} })
    expect((await refund(second!.vendor_charge_id, '2.00', other)).body.state).toBe('succeeded')
    expect((await told()).faults).toEqual({ amount: 'At most $898, the amount not yet refunded' })
  })

  test('that is rejected is never made, and the log says why', async () => {
    await charge('2000.00')
    const [{ money_approval_id: id }] = await waiting()
    await other.post(`/api/money-approval/${id}/refuse`, { reason: 'Twice too much' })
    expect((await other.post(`/api/money-approval/${id}/approve`, {})).status).toBe(409)
    expect(await charges()).toEqual([])
    expect(await activity('payment.refuse')).toEqual([
      { message: 'Rejected: $2,000, Feed set-up', reason: 'Twice too much' },
    ])
  })

  test('that is rejected shows the reason to the requester for seven days; a withdrawn one doesn’t', async () => {
    const decide = async (by: Client, reason: string) => {
      const [{ money_approval_id: id }] = await waiting()
      expect((await by.post(`/api/money-approval/${id}/refuse`, { reason })).status).toBe(204)
    }
    const refused = async (by = c) => (await by.get(`/api/vendor/${vendor_id}/payments`)).body.refused
    await charge('2000.00')
    await decide(other, 'Twice too much')
    now += 1000
    await charge('3000.00')
    await decide(other, 'Ask them first')
    await charge('4000.00')
    await decide(c, 'A mistake')
    expect(await refused()).toMatchObject([
      { amount: '3000.00', text: 'Feed set-up', reason: 'Ask them first', own: true },
      {
        amount: '2000.00',
        act: 'manual_charge',
        reason: 'Twice too much',
        refused_tm: '2030-01-31T12:00:00.000Z',
      },
    ])
    expect((await refused(other)).map((one: { own: boolean }) => one.own)).toEqual([false, false])
    now += 7 * day - 1000
    expect(await refused()).toMatchObject([{ amount: '3000.00' }])
    now += 1000
    expect(await refused()).toEqual([])
  })
})

test('canceling everything is possible once all charges for the current period are fully refunded', async () => {
  await charge('50.00', { update_next_charge_date: true })
  const cancel = () => c.post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})
  const [{ vendor_charge_id }] = await charges()
  const refund = async (amount: string) =>
    (await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount, note: 'Asked' })).body
  expect(await refund('49.00')).toMatchObject({ state: 'succeeded', cancel_eligible: false })
  expect((await cancel()).status).toBe(409)
  expect(await refund('1.00')).toMatchObject({ state: 'succeeded', cancel_eligible: true })
  expect((await cancel()).body).toEqual({ waiting: false })
  const { next_charge_date } = await h.services.db
    .selectFrom('vendor')
    .select('next_charge_date')
    .where('vendor_id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  expect(next_charge_date).toBeNull()
  expect(await activity('payment.cancel')).toHaveLength(1)
})

test('canceling everything is refused while a charge is pending', async () => {
  await charge('50.00', { update_next_charge_date: true })
  const [{ vendor_charge_id }] = await charges()
  const refund = { vendor_charge_id, amount: '50.00', note: 'Asked' }
  expect((await c.post(`/api/vendor/${vendor_id}/refund`, refund)).body.cancel_eligible).toBe(true)
  await giveCard(h, vendor_id, '4000009900000012')
  expect((await charge('5.00')).body.state).toBe('open')
  const cancel = async () => (await c.post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})).status
  expect(await cancel()).toBe(409)
  now += 600_000
  await sendDueMoney(h.services)
  expect(await cancel()).toBe(200)
})

test('a declined card is emailed only to addresses that want billing emails', async () => {
  await makePlans(h, pro)
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_plan_type_id: 1, next_charge_date: '2030-01-31' })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await h.services.db
    .insertInto('notification_email')
    .values([
      { vendor_id, email: 'bills@example.com', billing: true },
      { vendor_id, email: 'stock@example.com', billing: false },
    ])
    .execute()
  await giveCard(h, vendor_id, '4000000000000341')
  await renew(h.services)
  const mails = await h.services.db.selectFrom('mail').select(['recipient', 'subject']).execute()
  expect(mails).toEqual([{ recipient: 'bills@example.com', subject: 'Your payment of $49 failed' }])
})
