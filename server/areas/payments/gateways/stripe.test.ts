import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faults, startStripe, type Fault } from '#server/stand-ins/stripe-server.ts'
import {
  CardRefused,
  GatewayBusy,
  GatewayRefused,
  GatewayUnsure,
  type GatewayEvent,
  type Payer,
  type PaymentRequest,
} from './gateway.ts'
import { StripeGateway } from './stripe.ts'

const keys = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_a', webhookSecret: 'whsec_secret' }
let time = Date.parse('2026-11-24T10:00:00Z')
const clock = { now: () => time }
let standIn: Awaited<ReturnType<typeof startStripe>>
let gateway: StripeGateway
beforeEach(async () => {
  standIn = await startStripe({ token: keys.secretKey, webhookSecret: keys.webhookSecret, now: clock.now })
  gateway = open()
})
afterEach(() => standIn.close())
const open = (more: Partial<typeof keys & { apiUrl: string }> = {}, patience?: number) =>
  new StripeGateway({ ...keys, apiUrl: standIn.address, ...more }, clock, patience)

const who: Payer = { vendor_id: 7, company: 'Pat’s shop', email: 'pat@example.com', customer: null }
const card = (card_num: string) => ({ card_num, exp_month: 12, exp_year: 2030, cvc: '123' })
const setupOf = (secret: string) => secret.split('_secret')[0]!
async function saved(number = '4242424242424242', payer = who) {
  const { customer, client_secret } = await gateway.beginSetup(`setup-${number}`, payer)
  standIn.api.confirmSetup(client_secret, card(number))
  return gateway.saveCard('save', { ...payer, customer }, { setup: setupOf(client_secret) })
}
async function requestTo(number?: string, key = 'one'): Promise<PaymentRequest> {
  const { customer, method } = await saved(number)
  return { key, vendor_id: 7, customer, method, amount: 4999, description: 'Plus', hold: false }
}
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)
const all = async <T>(items: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** What hangs isn't waited for as long as in earnest; what answers has time on a busy machine. */
const soon = 800
describe('a failing request', () => {
  beforeEach(() => {
    gateway = open({}, soon)
  })
  const busy: readonly Fault[] = ['too many']
  const told = (fault: Fault) => (busy.includes(fault) ? GatewayBusy : GatewayUnsure)
  /** The key has a 500 for an answer, and keeps it. */
  const sticky = (fault: Fault) => fault.startsWith('broken')

  test.each(faults)('to create a charge, %s: exactly one charge is made in the end', async (fault) => {
    const request = await requestTo()
    standIn.goWrong(/payment_intents$/, fault)
    expect(await outcome(gateway.createPayment(request))).toBeInstanceOf(told(fault))
    const again = await outcome(gateway.createPayment(request))
    if (sticky(fault)) expect(again).toBeInstanceOf(GatewayUnsure)
    else expect(again).toMatchObject({ state: 'ready', key: 'one' })
    const found = await gateway.findPayment(request)
    expect(found?.ref).toBe(fault === 'broken before' ? undefined : [...standIn.api.intents.keys()][0])
    expect(standIn.api.intents.size).toBe(fault === 'broken before' ? 0 : 1)
  })
  test.each(faults)('to confirm a charge, %s: the money moves once', async (fault) => {
    const request = await requestTo()
    const { ref } = await gateway.createPayment(request)
    standIn.goWrong(/confirm$/, fault)
    expect(await outcome(gateway.confirmPayment(ref, 'one'))).toBeInstanceOf(told(fault))
    const done = ['dropped after', 'cut body', 'hangs after', 'broken after', 'no json'].includes(fault)
    expect((await gateway.readPayment(ref)).state).toBe(done ? 'succeeded' : 'ready')
    const again = await outcome(gateway.confirmPayment(ref, 'one'))
    if (sticky(fault)) {
      expect(again).toBeInstanceOf(GatewayUnsure)
      // another key asks anew, and money still moves once
      expect((await gateway.confirmPayment(ref, 'two')).state).toBe('succeeded')
    } else expect(again).toMatchObject({ state: 'succeeded' })
    expect(standIn.api.events.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1)
  })
  test.each(faults)('to cancel, %s: the charge is canceled in the end', async (fault) => {
    const request = await requestTo()
    const { ref } = await gateway.createPayment({ ...request, hold: true })
    await gateway.confirmPayment(ref, 'one')
    standIn.goWrong(/cancel$/, fault)
    expect(await outcome(gateway.cancelPayment(ref, 'one'))).toBeInstanceOf(told(fault))
    const again = gateway.cancelPayment(ref, sticky(fault) ? 'two' : 'one')
    expect(await again).toMatchObject({ state: 'canceled' })
  })
  test.each(faults)('to refund, %s: the refund is made once and found', async (fault) => {
    const request = await requestTo()
    const { ref: payment } = await gateway.createPayment(request)
    await gateway.confirmPayment(payment, 'one')
    const refund = { key: 'back', payment, amount: 1000 }
    standIn.goWrong(/refunds$/, fault)
    expect(await outcome(gateway.createRefund(refund))).toBeInstanceOf(told(fault))
    const again = await outcome(gateway.createRefund(refund))
    if (sticky(fault)) expect(again).toBeInstanceOf(GatewayUnsure)
    else expect(again).toMatchObject({ state: 'succeeded', amount: 1000 })
    const made = fault === 'broken before' ? 0 : 1
    expect(standIn.api.refunds.size).toBe(made)
    expect((await gateway.findRefund(refund))?.key).toBe(made ? 'back' : undefined)
  })
  test.each(faults)('to read, %s: the next attempt reads it', async (fault) => {
    const request = await requestTo()
    const { ref } = await gateway.createPayment(request)
    for (const read of [
      () => gateway.readPayment(ref),
      () => gateway.findPayment(request),
      () => all(gateway.payments(new Date(time - 1000), new Date(time + 1000))),
    ]) {
      standIn.goWrong(/payment_intents/, fault)
      const broken = await outcome(read())
      // a fault of an answer to a write is none of one to a read
      if (!sticky(fault)) expect(broken).toBeInstanceOf(told(fault))
      expect(await outcome(read())).not.toBeInstanceOf(Error)
    }
  })
  test.each(faults)('to save a card, %s: one customer and one card are saved', async (fault) => {
    standIn.goWrong(/customers$/, fault)
    expect(await outcome(gateway.beginSetup('k', who))).toBeInstanceOf(told(fault))
    const key = sticky(fault) ? 'l' : 'k'
    const { customer, client_secret } = await gateway.beginSetup(key, who)
    standIn.api.confirmSetup(client_secret, card('4242424242424242'))
    const save = () => gateway.saveCard(key, { ...who, customer }, { setup: setupOf(client_secret) })
    expect(await save()).toEqual(await save())
  })
  test('is sent once, however its connection ends', async () => {
    const request = await requestTo()
    const before = standIn.asked.length
    standIn.goWrong(/payment_intents$/, 'dropped after')
    await outcome(gateway.createPayment(request))
    expect(standIn.asked).toHaveLength(before + 1)
  })
  test('to an unreachable host counts as never sent', async () => {
    const { address } = standIn
    await standIn.close()
    expect(await outcome(open({ apiUrl: address }).readPayment('pi_1'))).toBeInstanceOf(GatewayBusy)
    standIn = await startStripe({ token: keys.secretKey, webhookSecret: keys.webhookSecret })
  })
})

describe('the data sent to Stripe', () => {
  test('carries our key in each write, no telemetry, and the card and its customer', async () => {
    const request = await requestTo()
    const { ref } = await gateway.createPayment(request)
    await gateway.confirmPayment(ref, 'one')
    await gateway.createRefund({ key: 'back', payment: ref, amount: 100 })
    const writes = standIn.asked.filter(({ method }) => method === 'POST')
    expect(writes.map(({ path, headers }) => `${path} ${headers['idempotency-key']}`)).toEqual([
      '/v1/customers setup-4242424242424242:customer',
      '/v1/setup_intents setup-4242424242424242:setup',
      '/v1/payment_intents one:create',
      `/v1/payment_intents/${ref}/confirm one:confirm`,
      '/v1/refunds back:refund',
    ])
    expect(standIn.asked.filter(({ headers }) => headers['x-stripe-client-telemetry'])).toEqual([])
    expect(Object.fromEntries(new URLSearchParams(writes[2]!.body))).toEqual({
      amount: '4999',
      currency: 'usd',
      customer: request.customer,
      payment_method: request.method,
      description: 'Plus',
      'allowed_payment_method_types[0]': 'card',
      capture_method: 'automatic',
      'metadata[intent]': 'one',
      'metadata[vendor_id]': '7',
    })
    expect(writes[3]!.body).toBe('off_session=true')
  })
  test('omits blank fields, which Stripe refuses', async () => {
    const payer = { ...who, company: '', email: '' }
    const { customer, method } = await saved('4242424242424242', payer)
    const blank = {
      key: 'one',
      vendor_id: 7,
      customer,
      method,
      amount: 100,
      description: '',
      hold: false,
    }
    expect(await gateway.createPayment(blank)).toMatchObject({ state: 'ready' })
  })
  test('never includes a card number', async () => {
    const typed = { ...card('4242424242424242'), name_on_card: 'Pat', card_type_id: 1 }
    expect(await outcome(gateway.saveCard('k', who, { card: typed }))).toBeInstanceOf(GatewayRefused)
    expect(standIn.asked).toEqual([])
  })
})

describe('a setup', () => {
  test('saves no card if it is missing, unconfirmed or of another account', async () => {
    const { customer, client_secret } = await gateway.beginSetup('k', who)
    const setup = setupOf(client_secret)
    const mine = { ...who, customer }
    expect(await outcome(gateway.saveCard('k', mine, { setup }))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    })
    standIn.api.confirmSetup(client_secret, card('4000000000009995'))
    expect(await outcome(gateway.saveCard('k', mine, { setup }))).toMatchObject({
      refusal: { decline_code: 'insufficient_funds' },
    })
    standIn.api.confirmSetup(client_secret, card('4242424242424242'))
    const theirs = { ...who, vendor_id: 8 }
    expect(await outcome(gateway.saveCard('k', theirs, { setup }))).toMatchObject({
      code: 'resource_missing',
    })
    expect(await outcome(gateway.saveCard('k', mine, { setup: 'seti_none' }))).toMatchObject({
      code: 'resource_missing',
    })
    expect(await gateway.saveCard('k', mine, { setup })).toMatchObject({ customer, last4: '4242' })
  })
})

