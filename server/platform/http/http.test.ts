import Fastify, { type FastifyReply, type InjectOptions } from 'fastify'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { AreaName } from '#contract/index.ts'
import { bind, type Handlers } from './http.ts'
import { installParsing } from './parsing.ts'
import type { Ctx, Services, Who } from '../services.ts'

type Work = (ctx: Ctx, input: never) => unknown
interface Given {
  as?: Who['role'] | null
  production?: boolean
  area?: AreaName
}
const view = {
  saved_view_id: 5,
  list: 'jobs',
  name: 'Late',
  search: '',
  columns: { hidden: [], order: [] },
  shared: false,
  owner: 'Pat',
  own: true,
  may_change: true,
  version: 1,
}

/** What a caller is answered where these functions do the work. */
async function answered(
  handlers: Record<string, Work>,
  request: InjectOptions,
  { as = 'support', production = false, area = 'lists' }: Given = {},
) {
  const said: string[] = []
  const stream = { write: (line: string) => void said.push(JSON.parse(line).err.message) }
  const app = Fastify({ genReqId: () => 'request 1', logger: { level: 'error', stream } })
  installParsing(app, { production })
  const who = as && ({ login_id: 4, role: as } as Who)
  app.decorateRequest('who', null)
  app.decorateRequest('operation', '')
  app.addHook('onRequest', (req, _reply, done) => {
    req.who = who
    done()
  })
  const admitted: unknown[] = []
  app.decorate('streams', {
    admit: (req: { operation: string }) => admitted.push(req.operation),
    async send({
      reply,
      events,
      toDeclared,
    }: {
      reply: FastifyReply
      events: AsyncIterable<unknown>
      toDeclared: (e: unknown) => unknown
    }) {
      const all: unknown[] = []
      for await (const event of events) all.push(toDeclared(event))
      return reply.send(JSON.stringify(all))
    },
  } as never)
  app.decorate('afterwards', {
    begin: (_reply: unknown, _log: unknown, work: () => Promise<void>) => work(),
  } as never)
  const log = { child: (of: object) => of }
  const services = { log, config: { production } } as unknown as Services
  bind(app, services, area, handlers as unknown as Handlers<AreaName>)
  const reply = await app.inject(request)
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, said, admitted }
}
const views = { url: '/api/saved-views?list=jobs' }

describe('a caller', () => {
  const never = { listSavedViews: () => expect.unreachable() }
  test.each([
    [null, 401, 'Please sign in'],
    ['customer', 403, 'You'],
  ] as const)(
    'signed in as %s is refused with %i before the input is checked',
    async (as, status, message) => {
      const refused = await answered(never, { url: '/api/saved-views' }, { as })
      expect(refused.status).toBe(status)
      expect(JSON.parse(refused.text).error.message).toContain(message)
    },
  )
  test('needs no sign-in for a public operation', async () => {
    const signIn = { requestPasswordReset: () => undefined }
    const asked = {
      method: 'POST',
      url: '/api-public/account/forgot-password',
      payload: { email: 'a@b.example' },
    }
    expect((await answered(signIn, asked as InjectOptions, { as: null, area: 'session' })).status).toBe(204)
  })
})

describe('an answer', () => {
  test('has only what its contract declares', async () => {
    const { status, headers, text } = await answered(
      { listSavedViews: () => [{ ...view, secret: 'x' }] },
      views,
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(text)).toEqual([view])
  })
  test('without content is empty', async () => {
    const removed = await answered(
      { removeSavedView: () => undefined },
      { method: 'DELETE', url: '/api/saved-views/5' },
    )
    expect([removed.status, removed.text]).toEqual([204, ''])
  })
  test('that breaks its contract fails and is logged, except in production', async () => {
    const wrong = { listSavedViews: () => Array.from({ length: 6 }, () => ({ ...view, name: null })) }
    const { status, said } = await answered(wrong, views)
    expect(status).toBe(500)
    expect(said[0]).toMatch(
      /^listSavedViews returned a response that doesn't match its contract: 0\.name: \S.*; 1\.name: \S/,
    )
    expect(said[0]).toContain('4.name')
    expect(said[0]).not.toContain('5.name')
    expect((await answered(wrong, views, { production: true })).status).toBe(200)
    expect((await answered({ listSavedViews: () => undefined }, views)).status).toBe(500)
  })
})

test('an operation receives typed values from the path, the query and the body', async () => {
  const inputs: unknown[] = []
  const note = (_ctx: Ctx, input: unknown) => inputs.push(input) && { ...view }
  const details = { name: ' Late ', search: '', columns: view.columns, shared: true, version: 2 }
  const put = { method: 'PUT', url: '/api/saved-views/5', payload: details } as const
  expect((await answered({ changeSavedView: note }, put)).status).toBe(200)
  expect(inputs).toMatchObject([{ params: { id: 5 }, body: { ...details, name: 'Late' } }])
  await answered({ listSavedViews: (_ctx, input) => inputs.push(input) && [] }, views)
  expect(inputs[1]).toMatchObject({ query: { list: 'jobs' } })
  for (const wrong of [
    { ...put, url: '/api/saved-views/x' },
    { ...put, payload: {} },
    { url: '/api/saved-views' },
  ])
    expect((await answered({ changeSavedView: note, listSavedViews: note }, wrong)).status).toBe(400)
  expect(inputs).toHaveLength(2)
})

test('an operation knows its caller and request, and may continue after its answer', async () => {
  const seen: unknown[] = []
  await answered(
    {
      listSavedViews: (ctx) => {
        ctx.afterAnswer(() => Promise.resolve(void seen.push('afterwards')))
        seen.push(ctx.who.login_id, ctx.requestId, ctx.log)
        return []
      },
    },
    views,
  )
  expect(seen).toEqual(['afterwards', 4, 'request 1', { request_id: 'request 1' }])
})

describe('a file', () => {
  const file = {
    downloadExport: () => ({ name: 'Hüte & "Caps".csv', type: 'text/csv', body: Readable.from(['a,', 'b']) }),
  }
  test('is sent under its name, whatever characters it contains', async () => {
    const { headers, text } = await answered(file, { url: '/api/exports/5/file' })
    expect(text).toBe('a,b')
    expect(headers['content-type']).toMatch(/^text\/csv/)
    expect(headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''H%C3%BCte%20%26%20%22Caps%22.csv",
    )
  })
  test('isn’t created for a HEAD request, though other answers allow one', async () => {
    expect((await answered(file, { method: 'HEAD', url: '/api/exports/5/file' })).status).toBe(404)
    expect((await answered({ listSavedViews: () => [] }, { method: 'HEAD', ...views })).status).toBe(200)
  })
})

describe('live events', () => {
  const live = {
    async *watchRun(): AsyncGenerator<unknown> {
      yield { feed_run_id: 5, state: 'queued', phases: [], secret: 'x' }
    },
  }
  const events = { url: '/api/feed-runs/5/events' }
  test('are sent with their declared fields after the access check', async () => {
    const { admitted, text } = await answered(live, events, { area: 'feeds' })
    expect(admitted).toEqual(['watchRun'])
    expect(JSON.parse(text)).toEqual([{ feed_run_id: 5, state: 'queued', phases: [] }])
  })
  test('answer no HEAD request', async () => {
    expect((await answered(live, { method: 'HEAD', ...events }, { area: 'feeds' })).status).toBe(404)
  })
})
