import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import { get, onlyReads, operations, post, refusalsOf, type Access } from './operation.ts'
import { mayCall } from './roles.ts'
import { schemasWithin } from './walk.ts'

const all = [...operations(contract)]

test('no two operations share a name, or a method and path', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  const addresses = all.map(({ op }) => `${op.method} ${op.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(all.length)
})

test('feed and report operations are for staff only, some reports for those who may move money', () => {
  const ours = all.filter(({ op }) => /^\/api\/(feeds|feed-[a-z]+|reports)\b/.test(op.path))
  expect(ours.length).toBeGreaterThan(15)
  expect(
    ours.filter(({ op }) => op.access !== 'staff' && op.access !== 'money').map(({ name }) => name),
  ).toEqual([])
})

test('operations on stores, integrations, prices and custom feeds are for staff only', () => {
  const parts = /\/(stores?|store-updates|vendor-store|shelves|integrations?|price-rules|custom-feeds?)\b/
  const ours = all.filter(({ op }) => parts.test(op.path))
  expect(ours.length).toBeGreaterThan(40)
  // a shop has no login: it posts the keys that its owner gave by a link
  expect(
    ours.filter(({ op }) => op.access !== 'staff' && op.access !== 'money').map(({ name }) => name),
  ).toEqual(['acceptStoreGrant'])
})

test('only a read without input, for staff, has one answer for all', () => {
  const shared = all.filter(({ op }) => op.same_for_all)
  expect(shared.map(({ name }) => name)).toEqual(['listMonitoredFeeds'])
  for (const { op } of shared) {
    expect([op.method, op.access]).toEqual(['GET', 'staff'])
    expect([op.params, op.query, op.body]).toEqual([undefined, undefined, undefined])
  }
})

test('operations named as reads change nothing, whatever their method; uploads and other writes aren’t reads', () => {
  const reading =
    /^(list|search|browse|previewLive$|get|count|check|find|download|watch|weigh|try|compare|reportGate$|backTest$)/
  expect(all.filter(({ name, op }) => onlyReads(op) !== reading.test(name)).map(({ name }) => name)).toEqual(
    [],
  )
})

test('whoever may save a record may read what its fields are compared with', () => {
  const accessOf = new Map(all.map(({ name, op }) => [name, op.access]))
  const rolesOf = (access: Access | undefined): readonly string[] =>
    access === undefined || access === 'public' ? [] : mayCall[access]
  const saves = all.filter(({ op }) => op.record)
  expect(saves.length).toBeGreaterThan(25)
  const wider = saves.flatMap(({ name, op }) =>
    (op.record ?? [])
      .filter(({ read }) => !rolesOf(op.access).every((role) => rolesOf(accessOf.get(read)).includes(role)))
      .map(({ read }) => `${name} reads ${read}`),
  )
  expect(wider).toEqual([])
})

test('every operation name is a verb and a noun', () => {
  expect(all.map(({ name }) => name).filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([])
})

describe('a save may be sent back what a read of its area answers:', () => {
  const records = all.flatMap(({ area, name, op }) =>
    (op.record ?? []).map((record) => ({ area, name, op, record })),
  )
  test.each(records)('$name', ({ area, op, record: { read, from, keys = {} } }) => {
    const found = all.find((other) => other.name === read)
    expect(found?.area).toBe(area)
    const readOp = found!.op
    expect(onlyReads(readOp)).toBe(true)
    // whoever may save it may read it
    expect(['public', 'account', 'staff']).toContain(readOp.access)
    expect(readOp.access === 'account' || op.access !== 'account').toBe(true)
    const answer = readOp.answer as z.core.$ZodType
    const names = new Set(
      [...schemasWithin(answer)].flatMap((schema) =>
        'shape' in schema ? Object.keys(schema.shape as object) : [],
      ),
    )
    if (from !== undefined) expect(names).toContain(from)
    const sent = [op.params, op.query, op.body].flatMap((part) => (part ? [...schemasWithin(part)] : []))
    const sentNames = new Set(
      sent.flatMap((schema) => ('shape' in schema ? Object.keys(schema.shape as object) : [])),
    )
    for (const key of Object.values(keys)) expect(sentNames).toContain(key.split('.').at(-1))
  })
})

describe('values that PostgreSQL can’t store are refused by', () => {
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
            for (const text of [sample, `https://a.example/${sample}`])
              expect(accepts(schema, text)).toBe(false)
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

describe('the possible refusals are declared for', () => {
  const body = z.object({})
  const refusals = (op: Parameters<typeof refusalsOf>[0]) => refusalsOf(op).toSorted()
  test.each([
    ['a public read', get('/api/a', 'A', { access: 'public' }), []],
    [
      'a public write, without token or app id',
      post('/api/a', 'A', { access: 'public' }),
      ['forbidden', 'invalid'],
    ],
    ['a write that needs none', post('/api/a', 'A', { access: 'public', by_address: true }), []],
    ['a read by staff', get('/api/a', 'A', {}), ['signed_out', 'forbidden', 'two_step_needed']],
    [
      'what works before two-step sign-in is set up',
      get('/api/a', 'A', { before_two_step: true }),
      ['signed_out', 'forbidden'],
    ],
    [
      'a write, for its key',
      post('/api/a', 'A', {}),
      ['signed_out', 'forbidden', 'invalid', 'conflict', 'two_step_needed'],
    ],
    [
      'what needs a fresh sign-in',
      get('/api/a', 'A', { fresh: true }),
      ['signed_out', 'forbidden', 'two_step_needed', 'confirm_identity'],
    ],
    [
      'what has a path’s id',
      get('/api/a/{id}', 'A', { access: 'public', refuses: ['not_found'] }),
      ['invalid', 'not_found'],
    ],
    ['what has a query', get('/api/a', 'A', { access: 'public', query: body }), ['invalid']],
    ['what has a body', post('/api/a', 'A', { access: 'public', body }), ['forbidden', 'invalid']],
    [
      'an upload',
      post('/api/a', 'A', { access: 'public', encoding: 'multipart' }),
      ['disk_full', 'forbidden', 'invalid'],
    ],
    ['a stream', get('/api/a', 'A', { access: 'public', answer: 'events' }), ['too_many']],
  ] as const)('%s', (_name, op, codes) => {
    const inViews = op.method === 'GET' ? ['view_over'] : ['view_over', 'viewing']
    expect(refusals(op)).toEqual(['app_version', ...inViews, ...codes].toSorted())
  })
})
