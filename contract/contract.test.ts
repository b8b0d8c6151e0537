import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import * as inputs from './inputs.ts'
import { get, operations, post, refusalsOf } from './operation.ts'
import { schemasWithin } from './walk.ts'

const all = [...operations(contract)]

test('no two operations share a name, and none shares its method and path with another', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  const addresses = all.map(({ op }) => `${op.method} ${op.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(all.length)
})

test('every name is a verb and a noun', () => {
  expect(all.map(({ name }) => name).filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([])
})

describe('what PostgreSQL can’t hold is refused by', () => {
  const known = new Set(['object', 'array', 'record', 'union', 'tuple', 'optional', 'nullable', 'default'])
  const harmless = new Set(['enum', 'literal', 'boolean', 'null'])
  const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

  test.each(all.map(({ name, op }) => ({ name, op })))('$name', ({ op }) => {
    for (const input of [op.params, op.query, op.body]) {
      if (!input) continue
      for (const schema of schemasWithin(input)) {
        const { type } = schema._zod.def
        if (type === 'string') {
          for (const sample of ['a\0b', '\ud800', 'x'.repeat(100_001)])
            expect(accepts(schema, sample)).toBe(false)
        } else if (type === 'number') {
          for (const sample of [2 ** 60, -(2 ** 60), 1e300, Infinity, NaN])
            expect(accepts(schema, sample)).toBe(false)
        } else if (type === 'pipe') {
          for (const sample of ['a\0b', '\ud800', 2 ** 60, NaN]) expect(accepts(schema, sample)).toBe(false)
        } else
          expect(known.has(type) || harmless.has(type), `${type} is no input of the vocabulary`).toBe(true)
      }
    }
  })
})

describe('the vocabulary', () => {
  test.each([
    ['line', inputs.line(5, 'Say it'), ['a', '  abc  '], ['', '   ', 'abcdef']],
    ['line that may be empty', inputs.line(5), ['', '  '], ['abcdef']],
    ['text', inputs.text(5), ['', '  a  '], ['abcdef', 'a\0']],
    ['email', inputs.email, ['a@b.co', ' a@b.co '], ['a@b', 'a b@c.de', '@b.co', `${'a'.repeat(250)}@b.co`]],
    [
      'url',
      inputs.url(40, ['https'], 'no'),
      ['https://a.b/c'],
      ['http://a.b', 'https://', `https://a.b/${'c'.repeat(40)}`],
    ],
    [
      'day',
      inputs.day,
      ['2026-02-28', '1900-01-01'],
      ['2026-02-30', '0000-01-01', '1899-12-31', '26-1-1', ''],
    ],
    [
      'money',
      inputs.money,
      ['0', '-12.5', '999999999999.9999'],
      ['1e5', '1.23456', '1,5', '', '.5', '1234567890123'],
    ],
    ['id', inputs.id, [1, 2_147_483_647], [0, -1, 1.5, 2_147_483_648, '1', null]],
    ['bigId', inputs.bigId, [1, 2_147_483_648], [0, 2 ** 53]],
    [
      'id in a path',
      inputs.fromText.id,
      ['1', 1, '2147483647'],
      [
        '0',
        'x',
        '1.5',
        '2147483648',
        '',
        ' 1',
        '1 ',
        '+1',
        '-1',
        '0x1',
        '1e0',
        '1.0',
        '१',
        ['1'],
        true,
        null,
      ],
    ],
    ['instant', inputs.instant, [0, 253_402_300_799], [-1, 253_402_300_800, 1.5]],
    ['page', inputs.page, [1, 10_000, undefined], [0, 10_001]],
    ['percent', inputs.percent, [0, 12.5, 100], [-1, 100.1]],
  ] as const)('%s', (_name, schema, good, bad) => {
    for (const value of good) expect(z.safeParse(schema, value).success, `takes ${String(value)}`).toBe(true)
    for (const value of bad)
      expect(z.safeParse(schema, value).success, `refuses ${String(value)}`).toBe(false)
  })
})

test('what travels as text is read as what it means, and a page that nobody names is the first', () => {
  const read = (schema: z.ZodType, value: unknown) => schema.parse(value)
  expect(['true', 'false'].map((value) => read(inputs.fromText.flag, value))).toEqual([true, false])
  expect([read(inputs.fromText.page, undefined), read(inputs.page, undefined)]).toEqual([1, 1])
  expect(read(inputs.fromText.id, '12')).toBe(12)
  const described = z.toJSONSchema(inputs.fromText.id, { io: 'input', unrepresentable: 'any' })
  expect(described).toMatchObject({ type: 'integer', minimum: 1, maximum: 2147483647 })
  expect([read(inputs.line(9), ' a b '), read(inputs.email, ' a@b.co ')]).toEqual(['a b', 'a@b.co'])
  expect(read(inputs.text(9), ' a b ')).toBe(' a b ')
})

describe('an operation may refuse', () => {
  const body = z.object({})
  const refusals = (op: Parameters<typeof refusalsOf>[0]) => refusalsOf(op).toSorted()
  test.each([
    ['a public read', get('/api/a', 'A', { access: 'public' }), []],
    ['a public write, for want of its XSRF token', post('/api/a', 'A', { access: 'public' }), ['forbidden']],
    ['a read by staff', get('/api/a', 'A', {}), ['signed_out', 'forbidden']],
    ['a write, for its key', post('/api/a', 'A', {}), ['signed_out', 'forbidden', 'invalid', 'conflict']],
    [
      'what has a path’s id',
      get('/api/a/{id}', 'A', { access: 'public', refuses: ['not_found'] }),
      ['invalid', 'not_found'],
    ],
    ['what has a query', get('/api/a', 'A', { access: 'public', query: body }), ['invalid']],
    ['what has a body', post('/api/a', 'A', { access: 'public', body }), ['forbidden', 'invalid']],
    ['an upload', post('/api/a', 'A', { access: 'public', encoding: 'multipart' }), ['forbidden', 'invalid']],
    ['a stream', get('/api/a', 'A', { access: 'public', answer: 'events' }), ['too_many']],
  ] as const)('%s', (_name, op, codes) => {
    expect(refusals(op)).toEqual(['app_version', ...codes].toSorted())
  })
})
