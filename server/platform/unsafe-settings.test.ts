import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isWeakSecret } from './unsafe-settings.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-unsafe-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const secret = '8kQp3vXz7LmWb2RtYc5NdJf9HsGa4EuK'
const safe = {
  DATABASE_URL: 'postgres://feeds@db/feeds',
  APP_SECRET: secret,
  PUBLIC_URL: 'https://feeds.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'feeds@example.com',
  DATA_DIR: dir,
}
const readRefusal = (env: Record<string, string | undefined>) => readConfig({ ...safe, ...env }).refusal

test('production with safe settings starts', () => {
  expect(readRefusal({ NODE_ENV: 'production' })).toBeUndefined()
  expect(readRefusal({})).toBeUndefined()
})

test.each([
  [{ DATABASE_URL: undefined }, 'Set DATABASE_URL: the embedded database'],
  [{ APP_SECRET: 'x'.repeat(40) }, 'APP_SECRET is easy to guess. Set it to the output of'],
  [{ METRICS_TOKEN: 'a'.repeat(32) }, 'METRICS_TOKEN is easy to guess. Set it to the output of'],
  [{ PUBLIC_URL: undefined }, 'Set PUBLIC_URL to the address that people open, starting with https://.'],
  [{ PUBLIC_URL: 'http://feeds.example.com' }, 'starting with https://.'],
  [{ SMTP_URL: undefined }, 'Set SMTP_URL: without it, no email is sent.'],
  [{ MAIL_FROM: undefined }, 'Set MAIL_FROM to the sender of emails'],
  [{ DEMO: '1' }, 'Remove DEMO: the demo passwords are public.'],
])('production with %j doesn’t start, and says what to do', (env, said) => {
  expect(readRefusal({ NODE_ENV: 'production', ...env })).toContain(said)
  expect(readRefusal({ NODE_ENV: 'development', ...env })).toBeUndefined()
})

test('all that is unsafe is said at once', () => {
  const refusal = readRefusal({ NODE_ENV: 'production', SMTP_URL: '', MAIL_FROM: '', PUBLIC_URL: '' })
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL']) expect(refusal).toContain(name)
})

test('a database of one’s own means production, the embedded one development', () => {
  const env = { ...safe, SMTP_URL: undefined }
  expect(readConfig(env).production).toBe(true)
  expect(readConfig(env).refusal).toContain('set NODE_ENV=development otherwise')
  expect(readConfig({ DATA_DIR: dir }).production).toBe(false)
  expect(readConfig({ ...env, NODE_ENV: 'development' }).production).toBe(false)
  expect(() => readConfig({ DATABASE_URL: safe.DATABASE_URL, DATA_DIR: dir })).toThrow(
    'DATABASE_URL without NODE_ENV means production',
  )
})

test.each([
  [{}, true],
  [{ NODE_ENV: 'development' }, true],
  [{ NODE_ENV: 'test' }, false],
  [{ DEMO: '0' }, false],
  [{ PUBLIC_URL: 'https://feeds.example.com' }, false],
  [{ NODE_ENV: 'development', DATABASE_URL: safe.DATABASE_URL }, false],
  [{ NODE_ENV: 'development', DATABASE_URL: safe.DATABASE_URL, DEMO: '1' }, true],
  [{ NODE_ENV: 'production', APP_SECRET: secret }, false],
])('with %j the demonstration is made: %s', (env, isMade) => {
  expect(readConfig({ DATA_DIR: dir, ...env } as Record<string, string>).demonstration).toBe(isMade)
})

test('a random secret is strong, whatever its alphabet', () => {
  for (let i = 0; i < 200; i++)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(isWeakSecret(randomBytes(32).toString(encoding))).toBe(false)
})
test.each([
  'x'.repeat(32),
  'abababababababababababababababab',
  'change-me-to-something-long-and-random',
  'my very secret application key 4711',
  '0123456789abcdef0123456789abcdef',
  `${secret}${secret}`,
])('the secret %s is weak', (weak) => {
  expect(isWeakSecret(weak)).toBe(true)
})
