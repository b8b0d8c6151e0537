/** What became of a report: it arrived, it can never arrive, or the server takes no more just now. */
export type Delivery = 'done' | 'later'
export const retryMs = 60_000

/**
 * Sends reports one after another, so that many errors at once are no burst; one that the server or the
 * network refuses for now is sent again after a minute. None is left out, however many there are.
 */
export function errorQueue(
  send: (report: string) => Promise<Delivery>,
  pause: (ms: number) => Promise<void>,
): (report: string) => void {
  const waiting: string[] = []
  let isSending = false
  const sendAll = async () => {
    isSending = true
    for (let report = waiting[0]; report !== undefined; report = waiting[0])
      if ((await send(report)) === 'done') waiting.shift()
      else await pause(retryMs)
    isSending = false
  }
  return (report) => {
    waiting.push(report)
    if (!isSending) void sendAll()
  }
}
