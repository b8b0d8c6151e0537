import type { Ctx } from '#server/platform/services.ts'

/** So many previews run at the same time: each reads a whole file in a thread of its own. */
export const mostPreviews = 4
/** Of one person. */
export const mostOwnPreviews = 2

/** Aborted when the caller leaves. */
export function departureOf({ reply }: Ctx): AbortSignal {
  const departure = new AbortController()
  if (reply.raw.destroyed) departure.abort()
  else reply.raw.once('close', () => departure.abort())
  return departure.signal
}

interface Waiting {
  person: number
  start: () => void
}

/** Previews of a server process take turns: each person's in the order they came, the others' past those who have as many as one may. */
export class PreviewTurns {
  readonly #running: number[] = []
  readonly #waiting: Waiting[] = []
  readonly #most: { all: number; own: number }

  /** @param most how many run at the same time, and how many of one person's */
  constructor(most = { all: mostPreviews, own: mostOwnPreviews }) {
    this.#most = most
  }

  /**
   * Runs the work once there is room for it.
   * @param signal ends the wait; what runs ends by itself
   */
  async take<T>(
    { person, signal, onWait }: { person: number; signal: AbortSignal; onWait: () => void },
    work: () => Promise<T>,
  ): Promise<T> {
    if (!this.#hasRoom(person) || this.#waiting.some((waiting) => waiting.person === person)) {
      onWait()
      await this.#wait(person, signal)
    } else this.#running.push(person)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(person), 1)
      this.#startNext()
    }
  }

  #hasRoom(person: number): boolean {
    const ownCount = this.#running.filter((runner) => runner === person).length
    return this.#running.length < this.#most.all && ownCount < this.#most.own
  }

  #wait(person: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason as Error)
      }
      const waiting: Waiting = {
        person,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Its room is taken before it starts, so that two can't take the same. */
  #startNext(): void {
    const next = this.#waiting.findIndex(({ person }) => this.#hasRoom(person))
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1)
    if (!waiting) return
    this.#running.push(waiting.person)
    waiting.start()
  }
}
