import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Who } from '../service-types.ts'

/** Identifies who sent a request; provided by the session area. */
type Identify = (req: FastifyRequest) => Promise<Who | null>
/** Throws if the caller may no longer make the request that began the stream. */
type StillMay = (req: FastifyRequest, who: Who) => Promise<void>
interface Sending {
  req: FastifyRequest
  reply: FastifyReply
  events: AsyncIterable<unknown>
  toDeclared: (event: unknown) => unknown
}
interface Stream {
  req: FastifyRequest
  raw: FastifyReply['raw']
}

const mostOfALogin = 20
const beatMs = 20_000
const lookMs = 3000

async function pour(
  { req, raw }: Stream,
  first: IteratorResult<unknown>,
  events: AsyncIterator<unknown>,
  toDeclared: Sending['toDeclared'],
) {
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const beat = setInterval(() => raw.write(': still here\n\n'), beatMs)
  try {
    for (let next = first; !next.done && !raw.writableEnded && !raw.closed; next = await events.next())
      raw.write(`data: ${JSON.stringify(toDeclared(next.value))}\n\n`)
  } catch (error) {
    req.log.error({ err: error }, 'event stream interrupted')
  } finally {
    clearInterval(beat)
    raw.end()
  }
}

/** The live streams of this process: a few per login, and none outlives the caller's permission. */
export class Streams {
  readonly #identify: Identify
  readonly #stillMay: StillMay
  readonly #open = new Set<Stream>()
  #looking = false

  constructor(identify: Identify, stillMay: StillMay) {
    this.#identify = identify
    this.#stillMay = stillMay
  }

  /** Checks before a stream begins that the login doesn't have too many. */
  admit(req: FastifyRequest): void {
    // someone who views a customer's account doesn't count against that customer's limit
    const person = ({ who }: FastifyRequest) => who?.viewed_by?.login_id ?? who?.login_id
    const personStreams = [...this.#open].filter((s) => person(s.req) === person(req))
    if (personStreams.length >= mostOfALogin)
      throw new Refusal('too_many', `You already have ${mostOfALogin} live pages open. Close one first.`)
  }

  /** Sends server-sent events until there are no more, the caller leaves, or loses permission. */
  async send({ req, reply, events, toDeclared }: Sending): Promise<void> {
    const { raw } = reply
    const stream = { req, raw }
    this.#open.add(stream)
    this.#lookAgain()
    const iterator = events[Symbol.asyncIterator]()
    const endStream = () => {
      this.#open.delete(stream)
      void iterator.return?.()
    }
    raw.once('close', endStream)
    try {
      // a refusal is answered before the stream begins
      const first = await iterator.next()
      reply.hijack()
      await pour(stream, first, iterator, toDeclared)
    } finally {
      endStream()
    }
  }

  #lookAgain(): void {
    if (this.#looking || this.#open.size === 0) return
    this.#looking = true
    setTimeout(() => void this.#endWithSessions(), lookMs).unref()
  }

  /**
   * Ends the streams whose session has ended (one query per session) and those whose caller lost
   * permission.
   */
  async #endWithSessions(): Promise<void> {
    const sessionOf = ({ req }: Stream) => `${req.sessionToken} ${req.viewing ?? ''}`
    for (const streams of Map.groupBy(this.#open, sessionOf).values()) {
      // a database that is unavailable for a moment ends nothing; a view that is over does
      const endIfRefused = (error: unknown) => (error instanceof Refusal ? null : undefined)
      const [first] = streams
      if (!first) continue
      const who = await this.#identify(first.req).catch(endIfRefused)
      for (const { req, raw } of streams) {
        const may = who && (await this.#stillMay(req, who).then(() => who, endIfRefused))
        if (may === null) raw.end()
      }
    }
    this.#looking = false
    this.#lookAgain()
  }
}
