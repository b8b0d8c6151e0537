import { expect, test } from 'vitest'
import { z } from 'zod'
import { count } from './inputs.ts'

test.each([
  [z.object({ a: z.string() }), {}, 'This is needed'],
  [z.object({ a: z.number() }), { a: 'x' }, 'This must be a number'],
  [z.object({ a: count(1, 9) }), { a: 1.5 }, 'This must be a whole number'],
  [z.object({ a: z.string().max(3) }), { a: 'abcd' }, 'At most 3 characters'],
  [z.object({ a: z.array(z.number()).max(2) }), { a: [1, 2, 3] }, 'At most 2'],
  [z.object({ a: z.number().min(5) }), { a: 4 }, 'At least 5'],
  [z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'One of x, y'],
])('a rule without its own message gets a plain one', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(text)
})
