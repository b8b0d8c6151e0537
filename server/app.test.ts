import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operation.ts'
import { mayCall } from '#contract/roles.ts'
import { buildApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { client, harness, makeLogin, staff, type Client } from './test/harness.ts'

const h = harness()
let nobody: Client
let customer: Client
let admin: Client
beforeAll(async () => {
  nobody = await client(h)
  customer = await client(h, (await makeLogin(h, 'customer')).email)
  admin = await staff(h, 'admin')
})
const ask = (c: Client, url: string, headers: Record<string, string> = {}) =>
  h.app.inject({ url, headers: { ...c.raw.headers, cookie: c.raw.cookie, ...headers } })

describe('an address spelled another way', () => {
  test.each(['/%61pi-public/account/login', '/api-public/%61ccount/login', '/api-publi%63/account/l%6Fgin'])(
    'is the same operation: %s needs the XSRF token',
    async (url) => {
      const signIn = (headers: Record<string, string>) =>
        h.app.inject({ method: 'POST', url, headers, payload: { login: 'a@example.com', password: 'x' } })
      expect((await signIn({})).statusCode).toBe(403)
      expect((await signIn({ ...nobody.raw.headers, cookie: nobody.raw.cookie })).statusCode).toBe(400)
    },
  )
  test('needs the same permission and app version', async () => {
    expect((await ask(nobody, '/%61pi/account/get')).statusCode).toBe(401)
    expect((await ask(customer, '/%61pi/account/get')).statusCode).toBe(200)
    expect((await ask(customer, '/%61pi/feeds/1')).statusCode).toBe(403)
    expect((await ask(customer, '/%61pi/account/get', { 'app-version': 'yesterday' })).statusCode).toBe(426)
  })
  test.each([
    '//api/account/get',
    '/api//account/get',
    '/API/account/get',
    '/api/account/get/',
    '/api%2Faccount%2Fget',
    '/api/account%2Fget',
    '/api/account/get%00',
  ])('isn’t found if it leads elsewhere: %s', async (url) => {
    const answer = await ask(admin, url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().error).toHaveProperty('message')
  })
  test('is refused in the standard error format if malformed', async () => {
    const answer = await ask(nobody, '/api/%zz')
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'bad_address'])
  })
})

test.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
  'a %s request reveals nothing',
  async (method) => {
    const call = (url: string) => h.app.inject({ method: method as 'HEAD', url })
    expect([401, 404]).toContain((await call('/api/account/get')).statusCode)
    expect((await call('/api/feed-runs/1/events')).statusCode).toBe(404)
    expect((await call('/api/exports/1/file')).statusCode).toBe(404)
    expect((await call('/api-public/account/login')).statusCode).toBe(404)
  },
)

test('every page sets the XSRF token; a file of the web app doesn’t', async () => {
  const webDir = join(h.dir, 'web')
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  writeFileSync(join(webDir, 'index.html'), '<title>Feedstock</title>')
  writeFileSync(join(webDir, 'assets', 'a.js'), '1')
  const app = await buildApp(h.services, { version: 'test', webDir })
  const given = async (url: string) => {
    const { statusCode, headers, cookies } = await app.inject({ url })
    return [statusCode, String(headers['content-type']).split(';')[0], cookies.map((c) => c.name)]
  }
  for (const url of ['/', '/login', '/suppliers/?query=a', '//', '/API/'])
    expect(await given(url)).toEqual([200, 'text/html', ['XSRF-TOKEN']])
  expect(await given('/assets/a.js')).toEqual([200, 'application/javascript', []])
  for (const url of ['/assets/none.js', '/%61ssets/a.js', '/api/none', '/%61pi/none', '/api-public/none'])
    expect((await given(url)).slice(0, 2)).toEqual([404, 'application/json'])
  await app.close()
})

describe('the client address used for rate limits', () => {
  const seen = async (trust: string, forwarded: string) => {
    const config = readConfig({ NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32), TRUST_PROXY: trust })
    const { db } = h.services
    await db.deleteFrom('attempt_limit').execute()
    const app = await buildApp({ ...h.services, config }, { version: 'test' })
    const call = {
      method: 'POST',
      url: '/api-public/account/login',
      payload: { login: 'a@example.com', password: 'x' },
    } as const
    const headers = { ...nobody.raw.headers, cookie: nobody.raw.cookie, 'x-forwarded-for': forwarded }
    expect((await app.inject({ ...call, headers, remoteAddress: '203.0.113.9' })).statusCode).toBe(400)
    await app.close()
    const buckets = await db
      .selectFrom('attempt_limit')
      .select('bucket')
      .where('bucket', 'not like', '%@%')
      .execute()
    return buckets.map((b) => b.bucket.replace('sign-in from ', ''))
  }
  test.each([
    ['a made-up one changes nothing', '', '1.2.3.4', '203.0.113.9'],
    ['a proxy that isn’t named is not believed', '10.0.0.0/8', '1.2.3.4', '203.0.113.9'],
    ['a named proxy is believed', '203.0.113.0/24', '1.2.3.4', '1.2.3.4'],
    [
      'what the caller made up before the proxy’s word isn’t',
      '203.0.113.0/24',
      '9.9.9.9, 1.2.3.4',
      '1.2.3.4',
    ],
    ['one proxy says one address', '1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['two proxies say two', '2', '9.9.9.9, 1.2.3.4', '9.9.9.9'],
  ])('%s', async (_what, trust, forwarded, counted) => {
    expect(await seen(trust, forwarded)).toEqual([counted])
  })
})

