import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log.ts'

/** Work that begins after the answer is sent, so that the answer's time reveals nothing about it. */
export class Afterwards {
  readonly #open = new Set<Promise<void>>()

  begin({ raw }: FastifyReply, log: Log, work: () => Promise<void>): void {
    const answerSent = finished(raw)
      // a caller who hung up still asked for it
      .catch(() => {})
      .then(work)
      .catch((err: unknown) => log.error({ err }, 'work after a response failed'))
      .finally(() => this.#open.delete(answerSent))
    this.#open.add(answerSent)
  }

  async ended(): Promise<void> {
    await Promise.all(this.#open)
  }
}
