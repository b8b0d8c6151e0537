// Every check and every test. `npm test` on a clean checkout needs nothing but what `npm ci` installed.
import pg from 'pg'
import { run } from './run.ts'

await run('node', ['tools/check.ts'])
await run('vitest', ['run'], { DATABASE_URL: undefined })
// CI has a PostgreSQL 15 beside the embedded server: what asks a database must pass there, too
const server = 'postgres://postgres@127.0.0.1:5432/postgres'
if (process.env.CI && (await answers(server)))
  await run('vitest', ['run', '--project', 'server'], { DATABASE_URL: server })
await run('playwright', ['test'])

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
