import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { siftFields } from './unknown-fields.ts'

const refusals = (schema: z.ZodType, input: unknown, record?: unknown) =>
  Object.fromEntries(
    siftFields(schema, input, record).refused.map(({ path, message }) => [path.join('.'), message]),
  )
const unknown = 'Unknown field'
const readOnly = 'This field is read-only'

describe('a field that a schema doesn’t have is named', () => {
  const row = z.object({ row_id: z.number().optional(), name: z.string() })
  test.each([
    ['at the top', z.object({ a: z.number() }), { a: 1, b: 2 }, ['b']],
    ['within an object', z.object({ a: row.optional() }), { a: { name: 'x', b: 2 } }, ['a.b']],
    ['in a row', z.array(row), [{ name: 'x' }, { name: 'y', b: 2 }], ['1.b']],
    ['in a named value', z.record(z.string(), row), { x: { b: 2 } }, ['x.b']],
    ['under a default or null', row.nullable().default(null), { b: 2 }, ['b']],
    ['before a transform', row.transform(({ name }) => name), { b: 2 }, ['b']],
    ['beside a further check', row.superRefine(() => {}), { b: 2 }, ['b']],
    [
      'named as a part of every object',
      row,
      JSON.parse('{"__proto__": 1, "toString": 2}'),
      ['__proto__', 'toString'],
    ],
  ])('%s', (_where, schema, input, names) => {
    expect(refusals(schema, input)).toEqual(Object.fromEntries(names.map((name) => [name, unknown])))
  })
  test('by the kind that the input says it is of, or the one that it fits best', () => {
    const kinds = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), one: z.number() }),
      z.object({ kind: z.literal('b'), two: z.number() }),
    ])
    expect(refusals(kinds, { kind: 'b', one: 1 })).toEqual({ one: unknown })
    const either = z.union([
      z.object({ number: z.string(), year: z.number() }),
      z.object({ setup: z.string() }),
    ])
    expect(refusals(either, { setup: 'x', b: 1 })).toEqual({ b: unknown })
    expect(refusals(z.union([z.string(), row]), 'x')).toEqual({})
  })
  test('not in more rows than the schema allows, which are refused for that', () => {
    const rows = z.object({ rows: z.array(row).max(2) })
    expect(refusals(rows, { rows: [{ b: 1 }, { b: 1 }, { b: 1 }] })).toEqual({})
    expect(refusals(rows, { rows: [{ b: 1 }] })).toEqual({ 'rows.0.b': unknown })
  })
  test('not where the input isn’t what the schema has there', () => {
    expect(refusals(z.object({ a: row, b: z.array(row) }), { a: 1, b: 'x' })).toEqual({})
    expect(refusals(z.object({}), [1])).toEqual({})
  })
})

describe('a record that is sent back', () => {
  const schema = z.object({
    name: z.string(),
    version: z.number().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    rows: z.array(z.object({ row_id: z.number().optional(), on: z.boolean() })).optional(),
  })
  const record = {
    name: 'One',
    version: 3,
    inserted: '2026-11-28',
    fields: [{ label: 'A' }],
    rows: [
      { row_id: 1, kind_id: 7, on: true, seen: 4 },
      { row_id: 2, kind_id: 7, on: true, seen: 5 },
    ],
  }
  test('may have other values in fields that change by themselves', () => {
    const moved = { name: 'One', sub_count: 4, inserted: '2026-11-28' }
    expect(refusals(schema, moved, { ...moved, sub_count: 5 })).toEqual({})
    expect(refusals(schema, moved, { ...moved, inserted: '2026-11-27' })).toEqual({ inserted: readOnly })
  })
  test('may repeat what is read-only, and what is called as the save calls something else', () => {
    const { value, refused } = siftFields(schema, { ...record, name: 'Two' }, record)
    expect(refused).toEqual([])
    expect(value).toEqual({
      name: 'Two',
      version: 3,
      rows: [
        { row_id: 1, on: true },
        { row_id: 2, on: true },
      ],
    })
  })
  test('is refused with the read-only field that it changes, in whatever row', () => {
    const [first, second] = record.rows
    const input = { ...record, inserted: '2027-01-01', rows: [second, { ...first, seen: 9 }] }
    expect(refusals(schema, input, record)).toEqual({ inserted: readOnly, 'rows.1.seen': readOnly })
  })
  test('of an older version may have other read-only values, but no field that the record doesn’t have', () => {
    const input = {
      ...record,
      version: 2,
      inserted: 'before',
      rows: [
        { row_id: 2, seen: 1, b: 1 },
        { row_id: 3, seen: 1 },
      ],
    }
    expect(refusals(schema, input, record)).toEqual({ 'rows.0.b': unknown })
    expect(refusals(schema, { ...input, rows: [], b: 1 }, { ...record, rows: [] })).toEqual({ b: unknown })
    expect(refusals(schema, input, { ...record, rows: [] })).toEqual({})
  })
  test('has each row compared with the one of its own id, however many share another id', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ row_id: i, kind_id: 7, on: true, seen: i }))
    const sent = [...rows].toReversed()
    expect(refusals(schema, { name: 'One', rows: sent }, { ...record, rows })).toEqual({})
    const changed = sent.map((row, i) => (i === 3 ? { ...row, seen: -1 } : row))
    expect(refusals(schema, { name: 'One', rows: changed }, { ...record, rows })).toEqual({
      'rows.3.seen': readOnly,
    })
  })
  test('has no read-only field in a row that is new', () => {
    expect(refusals(schema, { name: 'One', rows: [{ on: true, seen: 5 }] }, record)).toEqual({
      'rows.0.seen': unknown,
    })
  })
})
