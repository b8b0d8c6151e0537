import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedShop {
  method: string
  path: string
  token: string
  body: string
}

/** A stand-in for the shops that are asked over HTTP: it answers as `answers` says, by path. */
export async function startShops(
  answers: (asked: AskedShop, origin: string) => { status?: number; body: unknown },
): Promise<{ origin: string; asked: AskedShop[]; close: () => Promise<void> }> {
  const asked: AskedShop[] = []
  let origin = ''
  const server = createServer(async (req, res) => {
    const one = { method: req.method!, path: req.url!, token: tokenOf(req), body: await bodyOf(req) }
    asked.push(one)
    const { status = 200, body } = answers(one, origin)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise<void>((r) => void server.close(() => r()))
  return { origin, asked, close }
}

const tokenOf = ({ headers }: IncomingMessage) =>
  String(headers['x-shopify-access-token'] ?? headers.authorization ?? '')

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
