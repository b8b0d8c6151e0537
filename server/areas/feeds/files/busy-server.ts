import { setTimeout as wait } from 'node:timers/promises'
import { FeedFailure } from '#engine/failure.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { FetchRequest } from './fetched-files.ts'

/** A server that says it is busy is asked again, so often and for so long. */
export const busyWaits = { times: 4, firstSeconds: 2, mostSeconds: 120 } as const

const busy: Readonly<Record<number, string>> = {
  429: 'too many requests',
  503: 'the server is busy or under maintenance',
}

/** The server is busy, and may have said for how long. */
export class BusyServer extends FeedFailure {
  readonly status: number
  readonly retryAfter: string | undefined

  constructor(status: number, retryAfter: string | undefined) {
    super('http_status', `The server returned status ${status}: ${busy[status] ?? 'busy'}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

export const saysBusy = (status: number): boolean => status in busy

/** Seconds until a moment or for a while, as a server writes it; undefined: it says neither, or a moment that is over. */
export function secondsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined || retryAfter.trim() === '') return undefined
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter)
  // a text such as `-5` is no moment
  const moment = /[a-z]{3}/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return moment > now ? Math.ceil((moment - now) / 1000) : undefined
}

export const busyText = (status: number, seconds: number): string =>
  `The server is busy (${status}). Trying again in ${seconds} s`

/** Asks again while the server is busy. The wait is said, and ends with the request. */
export async function askAgain<T>(
  ask: () => Promise<T>,
  { signal, onWait, waitAtMost = busyWaits.mostSeconds }: FetchRequest,
): Promise<T> {
  let waitedSeconds = 0
  for (let time = 1; ; time++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BusyServer)) throw error
      const seconds = secondsOf(error.retryAfter, databaseNow()) ?? busyWaits.firstSeconds * 2 ** (time - 1)
      if (time > busyWaits.times)
        throw new FeedFailure(
          error.code,
          `${error.message}. It was still busy after ${busyWaits.times} more tries`,
        )
      if (waitedSeconds + seconds > waitAtMost) {
        const asks =
          error.retryAfter === undefined ? '' : `. It asks to wait ${seconds} s; the limit is ${waitAtMost} s`
        throw new FeedFailure(error.code, `${error.message}${asks}`)
      }
      waitedSeconds += seconds
      onWait?.(error.status, seconds)
      await wait(seconds * 1000, undefined, { signal })
    }
}