test('only unsubscribing, which mail apps do, and keys that a shop posts need no page token', () => {
  const bare = [...operations(contract)].filter(({ op }) => op.by_address)
  expect(bare.map(({ name }) => name).toSorted()).toEqual(['acceptStoreGrant', 'unsubscribeAddress'])
})

test('each role can do what the role table says, and nothing else is open to customers', () => {
  expect(mayCall).toEqual({
    account: ['customer', 'support', 'account_manager', 'finance', 'admin'],
    staff: ['support', 'account_manager', 'finance', 'admin'],
    money: ['account_manager', 'finance', 'admin'],
    admin: ['admin'],
  })
  const open = [...operations(contract)].filter(({ op }) => op.access === 'public' || op.access === 'account')
  expect(open.map(({ op }) => `${op.access} ${op.method} ${op.path}`).toSorted()).toEqual([
    'account DELETE /api/account/passkeys/{id}',
    'account DELETE /api/account/sessions/{id}',
    'account GET /api/account/billing',
    'account GET /api/account/billing-information',
    'account GET /api/account/browse-suppliers',
    'account GET /api/account/catalogue-files/{id}',
    'account GET /api/account/details',
    'account GET /api/account/downloadable-dropshippers',
    'account GET /api/account/get',
    'account GET /api/account/invoice/{invoice_id}/pdf',
    'account GET /api/account/invoices',
    'account GET /api/account/order-automation',
    'account GET /api/account/passkeys',
    'account GET /api/account/product-alerts',
    'account GET /api/account/product-alerts/{id}',
    'account GET /api/account/requests',
    'account GET /api/account/second-factor',
    'account GET /api/account/sessions',
    'account GET /api/account/standing',
    'account GET /api/account/subscriptions',
    'account GET /api/account/supplier/{dropshipper_id}/incidents',
    'account GET /api/account/supplier/{dropshipper_id}/products',
    'account GET /api/account/suppliers',
    'account GET /api/system-messages/unread-count',
    'account POST /api/account/billing-information',
    'account POST /api/account/card-link',
    'account POST /api/account/card-setup',
    'account POST /api/account/closing-request',
    'account POST /api/account/confirm-identity',
    'account POST /api/account/contact-us',
    'account POST /api/account/downloadable-dropshippers/{did}',
    'account POST /api/account/email-change',
    'account POST /api/account/email-change/withdraw',
    'account POST /api/account/legacy-site-feedback',
    'account POST /api/account/order-automation-login',
    'account POST /api/account/passkeys',
    'account POST /api/account/passkeys/begin',
    'account POST /api/account/pause-subscriptions',
    'account POST /api/account/payment-confirmation',
    'account POST /api/account/payment-confirmation/end',
    'account POST /api/account/plan-request',
    'account POST /api/account/product-alerts',
    'account POST /api/account/requests/withdraw',
    'account POST /api/account/second-factor/begin',
    'account POST /api/account/second-factor/confirm',
    'account POST /api/account/second-factor/end',
    'account POST /api/account/second-factor/recovery-codes',
    'account POST /api/account/sessions/end-others',
    'account POST /api/account/subscriptions/effects',
    'account POST /api/account/supplier-requests',
    'account POST /api/account/supplier-requests/withdraw',
    'account POST /api/account/update',
    'account POST /api/account/withdraw-pause',
    'account POST /api/authentication/logout',
    'account PUT /api/account/change-password',
    'account PUT /api/account/contact-details',
    'account PUT /api/account/incident-mails',
    'account PUT /api/account/notifications',
    'account PUT /api/account/notifications/again',
    'account PUT /api/account/passkeys/{id}',
    'account PUT /api/account/reactivate-subscription',
    'account PUT /api/account/subscriptions',
    'account PUT /api/account/time-zone',
    'public GET /api-public/account/email-change/{token}',
    'public GET /api-public/account/password-reset/{token}',
    'public GET /api-public/account/register',
    'public GET /api-public/account/unsubscribe/{vid}/{key}',
    'public GET /api-public/account/verification',
    'public GET /api-public/report-email/{key}',
    'public GET /api-public/staff-invitation/{token}',
    'public POST /api-public/account/email-change/{token}',
    'public POST /api-public/account/forgot-password',
    'public POST /api-public/account/login',
    'public POST /api-public/account/passkey',
    'public POST /api-public/account/passkey/begin',
    'public POST /api-public/account/password-reset/{token}',
    'public POST /api-public/account/register',
    'public POST /api-public/account/unsubscribe/{vid}/{key}',
    'public POST /api-public/account/verification',
    'public POST /api-public/authentication/login',
    'public POST /api-public/log',
    'public POST /api-public/report-email/{key}',
    'public POST /api-public/staff-invitation/{token}',
    'public POST /api-public/store-grant/{token}',
  ])
})
