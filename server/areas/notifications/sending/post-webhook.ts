import { request } from 'undici'
import { AddressRefused, openAddress, pinnedAgent } from '#server/platform/addresses.ts'

/** The longest an endpoint may take to answer. */
export const longestAnswerMs = 15_000
/** What is kept of an answer. */
const keptAnswer = 1000

export interface WebhookAnswer {
  /** Null: there was no answer. */
  status: number | null
  text: string
  ms: number
  /** When the endpoint wants the next attempt, in seconds. */
  retryAfter: number | null
}

/** Sends one message. A redirect isn't followed, and only the checked address is connected to. */
export async function postWebhook(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  allowHosts: readonly string[],
): Promise<WebhookAnswer> {
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  const target = new URL(url)
  let agent: ReturnType<typeof pinnedAgent> | undefined
  try {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const address = await openAddress(target.hostname, allowHosts, port)
    agent = pinnedAgent(address, { connectMs: longestAnswerMs, stallMs: longestAnswerMs })
    const answer = await request(target, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(longestAnswerMs),
      headers: { 'user-agent': 'Feedstock/1', 'content-type': 'application/json', ...headers },
      body,
    })
    const text = await headOf(answer.body)
    return {
      status: answer.statusCode,
      text,
      ms: tookMs(),
      retryAfter: secondsOf(answer.headers['retry-after']),
    }
  } catch (error) {
    return { status: null, text: textOf(error), ms: tookMs(), retryAfter: null }
  } finally {
    await agent?.destroy().catch(() => {})
  }
}

/** The beginning of an answer; the rest isn't read. */
async function headOf(
  body: AsyncIterable<Buffer> & { destroy(): unknown; on(name: 'error', act: () => void): unknown },
) {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= keptAnswer) break
    }
  } finally {
    body.on('error', () => {})
    body.destroy()
  }
  return Buffer.concat(parts).toString('utf8').slice(0, keptAnswer).replaceAll('\0', '').toWellFormed()
}

const longestWait = 3600
function secondsOf(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0])
  return header === undefined || !Number.isFinite(seconds)
    ? null
    : Math.min(longestWait, Math.max(0, seconds))
}

function textOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const { name, message, code } = error as Error & { code?: string }
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? ''))
    return `No answer within ${longestAnswerMs / 1000} s`
  return message.slice(0, keptAnswer) || 'The connection failed'
}
