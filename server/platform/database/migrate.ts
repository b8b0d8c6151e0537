import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations')

/**
 * Applies the numbered SQL files that this database lacks, each in a transaction, in one process at a
 * time.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(4711001)')
    await client.query(`
      create table if not exists migration (
        name text primary key,
        applied_tm timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const appliedNames = new Set(rows.map((r) => r.name))
    const knownNames = readdirSync(folder).filter((f) => f.endsWith('.sql'))
    const newerNames = [...appliedNames].filter((name) => !knownNames.includes(name)).sort()
    if (newerNames.length > 0)
      throw new Error(
        `The database is newer than this program, which doesn’t know ${newerNames.slice(0, 3).join(', ')}. Start the version of Feedstock that last used it, or a newer one.`,
      )
    const fresh = knownNames.filter((f) => !appliedNames.has(f)).sort()
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
    return fresh
  } finally {
    await client.end()
  }
}
