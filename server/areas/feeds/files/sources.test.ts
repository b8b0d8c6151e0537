import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'
import { certificates, trust } from '#server/test/servers/certificates.ts'
import { freePort } from '#server/test/servers/free-port.ts'
import { startFtp } from '#server/test/servers/ftp.ts'
import { startSftp } from '#server/test/servers/sftp.ts'
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
  test('a file is fetched with its password, and not again until it is newer', async () => {
    const feed = await feedFrom(source(), 'right')
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 12 })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged' })
  })
  test('a host saved long ago that contains more than a host makes a rejected run that says so', async () => {
    const feed = await makeFeed(h, { source: { ...source(), host: `127.0.0.1:${port}` } })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('The port has its own field'),
    })
  })
  test('a wrong password and a missing file make rejected runs that say so', async () => {
    expect(await runFeed(c, (await feedFrom(source(), 'wrong')).feed_id)).toMatchObject({
      state: 'rejected',
      reason_code: 'refused_login',
      reason: 'The server rejected the username me or the password',
    })
    const { feed_id } = await feedFrom({ ...source(), path: '/none.csv' }, 'right')
    expect(await runFeed(c, feed_id)).toMatchObject({
      state: 'rejected',
      reason_code: 'missing',
      reason: 'The file /none.csv isn’t on the server, or this username has no access to it',
    })
  })
})

describe('over SFTP', () => {
  let server: Awaited<ReturnType<typeof startSftp>>
  beforeAll(async () => {
    server = await startSftp(dir, 'me', 'right')
  })
  afterAll(() => server.close())
  const source = () => ({ kind: 'sftp', host: '127.0.0.1', port: server.port, path: '/feed.csv', user: 'me' })
  test('a file is fetched with its password', async () => {
    expect(await runFeed(c, (await feedFrom(source(), 'right')).feed_id)).toMatchObject({
      state: 'applied',
      created: 12,
      file_name: 'feed.csv',
    })
  })
  test.each([
    [{}, 'wrong', 'refused_login', 'The server rejected the username me or the password'],
    [
      { path: '/none' },
      'right',
      'missing',
      'The file /none isn’t on the server, or this username has no access to it',
    ],
    [
      { host_key_sha256: 'SHA256:not-this-one' },
      'right',
      'host_key',
      /^The server’s host key changed: it is now SHA256:\S+, and SHA256:not-this-one is saved\. No password was sent$/,
    ],
  ])('%j with the password “%s” makes a rejected run: %s', async (more, secret, reason_code, reason) => {
    const { feed_id } = await feedFrom({ ...source(), ...more }, secret)
    expect(await runFeed(c, feed_id)).toMatchObject({
      state: 'rejected',
      reason_code,
      reason: expect.stringMatching(reason),
    })
  })
})

