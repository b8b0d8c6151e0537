import pg from 'pg'
import { wait } from './wait.ts'

const connectionFaults =
  /ECONN|EPIPE|terminat|starting up|shutting down|recovery mode|not yet accepting|timeout/i

/**
 * One session of our own with the installation's database, which looks on while that is killed: a statement whose
 * connection was lost is sent again.
 */
export class Database {
  readonly #url: () => string
  #client: pg.Client | undefined
  /** The statement that is sent now: a session takes one at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: () => string) {
    this.#url = url
  }
  get url(): string {
    return this.#url()
  }

  rows<T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    const rows = this.#last.then(() => this.#send<T>(text, values))
    this.#last = rows.catch(() => {})
    return rows
  }
  async #send<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    for (const began = performance.now(); ;) {
      try {
        const client = await this.#open()
        return (await client.query<T>(text, [...values])).rows
      } catch (error) {
        const isLost = connectionFaults.test(String((error as { code?: string }).code) + String(error))
        if (!isLost || performance.now() - began > 120_000) throw error
        await this.close()
        await wait(50)
      }
    }
  }
  async count(text: string, values?: readonly unknown[]): Promise<number> {
    const [row] = await this.rows<{ n: string }>(`select count(*) as n ${text}`, values)
    return Number(row?.n)
  }
  async one<T extends object>(text: string, values?: readonly unknown[]): Promise<T> {
    const [row] = await this.rows<T>(text, values)
    if (!row) throw new Error(`No row: ${text}`)
    return row
  }
  /** The sessions of everybody else. */
  async cutAll(): Promise<number> {
    const cut = await this.rows(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`)
    return cut.length
  }
  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #open(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined
    })
    await client.connect()
    return (this.#client = client)
  }
}
