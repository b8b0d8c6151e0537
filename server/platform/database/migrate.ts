import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { setRoleSettings } from './sessions.ts'

const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations')

/** The program's migrations that a database lacks, and the database's that the program doesn't know. */
export function compareMigrations(applied: readonly string[]): { pending: string[]; newer: string[] } {
  const known = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return {
    pending: known.filter((name) => !applied.includes(name)).sort(),
    newer: applied.filter((name) => !known.includes(name)).sort(),
  }
}

/**
 * Applies the numbered SQL files that this database lacks, each in a transaction, in one process at a
 * time.
 * @param url the database itself: a pooler would lose the lock
 * @param pooledUrl the pooler whose sessions get our settings
 */
export async function migrate(url: string, pooledUrl?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(4711001)')
    await client.query(`
      create table if not exists migration (
        name text primary key,
        applied_tm timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const { pending: fresh, newer } = compareMigrations(rows.map((r) => r.name))
    if (newer.length > 0)
      throw new Error(
        `The database is from a newer version of Feedstock (${newer.slice(0, 3).join(', ')}). Start that version or a newer one.`,
      )
    for (const name of fresh) {
      await client.query('begin')
      try {
        await client.query(readFileSync(join(folder, name), 'utf8'))
        await client.query('insert into migration (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
    }
    if (pooledUrl !== undefined) await setRoleSettings(client, pooledUrl)
    return fresh
  } finally {
    await client.end()
  }
}
