import type { Cents } from '#contract/billing/cents.ts'

/** A card from the sandbox's own form; with Stripe, the browser sends it only to Stripe. */
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
/** The card's owner; `customer` is the gateway's id for them, null before the first card. */
export interface Payer {
  vendor_id: number
  company: string
  email: string
  customer: string | null
}
/** What is stored of a card, never its number. */
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
  /** The intent's id: the same key with the same request moves money once (docs/domain/moving-money.md, Money moves once). */
  key: string
  vendor_id: number
  customer: string
  method: string
  amount: Cents
  description: string
  /** Authorized and then released, to see whether the card would pay. */
  hold: boolean
}
export interface Payment {
  ref: string
  key: string
  /** The gateway's customer; null: unknown. */
  customer: string | null
  amount: Cents
  /**
   * `ready`: created, not confirmed; `open`: the gateway is still working on it; `held`: authorized, not captured;
   * `refused`: not paid, with the refusal (also when the customer must confirm).
   */
  state: 'ready' | 'open' | 'held' | 'succeeded' | 'refused' | 'canceled'
  /** The charge's number, as on the customer's statement and in `transaction_num`. */
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
   * `inquiry`: no money withdrawn; `open`: withdrawn until decided; `won`: what was withdrawn is returned, which
   * is nothing after an inquiry.
   */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** The deadline for evidence; null: the card's bank takes none, or doesn't say. */
  due_by: string | null
  /** Evidence was given to it. */
  answered: boolean
}
/** Something happened at the gateway; the current state is read from it, whatever order events arrive in. */
export interface GatewayEvent {
  id: string
  type: string
  about: { payment: string } | { refund: string } | { dispute: string } | null
}

/** The card isn't accepted; nothing is saved or moved. */
export class CardRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
/** It is unknown whether the gateway did it: no answer, a partial one, a 5xx, a conflict. Ask again. */
export class GatewayUnsure extends Error {}
/**
 * This request did nothing and can be retried: too many calls, a key that isn't accepted, or no connection.
 * An earlier request with this key may have done it.
 */
export class GatewayBusy extends Error {}
/** It was not done and won't be: the gateway doesn't accept the request. */
export class GatewayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Who moves the money of cards: Stripe, or the sandbox (docs/domain/gateways.md). */
export interface Gateway {
  readonly name: 'stripe' | 'sandbox'
  /** Where the browser enters a card: in our form for the sandbox, or in Stripe's own fields. */
  readonly form: { kind: 'sandbox' } | { kind: 'stripe'; publishable_key: string }

  /** Starts a setup that the browser confirms with Stripe's fields; the sandbox needs none. */
  beginSetup(key: string, payer: Payer): Promise<{ customer: string; client_secret: string }>
  /** @throws CardRefused, GatewayUnsure, GatewayBusy, GatewayRefused */
  saveCard(key: string, payer: Payer, source: CardSource): Promise<SavedCard>

  /**
   * Creates a payment without confirming it: nothing moves yet.
   *
   * @param attempt counted from 1. A 500 stays its key's answer, so a later attempt, whose payment wasn't found,
   * has a key of its own. If both are created, the other one is never confirmed.
   */
  createPayment(request: PaymentRequest, attempt?: number): Promise<Payment>
  /**
   * Moves the money, or holds it. A refused card is an answer, not an error; an earlier decision is returned as
   * it is. A 500 stays its key's answer: a payment that is still `ready` after one needs a new key.
   */
  confirmPayment(ref: string, key: string): Promise<Payment>
  /** The secret the browser asks the cardholder's bank with; null: nothing to ask. */
  holderSecret(ref: string): Promise<string | null>
  /** Confirms a ready payment for the cardholder; with Stripe, the browser has done so already. */
  confirmByHolder(ref: string): Promise<void>
  /** Cancels a held, refused or unconfirmed payment. */
  cancelPayment(ref: string, key: string): Promise<Payment>
  readPayment(ref: string): Promise<Payment>
  /** Finds a payment by the key it was created with, when the answer was lost; null: there is none. */
  findPayment(request: PaymentRequest): Promise<Payment | null>

  createRefund(request: RefundRequest): Promise<Refund>
  readRefund(ref: string): Promise<Refund>
  /** Finds a refund of a payment by its key; null: there is none. */
  findRefund(request: RefundRequest): Promise<Refund | null>
  readDispute(ref: string): Promise<Dispute>

  /** Payments created in a span of time, oldest first, for reconciliation. */
  payments(from: Date, until: Date): AsyncIterable<Payment>
  refunds(from: Date, until: Date): AsyncIterable<Refund>

  /**
   * Events of a span of time, oldest first, whether they reached our address or not, so missed ones are caught
   * here. Spans overlap, because an event committed late has an earlier time.
   */
  events(from: Date, until: Date): AsyncIterable<GatewayEvent>
  /** Reads an event that reached our address; @throws GatewayRefused if the gateway didn't sign it. */
  readEvent(body: Buffer, signature: string | undefined): GatewayEvent
}
