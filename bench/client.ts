// A signed-in caller of the app over real HTTP, and the p95 of its requests.
import type { FastifyInstance } from 'fastify'
import type { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/areas/session/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql } from '#server/platform/database/db.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { openServices } from '#server/services.ts'

export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}
export interface Caller {
  services: Services
  base: string
  headers: Record<string, string>
  ask(asked: BenchRequest): Promise<unknown>
  /** Milliseconds at p95 and p50 over sequential requests, a different one each turn. */
  p95(times: number, asked: (turn: number) => BenchRequest): Promise<{ p95: number; p50: number }>
  close(): Promise<void>
}

export const benchPassword = 'a long enough password'

/**
 * @param url a migrated, empty database
 * @param web the built web app, if a browser uses it
 */
export async function openCaller(
  url: string,
  dir: string,
  web: { version: string; webDir?: string } = { version: 'bench' },
  role: Role = 'support',
): Promise<Caller> {
  const services = await openServices(
    readConfig({ NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: dir, LOG_LEVEL: 'silent' }),
    url,
    createLog('silent'),
    {
      supervise: true,
    },
  )
  const { db } = services
  const { vendor_id } = await db
    .insertInto('vendor')
    .values({ company: 'Staff', is_staff: true })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const passwordHash = await hashPassword(benchPassword)
  await sql`
    insert into login (vendor_id, email, password_hash, role)
    values (${vendor_id}, 'bench@example.com', ${passwordHash}, ${role})`.execute(db)
  // answers are checked against the contract outside production only; this measures production's path
  const app = await buildApp({ ...services, config: { ...services.config, production: true } }, web)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = await signIn(app, 'bench@example.com', benchPassword)
  const ask = async ({ method, path, body }: BenchRequest): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
  return {
    services,
    base,
    headers,
    ask,
    async p95(times, request) {
      const took: number[] = []
      for (let turn = 0; turn < times; turn++) {
        const began = performance.now()
        await ask(request(turn))
        took.push(performance.now() - began)
      }
      took.sort((a, b) => a - b)
      return { p95: took[Math.ceil(times * 0.95) - 1]!, p50: took[Math.floor(times / 2)]! }
    },
    async close() {
      await app.close()
      await services.close()
    },
  }
}

/** The headers of a signed-in caller. */
export async function signIn(
  app: FastifyInstance,
  login: string,
  password: string,
): Promise<Record<string, string>> {
  const first = await app.inject({ url: '/api/account/get' })
  const xsrf = first.cookies.find((c) => c.name === 'XSRF-TOKEN')!.value
  const answer = await app.inject({
    method: 'POST',
    url: '/api-public/account/login',
    headers: { 'app-id': 'feedstock-bench', cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
    payload: { login, password },
  })
  const token = answer.cookies.find((c) => c.name === 'XSRF-TOKEN')!.value
  return {
    cookie: `session=${answer.cookies.find((c) => c.name === 'session')!.value}; XSRF-TOKEN=${token}`,
    'app-id': 'feedstock-bench',
    'x-xsrf-token': token,
    'content-type': 'application/json',
  }
}