test('an API key that Stripe rejects declines no charge: it is tried again when the key is fixed', async () => {
  const request = await requestTo()
  const { ref } = await gateway.createPayment(request)
  standIn.goWrong(/confirm$/, 'dropped after')
  await outcome(gateway.confirmPayment(ref, 'one'))
  const wrong = open({ secretKey: 'sk_test_wrong' })
  for (const ask of [
    () => wrong.readPayment(ref),
    () => wrong.confirmPayment(ref, 'one'),
    () => wrong.createPayment(request),
    () => wrong.findPayment(request),
  ])
    expect(await outcome(ask())).toBeInstanceOf(GatewayBusy)
  expect((await gateway.readPayment(ref)).state).toBe('succeeded')
})
test('errors and gateway logs contain no secret and no request data', async () => {
  gateway = open({}, soon)
  const request = await requestTo('4000000000000341')
  const { ref } = await gateway.createPayment(request)
  const said: unknown[] = [gateway, await outcome(gateway.readPayment('pi_none'))]
  for (const fault of faults) {
    standIn.goWrong(/refunds$/, fault)
    said.push(await outcome(gateway.createRefund({ key: fault, payment: ref, amount: 100 })))
  }
  said.push(await outcome(open({ secretKey: 'sk_test_secret2' }).readPayment(ref)))
  said.push(await outcome(Promise.resolve().then(() => gateway.readEvent(Buffer.from('{}'), 't=1,v1=x'))))
  for (const one of said) {
    const text = inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one)
    expect(text).not.toMatch(/sk_test_secret|whsec_secret|Bearer/)
  }
})
test('the search for a lost payment continues beyond the first page', async () => {
  const request = await requestTo()
  const first = await gateway.createPayment(request)
  for (let i = 0; i < 120; i++) await gateway.createPayment({ ...request, key: `more-${i}` })
  expect((await gateway.findPayment(request))?.ref).toBe(first.ref)
  const listed = await all(gateway.payments(new Date(time - 1000), new Date(time + 1000)))
  expect(listed.map(({ key }) => key)).toEqual(['one', ...Array.from({ length: 120 }, (_, i) => `more-${i}`)])
})

