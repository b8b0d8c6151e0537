import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { client, harness, makeLogin, staff, type Client } from './test/harness.ts'

const h = harness()
const token = 'a token for the collector of metrics, long enough'
const pages = ['/metrics', '/api/docs', '/api/openapi.json']

describe('in production', () => {
  let app: FastifyInstance
  let customer: Client
  let support: Client
  beforeAll(async () => {
    customer = await client(h, (await makeLogin(h, 'customer')).email)
    support = await staff(h, 'support')
    const config = { ...h.services.config, production: true, metricsToken: token }
    app = await buildApp({ ...h.services, config }, { version: 'test' })
  })
  afterAll(() => app.close())
  const statuses = async (headers: Record<string, string>) => {
    const answers = await Promise.all(pages.map((url) => app.inject({ url, headers })))
    return answers.map((answer) => answer.statusCode)
  }

  test('metrics and the API’s documents need staff or the token', async () => {
    expect(await statuses({})).toEqual([401, 401, 401])
    expect(await statuses({ authorization: 'Bearer something else' })).toEqual([401, 401, 401])
    expect(await statuses({ cookie: customer.raw.cookie })).toEqual([401, 401, 401])
    expect(await statuses({ cookie: support.raw.cookie })).toEqual([200, 200, 200])
    expect(await statuses({ authorization: `Bearer ${token}` })).toEqual([200, 200, 200])
  })
  test('without a token in the settings none is accepted', async () => {
    const config = { ...h.services.config, production: true, metricsToken: undefined }
    const closed = await buildApp({ ...h.services, config }, { version: 'test' })
    for (const authorization of ['Bearer undefined', 'Bearer ', ''])
      expect((await closed.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(401)
    await closed.close()
  })
  test('probes stay open', async () => {
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})

test('answers of the API aren’t stored, files of the web app are', async () => {
  const c = await staff(h, 'support')
  const webDir = join(h.dir, 'web')
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  writeFileSync(join(webDir, 'index.html'), '<title>Feedstock</title>')
  writeFileSync(join(webDir, 'assets', 'a.js'), '1')
  const app = await buildApp(h.services, { version: 'test', webDir })
  const caching = async (url: string) =>
    (await app.inject({ url, headers: { cookie: c.raw.cookie } })).headers['cache-control']
  for (const url of ['/api/account/get', '/api/vendor/999999', '/api/none', '/api-public/none', '/metrics'])
    expect([url, await caching(url)]).toEqual([url, 'no-store'])
  expect((await app.inject({ url: '/api/account/get' })).headers['cache-control']).toBe('no-store')
  expect(await caching('/assets/a.js')).toContain('immutable')
  expect(await caching('/')).toBe('no-cache')
  await app.close()
})
