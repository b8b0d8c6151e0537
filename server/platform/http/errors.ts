import { messages } from '#contract/messages.ts'
import {
  refusalStatus,
  type FieldChange,
  type HeldLock,
  type OverView,
  type RefusalCode,
} from '#contract/refusals.ts'
import { identityNeeded } from '#contract/session/identity.ts'
import { capitalize } from '#contract/words.ts'

/** What changed while a form was open, and the version that includes it. */
interface Meanwhile {
  /** Undefined if there is nothing to save over. */
  version?: number
  changed: FieldChange[]
}

type ErrorDetails = Meanwhile | { lock: HeldLock } | { view: OverView }

/** A known refusal: its code, the message, and the fields it concerns. The status follows from the code. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  readonly meanwhile: ErrorDetails | undefined
  constructor(code: RefusalCode, message: string, fields?: Record<string, string>, meanwhile?: ErrorDetails) {
    super(message)
    this.code = code
    this.fields = fields
    this.meanwhile = meanwhile
  }
  get status(): number {
    return refusalStatus[this.code]
  }
}

export const forbidden = (message: string = messages.forbidden) => new Refusal('forbidden', message)
/** Refuses what needs a fresh sign-in to a session that was opened a while ago. */
export function requireFresh(who: { fresh?: boolean }): void {
  if (!who.fresh) throw new Refusal('confirm_identity', identityNeeded)
}
/** @param hint why it may be missing, as a sentence without its period */
export const notFound = (noun: string, hint?: string) =>
  new Refusal('not_found', `${capitalize(noun)} not found${hint ? `. ${hint}` : ''}`)
export const invalid = (fields: Record<string, string>, message: string = messages.formErrorsListed) =>
  new Refusal('invalid', message, fields)
export const conflict = (message: string) => new Refusal('conflict', message)
/** The record changed after it was read. */
export const changedMeanwhile = (now: string) => conflict(`Someone else changed this. It now says: “${now}”`)
