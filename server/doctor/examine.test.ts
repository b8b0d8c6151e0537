import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { buildApp } from '../app.ts'
import { hashPassword } from '../areas/session/public.ts'
import { sql } from '../platform/database/db.ts'
import { harness, makeLogin } from '../test/harness.ts'
import { examine } from './examine.ts'

const h = harness()
let app: FastifyInstance
let address: string
const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] })
beforeAll(async () => {
  const config = { ...h.services.config, production: true, publicUrl: 'https://feeds.example.com' }
  app = await buildApp({ ...h.services, config }, { version: 'test' })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => mail.close(() => resolve()))
})
const environment = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: h.url,
  DATA_DIR: h.dir,
  APP_SECRET: '8kQp3vXz7LmWb2RtYc5NdJf9HsGa4EuK',
  PUBLIC_URL: 'https://feeds.example.com',
  SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as { port: number }).port}`,
  MAIL_FROM: 'feeds@example.com',
  // not keys: they only look like live ones
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
})
const examined = async (env: Record<string, string>, at = address) => {
  const findings = await examine(env, at)
  const texts = (isSafe: boolean | null) =>
    findings.filter((finding) => finding.isSafe === isSafe).map(({ text }) => text)
  return { safe: texts(true), unsafe: texts(false), unknown: texts(null) }
}

test('a good installation has nothing unsafe but the test’s plain address, and says that backups can’t be known', async () => {
  const { db } = h.services
  await sql`insert into job_server (server, vcpus, heartbeat_tm) values ('w', 2, now())`.execute(db)
  const { email } = await makeLogin(h, 'admin')
  await sql`
    insert into second_factor (login_id, secret, confirmed_tm)
    select login_id, 'x', now() from login where email = ${email}`.execute(db)
  const { safe, unsafe, unknown } = await examined(environment())
  expect(unsafe).toEqual(['The address isn’t https, so passwords are sent unencrypted. Use https'])
  expect(unknown).toEqual([expect.stringContaining('Backups')])
  for (const text of [
    'All settings that production requires are set',
    'Cards are charged by Stripe',
    'All migrations are applied',
    'The SMTP server accepts connections; emails come from feeds@example.com',
    'All staff use two-step sign-in',
    '/metrics requires a staff login or a token',
    'The demo password doesn’t sign in',
  ])
    expect(safe).toContain(text)
})

describe('what is unsafe is found:', () => {
  test('settings, an older weak secret, and a mail server that doesn’t answer', async () => {
    const { unsafe } = await examined({
      ...environment(),
      NODE_ENV: 'development',
      APP_SECRET_PREVIOUS: 'x'.repeat(32),
      PUBLIC_URL: 'http://feeds.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DISK_FLOOR_MB: '1000000',
    })
    for (const text of [
      'This isn’t set up for production. Set NODE_ENV=production',
      'APP_SECRET_PREVIOUS has a secret that is easy to guess. Remove it soon',
      'Set PUBLIC_URL to the address that people open, starting with https://.',
    ])
      expect(unsafe).toContain(text)
    expect(unsafe).toContainEqual(expect.stringContaining('The SMTP server can’t be reached'))
    expect(unsafe).toContainEqual(expect.stringContaining('of disk space is free. Uploads are refused'))
  })

  test.each([
    [60_000, 'fast'],
    [-60_000, 'slow'],
  ])('a clock that is %i ms off', async (offMs, text) => {
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + offMs)
    onTestFinished(() => void vi.restoreAllMocks())
    const { unsafe } = await examined(environment())
    expect(unsafe).toContainEqual(
      expect.stringMatching(new RegExp(`^This machine’s clock is \\d+ s ${text}, so no billing runs here`)),
    )
  })

  test.each([
    ['', '', '', 'Charges go to the sandbox: bills count as paid, and no money moves.'],
    ['sk_test_x', 'pk_test_x', 'whsec_x', 'Stripe’s keys are of its test mode: bills count as paid'],
  ])('cards that aren’t charged: %s', async (secret, publishable, webhook, text) => {
    const keys = {
      STRIPE_SECRET_KEY: secret,
      STRIPE_PUBLISHABLE_KEY: publishable,
      STRIPE_WEBHOOK_SECRET: webhook,
    }
    const { unsafe } = await examined({ ...environment(), ...keys })
    expect(unsafe).toContainEqual(expect.stringContaining(text))
  })

  test('a missing secret, and a database of an older version; the rest is checked all the same', async () => {
    const { db } = h.services
    await sql`alter table clock_off rename to clock_off_later`.execute(db)
    const { unsafe } = await examined({ ...environment(), APP_SECRET: '' })
    await sql`alter table clock_off_later rename to clock_off`.execute(db)
    expect(unsafe).toContainEqual(expect.stringContaining('APP_SECRET is required in production.'))
    expect(unsafe).toContainEqual(expect.stringContaining('Workers and jobs couldn’t be checked'))
    expect(unsafe).toContain('The address isn’t https, so passwords are sent unencrypted. Use https')
  })

  test('the database: accounts, sessions, jobs, workers, emails and migrations', async () => {
    const { db } = h.services
    await makeLogin(h, 'support', 'support@feedstock.test')
    await sql`
      insert into session (token_hash, login_id, insert_tm, expires_tm)
      select '\\x01', login_id, now() - interval '15 days', now() + interval '1 day'
      from login where email = 'support@feedstock.test'`.execute(db)
    await sql`
      insert into job (job_type, category, job_status, queued_tm)
      values ('BASIC_IMAGE', 'image', 4, now() - interval '3 hours')`.execute(db)
    await sql`delete from job_server`.execute(db)
    await sql`
      insert into mail (recipient, subject, body, tm)
      values ('a@example.com', 'x', '', now() - interval '2 hours')`.execute(db)
    await sql`insert into migration (name) values ('9999_newer.sql')`.execute(db)
    const { unsafe } = await examined(environment())
    for (const text of [
      'The database has demo accounts, and their password is public. Use another database',
      '1 staff login without two-step sign-in. Turn it on in Account Details',
      '1 session older than 14 days. Check that a worker is running: workers end them',
      'The oldest job has waited for 180 minutes. Check the Job Dashboard, or start more workers',
      'No workers running. Start one with “npm start worker”',
      '1 email waiting for more than an hour. Check SMTP_URL',
      'The database is from a newer version (9999_newer.sql). Update Feedstock',
    ])
      expect(unsafe).toContain(text)
  })

  test('pages that are open, without HSTS, and a demonstration’s login that works', async () => {
    await makeLogin(h, 'admin', 'admin@feedstock.test')
    await sql`
      update login set password_hash = ${await hashPassword('feedstock-demo')} where email = 'admin@feedstock.test'`.execute(
      h.services.db,
    )
    const open = await buildApp(h.services, { version: 'test' })
    const at = await open.listen({ port: 0, host: '127.0.0.1' })
    const { unsafe, unknown } = await examined({}, at)
    expect(unsafe).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Strict-Transport-Security is missing'),
        '/metrics is open to everyone. Set NODE_ENV=production',
        '/api/openapi.json is open to everyone. Set NODE_ENV=production',
        'The demo password works for admin@feedstock.test. Use another database',
      ]),
    )
    expect(unknown).toEqual([expect.stringContaining('Run this with the installation’s environment')])
    await open.close()
  })

  test('the demonstration’s password, of any of its logins and where a code is required after it', async () => {
    const { db } = h.services
    const { vendor_id } = await makeLogin(h, 'account_manager', 'manager@feedstock.test')
    await sql`update login set password_hash = ${await hashPassword('other')} where email = 'admin@feedstock.test'`.execute(
      db,
    )
    await sql`
      update login set password_hash = ${await hashPassword('feedstock-demo')} where vendor_id = ${vendor_id}`.execute(
      db,
    )
    await sql`
      insert into second_factor (login_id, secret, confirmed_tm)
      select login_id, 'x', now() from login where vendor_id = ${vendor_id}`.execute(db)
    expect((await examined({})).unsafe).toContain(
      'The demo password works for manager@feedstock.test. Use another database',
    )
  })

  test('an address and a database that don’t answer', async () => {
    const { unsafe } = await examined(
      { ...environment(), DATABASE_URL: 'postgres://feedstock@127.0.0.1:1/none' },
      'http://127.0.0.1:1',
    )
    expect(unsafe).toContainEqual(expect.stringContaining('The database isn’t responding'))
    expect(unsafe).toContainEqual(expect.stringContaining('http://127.0.0.1:1 can’t be reached'))
  })
})
