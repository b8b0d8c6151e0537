import { expect, test } from 'vitest'
import { z } from 'zod'
import { declaredOf } from './declared.ts'

const item = z.object({ a: z.number() })
const kept = (schema: z.core.$ZodType, answer: unknown) => declaredOf(schema)(answer)
const secret = { a: 1, secret: 2 }

test('an object in a list, a record, a default, a transformed or absent value keeps only its declared fields', () => {
  const shape = z.object({
    lists: z.array(z.array(item)),
    maybe: z.array(item.nullable()),
    record: z.record(z.string(), z.array(item)),
    usual: item.default({ a: 0 }),
    sent: item.transform(({ a }) => a),
    none: item.nullable().optional(),
    there: item.optional(),
    away: item.optional(),
  })
  expect(
    kept(shape, {
      lists: [[secret], []],
      maybe: [null, secret],
      record: { k: [secret] },
      usual: secret,
      sent: secret,
      none: null,
      there: secret,
    }),
  ).toEqual({
    lists: [[{ a: 1 }], []],
    maybe: [null, { a: 1 }],
    record: { k: [{ a: 1 }] },
    usual: { a: 1 },
    sent: { a: 1 },
    none: null,
    there: { a: 1 },
    away: undefined,
  })
})

test('a value without objects stays unchanged', () => {
  const answer = { list: [1, 2], text: 'x' }
  expect(kept(z.array(z.number()), answer.list)).toBe(answer.list)
  expect(kept(z.union([z.string(), z.number()]), 'x')).toBe('x')
  expect(kept(z.unknown(), answer)).toBe(answer)
  expect(kept(z.record(z.string(), z.unknown()), answer)).toBe(answer)
})

test('among several object types the first match is kept, by its constant or its required fields', () => {
  const either = z.union([
    z.object({ kind: z.literal(['x', 'y']), a: z.number(), note: z.string().optional() }),
    z.object({ kind: z.literal('z') }),
    z.object({ b: z.number() }),
  ])
  expect(kept(either, { kind: 'y', a: 1, b: 2, secret: 3 })).toEqual({ kind: 'y', a: 1 })
  expect(kept(either, { kind: 'z', a: 1, secret: 3 })).toEqual({ kind: 'z' })
  expect(kept(either, { b: 2, secret: 3 })).toEqual({ b: 2 })
  expect(() => kept(either, { kind: 'x', secret: 3 })).toThrow('match any shape')
})

test('a value that isn’t an object stays unchanged, null and text included', () => {
  const either = z.union([item, z.string(), z.null()])
  expect([kept(either, null), kept(either, 'x'), kept(either, secret)]).toEqual([null, 'x', { a: 1 }])
})

test('a field’s name is never run as code', () => {
  const name = '"]); throw new Error("ran"); ("'
  expect(kept(z.object({ [name]: z.number() }), { [name]: 1, secret: 2 })).toEqual({ [name]: 1 })
})
