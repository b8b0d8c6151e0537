import { messages } from '#contract/messages.ts'

/** A known refusal: a status, the text a person reads, and the fields it concerns. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export const forbidden = (message: string = messages.forbidden) => new Refusal(403, 'forbidden', message)
export const notFound = (what: string) => new Refusal(404, 'not_found', `There is no such ${what}`)
export const invalid = (fields: Record<string, string>, message: string = messages.formErrorsListed) => new Refusal(400, 'invalid', message, fields)
export const conflict = (message: string) => new Refusal(409, 'conflict', message)
