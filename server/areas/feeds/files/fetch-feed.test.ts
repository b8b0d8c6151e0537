import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openFiles } from '#server/platform/files/files.ts'
import { anyHostKey } from '#server/test/servers/sftp.ts'
import { fetchFeed } from './fetch-feed.ts'
import type { FetchedFile, FetchRequest } from './fetched-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-fetch-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const files = openFiles(undefined, dir)
const write = (key: string, text: string) => {
  const path = join(dir, 'files', key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const nothing = { secret: undefined, upload: undefined, etag: undefined, lastModified: undefined }
const fetched = (asked: Partial<FetchRequest>) =>
  fetchFeed(files, {
    ...nothing,
    source: { kind: 'upload' },
    allowHosts: [],
    hostKeys: anyHostKey,
    signal: AbortSignal.timeout(10_000),
    ...asked,
  }) as Promise<FetchedFile>

test.each<[string, string, Partial<FetchRequest>]>([
  ['the storage location', 'suppliers/a.csv', { source: { kind: 'storage', key: 'a.csv' } }],
  ['an upload', 'uploads/1/x', { upload: { key: 'uploads/1/x', name: 'a.csv', tm: '2026-01-01T00:00:00Z' } }],
])(
  'a file fetched from %s stays as it was when hashed, even if its source changes afterward',
  async (_what, key, asked) => {
    write(key, 'sku\nA\n')
    const file = await fetched(asked)
    write(key, 'sku\nother\n')
    const bytes = readFileSync(file.path)
    expect(bytes.toString()).toBe('sku\nA\n')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
    expect(file).toMatchObject({ name: 'a.csv', bytes: 6 })
    await file.remove()
    expect(existsSync(file.path)).toBe(false)
    expect(readFileSync(join(dir, 'files', key), 'utf8')).toBe('sku\nother\n')
  },
)

test('a stored file that is unchanged isn’t fetched again, and a missing one is reported', async () => {
  write('suppliers/b.csv', 'sku\n')
  const source = { kind: 'storage', key: 'b.csv' } as const
  const { etag } = await fetched({ source })
  expect(await fetched({ source, etag })).toBe('not modified')
  await expect(fetched({ source: { ...source, key: 'none.csv' } })).rejects.toMatchObject({ code: 'missing' })
})

/** What a server says once somebody is connected, before it says nothing more. */
const hanging = {
  'an HTTP server that says nothing': ['http', ''],
  'an HTTP server that stops within its file': [
    'http',
    'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nsku\n',
  ],
  'an FTP server that greets alone': ['ftp', '220 here\r\n'],
  'an FTP server that greets nobody': ['ftp', ''],
  'an SFTP server that greets alone': ['sftp', 'SSH-2.0-here\r\n'],
} as const
test.each(Object.entries(hanging))('%s times out and leaves nothing behind', async (_, of) => {
  const [kind, words] = of
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).resume())
    socket.on('close', () => sockets.delete(socket))
    socket.write(words)
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const own = mkdtempSync(join(dir, 'tmp-'))
  vi.stubEnv('TMPDIR', own)
  onTestFinished(() => void vi.unstubAllEnvs())
  const remote = { host: '127.0.0.1', port, path: '/a.csv', user: 'me' }
  const source =
    kind === 'http'
      ? ({ kind, url: `http://127.0.0.1:${port}/a.csv`, user: '' } as const)
      : ({ kind, ...remote } as const)
  await expect(
    fetched({ source, allowHosts: ['127.0.0.1'], signal: AbortSignal.timeout(300) }),
  ).rejects.toMatchObject({ code: 'slow', message: 'The file didn’t arrive in time' })
  expect(readdirSync(own)).toEqual([])
  await expect.poll(() => sockets.size).toBe(0)
})
