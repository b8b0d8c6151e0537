import { expect, test } from 'vitest'
import { z } from 'zod'
import { count } from './inputs.ts'

test.each([
  [z.object({ a: z.string() }), {}, 'Required'],
  [z.object({ a: z.number() }), { a: 'x' }, 'Enter a number'],
  [z.object({ a: count(1, 9) }), { a: 1.5 }, 'Enter a whole number from 1 to 9'],
  [z.object({ a: z.string().max(3) }), { a: 'abcd' }, 'Enter at most 3 characters'],
  [z.object({ a: z.array(z.number()).max(2) }), { a: [1, 2, 3] }, 'Send at most 2 items'],
  [z.object({ a: z.number().min(5) }), { a: 4 }, 'Enter 5 or more'],
  [z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'Choose one of: x, y'],
])('a rule without its own message gets a plain one', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(text)
})
