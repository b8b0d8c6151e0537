// `npm run gate`: how good the gate is. A labelled collection of the project's own making
// (docs/performance.md) goes through the real reader, stage, comparison, measures and judgement on a
// PostgreSQL of its own. `npm run gate -- almanac,corner` for some feeds, `-- open` for those that floors are
// tuned by, `--cases SKU --drifts gone` for some files.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServices } from '#server/services.ts'
import { temporaryFolder, temporaryPostgres } from '#server/test/temporary.ts'
import { FeedCollection, historyDays, type DriftResult, type Result } from './collection.ts'
import { drifts } from './drifts.ts'
import { feeds, type FeedSpec } from './feeds.ts'
import { report } from './report.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string', default: '' }, drifts: { type: 'string', default: '' } },
})
const namesGiven = positionals[0]?.split(',')
const isChosen = (spec: FeedSpec) =>
  !namesGiven || namesGiven.includes(spec.range.name) || namesGiven.includes(spec.sealed ? 'sealed' : 'open')
const folder = temporaryFolder('gate')
const databaseUrl = process.env.DATABASE_URL
const postgres = databaseUrl ? undefined : await temporaryPostgres('gate', { fast: true })
const url = databaseUrl ?? postgres!.url
const database = new URL(url)
database.pathname = `/feedstock_gate_${process.pid}`
const admin = new pg.Client({ connectionString: url })
await admin.connect()
await admin.query(`create database ${database.pathname.slice(1)}`)
await migrate(database.href)
const config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: database.href,
  DATA_DIR: folder.path,
  LOG_LEVEL: 'silent',
})
const services = await openServices(config, database.href, createLog('silent'), { supervise: false })
const results: Result[] = []
const drifted: DriftResult[] = []
try {
  const chosenFeeds = feeds.filter(isChosen)
  const all: [FeedSpec, FeedCollection][] = []
  // each is in the catalog before another one's file comes in its place
  for (const spec of feeds.filter((f) => isChosen(f) || f === strangerTo(chosenFeeds)))
    all.push([spec, await FeedCollection.begin(services, spec, strangerOf(spec))])
  for (const [spec, feed] of all) {
    if (!isChosen(spec)) continue
    const began = performance.now()
    for await (const r of feed.pass(historyDays)) results.push(r)
    const casesOption = values.cases
    for await (const r of FeedCollection.first(services, spec, (name) => name.includes(casesOption)))
      results.push(r)
    for await (const r of feed.cases((name) => name.includes(casesOption))) results.push(r)
    if (spec.count <= 3000)
      for (const drift of drifts.filter((d) => d.name.includes(values.drifts))) {
        const d = await feed.drift(drift)
        if (d) drifted.push(d)
      }
    console.error(`${spec.range.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
} finally {
  await services.close()
  await admin.query(`drop database ${database.pathname.slice(1)} with (force)`)
  await admin.end()
  await postgres?.remove()
  await folder.remove()
}
report(results, drifted)

/** The feed whose file comes in place of another's: the next in the list with as many columns of use. */
function strangerOf(spec: FeedSpec): FeedSpec {
  return spec.range.name === 'almanac' ? feeds.find((f) => f.range.name === 'wardrobe')! : feeds[2]!
}
function strangerTo(chosenFeeds: readonly FeedSpec[]): FeedSpec | undefined {
  return chosenFeeds.map(strangerOf).find((s) => !chosenFeeds.includes(s))
}
