// `npm run admin -- pat@example.com` prints a link by which this person becomes an admin: for whoever has
// the server when every admin is locked out (docs/operations.md, Staff and the first admin).
import { join } from 'node:path'
import { inviteAdminOnServer } from './areas/staff/public.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/db.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'

async function printLink(): Promise<void> {
  const config = readConfig(process.env)
  const silent = { log: () => {}, warn: () => {} }
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataDir, 'postgres'), silent)
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const database = openDatabase(url, { max: 1, prepare: config.prepare, onError: () => {} })
    try {
      const invitation = await inviteAdminOnServer({ db: database.db, config }, process.argv[2] ?? '')
      process.stdout.write(`\n  Works once, for 24 hours:\n  ${invitation.link}\n\n`)
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}

printLink().catch((error: Error) => {
  process.stderr.write(`\nNo link was made. ${error.message}\n`)
  process.exitCode = 1
})
