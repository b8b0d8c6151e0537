import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { harness, until } from '../test/harness.ts'
import { createLog } from './log.ts'
import { Mail } from './mail.ts'

const h = harness()

test('a waiting mail goes to a real SMTP server, and one that can’t be sent keeps its error', async () => {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      let text = ''
      stream
        .on('data', (d: Buffer) => (text += String(d)))
        .on('end', () => {
          got.push(text)
          done()
        })
    },
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  const { port } = server.server.address() as { port: number }
  const { db } = h.services
  await db.deleteFrom('mail').execute()
  const mailTo = (smtpUrl: string) =>
    new Mail(db, createLog('silent'), h.services.secrets, { smtpUrl, mailFrom: 'Feeds <feeds@shop.example>' })
  const broken = mailTo('smtp://127.0.0.1:1')
  await db
    .transaction()
    .execute((tx) =>
      broken.write(tx, { recipient: 'a@example.com', subject: 'Hello there', body: 'Well met' }),
    )
  await broken.sendWaiting()
  expect(
    (await db.selectFrom('mail').select(['sent_tm', 'error']).executeTakeFirstOrThrow()).error,
  ).toContain('ECONNREFUSED')
  await mailTo(`smtp://127.0.0.1:${port}`).sendWaiting()
  await until(
    () => Promise.resolve(got),
    (g) => g.length === 1,
  )
  expect(got[0]).toContain('Subject: Hello there')
  expect(got[0]).toMatch(/^From: Feeds <feeds@shop.example>\r$/m)
  expect(got[0]).toContain('Well met')
  expect(await db.selectFrom('mail').select(['sent_tm', 'body']).executeTakeFirstOrThrow()).toEqual({
    sent_tm: expect.any(String),
    body: '',
  })
  await new Promise<void>((r) => server.close(() => r()))
})