test('an idempotency key expires after a day, and its result is still found', async () => {
  const request = await requestTo()
  const { ref } = await gateway.createPayment(request)
  await gateway.confirmPayment(ref, 'one')
  const refund = { key: 'back', payment: ref, amount: 1000 }
  const made = await gateway.createRefund(refund)
  time += 86_400_001
  expect(await gateway.findPayment(request)).toMatchObject({ ref, state: 'succeeded' })
  expect(await gateway.findRefund(refund)).toEqual(made)
  expect((await gateway.confirmPayment(ref, 'one')).state).toBe('succeeded')
  expect(standIn.api.events.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1)
  // whoever asks anew without looking gives the money back twice
  expect((await gateway.createRefund(refund)).ref).not.toBe(made.ref)
})

describe('an incoming event', () => {
  const taken: GatewayEvent[] = []
  beforeEach(() => {
    taken.length = 0
    standIn.webhooks.to = (body, signature) => void taken.push(gateway.readEvent(body, signature))
  })
  const charged = async (number?: string) => {
    const request = await requestTo(number)
    const { ref } = await gateway.createPayment(request)
    return gateway.confirmPayment(ref, 'one')
  }
  const types = () => taken.map(({ type }) => type)

  test('names its subject', async () => {
    const { ref: payment } = await charged('4000000000000259')
    await expect.poll(types).toHaveLength(3)
    expect(taken.map(({ type, about }) => [type, about])).toEqual([
      ['payment_intent.succeeded', { payment }],
      ['charge.dispute.created', { dispute: expect.stringMatching(/^dp_/) as string }],
      ['charge.dispute.funds_withdrawn', { dispute: expect.stringMatching(/^dp_/) as string }],
    ])
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3)
    expect(await all(gateway.events(new Date(time - 1000), new Date(time + 1000)))).toEqual(taken)
  })
  test('stays the same event if it comes before the answer, twice, late or out of order', async () => {
    standIn.webhooks.when = 'before'
    standIn.webhooks.times = 2
    await charged('4000000000000259')
    expect(types()).toHaveLength(6)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3)
    standIn.webhooks.when = 'held'
    standIn.webhooks.times = 1
    const { dispute } = taken[2]!.about as { dispute: string }
    taken.length = 0
    standIn.api.giveEvidence(dispute)
    await standIn.release({ reversed: false })
    expect(types()).toEqual(['charge.dispute.updated'])
    expect(await gateway.readDispute(dispute)).toMatchObject({ state: 'open', answered: true })
    time += 31 * 86_400_000
    taken.length = 0
    await standIn.release({ reversed: true })
    expect(types()).toEqual(['charge.dispute.closed'])
    expect((await gateway.readDispute(dispute)).state).toBe('lost')
  })
  const event = (more: object = {}) => ({
    id: 'evt_1',
    object: 'event',
    created: 1,
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_1' } },
    ...more,
  })
  const read = (body: Buffer, signature: string | undefined) => () => gateway.readEvent(body, signature)

  test('is accepted as signed for five minutes', () => {
    const { body, signature } = standIn.sign(event())
    expect(read(body, signature)()).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      about: { payment: 'pi_1' },
    })
    for (const seconds of [-299, 59]) {
      const near = standIn.sign(event(), time + seconds * 1000)
      expect(read(near.body, near.signature)).not.toThrow()
    }
    for (const seconds of [-301, 62, 86_400]) {
      const far = standIn.sign(event(), time + seconds * 1000)
      expect(read(far.body, far.signature)).toThrow(GatewayRefused)
    }
  })
  test('is refused if a byte, the signature or the secret differs', () => {
    const { body, signature } = standIn.sign(event())
    const spaced = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
    const other = open({ webhookSecret: 'whsec_other' })
    for (const [bytes, signed] of [
      [spaced, signature],
      [Buffer.alloc(0), signature],
      [body, undefined],
      [body, ''],
      [body, 'v1=x'],
      [body, signature.replace('v1=', 'v0=')],
      [body, signature.replace(/t=\d+/, `t=${time / 1000 + 1}`)],
      [body, `${signature.slice(0, -1)}`],
    ] as const)
      expect(read(bytes, signed)).toThrow(GatewayRefused)
    expect(() => other.readEvent(body, signature)).toThrow(GatewayRefused)
    // while a secret is changed there are two signatures
    expect(read(body, `${signature},v1=${'0'.repeat(64)}`)).not.toThrow()
  })
  test('names no subject if it is about anything else', () => {
    for (const [object, about] of [
      [{ object: 'customer', id: 'cus_1' }, null],
      [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, { payment: 'pi_2' }],
      [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
      [{ object: 'refund', id: 're_1' }, { refund: 're_1' }],
    ]) {
      const { body, signature } = standIn.sign(event({ data: { object } }))
      expect(read(body, signature)()).toMatchObject({ about })
    }
  })
})
test('a decline is an answer, and a card that needs confirmation is refused', async () => {
  const request = await requestTo('4000002760003184')
  const { ref } = await gateway.createPayment(request)
  expect(await gateway.confirmPayment(ref, 'one')).toMatchObject({
    state: 'refused',
    refusal: { code: 'authentication_required' },
  })
  const refused = await outcome(saved('4000000000000002'))
  expect(refused).toBeInstanceOf(CardRefused)
})
