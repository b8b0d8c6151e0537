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
import { sendingOnce, told } from './stripe-errors.ts'
import { cardOf, disputeOf, eventOf, keyed, paymentOf, refundOf } from './stripe-objects.ts'

export const answerMs = 20_000
/** How old a signed event may be, and how far ahead of our clock theirs. */
export const agedSeconds = 300
export const aheadSeconds = 60
/** A customer's newest payments, or a payment's refunds, among which a lost one is looked for. */
const mostLookedThrough = 1000
const page = 100
/** What tells of money that moved. */
const moneyEvents = [
  ...['succeeded', 'payment_failed', 'canceled', 'processing', 'amount_capturable_updated'].map(
    (what) => `payment_intent.${what}`,
  ),
  ...['created', 'updated', 'failed'].map((what) => `refund.${what}`),
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (what) => `charge.dispute.${what}`,
  ),
]

/**
 * Stripe by its own library. Each request is sent once, with our key; who asks again is the caller
 * (docs/domain.md, Gateways).
 */
export class StripeGateway implements Gateway {
  readonly name = 'stripe'
  readonly form: { kind: 'stripe'; publishable_key: string }
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  readonly #clock: Clock

  /** @param patience in ms: how long an answer is waited for */
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
    return told(async () => {
      const metadata = { vendor_id: String(payer.vendor_id) }
      const { company, email } = payer
      const customer =
        payer.customer ??
        (
          await this.#stripe.customers.create(
            { ...filled({ name: company, email }), metadata },
            by(key, 'customer'),
          )
        ).id
      const setup = await this.#stripe.setupIntents.create(
        { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata },
        by(key, 'setup'),
      )
      if (setup.client_secret === null) throw new GatewayUnsure('Stripe gave no secret of the setup.')
      return { customer, client_secret: setup.client_secret }
    })
  }

  async saveCard(_key: string, payer: Payer, source: CardSource): Promise<SavedCard> {
    if ('card' in source) throw new GatewayRefused('card_data', 'A card’s data go to Stripe alone.')
    const setup = await told(() =>
      this.#stripe.setupIntents.retrieve(source.setup, { expand: ['payment_method'] }),
    )
    return cardOf(setup, payer)
  }

  createPayment({
    key,
    vendor_id,
    customer,
    method,
    amount,
    description,
    hold,
  }: PaymentRequest): Promise<Payment> {
    return told(async () => {
      const intent = await this.#stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          customer,
          payment_method: method,
          ...filled({ description }),
          allowed_payment_method_types: ['card'],
          capture_method: hold ? 'manual' : 'automatic',
          metadata: { ...keyed(key), vendor_id: String(vendor_id) },
        },
        by(key, 'create'),
      )
      return paymentOf(intent)
    })
  }

  confirmPayment(ref: string, key: string): Promise<Payment> {
    return told(async () => {
      try {
        return paymentOf(
          await this.#stripe.paymentIntents.confirm(ref, { off_session: true }, by(key, 'confirm')),
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
    return told(async () => (await this.#stripe.paymentIntents.retrieve(ref)).client_secret)
  }
  async confirmByHolder(): Promise<void> {}

  cancelPayment(ref: string, key: string): Promise<Payment> {
    return told(async () => {
      try {
        return paymentOf(await this.#stripe.paymentIntents.cancel(ref, {}, by(key, 'cancel')))
      } catch (error) {
        if (!isDecided(error)) throw error
        const payment = paymentOf(await this.#stripe.paymentIntents.retrieve(ref))
        if (payment.state !== 'canceled') throw error
        return payment
      }
    })
  }

  readPayment(ref: string): Promise<Payment> {
    return told(async () => paymentOf(await this.#stripe.paymentIntents.retrieve(ref)))
  }
  findPayment({ key, customer }: PaymentRequest): Promise<Payment | null> {
    return told(() => lookedUp(this.#stripe.paymentIntents.list({ customer, limit: page }), paymentOf, key))
  }

  createRefund({ key, payment, amount }: RefundRequest): Promise<Refund> {
    return told(async () =>
      refundOf(
        await this.#stripe.refunds.create(
          { payment_intent: payment, amount, metadata: keyed(key) },
          by(key, 'refund'),
        ),
      ),
    )
  }
  readRefund(ref: string): Promise<Refund> {
    return told(async () => refundOf(await this.#stripe.refunds.retrieve(ref)))
  }
  findRefund({ key, payment }: RefundRequest): Promise<Refund | null> {
    return told(() =>
      lookedUp(this.#stripe.refunds.list({ payment_intent: payment, limit: page }), refundOf, key),
    )
  }

  readDispute(ref: string): Promise<Dispute> {
    return told(async () => disputeOf(await this.#stripe.disputes.retrieve(ref)))
  }

  payments(from: Date, until: Date): AsyncIterable<Payment> {
    const list = (created: Span) => this.#stripe.paymentIntents.list({ created, limit: page })
    return oldestFirst(from, until, list, paymentOf)
  }
  refunds(from: Date, until: Date): AsyncIterable<Refund> {
    return oldestFirst(
      from,
      until,
      (created) => this.#stripe.refunds.list({ created, limit: page }),
      refundOf,
    )
  }
  events(from: Date, until: Date): AsyncIterable<GatewayEvent> {
    const list = (created: Span) => this.#stripe.events.list({ created, types: moneyEvents, limit: page })
    return oldestFirst(from, until, list, eventOf)
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
      // the library looks at age alone
      for (const [, signed] of (signature ?? '').matchAll(/(?:^|,)t=(\d+)/g))
        if (Number(signed) > now / 1000 + aheadSeconds) throw new Error('of the future')
      return eventOf(event)
    } catch {
      throw new GatewayRefused('signature', 'This event isn’t signed by Stripe, or not now.')
    }
  }
}

/** Stripe refuses a blank text, and takes none. */
const filled = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<T>

/** A key of ours, apart for each thing that is done by it. */
const by = (key: string, what: string) => ({ idempotencyKey: `${key}:${what}` })

/** Whether Stripe says that it was decided before, or by this very request: what stands is read then. */
const isDecided = (error: unknown) =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state')

async function lookedUp<T, R extends { key: string }>(
  list: AsyncIterable<T>,
  read: (thing: T) => R,
  key: string,
): Promise<R | null> {
  let seen = 0
  for await (const thing of list) {
    const one = read(thing)
    if (one.key === key) return one
    if (++seen >= mostLookedThrough) throw new GatewayUnsure('There is too much to look through.')
  }
  return null
}

interface Span {
  gte: number
  lt: number
}
const windowSeconds = 86_400
/** Stripe lists the newest first: a day at a time is turned round. It knows whole seconds. */
async function* oldestFirst<T, R>(
  from: Date,
  until: Date,
  list: (created: Span) => AsyncIterable<T>,
  read: (thing: T) => R,
): AsyncGenerator<R> {
  const end = Math.floor(until.getTime() / 1000)
  for (let gte = Math.floor(from.getTime() / 1000); gte < end; gte += windowSeconds) {
    const lt = Math.min(gte + windowSeconds, end)
    const things = await told(async () => {
      const found: R[] = []
      for await (const thing of list({ gte, lt })) found.push(read(thing))
      return found
    })
    yield* things.toReversed()
  }
}
