interface Waiter {
  jobId: number
  rank: number
  vcpu: number
  take(): void
}

/** Jobs that have downloaded what they need and wait until this worker has room, the most urgent first. */
export class Room {
  #waiters: Waiter[] = []

  get isWanted(): boolean {
    return this.#waiters.length > 0
  }

  /** Until the job's vCPUs are taken, or the signal aborts. */
  async wait(job: Omit<Waiter, 'take'>, signal: AbortSignal, onTake: () => void): Promise<void> {
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        reject(signal.reason as Error)
      }
      const take = () => {
        signal.removeEventListener('abort', onAbort)
        onTake()
        resolve()
      }
      const waiter = { ...job, take }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiters.push(waiter)
      this.#waiters.sort((a, b) => b.rank - a.rank || a.jobId - b.jobId)
    })
  }

  /** Gives room to those that fit, in order: a smaller one doesn't take the room that the first waits for. */
  give(free: () => number): void {
    for (let first = this.#waiters[0]; first && first.vcpu <= free(); first = this.#waiters[0]) {
      this.#waiters.shift()
      first.take()
    }
  }
}
