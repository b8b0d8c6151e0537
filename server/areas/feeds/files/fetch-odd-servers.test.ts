import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { FeedSource } from '#contract/feeds/settings.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { anyHostKey, startSftp, type SftpOptions } from '#server/test/servers/sftp.ts'
import { fetchFeed } from './fetch-feed.ts'
import type { FetchedFile } from './fetched-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-odd-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const fetched = (source: FeedSource) =>
  fetchFeed(openFiles(undefined, dir), {
    source,
    secret: 'secret',
    upload: undefined,
    etag: undefined,
    lastModified: undefined,
    allowHosts: ['127.0.0.1'],
    hostKeys: anyHostKey,
    signal: AbortSignal.timeout(10_000),
  }) as Promise<FetchedFile>
const at = (port: number) => ({ host: '127.0.0.1', port, path: '/a.csv', user: 'me' })

async function listening(talk: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => talk(socket.on('error', () => {})))
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** An FTP server with one file; what it says to a command may be another than usual. */
const startFtp = async (says: Record<string, string>) => {
  const data: Socket[] = []
  const dataPort = await listening((socket) => data.push(socket))
  return listening((socket) => {
    const answers: Record<string, string> = {
      USER: '331 go on',
      EPSV: `229 here (|||${dataPort}|)`,
      MDTM: '213 20260101000000',
      ...says,
    }
    socket.write('220 here\r\n')
    socket.on('data', (said) => {
      const command = String(said).slice(0, 4).trim()
      if (command !== 'RETR' || says[command]) return socket.write(`${answers[command] ?? '200 well'}\r\n`)
      socket.write('150 it comes\r\n')
      const file = setInterval(() => {
        if (!data[0]) return
        clearInterval(file)
        data[0].end('sku\nA\n', () => socket.write('226 done\r\n'))
      }, 5)
    })
    onTestFinished(() => void socket.destroy())
  })
}

async function startOddSftp(tells: SftpOptions['tells']) {
  writeFileSync(join(dir, 'a.csv'), 'sku\nA\n')
  const server = await startSftp(dir, 'me', 'secret', { tells })
  onTestFinished(() => server.close())
  return server.port
}

test('a server that doesn’t know when its file was made still delivers it', async () => {
  const sources = [
    { kind: 'ftp', ...at(await startFtp({ MDTM: '213 who knows' })) },
    { kind: 'sftp', ...at(await startOddSftp(({ mode, size }) => ({ mode, size }))) },
  ] as const
  for (const source of sources) {
    const file = await fetched(source)
    expect(readFileSync(file.path, 'utf8')).toBe('sku\nA\n')
    expect(file).toMatchObject({ modifiedTm: undefined, lastModified: undefined })
    await file.remove()
  }
})

test('a file that ends before the size the SFTP server announced is refused and leaves nothing behind', async () => {
  const own = mkdtempSync(join(dir, 'tmp-'))
  vi.stubEnv('TMPDIR', own)
  onTestFinished(() => void vi.unstubAllEnvs())
  const port = await startOddSftp((file) => ({ ...file, size: 900 }))
  await expect(fetched({ kind: 'sftp', ...at(port) })).rejects.toMatchObject({
    code: 'truncated',
    message: 'The server sent only 6 of 900 bytes',
  })
  expect(readdirSync(own)).toEqual([])
})

test('a file the SFTP server doesn’t let the user see or read is reported as such', async () => {
  const denied = await startOddSftp(() => {
    throw new Error('denied')
  })
  const unreadable = await startOddSftp((file) => file)
  for (const [port, path] of [
    [denied, '/a.csv'],
    [unreadable, '/'],
  ] as const)
    await expect(fetched({ kind: 'sftp', ...at(port), path })).rejects.toMatchObject({
      code: 'missing',
      message: `The file ${path} isn’t on the server, or this username has no access to it`,
    })
})

test('a redirect to an invalid address is reported as such', async () => {
  const port = await listening((socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://[x\r\ncontent-length: 0\r\n\r\n'),
  )
  await expect(
    fetched({ kind: 'http', url: `http://127.0.0.1:${port}/a.csv`, user: '' }),
  ).rejects.toMatchObject({ code: 'redirects', message: 'The server redirects (302) to an invalid address' })
})

test('an FTP server that sends the client to another host for the file is reported in our own words', async () => {
  const port = await startFtp({ EPSV: '500 no', PASV: '227 there (10,0,0,5,4,1)' })
  await expect(fetched({ kind: 'ftp', ...at(port) })).rejects.toMatchObject({
    code: 'unreachable',
    message: 'Couldn’t open the data connection. The server must support passive FTP at its own address',
  })
})
