import {
  behaviourOf,
  disputeMs,
  evidenceMs,
  expiredCard,
  hasEnded,
  knowCard,
  refundMs,
} from '../areas/payments/public.ts'
import {
  invalid,
  missing,
  onlyKnows,
  StripeRefusal,
  text,
  type Dispute,
  type Event,
  type Form,
  type Intent,
  type Method,
  type Refund,
  type Setup,
  type StripeAnswer,
  type StripeObject,
} from './stripe-objects.ts'

type Card = Parameters<typeof knowCard>[0]
type Customer = StripeObject & { metadata: object }
interface CardRefusal {
  code: string
  decline_code: string | null
  message: string
}

/** What Stripe keeps, by which rules its objects change, and the events of that. */
export class StripePayments {
  readonly intents = new Map<string, Intent>()
  readonly refunds = new Map<string, Refund>()
  readonly events: Event[] = []

  private readonly now: () => number
  private readonly customers = new Map<string, Customer>()
  private readonly setups = new Map<string, Setup>()
  private readonly methods = new Map<string, Method>()
  /** How each method's card behaves, and how often it was refused. */
  private readonly cards = new Map<string, { behaviour: string; refusals: number }>()
  private readonly charges = new Map<string, StripeObject>()
  private readonly disputes = new Map<string, Dispute>()
  private readonly timers: { ms: number; act: () => void }[] = []
  private lastId = 0
  /** The time of the timer that is running, however late it is. */
  private timerMs: number | undefined

  constructor(now: () => number) {
    this.now = now
  }

  /** Lets what is due by the clock happen. */
  pass(): void {
    for (const timer of this.timers.filter(({ ms }) => ms <= this.now()).toSorted((a, b) => a.ms - b.ms)) {
      this.timers.splice(this.timers.indexOf(timer), 1)
      this.timerMs = timer.ms
      timer.act()
    }
    this.timerMs = undefined
  }

  getCustomer(id: string): Customer {
    return find(this.customers, 'customer', id)
  }
  getIntent(id: string): Intent {
    return find(this.intents, 'payment_intent', id)
  }
  getCharge(id: string): StripeObject {
    return find(this.charges, 'charge', id)
  }
  getRefund(id: string): Refund {
    return find(this.refunds, 'refund', id)
  }
  getDispute(id: string): Dispute {
    return find(this.disputes, 'dispute', id)
  }

  createCustomer(form: Form): Customer {
    onlyKnows(form, ['name', 'email', 'metadata'])
    return save(this.customers, this.make('cus', 'customer', { metadata: {}, ...form }))
  }

  createSetup(form: Form): Setup {
    onlyKnows(form, ['customer', 'usage', 'allowed_payment_method_types', 'metadata', 'expand'])
    const setup = this.make('seti', 'setup_intent', {
      customer: this.getCustomer(text(form.customer) ?? '').id,
      usage: text(form.usage) ?? 'off_session',
      payment_method: null,
      last_setup_error: null,
      metadata: (form.metadata ?? {}) as Record<string, string>,
      status: 'requires_payment_method' as const,
    })
    return save<Setup>(this.setups, { ...setup, client_secret: `${setup.id}_secret_x` })
  }

  setupBody(id: string, expand: readonly string[]): object {
    const setup = find(this.setups, 'setupintent', id)
    return expand.includes('payment_method') && setup.payment_method !== null
      ? { ...setup, payment_method: this.methods.get(setup.payment_method) }
      : setup
  }

  confirmSetup(clientSecret: string, card: Card): void {
    const setup = withSecret(this.setups, clientSecret)
    if (setup.status === 'succeeded') return
    const result = knowCard(card, this.now())
    if ('code' in result) {
      setup.last_setup_error = cardError(result)
      return
    }
    const { behaviour, key: brand, ...face } = result
    const method = save<Method>(
      this.methods,
      this.make('pm', 'payment_method', {
        customer: setup.customer,
        type: 'card' as const,
        card: { brand, ...face },
      }),
    )
    this.cards.set(method.id, { behaviour, refusals: 0 })
    Object.assign(setup, { payment_method: method.id, status: 'succeeded', last_setup_error: null })
  }

