import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { get, post, type Operation } from '#contract/operation.ts'
import { messages } from '#contract/messages.ts'
import { notFound, Refusal } from './errors.ts'
import { installParsing } from './parsing.ts'

interface Given {
  operation?: Operation | undefined
  production?: boolean
  headers?: Record<string, string>
}
const thing = get('/api/thing', 'A thing', { refuses: ['not_found'] })

/** What a caller is answered where the work fails, and what the log says of it. */
async function answered(error: Error, given: Given = {}) {
  const {
    operation,
    production = false,
    headers = { 'content-type': 'text/plain' },
  } = { operation: thing, ...given }
  const said: object[] = []
  const stream = { write: (line: string) => void said.push(JSON.parse(line)) }
  const app = Fastify({ genReqId: () => 'request 1', logger: { level: 'error', stream } })
  installParsing(app, { production })
  app.addContentTypeParser('multipart/form-data', (_req, _body, done) => done(null))
  app.post('/thing', { config: { ...(operation && { operation }) } }, () => Promise.reject(error))
  const body = headers['content-type'] ? { payload: 'x' } : {}
  const reply = await app.inject({ method: 'POST', url: '/thing', headers, ...body })
  return { status: reply.statusCode, error: reply.json().error, said }
}
const fault = (more: object, message = 'select broke') => Object.assign(new Error(message), more)
const upload = { headers: { 'content-type': 'multipart/form-data; boundary=x' } }

describe('the server answers', () => {
  test.each([
    ['a refusal as it was meant', notFound('thing'), 404, { code: 'not_found', message: 'Thing not found' }],
    [
      'two who wrote the same at once, by a conflict',
      fault({ code: '23505' }),
      409,
      { code: 'conflict', message: 'Someone just saved the same record. Reload and try again' },
    ],
    [
      'two who wait for each other, by a conflict for the one who gives way',
      fault({ code: '40P01' }),
      409,
      { code: 'conflict', message: messages.atWork },
    ],
    [
      'a request that is too large, in our words',
      fault({ statusCode: 413, code: 'FST_ERR' }),
      413,
      { code: 'FST_ERR', message: 'The request is too large' },
    ],
    [
      'a request that the server can’t read',
      fault({ statusCode: 400 }),
      400,
      { code: 'refused', message: 'select broke' },
    ],
    ['up to 499', fault({ statusCode: 499, code: 'X' }), 499, { code: 'X', message: 'select broke' }],
  ])('%s, and logs no fault of its own', async (_what, error, status, body) => {
    expect(await answered(error)).toEqual({ status, error: body, said: [] })
  })
  test.each([
    ['a lost database', fault({ code: 'ECONNREFUSED' }), 502, 'unavailable', messages.unavailable],
    ['a fault', fault({}), 500, 'internal', messages.somethingWrong],
    [
      'a fault with a status of its own',
      fault({ statusCode: 503 }),
      500,
      'internal',
      messages.somethingWrong,
    ],
    ['a fault with a strange status', fault({ statusCode: 302 }), 500, 'internal', messages.somethingWrong],
    [
      'a fault that only looks like a broken upload',
      fault({}, 'Unexpected end of form'),
      500,
      'internal',
      messages.somethingWrong,
    ],
  ])(
    '%s without details, and logs it under the request’s ID',
    async (_what, error, status, code, message) => {
      const { said, ...reply } = await answered(error)
      expect(reply).toEqual({ status, error: { code, message, id: 'request 1' } })
      expect(said).toMatchObject([
        { err: { message: error.message }, msg: 'request failed', reqId: 'request 1' },
      ])
    },
  )
  test('a fault in a request without a body the same way', async () => {
    expect(await answered(fault({}), { headers: {} })).toMatchObject({
      status: 500,
      error: { code: 'internal', id: 'request 1' },
    })
  })
  test('an interrupted upload as the caller’s error, and logs no fault of its own', async () => {
    expect(await answered(fault({}, 'Unexpected end of form'), upload)).toEqual({
      status: 400,
      error: { code: 'invalid', message: 'The upload was interrupted. Send the file again' },
      said: [],
    })
    expect((await answered(fault({}), upload)).status).toBe(500)
  })
  test('a refusal with its fields and what changed meanwhile', async () => {
    const operation = get('/api/thing', 'A thing', { refuses: ['conflict'] })
    const changed = [{ field: 'a', from: 1, to: 2, by: 'Pat', tm: '2026-01-01T00:00:00Z' }]
    const refusal = new Refusal('conflict', 'Pat was faster', { a: 'Look' }, { version: 7, changed })
    expect(await answered(refusal, { operation })).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: 'Pat was faster', fields: { a: 'Look' }, version: 7, changed },
    })
  })
})

test.each([
  ['outside production', 500, 'internal', false],
  ['in production', 404, 'not_found', true],
])('a refusal missing from the contract, %s, is answered %i', async (_where, status, code, production) => {
  const silent = get('/api/silent', 'Silent', {})
  const reply = await answered(notFound('thing'), { operation: silent, production })
  expect([reply.status, reply.error.code]).toEqual([status, code])
  const noted = [
    { code: 'not_found', msg: 'refusal not declared in the contract' },
    { msg: 'request failed' },
  ]
  expect(reply.said).toMatchObject(production ? [] : noted)
})
test('a page that isn’t an operation may refuse anything', async () => {
  expect((await answered(notFound('page'), { operation: undefined })).status).toBe(404)
})

describe('an input', () => {
  const body = z.object({
    name: z.string('Say your name').min(1, 'Say your name').max(3, 'Too long').regex(/^a/, 'Begin with a'),
    list: z.array(z.object({ n: z.coerce.number('Count') })).default([]),
  })
  const operation = post('/api/thing', 'A thing', { body })
  const sent = async (payload: object | undefined, schema: z.ZodType = body) => {
    const app = Fastify()
    installParsing(app, { production: false })
    app.post('/thing', { config: { operation }, schema: { body: schema } }, (req) => req.body)
    const reply = await app.inject({ method: 'POST', url: '/thing', ...(payload && { payload }) })
    return [reply.statusCode, reply.json()]
  }
  test('arrives as its schema parses it', async () => {
    expect(await sent({ name: 'ann', list: [{ n: '2' }], more: 1 })).toEqual([
      200,
      { name: 'ann', list: [{ n: 2 }] },
    ])
    expect(await sent(undefined, z.object({ page: z.number().default(1) }))).toEqual([200, { page: 1 }])
  })
  test('is refused with the first error of each field, by the field’s path', async () => {
    expect(await sent({ name: 'long', list: [{ n: 'x' }] })).toEqual([
      400,
      {
        error: {
          code: 'invalid',
          message: messages.formErrorsListed,
          fields: { name: 'Too long', 'list.0.n': 'Count' },
        },
      },
    ])
  })
  test('that is invalid as a whole is reported for the request', async () => {
    const [status, { error }] = await sent([])
    expect([status, Object.keys(error.fields)]).toEqual([400, ['(request)']])
  })
})
