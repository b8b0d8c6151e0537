// The vendor search and the session check under 50 connections, against a bare handler of the same HTTP
// server that returns the same bytes.
import Fastify from 'fastify'
import { buildApp } from '#server/app.ts'
import { seedDemonstration } from '#server/db/demo/seed.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import { signIn } from './client.ts'
import type { Figure } from './feed.ts'
import { shoot, type Throughput } from './load.ts'

export async function benchHttp(url: string, dir: string): Promise<Figure[]> {
  const log = createLog('silent')
  const services = await openServices(
    readConfig({ NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: dir, LOG_LEVEL: 'silent' }),
    url,
    log,
    {
      supervise: false,
    },
  )
  await seedDemonstration(services)
  // answers are checked against the contract outside production only; this measures production's path
  const app = await buildApp(
    { ...services, config: { ...services.config, production: true } },
    { version: 'bench' },
  )
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = await signIn(app, 'support@feedstock.test', 'feedstock-demo')
  const figures: Figure[] = []
  for (const [subject, method, path, body] of [
    [
      'POST /api/vendor/search (a term that a sixth of the notes hold, too; 2,000 vendors)',
      'POST',
      '/api/vendor/search',
      JSON.stringify({ term: 'garden' }),
    ],
    [
      'POST /api/vendor/search (a term that companies alone hold; 2,000 vendors)',
      'POST',
      '/api/vendor/search',
      JSON.stringify({ term: 'emporium' }),
    ],
    ['GET /api/account/get (the session check)', 'GET', '/api/account/get', undefined],
  ] as const) {
    const answer = await app.inject({ method, url: path, headers, ...(body && { payload: body }) })
    const bare = Fastify()
    bare.route({
      method,
      url: path,
      handler: (_q, reply) => reply.type('application/json').send(answer.body),
    })
    const bareBase = await bare.listen({ port: 0, host: '127.0.0.1' })
    const ask = (to: string) => shoot({ url: to + path, method, headers, body, seconds: 6 })
    const limit = await ask(bareBase)
    const ours = await ask(base)
    await bare.close()
    const show = ({ rate, p99 }: Throughput) => `${Math.round(rate)} requests/s, p99 ${p99} ms`
    figures.push({
      subject,
      result: `${show(ours)}${ours.failed ? ` (${ours.failed} failed)` : ''}`,
      limit: show(limit),
      ratio: (ours.rate / limit.rate).toFixed(2),
      aim: '',
    })
  }
  await app.close()
  await services.close()
  return figures
}
