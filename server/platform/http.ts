import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import type { Answer, Area, Operation, Parsed } from '#contract/operation.ts'
import { mayCall } from '#contract/roles.ts'
import { isConnectionLost } from './db.ts'
import { forbidden, Refusal } from './errors.ts'
import type { Ctx, Services, Who } from './services.ts'
import type { Streams } from './streams.ts'

/** What a server function returns for a file: it streams through. */
export interface FileAnswer {
  name: string
  type: string
  body: NodeJS.ReadableStream
}

type Returned<E extends Operation> = E['answer'] extends 'file'
  ? Promise<FileAnswer>
  : E['answer'] extends 'events'
    ? AsyncIterable<E extends { event: infer V extends z.core.$ZodType } ? z.input<V> : never>
    : E['answer'] extends 'empty'
      ? Promise<void>
      : Promise<Answer<E>>
export type Handler<E extends Operation> = (ctx: Ctx, input: Parsed<E>) => Returned<E>
/** A function for every operation of an area; a missing one fails the type check. */
export type Handlers<A extends Area> = { [K in keyof A]: Handler<A[K]> }

declare module 'fastify' {
  interface FastifyRequest {
    who: Who | null
    operation: string
  }
  interface FastifyInstance {
    streams: Streams
  }
  interface FastifyContextConfig {
    /** What the matched route answers for; none: a page or a machine's address. */
    operation?: Operation
  }
}

export const appVersionHeader = 'app-version'

/** Registers an area's operations: permission before parsing, then the function, then the answer. */
export function bind<A extends Area>(app: FastifyInstance, services: Services, area: string, operations: A, handlers: Handlers<A>): void {
  for (const [name, op] of Object.entries(operations)) {
    const run = handlers[name as keyof A] as unknown as (ctx: Ctx, input: unknown) => unknown
    app.route({
      method: op.method,
      url: op.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: op },
      // a stream has nothing to say to a question for its head
      exposeHeadRoute: op.answer !== 'events',
      schema: {
        ...(op.params && { params: op.params }),
        ...(op.query && { querystring: op.query }),
        ...(op.body && op.encoding !== 'multipart' && { body: op.body }),
      },
      onRequest: (req, _reply, done) => {
        req.operation = `${area}.${name}`
        done(permission(op, req))
      },
      handler: async (req, reply) => {
        const ctx: Ctx = { ...services, log: services.log.child({ request_id: req.id }), who: req.who as Who, requestId: req.id, req, reply }
        if (op.answer === 'events') app.streams.admit(req)
        const answer = await run(ctx, { params: req.params, query: req.query, body: req.body })
        if (op.answer === 'empty') return reply.status(204).send()
        if (op.answer === 'file') {
          const file = answer as FileAnswer
          return reply
            .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
            .type(file.type)
            .send(file.body)
        }
        if (op.answer === 'events') return app.streams.send(req, reply, answer as AsyncIterable<unknown>)
        if (!services.config.production) checkAnswer(`${area}.${name}`, op.answer, answer)
        return reply.send(answer)
      },
    })
  }
}

function permission(op: Operation, req: FastifyRequest): Error | undefined {
  if (op.access === 'public') return undefined
  if (!req.who) return new Refusal(401, 'signed_out', 'Please sign in')
  return (mayCall[op.access] as readonly string[]).includes(req.who.role) ? undefined : forbidden()
}

/** Outside production an answer that its contract doesn't allow is our own fault, and is said loudly. */
function checkAnswer(name: string, schema: z.core.$ZodType, answer: unknown): void {
  const checked = z.safeParse(schema, JSON.parse(JSON.stringify(answer ?? null)))
  if (!checked.success)
    throw new Error(
      `${name} answered against its contract: ${checked.error.issues
        .slice(0, 5)
        .map((i) => `${i.path.join('.')}: ${i.message}`)
        .join('; ')}`,
    )
}

/** Parsing and refusing, once for the whole app: one error shape (behaviour.md, Session, headers, errors). */
export function installParsing(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    const parsed = z.safeParse(schema as z.core.$ZodType, data ?? {})
    if (parsed.success) return { value: parsed.data }
    const fields: Record<string, string> = {}
    for (const issue of parsed.error.issues) fields[issue.path.join('.') || '(request)'] ??= issue.message
    return { error: new Refusal(400, 'invalid', messages.formErrorsListed, fields) }
  })
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, req, reply) => {
    if (error instanceof Refusal)
      return reply.status(error.status).send({ error: { code: error.code, message: error.message, ...(error.fields && { fields: error.fields }) } })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return reply
        .status(status)
        .send({ error: { code: error.code ?? 'refused', message: status === 413 ? 'The request is larger than allowed' : error.message } })
    req.log.error({ err: error, operation: req.operation }, 'a request failed')
    if (isConnectionLost(error)) return reply.status(502).send({ error: { code: 'unavailable', message: messages.unavailable, id: req.id } })
    return reply.status(500).send({ error: { code: 'internal', message: messages.somethingWrong, id: req.id } })
  })
}
