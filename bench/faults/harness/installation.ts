import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '#server/areas/session/public.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { freePort } from '#server/test/servers/free-port.ts'
import { Database } from './database.ts'
import { countLeft } from './left-behind.ts'
import { Person } from './person.ts'
import { Program } from './program.ts'
import type { Left } from './tally.ts'
import { untilTrue } from './wait.ts'

interface Options {
  env?: Record<string, string>
  /** One process with the database that it brings; otherwise a web process and workers on a database of ours. */
  whole?: boolean
  web?: boolean
  workers?: number
}

const password = 'a long enough password'

/** The program as it is installed somewhere: its processes, its database, its folder. */
export class Installation {
  readonly folder: string
  readonly dataDir: string
  readonly tmp: string
  readonly env: Record<string, string>
  readonly address: string
  readonly db: Database
  readonly workers: Program[] = []
  /** The whole program, or its web process. */
  web: Program | undefined
  #postgres: EmbeddedPostgres | undefined

  static readonly #running = new Set<Installation>()
  static async start(folder: string, options: Options = {}): Promise<Installation> {
    const installation = new Installation(folder, await freePort(), options)
    Installation.#running.add(installation)
    await installation.#begin(options)
    return installation
  }
  /** Ends what a kind that broke off has left running. */
  static async stopIn(folder: string): Promise<void> {
    for (const one of Installation.#running)
      if (one.folder.startsWith(folder)) await one.stop().catch(() => {})
  }

  private constructor(folder: string, port: number, { env = {} }: Options) {
    this.folder = folder
    this.dataDir = join(folder, 'data')
    this.tmp = join(folder, 'tmp')
    for (const path of [this.dataDir, this.tmp]) mkdirSync(path, { recursive: true, mode: 0o711 })
    this.address = `http://127.0.0.1:${port}`
    this.env = {
      NODE_ENV: 'development',
      DEMO: '0',
      WEB_APP: 'none',
      PORT: String(port),
      DATA_DIR: this.dataDir,
      TMPDIR: this.tmp,
      LOG_LEVEL: 'warn',
      FETCH_ALLOW_HOSTS: '127.0.0.1',
      DISK_FLOOR_MB: '0',
      ...env,
    }
    this.db = new Database(() => this.#databaseUrl())
  }

  async #begin({ whole: isWhole = false, web: hasWeb = true, workers = 1 }: Options): Promise<void> {
    if (!isWhole) {
      this.#postgres = await startEmbeddedPostgres(join(this.dataDir, 'postgres'))
      this.env.DATABASE_URL = this.#postgres.url
      await migrate(this.#postgres.url)
    }
    if (isWhole || hasWeb) {
      this.web = this.#program(isWhole ? undefined : 'web', 'web')
      await this.ready()
    }
    if (!isWhole) for (let n = 0; n < workers; n++) await this.addWorker()
  }

  #databaseUrl(): string {
    if (this.#postgres) return this.#postgres.url
    const port = this.#postmaster()[3]
    return `postgres://feedstock@127.0.0.1:${port}/postgres`
  }
  #postmaster(): string[] {
    return readFileSync(join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  }
  get postgresPid(): number {
    return Number(this.#postmaster()[0])
  }

  #program(role: 'web' | 'worker' | undefined, name: string, preload?: string): Program {
    return new Program({
      ...(role && { role }),
      ...(preload !== undefined && { preload }),
      env: this.env,
      cwd: this.folder,
      logFile: join(process.env.FAULTS_LOGS ?? this.folder, `${this.folder.split('/').at(-1)}-${name}.log`),
    })
  }

  /** Waits until the web process answers. */
  async ready(): Promise<void> {
    const answers = () =>
      fetch(`${this.address}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    if (!(await untilTrue(answers, { withinMs: 240_000, everyMs: 100 })))
      throw new Error('The program did not start')
  }

  async addWorker(preload?: string): Promise<Program> {
    const worker = this.#program('worker', `worker-${this.workers.length + 1}`, preload)
    this.workers.push(worker)
    await this.workerReady(worker)
    return worker
  }
  async workerReady(worker: Program): Promise<void> {
    const isAnnounced = async () =>
      (await this.db.count('from job_server where server = $1', [this.nameOf(worker)])) > 0
    if (!(await untilTrue(isAnnounced, { withinMs: 240_000, everyMs: 200 })))
      throw new Error('A worker did not start')
  }
  /** What a process calls itself in the database. */
  nameOf = (program: Program): string => `${hostname()}-${program.pid}`
  /** The worker that runs a job now. */
  workerOf = (server: string | null): Program | undefined =>
    this.workers.find((worker) => this.nameOf(worker) === server)

  /** Someone of staff, or a new customer, signed in over HTTP. */
  async signIn(role: string, email = `${role}@example.com`): Promise<Person & { vendor_id: number }> {
    const hash = await hashPassword(password)
    const { vendor_id } = await this.db.one<{ vendor_id: number }>(
      `with v as (
        insert into vendor (company, is_staff, vendor_status_id) values ($1, $3 <> 'customer', 1)
        returning vendor_id),
      c as (
        insert into contact (vendor_id, email, first_name, last_name) select vendor_id, $1, 'Pat', 'Payer' from v)
      insert into login (vendor_id, email, password_hash, role) select vendor_id, $1, $2, $3 from v
      returning vendor_id`,
      [email, hash, role],
    )
    return Object.assign(await Person.signIn(this.address, email, password), { vendor_id })
  }

  /** What lies around now that everything has ended. */
  left(): Promise<Left> {
    return countLeft(this)
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) worker.signal('SIGCONT')
    await Promise.all([...this.workers, ...(this.web ? [this.web] : [])].map((one) => one.end('SIGTERM')))
    await this.db.close()
    await this.#postgres?.stop()
    Installation.#running.delete(this)
  }
}
