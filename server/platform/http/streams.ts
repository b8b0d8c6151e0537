import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Who } from '../service-types.ts'

/** Turns a request into who asks; the session area gives it. */
type Identify = (req: FastifyRequest) => Promise<Who | null>
/** Refuses who may no longer ask what the stream was begun with. */
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
    req.log.error({ err: error }, 'an event stream broke off')
  } finally {
    clearInterval(beat)
    raw.end()
  }
}

/** The live streams of this process: a few a login, and none that outlives the right to ask for it. */
export class Streams {
  readonly #identify: Identify
  readonly #stillMay: StillMay
  readonly #open = new Set<Stream>()
  #looking = false

  constructor(identify: Identify, stillMay: StillMay) {
    this.#identify = identify
    this.#stillMay = stillMay
  }

  /** Before a stream begins: is it one too many of this login? */
  admit(req: FastifyRequest): void {
    // who looks at an account as its customer takes none of that customer's room
    const person = ({ who }: FastifyRequest) => who?.viewed_by?.login_id ?? who?.login_id
    const personStreams = [...this.#open].filter((s) => person(s.req) === person(req))
    if (personStreams.length >= mostOfALogin)
      throw new Refusal(
        'too_many',
        `You watch ${mostOfALogin} things already. Close one of the pages that show them live.`,
      )
  }

  /** Server-sent events until there are no more, the caller goes, or may ask for them no longer. */
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
      // what is refused is refused before the stream begins
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
   * Ends the streams whose session has ended, which is one question a session, and those that are refused by
   * now.
   */
  async #endWithSessions(): Promise<void> {
    const sessionOf = ({ req }: Stream) => `${req.cookies.session} ${req.viewing ?? ''}`
    for (const streams of Map.groupBy(this.#open, sessionOf).values()) {
      // a database that is away for a moment ends nothing, a view that is over does
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
