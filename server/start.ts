import pg from 'pg'
import { migrate } from './platform/database/migrate.ts'

/** The addresses of the demonstration's logins, whose password is public. */
const demoEmails = '%@feedstock.test'

/** Whether the database holds the demonstration, or logins of it. */
export async function hasDemonstration(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from demonstration) or exists (select from login where email ilike $1) as found`,
    [demoEmails],
  )
  return rows[0]?.found === true
}

/** Production never opens with accounts that everybody knows the password of. */
export async function refuseDemonstration(url: string): Promise<void> {
  if (await connected(url, hasDemonstration))
    throw new Error(
      'The database has demo accounts, and their password is public. Set DATABASE_URL to another database, or NODE_ENV=development to run the demo.',
    )
}

/**
 * Empties a database in which creating the demonstration was interrupted, so that it is created again: nobody
 * could sign in to it. Only for the embedded database, which no other program uses.
 */
export async function startOverHalfMade(url: string): Promise<boolean> {
  const isHalfMade = await connected(url, async (client) => {
    const { rows } = await client.query('select from demonstration where ready_tm is null')
    if (rows.length === 0) return false
    await client.query('drop schema if exists pgboss, feed_stage, public cascade; create schema public')
    return true
  })
  if (isHalfMade) await migrate(url)
  return isHalfMade
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
