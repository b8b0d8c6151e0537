// `npm run dev`: the server, started again when a file that it runs on changes, and the web app with hot
// reload, at one address.
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from '../server/test/servers/free-port.ts'

const root = join(import.meta.dirname, '..')
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 4000)
const address = `http://${host}:${port}`
const behind = `http://127.0.0.1:${await freePort()}`
/** An editor writes a file in several steps. */
const settle = 100

let server: ChildProcess | undefined
let stopping = false
let restartTimer: NodeJS.Timeout | undefined

function start(): void {
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // a separate group, so that Ctrl-C reaches it once, through us
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: new URL(behind).port,
      PUBLIC_URL: process.env.PUBLIC_URL ?? address,
      WEB_APP: 'none',
      NODE_ENV: process.env.NODE_ENV ?? 'development',
    },
  })
  server = child
  // it prints its own port, but people need the web app's
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => process.stdout.write(text.replace(behind, address)))
  child.once('exit', (code, signal) => {
    server = undefined
    if (!stopping && restartTimer === undefined)
      console.log(`The server ended (${signal ?? code}); it starts again at the next change.`)
  })
}

async function end(): Promise<void> {
  const child = server
  if (!child) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

/** One restart at a time; changes during a restart cause another. */
let restarting = Promise.resolve()
function onChange(file: string | null): void {
  if (stopping || file === null || file.endsWith('.test.ts')) return
  clearTimeout(restartTimer)
  restartTimer = setTimeout(() => {
    restarting = restarting.then(async () => {
      console.log(`${file} changed: the server starts again`)
      await end()
      restartTimer = undefined
      if (!stopping) start()
    })
  }, settle)
}

start()
const watchers = ['contract', 'engine', 'server'].map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => onChange(file && join(folder, file))),
)
const web = await createServer({
  root,
  clearScreen: false,
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/api-public', '/dev/supplier-images'].map((path) => [path, behind])),
  },
}).then((server) => server.listen())

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  clearTimeout(restartTimer)
  for (const watcher of watchers) watcher.close()
  await restarting
  await end()
  await web.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
