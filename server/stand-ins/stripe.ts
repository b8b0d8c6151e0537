import {
  behaviourOf,
  disputeMs,
  evidenceMs,
  expiredCard,
  hasEnded,
  knowCard,
  refundMs,
} from '../areas/payments/public.ts'
import type { StandInRequest, StandIn, StandInAnswer } from './stand-in.ts'
import {
  invalid,
  listPage,
  missing,
  onlyKnows,
  readForm,
  StripeRefusal,
  text,
  valuesOf,
  type Dispute,
  type Event,
  type Form,
  type Intent,
  type Method,
  type Refund,
  type Setup,
  type Thing,
} from './stripe-things.ts'

/** What becomes of an answer: it comes late, or never; `unbegun`: its key stays free. */
export interface StripeTold extends StandInAnswer {
  unbegun?: boolean
  slowMs?: number
  dropped?: boolean
}
type Card = Parameters<typeof knowCard>[0]

export interface Stripe extends StandIn {
  answer(asked: StandInRequest): StripeTold
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  events: Event[]
  /** What Stripe's fields in the browser do with a setup: the card is saved, or why not is kept. */
  confirmSetup(clientSecret: string, card: Card): void
  /** What they do with a payment whose bank asks the holder, who says yes; one that is over stays so. */
  confirmPayment(clientSecret: string): void
  /** What staff does at Stripe: evidence is given to the card's bank. */
  giveEvidence(dispute: string): void
  /** Lets what is due by the clock happen. */
  pass(): void
}

