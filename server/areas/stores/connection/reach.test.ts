import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Check } from '#contract/stores/connection-test.ts'
import { certificates, trust } from '#server/test/servers/certificates.ts'
import { freePort } from '#server/test/servers/free-port.ts'
import { startFtp } from '#server/test/servers/ftp.ts'
import { startSftp } from '#server/test/servers/sftp.ts'
import { reachFtp } from '../reach/ftp.ts'
import { newProbe, type Place, type ReachOptions } from '../reach/place.ts'
import { reachSftp } from '../reach/sftp.ts'
import { takeSteps, type Reach } from '../reach/steps.ts'
import { reachWeb } from '../reach/web.ts'

const root = mkdtempSync(join(tmpdir(), 'feedstock-reach-'))
mkdirSync(join(root, 'in'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const secret = 'right-secret'
const of = (more: Partial<ReachOptions> = {}): ReachOptions => ({
  milliseconds: 3000,
  allowHosts: ['127.0.0.1', 'localhost'],
  now: Date.now(),
  noPassword: 'The password is missing.',
  probe: newProbe(),
  ...more,
})
const taken = (reach: Reach, milliseconds = 3000) => takeSteps(reach, { milliseconds, secrets: [secret] })
const states = (checks: readonly Check[]) => checks.map((check) => `${check.name} ${check.state}`)
const broken = (checks: readonly Check[]) => checks.find((check) => check.state === 'failed')

/** Something that listens, and says what `greet` does. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    return new Promise<void>((r) => void server.close(() => r()))
  })
  return (server.address() as AddressInfo).port
}

describe.each([
  ['FTP', startFtp, reachFtp, ['name', 'port', 'credentials', 'path', 'write']],
  ['SFTP', startSftp, reachSftp, ['name', 'port', 'tls', 'credentials', 'path', 'write']],
] as const)('a store’s %s server', (kind, start, reach, names) => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    server = await start(root, 'ann', secret)
  })
  afterAll(async () => void (await server.close()))
  const place = (more: Partial<Place> = {}): Place => ({
    host: '127.0.0.1',
    port: server.port,
    path: '/in',
    login: 'ann',
    password: secret,
    ...more,
  })
  /** Every check before this one went well, and none after it was reached. */
  const failsAt = (name: string) => {
    const at = names.findIndex((one) => one === name)
    return names.map((one, i) => `${one} ${i < at ? 'ok' : i === at ? 'failed' : 'not_reached'}`)
  }

  test('that works passes every check, and the test file is removed', async () => {
    expect(states(await taken(reach(place(), of())))).toEqual(names.map((name) => `${name} ok`))
    expect(readdirSync(join(root, 'in'))).toEqual([])
  })
  test.each<[string, string, Partial<Place>, RegExp]>([
    ['a host without an address', 'name', { host: 'nowhere.invalid' }, /has no address/],
    ['a host of a private network', 'name', { host: '192.168.7.7' }, /private network/],
    ['a wrong login', 'credentials', { login: 'bob' }, /refused login bob or its password/],
    ['a wrong password', 'credentials', { password: 'wrong-secret' }, /refused login ann or its password/],
    ['no password', 'credentials', { password: undefined }, /The password is missing/],
    ['a folder that isn’t there', 'path', { path: '/none' }, /Folder \/none doesn’t exist/],
  ])('fails for %s at “%s”', async (_what, name, more, said) => {
    const checks = await taken(reach(place(more), of()))
    expect(states(checks)).toEqual(failsAt(name))
    expect(broken(checks)!.sentence).toMatch(said)
    expect(broken(checks)!.what_to_do).not.toBe('')
    expect(JSON.stringify(checks)).not.toMatch(/right-secret|wrong-secret/)
  })
  test('with nothing listening on the port fails at the port', async () => {
    const checks = await taken(reach(place({ port: await freePort() }), of()))
    expect(states(checks)).toEqual(failsAt('port'))
    expect(broken(checks)!.sentence).toBe('The server refused the connection.')
  })
  test('that never answers fails within the time limit', async () => {
    const port = await listening(createServer((socket) => socket.on('error', () => {})))
    const began = Date.now()
    const checks = await taken(reach(place({ port }), of({ milliseconds: 60_000 })), 600)
    expect(Date.now() - began).toBeLessThan(3000)
    expect(broken(checks)).toMatchObject({
      sentence: 'The server didn’t respond within 1 second.',
      what_to_do: 'The port is open but silent. Check the protocol and port.',
    })
    expect(checks.at(-1)!.state).toBe('not_reached')
  })
  test.each<[string, (socket: Socket) => void]>([
    ['says HTTP/1.1 400 and closes', (socket) => socket.end('HTTP/1.1 400 No\r\n\r\n')],
    ['closes at once', (socket) => socket.end()],
    ['breaks off at once', (socket) => socket.resetAndDestroy()],
    ['says SSH-2.0 and no more', (socket) => socket.write('SSH-2.0-Odd_1\r\n')],
    ['says HTTP/1.1 400 and stays', (socket) => socket.write('HTTP/1.1 400 No\r\n\r\n')],
    ['says hello and stays', (socket) => socket.write('hello')],
  ])('is reported as something else if it %s', async (_what, speak) => {
    const port = await listening(createServer((socket) => speak(socket.on('error', () => {}))))
    const checks = await taken(reach(place({ port }), of({ milliseconds: 60_000 })), 400)
    expect(broken(checks)).toEqual({
      // a reset may come before the port is known to be open
      name: expect.stringMatching(kind === 'FTP' ? /^port$/ : /^(port|tls)$/),
      state: 'failed',
      sentence: `The server doesn’t respond like an ${kind} server.`,
      what_to_do: 'Check the protocol and port.',
    })
    expect(checks.at(-1)!.state).toBe('not_reached')
  })
})