describe('other server answers', () => {
  /** It greets so, and hangs up. */
  async function greeting(words: string) {
    const server = createServer((socket) => void socket.on('error', () => {}).end(words))
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  test.each([
    ['ftp', 'SSH-2.0-other\r\n', 'an FTP'],
    ['ftps', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'an FTP'],
    ['sftp', '220 FTP is here\r\n', 'an SFTP'],
    ['sftp', '', 'an SFTP'],
  ])('an address of %s that greets “%s” is reported as not being such a server', async (kind, words, as) => {
    const source = { kind, host: '127.0.0.1', port: await greeting(words), path: '/feed.csv', user: 'me' }
    const { feed_id } = await feedFrom(source, 'right')
    const said = {
      reason_code: 'foreign',
      reason: `This port doesn’t respond like ${as} server`,
    }
    expect(await runFeed(c, feed_id)).toMatchObject({ state: 'rejected', ...said })
    const { status, body } = await c.post(`/api/feeds/${feed_id}/preview`, {})
    expect([status, body.failure_code]).toEqual([200, 'foreign'])
  })
  test.each(['ftp', 'ftps', 'sftp'])(
    'an address of %s where nothing is listening is reported as such',
    async (kind) => {
      const source = { kind, host: '127.0.0.1', port: await freePort(), path: '/feed.csv', user: 'me' }
      expect(await runFeed(c, (await feedFrom(source, 'right')).feed_id)).toMatchObject({
        reason_code: 'unreachable',
        reason: 'Couldn’t fetch the file: the server refused the connection',
      })
    },
  )
  test('FTP without TLS isn’t accepted as FTPS', async () => {
    const plain = await startFtp(dir, 'me', 'right')
    onTestFinished(() => void plain.close())
    const source = { kind: 'ftps', host: '127.0.0.1', port: plain.port, path: '/feed.csv', user: 'me' }
    expect(await runFeed(c, (await feedFrom(source, 'right')).feed_id)).toMatchObject({
      reason_code: 'certificate',
      reason: 'The server doesn’t support TLS. Only unencrypted FTP is possible.',
    })
  })
})

const mayListenThere = await mayListen(990)

describe('servers that encrypt or sign in another way', () => {
  const source = (kind: string, port: number) => ({
    kind,
    host: '127.0.0.1',
    port,
    path: '/feed.csv',
    user: 'me',
  })
  const applied = { state: 'applied', created: 12 }
  const startTls = async (more: object) => {
    trust(certificates.own.cert)
    const server = await startFtp(dir, 'me', 'right', { tls: certificates.own, ...more })
    onTestFinished(async () => void (await server.close()))
    return server.port
  }

  test('a file is fetched by FTPS from an IP address', async () => {
    const { feed_id } = await feedFrom(source('ftps', await startTls({})), 'right')
    expect(await runFeed(c, feed_id)).toMatchObject(applied)
  })

  // only some machines let a test listen there
  test.skipIf(!mayListenThere)('a file is fetched by TLS from the first byte at port 990', async () => {
    await startTls({ implicit: true, port: 990 })
    const { feed_id } = await feedFrom(source('ftps', 990), 'right')
    expect(await runFeed(c, feed_id)).toMatchObject(applied)
  })

  test('a file is fetched by keyboard-interactive SFTP', async () => {
    const server = await startSftp(dir, 'me', 'right', { way: 'keyboard-interactive' })
    onTestFinished(() => server.close())
    expect(await runFeed(c, (await feedFrom(source('sftp', server.port), 'right')).feed_id)).toMatchObject(
      applied,
    )
  })

  test('a file is fetched by a private key, and another key is said to be refused', async () => {
    const [own, other] = [1, 2].map(() =>
      generateKeyPairSync('rsa', {
        modulusLength: 3072,
        privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
        publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      }),
    )
    const server = await startSftp(dir, 'me', 'right', { way: 'publickey', key: own!.privateKey })
    onTestFinished(() => server.close())
    const run = async (secret: string) =>
      runFeed(c, (await feedFrom(source('sftp', server.port), secret)).feed_id)
    expect(await run(own!.privateKey.replaceAll('\n', '\r\n'))).toMatchObject(applied)
    expect(await run(other!.privateKey)).toMatchObject({
      reason_code: 'refused_login',
      reason: 'The server rejected the username me or the private key',
    })
    // OpenSSL writes attributes before the key, and a copy may have quotes
    expect(await run(`Bag Attributes\n    localKeyID: 01\n"${own!.privateKey}"`)).toMatchObject(applied)
  })

  test.each([
    '530 Non-anonymous sessions must use encryption.',
    '550 SSL/TLS required on the control channel',
    '503 Use AUTH first.',
  ])('a server that refuses plain FTP by “%s” is reported as requiring TLS', async (reply) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 hi\r\n')
      socket.on('data', () => socket.write(`${reply}\r\n`))
    })
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await runFeed(c, (await feedFrom(source('ftp', port), 'right')).feed_id)).toMatchObject({
      reason_code: 'certificate',
      reason: 'The server requires TLS. Choose FTPS',
    })
  })
})

/** Whether this process may listen there. */
function mayListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

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