  createIntent(form: Form): Intent {
    onlyKnows(form, [
      'amount',
      'currency',
      'customer',
      'payment_method',
      'description',
      'metadata',
      'capture_method',
      'allowed_payment_method_types',
      'expand',
    ])
    const amount = Number(form.amount)
    if (amount < 50)
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' }, true)
    if (amount > 99_999_999)
      throw invalid(
        'Amount must be no more than $999,999.99',
        { code: 'amount_too_large', param: 'amount' },
        true,
      )
    const customer = this.getCustomer(text(form.customer) ?? '')
    const method = find(this.methods, 'PaymentMethod', text(form.payment_method) ?? '')
    if (method.customer !== customer.id)
      throw invalid('The provided PaymentMethod does not belong to this Customer.', {
        param: 'payment_method',
      })
    const object = this.make('pi', 'payment_intent', {})
    return save<Intent>(
      this.intents,
      Object.assign(object, {
        client_secret: `${object.id}_secret_x`,
        amount,
        currency: text(form.currency) ?? 'usd',
        customer: customer.id,
        description: text(form.description) ?? null,
        metadata: (form.metadata ?? {}) as Record<string, string>,
        capture_method: text(form.capture_method) ?? 'automatic_async',
        payment_method: method.id,
        latest_charge: null,
        last_payment_error: null,
        status: 'requires_confirmation' as const,
      }),
    )
  }

  confirm(id: string, form: Form): StripeAnswer {
    const intent = this.getIntent(id)
    onlyKnows(form, ['off_session', 'payment_method', 'expand'])
    if (intent.status !== 'requires_confirmation') throw unexpectedState(intent, 'confirm')
    const method = find(this.methods, 'PaymentMethod', intent.payment_method ?? '')
    const card = this.cardOf(intent)
    const { charging, unanswered, slowMs, dispute } = behaviourOf(card.behaviour)
    if (unanswered === 'not done') return { body: '', dropped: true, unbegun: true }
    if (hasEnded(method.card, this.now())) throw this.refuseCharge(intent, expiredCard)
    if (charging && card.refusals < (charging.times ?? Infinity)) {
      if (charging.code === 'authentication_required' && form.off_session !== 'true') {
        intent.status = 'requires_action'
        return { body: intent }
      }
      card.refusals++
      throw this.refuseCharge(intent, charging)
    }
    const isAuthorizedOnly = intent.capture_method === 'manual'
    intent.status = isAuthorizedOnly ? 'requires_capture' : 'succeeded'
    intent.latest_charge = this.charge(intent, 'succeeded').id
    this.emit(
      isAuthorizedOnly ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
      intent,
    )
    if (dispute && !isAuthorizedOnly) this.openDispute(intent, dispute)
    return { body: intent, dropped: unanswered === 'done', ...(slowMs && { slowMs }) }
  }

  confirmPayment(clientSecret: string): void {
    const intent = withSecret(this.intents, clientSecret)
    if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_action') return
    intent.status = 'succeeded'
    intent.latest_charge = this.charge(intent, 'succeeded').id
    this.emit('payment_intent.succeeded', intent)
  }

