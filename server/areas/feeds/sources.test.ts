import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '../../test/harness.ts'
import { startFtp } from '../../test/ftp.ts'
import { mayCarry } from './fetch-feed.ts'

const h = harness({ worker: true })
let c: Client
const dir = mkdtempSync(join(tmpdir(), 'feedstock-sources-'))
beforeAll(async () => {
  c = await staff(h)
  writeFileSync(join(dir, 'feed.csv'), manyRows(12))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A feed whose source and password are saved as staff save them. */
async function feedFrom(source: object, secret: string) {
  const feed = await makeFeed(h)
  const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
  expect((await c.put(`/api/feeds/${feed.feed_id}`, { ...body, source, source_secret: secret })).status).toBe(
    200,
  )
  return feed
}

describe('over FTP', () => {
  let server: Awaited<ReturnType<typeof startFtp>>
  let port = 0
  beforeAll(async () => {
    server = await startFtp(dir, 'me', 'right')
    port = server.port
  })
  afterAll(() => server.close())
  const source = () => ({ kind: 'ftp', host: '127.0.0.1', port, path: '/feed.csv', user: 'me' })
  test('a file is fetched with its password, and not again while it is not newer', async () => {
    const feed = await feedFrom(source(), 'right')
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 12 })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged' })
  })
  test('a host that holds more than a host, saved long ago, is a rejected run that says so', async () => {
    const feed = await makeFeed(h, { source: { ...source(), host: `127.0.0.1:${port}` } })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('the port has a field of its own'),
    })
  })
  test('a wrong password and a missing file are rejected runs', async () => {
    expect((await runFeed(c, (await feedFrom(source(), 'wrong')).feed_id)).state).toBe('rejected')
    expect(
      (await runFeed(c, (await feedFrom({ ...source(), path: '/none.csv' }, 'right')).feed_id)).reason,
    ).toMatch(/FTP|could not be fetched/)
  })
})

describe('over SFTP', () => {
  let server: ssh2.Server
  let port = 0
  beforeAll(async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })
    const body = Buffer.from(manyRows(9))
    const attributes = {
      mode: 0o100644,
      uid: 0,
      gid: 0,
      size: body.length,
      atime: 1_760_000_000,
      mtime: Math.floor(Date.now() / 1000),
    }
    server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
      client.on('error', () => {})
      client.on('authentication', (a) =>
        a.method === 'password' && a.username === 'me' && a.password === 'right'
          ? a.accept()
          : a.reject(['password']),
      )
      client.on('ready', () =>
        client.on('session', (accept) =>
          accept().on('sftp', (acceptSftp) => {
            const sftp = acceptSftp()
            const { STATUS_CODE: status } = ssh2.utils.sftp
            const stat = (id: number, path: string) =>
              path === '/feed.csv' ? sftp.attrs(id, attributes) : sftp.status(id, status.NO_SUCH_FILE)
            sftp.on('STAT', stat).on('LSTAT', stat)
            sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '/', attrs: attributes }]))
            sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('1')))
            sftp.on('FSTAT', (id) => sftp.attrs(id, attributes))
            sftp.on('READ', (id, _handle, offset, length) =>
              offset >= body.length
                ? sftp.status(id, status.EOF)
                : sftp.data(id, body.subarray(offset, offset + length)),
            )
            sftp.on('CLOSE', (id) => sftp.status(id, status.OK))
          }),
        ),
      )
    })
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>((r) => void server.close(() => r())))
  const source = () => ({ kind: 'sftp', host: '127.0.0.1', port, path: '/feed.csv', user: 'me' })
  test('a file is fetched with its password', async () => {
    expect(await runFeed(c, (await feedFrom(source(), 'right')).feed_id)).toMatchObject({
      state: 'applied',
      created: 9,
      file_name: 'feed.csv',
    })
  })
  test('a wrong password, a missing file and another host key are rejected runs', async () => {
    expect((await runFeed(c, (await feedFrom(source(), 'wrong')).feed_id)).state).toBe('rejected')
    expect((await runFeed(c, (await feedFrom({ ...source(), path: '/none' }, 'right')).feed_id)).state).toBe(
      'rejected',
    )
    expect(
      (
        await runFeed(
          c,
          (await feedFrom({ ...source(), host_key_sha256: 'SHA256:not-this-one' }, 'right')).feed_id,
        )
      ).state,
    ).toBe('rejected')
  })
})

test.each([
  ['https://a.example/x', 'https://a.example/y', true],
  ['http://a.example/x', 'https://a.example/x', true],
  ['https://a.example/x', 'http://a.example/x', false],
  ['https://a.example/x', 'https://b.example/x', false],
  ['https://a.example/x', 'https://a.example.b.example/x', false],
  ['https://a.example/x', 'https://a.example:8443/x', false],
  ['http://a.example:8080/x', 'http://a.example/x', false],
])('a redirect from %s to %s carries the password: %s', (from, to, carries) => {
  expect(mayCarry(new URL(from), new URL(to))).toBe(carries)
})
