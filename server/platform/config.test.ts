import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { Secrets } from './secrets.ts'

const read = (env: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env })

test.each([
  ['', false],
  ['0', false],
  ['2', 2],
  [' 12 ', 12],
  [' , ', false],
  ['10.0.0.0/32, 192.0.2.1,::1', ['10.0.0.0/32', '192.0.2.1', '::1']],
  ['fd00::/128', ['fd00::/128']],
  ['0.0.0.0/0', ['0.0.0.0/0']],
])('TRUST_PROXY=%s sets the trusted proxies', (text, trusted) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
})
test.each([
  'true',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/1e1',
  '10.0.0.0/x8',
  '10.0.0.0/8x',
  '10.0.0.1/',
  '/8',
  '100',
  'proxy.example.com',
  '-1',
  '10.0.0.1/8/8',
  '10.0.0.1, proxy',
])('TRUST_PROXY=%s stops the start', (text) => {
  expect(() => read({ TRUST_PROXY: text })).toThrow(
    'TRUST_PROXY needs a number of proxies, or their addresses or networks separated by commas',
  )
})

const unset = {
  port: 4000,
  host: '127.0.0.1',
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  downloads: { atOnce: 16, perHost: 4 },
  connections: { requests: 8, jobs: 8 },
  prepare: true,
  dataDir: resolve('data'),
  storageUrl: undefined,
  smtpUrl: undefined,
  publicUrl: 'http://127.0.0.1:4000',
  trustProxy: false,
  webApp: true,
  amazon: {
    clientId: undefined,
    clientSecret: undefined,
    loginUrl: 'https://api.amazon.com/auth/o2/token',
  },
  stripe: undefined,
  metricsToken: undefined,
  demonstration: false,
  logLevel: 'info',
  serverName: `${hostname()}-${process.pid}`,
}
const names = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_CONNECTIONS',
  'DOWNLOADS',
  'DOWNLOADS_PER_HOST',
  'PREPARED_STATEMENTS',
  'DATA_DIR',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'INVOICE_ISSUER',
  'STORAGE_URL',
  'SMTP_URL',
  'APP_SECRET_PREVIOUS',
  'PUBLIC_URL',
  'WEB_APP',
  'FETCH_ALLOW_HOSTS',
  'TRUST_PROXY',
  'ORDER_AUTOMATION_URL',
  'ORDER_AUTOMATION_SECRET',
  'AMAZON_CLIENT_ID',
  'AMAZON_CLIENT_SECRET',
  'AMAZON_LOGIN_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'METRICS_TOKEN',
  'DEMO',
  'LOG_LEVEL',
  'LOG_FORMAT',
]
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_b2',
  STRIPE_WEBHOOK_SECRET: 'whsec_c3',
}
test('a missing or empty setting has the default on the operations page', () => {
  expect(read({})).toMatchObject(unset)
  expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read({}))
})

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [
    { PORT: '65535', HOST: '0.0.0.0' },
    { port: 65_535, publicUrl: 'http://0.0.0.0:65535' },
  ],
  [{ HOST: '::' }, { host: '::', publicUrl: 'http://[::]:4000' }],
  [{ PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example' }],
  [{ PUBLIC_URL: 'http://a.example/b/c' }, { publicUrl: 'http://a.example/b/c' }],
  ...['postgres://a@b/c', 'postgresql://a@b/c'].map((url) => [{ DATABASE_URL: url }, { databaseUrl: url }]),
  [{ DATABASE_CONNECTIONS: '9' }, { connections: { requests: 5, jobs: 4 } }],
  [{ DATABASE_CONNECTIONS: '500' }, { connections: { requests: 250, jobs: 250 } }],
  [{ PREPARED_STATEMENTS: 'on' }, { prepare: true }],
  [{ PREPARED_STATEMENTS: 'off' }, { prepare: false }],
  [
    { DATABASE_URL: 'postgres://a@pool/c', DATABASE_DIRECT_URL: 'postgres://a@b/c' },
    { databaseDirectUrl: 'postgres://a@b/c', prepare: false },
  ],
  [{ DOWNLOADS: '40', DOWNLOADS_PER_HOST: '2' }, { downloads: { atOnce: 40, perHost: 2 } }],
  [{ DATA_DIR: '/tmp/x' }, { dataDir: '/tmp/x' }],
  ...['s3://bucket', 'file:///tmp/x'].map((url) => [{ STORAGE_URL: url }, { storageUrl: url }]),
  ...['smtp://a', 'smtps://a'].map((url) => [{ SMTP_URL: url }, { smtpUrl: url }]),
  [{ WEB_APP: 'built' }, { webApp: true }],
  [{ WEB_APP: 'none' }, { webApp: false }],
  [{ FETCH_ALLOW_HOSTS: 'A.example:80, b.example,' }, { fetchAllowHosts: ['a.example:80', 'b.example'] }],
  [
    stripe,
    {
      stripe: {
        secretKey: 'sk_test_a1',
        publishableKey: 'pk_test_b2',
        webhookSecret: 'whsec_c3',
        apiUrl: 'https://api.stripe.com',
      },
    },
  ],
  [
    { ...stripe, STRIPE_API_URL: 'http://127.0.0.1:12111', STRIPE_SECRET_KEY: 'rk_test_a1' },
    { stripe: { apiUrl: 'http://127.0.0.1:12111', secretKey: 'rk_test_a1' } },
  ],
  ...['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => [
    { LOG_LEVEL: level },
    { logLevel: level },
  ]),
  [{}, { logFormat: 'json', logLevel: 'info' }],
  [{ NODE_ENV: 'development' }, { logFormat: 'plain', logLevel: 'warn' }],
  [
    { NODE_ENV: 'development', LOG_FORMAT: 'json' },
    { logFormat: 'json', logLevel: 'info' },
  ],
  [
    { LOG_FORMAT: 'plain', LOG_LEVEL: 'info' },
    { logFormat: 'plain', logLevel: 'info' },
  ],
] as [Record<string, string>, object][])('the environment %j sets %j', (env, set) => {
  expect(read(env)).toMatchObject(set)
})

