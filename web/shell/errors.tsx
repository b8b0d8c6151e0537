import { api, headers } from '../api.ts'
import { errorQueue, type Delivery } from './error-queue.ts'

const reportedKeys = new Set<string>()

async function send(body: string): Promise<Delivery> {
  try {
    const { status } = await fetch(api.reportClientError.url({ body: { uri: '', message: '' } }), {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body,
    })
    return status === 429 || status >= 500 ? 'later' : 'done'
  } catch {
    return 'later'
  }
}
const enqueue = errorQueue(send, (ms) => new Promise((resolve) => setTimeout(resolve, ms)))

/** Posts a browser error once for each distinct one (docs/domain/errors.md, Refusals). */
export function reportError(error: unknown, cause = ''): void {
  const e = error instanceof Error ? error : new Error(String(error))
  const key = `${e.message}\n${e.stack?.split('\n')[1] ?? ''}`
  if (reportedKeys.has(key)) return
  reportedKeys.add(key)
  enqueue(
    JSON.stringify({
      uri: location.href.slice(0, 2000),
      message: e.message.slice(0, 2000),
      stack_trace: (e.stack ?? '').slice(0, 20_000),
      cause: cause.slice(0, 2000),
    }),
  )
}

export function installErrorReports(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => {
    if ((event.reason as Error | undefined)?.name !== 'HttpError' && !('status' in Object(event.reason)))
      reportError(event.reason, 'unhandled rejection')
  })
}
