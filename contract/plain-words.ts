import type { z } from 'zod'

/** Plain words for a rule without a message of its own, shown beside its field. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  const chars = issue.origin === 'string' ? ' characters' : ''
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is needed'
        : `This must be ${namedWords[String(issue.expected)] ?? 'given otherwise'}`
    case 'too_big':
      return `At most ${String(issue.maximum)}${chars}`
    case 'too_small':
      return `At least ${String(issue.minimum)}${chars}`
    case 'invalid_value':
      return `One of ${(issue.values as unknown[]).slice(0, 20).join(', ')}`
    case 'unrecognized_keys':
      return `There is no ${(issue.keys as string[]).join(', ')} here`
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'This can’t be read'
    default:
      return undefined
  }
}
const namedWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a record',
}