test.each([
  [{ NODE_ENV: 'staging' }, 'NODE_ENV '],
  [{ PORT: '65536' }, 'PORT '],
  [{ PORT: '-1' }, 'PORT '],
  [{ PORT: '80.5' }, 'PORT '],
  [{ DATABASE_CONNECTIONS: '7' }, 'DATABASE_CONNECTIONS '],
  [{ DATABASE_CONNECTIONS: '501' }, 'DATABASE_CONNECTIONS '],
  [{ PREPARED_STATEMENTS: 'no' }, 'PREPARED_STATEMENTS '],
  [{ WEB_APP: 'yes' }, 'WEB_APP '],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL '],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT '],
  [
    { DATABASE_URL: 'mysql://a' },
    'DATABASE_URL needs an address that begins with postgres:// or postgresql://.',
  ],
  [{ DATABASE_URL: 'postgres' }, 'DATABASE_URL needs an address'],
  [{ STORAGE_URL: '/tmp/x' }, 'STORAGE_URL needs an address that begins with s3:// or file://.'],
  [{ SMTP_URL: 'http://a' }, 'SMTP_URL needs an address that begins with smtp:// or smtps://.'],
  [{ PUBLIC_URL: 'a.example' }, 'PUBLIC_URL needs an address that begins with http:// or https://.'],
  [{ DEMO: 'yes' }, 'DEMO '],
  [{ METRICS_TOKEN: 'x'.repeat(31) }, 'METRICS_TOKEN needs at least 32 characters.'],
  [{ APP_SECRET: 'x'.repeat(31) }, 'APP_SECRET needs at least 32 characters.'],
  [
    { APP_SECRET_PREVIOUS: `${'y'.repeat(32)},short` },
    'APP_SECRET_PREVIOUS needs at least 32 characters in each.',
  ],
  ...['Feedstock', 'a@b c', 'a@', '@b', 'Shop a@b.c', 'a@b.c x', 'Shop <a@b.c> x', 'a\nb <a@b.c>', 'x<>'].map(
    (from) => [{ MAIL_FROM: from }, 'MAIL_FROM needs an address such as Feedstock <feeds@example.com>.'],
  ),
  ...[
    'TRUST_PROXIES',
    'FETCH_ALLOW_HOST',
    'STORAGE',
    'SMTP_HOST',
    'APP_SECRETS',
    'PUBLIC_URLS',
    'DATA_DIRS',
    'AMAZON_SECRET',
    'STRIPE_API_KEY',
  ].map((name) => [{ [name]: 'x' }, `${name} isn't a Feedstock setting.`]),
  ...Object.keys(stripe).map((left) => [
    { ...stripe, [left]: '' },
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.',
  ]),
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_b2' }, 'are from different modes (test and live).'],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_a1' },
    'STRIPE_PUBLISHABLE_KEY needs a key that starts with pk_.',
  ],
  [
    { ...stripe, STRIPE_SECRET_KEY: 'pk_test_b2' },
    'STRIPE_SECRET_KEY needs a key that starts with sk_ or rk_.',
  ],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_c3 ' }, 'STRIPE_WEBHOOK_SECRET needs a key'],
  [
    { STRIPE_API_URL: 'api.stripe.com' },
    'STRIPE_API_URL needs an address that begins with http:// or https://.',
  ],
  [
    { SMTP_HOST: 'a', PORT: 'x', WEB_APP: 'yes' },
    /^The environment is wrong: SMTP_HOST isn't a Feedstock setting; PORT .+; WEB_APP .+\.$/,
  ],
] as [Record<string, string>, string | RegExp][])('the environment %j stops the start', (env, said) => {
  expect(() => read(env)).toThrow(said)
  expect(() => read(env)).toThrow('The environment is wrong: ')
})
test('settings of other programs are ignored', () => {
  expect(() => read({ MY_STORAGE: 'x', PATH: '/bin', HOSTNAME: 'x' })).not.toThrow()
})

