import pg from 'pg'
import type { Log } from './log.ts'

type Listener = (payload: string) => void

/** Postgres notifications over one connection per process, reconnected when it is lost. */
export class Bus {
  readonly #url: string
  readonly #log: Log
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: pg.Client | undefined
  #closed = false

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'feedstock bus',
      keepAlive: true,
    })
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '')
    })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    await client.connect()
    for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`)
    this.#client = client
  }

  #lost(client: pg.Client, error?: Error): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#log.warn({ err: error?.message }, 'lost the notification connection')
    const reconnect = () => {
      if (!this.#closed) this.start().catch(() => setTimeout(reconnect, 1000).unref())
    }
    setTimeout(reconnect, 500).unref()
  }

  /** @param channel one of ours, never from outside. Returns how to stop. */
  on(channel: 'job' | 'feed_run' | 'notification', listener: Listener): () => void {
    let set = this.#listeners.get(channel)
    if (!set) {
      this.#listeners.set(channel, (set = new Set()))
      this.#client?.query(`listen ${channel}`).catch(() => {})
    }
    set.add(listener)
    return () => set.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => {})
  }
}
