import Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/services.ts'
import {
  GatewayRefused,
  GatewayUnsure,
  type CardSource,
  type Dispute,
  type Gateway,
  type GatewayEvent,
  type Payer,
  type Payment,
  type PaymentRequest,
  type Refund,
  type RefundRequest,
  type SavedCard,
} from './gateway.ts'
import { sendingOnce, callStripe } from './stripe-errors.ts'
import { cardOf, disputeOf, eventOf, keyMetadata, paymentOf, refundOf } from './stripe-objects.ts'

export const answerMs = 20_000
/** How old a signed event may be, and how far its clock may be ahead of ours. */
export const agedSeconds = 300
export const aheadSeconds = 60
/** How many of a customer's payments, or of a payment's refunds, are searched for a lost one. */
const mostLookedThrough = 1000
const page = 100
/** Events about money that moved. */
const moneyEvents = [
  ...['succeeded', 'payment_failed', 'canceled', 'processing', 'amount_capturable_updated'].map(
    (event) => `payment_intent.${event}`,
  ),
  ...['created', 'updated', 'failed'].map((event) => `refund.${event}`),
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (event) => `charge.dispute.${event}`,
  ),
]

/**
 * Stripe through its own library. Each request is sent once, with our key; retries are up to the caller
 * (docs/domain/gateways.md).
 */
export class StripeGateway implements Gateway {
  readonly name = 'stripe'
  readonly form: { kind: 'stripe'; publishable_key: string }
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  readonly #clock: Clock