describe('the secret', () => {
  const dir = mkdtempSync(join(tmpdir(), 'feedstock-config-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const secretsIn = (folder: string) =>
    readConfig({ NODE_ENV: 'development', DATA_DIR: join(dir, folder) }).secrets
  test('is created once outside production, and readable by its owner only', () => {
    const [secret] = secretsIn('a/b')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(secretsIn('a/b')).toEqual([secret])
    expect(secretsIn('c')).not.toEqual([secret])
    expect(statSync(join(dir, 'a/b/secret')).mode & 0o777).toBe(0o600)
    writeFileSync(join(dir, 'c/secret'), `${'k'.repeat(40)}\n`)
    expect(secretsIn('c')).toEqual(['k'.repeat(40)])
    expect(readFileSync(join(dir, 'a/b/secret'), 'utf8')).toBe(secret)
  })
  test('from the setting comes first, before older ones', () => {
    const [one, older] = ['x'.repeat(32), 'y'.repeat(32)]
    expect(read({ APP_SECRET: one, APP_SECRET_PREVIOUS: older }).secrets).toEqual([one, older])
  })
  test('is required in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production', DATA_DIR: dir })).toThrow(
      'APP_SECRET is required in production.',
    )
    expect(read({ NODE_ENV: 'production' })).toMatchObject({ production: true, fetchAllowHosts: [] })
  })
})

test('only a development program may fetch from itself', () => {
  const env = { PUBLIC_URL: 'http://localhost:4000', FETCH_ALLOW_HOSTS: 'a.example' }
  expect(
    [undefined, 'development', 'test', 'production'].map((NODE_ENV) => {
      const { production, fetchAllowHosts } = readConfig({ ...env, NODE_ENV, APP_SECRET: 'x'.repeat(32) })
      return [production, fetchAllowHosts]
    }),
  ).toEqual([
    [false, ['a.example', 'localhost:4000']],
    [false, ['a.example', 'localhost:4000']],
    [false, ['a.example']],
    [true, ['a.example']],
  ])
})

test.each([
  [{}, 'Feedstock <no-reply@localhost>'],
  [{ PUBLIC_URL: 'https://feeds.example.com/' }, 'Feedstock <no-reply@feeds.example.com>'],
  [{ HOST: '::1' }, 'Feedstock <no-reply@localhost>'],
  [{ HOST: 'feeds' }, 'Feedstock <no-reply@feeds>'],
  [{ MAIL_FROM: 'Shop <feeds@example.com>' }, 'Shop <feeds@example.com>'],
  [{ MAIL_FROM: 'feeds@example.com' }, 'feeds@example.com'],
])('with %j emails come from %s', (env, from) => {
  expect(read(env).mailFrom).toBe(from)
})
test('a new secret encrypts from now on, and the older ones still decrypt and verify', () => {
  const older = 'y'.repeat(32)
  const before = new Secrets(read({ APP_SECRET: older }).secrets)
  const after = new Secrets(read({ APP_SECRET_PREVIOUS: ` ${'z'.repeat(32)}, ${older}` }).secrets)
  const alone = new Secrets(read({}).secrets)
  const [sealed, token] = [before.seal('hunter2'), before.signedToken()]
  expect(after.open(sealed)).toBe('hunter2')
  expect(after.isOurs(token)).toBe(true)
  expect(alone.open(after.seal('new'))).toBe('new')
  expect(alone.isOurs(after.signedToken())).toBe(true)
  expect(alone.isOurs(token)).toBe(false)
  expect(() => alone.open(sealed)).toThrow('Add it to APP_SECRET_PREVIOUS')
})
