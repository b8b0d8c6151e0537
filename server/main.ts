import { present } from '#contract/present.ts'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { jobCategories, jobTypes, type JobType } from '#contract/jobs/types.ts'
import { readConfig, type Config } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { firstAdminHours, firstAdminLink } from './areas/staff/public.ts'
import { Worker } from './platform/jobs/worker.ts'
import { boundHeapGrowth } from './platform/heap.ts'
import { createLog, withoutPassword } from './platform/log.ts'
import { createProgress, type Progress } from './platform/progress.ts'
import type { Db } from './platform/database/db.ts'
import type { Services } from './platform/services.ts'
import { migrate } from './platform/database/migrate.ts'
import { requireOwnSession, requirePoolerSettings } from './platform/database/sessions.ts'
import { openServices } from './services.ts'
import { refuseDemonstration, startOverHalfMade } from './start.ts'
import { startSweep, startTimers } from './timers.ts'

/** What to undo after a failed start or at a stop, newest first. */
const undo: (() => unknown)[] = []

async function main(): Promise<void> {
  const role = process.argv[2] ?? 'both'
  if (!['both', 'web', 'worker'].includes(role))
    throw new Error(`Unknown role “${role}”. Start with “web”, “worker”, or neither to run both.`)
  const types = readTypes(process.argv[3])
  const config = readConfig(process.env)
  if (config.refusal) throw new Error(config.refusal)
  const log = createLog(config.logLevel, config.logFormat)
  const progress = createProgress(log, config.logFormat)
  progress.begin(role === 'worker' ? 'Starting Feedstock’s worker' : 'Starting Feedstock')
  if (!config.databaseUrl) progress.begin(`Starting the database in ${config.dataDir}`)
  const embeddedServer = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataDir, 'postgres'), {
        log: (line) => log.debug({ postgres: line }),
        warn: (line) => log.warn(line),
      })
  if (embeddedServer) undo.unshift(() => embeddedServer.stop())
  const url = present(config.databaseUrl ?? embeddedServer?.url, 'The database URL')
  const directUrl = config.databaseDirectUrl
  await requireOwnSession(directUrl ?? url, directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
  const fresh = await migrate(directUrl ?? url, directUrl && url)
  if (directUrl !== undefined) await requirePoolerSettings(url, config.prepare)
  if (config.production) await refuseDemonstration(directUrl ?? url)
  if (embeddedServer && (await startOverHalfMade(url)))
    log.warn('creating the demonstration was interrupted; it is created again')
  log.info({ database: withoutPassword(url), migrations: fresh }, 'database ready')
  const services = await openServices(config, url, log, { supervise: role !== 'web' })
  undo.unshift(() => services.close())
  undo.unshift(startSweep(services))
  if (role !== 'worker') await serve(config, progress, services)

  if (role !== 'web') {
    const worker = new Worker(services, undefined, types)
    undo.unshift(() => worker.stop())
    await worker.start()
    undo.unshift(startTimers(services))
    if (role === 'worker') boundHeapGrowth()
  }

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), 15_000).unref()
    await undoAll()
    process.exit(0)
  }
  process.on('SIGTERM', (s) => void stop(s))
  process.on('SIGINT', (s) => void stop(s))
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
}

/** The web role, loaded here because a worker doesn't need it. */
async function serve(config: Config, progress: Progress, services: Services): Promise<void> {
  const demo = config.demonstration ? await import('./db/demo/seed.ts') : undefined
  const [{ buildApp }, { ensureWebApp, webDir }] = await Promise.all([
    import('./app.ts'),
    import('./web-app.ts'),
  ])
  // the build runs in a process of its own while the demonstration is made
  const [version] = await Promise.all([
    config.webApp ? ensureWebApp(progress) : 'development',
    demo?.seedDemonstration(services, progress),
  ])
  const web = config.webApp ? { version, webDir } : { version }
  const app = await buildApp(services, {
    ...web,
    ...(demo && { addRoutes: await standIns(services.db) }),
  })
  await app.listen({ port: config.port, host: config.host })
  undo.unshift(() => app.close())
  const address = `http://${config.host}:${(app.server.address() as { port: number }).port}`
  const signIns = demo
    ? [
        ...demo.signIns.map((s) => `    ${s.email.padEnd(26)} ${s.role}\n`),
        '    password for all: feedstock-demo\n',
      ].join('')
    : ''
  process.stdout.write(`\n  Feedstock is ready: ${address}\n${signIns}${await firstAdminText(services)}\n`)
}

/** While nobody is admin, each start prints a new link by which the first one is made. */
async function firstAdminText(services: Services): Promise<string> {
  const link = await firstAdminLink(services)
  return link
    ? `    Create the first admin with this link. It works once, for ${firstAdminHours} hours:\n    ${link}\n`
    : ''
}

/** The demonstration's suppliers and marketplaces also answer over HTTP. */
async function standIns(db: Db): Promise<(app: FastifyInstance) => void> {
  const [{ serveDemoImages }, { serveDemoMarkets }, { serveDemoDirectApp }] = await Promise.all([
    import('./db/demo/image-host.ts'),
    import('./db/demo/markets.ts'),
    import('./db/demo/direct-app/direct-app.ts'),
  ])
  return (app) => {
    serveDemoImages(app)
    serveDemoMarkets(app, db)
    serveDemoDirectApp(app, db)
  }
}

/** `worker monitoring,image` starts a worker that takes only jobs of these categories. */
function readTypes(categories: string | undefined): JobType[] | undefined {
  if (categories === undefined) return undefined
  const categoryNames = categories.split(',')
  const strange = categoryNames.find((c) => !(jobCategories as readonly string[]).includes(c))
  if (strange !== undefined)
    throw new Error(`Unknown job category “${strange}”. Use ${jobCategories.join(', ')}.`)
  return (Object.keys(jobTypes) as JobType[]).filter((type) =>
    categoryNames.includes(jobTypes[type].category),
  )
}

async function undoAll(): Promise<void> {
  for (const step of undo.splice(0))
    await Promise.resolve()
      .then(step)
      .catch(() => {})
}

main().catch(async (error: Error) => {
  process.stderr.write(`\nFeedstock could not start. ${error.message}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`)
  await undoAll()
  process.exit(1)
})
