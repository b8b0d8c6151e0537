import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripe } from '#server/stand-ins/stripe-server.ts'
import { harness } from '#server/test/harness.ts'
import {
  CardRefused,
  GatewayRefused,
  GatewayUnsure,
  type Gateway,
  type Payer,
  type Payment,
  type PaymentRequest,
} from './gateway.ts'
import { Sandbox } from './sandbox.ts'
import { StripeGateway } from './stripe.ts'

const h = harness()
let time = Date.parse('2026-11-24T10:00:00Z')
const clock = { now: () => time }
const pass = (ms: number) => void (time += ms)
const aMinute = 60_000
const aDay = 86_400_000

interface Rig {
  gateway: Gateway
  /** As a customer gives a card in the browser. */
  save: (key: string, payer: Payer, number: string) => ReturnType<Gateway['saveCard']>
  /** As a customer confirms a payment in the browser. */
  holder: (ref: string) => Promise<void>
}
const sandbox = (): Rig => {
  const gateway = new Sandbox(h.services.db, clock)
  return {
    gateway,
    save: (key, payer, card_num) => gateway.saveCard(key, payer, { card: typed(card_num) }),
    holder: (ref) => gateway.confirmByHolder(ref),
  }
}

const typed = (card_num: string) => ({
  name_on_card: 'Pat',
  card_num,
  card_type_id: 1,
  exp_month: 12,
  exp_year: 2030,
  cvc: '123',
})
const keys = {
  secretKey: 'sk_test_a',
  publishableKey: 'pk_test_a',
  webhookSecret: 'whsec_a',
}
let standIn: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  standIn = await startStripe({ token: keys.secretKey, webhookSecret: keys.webhookSecret, now: clock.now })
})
afterAll(() => standIn.close())
const stripe = (): Rig => {
  const gateway = new StripeGateway({ ...keys, apiUrl: standIn.address }, clock)
  return {
    gateway,
    save: async (key, payer, card_num) => {
      const { client_secret, customer } = await gateway.beginSetup(key, payer)
      standIn.api.confirmSetup(client_secret, typed(card_num))
      const [setup = ''] = client_secret.split('_secret')
      return gateway.saveCard(key, { ...payer, customer }, { setup })
    },
    holder: async (ref) => {
      standIn.api.confirmPayment((await gateway.holderSecret(ref))!)
      await gateway.confirmByHolder()
    },
  }
}

