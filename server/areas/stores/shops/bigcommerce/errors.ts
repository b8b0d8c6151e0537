import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { ShopFault } from '../ask.ts'

export interface BigCommerceAnswer {
  status: number
  body: unknown
}

/** What is wrong with a write as a whole. If it was of several rows, nobody knows with which. */
export function faultOf({ status, body }: BigCommerceAnswer): ShopFault | undefined {
  if (status < 400) return undefined
  const text = errorText(body)
  // a missing product has the status of a missing address
  return new ShopFault(
    causeOfStatus(status) ?? causeOf(text),
    text || `The store refused the product (${status}).`,
    'Check the product.',
    { status: status === 404 ? 422 : status },
  )
}

const causeOfStatus = (status: number): Refusal | undefined => causesByStatus[status]
const causesByStatus: Readonly<Record<number, Refusal>> = { 404: 'missing', 409: 'conflict', 413: 'tooLarge' }

/** BigCommerce has no codes for it. */
export function causeOf(text: string): Refusal {
  if (/not found|not exist/i.test(text)) return 'missing'
  return /duplicate|unique/i.test(text) ? 'conflict' : 'invalid'
}

/** Another product of the shop has this name already. */
export const nameIsTaken = (text: string): boolean => /\bname\b.*(duplicate|unique)/i.test(text)

/** What explains a refusal, of a batch or of one product. */
const errorAnswer = z.object({
  title: z.string().optional(),
  errors: z.unknown().optional(),
  batch_errors: z.unknown().optional(),
})
const errorList = z.array(z.object({ message: z.string() }))

/** All texts of a refusal, title first. */
export function errorText(body: unknown): string {
  const answer = errorAnswer.safeParse(body)
  if (!answer.success) {
    // v2 answers with a list
    const messages = errorList.safeParse(body).data ?? []
    return messages.map(({ message }) => message).join('; ')
  }
  const { title, errors, batch_errors } = answer.data
  const texts = textsOf([errors, batch_errors]).map(({ text }) => text)
  return [...new Set([...(title ? [title] : []), ...texts])].join('; ')
}

/** The texts under `errors` of an answer. */
export const errorTexts = (body: unknown): Text[] => textsOf(withErrors.safeParse(body).data?.errors)
const withErrors = z.object({ errors: z.unknown() })

interface Text {
  /** Its place in the answer: names and numbers. */
  path: string
  text: string
}
/** Every text in an answer, with its place. */
function textsOf(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return value === '' ? [] : [{ path, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) =>
    name === 'type' || name === 'id' ? [] : textsOf(field, `${path}.${name}`),
  )
}
