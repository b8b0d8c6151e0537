import { api, headers } from '../api.ts'

const reportedKeys = new Set<string>()

/** Posts a browser error once for each distinct one (docs/domain/errors.md, Refusals). */
export function reportError(error: unknown, cause = ''): void {
  const e = error instanceof Error ? error : new Error(String(error))
  const key = `${e.message}\n${e.stack?.split('\n')[1] ?? ''}`
  if (reportedKeys.has(key) || reportedKeys.size > 50) return
  reportedKeys.add(key)
  void fetch(api.reportClientError.url({ body: { uri: '', message: '' } }), {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({
      uri: location.href.slice(0, 2000),
      message: e.message.slice(0, 2000),
      stack_trace: (e.stack ?? '').slice(0, 20_000),
      cause: cause.slice(0, 2000),
    }),
  }).catch(() => {})
}

export function installErrorReports(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => {
    if ((event.reason as Error | undefined)?.name !== 'HttpError' && !('status' in Object(event.reason)))
      reportError(event.reason, 'unhandled rejection')
  })
}
