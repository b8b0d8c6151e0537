import type { FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from './errors.ts'
import { Streams } from './streams.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

type Identify = ConstructorParameters<typeof Streams>[0]
const someone = { login_id: 4 } as Awaited<ReturnType<Identify>>

/** A request whose stream this test hears. */
function caller(session = 'a', login_id: number | undefined = 4) {
  const heard: string[] = []
  const heads: unknown[][] = []
  const faults: unknown[][] = []
  const raw = Object.assign(new PassThrough(), { writeHead: (...head: unknown[]) => heads.push(head) })
  raw.on('data', (piece: Buffer) => heard.push(piece.toString()))
  const hijack = vi.fn<() => void>()
  const req = {
    who: login_id && { login_id },
    sessionToken: session,
    log: { error: (...said: unknown[]) => faults.push(said) },
  }
  return {
    raw,
    heard,
    heads,
    faults,
    hijack,
    req: req as unknown as FastifyRequest,
    reply: { raw, hijack } as unknown as FastifyReply,
  }
}
type Caller = ReturnType<typeof caller>
const declared = (event: unknown) => ({ n: event })
const send = (streams: Streams, { req, reply }: Caller, events: AsyncIterable<unknown>) =>
  streams.send({ req, reply, events, toDeclared: declared })
async function* these(...events: unknown[]) {
  yield* events
}
/** Events that come when they are said, until there are no more. */
function spoken() {
  const waiting: ((event: IteratorResult<unknown>) => void)[] = []
  const tell = (event: IteratorResult<unknown>) => waiting.shift()?.(event)
  const state = { letGo: false }
  const iterator = {
    next: () => new Promise<IteratorResult<unknown>>((resolve) => void waiting.push(resolve)),
    return: () => {
      state.letGo = true
      tell({ done: true, value: undefined })
      return Promise.resolve({ done: true as const, value: undefined })
    },
  }
  return {
    state,
    say: (value: unknown) => tell({ done: false, value }),
    events: { [Symbol.asyncIterator]: () => iterator },
  }
}
const streamsOf = (
  identify: ConstructorParameters<typeof Streams>[0],
  stillMay: ConstructorParameters<typeof Streams>[1] = () => Promise.resolve(),
) => new Streams(identify, stillMay)
/** A stream that has said one thing and waits. */
async function open(streams: Streams, by: Caller) {
  const { say, events, state } = spoken()
  const sent = send(streams, by, events)
  say(1)
  await vi.advanceTimersByTimeAsync(0)
  return { say, state, sent }
}

describe('a stream', () => {
  test('sends each event as declared, and ends after the last', async () => {
    const by = caller()
    await send(
      streamsOf(() => Promise.resolve(someone)),
      by,
      these('one', 'two'),
    )
    await vi.waitFor(() => expect(by.raw.closed).toBe(true))
    expect(by.hijack).toHaveBeenCalledOnce()
    expect(by.heads).toEqual([
      [200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }],
    ])
    expect(by.heard.join('')).toBe('data: {"n":"one"}\n\ndata: {"n":"two"}\n\n')
  })
  test('sends a sign of life every 20 s while it is open', async () => {
    const by = caller()
    const { sent } = await open(
      streamsOf(() => Promise.resolve(someone)),
      by,
    )
    await vi.advanceTimersByTimeAsync(40_000)
    expect(by.heard).toEqual(['data: {"n":1}\n\n', ': still here\n\n', ': still here\n\n'])
    by.raw.end()
    await sent
    await vi.advanceTimersByTimeAsync(40_000)
    expect(by.heard).toHaveLength(3)
    // nothing is looked after any more
    expect(vi.getTimerCount()).toBe(0)
  })
  test('can be refused only before it starts', async () => {
    const by = caller()
    const streams = streamsOf(() => Promise.resolve(someone))
    const next = () => Promise.reject(new Error('Run not found'))
    const refused = { [Symbol.asyncIterator]: () => ({ next }) }
    await expect(send(streams, by, refused)).rejects.toThrow('Run not found')
    expect(by.hijack).not.toHaveBeenCalled()
    expect(by.heads).toEqual([])
  })
  test('that breaks off ends, and the log says why', async () => {
    const by = caller()
    async function* broken() {
      yield 1
      throw new Error('the database went away')
    }
    await send(
      streamsOf(() => Promise.resolve(someone)),
      by,
      broken(),
    )
    expect(by.raw.writableEnded).toBe(true)
    expect(by.faults).toEqual([[{ err: new Error('the database went away') }, 'event stream interrupted']])
  })
  test('stops its events when the caller disconnects', async () => {
    const by = caller()
    const { sent, state } = await open(
      streamsOf(() => Promise.resolve(someone)),
      by,
    )
    by.raw.destroy()
    await sent
    expect(state.letGo).toBe(true)
  })
})

