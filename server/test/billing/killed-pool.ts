import pg from 'pg'
import type { Services } from '../../platform/services.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** Every statement fails with this once the process is dead. */
export class KilledError extends Error {}

export interface Death {
  /** How many statements succeed before. */
  after: number
  /** The last one was executed, but its answer was lost. */
  answered: boolean
}

/**
 * A process that can die between any two statements of its database, and be started again: its sessions end
 * as they would, in the middle of what they are at.
 */
export class KilledPool {
  readonly #services: Services
  readonly #wrapped = new WeakSet<pg.PoolClient>()
  #death: Death | null = null
  #dead = false
  #held = 0

  constructor(services: Services) {
    this.#services = services
    const pool = services.database.pool as pg.Pool
    const connect = pool.connect.bind(pool)
    pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
      callback ? connect(callback) : this.#connect(connect)) as typeof pool.connect
  }

  /** Makes it die during the next work, if that has enough statements. */
  arm(death: Death): void {
    this.#death = { ...death }
  }
  get died(): boolean {
    return this.#dead
  }
  /** Restarts it, once all its connections are released. */
  async revive(): Promise<void> {
    this.#death = null
    if (!this.#dead) return
    while (this.#held > 0) await new Promise(setImmediate)
    await this.#endSessions()
    this.#dead = false
  }
  /** Ends the dead client's sessions, from a separate connection. */
  async #endSessions(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#services.database.url })
    await client.connect()
    for (let open = 1; open > 0;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(pg_terminate_backend(pid))::int as open
          from pg_stat_activity
          where datname = current_database()
            and backend_type = 'client backend'
            and xact_start is not null
            and pid <> pg_backend_pid()`,
      )
      open = singleRow(rows).open
    }
    await client.end()
  }

  async #connect(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    if (this.#dead) throw new KilledError()
    const client = await connect()
    this.#held++
    const release = client.release.bind(client)
    client.release = (destroy) => {
      this.#held--
      release(destroy ?? this.#dead)
    }
    if (!this.#wrapped.has(client)) this.#wrap(client)
    return client
  }
  #wrap(client: pg.PoolClient): void {
    this.#wrapped.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const run = async (...args: unknown[]) => {
      if (this.#dead) throw new KilledError()
      const death = this.#death
      if (death && death.after-- <= 0) {
        this.#dead = true
        if (death.answered) await query(...args).catch(() => {})
        throw new KilledError()
      }
      const answer = await query(...args)
      if (this.#dead) throw new KilledError()
      return answer
    }
    // a COPY is a stream, which its process is never killed in the middle of
    client.query = ((...args: unknown[]) =>
      isStream(args[0]) ? query(...args) : run(...args)) as typeof client.query
  }
}

const isStream = (given: unknown): boolean => typeof given === 'object' && given !== null && 'pipe' in given