  /** @param patience how long to wait for an answer, in ms */
  constructor(settings: NonNullable<Config['stripe']>, clock: Clock, patience = answerMs) {
    const { protocol, hostname, port } = new URL(settings.apiUrl)
    this.#stripe = new Stripe(settings.secretKey, {
      host: hostname,
      port: port || (protocol === 'http:' ? '80' : '443'),
      protocol: protocol === 'http:' ? 'http' : 'https',
      httpClient: sendingOnce(),
      maxNetworkRetries: 0,
      timeout: patience,
      telemetry: false,
    })
    this.#webhookSecret = settings.webhookSecret
    this.#clock = clock
    this.form = { kind: 'stripe', publishable_key: settings.publishableKey }
  }

  beginSetup(key: string, payer: Payer): Promise<{ customer: string; client_secret: string }> {
    return callStripe(async () => {
      const metadata = { vendor_id: String(payer.vendor_id) }
      const { company, email } = payer
      const customer =
        payer.customer ??
        (
          await this.#stripe.customers.create(
            { ...dropBlanks({ name: company, email }), metadata },
            keyFor(key, 'customer'),
          )
        ).id
      const setup = await this.#stripe.setupIntents.create(
        { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata },
        keyFor(key, 'setup'),
      )
      if (setup.client_secret === null)
        throw new GatewayUnsure('Stripe returned no secret for the card setup.')
      return { customer, client_secret: setup.client_secret }
    })
  }

  async saveCard(_key: string, payer: Payer, source: CardSource): Promise<SavedCard> {
    if ('card' in source)
      throw new GatewayRefused('card_data', 'Card details must be sent to Stripe directly.')
    const setup = await callStripe(() =>
      this.#stripe.setupIntents.retrieve(source.setup, { expand: ['payment_method'] }),
    )
    return cardOf(setup, payer)
  }

  createPayment(request: PaymentRequest, attempt = 1): Promise<Payment> {
    const { key, vendor_id, customer, method, amount, description, hold } = request
    return callStripe(async () => {
      const intent = await this.#stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          customer,
          payment_method: method,
          ...dropBlanks({ description }),
          allowed_payment_method_types: ['card'],
          capture_method: hold ? 'manual' : 'automatic',
          metadata: { ...keyMetadata(key), vendor_id: String(vendor_id) },
        },
        keyFor(key, attempt === 1 ? 'create' : `create:${attempt}`),
      )
      return paymentOf(intent)
    })
  }

  confirmPayment(ref: string, key: string): Promise<Payment> {
    return callStripe(async () => {
      try {
        return paymentOf(
          await this.#stripe.paymentIntents.confirm(ref, { off_session: true }, keyFor(key, 'confirm')),
        )
      } catch (error) {
        if (!isDecided(error)) throw error
        const payment = paymentOf(await this.#stripe.paymentIntents.retrieve(ref))
        if (payment.state === 'ready') throw error
        return payment
      }
    })
  }

  holderSecret(ref: string): Promise<string | null> {
    return callStripe(async () => (await this.#stripe.paymentIntents.retrieve(ref)).client_secret)
  }
  async confirmByHolder(): Promise<void> {}

  cancelPayment(ref: string, key: string): Promise<Payment> {
    return callStripe(async () => {
      try {
        return paymentOf(await this.#stripe.paymentIntents.cancel(ref, {}, keyFor(key, 'cancel')))
      } catch (error) {
        if (!isDecided(error)) throw error
        const payment = paymentOf(await this.#stripe.paymentIntents.retrieve(ref))
        if (payment.state !== 'canceled') throw error
        return payment
      }
    })
  }

  readPayment(ref: string): Promise<Payment> {
    return callStripe(async () => paymentOf(await this.#stripe.paymentIntents.retrieve(ref)))
  }
  findPayment({ key, customer }: PaymentRequest): Promise<Payment | null> {
    return callStripe(() =>
      findInList(this.#stripe.paymentIntents.list({ customer, limit: page }), paymentOf, key),
    )
  }

  createRefund({ key, payment, amount }: RefundRequest): Promise<Refund> {
    return callStripe(async () =>
      refundOf(
        await this.#stripe.refunds.create(
          { payment_intent: payment, amount, metadata: keyMetadata(key) },
          keyFor(key, 'refund'),
        ),
      ),
    )
  }
  readRefund(ref: string): Promise<Refund> {
    return callStripe(async () => refundOf(await this.#stripe.refunds.retrieve(ref)))
  }
  findRefund({ key, payment }: RefundRequest): Promise<Refund | null> {
    return callStripe(() =>
      findInList(this.#stripe.refunds.list({ payment_intent: payment, limit: page }), refundOf, key),
    )
  }

  readDispute(ref: string): Promise<Dispute> {
    return callStripe(async () => disputeOf(await this.#stripe.disputes.retrieve(ref)))
  }

  payments(from: Date, to: Date): AsyncIterable<Payment> {
    const list = (span: Span) => this.#stripe.paymentIntents.list({ created: span, limit: page })
    return oldestFirst(from, to, list, paymentOf)
  }
  refunds(from: Date, to: Date): AsyncIterable<Refund> {
    return oldestFirst(
      from,
      to,
      (span) => this.#stripe.refunds.list({ created: span, limit: page }),
      refundOf,
    )
  }
  events(from: Date, to: Date): AsyncIterable<GatewayEvent> {
    const list = (span: Span) => this.#stripe.events.list({ created: span, types: moneyEvents, limit: page })
    return oldestFirst(from, to, list, eventOf)
  }

  readEvent(body: Buffer, signature: string | undefined): GatewayEvent {
    const now = this.#clock.now()
    try {
      const event = this.#stripe.webhooks.constructEvent(
        body,
        signature ?? '',
        this.#webhookSecret,
        agedSeconds,
        undefined,
        now,
      )
      // the library checks only the age
      for (const [, timestamp] of (signature ?? '').matchAll(/(?:^|,)t=(\d+)/g))
        if (Number(timestamp) > now / 1000 + aheadSeconds) throw new Error('The event is dated in the future')
      return eventOf(event)
    } catch {
      throw new GatewayRefused('signature', 'The event’s signature is invalid or expired.')
    }
  }
}

/** Stripe refuses blank texts but accepts missing ones. */
const dropBlanks = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<T>

/** Our key, separate for each step. */
const keyFor = (key: string, step: string) => ({ idempotencyKey: `${key}:${step}` })

/** Whether Stripe says that it was decided before or by this very request; the current state is read then. */
const isDecided = (error: unknown) =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state')

async function findInList<T, R extends { key: string }>(
  list: AsyncIterable<T>,
  read: (thing: T) => R,
  key: string,
): Promise<R | null> {
  let count = 0
  for await (const thing of list) {
    const entry = read(thing)
    if (entry.key === key) return entry
    if (++count >= mostLookedThrough) throw new GatewayUnsure('Too many payments to search.')
  }
  return null
}

interface Span {
  gte: number
  lt: number
}
const windowSeconds = 86_400
/** Stripe lists newest first, so each day is reversed. Its times are whole seconds. */
async function* oldestFirst<T, R>(
  from: Date,
  to: Date,
  list: (created: Span) => AsyncIterable<T>,
  read: (thing: T) => R,
): AsyncGenerator<R> {
  const end = Math.floor(to.getTime() / 1000)
  for (let gte = Math.floor(from.getTime() / 1000); gte < end; gte += windowSeconds) {
    const lt = Math.min(gte + windowSeconds, end)
    const things = await callStripe(async () => {
      const objects: R[] = []
      for await (const thing of list({ gte, lt })) objects.push(read(thing))
      return objects
    })
    yield* things.toReversed()
  }
}