  cancel(id: string): Intent {
    const intent = this.getIntent(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel')
    intent.status = 'canceled'
    this.emit('payment_intent.canceled', intent)
    return intent
  }

  private charge(intent: Intent, status: 'succeeded' | 'failed'): StripeObject {
    const fields = { amount: intent.amount, payment_intent: intent.id, status }
    return save(this.charges, this.make('ch', 'charge', fields))
  }

  private refuseCharge(intent: Intent, refusal: CardRefusal): StripeRefusal {
    const error = cardError(refusal)
    intent.latest_charge = this.charge(intent, 'failed').id
    intent.last_payment_error = { ...error, payment_method: this.methods.get(intent.payment_method ?? '') }
    intent.payment_method = null
    intent.status = 'requires_payment_method'
    this.emit('payment_intent.payment_failed', intent)
    return new StripeRefusal(402, { ...error, charge: intent.latest_charge, payment_intent: intent })
  }

  createRefund(form: Form): Refund {
    onlyKnows(form, ['payment_intent', 'amount', 'metadata', 'reason', 'expand'])
    const intent = this.getIntent(text(form.payment_intent) ?? '')
    const amount = Number(form.amount)
    this.requireRefundable(intent, amount)
    const { refunds: fate } = behaviourOf(this.cardOf(intent).behaviour)
    const refund = save<Refund>(
      this.refunds,
      this.make('re', 'refund', {
        amount,
        charge: intent.latest_charge ?? '',
        payment_intent: intent.id,
        metadata: (form.metadata ?? {}) as Record<string, string>,
        status: fate === 'settle later' ? ('pending' as const) : ('succeeded' as const),
      }),
    )
    this.emit('refund.created', refund)
    if (fate)
      this.after(refundMs, () => {
        refund.status = fate === 'fail later' ? 'failed' : 'succeeded'
        if (fate === 'fail later') refund.failure_reason = 'expired_or_canceled_card'
        this.emit(fate === 'fail later' ? 'refund.failed' : 'refund.updated', refund)
      })
    return refund
  }

  private requireRefundable(intent: Intent, amount: number): void {
    if (!(amount >= 1)) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer' }, true)
    if (intent.status !== 'succeeded')
      throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
    const dispute = [...this.disputes.values()].find(({ payment_intent }) => payment_intent === intent.id)
    if (dispute && !dispute.is_charge_refundable)
      throw invalid('The charge has been charged back.', { code: 'charge_disputed' })
    const refundedAmount = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    if (refundedAmount === intent.amount)
      throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' })
    if (refundedAmount + amount > intent.amount)
      throw invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
  }

  private openDispute(
    intent: Intent,
    { reason, inquiry: isInquiry, won: isWon }: { reason: string; inquiry: boolean; won: boolean },
  ): void {
    const dispute = save<Dispute>(
      this.disputes,
      this.make('dp', 'dispute', {
        amount: intent.amount,
        charge: intent.latest_charge ?? '',
        payment_intent: intent.id,
        reason,
        is_charge_refundable: isInquiry,
        evidence_details: {
          due_by: Math.floor((this.now() + evidenceMs) / 1000),
          submission_count: 0,
        },
        status: isInquiry ? ('warning_needs_response' as const) : ('needs_response' as const),
      }),
    )
    this.emit('charge.dispute.created', dispute)
    if (!isInquiry) this.emit('charge.dispute.funds_withdrawn', dispute)
    this.after(disputeMs, () => {
      const decision = isWon ? 'won' : 'lost'
      dispute.status = isInquiry ? 'warning_closed' : decision
      dispute.is_charge_refundable = isWon
      if (isWon && !isInquiry) this.emit('charge.dispute.funds_reinstated', dispute)
      this.emit('charge.dispute.closed', dispute)
    })
  }

  giveEvidence(id: string): void {
    const dispute = this.getDispute(id)
    dispute.evidence_details.submission_count++
    dispute.status = dispute.is_charge_refundable ? 'warning_under_review' : 'under_review'
    this.emit('charge.dispute.updated', dispute)
  }

  private cardOf(intent: Intent) {
    const card = this.cards.get(intent.payment_method ?? '')
    if (!card) throw new Error(`The payment ${intent.id} has no card`)
    return card
  }
  private make<T extends object>(prefix: string, object: string, fields: T): StripeObject & T {
    return {
      id: `${prefix}_${String(++this.lastId).padStart(10, '0')}`,
      object,
      created: Math.floor((this.timerMs ?? this.now()) / 1000),
      ...fields,
    }
  }
  private emit(type: string, object: object): void {
    this.events.push(this.make('evt', 'event', { type, data: { object: structuredClone(object) } }))
  }
  private after(ms: number, act: () => void): void {
    this.timers.push({ ms: this.now() + ms, act })
  }
}

function save<T extends StripeObject>(objects: Map<string, T>, object: T): T {
  objects.set(object.id, object)
  return object
}
function find<T>(objects: Map<string, T>, kind: string, id: string): T {
  const object = objects.get(id)
  if (!object) throw missing(kind, id)
  return object
}
function withSecret<T extends { client_secret: string }>(objects: Map<string, T>, clientSecret: string): T {
  const object = [...objects.values()].find(({ client_secret }) => client_secret === clientSecret)
  if (!object) throw new Error(`Nothing has the client secret ${clientSecret}`)
  return object
}

const cardError = ({ decline_code, ...refusal }: CardRefusal) => ({
  type: 'card_error',
  ...refusal,
  ...(decline_code !== null && { decline_code }),
})
const unexpectedState = (intent: Intent, act: string) =>
  invalid(`You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