test.each(['FTP', 'web'])(
  'a connected server that falls silent isn’t blamed on a firewall: %s',
  async (kind) => {
    const port = await listening(
      createServer((socket) => void socket.on('error', () => {}).write(kind === 'FTP' ? '220 hi\r\n' : '')),
    )
    const place = { host: '127.0.0.1', port, path: '/in', login: 'ann', password: secret }
    const one = of({ milliseconds: 60_000 })
    const reach = kind === 'FTP' ? reachFtp(place, one) : reachWeb(`https://127.0.0.1:${port}/`, one)
    expect(broken(await taken(reach, 400))).toEqual({
      name: kind === 'FTP' ? 'credentials' : 'tls',
      state: 'failed',
      sentence: 'The server didn’t respond within 0 seconds.',
      what_to_do: 'The connection works but is slow. Try again. If it persists, contact the store’s host.',
    })
  },
)

test('an SFTP folder without write access fails at the last check', async () => {
  const server = await startSftp(root, 'ann', secret)
  onTestFinished(() => server.close())
  const place = { host: '127.0.0.1', port: server.port, path: '/in', login: 'ann', password: secret }
  // who is root may write anywhere: a name that can’t be made stands for it
  const probe = { ...newProbe(), name: 'none/probe.txt' }
  const checks = await taken(reachSftp({ ...place }, of({ probe })))
  expect(states(checks).slice(-2)).toEqual(['path ok', 'write failed'])
})

test.each([
  ['553 No', /refused the file \(553\)/],
  ['552 Full', /out of disk space/],
])('an FTP server that answers a file with %s fails at the last check', async (refusal, said) => {
  const data = await listening(createServer((socket) => void socket.on('error', () => {}).resume()))
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {}).write('220 hi\r\n')
      socket.on('data', (d) => {
        const command = String(d).slice(0, 4)
        const answers: Record<string, string> = { EPSV: `229 ok (|||${data}|)`, STOR: refusal }
        socket.write(`${answers[command] ?? '230 ok'}\r\n`)
      })
    }),
  )
  const place = { host: '127.0.0.1', port, path: '/in', login: 'ann', password: secret }
  const checks = await taken(reachFtp(place, of()))
  expect(broken(checks)).toMatchObject({ name: 'write', sentence: expect.stringMatching(said) })
})
test('an FTP server that opens no data connection fails with advice about passive ports', async () => {
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {}).write('220 hi\r\n')
      socket.on('data', (d) => socket.write(/^(EPSV|PASV)/.test(String(d)) ? '425 no\r\n' : '230 ok\r\n'))
    }),
  )
  const place = { host: '127.0.0.1', port, path: '/in', login: 'ann', password: secret }
  expect(broken(await taken(reachFtp(place, of())))).toMatchObject({
    name: 'write',
    what_to_do: 'Ask the store’s host to open the passive FTP ports.',
  })
})

test('a password that a server repeats is hidden', async () => {
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {}).write('220 hi\r\n')
      socket.on('data', (d) =>
        socket.write(String(d).startsWith('CWD') ? `451 you said ${secret}\r\n` : '230 ok\r\n'),
      )
    }),
  )
  const place = { host: '127.0.0.1', port, path: '/in', login: 'ann', password: secret }
  const checks = await taken(reachFtp(place, of()))
  expect(broken(checks)).toMatchObject({ name: 'path', sentence: expect.stringContaining('you said •••') })
})

describe('a store’s FTP server with TLS', () => {
  const place = (port: number, host = '127.0.0.1'): Place => ({
    host,
    port,
    path: '/in',
    login: 'ann',
    password: secret,
    security: 'explicit',
  })
  const start = async (tls?: { key: string; cert: string }) => {
    const server = await startFtp(root, 'ann', secret, { tls })
    onTestFinished(async () => void (await server.close()))
    return server.port
  }
  test.each([
    ['self-signed', certificates.own, 0, /self-signed/],
    ['for another name', certificates.other, 0, /is for shop\.example\.com, not for 127\.0\.0\.1/],
    ['expired', certificates.own, 200 * 365 * 86_400_000, /expired on \d+\/\d+\/26\./],
  ] as const)('with a certificate that is %s is not sent a password', async (_what, tls, later, said) => {
    const checks = await taken(reachFtp(place(await start(tls)), of({ now: Date.now() + later })))
    expect(states(checks)).toEqual([
      'name ok',
      'port ok',
      'tls failed',
      'credentials not_reached',
      'path not_reached',
      'write not_reached',
    ])
    expect(broken(checks)!.sentence).toMatch(said)
  })
  test('without TLS is reported as such', async () => {
    const checks = await taken(reachFtp(place(await start()), of()))
    expect(broken(checks)).toMatchObject({ name: 'tls', sentence: 'The server doesn’t support TLS.' })
  })
})

