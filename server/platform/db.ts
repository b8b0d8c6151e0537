import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../db/tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// int8 fits a number here; a moment travels as ISO 8601 text, a day and a numeric as the database writes them.
// Ours alone: the queue's own connections keep the driver's types.
const ours: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.TIMESTAMPTZ]: (text) => (text.includes('infinity') ? text : new Date(text).toISOString()),
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (format === 'binary' ? undefined : ours[oid]) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

export interface Database {
  db: Db
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 15_000,
    application_name: 'feedstock',
    types,
    options: '-c timezone=UTC -c jit=off',
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, url, close: () => db.destroy() }
}

/** Whether an error is the connection's fault: worth trying again, and never the caller's. */
export function isConnectionLost(error: unknown): boolean {
  const e = error as { code?: string; message?: string } | undefined
  return (
    /^(08|57P0[123])/.test(e?.code ?? '') ||
    /ECONNREFUSED|ECONNRESET|EPIPE/.test(e?.code ?? '') ||
    /Connection terminated|connection timeout|Client has encountered a connection error/i.test(e?.message ?? '')
  )
}

export { sql }
