import type { z } from 'zod'
import { count, many } from './words.ts'

/** Plain words for a rule without a message of its own, shown beside its field. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : (typeTexts[String(issue.expected)] ?? invalidText)
    case 'too_big':
      return limitText[String(issue.origin)]?.most(Number(issue.maximum)) ?? invalidText
    case 'too_small':
      return limitText[String(issue.origin)]?.least(Number(issue.minimum)) ?? invalidText
    case 'invalid_value':
      return `Choose one of: ${(issue.values as unknown[]).slice(0, 20).join(', ')}`
    case 'unrecognized_keys':
      return `Unknown field: ${(issue.keys as string[]).join(', ')}`
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return invalidText
    default:
      return undefined
  }
}
const invalidText = 'Enter a valid value'
interface LimitTexts {
  most: (limit: number) => string
  least: (limit: number) => string
}
const numberLimits: LimitTexts = {
  most: (limit) => `Enter ${count(limit)} or less`,
  least: (limit) => `Enter ${count(limit)} or more`,
}
const limitText: Readonly<Record<string, LimitTexts>> = {
  number: numberLimits,
  int: numberLimits,
  string: {
    most: (limit) => `Enter at most ${many(limit, 'character')}`,
    least: (limit) => `Enter at least ${many(limit, 'character')}`,
  },
  array: {
    most: (limit) => `Send at most ${many(limit, 'item')}`,
    least: (limit) => `Send at least ${many(limit, 'item')}`,
  },
}
const typeTexts: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  array: 'Send a list',
  object: 'Send an object',
}
