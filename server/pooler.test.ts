import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase, sql, untilAborted } from './platform/database/db.ts'
import { csv, harness, makeFeed, makeLogin, password, waitUntil } from './test/harness.ts'
import { isNightly } from './test/nightly.ts'
import { freePort } from './test/servers/free-port.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)
if (isNightly && !program)
  console.log('The tests behind a pooler are skipped: pgbouncer isn’t installed (apt-get install pgbouncer)')

/** Starts processes of the program and a pooler in transaction mode between them and the database. */
describe.skipIf(!program || !isNightly)('behind a pooler in transaction mode', { timeout: 120_000 }, () => {
  const h = harness()
  const processes: ChildProcess[] = []
  let pooled: string
  beforeAll(async () => {
    const port = await freePort()
    const { hostname, port: serverPort, username, password } = new URL(h.url)
    const dir = join(h.dir, 'pooler')
    mkdirSync(dir)
    const login = `user=${username || 'postgres'}${password && ` password=${password}`}`
    writeFileSync(
      join(dir, 'pgbouncer.ini'),
      `[databases]\n* = host=${hostname} port=${serverPort || 5432} ${login}\n` +
        `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\n` +
        'pool_mode = transaction\ndefault_pool_size = 12\nmax_client_conn = 300\n',
    )
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    // what it reads is read before it changes its user
    processes.push(spawn(program ?? '', [...user, join(dir, 'pgbouncer.ini')], { stdio: 'ignore' }))
    pooled = Object.assign(new URL(h.url), { host: `127.0.0.1:${port}` }).href
    await waitUntil(
      async () => {
        const client = new pg.Client({ connectionString: pooled })
        client.on('error', () => {})
        return client.connect().then(
          () => client.end().then(() => true),
          () => false,
        )
      },
      (isUp) => isUp,
    )
  }, 60_000)
  afterAll(async () => {
    await Promise.all(
      processes.toReversed().map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        if (child.exitCode === null && child.kill('SIGTERM')) await ended
      }),
    )
  }, 60_000)

  const begin = (role: 'web' | 'worker', env: Record<string, string>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), role], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        WEB_APP: 'none',
        DATA_DIR: h.dir,
        APP_SECRET: 'b7f1d09c-5a2e-4d38-9e11-0c64a2f7d3e8-6f',
        PUBLIC_URL: 'https://feedstock.example',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'Feedstock <feeds@feedstock.example>',
        LOG_LEVEL: 'warn',
        DATABASE_URL: pooled,
        ...env,
      },
    })
    processes.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += String(text)))
    return { child, said: () => said }
  }

  test('a start without a direct address, or with prepared statements that get lost, is refused with the remedy', async () => {
    const refused = async (env: Record<string, string>) => {
      const { child, said } = begin('worker', env)
      await new Promise((resolve) => child.once('exit', resolve))
      return said()
    }
    expect(await refused({})).toContain(
      'DATABASE_URL is a pooler that shares sessions between transactions. Set DATABASE_DIRECT_URL to the database itself',
    )
    expect(await refused({ DATABASE_DIRECT_URL: pooled })).toContain('DATABASE_DIRECT_URL is a pooler')
    expect(await refused({ DATABASE_DIRECT_URL: h.url, PREPARED_STATEMENTS: 'on' })).toMatch(
      /Set PREPARED_STATEMENTS=off|^$/,
    )
  })

  test('a job’s statement ends with the job, and transactions have our settings', async () => {
    await migrate(h.url, pooled)
    const database = openDatabase(pooled, { directUrl: h.url, prepare: false, lockSeconds: 3, max: 2 })
    const abort = new AbortController()
    const job = untilAborted(database, abort.signal, () => {})
    const sleeping = sql`select pg_sleep(600)`.execute(job.db)
    const ended = expect(sleeping).rejects.toThrow()
    const asleep = async () =>
      (
        await sql`
          select from pg_stat_activity
          where state = 'active' and query like 'select pg_sleep(600)%'`.execute(h.services.db)
      ).rows.length
    await waitUntil(asleep, (sessions) => sessions === 1)
    abort.abort(new Error('Enough'))
    await ended
    await waitUntil(asleep, (sessions) => sessions === 0)
    const { rows } = await database.db.transaction().execute((tx) =>
      sql`
        select current_setting('lock_timeout') as locks, current_setting('TimeZone') as zone,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx),
    )
    expect(rows).toEqual([{ locks: '3s', zone: 'UTC', idle: '2min' }])
    await database.close()
  })

  test('two web and two worker processes start together, sign a person in and run feeds', async () => {
    const ports = [await freePort(), await freePort()]
    const started = [
      ...ports.map((port) => begin('web', { DATABASE_DIRECT_URL: h.url, PORT: String(port) })),
      begin('worker', { DATABASE_DIRECT_URL: h.url }),
      begin('worker', { DATABASE_DIRECT_URL: h.url }),
    ]
    for (const port of ports)
      await waitUntil(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            (answer) => answer.status,
            () => 0,
          ),
        (status) => status === 200,
      )
    await waitUntil(
      async () => (await h.services.db.selectFrom('job_server').select('server').execute()).length,
      (workers) => workers === 2,
    )
    const { email } = await makeLogin(h, 'support')
    const jar = new Map<string, string>()
    const send = async (port: number | undefined, method: string, path: string, body?: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': [...jar].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1] ?? '',
          'app-id': 'development',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        jar.set(name, value)
      }
      return { status: answer.status, body: (await answer.json()) as { feed_run_id: number; state: string } }
    }
    const [one, other] = ports
    // brings the token that writes must show
    await send(one, 'GET', '/api/account/get')
    expect((await send(one, 'POST', '/api-public/account/login', { login: email, password })).status).toBe(
      200,
    )
    const runs: number[] = []
    for (let i = 0; i < 6; i++) {
      const feed = await makeFeed(h)
      await feed.publish(csv([[`A-${i}`, 'Lamp', '5', '3']]))
      const start = await send(i % 2 ? one : other, 'POST', `/api/feeds/${feed.feed_id}/run`, { dry: false })
      expect(start.status).toBe(200)
      runs.push(start.body.feed_run_id)
    }
    for (const run of runs) {
      const ended = await waitUntil(
        () => send(one, 'GET', `/api/feed-runs/${run}`),
        ({ body }) => body.state !== 'queued' && body.state !== 'running',
      )
      expect(ended.body.state).toBe('applied')
    }
    // nobody's lock is left behind, and no process had a fault of its sessions
    const { rows } = await h.services.database.pool.query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and datname = current_database()`,
    )
    expect(rows).toEqual([])
    for (const { child, said } of started) {
      expect(child.exitCode).toBeNull()
      expect(said()).not.toMatch(/"level":50|prepared statement|unsupported startup/)
    }
  })
})
