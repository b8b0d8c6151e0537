// `npm run bench`: each figure as a ratio to a limit measured in the same run. On the embedded PostgreSQL, or on DATABASE_URL in databases of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { benchFeed, type Figure } from './feed.ts'
import { benchHttp } from './http.ts'
import { benchLists } from './lists.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-bench-'))
const embedded = process.env.DATABASE_URL ? undefined : await startEmbeddedPostgres(join(dir, 'postgres'))
const admin = new pg.Client({ connectionString: process.env.DATABASE_URL ?? embedded!.url })
await admin.connect()
const figures: Figure[] = []
for (const [name, bench] of [
  ['feed', benchFeed],
  ['http', benchHttp],
  ['lists', benchLists],
] as const) {
  if (process.argv[2] && process.argv[2] !== name) continue
  const database = `feedstock_bench_${name}_${process.pid}`
  await admin.query(`create database ${database}`)
  const url = new URL(process.env.DATABASE_URL ?? embedded!.url)
  url.pathname = `/${database}`
  await migrate(url.href)
  figures.push(...(await bench(url.href, dir)))
  await admin.query(`drop database ${database} with (force)`)
}
const { rows } = await admin.query<{ server_version: string }>('show server_version')
await admin.end()
await embedded?.stop()
rmSync(dir, { recursive: true, force: true })
console.log(`\nPostgreSQL ${rows[0]!.server_version}${embedded ? ' (embedded)' : ''}, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}\n`)
console.log('| what | ours | limit | ratio | aim |\n| --- | --- | --- | --- | --- |')
for (const f of figures) console.log(`| ${f.what} | ${f.ours} | ${f.limit} | ${f.ratio} | ${f.aim} |`)
