import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StandInRequest, StandIn, StandInAnswer } from '../../stand-ins/stand-in.ts'

/** What goes wrong with a request, before or after the market executed it. */
export interface Mischief {
  /** Only for requests like this. */
  pattern?: RegExp
  /** How many times; by default once. */
  times?: number
  /** Sent in place of the market’s answer. */
  answer?: StandInAnswer
  /** The market executes the request; its answer is lost. */
  losesAnswer?: boolean
  /** The request is lost on its way to the market. */
  losesRequest?: boolean
  /** The market executes the request before `answer` is sent. */
  executesFirst?: boolean
  /** The request waits for this. */
  waitFor?: Promise<void>
  /** What a person or another app does in the shop first. */
  meanwhile?: () => void
}

/** A market’s stand-in over real HTTP, below `/shop`, and what goes wrong with the next requests. */
export async function startMarket(market: StandIn) {
  const requests: StandInRequest[] = []
  const mischief: Mischief[] = []
  let origin = ''
  const server = createServer(async (req, res) => {
    const url = new URL(req.url!, origin)
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const request: StandInRequest = {
      method: req.method!,
      path: url.pathname.replace(/^\/shop/, ''),
      query: url.searchParams,
      headers: req.headers as StandInRequest['headers'],
      body: Buffer.concat(parts).toString('utf8'),
      address: `${origin}/shop`,
    }
    requests.push(request)
    const index = mischief.findIndex(
      ({ pattern }) => !pattern || pattern.test(`${request.method} ${req.url} ${request.body}`),
    )
    const bad = mischief[index]
    if (bad && (bad.times = (bad.times ?? 1) - 1) <= 0) mischief.splice(index, 1)
    bad?.meanwhile?.()
    await bad?.waitFor
    if (bad?.losesRequest) return void res.destroy()
    const answer =
      !bad || bad.losesAnswer || bad.executesFirst || !bad.answer ? market.answer(request) : undefined
    if (bad?.losesAnswer) return void res.destroy()
    const { status = 200, headers = {}, body } = bad?.answer ?? answer!
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `${origin}/shop`,
    asked: requests,
    mischief,
    close: () => new Promise<void>((r) => void server.close(() => r())),
  }
}
