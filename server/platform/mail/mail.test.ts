import { generateKeyPairSync } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { client, harness, makeLogin } from '../../test/harness.ts'
import { sql } from '../database/db.ts'
import { readConfig, type Config } from '../config.ts'
import type { Content } from './letter.ts'
import { createLog } from '../log.ts'
import { Mail } from './mail.ts'
import { Secrets } from '../secrets.ts'
import { readUnsubscribeKey } from './unsubscribe-key.ts'

const h = harness()
const publicUrl = 'https://feeds.example'
const got: string[] = []
const atOnce = (done: () => void) => done()
/** When the server says that it has a letter. */
let answerLater = atOnce
beforeEach(() => {
  answerLater = atOnce
})
const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
/** What it says to a recipient that begins so. */
const refusals: Readonly<Record<string, Error>> = {
  nobody: reply(550, '5.1.1 No such mailbox'),
  later: reply(450, '4.2.0 Greylisted'),
}
const mostBytes = 200_000
const server = new SMTPServer({
  authOptional: true,
  size: mostBytes,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _session, done) => done(refusals[/^[a-z]*/.exec(address)?.[0] ?? '']),
  onData: (stream, _session, done) => {
    let text = ''
    stream
      .on('data', (d: Buffer) => (text += String(d)))
      .on('end', () => {
        if (stream.sizeExceeded) return done(reply(552, '5.3.4 Message too big for system'))
        got.push(text)
        answerLater(done)
      })
  },
})
beforeAll(() => new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r())))
afterAll(() => new Promise<void>((r) => server.close(() => r())))

type Signing = Partial<Pick<Config, 'mailDkim'>>
const mailTo = (smtpUrl: string, signing: Signing = {}) =>
  new Mail(h.services.db, createLog('silent'), h.services.secrets, {
    ...signing,
    smtpUrl,
    publicUrl,
    mailFrom: 'Feeds <feeds@shop.example>',
  })
const working = (signing: Signing = {}) =>
  mailTo(`smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`, signing)
const plain: Content = { subject: 'Hello there', parts: ['Well met', { action: 'Look', url: '/look' }] }
const write = (letter: Content & { recipient: string }) =>
  h.services.db.transaction().execute((tx) => working().write(tx, letter))
const again = () => sql`update mail set next_try_tm = now() where sent_tm is null`.execute(h.services.db)
const none = () => h.services.db.deleteFrom('mail').execute()
/** What stands in a mail, whatever way its lines are broken and its bytes are written. */
const read = (mail: string) => mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')

test('a waiting email goes to a real SMTP server, and one that can’t be sent keeps its error', async () => {
  const { db } = h.services
  await none()
  await write({ ...plain, recipient: 'a@example.com' })
  await mailTo('smtp://127.0.0.1:1').sendWaiting()
  const row = db.selectFrom('mail').select(['sent_tm', 'error', 'body'])
  expect((await row.executeTakeFirstOrThrow()).error).toContain('ECONNREFUSED')
  expect(await working().sendWaiting()).toBe(0)
  await again()
  expect(await working().sendWaiting()).toBe(1)
  const mail = read(got.at(-1)!)
  expect(mail).toContain('Subject: Hello there')
  expect(mail).toMatch(/^From: Feeds <feeds@shop.example>\r$/m)
  expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail).not.toContain('List-Unsubscribe')
  const [, text, html] = mail.split(/Content-Type: text\/(?:plain|html)/)
  expect(text).toMatch(/Well met\s+Look:\s+https:\/\/feeds\.example\/look/)
  expect(html).toMatch(/<p[^>]*>Well met<\/p>[^]*<a[^>]*href="https:\/\/feeds\.example\/look"[^>]*>Look</)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ sent_tm: expect.any(String), error: null, body: '' })
})

test('an email goes to one mailbox, however its address was spelled when stored', async () => {
  await none()
  const sent = got.length
  await write({ ...plain, recipient: 'nobody@example.com,b@example.com' })
  await working().sendWaiting()
  expect(got.slice(sent)).toEqual([])
})

