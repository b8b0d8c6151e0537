import { StripePayments } from './stripe-payments.ts'
import type { knowCard } from '../areas/payments/public.ts'
import type { StandIn, StandInRequest } from './stand-in.ts'
import {
  listPage,
  readForm,
  StripeRefusal,
  valuesOf,
  type Event,
  type Form,
  type Intent,
  type Refund,
  type StripeAnswer,
  type StripeObject,
} from './stripe-objects.ts'

export const stripe = (options: { token: string; now?: () => number }): Stripe => new Stripe(options)

/** Stripe's API of cards over HTTP. */
export class Stripe implements StandIn {
  private readonly token: string
  private readonly payments: StripePayments

  constructor({ token, now = Date.now }: { token: string; now?: () => number }) {
    this.token = token
    this.payments = new StripePayments(now)
  }

  get intents(): Map<string, Intent> {
    return this.payments.intents
  }
  get refunds(): Map<string, Refund> {
    return this.payments.refunds
  }
  get events(): Event[] {
    return this.payments.events
  }
  /** What Stripe's fields in the browser do with a setup: the card is saved, or the reason why not. */
  confirmSetup(clientSecret: string, card: Parameters<typeof knowCard>[0]): void {
    this.payments.confirmSetup(clientSecret, card)
  }
  /** What they do with a payment that the card's bank asks its holder about, who agrees. */
  confirmPayment(clientSecret: string): void {
    this.payments.confirmPayment(clientSecret)
  }
  /** What staff do at Stripe: evidence goes to the card's bank. */
  giveEvidence(dispute: string): void {
    this.payments.giveEvidence(dispute)
  }
  /** Lets what is due by the clock happen. */
  pass(): void {
    this.payments.pass()
  }

  answer(request: StandInRequest): StripeAnswer {
    this.pass()
    try {
      if (request.headers.authorization !== `Bearer ${this.token}`)
        throw new StripeRefusal(
          401,
          { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' },
          true,
        )
      return structuredClone(this.route(request))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      const { status, unbegun } = error
      return { status, body: structuredClone({ error: error.error }), unbegun }
    }
  }

  private route({ method, path, query, body }: StandInRequest): StripeAnswer {
    const [, kind = '', id, act] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST') {
      const post = this.posts[act === undefined ? kind : `${kind} ${act}`]
      if (!post || (id !== undefined && act === undefined)) throw unknownUrl(method, path)
      const answer = post(readForm(body), id ?? '')
      return 'body' in answer ? (answer as StripeAnswer) : { body: answer }
    }
    const form = readForm(query.toString())
    const list = this.lists[kind]
    if (id === undefined && list) return { body: listPage(list(form), form, path) }
    if (id !== undefined && kind === 'setup_intents')
      return { body: this.payments.setupBody(id, valuesOf(form.expand)) }
    const read = this.reads[kind]
    if (id !== undefined && read) return { body: read(id) }
    throw unknownUrl(method, path)
  }

  private readonly posts: Record<string, (form: Form, id: string) => object | StripeAnswer> = {
    customers: (form) => this.payments.createCustomer(form),
    setup_intents: (form) => this.payments.createSetup(form),
    payment_intents: (form) => this.payments.createIntent(form),
    'payment_intents confirm': (form, id) => this.payments.confirm(id, form),
    'payment_intents cancel': (_form, id) => this.payments.cancel(id),
    refunds: (form) => this.payments.createRefund(form),
  }
  private readonly reads: Record<string, (id: string) => StripeObject> = {
    customers: (id) => this.payments.getCustomer(id),
    payment_intents: (id) => this.payments.getIntent(id),
    charges: (id) => this.payments.getCharge(id),
    refunds: (id) => this.payments.getRefund(id),
    disputes: (id) => this.payments.getDispute(id),
  }
  private readonly lists: Record<string, (query: Form) => readonly StripeObject[]> = {
    payment_intents: ({ customer }) =>
      [...this.intents.values()].filter((intent) => !customer || intent.customer === customer),
    refunds: ({ payment_intent: intent }) =>
      [...this.refunds.values()].filter((refund) => !intent || refund.payment_intent === intent),
    events: ({ types }) => this.events.filter(({ type }) => !types || valuesOf(types).includes(type)),
  }
}

const unknownUrl = (method: string, path: string) =>
  new StripeRefusal(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    true,
  )
