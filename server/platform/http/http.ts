import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { contract, type AreaName } from '#contract/index.ts'
import type { AnswerOf, Operation, ParsedOf } from '#contract/operation.ts'
import { mayCall } from '#contract/roles.ts'
import { identityNeeded, twoStepNeeded } from '#contract/session/identity.ts'
import type { Afterwards } from './afterwards.ts'
import { declaredOf } from './declared.ts'
import { forbidden, Refusal } from './errors.ts'
import type { StoredPart } from './file-parts.ts'
import { DoneAlready, earlierAnswer, keepAnswer, onceOf, type KeyedWrite } from './once.ts'
import type { Ctx, Services, Who } from '../services.ts'
import { sharedWork, zippedOnce, type SharedAnswer } from './shared-answers.ts'
import { refuseUnknownFields } from './strict-writes.ts'
import type { Streams } from './streams.ts'

/** What a server function returns for a file, which is streamed. */
export interface FileAnswer {
  name: string
  type: string
  body: NodeJS.ReadableStream
  /** Of a stored file, a part can be requested, so that a download can resume. */
  stored?: StoredPart
}

type HandlerResult<E extends Operation> = E['answer'] extends 'file'
  ? Promise<FileAnswer>
  : E['answer'] extends 'events'
    ? AsyncIterable<E extends { event: infer V extends z.core.$ZodType } ? z.input<V> : never>
    : E['answer'] extends 'empty'
      ? Promise<void>
      : Promise<AnswerOf<E>>
export type Handler<E extends Operation> = (ctx: Ctx, input: ParsedOf<E>) => HandlerResult<E>
/** A function for every operation of an area; a missing one fails the type check. */
export type Handlers<A extends AreaName> = {
  [K in keyof (typeof contract)[A]]: (typeof contract)[A][K] extends infer E extends Operation
    ? Handler<E>
    : never
}

declare module 'fastify' {
  interface FastifyRequest {
    who: Who | null
    operation: string
  }
  interface FastifyInstance {
    streams: Streams
    afterwards: Afterwards
  }
  interface FastifyContextConfig {
    /** The operation of the matched route; undefined: a page or a machine's address. */
    operation?: Operation
  }
}

export const appVersionHeader = 'app-version'

/** Registers an area's operations: permission before parsing, then the function, then the answer. */
export function bind<A extends AreaName>(
  app: FastifyInstance,
  services: Services,
  area: A,
  handlers: Handlers<A>,
): void {
  for (const [name, op] of Object.entries<Operation>(contract[area])) {
    const toDeclared = declaredOf(typeof op.answer === 'object' ? op.answer : (op.event ?? z.void()))
    const handlerOf = (operation: string) =>
      handlers[operation as keyof Handlers<A>] as unknown as (ctx: Ctx, input: unknown) => unknown
    const run = handlerOf(name)
    const shareAnswer = op.same_for_all && sharedWork<SharedAnswer>()
    const answerText = async (ctx: Ctx, input: unknown) => {
      const answer = await run(ctx, input)
      if (typeof op.answer !== 'object') return ''
      if (!services.config.production) checkAnswer(name, op.answer, answer)
      return JSON.stringify(toDeclared(answer))
    }
    const ctxOf = (req: FastifyRequest, reply: FastifyReply, once?: KeyedWrite): Ctx => {
      const log = services.log.child({ request_id: req.id })
      const afterAnswer = (work: () => Promise<void>) => app.afterwards.begin(reply, log, work)
      return { ...services, log, who: req.who as Who, requestId: req.id, once, req, reply, afterAnswer }
    }
    app.route({
      method: op.method,
      url: op.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: op },
      // the bytes of a part are counted in the file as it is stored
      ...(op.resumable && { compress: false }),
      // a HEAD of a stream has nothing to answer, and a file would be made for nothing
      exposeHeadRoute: op.answer !== 'events' && op.answer !== 'file' && op.reads !== false,
      schema: {
        ...(op.params && { params: op.params }),
        ...(op.query && { querystring: op.query }),
        ...(op.body && op.encoding !== 'multipart' && { body: op.body }),
      },
      onRequest: (req, _reply, next) => {
        req.operation = name
        next(permission(op, req.who) ?? proofMissing(op, req.who))
      },
      preValidation: (req, reply) =>
        refuseUnknownFields(
          {
            op,
            area: contract[area],
            call: async (read, input) => handlerOf(read)(ctxOf(req, reply), input),
          },
          req,
        ),
      handler: async (req, reply) => {
        const input = { params: req.params, query: req.query, body: req.body }
        const keyedWrite = onceOf(req, {
          who: req.who,
          operation: name,
          input,
          secrets: services.secrets,
        })
        const ctx = ctxOf(req, reply, keyedWrite)
        if (op.answer === 'file') return sendFile(reply, (await run(ctx, input)) as FileAnswer)
        if (op.answer === 'events') {
          app.streams.admit(req)
          return app.streams.send({
            req,
            reply,
            events: run(ctx, input) as AsyncIterable<unknown>,
            toDeclared,
          })
        }
        if (shareAnswer)
          return sendShared(
            req,
            reply,
            await shareAnswer(async () => zippedOnce(await answerText(ctx, input))),
          )
        const text = await onlyOnce(services, keyedWrite, () => answerText(ctx, input))
        return text === '' ? reply.status(204).send() : reply.type(jsonType).send(text)
      },
    })
  }
}

