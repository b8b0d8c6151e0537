import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#contract/index.ts'
import { operations, type Operation } from '#contract/operation.ts'
import { client, harness, makeFeed, makeLogin, runFeed, staff, type Client } from './test/harness.ts'
import { isNightly } from './test/nightly.ts'

// Odd requests of every operation, the same ones each time: whatever is asked, the answer is never ours to
// apologise for.
const h = harness({ worker: true })
const requests = isNightly ? 40 : 12
const seed = 20_261_121

let caller: Client
beforeAll(async () => {
  caller = await client(h, (await makeLogin(h, 'admin')).email)
  const feed = await makeFeed(h)
  await feed.publish('sku,title,price,qty\nA-1,One,1.50,3\nA-2,Two,2.50,0\n')
  await runFeed(await staff(h), feed.feed_id)
  await caller.post('/api/platform/create', { name: 'A platform' })
})

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '%',
  '_',
  '\\',
  "'",
  '"; drop table product; --',
  '../../etc/passwd',
  '<b>',
  '=1+1',
  '😀',
  'é',
  '\u202e',
  'x'.repeat(5000),
  '0',
  '-1',
  '2147483648',
  '1e309',
  'null',
  'NaN',
  '1970-01-01',
  '0000-00-00',
  '9999-12-31',
  '294277-01-01',
  '2026-02-30',
  'a@b.co',
  'http://user:pw@127.0.0.1/%zz',
  '*/5 * * * *',
  'Europe/Berlin',
  'SKU',
]
const oddNumbers = [0, 1, 2, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 1e-300]
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], '__proto__', ...oddTexts, ...oddNumbers),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Mostly what the schema asks for, so that the request comes far; now and then anything. */
function valueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything })
}
function fitting(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([key, part]) => [key, valueOf(part)])),
      )
    case 'array':
      return fc.array(valueOf(def.element), { maxLength: 4 })
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'Sold out', '__proto__', '\0'), valueOf(def.valueType), {
        maxKeys: 3,
      })
    case 'union':
      return fc.oneof(...def.options.map(fitting))
    case 'optional':
    case 'nullable':
    case 'default':
      return fc.oneof(fc.constantFrom(undefined, null), valueOf(def.innerType))
    case 'pipe':
      return valueOf(def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
        fc.constantFrom(...oddNumbers),
      )
    default:
      return fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
        fc.string({ maxLength: 12 }),
        fc.string({ unit: 'binary', maxLength: 12 }),
      )
  }
}

const pathParts = [
  '1',
  '1',
  '1',
  '2',
  '0',
  '-1',
  '999',
  '2147483648',
  '99999999999999999999',
  'x',
  '1.5',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '..',
  'x'.repeat(20),
]
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
function search(query: unknown): string {
  if (typeof query !== 'object' || query === null)
    return `?${encodeURIComponent(asText(query).toWellFormed())}`
  const given = Object.entries(query).filter(([, v]) => v !== undefined)
  return `?${String(new URLSearchParams(given.map(([k, v]) => [k, asText(v).toWellFormed()])))}`
}

/** A request's address, kind of body and body. */
function requestOf(op: Operation) {
  const path = fc
    .array(fc.constantFrom(...pathParts), { minLength: 6, maxLength: 6 })
    .map((parts) => op.path.replace(/\{\w+\}/g, () => parts.shift() ?? '1'))
  const query = op.query ? valueOf(op.query).map(search) : fc.constantFrom('', '?x=%00')
  const json = (op.body ? valueOf(op.body) : anything).map(
    (body) => ['application/json', JSON.stringify(body) ?? ''] as const,
  )
  const broken = fc.constantFrom(
    ['application/json', '{"a":'] as const,
    ['application/json', '"\\u0000\\ud800"'] as const,
    ['text/plain', 'hello'] as const,
    ['application/x-www-form-urlencoded', 'login=%00&password=%ff'] as const,
    [
      'multipart/form-data; boundary=part',
      '--part\r\ncontent-disposition: form-data; name="feedFile"; filename="a.csv"\r\n\r\nsku',
    ] as const,
    [
      'multipart/form-data; boundary=part',
      '--part\r\ncontent-disposition: form-data; name="logo"; filename="\0"\r\n\r\nGIF8\r\n--part--\r\n',
    ] as const,
    ['multipart/form-data', 'x'] as const,
    ['application/json', ''] as const,
  )
  return fc.tuple(path, query, fc.oneof({ weight: 5, arbitrary: json }, broken))
}

describe('never answers 5xx:', () => {
  test.each([...operations(contract)])('$name', async ({ name, op }) => {
    // an endless stream is left before it begins; a sign-out would end what the other tests need
    const sample = fc.sample(requestOf(op), { seed, numRuns: requests })
    const c = name === 'signOut' ? await client(h, (await makeLogin(h, 'support')).email) : caller
    for (const [path, query, [type, payload]] of sample) {
      const url = path + query
      if (op.answer === 'events' && /\/1\//.test(path)) continue
      const reply = await h.app.inject({
        method: op.method,
        url,
        headers: {
          ...c.raw.headers,
          cookie: c.raw.cookie,
          ...(op.method !== 'GET' && { 'content-type': type }),
        },
        ...(op.method !== 'GET' && { payload }),
      })
      const asked = `${op.method} ${url.slice(0, 300)} ${op.method === 'GET' ? '' : payload.slice(0, 300)}`
      expect(reply.statusCode, `${asked} answered ${reply.body.slice(0, 500)}`).toBeLessThan(500)
    }
  })
})
