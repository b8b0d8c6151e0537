import type { Cents } from '#contract/billing/cents.ts'

/** A card as the sandbox's own form gives it; with Stripe the browser gives it to Stripe alone. */
export interface CardInput {
  name_on_card: string
  card_num: string
  /** 1 Visa, 2 Mastercard, 3 American Express, 4 Discover. */
  card_type_id: number
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}
/** A card to be saved: typed in (sandbox), or held by a setup that the browser has confirmed (Stripe). */
export type CardSource = { card: CardInput } | { setup: string }
/** Whose card it is; `customer` is what the gateway calls them, null before the first card. */
export interface Payer {
  vendor_id: number
  company: string
  email: string
  customer: string | null
}
/** What is kept of a card: never its number. */
export interface SavedCard {
  customer: string
  method: string
  card_type_id: number | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** Why a card is refused, in the gateway's words and codes. */
export interface Refusal {
  /** `card_declined`, `expired_card`, `authentication_required`… */
  code: string
  /** Of a `card_declined`: `insufficient_funds`, `lost_card`… */
  decline_code: string | null
  message: string
}

export interface PaymentRequest {
  /** The intent's id: the same key with the same request moves money once (docs/domain.md, Money moves once). */
  key: string
  vendor_id: number
  customer: string
  method: string
  amount: Cents
  description: string
  /** Only held and then released: whether the card would pay. */
  hold: boolean
}
export interface Payment {
  ref: string
  key: string
  /** Whose it is at the gateway; null: nobody's that it knows. */
  customer: string | null
  amount: Cents
  /**
   * `ready`: created, not confirmed yet; `open`: the gateway works on it still; `held`: authorized, not taken;
   * `refused`: not paid, with the refusal (one that asks for the customer's confirmation, too).
   */
  state: 'ready' | 'open' | 'held' | 'succeeded' | 'refused' | 'canceled'
  /** The charge's number, which stands on the customer's statement and in `transaction_num`. */
  charge: string | null
  refusal: Refusal | null
}
export interface RefundRequest {
  key: string
  payment: string
  amount: Cents
}
export interface Refund {
  ref: string
  key: string
  payment: string
  amount: Cents
  state: 'open' | 'succeeded' | 'failed'
  failure: string | null
}
export interface Dispute {
  ref: string
  payment: string
  amount: Cents
  reason: string
  /**
   * `inquiry`: no money withdrawn; `open`: withdrawn until it is decided; `won`: what was withdrawn is given
   * back, which is nothing after an inquiry.
   */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** Until when the card's bank takes evidence; null: it takes none, or doesn't say. */
  due_by: string | null
  /** Evidence was given to it. */
  answered: boolean
}
/** Something happened at the gateway; what is true now is read from it, whatever order events come in. */
export interface GatewayEvent {
  id: string
  type: string
  about: { payment: string } | { refund: string } | { dispute: string } | null
}

/** The card isn't taken; nothing is saved or moved. */
export class CardRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
/** Nobody knows whether the gateway did it: no answer, one cut short, a 5xx, a conflict. It is asked again. */
export class GatewayUnsure extends Error {}
/**
 * It was not done by this request, and can be tried later: too many calls, a key that isn't taken, or the
 * connection was never made.
 * An earlier request with this key may have done it.
 */
export class GatewayBusy extends Error {}
/** It was not done and won't be: a request the gateway doesn't take. */
export class GatewayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Who moves the money of cards: Stripe, or the sandbox (docs/domain.md, Gateways). */
export interface Gateway {
  readonly name: 'stripe' | 'sandbox'
  /** How the browser hands a card over: typed into our form for the sandbox, or into Stripe's own fields. */
  readonly form: { kind: 'sandbox' } | { kind: 'stripe'; publishable_key: string }

  /** Begins a setup that the browser confirms with Stripe's fields; the sandbox needs none. */
  beginSetup(key: string, payer: Payer): Promise<{ customer: string; client_secret: string }>
  /** @throws CardRefused, GatewayUnsure, GatewayBusy, GatewayRefused */
  saveCard(key: string, payer: Payer, source: CardSource): Promise<SavedCard>

  /** Creates a payment without confirming it: nothing moves yet. */
  createPayment(request: PaymentRequest): Promise<Payment>
  /**
   * Moves the money, or holds it. A refused card is an answer, not an error; what was decided before is
   * answered as it stands. A 500 stays its key's answer: a payment that is found `ready` after one takes
   * another key.
   */
  confirmPayment(ref: string, key: string): Promise<Payment>
  /** What the browser asks the holder's bank with, of a payment that is ready; null: it has nothing to ask. */
  holderSecret(ref: string): Promise<string | null>
  /** The card's holder says yes to a payment that is ready; Stripe was told so by the browser. */
  confirmByHolder(ref: string): Promise<void>
  /** Lets a held, a refused or an unconfirmed payment go. */
  cancelPayment(ref: string, key: string): Promise<Payment>
  readPayment(ref: string): Promise<Payment>
  /** A payment by the key it was created with, where the answer never came; null: there is none. */
  findPayment(request: PaymentRequest): Promise<Payment | null>

  createRefund(request: RefundRequest): Promise<Refund>
  readRefund(ref: string): Promise<Refund>
  /** A refund by its key among its payment's; null: there is none. */
  findRefund(request: RefundRequest): Promise<Refund | null>
  readDispute(ref: string): Promise<Dispute>

  /** What was created in a span of time, oldest first, page by page: what reconciliation compares. */
  payments(from: Date, until: Date): AsyncIterable<Payment>
  refunds(from: Date, until: Date): AsyncIterable<Refund>

  /**
   * Events of a span of time, oldest first, whether they came to our address or not: what was missed is taken
   * from here. Spans overlap: what is committed late has its earlier moment.
   */
  events(from: Date, until: Date): AsyncIterable<GatewayEvent>
  /** An event that came to our address; @throws GatewayRefused where it isn't signed by the gateway. */
  readEvent(body: Buffer, signature: string | undefined): GatewayEvent
}
