import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'

/** What every session of ours has; a pooler's sessions get it from the role, in the one database. */
const sessionSettings = {
  TimeZone: 'UTC',
  jit: 'off',
  // a process that freezes in the middle of a transaction releases its locks
  idle_in_transaction_session_timeout: '2min',
  // a typo in a short name leaves less than half of it alike
  'pg_trgm.strict_word_similarity_threshold': '0.3',
} as const

/** The same as options of a new session, which a pooler refuses. */
export const startOptions = (lockSeconds: number): string =>
  Object.entries({ ...sessionSettings, lock_timeout: `${lockSeconds}s` })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** A client whose sessions are known by a name of their own: a pooler makes up their process ids. */
export interface NamedClient {
  tag: string
  connection: { stream: Socket }
}

/**
 * The driver's client for a pool.
 * @param atBegin what each transaction begins with, where sessions aren't ours to set
 */
export function clientClass(prepare: boolean, atBegin: string | undefined): typeof pg.Client {
  const Base = prepare ? PreparingClient : pg.Client
  return class extends Base {
    readonly tag: string

    constructor(config?: string | pg.ClientConfig) {
      const tag = `feedstock ${randomUUID()}`
      super(typeof config === 'object' ? { ...config, application_name: tag } : config)
      this.tag = tag
      if (atBegin !== undefined) this.query = beginningWith(this.query.bind(this) as Sending, atBegin)
    }
  }
}

type Sending = (...given: unknown[]) => unknown
const beginningWith = (send: Sending, atBegin: string) =>
  ((first: unknown, ...more: unknown[]) =>
    typeof first === 'string' && /^(begin|start transaction)\b/.test(first)
      ? send(`${first}; ${atBegin}`)
      : send(first, ...more)) as pg.Client['query']

/** Ends the sessions of these clients, whatever they are doing. Uses a connection of its own, since the pool's may all be busy. */
export async function endSessions(
  directUrl: string,
  clients: ReadonlySet<pg.PoolClient>,
  isPooled: boolean,
): Promise<void> {
  if (clients.size === 0) return
  const named = [...clients] as unknown as NamedClient[]
  const admin = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 15_000 })
  admin.on('error', () => {})
  try {
    await admin.connect()
    // terminated, not canceled: a cancel that arrives between two statements stops neither. A pooler's idle session
    // only has the name of its last client
    await admin.query(
      `select pg_terminate_backend(pid)
       from pg_stat_activity
       where application_name = any($1) and datname = current_database() and (not $2 or state <> 'idle')`,
      [named.map(({ tag }) => tag), isPooled],
    )
    if (isPooled) for (const { connection } of named) connection.stream.destroy()
  } finally {
    await admin.end().catch(() => {})
  }
}

const connected = async <T>(
  url: string,
  count: number,
  work: (clients: pg.Client[]) => Promise<T>,
): Promise<T> => {
  const clients = Array.from(
    { length: count },
    () =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 15_000,
        application_name: 'feedstock start',
      }),
  )
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    return await work(clients)
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

/** Refuses an address whose sessions are handed around between transactions. */
export async function requireOwnSession(url: string, variable: string): Promise<void> {
  const stays = await connected(url, 2, async ([ours, other]) => {
    if (!ours || !other) return false
    const pidOf = async (client: pg.Client) =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const first = await pidOf(ours)
    // without a pooler the session's own id is the server's
    if (first === (ours as unknown as { processID: number }).processID) return true
    await other.query('begin')
    await pidOf(other)
    const isOurs = first === (await pidOf(ours))
    await other.query('rollback')
    return isOurs
  })
  if (stays) return
  const remedy =
    variable === 'DATABASE_URL'
      ? 'Set DATABASE_DIRECT_URL to the database itself, without the pooler.'
      : 'It must be the address of the database itself.'
  throw new Error(`${variable} is a pooler that shares sessions between transactions. ${remedy}`)
}

/** Gives the pooler's sessions our settings, by a direct connection. */
export async function setRoleSettings(client: pg.Client, pooledUrl: string): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string }>(
    'select quote_ident(coalesce($1, current_user)) as role, quote_ident(current_database()) as database',
    [decodeURIComponent(new URL(pooledUrl).username) || null],
  )
  const { role = '', database = '' } = rows[0] ?? {}
  // loads the extension, whose setting is unknown before
  await client.query("select 'a' % 'b'").catch(() => {})
  for (const [name, value] of Object.entries(sessionSettings))
    await client.query(`alter role ${role} in database ${database} set ${name} = '${value}'`)
}

/** Refuses a pooler whose sessions are from before our settings, or lose prepared statements. */
export async function requirePoolerSettings(url: string, prepare: boolean): Promise<void> {
  await connected(url, 2, async ([one, other]) => {
    if (!one || !other) return
    const named = {
      name: 'feedstock_start',
      text: "select current_setting('TimeZone') as tz, current_setting('jit') as jit",
    }
    const { rows } = await one.query<{ tz: string; jit: string }>(prepare ? named : named.text)
    if (rows[0]?.tz !== 'UTC' || rows[0].jit !== 'off')
      throw new Error(
        'The pooler at DATABASE_URL has sessions from before Feedstock’s settings. Run RECONNECT in its console, then start again.',
      )
    if (!prepare) return
    await other.query('begin')
    await other.query('select 1')
    await one.query(named).catch((error: Error) => {
      throw new Error(
        `The pooler at DATABASE_URL doesn’t keep prepared statements (${error.message}). Set PREPARED_STATEMENTS=off.`,
        { cause: error },
      )
    })
    await other.query('rollback')
  })
}
