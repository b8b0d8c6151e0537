import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wait } from './wait.ts'

type When = 'before' | 'after'
/** Called when a request has come, and when its answer has: something may be killed there. */
export type Hook = (request: string, when: When) => Promise<void> | void

/** What stands between the program and a stand-in: takes its time as a network does, and shows where a call is. */
export async function startProxy(target: string, latencyMs: number) {
  const hooks = { current: undefined as Hook | undefined }
  const server = createServer(async (req, res) => {
    const body = await bytesOf(req)
    const subject = `${req.method} ${req.url}`
    res.on('error', () => {})
    await wait(latencyMs)
    await hooks.current?.(subject, 'before')
    const outward = send(
      new URL(req.url ?? '/', target),
      { method: req.method, headers: req.headers },
      (answer) => {
        void bytesOf(answer).then(async (answerBody) => {
          await hooks.current?.(subject, 'after')
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          // a cut answer stays cut
          if (answer.complete) res.end(answerBody)
          else res.write(answerBody, () => res.destroy())
        })
      },
    )
    outward.on('error', () => res.destroy())
    outward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Replaces what is called at each request. */
    hook: (hook: Hook | undefined): void => void (hooks.current = hook),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(part as Buffer)
  } catch {
    // its other end was killed
  }
  return Buffer.concat(parts)
}