describe('a store’s web address', () => {
  test('that answers passes; over HTTP it needs no certificate', async () => {
    const port = await listening(createHttp((_req, res) => res.end('hi')))
    const checks = await taken(reachWeb(`http://localhost:${port}/shop`, of()))
    expect(states(checks)).toEqual(['name ok', 'port ok', 'http ok'])
  })
  test.each([
    [500, 'The store responded with an error (500).'],
    [404, 'Nothing found at this address (404).'],
  ])('that answers %s fails', async (status, sentence) => {
    const port = await listening(createHttp((_req, res) => res.writeHead(status).end()))
    expect(broken(await taken(reachWeb(`http://127.0.0.1:${port}/`, of())))).toMatchObject({
      name: 'http',
      sentence,
    })
  })
  test.each([
    ['self-signed', certificates.own, /self-signed/],
    ['for another name', certificates.other, /is for shop\.example\.com/],
  ] as const)('with a certificate that is %s fails', async (_what, tls, said) => {
    const port = await listening(createHttps(tls, (_req, res) => res.end()))
    const checks = await taken(reachWeb(`https://localhost:${port}/`, of()))
    expect(states(checks)).toEqual(['name ok', 'port ok', 'tls failed', 'http not_reached'])
    expect(broken(checks)!.sentence).toMatch(said)
  })
  test('with a port that doesn’t speak TLS fails at TLS', async () => {
    const port = await listening(createHttp((_req, res) => res.end()))
    expect(broken(await taken(reachWeb(`https://127.0.0.1:${port}/`, of())))).toMatchObject({
      name: 'tls',
      sentence: 'The port responds, but not with TLS.',
    })
  })
  test('in a private network is refused', async () => {
    const [first] = await taken(reachWeb('https://[fd00::1]/', of()))
    expect(first).toMatchObject({ name: 'name', state: 'failed' })
  })
})

describe('a store’s server that signs people in another way', () => {
  const place = (port: number, password = secret): Place => ({
    host: '127.0.0.1',
    port,
    path: '/in',
    login: 'ann',
    password,
  })
  const keys = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })

  test('passes by keyboard-interactive SFTP, and a wrong password is tried once', async () => {
    const passwords: string[] = []
    const server = await startSftp(root, 'ann', secret, { way: 'keyboard-interactive', passwords })
    onTestFinished(() => server.close())
    expect(broken(await taken(reachSftp(place(server.port), of())))).toBeUndefined()
    const checks = await taken(reachSftp(place(server.port, 'wrong-secret'), of()))
    expect(broken(checks)).toMatchObject({ name: 'credentials' })
    expect(passwords).toEqual([secret, 'wrong-secret'])
  })

  test('passes by a private key, which is no password to try', async () => {
    const { privateKey } = keys()
    const server = await startSftp(root, 'ann', secret, { way: 'publickey', key: privateKey })
    onTestFinished(() => server.close())
    expect(broken(await taken(reachSftp(place(server.port, privateKey), of())))).toBeUndefined()
    expect(broken(await taken(reachSftp(place(server.port, keys().privateKey), of())))).toMatchObject({
      name: 'credentials',
      sentence: 'The server refused login ann or its private key.',
    })
    const half = privateKey.slice(0, 200)
    expect(broken(await taken(reachSftp(place(server.port, half), of())))).toMatchObject({
      sentence: 'This private key isn’t valid. Enter all of its lines, in OpenSSH format.',
      what_to_do: 'Enter the private key again, with its first and last lines.',
    })
  })

  test('passes by TLS from the first byte, whose certificate is checked', async () => {
    const server = await startFtp(root, 'ann', secret, { tls: certificates.own, implicit: true })
    onTestFinished(async () => void (await server.close()))
    const reach = () => reachFtp({ ...place(server.port), security: 'implicit' }, of())
    expect(broken(await taken(reach()))).toMatchObject({
      name: 'tls',
      sentence: 'The server’s certificate is self-signed.',
    })
    trust(certificates.own.cert)
    expect(broken(await taken(reach()))).toBeUndefined()
  })

  test('is reported as requiring TLS if it refuses plain FTP', async () => {
    const port = await listening(
      createServer((socket) => {
        socket.on('error', () => {}).write('220 hi\r\n')
        socket.on('data', () => socket.write('530 Non-anonymous sessions must use encryption.\r\n'))
      }),
    )
    expect(broken(await taken(reachFtp(place(port), of())))).toMatchObject({
      name: 'credentials',
      sentence: 'The server requires TLS.',
      what_to_do: 'Change the protocol to FTPS.',
    })
  })
})
