import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/tables.ts'
import { clientClass, endSessions, startOptions } from './sessions.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// int8 fits in a number here; a timestamp travels as ISO 8601 text, a date and a numeric as the
// database writes them.
// For our own pool: the queue's connections keep the driver's types.
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.TIMESTAMPTZ]: (text) =>
    text.includes('infinity') ? text : new Date(text).toISOString(),
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** Hands out connections: the process's pool, or one job's part of it. */
export interface ClientPool {
  connect(): Promise<pg.PoolClient>
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
  end(): Promise<void>
}

export interface Database {
  db: Db
  pool: ClientPool
  url: string
  /** Where a session stays one: the database itself, past a pooler. */
  directUrl: string
  /** A pooler hands sessions around between transactions. */
  isPooled: boolean
  close(): Promise<void>
}

interface Options {
  max?: number
  /** Whether repeated statements are prepared; must be off behind a statement pooler. */
  prepare?: boolean
  onError?: (error: Error) => void
  /** How long a statement waits for a lock; undefined: as long as it takes. */
  lockSeconds?: number
  /** The database itself, if the address is a pooler's. */
  directUrl?: string | undefined
}

export function openDatabase(url: string, options: Options = {}): Database {
  const { directUrl = url, lockSeconds = 0 } = options
  const isPooled = directUrl !== url
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 15_000,
    types,
    Client: clientClass(
      options.prepare !== false,
      isPooled && lockSeconds > 0 ? `set local lock_timeout = '${lockSeconds}s'` : undefined,
    ),
    ...(!isPooled && { options: startOptions(lockSeconds) }),
  })
  const reportError = (error: Error) => options.onError?.(error)
  pool.on('error', reportError)
  // the pool only listens to idle connections: an error on a busy one would end the process
  pool.on('connect', (client) => client.on('error', reportError))
  return { ...databaseOver(pool), url, directUrl, isPooled, close: () => pool.end() }
}

const databaseOver = (pool: ClientPool) => {
  const connections = { connect: () => pool.connect(), end: () => pool.end(), options: {} }
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) }) }
}

/**
 * The same database for one piece of work: when the signal aborts, its sessions end, whatever they are
 * doing.
 */
export function untilAborted(
  database: Database,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Database {
  const clients = new Set<pg.PoolClient>()
  const { url, directUrl, isPooled } = database
  signal.addEventListener('abort', () => void endSessions(directUrl, clients, isPooled).catch(onError), {
    once: true,
  })
  const connect = async () => {
    signal.throwIfAborted()
    const client = await database.pool.connect()
    clients.add(client)
    const release = client.release.bind(client)
    // a connection whose session is being ended goes back to nobody
    client.release = (destroy) => {
      clients.delete(client)
      release(destroy || signal.aborted)
    }
    if (signal.aborted) client.release()
    signal.throwIfAborted()
    return client
  }
  const query = async <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
    const client = await connect()
    return client.query<R>(text, values).finally(() => client.release())
  }
  const close = () => Promise.resolve()
  return { ...databaseOver({ connect, query, end: close }), url, directUrl, isPooled, close }
}

/** Runs the work while no other session holds the name: waits for it, or skips the work if one does. */
export async function alone(
  db: Db,
  name: string,
  otherwise: 'wait' | 'leave',
  work: () => Promise<unknown>,
): Promise<void> {
  let isDone = false
  // a transaction's lock, since a pooler hands sessions around between transactions
  const locked = db.transaction().execute(async (tx) => {
    const key = sql`hashtextextended(${name}, 0)`
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    if (otherwise === 'wait') {
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
    } else {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${key}) as mine`.execute(
        tx,
      )
      if (!rows[0]?.mine) return
    }
    await work()
    isDone = true
  })
  await locked.catch((error: unknown) => {
    // a session that was lost meanwhile held no lock any more, but the work is done
    if (!isDone) throw error
  })
}

const lockWaits: unknown[] = ['55P03', '40P01']
/** Whether a statement gave up waiting for a lock, or a deadlock was detected. */
export const isLockWait = (error: unknown) =>
  lockWaits.includes((error as { code?: string } | undefined)?.code)

/** Whether the connection caused the error: worth a retry, and never the caller's fault. */
export function isConnectionLost(error: unknown): boolean {
  const e = error as { code?: string; message?: string } | undefined
  return (
    /^(08|57P0[123])/.test(e?.code ?? '') ||
    /ECONNREFUSED|ECONNRESET|EPIPE/.test(e?.code ?? '') ||
    /Connection terminated|connection timeout|exceeded when trying to connect|Client has encountered a connection error/i.test(
      e?.message ?? '',
    )
  )
}

export { sql }
