// `npm test`: every check and the tests of the day. On a clean checkout it needs nothing but what `npm ci`
// installed. `npm run test:nightly` runs every test, each with all of its seeds.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../server/test/servers/free-port.ts'
import { temporaryFolder } from '../server/test/temporary.ts'
import { run } from './run.ts'

const isNightly = process.argv.includes('--nightly')
if (isNightly) process.env.NIGHTLY = '1'

interface Part {
  name: string
  seconds: number
  hasPassed: boolean
}
const parts: Part[] = []

/** A part that fails does not hold back the others: the table names every one of them. */
async function runPart(name: string, ...how: Parameters<typeof run>): Promise<void> {
  const began = performance.now()
  const hasPassed = await run(...how).then(
    () => true,
    () => false,
  )
  parts.push({ name, seconds: (performance.now() - began) / 1000, hasPassed })
}

const began = performance.now()
const statements = temporaryFolder('statements').path
// the checks use the core that the server's tests leave free while they wait for the database; after them the
// server of the browser tests makes its demonstration there, which takes a minute
await Promise.all([
  runPart('checks', 'node', ['tools/check.ts'], {}, { isHeldBack: true }).then(serveBrowserTests),
  runPart('rules and server', 'vitest', ['run'], {
    DATABASE_URL: undefined,
    STATEMENTS_FOLDER: statements,
  }),
])
await runPart('row types of SQL', 'node', ['tools/sql-types.ts', statements])
// CI has PostgreSQL 15 beside the embedded server: each sixth of the tests runs there every sixth day
const older = 'postgres://postgres@127.0.0.1:5432/postgres'
if (process.env.CI && (await answers(older))) {
  const sixth = `${1 + (Math.floor(Date.now() / 86_400_000) % 6)}/6`
  await runPart(
    isNightly ? 'server, PostgreSQL 15' : `server, PostgreSQL 15, part ${sixth}`,
    'vitest',
    ['run', '--project', 'server', ...(isNightly ? [] : [`--shard=${sixth}`])],
    { DATABASE_URL: older },
  )
}
await runPart('browser', 'playwright', ['test', ...(isNightly ? [] : ['--grep-invert', '@nightly'])])
parts.push({
  name: 'in all',
  seconds: (performance.now() - began) / 1000,
  hasPassed: parts.every((part) => part.hasPassed),
})

console.log()
for (const { name, seconds, hasPassed } of parts)
  console.log(`${name.padEnd(34)} ${clockOf(seconds).padStart(6)}  ${hasPassed ? 'passed' : 'FAILED'}`)
if (!parts.at(-1)!.hasPassed) process.exitCode = 1

function clockOf(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/**
 * Starts the server that the browser tests look at; it ends with this process, whose temporary folder it shares.
 * Where it doesn't start, Playwright starts one and shows why not.
 */
async function serveBrowserTests(): Promise<void> {
  const served = { E2E_DATA: temporaryFolder('e2e').path, E2E_PORT: String(await freePort()) }
  const server = spawn(process.execPath, ['server/test/serve.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...served },
  })
  server.unref()
  const isReady = () =>
    fetch(`http://127.0.0.1:${served.E2E_PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null) return
    await setTimeout(200)
  }
  Object.assign(process.env, served, { E2E_SERVED: '1' })
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