test('no transaction holds an email while a server is slow, and nobody else sends it', async () => {
  await none()
  const { db } = h.services
  await write({ ...plain, recipient: 'slow@example.com' })
  const copies = () => got.filter((mail) => mail.includes('slow@example.com')).length
  let answer = () => {}
  onTestFinished(() => answer())
  const asked = new Promise<void>((begun) => {
    answerLater = (done) => {
      answer = done
      begun()
    }
  })
  const sending = working().sendWaiting()
  await asked
  const { rows } = await sql`
    select
    from pg_locks l
    where l.relation = 'mail'::regclass and l.pid <> pg_backend_pid()`.execute(db)
  expect(rows).toEqual([])
  await again()
  expect(await working().sendWaiting()).toBe(0)
  answer()
  expect(await sending).toBe(1)
  expect(copies()).toBe(1)
  expect(await db.selectFrom('mail').select(['tries', 'error']).execute()).toEqual([
    { tries: 1, error: null },
  ])
})

test('a nonexistent mailbox blocks no other email', async () => {
  await none()
  await write({ ...plain, recipient: 'nobody@example.com' })
  await write({ ...plain, recipient: 'somebody@example.com' })
  expect(await working().sendWaiting()).toBe(1)
  const rows = await h.services.db
    .selectFrom('mail')
    .select(['recipient', 'error'])
    .orderBy('mail_id')
    .execute()
  expect(rows).toEqual([
    { recipient: 'nobody@example.com', error: expect.stringContaining('No such mailbox') },
    { recipient: 'somebody@example.com', error: null },
  ])
})

test('what a server refuses for good is tried once, what it refuses for now again', async () => {
  await none()
  await write({ ...plain, recipient: 'nobody@example.com' })
  await write({ ...plain, recipient: 'later@example.com' })
  await write({ ...plain, parts: ['x'.repeat(mostBytes)], recipient: 'large@example.com' })
  await working().sendWaiting()
  const rows = await h.services.db
    .selectFrom('mail')
    .select(['recipient', 'error', sql<boolean>`next_try_tm = 'infinity'`.as('ended')])
    .orderBy('mail_id')
    .execute()
  expect(rows).toEqual([
    { recipient: 'nobody@example.com', error: expect.stringContaining('5.1.1'), ended: true },
    { recipient: 'later@example.com', error: expect.stringContaining('4.2.0'), ended: false },
    { recipient: 'large@example.com', error: expect.stringContaining('5.3.4'), ended: true },
  ])
})

test('emails are signed by the key of the settings', async () => {
  await none()
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const { mailDkim } = readConfig({
    NODE_ENV: 'test',
    MAIL_DKIM_DOMAIN: 'shop.example',
    MAIL_DKIM_SELECTOR: 'feeds',
    MAIL_DKIM_KEY: privateKey.replaceAll('\n', String.raw`\n`),
  })
  await write({ ...plain, recipient: 'a@example.com' })
  await working({ mailDkim }).sendWaiting()
  expect(read(got.at(-1)!)).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;[^]*d=shop\.example;[^]*s=feeds;/m)
  expect(() => readConfig({ NODE_ENV: 'test', MAIL_DKIM_DOMAIN: 'shop.example' })).toThrow(
    'Set MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY together',
  )
  expect(() => readConfig({ NODE_ENV: 'test', MAIL_DKIM_KEY: 'x' })).toThrow('MAIL_DKIM_KEY needs an RSA')
})

const optional = async (recipient: string): Promise<Content & { recipient: string; vendor_id: number }> => {
  const { vendor_id } = await makeLogin(h, 'customer')
  const about = { why: 'you asked for it', vendor_id, kind: 'product_alerts' as const }
  return { ...plain, recipient, about, vendor_id }
}

test('an optional email says why it was sent and can be unsubscribed from in one click', async () => {
  await none()
  const letter = await optional('Pat@Example.com')
  await write(letter)
  expect(await working().sendWaiting()).toBe(1)
  const mail = read(got.at(-1)!).replaceAll(/\r\n /g, ' ')
  expect(mail).toContain('re getting this email because you asked for it.')
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const [, vid, key] =
    /^List-Unsubscribe:\s+<https:\/\/feeds\.example\/api-public\/account\/unsubscribe\/(\d+)\/(\S+)>\r$/m.exec(
      mail,
    )!
  expect(readUnsubscribeKey(h.services.secrets, Number(vid), key!)).toEqual({
    vendor_id: letter.vendor_id,
    address: 'pat@example.com',
    kind: 'product_alerts',
  })
  expect(mail).toContain(`https://feeds.example/unsubscribe/${vid}/${key}`)
  expect(readUnsubscribeKey(h.services.secrets, Number(vid) + 1, key!)).toBeUndefined()
  expect(readUnsubscribeKey(h.services.secrets, Number(vid), `${key}x`)).toBeUndefined()
})

