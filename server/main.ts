import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { Worker } from './platform/worker.ts'
import { createLog, withoutPassword } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { openServices } from './services.ts'
import { startTimers } from './timers.ts'
import { ensureWebApp, webDir } from './web-app.ts'

/** What a failed start or a stop undoes, the newest first. */
const undo: (() => unknown)[] = []

async function main(): Promise<void> {
  const role = process.argv[2] ?? 'both'
  if (!['both', 'web', 'worker'].includes(role)) throw new Error(`Start with “web”, “worker” or nothing for both, not “${role}”.`)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  if (!config.databaseUrl) undo.unshift(lock(config.dataDir))
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataDir, 'postgres'), { log: (line) => log.debug({ postgres: line }) })
  if (embedded) undo.unshift(() => embedded.stop())
  const url = config.databaseUrl ?? embedded!.url
  const fresh = await migrate(url)
  log.info({ database: withoutPassword(url), migrations: fresh }, 'database ready')
  const services = await openServices(config, url, log, { supervise: role !== 'web' })
  undo.unshift(() => services.close())
  const { seedDemonstration, signIns } = await import('./db/demo/seed.ts')
  if (!config.production && role !== 'worker') await seedDemonstration(services)

  if (role !== 'worker') {
    const version = await ensureWebApp(log)
    const app = await buildApp(services, { version, webDir, ...(!config.production && { more: (await import('./db/demo/image-host.ts')).serveDemoImages }) })
    await app.listen({ port: config.port, host: config.host })
    undo.unshift(() => app.close())
    const address = `http://${config.host}:${(app.server.address() as { port: number }).port}`
    process.stdout.write(
      `\n  Feedstock is ready: ${address}\n${config.production ? '' : signIns.map((s) => `    ${s.email.padEnd(26)} ${s.role}\n`).join('') + '    password of each: feedstock-demo\n'}\n`,
    )
  }

  if (role !== 'web') {
    const worker = new Worker(services)
    undo.unshift(() => worker.stop())
    await worker.start()
    undo.unshift(startTimers(services))
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
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected and nobody looked'))
}

async function undoAll(): Promise<void> {
  for (const step of undo.splice(0))
    await Promise.resolve()
      .then(step)
      .catch(() => {})
}

/** One program a data folder: a second start says who holds it. A lock whose holder died is taken over. */
function lock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'feedstock.pid')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch {
      const pid = Number(readFileSync(path, 'utf8')) || 0
      if (pid && pid !== process.pid && existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
        throw new Error(`Feedstock runs already on ${dataDir}, as process ${pid}. Stop it, or set another DATA_DIR and PORT.`)
      rmSync(path, { force: true })
    }
  }
  throw new Error(`The data folder ${dataDir} could not be locked.`)
}

main().catch(async (error: Error) => {
  process.stderr.write(`\nFeedstock could not start. ${error.message}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`)
  await undoAll()
  process.exit(1)
})