describe('a login', () => {
  test('can have twenty streams, and a new one when one ends', async () => {
    const streams = streamsOf(() => Promise.resolve(someone))
    const callers = Array.from({ length: 20 }, () => caller())
    for (const by of callers) {
      streams.admit(by.req)
      await open(streams, by)
    }
    const admit = (by: Caller) => () => streams.admit(by.req)
    const message = 'You already have 20 live pages open. Close one first.'
    expect(admit(caller())).toThrow(expect.objectContaining({ status: 429, message }))
    expect(admit(caller('b', 5))).not.toThrow()
    const viewer = caller('b', 4)
    viewer.req.who!.viewed_by = { login_id: 5, company: 'Harbor 12' }
    expect(admit(viewer)).not.toThrow()
    callers[0]!.raw.end()
    await vi.waitFor(() => expect(callers[0]!.raw.closed).toBe(true))
    expect(admit(caller())).not.toThrow()
  })
})

describe('within 3 s', () => {
  test('an ended session’s streams are closed, and all others continue', async () => {
    const asked: unknown[] = []
    const ended = new Set(['b'])
    const streams = streamsOf(({ sessionToken }) => {
      asked.push(sessionToken)
      return Promise.resolve(ended.has(sessionToken!) ? null : someone)
    })
    const [a, b, again] = [caller('a'), caller('b'), caller('a')]
    for (const by of [a, b, again]) await open(streams, by)
    await vi.advanceTimersByTimeAsync(2999)
    expect([asked, b.raw.writableEnded]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(1)
    // a session is asked for once, however many streams it has
    expect(asked).toEqual(['a', 'b'])
    expect([a, b, again].map((by) => by.raw.writableEnded)).toEqual([false, true, false])
    ended.add('a')
    await vi.advanceTimersByTimeAsync(3000)
    expect([a, again].map((by) => by.raw.writableEnded)).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['a', 'b', 'a'])
  })
  test('an ended account view’s streams are closed, and the session’s others continue', async () => {
    const streams = streamsOf(({ viewing }) =>
      viewing ? Promise.reject(new Refusal('view_over', 'Over')) : Promise.resolve(someone),
    )
    const [plain, view] = [caller('a'), caller('a')]
    view.req.viewing = 7
    for (const by of [plain, view]) await open(streams, by)
    await vi.advanceTimersByTimeAsync(3000)
    expect([plain, view].map((by) => by.raw.writableEnded)).toEqual([false, true])
  })
  test('a stream is closed if its caller loses access; others continue, and none closes while access can’t be checked', async () => {
    let refusal: Error = new Error('away')
    const [mine, kept] = [caller('a'), caller('a')]
    const streams = streamsOf(
      () => Promise.resolve(someone),
      (req) => (req === kept.req ? Promise.reject(refusal) : Promise.resolve()),
    )
    for (const by of [mine, kept]) await open(streams, by)
    const ended = () => [mine, kept].map((by) => by.raw.writableEnded)
    await vi.advanceTimersByTimeAsync(3000)
    expect(ended()).toEqual([false, false])
    refusal = new Refusal('locked', 'Pat has locked this user')
    await vi.advanceTimersByTimeAsync(3000)
    expect(ended()).toEqual([false, true])
  })
  test('an ended session’s stream stays open only while the database is unavailable', async () => {
    let away = true
    const streams = streamsOf(() => (away ? Promise.reject(new Error('away')) : Promise.resolve(null)))
    const by = caller()
    await open(streams, by)
    await vi.advanceTimersByTimeAsync(3000)
    expect(by.raw.writableEnded).toBe(false)
    away = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(by.raw.writableEnded).toBe(true)
  })
})