test('no email is written or sent to somebody who unsubscribed from its kind', async () => {
  await none()
  const { db } = h.services
  const letter = await optional('Sam@Example.com')
  await write(letter)
  const { vendor_id } = letter
  await db
    .insertInto('mail_unsubscribe')
    .values({ vendor_id, address: 'sam@example.com', kind: 'product_alerts' })
    .execute()
  await write(letter)
  await write({ ...letter, about: { ...letter.about!, kind: 'notifications' } })
  expect(await working().sendWaiting()).toBe(1)
  expect(await db.selectFrom('mail').select('kind').execute()).toEqual([{ kind: 'notifications' }])
})

test('a waiting daily update isn’t sent to a contact who turned them off meanwhile', async () => {
  await none()
  const { db } = h.services
  const { about, ...letter } = await optional('Dana@Example.com')
  const { vendor_id } = about!
  const email = 'dana@example.com'
  await db.insertInto('contact').values({ vendor_id, email, daily_update_email: true }).execute()
  const daily = { ...letter, about: { ...about!, kind: 'daily_updates' } } as typeof letter
  await write(daily)
  expect(await working().sendWaiting()).toBe(1)
  await write(daily)
  await db
    .updateTable('contact')
    .set({ daily_update_email: false })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(await working().sendWaiting()).toBe(0)
  expect(await db.selectFrom('mail').select('kind').where('sent_tm', 'is', null).execute()).toEqual([])
})

test.each([
  ['hard_bounce', 1],
  ['complaint', 1],
  ['soft_bounce', 2],
] as const)('an address with a %s gets %d of a required and an optional email', async (what, mails) => {
  await none()
  const { db } = h.services
  const recipient = `${what}@example.com`
  await db
    .insertInto('mail_trouble')
    .values({ address: recipient, what, reason: 'So it says', tm: new Date().toISOString() })
    .execute()
  await write(await optional(recipient))
  await write({ ...plain, recipient })
  expect(await working().sendWaiting()).toBe(mails)
})

test('a waiting email in the old format is still sent as text', async () => {
  await none()
  const body = h.services.secrets.seal('An old letter\nof two lines')
  await h.services.db
    .insertInto('mail')
    .values({ recipient: 'old@example.com', subject: 'Old', body })
    .execute()
  expect(await working().sendWaiting()).toBe(1)
  expect(got.at(-1)).toMatch(/An old letter\r\nof two lines/)
})

test('staff can preview every kind of email', async () => {
  const c = await client(h, (await makeLogin(h, 'support')).email)
  const { body } = await c.get('/api/mail-samples')
  expect(body.length).toBe(Object.keys(h.services.letterSamples).length)
  for (const { subject, text, html } of body) {
    expect(text).not.toBe('')
    expect(html).toContain(`<title>${subject.replaceAll("'", '&#39;')}</title>`)
  }
})

test('an email encrypted with an unknown secret hides and delays no other', async () => {
  await none()
  await write({ ...plain, subject: 'Before', recipient: 'a@example.com' })
  const stranger = new Secrets(['another secret of at least 32 characters'])
  const { db } = h.services
  await sql`update mail set body = ${stranger.seal('{}')}`.execute(db)
  await write({ ...plain, subject: 'After', recipient: 'b@example.com' })
  const kept = await h.services.mail.kept()
  expect(kept.map(({ subject }) => subject)).toEqual(['After', 'Before'])
  expect(kept[1]?.text).toContain('This email was encrypted with another secret.')
  await sql`update mail set next_try_tm = next_try_tm - interval '1 minute' where subject = 'Before'`.execute(
    db,
  )
  expect(await working().sendWaiting()).toBe(1)
  expect(await db.selectFrom('mail').select('subject').where('sent_tm', 'is', null).execute()).toEqual([
    { subject: 'Before' },
  ])
})