/**
 * Does the work, unless an earlier request with the same key did: then its answer is returned again. The
 * answer is stored sealed, since it may hold secrets that are otherwise only stored as a hash, such as
 * recovery codes.
 */
async function onlyOnce(
  { db, secrets }: Services,
  keyedWrite: KeyedWrite | undefined,
  work: () => Promise<string>,
): Promise<string> {
  if (!keyedWrite) return work()
  const storedAnswer = async () => {
    const sealedAnswer = await earlierAnswer(db, keyedWrite)
    // answers from before they were sealed are plain JSON
    return sealedAnswer && /^[0-9a-f]{8}\./.test(sealedAnswer) ? secrets.open(sealedAnswer) : sealedAnswer
  }
  const earlier = await storedAnswer()
  if (earlier !== undefined) return earlier
  try {
    const text = await work()
    await keepAnswer(db, keyedWrite, secrets.seal(text))
    return text
  } catch (error) {
    if (error instanceof DoneAlready) return (await storedAnswer()) ?? ''
    throw error
  }
}

const jsonType = 'application/json; charset=utf-8'

function sendShared(req: FastifyRequest, reply: FastifyReply, { text, zipped }: SharedAnswer) {
  reply.type(jsonType).header('vary', 'accept-encoding')
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(req.headers['accept-encoding'] ?? '')
  return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(text)
}

function sendFile(reply: FastifyReply, { name, type, body, stored }: FileAnswer) {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`).type(type)
  if (stored) {
    const { bytes, etag, part } = stored
    reply.headers({
      'accept-ranges': 'bytes',
      etag,
      'content-length': part ? part.to - part.from + 1 : bytes,
    })
    if (part) reply.status(206).header('content-range', `bytes ${part.from}-${part.to}/${bytes}`)
  }
  return reply.send(body)
}

export function permission(op: Operation, who: Who | null): Error | undefined {
  if (op.access === 'public') return undefined
  if (!who) return new Refusal('signed_out', 'Please sign in')
  return (mayCall[op.access] as readonly string[]).includes(who.role) ? undefined : forbidden()
}

/** For a `fresh` that depends, the operation's own function decides. */
function proofMissing(op: Operation, who: Who | null): Error | undefined {
  if (who?.needs_two_step && op.access !== 'public' && !op.before_two_step)
    return new Refusal('two_step_needed', twoStepNeeded)
  return op.fresh === true && !who?.fresh ? new Refusal('confirm_identity', identityNeeded) : undefined
}

/** Outside production an answer that violates its contract is our own bug and throws. */
function checkAnswer(name: string, schema: z.core.$ZodType, answer: unknown): void {
  const result = z.safeParse(schema, JSON.parse(JSON.stringify(answer ?? null)))
  if (!result.success)
    throw new Error(
      `${name} returned a response that doesn't match its contract: ${result.error.issues
        .slice(0, 5)
        .map((i) => `${i.path.join('.')}: ${i.message}`)
        .join('; ')}`,
    )
}