/** Stripe's API of cards: what it keeps, by which rules things become others, and the events of that. */
export function stripe({ token, now = Date.now }: { token: string; now?: () => number }): Stripe {
  const customers = new Map<string, Thing & { metadata: object }>()
  const setups = new Map<string, Setup>()
  const methods = new Map<string, Method>()
  const does = new Map<string, { behaviour: string; refused: number }>()
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Thing>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const events: Event[] = []
  const due: { at: number; act: () => void }[] = []
  let last = 0
  /** What was due happens at its own time, however late anybody looks. */
  let moment: number | undefined

  const make = <T extends object>(prefix: string, object: string, more: T): Thing & T => ({
    id: `${prefix}_${String(++last).padStart(10, '0')}`,
    object,
    created: Math.floor((moment ?? now()) / 1000),
    ...more,
  })
  const keep = <T extends Thing>(all: Map<string, T>, thing: T): T => {
    all.set(thing.id, thing)
    return thing
  }
  const get = <T>(all: Map<string, T>, what: string, id: string): T => {
    const found = all.get(id)
    if (!found) throw missing(what, id)
    return found
  }
  const happened = (type: string, object: object) =>
    void events.push(make('evt', 'event', { type, data: { object: structuredClone(object) } }))
  const later = (ms: number, act: () => void) => void due.push({ at: now() + ms, act })

  const charge = (intent: Intent, status: 'succeeded' | 'failed') =>
    keep(charges, make('ch', 'charge', { amount: intent.amount, payment_intent: intent.id, status }))
  const refuse = (
    intent: Intent,
    refusal: { code: string; decline_code: string | null; message: string },
  ) => {
    const { decline_code, ...said } = refusal
    const error = { type: 'card_error', ...said, ...(decline_code !== null && { decline_code }) }
    intent.latest_charge = charge(intent, 'failed').id
    intent.last_payment_error = { ...error, payment_method: methods.get(intent.payment_method!) }
    intent.payment_method = null
    intent.status = 'requires_payment_method'
    happened('payment_intent.payment_failed', intent)
    return new StripeRefusal(402, { ...error, charge: intent.latest_charge, payment_intent: intent })
  }
  const confirm = (intent: Intent, form: Form): StripeTold => {
    onlyKnows(form, ['off_session', 'payment_method', 'expand'])
    if (intent.status !== 'requires_confirmation') throw unexpected(intent, 'confirm')
    const method = get(methods, 'PaymentMethod', intent.payment_method!)
    const doing = does.get(method.id)!
    const { charging, unanswered, slowMs, dispute } = behaviourOf(doing.behaviour)
    if (unanswered === 'not done') return { body: '', dropped: true, unbegun: true }
    if (hasEnded(method.card, now())) throw refuse(intent, expiredCard)
    if (charging && doing.refused < (charging.times ?? Infinity)) {
      if (charging.code === 'authentication_required' && form.off_session !== 'true') {
        intent.status = 'requires_action'
        return { body: intent }
      }
      doing.refused++
      throw refuse(intent, charging)
    }
    const held = intent.capture_method === 'manual'
    intent.status = held ? 'requires_capture' : 'succeeded'
    intent.latest_charge = charge(intent, 'succeeded').id
    happened(held ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent)
    if (dispute && !held) open(intent, dispute)
    return { body: intent, dropped: unanswered === 'done', ...(slowMs && { slowMs }) }
  }
  const unexpected = (intent: Intent, act: string) =>
    invalid(`You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    })
  const open = (
    intent: Intent,
    { reason, inquiry, won }: { reason: string; inquiry: boolean; won: boolean },
  ) => {
    const dispute = keep<Dispute>(
      disputes,
      make('dp', 'dispute', {
        amount: intent.amount,
        charge: intent.latest_charge!,
        payment_intent: intent.id,
        reason,
        is_charge_refundable: inquiry,
        evidence_details: { due_by: Math.floor((now() + evidenceMs) / 1000), submission_count: 0 },
        status: inquiry ? ('warning_needs_response' as const) : ('needs_response' as const),
      }),
    )
    happened('charge.dispute.created', dispute)
    if (!inquiry) happened('charge.dispute.funds_withdrawn', dispute)
    later(disputeMs, () => {
      dispute.status = inquiry ? 'warning_closed' : won ? 'won' : 'lost'
      dispute.is_charge_refundable = won
      if (won && !inquiry) happened('charge.dispute.funds_reinstated', dispute)
      happened('charge.dispute.closed', dispute)
    })
  }
  const refund = (form: Form): Refund => {
    onlyKnows(form, ['payment_intent', 'amount', 'metadata', 'reason', 'expand'])
    const intent = get(intents, 'payment_intent', text(form.payment_intent) ?? '')
    const amount = Number(form.amount)
    if (!(amount >= 1)) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer' }, true)
    if (intent.status !== 'succeeded')
      throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
    const disputed = [...disputes.values()].find((one) => one.payment_intent === intent.id)
    if (disputed && !disputed.is_charge_refundable)
      throw invalid('The charge has been charged back.', { code: 'charge_disputed' })
    const given = [...refunds.values()]
      .filter((one) => one.payment_intent === intent.id && one.status !== 'failed')
      .reduce((sum, one) => sum + one.amount, 0)
    if (given === intent.amount)
      throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' })
    if (given + amount > intent.amount)
      throw invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
    const { refunds: fate } = behaviourOf(intentDoes(intent))
    const made = keep<Refund>(
      refunds,
      make('re', 'refund', {
        amount,
        charge: intent.latest_charge!,
        payment_intent: intent.id,
        metadata: (form.metadata ?? {}) as Record<string, string>,
        status: fate === 'settle later' ? ('pending' as const) : ('succeeded' as const),
      }),
    )
    happened('refund.created', made)
    if (fate)
      later(refundMs, () => {
        made.status = fate === 'fail later' ? 'failed' : 'succeeded'
        if (fate === 'fail later') made.failure_reason = 'expired_or_canceled_card'
        happened(fate === 'fail later' ? 'refund.failed' : 'refund.updated', made)
      })
    return made
  }
  const intentDoes = (intent: Intent) => does.get(intent.payment_method!)!.behaviour
  const create = (form: Form): Intent => {
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
    const customer = get(customers, 'customer', text(form.customer) ?? '')
    const method = get(methods, 'PaymentMethod', text(form.payment_method) ?? '')
    if (method.customer !== customer.id)
      throw invalid('The provided PaymentMethod does not belong to this Customer.', {
        param: 'payment_method',
      })
    const made = make('pi', 'payment_intent', {})
    return keep<Intent>(
      intents,
      Object.assign(made, {
        client_secret: `${made.id}_secret_x`,
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
  const cancel = (intent: Intent): Intent => {
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel')
    intent.status = 'canceled'
    happened('payment_intent.canceled', intent)
    return intent
  }
  const beginSetup = (form: Form): Setup => {
    onlyKnows(form, ['customer', 'usage', 'allowed_payment_method_types', 'metadata', 'expand'])
    const customer = get(customers, 'customer', text(form.customer) ?? '').id
    const made = make('seti', 'setup_intent', {
      customer,
      usage: text(form.usage) ?? 'off_session',
      payment_method: null,
      last_setup_error: null,
      metadata: (form.metadata ?? {}) as Record<string, string>,
      status: 'requires_payment_method' as const,
    })
    return keep<Setup>(setups, { ...made, client_secret: `${made.id}_secret_x` })
  }

  const posts: Record<string, (form: Form, id: string) => object | StripeTold> = {
    customers: (form) => {
      onlyKnows(form, ['name', 'email', 'metadata'])
      return keep(customers, make('cus', 'customer', { metadata: {}, ...form }))
    },
    setup_intents: beginSetup,
    payment_intents: create,
    'payment_intents confirm': (form, id) => confirm(get(intents, 'payment_intent', id), form),
    'payment_intents cancel': (_, id) => cancel(get(intents, 'payment_intent', id)),
    refunds: refund,
  }
  const reads: Record<string, (id: string) => Thing> = {
    customers: (id) => get(customers, 'customer', id),
    payment_intents: (id) => get(intents, 'payment_intent', id),
    charges: (id) => get(charges, 'charge', id),
    refunds: (id) => get(refunds, 'refund', id),
    disputes: (id) => get(disputes, 'dispute', id),
  }
  const setupOf = (id: string, query: Form) => {
    const setup = get(setups, 'setupintent', id)
    const whole = valuesOf(query.expand).includes('payment_method') && setup.payment_method !== null
    return whole ? { ...setup, payment_method: methods.get(setup.payment_method!) } : setup
  }
  const lists: Record<string, (query: Form) => readonly Thing[]> = {
    payment_intents: ({ customer }) =>
      [...intents.values()].filter((one) => !customer || one.customer === customer),
    refunds: ({ payment_intent: of }) =>
      [...refunds.values()].filter((one) => !of || one.payment_intent === of),
    events: ({ types }) => events.filter(({ type }) => !types || valuesOf(types).includes(type)),
  }
  const route = ({ method, path, query, body }: StandInRequest): StripeTold => {
    const [, what = '', id, act] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST') {
      const post = posts[act === undefined ? what : `${what} ${act}`]
      if (!post || (id !== undefined && act === undefined)) throw unknownUrl(method, path)
      const done = post(readForm(body), id ?? '')
      return 'body' in done ? (done as StripeTold) : { body: done }
    }
    const asked = readForm(query.toString())
    if (id === undefined && lists[what]) return { body: listPage(lists[what](asked), asked, path) }
    if (id !== undefined && what === 'setup_intents') return { body: setupOf(id, asked) }
    if (id !== undefined && reads[what]) return { body: reads[what](id) }
    throw unknownUrl(method, path)
  }

  const standIn: Stripe = {
    intents,
    refunds,
    events,
    confirmSetup(clientSecret, card) {
      const setup = [...setups.values()].find((one) => one.client_secret === clientSecret)!
      if (setup.status === 'succeeded') return
      const known = knowCard(card, now())
      if ('code' in known) {
        const { decline_code, ...said } = known
        setup.last_setup_error = {
          type: 'card_error',
          ...said,
          ...(decline_code !== null && { decline_code }),
        }
        return
      }
      const { behaviour, key: brand, ...face } = known
      const method = keep<Method>(
        methods,
        make('pm', 'payment_method', {
          customer: setup.customer,
          type: 'card' as const,
          card: { brand, ...face },
        }),
      )
      does.set(method.id, { behaviour, refused: 0 })
      Object.assign(setup, { payment_method: method.id, status: 'succeeded', last_setup_error: null })
    },
    confirmPayment(clientSecret) {
      const intent = [...intents.values()].find((one) => one.client_secret === clientSecret)!
      if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_action') return
      intent.status = 'succeeded'
      intent.latest_charge = charge(intent, 'succeeded').id
      happened('payment_intent.succeeded', intent)
    },
    giveEvidence(id) {
      const dispute = get(disputes, 'dispute', id)
      dispute.evidence_details.submission_count++
      dispute.status = dispute.is_charge_refundable ? 'warning_under_review' : 'under_review'
      happened('charge.dispute.updated', dispute)
    },
    pass() {
      for (const one of due.filter(({ at }) => at <= now()).toSorted((a, b) => a.at - b.at)) {
        due.splice(due.indexOf(one), 1)
        moment = one.at
        one.act()
      }
      moment = undefined
    },
    answer(asked) {
      standIn.pass()
      try {
        if (asked.headers.authorization !== `Bearer ${token}`)
          throw new StripeRefusal(
            401,
            { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' },
            true,
          )
        return structuredClone(route(asked))
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
        const { status, unbegun } = error
        return { status, body: structuredClone({ error: error.error }), unbegun }
      }
    },
  }
  return standIn
}
const unknownUrl = (method: string, path: string) =>
  new StripeRefusal(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    true,
  )
