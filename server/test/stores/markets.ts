import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Asked, StandIn, Told } from '../../stand-ins/stand-in.ts'

/** What goes wrong with a question: instead of its answer, or after the market did what it was asked. */
export interface Mischief {
  /** Only of questions like this. */
  at?: RegExp
  /** So many times; once. */
  times?: number
  /** Told in place of the market's answer. */
  answer?: Told
  /** The market does what it is asked; its answer is lost. */
  cut?: boolean
  /** The question is lost on its way: the market hears nothing of it. */
  lost?: boolean
  /** The market does what it is asked before `answer` is told. */
  written?: boolean
  /** Not before this. */
  until?: Promise<void>
  /** Done first: what a person or another app does in the shop meanwhile. */
  meanwhile?: () => void
}

/** A market's stand-in over real HTTP, below `/shop`, with what goes wrong at the next questions. */
export async function startMarket(market: StandIn) {
  const asked: Asked[] = []
  const mischief: Mischief[] = []
  let origin = ''
  const server = createServer(async (req, res) => {
    const url = new URL(req.url!, origin)
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const one: Asked = {
      method: req.method!,
      path: url.pathname.replace(/^\/shop/, ''),
      query: url.searchParams,
      headers: req.headers as Asked['headers'],
      body: Buffer.concat(parts).toString('utf8'),
      address: `${origin}/shop`,
    }
    asked.push(one)
    const now = mischief.findIndex(({ at }) => !at || at.test(`${one.method} ${req.url} ${one.body}`))
    const bad = mischief[now]
    if (bad && (bad.times = (bad.times ?? 1) - 1) <= 0) mischief.splice(now, 1)
    bad?.meanwhile?.()
    await bad?.until
    if (bad?.lost) return void res.destroy()
    const own = !bad || bad.cut || bad.written || !bad.answer ? market.answer(one) : undefined
    if (bad?.cut) return void res.destroy()
    const { status = 200, headers = {}, body } = bad?.answer ?? own!
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `${origin}/shop`,
    asked,
    mischief,
    close: () => new Promise<void>((r) => void server.close(() => r())),
  }
}
