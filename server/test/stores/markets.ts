import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StandInRequest, StandIn, StandInAnswer } from '../../stand-ins/stand-in.ts'

/** What goes wrong with a question: instead of its answer, or after the market did what it was asked. */
export interface Mischief {
  /** Only of questions like this. */
  pattern?: RegExp
  /** So many times; once. */
  times?: number
  /** Told in place of the market's answer. */
  answer?: StandInAnswer
  /** The market does what it is asked; its answer is lost. */
  losesAnswer?: boolean
  /** The question is lost on its way: the market hears nothing of it. */
  losesRequest?: boolean
  /** The market does what it is asked before `answer` is told. */
  executesFirst?: boolean
  /** Not before this. */
  waitFor?: Promise<void>
  /** Done first: what a person or another app does in the shop meanwhile. */
  meanwhile?: () => void
}

/** A market's stand-in over real HTTP, below `/shop`, with what goes wrong at the next questions. */
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
