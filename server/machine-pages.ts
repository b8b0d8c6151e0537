import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contract } from '#contract/index.ts'
import { isStaff } from '#contract/roles.ts'
import { noteSizes } from './areas/retention/public.ts'
import { identify } from './areas/session/who.ts'
import { openApi, openApiPage } from './openapi.ts'
import { readClocksOff } from './platform/clock.ts'
import { sql } from './platform/database/db.ts'
import { Refusal } from './platform/http/errors.ts'
import type { Services } from './platform/services.ts'

/** The API's documents, the metrics and the probes: what machines read. */
export function serveMachinePages(app: FastifyInstance, services: Services, version: string): void {
  const { metrics } = services
  const document = openApi(contract, version)
  const onRequest = (req: FastifyRequest) => admit(services, req)
  app.get('/api/openapi.json', { onRequest }, () => document)
  app.get('/api/docs', { onRequest }, (_req, reply) => reply.type('text/html').send(openApiPage(document)))
  app.get('/metrics', { onRequest }, async (_req, reply) => {
    await measureClocks(services)
    await noteSizes(services)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  answerProbes(app, services)
}

/** Probes for whoever monitors the process. */
function answerProbes(app: FastifyInstance, { db, clockCheck }: Services): void {
  // what is asked of a process is true of its database's time, so it stays ready
  const clockFault = () => (clockCheck.isOff() ? { clock_ahead_seconds: clockCheck.aheadSeconds() } : {})
  app.get('/healthz', () => ({ status: 'alive', ...clockFault() }))
  app.get('/readyz', async (_req, reply) => {
    try {
      await sql`select 1 from migration limit 1`.execute(db)
      return { status: 'ready', ...clockFault() }
    } catch {
      return reply.status(503).send({ status: 'no database' })
    }
  })
}

/** Workers have no metrics of their own: any web process says which clocks are off. */
async function measureClocks({ db, metrics, clockCheck, log }: Services): Promise<void> {
  metrics.clockAhead.set(clockCheck.aheadSeconds())
  try {
    const clocks = await readClocksOff(db)
    metrics.clocksOff.reset()
    for (const { server, ahead_seconds } of clocks) metrics.clocksOff.set({ server }, ahead_seconds)
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'could not read which clocks are off')
  }
}

/** In production, who isn't signed in as staff needs the token (docs/operations.md, Monitor). */
async function admit(services: Services, req: FastifyRequest): Promise<void> {
  const { production, metricsToken } = services.config
  if (!production || (metricsToken !== undefined && hasToken(req, metricsToken))) return
  const who = await identify(services, req)
  if (who && isStaff(who.role)) return
  throw new Refusal('signed_out', 'Sign in as staff, or send METRICS_TOKEN as a bearer token')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const hasToken = ({ headers }: FastifyRequest, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))

/** What the API answers is stored by no browser and no proxy, unless a route says so itself. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onRequest', (req, reply, next) => {
    if (/^\/(api|api-public|metrics)(\/|$)/.test(req.routeOptions.url ?? ''))
      reply.header('cache-control', 'no-store')
    next()
  })
}
