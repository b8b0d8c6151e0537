import { z } from 'zod'
import { parseJson } from '../ask.ts'
import type { Operation } from './bulk.ts'
import { writeAnswer, type Write, type WriteAnswer } from './writes.ts'

/** What a bulk operation says about one of its lines. */
export interface LineAnswer {
  answer?: WriteAnswer | undefined
  error?: string | undefined
}

const answerLine = z.object({
  __lineNumber: z.number(),
  data: z.record(z.string(), writeAnswer.nullable()).nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})
const noAnswer = 'Shopify’s response doesn’t include this product.'

/** The answers come in any order, each with its line's number, which is counted from 0 or from 1. */
export function answersOf(
  lines: readonly string[],
  skus: readonly string[],
  write: Write,
): Map<string, LineAnswer> {
  const answers = lines.flatMap((line) => {
    const parsedLine = answerLine.safeParse(parseJson(line)).data
    if (!parsedLine) return []
    const answer = parsedLine.data?.[write] ?? undefined
    const error = answer ? undefined : (parsedLine.errors?.[0]?.message ?? noAnswer)
    return [{ number: parsedLine.__lineNumber, answer, error }]
  })
  const firstNumber = firstLineNumber(answers, skus)
  // nobody knows whose they are: the same is sent again, for new products after they were looked up
  if (firstNumber === undefined) return new Map()
  return new Map(
    answers.flatMap(({ number, answer, error }) => {
      const sku = skus[number - firstNumber]
      return sku === undefined ? [] : [[sku, { answer, error }] as const]
    }),
  )
}

function firstLineNumber(
  answers: readonly { number: number; answer: WriteAnswer | undefined }[],
  skus: readonly string[],
): number | undefined {
  const numbers = new Set(answers.map(({ number }) => number))
  if (numbers.has(0)) return 0
  if (numbers.has(skus.length)) return 1
  const indexBySku = new Map(skus.map((sku, i) => [sku, i]))
  for (const { number, answer } of answers) {
    const index = indexBySku.get(answer?.product?.variants.nodes[0]?.sku ?? '')
    if (index !== undefined) return number - index
  }
  return undefined
}

/** Why an ended operation has no answer for a line. */
export function endOf(operation: Operation | undefined): string {
  if (!operation) return 'Shopify no longer has this operation.'
  const { status, errorCode } = operation
  if (status === 'COMPLETED') return noAnswer
  const code = errorCode ? ` (${errorCode})` : ''
  if (status === 'CANCELED') return `The operation was canceled in Shopify${code}.`
  return status === 'EXPIRED'
    ? 'The operation’s result expired at Shopify.'
    : `The operation failed at Shopify${code}.`
}
