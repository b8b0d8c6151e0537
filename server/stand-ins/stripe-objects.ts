import type { StandInAnswer } from './stand-in.ts'

/** An answer that may come late, or never; `unbegun`: its key stays free. */
export interface StripeAnswer extends StandInAnswer {
  unbegun?: boolean
  slowMs?: number
  dropped?: boolean
}

/** Reads a form with nested names: `metadata[a]=b`, `expand[0]=c`. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let branch = form
    for (const part of path) branch = (branch[part] ??= {}) as Form
    branch[last] = value
  }
  return form
}
export interface Form {
  [name: string]: string | Form
}
export const text = (value: string | Form | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const valuesOf = (value: string | Form | undefined): string[] =>
  typeof value === 'object' ? Object.values(value).filter((part) => typeof part === 'string') : []

/** Stripe’s refusal of a request. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  /** Whether the request never began, so that its key stays free. */
  readonly unbegun: boolean
  constructor(status: number, error: Record<string, unknown>, unbegun = false) {
    super(String(error.message))
    this.status = status
    this.error = error
    this.unbegun = unbegun
  }
}
export const invalid = (message: string, details: Record<string, unknown> = {}, unbegun = false) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...details }, unbegun)
export const missing = (object: string, id: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
  })
/** @throws StripeRefusal for a parameter that is empty, or unknown to this version of the API */
export function onlyKnows(form: Form, parameters: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !parameters.includes(name))
  const empty = Object.keys(form).find((name) => form[name] === '')
  if (empty !== undefined)
    throw invalid(
      `You passed an empty string for '${empty}'. We assume empty values are an attempt to unset a parameter.`,
      { code: 'parameter_invalid_empty', param: empty },
      true,
    )
  if (unknown !== undefined)
    throw invalid(
      `Received unknown parameter: ${unknown}`,
      { code: 'parameter_unknown', param: unknown },
      true,
    )
}

export interface StripeObject {
  id: string
  object: string
  created: number
}
export interface Method extends StripeObject {
  customer: string
  type: 'card'
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}
export interface Setup extends StripeObject {
  customer: string
  client_secret: string
  metadata: Record<string, string>
  usage: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  payment_method: string | null
  last_setup_error: Record<string, unknown> | null
}
export interface Intent extends StripeObject {
  client_secret: string
  amount: number
  currency: string
  customer: string
  description: string | null
  metadata: Record<string, string>
  capture_method: string
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: Record<string, unknown> | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled'
}
export interface Refund extends StripeObject {
  amount: number
  charge: string
  payment_intent: string
  metadata: Record<string, string>
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
}
export interface Dispute extends StripeObject {
  amount: number
  charge: string
  payment_intent: string
  reason: string
  is_charge_refundable: boolean
  evidence_details: { due_by: number | null; submission_count: number }
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
}
export interface Event extends StripeObject {
  type: string
  data: { object: object }
}

/** A page of a list, newest first. */
export function listPage<T extends StripeObject>(all: readonly T[], query: Form, url: string) {
  const createdRange = (typeof query.created === 'object' ? query.created : {}) as Record<string, string>
  const limit = Number(query.limit ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid('Invalid integer: limit', { param: 'limit' })
  const fit = all
    .filter(
      (candidate) =>
        candidate.created >= Number(createdRange.gte ?? 0) &&
        candidate.created < Number(createdRange.lt ?? Infinity),
    )
    .toSorted((a, b) => a.created - b.created)
    .toReversed()
  const after = text(query.starting_after)
  const index = after === undefined ? -1 : fit.findIndex(({ id }) => id === after)
  if (after !== undefined && index < 0) throw missing('object', after)
  const data = fit.slice(index + 1, index + 1 + limit)
  return { object: 'list', url, has_more: index + 1 + limit < fit.length, data }
}
