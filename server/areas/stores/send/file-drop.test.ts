import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startFtp } from '#server/test/servers/ftp.ts'
import { harness, makeLogin, staff } from '#server/test/harness.ts'
import { hostKeysOf, type HostKeys } from '#server/platform/host-keys.ts'
import { anyHostKey, startSftp } from '#server/test/servers/sftp.ts'
import { dropFile } from './file-drop.ts'

const h = harness()
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'feedstock-drop-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})
const rows = [
  { sku: 'A', quantity: 3 },
  { sku: 'B', quantity: 0, active: false },
]
const drop = (kind: string, port: number, hostKeys: HostKeys = anyHostKey, secret = 'right') => {
  const { files, config, secrets } = h.services
  const drop_to = { kind, host: '127.0.0.1', port, path: '/', user: 'shop' }
  const store = { market_id: 99, market_name: 'A market', drop_to, drop_secret: secrets.seal(secret) }
  return dropFile(
    { files, config, secrets, hostKeys, signal: new AbortController().signal },
    store,
    ['quantity'],
    rows,
  )
}

describe.each([
  ['ftp', (full: boolean) => startFtp(root, 'shop', 'right', { full })],
  ['sftp', (full: boolean) => startSftp(root, 'shop', 'right', { full })],
] as const)('a file sent by %s', (kind, start) => {
  const sent = async (full = false) => {
    const server = await start(full)
    onTestFinished(async () => void (await server.close()))
    return drop(kind, server.port)
  }
  test('is complete and under its own name only', async () => {
    const { name, bytes } = await sent()
    expect(readdirSync(root)).toEqual([name])
    const text = readFileSync(join(root, name), 'utf8')
    expect(text).toBe('sku,quantity,active\nA,3,1\nB,0,0\n')
    expect(bytes).toBe(text.length)
  })
  test('replaces the file that an earlier attempt left', async () => {
    const { name } = await sent()
    writeFileSync(join(root, name), 'half of')
    await sent()
    expect(readFileSync(join(root, name), 'utf8')).toMatch(/^sku,quantity/)
  })
  test('does not get its name and does not count as sent if it arrives incomplete', async () => {
    await expect(sent(true)).rejects.toThrow('arrived incomplete')
    expect(readdirSync(root).filter((name) => !name.endsWith('.part'))).toEqual([])
  })
})

test('a file is sent by keyboard-interactive SFTP, and a private key is no password', async () => {
  const server = await startSftp(root, 'shop', 'right', { way: 'keyboard-interactive' })
  onTestFinished(() => server.close())
  const { name } = await drop('sftp', server.port)
  expect(readdirSync(root)).toEqual([name])
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const keyed = await startSftp(root, 'shop', 'right', { way: 'publickey', key: privateKey })
  onTestFinished(() => keyed.close())
  rmSync(join(root, name))
  await drop('sftp', keyed.port, anyHostKey, privateKey)
  expect(readdirSync(root)).toEqual([name])
  await expect(drop('sftp', keyed.port)).rejects.toThrow('The store refused the login or password')
})

test('a server that refuses plain FTP is said to require TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 hi\r\n')
    socket.on('data', () => socket.write('530 Non-anonymous sessions must use encryption.\r\n'))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  onTestFinished(() => void server.close())
  await expect(drop('ftp', (server.address() as AddressInfo).port)).rejects.toThrow(
    'The store’s server requires TLS. Change the protocol to FTPS.',
  )
})

test('a store whose SFTP server shows another key than at first is refused before the password is sent', async () => {
  const { db } = h.services
  const { vendor_id } = await makeLogin(h, 'customer')
  const market_id = 48
  await db.insertInto('market').values({ market_id, market_name: 'XCart' }).execute()
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({ vendor_id, vendor_store_name: 'Shop', market_id, drop_to: JSON.stringify({ kind: 'none' }) })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  const keys = hostKeysOf(db, { vendor_store_id })
  const first = await startSftp(root, 'shop', 'right')
  await drop('sftp', first.port, keys)
  await first.close()
  const passwords: string[] = []
  const second = await startSftp(root, 'shop', 'right', { passwords, port: first.port })
  onTestFinished(() => second.close())
  await expect(drop('sftp', first.port, keys)).rejects.toThrow(
    'The server’s host key changed: it is now SHA256:',
  )
  expect(passwords).toEqual([])
  const c = await staff(h)
  const path = `/api/vendor/${vendor_id}/store/${vendor_store_id}`
  const { host, port, offered_sha256 } = (await c.get(path)).body.host_keys[0]
  const place = { protocol: 'sftp', store_ftp_server: host, store_ftp_port: port, store_ftp_path: '/' }
  const { store } = (await c.get(path)).body
  const tested = await c.post(`/api/vendor/${vendor_id}/store/test`, {
    vendor_store_id,
    store: { ...store, ...place, store_ftp_login: 'shop', store_ftp_password: 'right' },
  })
  expect(JSON.stringify(tested.body)).toContain('The server’s host key changed')
  expect(passwords).toEqual([])
  const accepted = await c.post(`${path}/host-key`, { host, port, key_sha256: offered_sha256 })
  expect(accepted).toMatchObject({ status: 200, body: { host_keys: [{ key_sha256: offered_sha256 }] } })
  await drop('sftp', first.port, keys)
  expect(passwords).toEqual(['right'])
})
