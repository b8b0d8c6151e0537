// `npm run bench`: each figure beside its limit (docs/performance.md).
// On the embedded PostgreSQL, or on DATABASE_URL in databases of its own.
import { singleRow } from '#server/platform/database/sql.ts'
import { cpus } from 'node:os'
import pg from 'pg'
import { migrate } from '#server/platform/database/migrate.ts'
import { temporaryFolder, temporaryPostgres } from '#server/test/temporary.ts'
import { benchAlerts } from './alerts.ts'
import { benchAsins } from './asins.ts'
import { benchExports } from './exports.ts'
import { benchFeed, type Figure } from './feed.ts'
import { benchReader } from './feeds/reader.ts'
import { benchHttp } from './http.ts'
import { benchLists } from './lists.ts'
import { benchMoney } from './money/money.ts'
import { benchMonitoring } from './monitoring.ts'
import { benchNotifications } from './notifications.ts'
import { benchProducts } from './products.ts'
import { benchReports } from './reports.ts'
import { benchScreens } from './screens.ts'
import { benchStores } from './stores.ts'
import { benchVendors } from './vendors.ts'

const folder = temporaryFolder('bench')
const databaseUrl = process.env.DATABASE_URL
const postgres = databaseUrl ? undefined : await temporaryPostgres('postgres')
const server = databaseUrl ?? postgres!.url
const admin = new pg.Client({ connectionString: server })
await admin.connect()
const figures: Figure[] = []
for (const [name, bench] of [
  ['feed', benchFeed],
  ['reader', benchReader],
  ['http', benchHttp],
  ['lists', benchLists],
  ['products', benchProducts],
  ['vendors', benchVendors],
  ['exports', benchExports],
  ['screens', benchScreens],
  ['stores', benchStores],
  ['money', benchMoney],
  ['monitoring', benchMonitoring],
  ['alerts', benchAlerts],
  ['notifications', benchNotifications],
  ['asins', benchAsins],
  ['reports', benchReports],
] as const) {
  if (process.argv[2] && process.argv[2] !== name) continue
  const database = `feedstock_bench_${name}_${process.pid}`
  await admin.query(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  await migrate(url.href)
  figures.push(...(await bench(url.href, folder.path)))
  await admin.query(`drop database ${database} with (force)`)
}
const { rows } = await admin.query<{ server_version: string }>('show server_version')
await admin.end()
await postgres?.remove()
await folder.remove()
console.log(
  `\nPostgreSQL ${singleRow(rows).server_version}${databaseUrl ? '' : ' (embedded)'}, Node ${process.version}, ` +
    `${cpus().length} x ${cpus()[0]?.model}\n`,
)
console.log('| what | ours | limit | ratio | aim |\n| --- | --- | --- | --- | --- |')
for (const f of figures) console.log(`| ${f.subject} | ${f.result} | ${f.limit} | ${f.ratio} | ${f.aim} |`)