let last = 0
const fresh = () => `key-${++last}`
const payer = (): Payer => ({
  vendor_id: ++last,
  company: 'Pat’s shop',
  email: 'pat@example.com',
  customer: null,
})
const good = '4242424242424242'
const outcome = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  )
const all = async <T>(items: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe.each([
  ['sandbox', sandbox],
  ['stripe', stripe],
] as const)('%s', (_name, open) => {
  const rig = () => {
    const { gateway, save, holder } = open()
    /** A card that was saved, and a charge to it that isn't confirmed yet. */
    const ready = async (number = good, more: Partial<PaymentRequest> = {}) => {
      const who = payer()
      const card = await save(fresh(), who, number)
      const request: PaymentRequest = {
        key: fresh(),
        vendor_id: who.vendor_id,
        customer: card.customer,
        method: card.method,
        amount: 4999,
        description: 'Plus',
        hold: false,
        ...more,
      }
      return { who, card, request, payment: await gateway.createPayment(request) }
    }
    const charge = async (number = good, more: Partial<PaymentRequest> = {}) => {
      const made = await ready(number, more)
      return { ...made, payment: await gateway.confirmPayment(made.payment.ref, made.request.key) }
    }
    return { gateway, save, holder, ready, charge }
  }

  test('a card that needs its holder’s confirmation pays once confirmed, and never for a canceled payment', async () => {
    const { gateway, holder, ready } = rig()
    const asks = '4000002760003184'
    const [one, other] = [await ready(asks), await ready(asks)]
    expect((await gateway.readPayment(one.payment.ref)).state).toBe('ready')
    await holder(one.payment.ref)
    expect(await gateway.readPayment(one.payment.ref)).toMatchObject({ state: 'succeeded', amount: 4999 })
    await gateway.cancelPayment(other.payment.ref, fresh())
    await holder(other.payment.ref)
    expect((await gateway.readPayment(other.payment.ref)).state).toBe('canceled')
    await expect(gateway.cancelPayment(one.payment.ref, fresh())).rejects.toThrow(GatewayRefused)
  })

  describe('a card', () => {
    test('is saved with its brand and last four digits', async () => {
      const { save } = rig()
      const cards = await Promise.all(
        [good, '5555555555554444', '378282246310005', '6011111111111117', '4000002500003155'].map((n) =>
          save(fresh(), payer(), n),
        ),
      )
      expect(cards.map(({ brand, card_type_id, last4 }) => [brand, card_type_id, last4])).toEqual([
        ['Visa', 1, '4242'],
        ['Mastercard', 2, '4444'],
        ['American Express', 3, '0005'],
        ['Discover', 4, '1117'],
        ['Visa', 1, '3155'],
      ])
      expect(cards[0]).toEqual({
        customer: expect.any(String) as string,
        method: expect.any(String) as string,
        brand: 'Visa',
        card_type_id: 1,
        last4: '4242',
        exp_month: 12,
        exp_year: 2030,
      })
    })
    test.each([
      ['4242424242424241', 'incorrect_number', null],
      ['4000000000000002', 'card_declined', 'generic_decline'],
      ['4000000000009995', 'card_declined', 'insufficient_funds'],
      ['4000000000009987', 'card_declined', 'lost_card'],
      ['4000000000009979', 'card_declined', 'stolen_card'],
      ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
      ['4000000000000069', 'expired_card', null],
      ['4000000000000127', 'incorrect_cvc', null],
      ['4000000000000119', 'processing_error', null],
      ['4111111111111111', 'card_declined', 'test_mode_live_card'],
    ])('%s isn’t saved: %s %s', async (number, code, decline_code) => {
      const refused = await outcome(rig().save(fresh(), payer(), number))
      expect(refused).toBeInstanceOf(CardRefused)
      expect((refused as CardRefused).refusal).toMatchObject({ code, decline_code })
    })
    test('saved twice with one key is one card', async () => {
      const { save } = rig()
      const [key, who] = [fresh(), payer()]
      expect(await save(key, who, good)).toEqual(await save(key, who, good))
    })
    test('of another customer can’t be charged', async () => {
      const { ready, gateway } = rig()
      const [mine, theirs] = [await ready(), await ready()]
      const { method } = theirs.card
      expect(await outcome(gateway.createPayment({ ...mine.request, key: fresh(), method }))).toBeInstanceOf(
        GatewayRefused,
      )
    })
  })

  describe('a charge', () => {
    test('moves no money until it is confirmed, then moves it once', async () => {
      const { ready, gateway } = rig()
      const { payment, request } = await ready()
      expect(payment).toMatchObject({ state: 'ready', amount: 4999, key: request.key, charge: null })
      const done = await gateway.confirmPayment(payment.ref, request.key)
      expect(done).toMatchObject({ ref: payment.ref, state: 'succeeded', refusal: null })
      expect(done.charge).toMatch(/^ch_/)
      expect(await gateway.confirmPayment(payment.ref, request.key)).toEqual(done)
      expect(await gateway.readPayment(payment.ref)).toEqual(done)
    })
    test('requested twice with one key is made once', async () => {
      const { charge, gateway } = rig()
      const { payment, request } = await charge()
      expect((await gateway.createPayment(request)).ref).toBe(payment.ref)
      expect(await gateway.findPayment(request)).toEqual(payment)
    })
    test.each([{ amount: 5000 }, { description: 'Pro' }, { hold: true }])(
      'with a key already used for a different request is refused: %j',
      async (more) => {
        const { charge, gateway } = rig()
        const { request } = await charge()
        expect(await outcome(gateway.createPayment({ ...request, ...more }))).toMatchObject({
          code: 'idempotency_error',
        })
      },
    )
    test('requested and confirmed by several callers at once moves money once', async () => {
      const { ready, gateway } = rig()
      const { request } = await ready()
      const twice = { ...request, key: fresh() }
      const made = await Promise.allSettled(Array.from({ length: 6 }, () => gateway.createPayment(twice)))
      const refs = new Set(made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.ref] : [])))
      expect(refs.size).toBe(1)
      for (const one of made) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(GatewayUnsure)
      const [ref] = [...refs]
      const told = await Promise.allSettled(
        Array.from({ length: 6 }, () => gateway.confirmPayment(ref!, twice.key)),
      )
      const answers = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['succeeded']))
      expect(new Set(answers.map(({ charge }) => charge)).size).toBe(1)
      for (const one of told) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(GatewayUnsure)
    })
    test('isn’t found when there is none', async () => {
      const { ready, gateway } = rig()
      const { request } = await ready()
      expect(await gateway.findPayment({ ...request, key: fresh() })).toBeNull()
      expect(await outcome(gateway.readPayment('pi_none'))).toMatchObject({ code: 'resource_missing' })
      expect(await outcome(gateway.confirmPayment('pi_none', fresh()))).toMatchObject({
        code: 'resource_missing',
      })
    })
    test.each([
      [49, 'amount_too_small'],
      [100_000_000, 'amount_too_large'],
    ])('of %i cents is refused', async (amount, code) => {
      const { ready, gateway } = rig()
      const { request } = await ready()
      expect(await outcome(gateway.createPayment({ ...request, key: fresh(), amount }))).toMatchObject({
        code,
      })
    })
    test.each([
      ['4000000000000341', 'card_declined', 'generic_decline'],
      ['4000002760003184', 'authentication_required', 'authentication_required'],
      ['4000008260003178', 'card_declined', 'insufficient_funds'],
      ['4100000000000019', 'card_declined', 'fraudulent'],
      ['4000009900000046', 'card_declined', 'lost_card'],
    ])('to %s is refused every time: %s %s', async (number, code, decline_code) => {
      const { charge, gateway } = rig()
      const { payment, request } = await charge(number)
      expect(payment).toMatchObject({ state: 'refused', refusal: { code, decline_code } })
      expect(payment.refusal!.message).toMatch(/^Your card .+\.$/)
      expect(await gateway.confirmPayment(payment.ref, request.key)).toEqual(payment)
      expect(await gateway.readPayment(payment.ref)).toEqual(payment)
      expect(
        await outcome(gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 100 })),
      ).toBeInstanceOf(GatewayRefused)
      const again = await gateway.createPayment({ ...request, key: fresh() })
      expect((await gateway.confirmPayment(again.ref, again.key)).state).toBe('refused')
    })
    test('to a card that declines twice succeeds the third time', async () => {
      const { ready, gateway } = rig()
      const { request } = await ready('4000009900000038')
      const states: Payment['state'][] = []
      for (let i = 0; i < 4; i++) {
        const { ref, key } = await gateway.createPayment({ ...request, key: fresh() })
        states.push((await gateway.confirmPayment(ref, key)).state)
      }
      expect(states).toEqual(['refused', 'refused', 'succeeded', 'succeeded'])
    })
    test('that succeeded without an answer is found as succeeded', async () => {
      const { ready, gateway } = rig()
      const { payment, request } = await ready('4000009900000012')
      expect(await outcome(gateway.confirmPayment(payment.ref, request.key))).toBeInstanceOf(GatewayUnsure)
      expect(await gateway.findPayment(request)).toMatchObject({ ref: payment.ref, state: 'succeeded' })
      expect((await gateway.confirmPayment(payment.ref, request.key)).state).toBe('succeeded')
    })
    test('that failed without an answer is found as not made, however often it is sent', async () => {
      const { ready, gateway } = rig()
      const { payment, request } = await ready('4000009900000020')
      for (let i = 0; i < 2; i++)
        expect(await outcome(gateway.confirmPayment(payment.ref, request.key))).toBeInstanceOf(GatewayUnsure)
      expect(await gateway.readPayment(payment.ref)).toMatchObject({ state: 'ready', charge: null })
      expect((await gateway.cancelPayment(payment.ref, request.key)).state).toBe('canceled')
    })
    test('that is answered late counts once, and a second request meanwhile gets no answer', async () => {
      const { ready, gateway } = rig()
      const { payment, request } = await ready('4000009900000053')
      const confirm = () => gateway.confirmPayment(payment.ref, request.key)
      const told = await Promise.all([outcome(confirm()), outcome(confirm())])
      expect(told).toHaveLength(2)
      expect(told).toContain('done')
      expect(told).toContainEqual(expect.any(GatewayUnsure))
      expect((await confirm()).state).toBe('succeeded')
    })
  })

  describe('a hold', () => {
    test('takes nothing, and can be released', async () => {
      const { charge, gateway } = rig()
      const { payment, request } = await charge(good, { hold: true })
      expect(payment.state).toBe('held')
      expect(
        await outcome(gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 100 })),
      ).toBeInstanceOf(GatewayRefused)
      expect(await gateway.cancelPayment(payment.ref, request.key)).toMatchObject({ state: 'canceled' })
      expect((await gateway.cancelPayment(payment.ref, request.key)).state).toBe('canceled')
      expect((await gateway.readPayment(payment.ref)).state).toBe('canceled')
    })
    test('is refused by a card that wouldn’t pay', async () => {
      const { charge } = rig()
      expect((await charge('4000008260003178', { hold: true })).payment.state).toBe('refused')
    })
  })
  test('an unconfirmed charge can be canceled and then not confirmed; a paid one stays paid', async () => {
    const { ready, charge, gateway } = rig()
    const { payment, request } = await ready()
    await gateway.cancelPayment(payment.ref, request.key)
    expect((await gateway.confirmPayment(payment.ref, request.key)).state).toBe('canceled')
    const paid = await charge()
    expect(await outcome(gateway.cancelPayment(paid.payment.ref, paid.request.key))).toBeInstanceOf(
      GatewayRefused,
    )
    expect((await gateway.readPayment(paid.payment.ref)).state).toBe('succeeded')
  })

  describe('refunds', () => {
    test('add up to their charge and no further', async () => {
      const { charge, gateway } = rig()
      const { payment } = await charge()
      const give = (amount: number, key = fresh()) =>
        gateway.createRefund({ key, payment: payment.ref, amount })
      expect(await give(4000)).toMatchObject({ state: 'succeeded', amount: 4000, payment: payment.ref })
      expect(await outcome(give(1000))).toBeInstanceOf(GatewayRefused)
      expect((await give(999)).state).toBe('succeeded')
      expect(await outcome(give(1))).toMatchObject({ code: 'charge_already_refunded' })
      expect(await outcome(give(0))).toBeInstanceOf(GatewayRefused)
    })
    test('requested twice with one key are made once, and found by it', async () => {
      const { charge, gateway } = rig()
      const { payment } = await charge()
      const request = { key: fresh(), payment: payment.ref, amount: 4000 }
      expect(await gateway.findRefund(request)).toBeNull()
      const made = await gateway.createRefund(request)
      expect(made.key).toBe(request.key)
      expect(await gateway.createRefund(request)).toEqual(made)
      expect(await gateway.findRefund(request)).toEqual(made)
      expect(await gateway.readRefund(made.ref)).toEqual(made)
      expect(await outcome(gateway.createRefund({ ...request, amount: 100 }))).toMatchObject({
        code: 'idempotency_error',
      })
    })
    test('requested at once never exceed the amount paid', async () => {
      const { charge, gateway } = rig()
      const { payment } = await charge()
      const key = fresh()
      const told = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => gateway.createRefund({ key, payment: payment.ref, amount: 2000 })),
        ...Array.from({ length: 6 }, () =>
          gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 1000 }),
        ),
      ])
      const given = new Map<string, number>()
      for (const one of told) if (one.status === 'fulfilled') given.set(one.value.ref, one.value.amount)
      expect([...given.values()].reduce((sum, amount) => sum + amount, 0)).toBe(4000)
      expect(await gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 999 })).toMatchObject({
        state: 'succeeded',
      })
    })
    test('that settle later stay open until then', async () => {
      const { charge, gateway } = rig()
      const { payment } = await charge('4000000000007726')
      const made = await gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 4999 })
      expect(made.state).toBe('open')
      const before = new Date(clock.now())
      pass(2 * aMinute)
      expect((await gateway.readRefund(made.ref)).state).toBe('succeeded')
      expect(await all(gateway.events(before, new Date(clock.now())))).toContainEqual(
        expect.objectContaining({ type: 'refund.updated', about: { refund: made.ref } }),
      )
    })
    test('that fail later leave the money in place, so it can be refunded again', async () => {
      const { charge, gateway } = rig()
      const { payment } = await charge('4000000000005126')
      const made = await gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 4999 })
      expect(made).toMatchObject({ state: 'succeeded', failure: null })
      const before = new Date(clock.now())
      pass(2 * aMinute)
      expect(await gateway.readRefund(made.ref)).toMatchObject({
        state: 'failed',
        failure: 'expired_or_canceled_card',
      })
      expect(await all(gateway.events(before, new Date(clock.now())))).toContainEqual(
        expect.objectContaining({ type: 'refund.failed', about: { refund: made.ref } }),
      )
      expect((await gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 4999 })).state).toBe(
        'succeeded',
      )
    })
  })

  describe('a dispute', () => {
    test.each([
      ['4000000000000259', 'fraudulent', 'open', 'lost'],
      ['4000000000002685', 'product_not_received', 'open', 'won'],
      ['4000000000001976', 'fraudulent', 'inquiry', 'won'],
    ])('of type %s is reported and decided', async (number, reason, state, decided) => {
      const { charge, gateway } = rig()
      const before = new Date(clock.now())
      const { payment } = await charge(number)
      pass(1000)
      const opened = (await all(gateway.events(before, new Date(clock.now())))).find(
        ({ type }) => type === 'charge.dispute.created',
      )
      const { dispute } = opened!.about as { dispute: string }
      expect(await gateway.readDispute(dispute)).toEqual({
        ref: dispute,
        payment: payment.ref,
        amount: 4999,
        reason,
        state,
        due_by: expect.any(String) as string,
        answered: false,
      })
      const { due_by } = await gateway.readDispute(dispute)
      expect(Math.round((Date.parse(due_by!) - before.getTime()) / aDay)).toBe(14)
      const refund = outcome(gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 100 }))
      expect(await refund).toEqual(state === 'open' ? expect.any(GatewayRefused) : 'done')
      pass(31 * aDay)
      expect((await gateway.readDispute(dispute)).state).toBe(decided)
      expect(await all(gateway.events(before, new Date(clock.now())))).toContainEqual(
        expect.objectContaining({ type: 'charge.dispute.closed', about: { dispute } }),
      )
    })
  })

  test('lists what was made in a time span once, oldest first', async () => {
    const { charge, gateway } = rig()
    pass(aDay)
    const from = new Date(clock.now())
    const refs: string[] = []
    const refunds: string[] = []
    for (let i = 0; i < 4; i++) {
      const { payment } = await charge()
      refs.push(payment.ref)
      refunds.push((await gateway.createRefund({ key: fresh(), payment: payment.ref, amount: 100 })).ref)
      pass(50 * aMinute)
    }
    const until = new Date(clock.now())
    pass(aDay)
    await charge()
    expect((await all(gateway.payments(from, until))).map(({ ref }) => ref)).toEqual(refs)
    expect((await all(gateway.refunds(from, until))).map(({ ref }) => ref)).toEqual(refunds)
    expect(await all(gateway.payments(until, until))).toEqual([])
  })
})
